"""memento's lines in a hook of git's: texts in, texts out. What a person wrote there stays."""

from __future__ import annotations

import os
import re
import shlex

from memento_cli.store.directory.layout import FILE

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

BARE = b"#!/bin/sh\n"
AGAIN = 'if [ -n "$refs" ]; then exec <<END\n$refs\nEND\nelse exec </dev/null; fi\n'
TELLING = {"pre-push": ("refs=$(cat)\n", 'printf "%s\\n" "$refs" | ', AGAIN)}
"""What stands around the command in a hook that git tells something: others may read it, too."""
SHELLS = frozenset((b"sh", b"bash", b"dash", b"zsh", b"ksh"))
REMOVAL, OLD_REMOVAL = "store git --remove", "git remove"
"""What takes the lines out of a hook: the command that each block names, and what it was called."""
MARKED = re.compile(
    rb"^# memento (.*): `memento (?:store git --|git )remove` takes these lines out$", re.M
)
CALLED = "_git"
"""The command that driver and hooks call. It keeps this name: they stand in clones for years."""
OLD_CALL = "git"
"""What driver and hooks of older clones call; it goes on working."""


def lines_of(place: str, name: str, program: Sequence[str]) -> str:
    """What the hook called `name` is to do for the store in `place`, seen from the top."""
    start, end = marks(place)
    command = shlex.join([*program, "--store", place, CALLED, name])
    settings = shlex.quote(os.path.join(place, FILE))
    there = f"[ -f {settings} ] && command -v {shlex.quote(program[0])} >/dev/null 2>&1"
    before, fed, after = TELLING.get(name, ("", "", ""))
    run = f'if {there}; then {fed}{command} "$@" || exit $?; fi'
    return f"{start}\n{before}{run}\n{after}{end}\n"


def marks(place: str, removal: str = REMOVAL) -> tuple[str, str]:
    """The first and the last of the lines for the store in `place`."""
    where = shlex.quote(place)
    return (
        f"# memento {where}: `memento {removal}` takes these lines out",
        f"# end of memento {where}",
    )


def is_for_a_shell(script: bytes) -> bool:
    """Whether a shell runs this script, which could run these lines, too."""
    first = script.partition(b"\n")[0]
    words = first.removeprefix(b"#!").split()
    return first.startswith(b"#!") and not SHELLS.isdisjoint(map(os.path.basename, words))


def with_lines(script: bytes, lines: str) -> bytes:
    """A script with these lines after its first one, so that the rest may end as it likes."""
    first, end, rest = script.partition(b"\n")
    return first + (end or b"\n") + lines.encode() + rest


def without(script: bytes, place: str) -> bytes:
    """A script without the lines for the store in `place`, an older memento's too."""
    for removal in (REMOVAL, OLD_REMOVAL):
        start, end = (mark.encode() + b"\n" for mark in marks(place, removal))
        head, found, tail = script.partition(start)
        if found and end in tail:
            script = head + tail.partition(end)[2]
    return script


def is_old(script: bytes, place: str) -> bool:
    """Whether a hook has lines that an older memento wrote for the store in `place`."""
    return marks(place, OLD_REMOVAL)[0].encode() + b"\n" in script


def without_stale(script: bytes, top: str, place: str) -> bytes:
    """The same, and without those for stores that have moved away from this work tree."""
    for each in {place, *map(_place_of, MARKED.findall(script))}:
        gone = not os.path.isfile(os.path.join(top, each, FILE))
        if gone or each == place:
            script = without(script, each)
    return script


def _place_of(quoted: bytes) -> str:
    return "".join(shlex.split(os.fsdecode(quoted)))
