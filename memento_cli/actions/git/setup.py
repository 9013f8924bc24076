"""store git: what a clone's own git is told of the store, and how that is taken back."""

from __future__ import annotations

import os
import shlex
from functools import partial

from memento_cli.actions.git.hook_lines import (
    BARE,
    CALLED,
    is_for_a_shell,
    lines_of,
    marks,
    with_lines,
    without,
    without_stale,
)
from memento_cli.actions.git.standing import standings
from memento_cli.core.text.visible import refuse_hidden
from memento_cli.errors import BadData, Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.clone import LIMIT, device_and_inode
from memento_cli.store.directory.creation import GIT_FILES, KEEPERS, add_lines, missing_lines
from memento_cli.store.directory.folders import PRIVATE
from memento_cli.store.files.files import os_errors, read_regular, write
from memento_cli.store.git.git import run_git, work_tree_top
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from memento_cli.store.directory.store import Store

MARK = "git"
"""The file in the private folder that says: this clone was set up."""
MARKED_IN = f"{PRIVATE}/{MARK}"
DRIVER = "merge.memento."
HOOKS = ("pre-commit", "post-merge", "post-rewrite", "pre-push")
EXECUTABLE = 0o755


class SetupStep(NamedTuple):
    """One thing that was done, or was so already, or that a person has to do."""

    what: str
    state: str  # done, already, left


class Planned(NamedTuple):
    """A step, and the act that does it, if there is anything to do."""

    step: SetupStep
    act: Callable[[], object] | None = None


class Clone(NamedTuple):
    """A work tree that has the store in it: its top, and where the store is, seen from there.

    `is_own`: whether its folder of hooks is this repository's, and not shared by others.
    """

    top: str
    place: str
    hooks: str
    is_own: bool


def setup(store: Store, program: Sequence[str], *, dry: bool = False) -> list[SetupStep]:
    """Tell this clone's git how to merge the store's files, and to check them. NotFound if none.

    `program` is the command that runs memento. What a person has written into hooks stays; a hook
    that is not for memento to write into is left. All is decided before anything is written.
    """
    clone = clone_of(store)
    refuse_hidden(program)
    plan = [_lines(store, name) for name in (*GIT_FILES, *KEEPERS)]
    plan += [_set(clone, key, value) for key, value in _settings(program)]
    plan += [_hook(clone, name, program) for name in HOOKS]
    plan += [_left(f"{each.problem}; {each.advice}") for each in standings(store.root)]
    return _carried_out(store, [*plan, _mark(store)], dry)


def remove(store: Store, *, dry: bool = False) -> list[SetupStep]:
    """Take out what `setup` put into this clone's git. What git shares between clones stays."""
    clone = clone_of(store)
    plan = [_unset(clone, key) for key, _ in _settings(())]
    plan += [_unhook(clone, name) for name in HOOKS]
    return _carried_out(store, [*plan, _unmark(store)], dry)


def _carried_out(store: Store, plan: Sequence[Planned], dry: bool) -> list[SetupStep]:
    acts = [planned.act for planned in plan if planned.act]
    if acts and not dry:
        with store.lock.held():
            for act in acts:
                act()
    return [planned.step for planned in plan]


def _done(what: str, act: Callable[[], object]) -> Planned:
    return Planned(SetupStep(what, "done"), act)


def _already(what: str) -> Planned:
    return Planned(SetupStep(what, "already"))


def _left(what: str) -> Planned:
    return Planned(SetupStep(what, "left"))


def is_set_up(store: Store) -> bool:
    """Whether `store git` has been run here; not where a copy or a repository has brought it."""
    try:
        return read_regular(_mark_of(store), LIMIT) == _place(store)
    except (OSError, BadData):
        return False


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
    """The work tree that the store is in; NotFound if it is in none.

    Refused where a name on the way cannot be seen: it would stand in a script's comment.
    """
    top = work_tree_top(store.root)
    refuse_hidden([store.root])
    own = os.fsdecode(run_git(top, "rev-parse", "--git-common-dir").out.rstrip(b"\n"))
    named = os.path.expanduser(told_by_git(top, "core.hooksPath"))
    hooks = os.path.join(top, named or os.path.join(own, "hooks"))
    within = (os.path.realpath(folder) + os.sep for folder in (top, os.path.join(top, own)))
    is_own = os.path.realpath(hooks).startswith(tuple(within))
    return Clone(top, os.path.relpath(store.root, os.path.realpath(top)), hooks, is_own)


def _settings(program: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What this clone's configuration is to say; where the driver fails, git merges by itself."""
    own = "git merge-file -L ours -L base -L theirs %A %O %B"
    run = f"{shlex.join(program)} {CALLED} merge %O %A %B %P %L"
    yield DRIVER + "name", "memories, key by key (memento)"
    yield DRIVER + "driver", f"{run}; case $? in 0) exit 0;; 4) exit 1;; *) {own};; esac"
    yield DRIVER + "recursive", "text"


def told_by_git(top: str, key: str) -> str:
    """What git's configuration says; without the settings that `run_git` adds for safety."""
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
    if told_by_git(clone.top, key) == value:
        return _already(f"git config {key}")
    what = f"git config {key} {shlex.quote(value)}"
    return _done(what, partial(_config, clone, key, value))


def _unset(clone: Clone, key: str) -> Planned:
    if not told_by_git(clone.top, key):
        return _already(f"git config {key}")
    return _done(f"git config --unset {key}", partial(_config, clone, "--unset-all", key))


def _config(clone: Clone, *words: str) -> None:
    answer = run_git(clone.top, "config", "--local", *words)
    if answer.code:
        raise Failed(f"git config {words[0]}: {answer.complaint}", "see .git/config")


def _hook(clone: Clone, name: str, program: Sequence[str]) -> Planned:
    """Add our lines to a hook, after its first one, so that what follows may end as it likes."""
    path = os.path.join(clone.hooks, name)
    block = lines_of(clone.place, name, program)
    old, why = _script(path) or b"", _why_left(clone, path)
    if why:
        runs = block.encode() in old and os.access(path, os.X_OK)
        return _already(path) if runs else _left(f"{path} {why}:\n{block}")
    kept = without_stale(old, clone.top, clone.place) if os.path.lexists(path) else BARE
    new = with_lines(kept, block)
    return _already(path) if new == old else _done(path, partial(_write, path, new))


def _why_left(clone: Clone, path: str) -> str:
    """Why nothing is to be written into a hook, and what a person could do; or nothing."""
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
    kept = without(old, clone.place)
    if kept == old:
        return _already(path)
    if not clone.is_own or os.path.islink(path):
        first, last = marks(clone.place)
        shared = os.path.realpath(path)
        return _left(f"take out of {shared}, which others may run:\n{first}\n...\n{last}\n")
    is_ours = kept.strip() == BARE.strip()
    return _done(path, partial(_unlink, path) if is_ours else partial(_write, path, kept))


def _script(path: str) -> bytes | None:
    """What is in a hook, wherever a link leads; nothing if there is none, None if unreadable."""
    try:
        return read_regular(os.path.realpath(path), SIZE_LIMIT)
    except FileNotFoundError:
        return b""
    except (OSError, BadData):
        return None


def _unlink(path: str) -> None:
    with os_errors(path):
        os.unlink(path)


def _write(path: str, script: bytes) -> None:
    write(path, script)
    with os_errors(path):
        os.chmod(path, os.stat(path).st_mode | EXECUTABLE)
