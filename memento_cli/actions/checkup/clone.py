"""Checks of the git clone that a store is in."""

from __future__ import annotations

import os

from memento_cli.actions.checkup.findings import fault, note
from memento_cli.actions.git.merging import AGAIN, loses_lines
from memento_cli.actions.git.setup import is_set_up
from memento_cli.actions.git.standing import standings
from memento_cli.errors import Failed
from memento_cli.store.directory.layout import FILE
from memento_cli.store.git.git import command_to_finish, run_git
from memento_cli.store.redaction.files import bytes_of
from memento_cli.store.toml.reader import START

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.actions.checkup.findings import Repairable
    from memento_cli.store.directory.store import Store


def clone_cases(store: Store, *, unsettled: bool) -> Iterator[Repairable]:
    """Cases of the clone: ignored files, no merge driver, and a merge under way; none outside git.

    `unsettled`: other findings in the store have to be repaired before a merge can be ended.
    """
    for problem, advice, loses in standings(store.root, every=True):
        yield (fault if loses else note)(store.root, problem, advice)
    try:
        unmerged = run_git(store.root, "ls-files", "--unmerged", "-z")
    except Failed:  # no git, so no clone
        return
    if unmerged.code:
        return
    if not is_set_up(store) and run_git(store.root, "ls-files", "--", FILE).out:
        problem = "is kept in git, and this clone was not set up to merge it and to check commits"
        yield note(store.root, problem, "`memento store git`, once in each clone")
    ends = command_to_finish(store.root)
    if ends or unmerged.out:
        problem = "git is in the middle of what it began here, and waits for you"
        yield note(store.root, problem, _advice(store, unmerged.out, ends, unsettled))


def _advice(store: Store, unmerged: bytes, ends: str, unsettled: bool) -> str:
    """How to end git's operation under way, or to begin it again where ending it loses lines."""
    if not unmerged and loses_lines(store):
        return AGAIN
    names = {entry.partition(b"\t")[2] for entry in unmerged.split(b"\0")}
    marked = any(map(_has_markers, (os.path.join(store.root, os.fsdecode(n)) for n in names)))
    first = "settle what is wrong, then " if marked or unsettled else ""
    return f"{first}`git add --all`{f', then `{ends}`' if ends else ''}"


def _has_markers(path: str) -> bool:
    return START.encode() in bytes_of(path)
