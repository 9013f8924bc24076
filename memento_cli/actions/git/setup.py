"""git setup, git remove: what a clone's own git is told of the store. Both say what they did."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from memento_cli.errors import BadData, Failed, Refused
from memento_cli.store.clone import LIMIT, place_of
from memento_cli.store.files import create, read_regular, replace, system
from memento_cli.store.git import asked, top_of
from memento_cli.store.place import FILE
from memento_cli.store.store import GIT_FILES, KEEPERS, PRIVATE, Store, add_lines, missing_lines
from memento_cli.store.toml import SIZE_LIMIT

MARK = "git"
"""The file in the private folder that says: this clone was set up."""
DRIVER = "merge.memento."
HOOKS = ("pre-commit", "post-merge", "post-rewrite", "pre-push")
AGAIN = 'if [ -n "$refs" ]; then exec <<END\n$refs\nEND\nelse exec </dev/null; fi\n'
TELLING = {"pre-push": ("refs=$(cat)\n", 'printf "%s\\n" "$refs" | ', AGAIN)}
"""What stands around the command in a hook that git tells something: others may read it, too."""
SHELLS = frozenset((b"sh", b"bash", b"dash", b"zsh", b"ksh"))
EXECUTABLE = 0o755
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
MARKED = re.compile(rb"^# memento (.*): `memento git remove` takes these lines out$", re.M)


class Step(NamedTuple):
    """One thing that was done, or was so already, or that a person has to do."""

    what: str
    state: str  # done, already, left


class Clone(NamedTuple):
    """A work tree that has the store in it: its top, and where the store is, seen from there."""

    top: str
    place: str
    hooks: str


def setup(store: Store, program: Sequence[str], *, dry: bool = False) -> list[Step]:
    """Tell this clone's git how to merge the store's files, and to check them. NotFound if none.

    `program` is the command that runs memento. What a person has written into hooks stays.
    """
    clone = clone_of(store)
    steps = [_lines(store, name, dry) for name in (*GIT_FILES, *KEEPERS)]
    for key, value in _settings(program):
        steps.append(_set(clone, key, value, dry))
    steps += [_hook(clone, name, program, dry) for name in HOOKS]
    if not dry:
        with store.lock.held():
            if not is_set_up(store):
                _put(os.path.join(store.root, PRIVATE, MARK), _place(store))
    return steps


def remove(store: Store, *, dry: bool = False) -> list[Step]:
    """Take out what `setup` put into this clone's git. What git shares between clones stays."""
    clone = clone_of(store)
    steps = [_unset(clone, key, dry) for key, _ in _settings(())]
    steps += [_unhook(clone, name, dry) for name in HOOKS]
    path = os.path.join(store.root, PRIVATE, MARK)
    if not dry and os.path.lexists(path):
        with store.lock.held(), system(path):
            os.unlink(path)
    return steps


def is_set_up(store: Store) -> bool:
    """Whether `git setup` has been run here; not where a copy or a repository has brought it."""
    try:
        return read_regular(os.path.join(store.root, PRIVATE, MARK), LIMIT) == _place(store)
    except (OSError, BadData):
        return False


def _place(store: Store) -> bytes:
    return place_of(os.path.join(store.root, PRIVATE))


def clone_of(store: Store) -> Clone:
    """The work tree that the store is in; NotFound if it is in none.

    Refused where a name on the way has a control sign: it would stand in a script's comment.
    """
    top = top_of(store.root)
    if CONTROL.search(store.root):
        raise Refused(f"{store.root}: a control sign in its name", "rename the folder")
    own = os.fsdecode(asked(top, "rev-parse", "--git-common-dir").out.rstrip(b"\n"))
    named = os.path.expanduser(_told(top, "core.hooksPath"))
    hooks = os.path.join(top, named or os.path.join(own, "hooks"))
    return Clone(top, os.path.relpath(store.root, os.path.realpath(top)), hooks)


def _settings(program: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What this clone's configuration is to say; where the driver fails, git merges by itself."""
    own = "git merge-file -L ours -L base -L theirs %A %O %B"
    run = f"{shlex.join(program)} git merge %O %A %B %P %L"
    yield DRIVER + "name", "memories, key by key (memento)"
    yield DRIVER + "driver", f"{run}; case $? in 0) exit 0;; 4) exit 1;; *) {own};; esac"
    yield DRIVER + "recursive", "text"


def _told(top: str, key: str) -> str:
    """What git's configuration says; without the settings that `asked` adds for safety."""
    answer = asked(top, "config", "--includes", "--list", "-z", "--show-scope")
    found = ""
    parts = answer.out.decode(errors="surrogateescape").split("\0")
    for scope, entry in zip(parts[::2], parts[1::2], strict=False):
        name, _, value = entry.partition("\n")
        if name.lower() == key.lower() and scope != "command":
            found = value
    return found


def _lines(store: Store, name: str, dry: bool) -> Step:
    missing = missing_lines(store.root, name)
    if missing and not dry:
        with store.lock.held():
            add_lines(store.root, name)
    what = f"{name}: {', '.join(missing)}" if missing else name
    return Step(what, "done" if missing else "already")


def _set(clone: Clone, key: str, value: str, dry: bool) -> Step:
    if _told(clone.top, key) == value:
        return Step(f"git config {key}", "already")
    if not dry:
        _config(clone, key, value)
    return Step(f"git config {key} {shlex.quote(value)}", "done")


def _unset(clone: Clone, key: str, dry: bool) -> Step:
    if not _told(clone.top, key):
        return Step(f"git config {key}", "already")
    if not dry:
        _config(clone, "--unset-all", key)
    return Step(f"git config --unset {key}", "done")


def _config(clone: Clone, *words: str) -> None:
    answer = asked(clone.top, "config", "--local", *words)
    if answer.code:
        raise Failed(f"git config {words[0]}: {answer.complaint}", "see .git/config")


def _hook(clone: Clone, name: str, program: Sequence[str], dry: bool) -> Step:
    """Add our lines to a hook, after its first one, so that what follows may end as it likes."""
    path = os.path.join(clone.hooks, name)
    block = _block(clone.place, name, program)
    if not _is_within(clone):
        return Step(f"{path} is shared by other repositories; it could say:\n{block}", "left")
    old = _bytes(path)
    kept = _without_stale(clone, old) if old is not None else b"#!/bin/sh\n"
    if old is not None and not os.access(path, os.X_OK):
        return Step(f"{path} is switched off (not executable); it could say:\n{block}", "left")
    first, end, rest = kept.partition(b"\n")
    words = first.removeprefix(b"#!").split()
    if not first.startswith(b"#!") or SHELLS.isdisjoint(map(os.path.basename, words)):
        return Step(f"{path} is no shell script; it could run:\n{block}", "left")
    new = first + (end or b"\n") + block.encode() + rest
    if new == old:
        return Step(path, "already")
    if not dry:
        _write(path, new)
    return Step(path, "done")


def _unhook(clone: Clone, name: str, dry: bool) -> Step:
    path = os.path.join(clone.hooks, name)
    old = _bytes(path)
    if old is None or (kept := _without(old, clone.place)) == old:
        return Step(path, "already")
    if dry:
        return Step(path, "done")
    if kept.strip() == b"#!/bin/sh":
        with system(path):
            os.unlink(path)
    else:
        _write(path, kept)
    return Step(path, "done")


def _is_within(clone: Clone) -> bool:
    """Whether the hooks are this repository's own."""
    named = _told(clone.top, "core.hooksPath")
    return not named or os.path.realpath(clone.hooks).startswith(
        os.path.realpath(clone.top) + os.sep
    )


def _block(place: str, name: str, program: Sequence[str]) -> str:
    start, end = _marks(place)
    command = shlex.join([*program, "--store", place, "git", name])
    settings = shlex.quote(os.path.join(place, FILE))
    there = f"[ -f {settings} ] && command -v {shlex.quote(program[0])} >/dev/null 2>&1"
    before, fed, after = TELLING.get(name, ("", "", ""))
    run = f'if {there}; then {fed}{command} "$@" || exit $?; fi'
    return f"{start}\n{before}{run}\n{after}{end}\n"


def _marks(place: str) -> tuple[str, str]:
    where = shlex.quote(place)
    return (
        f"# memento {where}: `memento git remove` takes these lines out",
        f"# end of memento {where}",
    )


def _without(script: bytes, place: str) -> bytes:
    start, end = (mark.encode() + b"\n" for mark in _marks(place))
    head, found, tail = script.partition(start)
    return head + tail.partition(end)[2] if found and end in tail else script


def _without_stale(clone: Clone, script: bytes) -> bytes:
    """A hook without our lines, and without those for stores that have moved away."""
    for place in {clone.place, *map(_place_of, MARKED.findall(script))}:
        gone = not os.path.isfile(os.path.join(clone.top, place, FILE))
        if gone or place == clone.place:
            script = _without(script, place)
    return script


def _place_of(quoted: bytes) -> str:
    return "".join(shlex.split(os.fsdecode(quoted)))


def _bytes(path: str) -> bytes | None:
    try:
        return read_regular(path, SIZE_LIMIT)
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise BadData(path, [f"cannot be read: {problem.strerror}"]) from None


def _put(path: str, data: bytes) -> None:
    if os.path.lexists(path):
        replace(path, data)
    else:
        create(path, data)


def _write(path: str, script: bytes) -> None:
    _put(path, script)
    with system(path):
        os.chmod(path, os.stat(path).st_mode | EXECUTABLE)
