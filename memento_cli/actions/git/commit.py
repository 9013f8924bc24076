"""Committing what was done, where the store's settings ask for it and this clone was set up."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress

from memento_cli.actions.git.checks import problems_of
from memento_cli.actions.secrets import secrets_of
from memento_cli.core.history import ADOPTION, Line
from memento_cli.errors import BadData, Failed
from memento_cli.index.look import keep_bytes
from memento_cli.store.files import read_regular
from memento_cli.store.git import Answer, asked
from memento_cli.store.store import PRIVATE, Store

UNFINISHED = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply")
SHOWN = 3
NOTE, LIMIT = "uncommitted", 1 << 24
"""The private note of what the next commit takes in."""
TRIES, WAIT = 10, 0.05  # seconds


def commit_done(store: Store) -> str:
    """Commit what memento changed in the store, and nothing else; if it cannot be, why not.

    What was done stays done: a commit that fails is told and is no error. The next one takes it in.
    """
    paths = [*_left(store), *store.changed]
    _leave(store, paths)
    try:
        problem = _committed(store, _known_to_git(store, dict.fromkeys(paths)))
    except Failed as failed:
        problem = failed.message
    if problem:
        return f"not committed: {problem}"
    _leave(store, [])
    return ""


def leave(store: Store) -> None:
    """Let the next commit take in what was changed; for what ends before git can commit."""
    _leave(store, [*_left(store), *store.changed])


def _committed(store: Store, paths: Sequence[str]) -> str:
    """Why these paths could not be committed."""
    state = asked(store.root, "rev-parse", "--absolute-git-dir")
    if state.code:
        return state.complaint
    folder = os.fsdecode(state.out.rstrip(b"\n"))
    busy = [name for name in UNFINISHED if os.path.exists(os.path.join(folder, name))]
    if busy:
        return f"a merge or a rebase is under way ({busy[0]})"
    refused = _refused(store, paths)
    if refused:
        return refused
    said = message(store.journal.done)
    for command in (("add", "--all"), ("commit", "--quiet", "--only", "--message", said)):
        answer = _in_turn(store, paths, *command)
        if answer.code and answer.complaint:  # else another process has committed the same
            return answer.complaint
    return ""


def _refused(store: Store, paths: Sequence[str]) -> str:
    """What a hook would say against these files, of which none runs here."""
    for path in paths:
        try:
            raw = read_regular(path, LIMIT)
        except (OSError, BadData):
            continue  # gone, or told where it is read
        seen = os.path.relpath(path, store.root).replace(os.sep, "/")
        for problem in problems_of(store, seen, raw):
            return f"{seen}: {problem}"
    return next((f"{each.where}: {each.kind}" for each in secrets_of(store, paths)), "")


def _left(store: Store) -> list[str]:
    """The paths that an earlier commit should have had, among the store's own."""
    try:
        raw = read_regular(os.path.join(store.root, PRIVATE, NOTE), LIMIT)
    except (OSError, BadData):
        return []
    parts = (store.memories, store.archive, store.journal)
    own = tuple(part.folder + os.sep for part in parts)
    paths = (os.path.normpath(os.fsdecode(path)) for path in raw.split(b"\0"))
    return [path for path in paths if path.startswith(own) or path == store.settings_file]


def _leave(store: Store, paths: Sequence[str]) -> None:
    note = os.path.join(store.root, PRIVATE, NOTE)
    with suppress(OSError):
        if paths:
            keep_bytes(note, b"\0".join(map(os.fsencode, dict.fromkeys(paths))))
        else:
            os.unlink(note)


def _in_turn(store: Store, paths: Sequence[str], *command: str) -> Answer:
    """What git answers when no other git is at work: its locks are held for moments."""
    answer = _with_paths(store, paths, *command)
    for _ in range(TRIES):
        if not answer.code or "lock" not in answer.complaint:
            break
        time.sleep(WAIT)
        answer = _with_paths(store, paths, *command)
    return answer


def message(lines: Sequence[Line]) -> str:
    """The acts and the ids, as the first line of a commit; ids below it where they are many.

    No words of a memory: what is erased from a store should not stay in messages.
    """
    acts = [line for line in lines if line.via != ADOPTION] or list(lines)
    if not acts:
        return "settled"
    ids = list(dict.fromkeys(line.memory for line in acts))
    kinds = ", ".join(dict.fromkeys(line.act for line in acts))
    if len(ids) <= SHOWN:
        return f"{kinds}: {', '.join(ids)}"
    return "\n".join([f"{kinds}: {len(ids)} memories", "", *ids])


def _known_to_git(store: Store, paths: Iterable[str]) -> list[str]:
    """Those that are there, or that git has: of others it knows nothing to commit."""
    gone = [path for path in paths if not os.path.lexists(path)]
    if not gone:  # without a path git would list all that it has
        return list(paths)
    answer = asked(store.root, "--literal-pathspecs", "ls-files", "-z", "--full-name", "--", *gone)
    top = os.fsdecode(asked(store.root, "rev-parse", "--show-toplevel").out.rstrip(b"\n"))
    known = {os.path.join(top, os.fsdecode(name)) for name in answer.out.split(b"\0")}
    return [path for path in paths if path not in gone or path in known]


def _with_paths(store: Store, paths: Sequence[str], *command: str) -> Answer:
    where = ("--pathspec-from-file=-", "--pathspec-file-nul")
    names = b"\0".join(map(os.fsencode, paths))
    return asked(store.root, "--literal-pathspecs", *command, *where, fed=names)
