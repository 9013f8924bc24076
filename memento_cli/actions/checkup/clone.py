"""What `doctor` tells of the git clone that a store is in."""

from __future__ import annotations

import os
from collections.abc import Iterator

from memento_cli.actions.checkup.findings import Case, noted
from memento_cli.actions.git.setup import is_set_up
from memento_cli.errors import BadData, Failed
from memento_cli.store.files import read_regular
from memento_cli.store.git import asked
from memento_cli.store.merge import START
from memento_cli.store.place import FILE
from memento_cli.store.store import Store


def clone_cases(store: Store) -> Iterator[Case]:
    """Whether git knows how to merge here, and what it takes for a conflict that is none now."""
    try:
        unmerged = asked(store.root, "ls-files", "--unmerged", "-z")
    except Failed:  # no git, so no clone
        return
    if unmerged.code:
        return
    if not is_set_up(store) and asked(store.root, "ls-files", "--", FILE).out:
        problem = "is kept in git, which in this clone merges it by lines and checks no commit"
        yield noted(store.root, problem, "`memento git setup`, once in each clone")
    entries = filter(None, unmerged.out.split(b"\0"))
    for name in sorted({entry.partition(b"\t")[2] for entry in entries}):
        path = os.path.join(store.root, os.fsdecode(name))
        if not _has_markers(path):
            yield noted(
                path, "git takes it for a conflict still", "`git add` it, then `git commit`"
            )


def _has_markers(path: str) -> bool:
    try:
        return START.encode() in read_regular(path)
    except FileNotFoundError:
        return False
    except (OSError, BadData):
        return True
