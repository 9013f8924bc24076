"""Checks of the cache of vectors, where there is one: rows that are damaged, and texts that no
memory has."""

from __future__ import annotations

import os
from functools import partial

from memento_cli.actions.checkup.findings import fixable, note
from memento_cli.core.vectors.texts import document_text, text_key
from memento_cli.errors import BrokenIndex
from memento_cli.index.database.place import VECTORS, index_folder
from memento_cli.index.vectors.dropping import KEPT_DAYS, drop_broken
from memento_cli.index.vectors.listing import kept_rows, kept_texts
from memento_cli.index.vectors.spaces import all_spaces
from memento_cli.index.vectors.tables import FILL
from memento_cli.index.vectors.vectors import open_vectors
from memento_cli.store.records.loaded import Broken

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.actions.checkup.findings import Cases
    from memento_cli.index.vectors.vectors import VectorIndex
    from memento_cli.store.directory.store import Store


def vector_cases(store: Store) -> Cases:
    """Cases of the vectors of a store, with counts."""
    path = os.path.join(index_folder(store.root), VECTORS)
    if not os.path.lexists(path):
        return
    problems, total, intact, unowned = list[str](), 0, 0, 0
    try:
        with open_vectors(store.root, warn=problems.append) as vectors:
            if vectors:
                total, intact, unowned = _counted(vectors, store)
    except BrokenIndex as fault:  # and they have been dropped
        problems.append(f"{fault.message}; {FILL}")
    for problem in problems:
        yield note(path, problem)
    if total > intact:
        problem = f"{total - intact} of {total} vectors are damaged, and are not used"
        yield fixable(path, problem, f"--fix drops them; {FILL}", partial(_mend, store.root))
    if unowned:
        problem = f"{unowned} of {total} vectors are of texts that no memory has any more"
        advice = f"a fill drops those that nobody has taken back for {KEPT_DAYS} days"
        yield note(path, problem, advice)


def _counted(vectors: VectorIndex, store: Store) -> tuple[int, int, int]:
    """The numbers of vectors: all, those with an intact row, and those whose text no memory has."""
    current, spaces = {*_current_texts(store)}, all_spaces(vectors.database)
    texts = [text for space in spaces for text in kept_texts(vectors, space)]
    intact = sum(1 for space in spaces for _ in kept_rows(vectors, space))
    return len(texts), intact, sum(1 for text in texts if text not in current)


def _current_texts(store: Store) -> Iterator[bytes]:
    """The keys of the texts of all memories and of the archive."""
    for folder in (store.memories, store.archive):
        for record in folder.scan():
            if not isinstance(record, Broken):
                content = record.value.content
                yield text_key(document_text(content.summary, content.detail))


def _mend(root: str) -> None:
    with open_vectors(root) as vectors:
        if vectors:
            for space in all_spaces(vectors.database):
                drop_broken(vectors, space)
