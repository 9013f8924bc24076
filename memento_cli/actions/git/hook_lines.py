"""The lines that memento adds to git's hooks, as pure functions on the text of a hook."""

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
"""What stands around the command in a hook with stdin, so that the rest of the hook can read it."""
SHELLS = frozenset((b"sh", b"bash", b"dash", b"zsh", b"ksh"))
REMOVAL, OLD_REMOVAL = "store git --remove", "git remove"
"""The command that removes the lines, which each block names, and its older name."""
MARKED = re.compile(
    rb"^# memento (.*): `memento (?:store git --|git )remove` takes these lines out$", re.M
)
CALLED = "_git"
"""The command that driver and hooks call. It is never renamed, as clones keep their hooks."""
OLD_CALL = "git"
"""The command that driver and hooks of older clones call; it still works."""


def lines_of(place: str, name: str, program: Sequence[str]) -> str:
    """The lines of the hook `name` for the store in `place`, a path relative to the top."""
    start, end = marks(place)
    command = shlex.join([*program, "--store", place, CALLED, name])
    settings = shlex.quote(os.path.join(place, FILE))
    there = f"[ -f {settings} ] && command -v {shlex.quote(program[0])} >/dev/null 2>&1"
    before, fed, after = TELLING.get(name, ("", "", ""))
    run = f'if {there}; then {fed}{command} "$@" || exit $?; fi'
    return f"{start}\n{before}{run}\n{after}{end}\n"


def marks(place: str, removal: str = REMOVAL) -> tuple[str, str]:
    """The first and the last line of the block for the store in `place`."""
    where = shlex.quote(place)
    return (
        f"# memento {where}: `memento {removal}` takes these lines out",
        f"# end of memento {where}",
    )


def is_for_a_shell(script: bytes) -> bool:
    """Whether the first line of a script names a POSIX shell."""
    first = script.partition(b"\n")[0]
    words = first.removeprefix(b"#!").split()
    return first.startswith(b"#!") and not SHELLS.isdisjoint(map(os.path.basename, words))


def with_lines(script: bytes, lines: str) -> bytes:
    """A script with these lines after its first one, so that an early exit does not skip them."""
    first, end, rest = script.partition(b"\n")
    return first + (end or b"\n") + lines.encode() + rest


def without(script: bytes, place: str) -> bytes:
    """A script without the block for the store in `place`, also one of an older memento."""
    for removal in (REMOVAL, OLD_REMOVAL):
        start, end = (mark.encode() + b"\n" for mark in marks(place, removal))
        head, mark, tail = script.partition(start)
        if mark and end in tail:
            script = head + tail.partition(end)[2]
    return script


def is_old(script: bytes, place: str) -> bool:
    """Whether a hook has lines that an older memento wrote for the store in `place`."""
    return marks(place, OLD_REMOVAL)[0].encode() + b"\n" in script


def without_stale(script: bytes, top: str, place: str) -> bytes:
    """A script without the blocks for the store in `place` and for stores that are gone."""
    for each in {place, *map(_place_of, MARKED.findall(script))}:
        gone = not os.path.isfile(os.path.join(top, each, FILE))
        if gone or each == place:
            script = without(script, each)
    return script


def _place_of(quoted: bytes) -> str:
    return "".join(shlex.split(os.fsdecode(quoted)))
