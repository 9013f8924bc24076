"""A server of vectors that takes next to no time: the vectors of all texts are among a few."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.vectors.stub_server import StubServer

if TYPE_CHECKING:
    from collections.abc import Sequence

FEW = 64


class QuickServer(StubServer):
    """The stub, with vectors that were made before it was asked."""

    def __init__(self, dims: int) -> None:
        super().__init__(dims)
        random = Random(dims)
        self._few = [[random.uniform(-1, 1) for _ in range(dims)] for _ in range(FEW)]

    def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        """The first for the first text of a request, the probe, and so on."""
        return [self._few[place % FEW] for place in range(len(texts))]
