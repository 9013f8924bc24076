"""Leaving a provider alone for a minute after it did not answer, in every process of this user."""

from __future__ import annotations

import time

from memento_cli.index.database.database import meta, set_meta

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.index.vectors.vectors import VectorIndex

PAUSE_SECONDS = 60.0
AWAY = "away"
"""The key in the cache's own table: which provider is left alone, and until when."""


def is_away(vectors: VectorIndex, key: bytes) -> bool:
    """Whether the provider with this key (`Embedder.key`) failed less than a minute ago."""
    kept = meta(vectors.database, AWAY)
    if not isinstance(kept, bytes) or not kept.startswith(key):
        return False
    until = int.from_bytes(kept[len(key) :])
    return 0 < until - time.time() <= PAUSE_SECONDS + 1  # else the clock was set meanwhile


def note_away(vectors: VectorIndex, key: bytes) -> None:
    """Leave the provider with this key alone for the next minute."""
    until = int(time.time() + PAUSE_SECONDS)
    set_meta(vectors.database, AWAY, key + until.to_bytes(8))


def note_back(vectors: VectorIndex) -> None:
    """Ask the provider again, as it has just answered."""
    if meta(vectors.database, AWAY):
        set_meta(vectors.database, AWAY, b"")
