"""The vectors of questions, kept in the bench's own folder: a provider is asked for them once."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING

from memento_cli.actions.vectors.batches import Batches
from memento_cli.actions.vectors.embedding import Embedder, may_leave
from memento_cli.core.vectors.texts import MOST_CHARACTERS, QUERY, text_key
from memento_cli.index.vectors.spaces import is_same_model

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from memento_cli.actions.vectors.embedding import Embedded
    from memento_cli.core.recall.query import Query
    from memento_cli.index.vectors.spaces import Space

TIMED = 20


class Asking(Embedder):
    """An embedder that takes every text for a question, so that many go in a batch."""

    def embed(self, texts: Sequence[str], kind: str, seconds: float) -> Embedded:
        """The rows of questions, whatever kind is asked for."""
        return super().embed(texts, QUERY, seconds)


class Questions:
    """The rows of questions by the keys of their texts, of one embedder and one model."""

    def __init__(self, folder: str, embedder: Embedder) -> None:
        self._embedder = embedder
        self._path = os.path.join(folder, f"questions-{embedder.settings_key.hex()}.json")
        self.rows: dict[bytes, bytes] = {}
        self._probe = b""
        if os.path.exists(self._path):
            with open(self._path, encoding="utf-8") as file:
                kept = json.load(file)
            self._probe = bytes.fromhex(kept["probe"])
            self.rows = {bytes.fromhex(key): bytes.fromhex(row) for key, row in kept["rows"]}

    def missing(self, queries: Iterable[Query]) -> list[str]:
        """The texts, each once, that have no row yet and may be sent."""
        texts = dict.fromkeys(filter(None, map(text_of, queries)))
        return [
            text
            for text in texts
            if text_key(text) not in self.rows and may_leave(self._embedder, text)
        ]

    def ask(self, queries: Sequence[Query], space: Space, tick: Callable[[], None]) -> None:
        """Ask the provider for what is missing, and keep it; of another model nothing is known.

        ProviderFault if the provider fails: what it gave until then is kept.
        """
        if self._probe and not is_same_model(self._probe, space.probe):
            self.rows.clear()
        self._probe = space.probe
        batches = Batches(Asking(*self._embedder), time.sleep, lambda seconds, why: None)
        try:
            for texts, embedded in batches.embedded(self.missing(queries)):
                pairs = zip(map(text_key, texts), embedded.rows, strict=True)
                self.rows |= {key: row for key, row in pairs if any(row)}
                for _ in texts:
                    tick()
        finally:
            self._save()

    def _save(self) -> None:
        rows = [(key.hex(), row.hex()) for key, row in self.rows.items()]
        with open(self._path, "w", encoding="utf-8") as file:
            json.dump({"probe": self._probe.hex(), "rows": rows}, file)


def text_of(query: Query) -> str:
    """What a provider is asked for a query."""
    return " ".join(query.sought)[:MOST_CHARACTERS].strip()


def milliseconds_a_question(embedder: Embedder, texts: Sequence[str]) -> list[float]:
    """What the provider takes for questions that come one by one, in milliseconds, falling."""
    taken = list[float]()
    for text in texts[:TIMED]:
        start = time.perf_counter()
        embedder.embed([text], QUERY, embedder.settings.timeout_seconds)
        taken.append((time.perf_counter() - start) * 1000)
    return sorted(taken, reverse=True)
