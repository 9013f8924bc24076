"""Checks of a merge under way: what committing it as staged would lose or bring back."""

from __future__ import annotations

import os

from memento_cli.actions.git.checks import EVERY, LOGS, erased_problems
from memento_cli.store.files.names import SUFFIX
from memento_cli.store.git.git import run_git
from memento_cli.store.git.versions import blobs, staged_versions
from memento_cli.store.journal.logs import SUFFIX as LOG
from memento_cli.store.redaction.logs import row_of_log

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.store import Store
    from memento_cli.store.git.versions import Blob, Version

OTHER = "MERGE_HEAD"
AGAIN = "`git merge --abort`, and merge again"


def objections_to_merge(store: Store, erased: Erasures) -> Iterator[tuple[str, str]]:
    """The reasons against committing a merge as staged, with the path of each.

    If another git process held a lock, git says "Automatic merge failed" and has merged nothing:
    committing that loses the other side. And an erased memory that our side still has differs only
    from the other side, so the checks of an ordinary commit do not see it.
    """
    changed = _changed(store)
    if not changed:
        return
    with blobs(store.root, store.warn) as blob:
        for each in changed:
            folder, name = os.path.split(each.path)
            lost = len(_lost_ids(each, blob))
            if lost:
                lines = "1 line" if lost == 1 else f"{lost} lines"
                yield each.path, f"lacks {lines} of the other side; {AGAIN}"
            if folder in EVERY and name.endswith(SUFFIX) and each.after.strip("0"):
                for problem in erased_problems(store, erased, each.path, blob(each.after)):
                    yield each.path, problem


def loses_lines(store: Store) -> bool:
    """Whether the merge under way would lose lines of logs."""
    with blobs(store.root, store.warn) as blob:
        return any(_lost_ids(each, blob) for each in _changed(store))


def _changed(store: Store) -> list[Version]:
    """The staged files that differ from the other side; none if no merge is under way."""
    merging = not run_git(store.root, "rev-parse", "--verify", "--quiet", OTHER).code
    return staged_versions(store.root, OTHER) if merging else []


def _lost_ids(version: Version, blob: Blob) -> set[str]:
    """The ids of lines that a log has lost; lines blanked by an erasure keep their ids."""
    if not (version.path.partition("/")[0] in LOGS and version.path.endswith(LOG)):
        return set()
    before, after = ({*blob(id).split(b"\n")} for id in (version.before, version.after))
    gone = _ids(before - after)
    return gone - _ids(after) if gone else gone


def _ids(rows: set[bytes]) -> set[str]:
    return {line.id for row in rows if row and (line := row_of_log(row))}
