"""Finding memories by words of their text, for verbs that take an id."""

from __future__ import annotations

from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.text.containing import folded, texts_with_words
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.records.loaded import Broken

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from memento_cli.store.directory.store import Store

SUMMARIES = "SELECT id, summary, '' FROM memory ORDER BY id"
TEXTS = "SELECT id, summary, detail || ' ' || topics || ' ' || people FROM memory ORDER BY id"
NEAR, LIKE_PERCENT = 3, 50


class Named(NamedTuple):
    """A memory's id and summary."""

    id: str
    summary: str


def memories_with_words(
    store: Store, words: str, now: datetime, *, archived: bool = False
) -> list[Named]:
    """The memories whose summaries have all the words, or else those that have them anywhere."""
    rows = _archived(store) if archived else _rows(store, now, SUMMARIES)
    matches = _matching(words, ((id, summary, "") for id, summary, _ in rows))
    return matches or _matching(words, rows if archived else _rows(store, now, TEXTS))


def nearest_summaries(store: Store, words: str, now: datetime) -> list[Named]:
    """The at most three memories whose summaries are most similar to mistyped words."""
    from rapidfuzz import fuzz, process  # only mistyped words need it

    rows = {id: summary for id, summary, _ in _rows(store, now, SUMMARIES)}
    near = process.extract(
        folded(words), rows, scorer=fuzz.partial_ratio, processor=folded,
        score_cutoff=LIKE_PERCENT, limit=NEAR,
    )  # fmt: skip
    return [Named(id, summary) for summary, _, id in near]


def _rows(store: Store, now: datetime, query: str) -> list[tuple[str, str, str]]:
    with open_index(store, now) as index:
        return index.database.execute(query).fetchall()


def _archived(store: Store) -> list[tuple[str, str, str]]:
    return [
        (found.id, found.value.content.summary, found.value.content.detail)
        for found in store.archive.scan()
        if not isinstance(found, Broken)
    ]


def _matching(words: str, rows: Iterable[tuple[str, str, str]]) -> list[Named]:
    texts = ((Named(id, summary), f"{summary} {more}") for id, summary, more in rows)
    return texts_with_words(words, texts)
