"""The git commits of a memory's file, as rows of its log."""

from __future__ import annotations

import os
from datetime import UTC

from memento_cli.actions.fading.explain import LogRow
from memento_cli.core.time.when import stored_moment
from memento_cli.errors import BadTime, NotFound
from memento_cli.store.git.git import run_git
from memento_cli.store.records.registry import paths_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from memento_cli.store.directory.store import Store

FORMAT = "--format=%x00%H%x00%aI%x00%an%x00%s%x00"
LOG = (
    "--literal-pathspecs", "log", "--no-show-signature", "--no-ext-diff", "--no-textconv",
    "--no-color", "--no-notes", "--no-renames", "--name-status", FORMAT, "--",
)  # fmt: skip
SHOWN = 10  # characters of a commit's hash
COMMITTED = "committed"


def with_commits(store: Store, id: str, entries: Iterable[LogRow]) -> list[LogRow]:
    """A memory's acts and the commits of its file, the newest first; NotFound outside of git.

    A commit of the same second as an act is the newer: it contains the act.
    """
    rows = [*commits_of(store, id), *entries]  # commits of one second stay in git's order
    return sorted(rows, key=_order, reverse=True)


def _order(row: LogRow) -> tuple[datetime, bool, str]:
    is_commit = row.act == COMMITTED
    return row.at, is_commit, "" if is_commit else row.id


def commits_of(store: Store, id: str) -> list[LogRow]:
    """The commits that changed a memory's file, wherever it was; NotFound outside of git."""
    answer = run_git(store.root, *LOG, *paths_of(id, ("memories", "archive")))
    if answer.code:
        raise NotFound(f"{store.root} has no history in git", f"git says: {answer.complaint}")
    return list(_rows(id, answer.out))


def _rows(id: str, out: bytes) -> Iterator[LogRow]:
    parts = os.fsdecode(out).split("\0")[1:]
    for hash, at, author, subject, files in zip(*(parts[n::5] for n in range(5)), strict=False):
        try:
            when = stored_moment(at, UTC)
        except BadTime:
            continue
        more = tuple(dict.fromkeys(_status_text(line) for line in files.split("\n") if line))
        yield LogRow(when, COMMITTED, id, author, subject, hash, hash[:SHOWN], more=more)


def _status_text(line: str) -> str:
    letter, _, path = line.partition("\t")
    folder = path.rstrip('"').split("/")[-2:][0].lstrip('"')
    word = {"A": "added to", "D": "gone from", "M": "changed in"}.get(letter[:1], "in")
    return f"{word} {folder}"
