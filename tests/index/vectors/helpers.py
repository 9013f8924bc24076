"""Vectors that are a function of their texts, so that any row can be checked."""

from __future__ import annotations

import random
from collections.abc import Iterable

from memento_cli.core.vectors.texts import PROBE, text_key

DIMS = 24
SETTINGS = b"settings"


def row_of(text: str, dims: int = DIMS) -> bytes:
    """The row of a text: others for each, and in no direction that they share."""
    return random.Random(f"{dims} {text}").randbytes(dims - 1) + b"\x7f"


def made_of(texts: Iterable[tuple[str, str]], dims: int = DIMS) -> list[tuple[str, bytes, bytes]]:
    """What `add` takes, of pairs of a memory's id and its text."""
    return [(id, text_key(text), row_of(text, dims)) for id, text in texts]


PROBE_ROW = row_of(PROBE)
