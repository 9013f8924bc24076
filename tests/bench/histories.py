"""Histories of files in git, as pasts: a file is a memory, and a commit that touches it a use.

The first touch records it. What git says is taken plainly: a deletion is a touch like any other,
after which the file stays known; a file under a new name is a new one; merges are not looked at, as
what they bring was touched by the commits before. A commit is of the moment when it came into the
history (its committer's date); commits of one moment stay in git's order. Binary files, generated
ones and those of dependencies count like all others.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from datetime import UTC
from typing import TYPE_CHECKING, Any

from memento_cli.actions.exchange.sources.git_log import LOG, repository_name
from memento_cli.actions.replay.judging import Moment, PastAct
from memento_cli.core.fading.strength import Strength
from memento_cli.core.journal.event_types import RECORDED
from memento_cli.core.time.when import micros, stored_moment
from memento_cli.errors import NotFound
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.git.git import run_git

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SUFFIX = ".jsonl"
FILES, CREATED = "files", "created"
SECOND_MICROS = 1_000_000
Commit = tuple[int, Sequence[str]]
"""When it was made, in microseconds since 1970, and the files that it touches."""


class History(NamedTuple):
    """A past made of commits, and how many files it knows in the end."""

    name: str
    past: Sequence[Moment]
    files: int


def histories_in(folder: str) -> list[History]:
    """The histories in a folder of data: files of rows with `files` and `created`."""
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(SUFFIX))
    except OSError:
        return []
    found = ((name, _rows(os.path.join(folder, name))) for name in names)
    return [
        history(name.removesuffix(SUFFIX), (_commit(row) for row in reversed(rows)))
        for name, rows in found
        if rows and {FILES, CREATED} <= set(rows[0])
    ]


def repository(path: str) -> History:
    """The history of the repository at a path; NotFound if there is none, or it has no commit."""
    place = run_git(path, "rev-parse", "--git-common-dir")
    if place.code:
        raise NotFound(f"no git repository at {path}", f"git says: {place.complaint}")
    mark = os.urandom(16).hex()  # no path holds a NUL, and none can foresee this
    told = run_git(path, *LOG, f"--format=%x00{mark}%x00%ct%x00")
    if told.code:
        raise NotFound(f"no commits in {path}", f"git says: {told.complaint}")
    name = repository_name(os.path.join(path, os.fsdecode(place.out.rstrip(b"\n"))))
    commits = list(_commits(os.fsdecode(told.out), mark))
    return history(name, reversed(commits))


def history(name: str, commits: Iterable[Commit]) -> History:
    """The past that commits make; those of one moment in the order given."""
    known: set[str] = set()
    past = []
    for at, files in sorted(commits, key=lambda commit: commit[0]):
        past.append(Moment(at, [_touch(at, file, file in known) for file in dict.fromkeys(files)]))
        known.update(files)
    return History(name, past, len(known))


def _touch(at: int, file: str, again: bool) -> PastAct:
    return PastAct("used", file) if again else PastAct(RECORDED, file, Strength(1.0, at))


def _commits(told: str, mark: str) -> Iterator[Commit]:
    for record in told.split(f"\0{mark}\0")[1:]:
        seconds, *paths = record.split("\0")
        touched = [path.lstrip("\n") for path in paths]
        yield int(seconds) * SECOND_MICROS, [path for path in touched if path]


def _commit(row: dict[str, Any]) -> Commit:
    return micros(stored_moment(row[CREATED], UTC)), row[FILES]


def _rows(path: str) -> list[dict[str, Any]]:
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]
