"""Questions of known answers about a user's own memories, made of the memories' own words.

They flatter nobody, least of all meaning: every word of a question is in the memory that is looked
for. A `sentence` is one of its detail; a `blurred` question is its summary without the third of its
words that the fewest memories have, as one who remembers what it was about, and not its names.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from memento_cli.actions.memory.list import list_memories
from memento_cli.actions.vectors.embedding import may_leave
from memento_cli.core.recall.query import Query
from memento_cli.core.text.words import whole
from memento_cli.index.database.index import index_of
from memento_cli.index.vectors.memory_texts import texts_of_ids
from tests.bench.sets import Document, Question, Set

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from memento_cli.actions.vectors.embedding import Embedder
    from memento_cli.store.directory.store import Store

SENTENCE, BLURRED = "sentence", "blurred"
MOST_QUESTIONS = 300
FEWEST_WORDS = 4
LEFT_OUT = 3
"""One word of so many is left out of a blurred question."""
END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")


def own_sets(store: Store, embedder: Embedder, now: datetime) -> dict[str, Set]:
    """The questions about the memories of a store, at most 300 of each kind, evenly spaced.

    A memory that may not be sent to the provider is not asked for, as the question would tell it.
    """
    listed = list_memories(store, Query(), now).hits
    with index_of(store) as index:
        memories = texts_of_ids(index.database, [hit.memory.id for hit in listed])
    documents = tuple(Document(one.id, one.text) for one in memories)
    open_ones = [one for one in memories if may_leave(embedder, one.words, one.privacy)]
    known = Counter(word for one in memories for word in {*_words(one.text)})
    asked = {
        SENTENCE: [(one.id, sentence_of(one.detail)) for one in open_ones],
        BLURRED: [(one.id, blurred(one.summary, known)) for one in open_ones],
    }
    return {
        kind: Set(documents, _questions(pairs), now, literal=True) for kind, pairs in asked.items()
    }


def sentence_of(detail: str) -> str:
    """The longest sentence of a detail; "" if it has none of four words or more."""
    sentences = [part.strip() for part in END.split(detail)]
    telling = [one for one in sentences if len(whole(one)) >= FEWEST_WORDS]
    return max(telling, key=len, default="")


def blurred(summary: str, known: Mapping[str, int]) -> str:
    """The words of a summary without the third that is `known` to the fewest memories; "" of fewer
    than four words."""
    words = whole(summary)
    if len(words) < FEWEST_WORDS:
        return ""
    by_rarity = sorted({*_words(summary)}, key=lambda word: (known.get(word, 0), word))
    rare = {*by_rarity[: len(by_rarity) // LEFT_OUT]}
    return " ".join(word for word in words if word.lower() not in rare)


def _words(text: str) -> list[str]:
    return [word.lower() for word in whole(text)]


def _questions(pairs: Sequence[tuple[str, str]]) -> tuple[Question, ...]:
    questions = [Question(text, frozenset({id})) for id, text in pairs if text]
    return tuple(questions[:: max(1, -(-len(questions) // MOST_QUESTIONS))])
