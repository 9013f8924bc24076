"""A ranking of texts that are no memories, by the same theory: words, their forms, what is rare."""

from __future__ import annotations

from memento_cli.core.recall.passages import passage
from memento_cli.core.recall.query_parser import joined, words_in
from memento_cli.index.database.temporary import temporary_index
from memento_cli.index.recall.finding import hits_of, matching

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from memento_cli.store.directory.store import Store


def ranked_among(
    store: Store, texts: Mapping[str, tuple[str, datetime]], question: str, now: datetime
) -> dict[str, float]:
    """The scores, 0 to 1, of the texts that a question finds, the best first.

    Each text is given under its id, with when it was written. All of the question is words.
    """
    query = joined(words_in(question)).query
    if not texts or not query.sought:
        return {}
    passages = [passage(id, text, at, source="kv") for id, (text, at) in texts.items()]
    with temporary_index(store, passages, now) as index:
        finding = matching(index, query, store.settings.scheme)
        return {hit.id: hit.score for hit in hits_of(index, finding, finding.rows)}
