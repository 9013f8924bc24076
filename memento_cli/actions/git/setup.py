"""store git: installs the merge driver and the hooks in a clone, and removes them."""

from __future__ import annotations

import os
import re
import shlex
from functools import partial

from memento_cli.actions.git.checks import standings
from memento_cli.core.text.visible import refuse_hidden
from memento_cli.errors import Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.clone import LIMIT, device_and_inode
from memento_cli.store.directory.creation import GIT_FILES, KEEPERS, add_lines, missing_lines
from memento_cli.store.directory.folders import PRIVATE
from memento_cli.store.files.files import bytes_or_none, os_errors, write
from memento_cli.store.files.names import FILE
from memento_cli.store.git.git import run_git, work_tree_top
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from memento_cli.store.directory.store import Store

    Planned = tuple["SetupStep", Callable[[], object] | None]
    """A step, and the function that does it, if there is anything to do."""

MARK = "git"
"""The file in the private folder that marks a clone as set up."""
MARKED_IN = f"{PRIVATE}/{MARK}"
DRIVER = "merge.memento."
HOOKS = ("pre-commit", "post-merge", "post-rewrite", "pre-push")
EXECUTABLE = 0o755
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


class SetupStep(NamedTuple):
    """One step: done, already in place, or left for a person to do."""

    what: str
    state: str  # done, already, left


class Clone(NamedTuple):
    """The work tree of a store: its top, the store's path relative to it, and its hooks folder.

    `is_own`: the hooks folder belongs to this repository and is not shared by others.
    """

    top: str
    place: str
    hooks: str
    is_own: bool


def setup(store: Store, program: Sequence[str], *, dry: bool = False) -> list[SetupStep]:
    """Configure this clone's git to merge and check the store's files. NotFound outside of git.

    `program` is the command that runs memento. What a person has written into hooks stays; a hook
    that memento cannot change safely is left. All is decided before anything is written.
    """
    clone = clone_of(store)
    refuse_hidden(program)
    plan = [_lines(store, name) for name in (*GIT_FILES, *KEEPERS)]
    plan += [_set(clone, key, value) for key, value in _settings(program)]
    plan += [_hook(clone, name, program) for name in HOOKS]
    plan += [_left(f"{each.problem}; {each.advice}") for each in standings(store.root)]
    return _carried_out(store, [*plan, _mark(store)], dry)


def remove(store: Store, *, dry: bool = False) -> list[SetupStep]:
    """Remove what `setup` put into this clone's git. Files that are committed stay."""
    clone = clone_of(store)
    plan = [_unset(clone, key) for key, _ in _settings(())]
    plan += [_unhook(clone, name) for name in HOOKS]
    return _carried_out(store, [*plan, _unmark(store)], dry)


def _carried_out(store: Store, plan: Sequence[Planned], dry: bool) -> list[SetupStep]:
    acts = [act for _, act in plan if act]
    if acts and not dry:
        with store.lock.held():
            for act in acts:
                act()
    return [step for step, _ in plan]


def _done(what: str, act: Callable[[], object]) -> Planned:
    return SetupStep(what, "done"), act


def _already(what: str) -> Planned:
    return SetupStep(what, "already"), None


def _left(what: str) -> Planned:
    return SetupStep(what, "left"), None


def is_set_up(store: Store) -> bool:
    """Whether `store git` was run in this clone; False in a copy of its folder."""
    mark = bytes_or_none(_mark_of(store), LIMIT)
    return mark is not None and mark == _place(store)


def _place(store: Store) -> bytes:
    return device_and_inode(os.path.join(store.root, PRIVATE))


def _mark_of(store: Store) -> str:
    return os.path.join(store.root, PRIVATE, MARK)


def _mark(store: Store) -> Planned:
    if is_set_up(store):
        return _already(MARKED_IN)
    return _done(f"{MARKED_IN}: set up here", lambda: write(_mark_of(store), _place(store)))


def _unmark(store: Store) -> Planned:
    path = _mark_of(store)
    return (
        _done(MARKED_IN, partial(_unlink, path)) if os.path.lexists(path) else _already(MARKED_IN)
    )


def clone_of(store: Store) -> Clone:
    """The work tree of the store; NotFound if it is in none.

    Refused if its path has invisible characters: it would stand in a script's comment.
    """
    top = work_tree_top(store.root)
    refuse_hidden([store.root])
    own = os.fsdecode(run_git(top, "rev-parse", "--git-common-dir").out.rstrip(b"\n"))
    configured = os.path.expanduser(git_setting(top, "core.hooksPath"))
    hooks = os.path.join(top, configured or os.path.join(own, "hooks"))
    within = (os.path.realpath(folder) + os.sep for folder in (top, os.path.join(top, own)))
    is_own = os.path.realpath(hooks).startswith(tuple(within))
    return Clone(top, os.path.relpath(store.root, os.path.realpath(top)), hooks, is_own)


def _settings(program: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The keys and values of this clone's git configuration; if the driver fails to run, git's own
    merge is used."""
    own = "git merge-file -L ours -L base -L theirs %A %O %B"
    run = f"{shlex.join(program)} {CALLED} merge %O %A %B %P %L"
    yield DRIVER + "name", "memories, key by key (memento)"
    yield DRIVER + "driver", f"{run}; case $? in 0) exit 0;; 4) exit 1;; *) {own};; esac"
    yield DRIVER + "recursive", "text"


def git_setting(top: str, key: str) -> str:
    """A value of git's configuration, or "", without those that `run_git` adds for safety."""
    answer = run_git(top, "config", "--includes", "--list", "-z", "--show-scope")
    found = ""
    parts = answer.out.decode(errors="surrogateescape").split("\0")
    for scope, entry in zip(parts[::2], parts[1::2], strict=False):
        name, _, value = entry.partition("\n")
        if name.lower() == key.lower() and scope != "command":
            found = value
    return found


def _lines(store: Store, name: str) -> Planned:
    missing = missing_lines(store.root, name)
    if not missing:
        return _already(name)
    return _done(f"{name}: {', '.join(missing)}", partial(add_lines, store.root, name))


def _set(clone: Clone, key: str, value: str) -> Planned:
    if git_setting(clone.top, key) == value:
        return _already(f"git config {key}")
    what = f"git config {key} {shlex.quote(value)}"
    return _done(what, partial(_config, clone, key, value))


def _unset(clone: Clone, key: str) -> Planned:
    if not git_setting(clone.top, key):
        return _already(f"git config {key}")
    return _done(f"git config --unset {key}", partial(_config, clone, "--unset-all", key))


def _config(clone: Clone, *words: str) -> None:
    answer = run_git(clone.top, "config", "--local", *words)
    if answer.code:
        raise Failed(f"git config {words[0]}: {answer.complaint}", "see .git/config")


def _hook(clone: Clone, name: str, program: Sequence[str]) -> Planned:
    path = os.path.join(clone.hooks, name)
    block = lines_of(clone.place, name, program)
    old, why = _script(path) or b"", _why_left(clone, path)
    if why:
        runs = block.encode() in old and os.access(path, os.X_OK)
        return _already(path) if runs else _left(f"{path} {why}:\n{block}")
    cleaned = without_stale(old, clone.top, clone.place) if os.path.lexists(path) else BARE
    first, end, rest = cleaned.partition(b"\n")  # below, an early exit could skip the lines
    new = first + (end or b"\n") + block.encode() + rest
    return _already(path) if new == old else _done(path, partial(_write, path, new))


def _why_left(clone: Clone, path: str) -> str:
    """Why a hook is not to be changed, and what a person could do; "" if it may be."""
    if not clone.is_own:
        return "is shared by other repositories; it could say"
    if os.path.islink(path):
        return f"is a link to {os.path.realpath(path)}, which could say"
    if not os.path.lexists(path):
        return ""
    script = _script(path)
    if script is None:
        return "is no file that can be read; it could say"
    if not os.access(path, os.X_OK):
        return "is switched off (not executable); it could say"
    return "" if is_for_a_shell(script) else "is no shell script; it could run"


def _unhook(clone: Clone, name: str) -> Planned:
    path = os.path.join(clone.hooks, name)
    old = _script(path)
    if old is None:
        return _left(f"{path} cannot be read; see whether it runs memento")
    rest = without(old, clone.place)
    if rest == old:
        return _already(path)
    if not clone.is_own or os.path.islink(path):
        first, last = marks(clone.place)
        shared = os.path.realpath(path)
        return _left(f"take out of {shared}, which others may run:\n{first}\n...\n{last}\n")
    is_ours = rest.strip() == BARE.strip()
    return _done(path, partial(_unlink, path) if is_ours else partial(_write, path, rest))


def _script(path: str) -> bytes | None:
    """The bytes of a hook, following links; empty if there is none, None if unreadable."""
    target = os.path.realpath(path)
    return bytes_or_none(target, SIZE_LIMIT) if os.path.lexists(target) else b""


def _unlink(path: str) -> None:
    with os_errors(path):
        os.unlink(path)


def _write(path: str, script: bytes) -> None:
    write(path, script)
    with os_errors(path):
        os.chmod(path, os.stat(path).st_mode | EXECUTABLE)


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
    marked = ("".join(shlex.split(os.fsdecode(quoted))) for quoted in MARKED.findall(script))
    for each in {place, *marked}:
        gone = not os.path.isfile(os.path.join(top, each, FILE))
        if gone or each == place:
            script = without(script, each)
    return script
