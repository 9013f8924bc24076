"""Committing what was done, where the store's settings ask for it and this clone was set up."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence

from memento_cli.core.history import ADOPTION, Line
from memento_cli.errors import Failed
from memento_cli.store.git import Answer, asked
from memento_cli.store.store import Store

UNFINISHED = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply")
SHOWN = 3
TRIES, WAIT = 10, 0.05  # seconds


def commit_done(store: Store) -> str:
    """Commit what this process changed in the store, and nothing else; if it cannot be, why not.

    What was done stays done: a commit that fails is told and is no error.
    """
    try:
        state = asked(store.root, "rev-parse", "--absolute-git-dir")
    except Failed as problem:
        return f"not committed: {problem.message}"
    if state.code:
        return f"not committed: {state.complaint}"
    folder = os.fsdecode(state.out.rstrip(b"\n"))
    busy = [name for name in UNFINISHED if os.path.exists(os.path.join(folder, name))]
    if busy:
        return f"not committed: a merge or a rebase is under way ({busy[0]})"
    paths = _known_to_git(store, store.changed())
    said = message(store.journal.done)
    for command in (("add", "--all"), ("commit", "--quiet", "--only", "--message", said)):
        answer = _in_turn(store, paths, *command)
        if answer.code and answer.complaint:  # else another process has committed the same
            return f"not committed: {answer.complaint}"
    return ""


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


def _known_to_git(store: Store, paths: Sequence[str]) -> list[str]:
    """Those that are there, or that git has: of others it knows nothing to commit."""
    gone = [path for path in paths if not os.path.lexists(path)]
    answer = asked(store.root, "--literal-pathspecs", "ls-files", "-z", "--full-name", "--", *gone)
    top = os.fsdecode(asked(store.root, "rev-parse", "--show-toplevel").out.rstrip(b"\n"))
    known = {os.path.join(top, os.fsdecode(name)) for name in answer.out.split(b"\0")}
    return [path for path in paths if path not in gone or path in known]


def _with_paths(store: Store, paths: Sequence[str], *command: str) -> Answer:
    where = ("--pathspec-from-file=-", "--pathspec-file-nul")
    names = b"\0".join(map(os.fsencode, paths))
    return asked(store.root, "--literal-pathspecs", *command, *where, fed=names)
