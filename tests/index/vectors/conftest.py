"""An open cache of vectors, and both ways of searching it."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from memento_cli import Store
from memento_cli.index.vectors.scan import engine
from memento_cli.index.vectors.spaces import Space
from memento_cli.index.vectors.vectors import VectorIndex, open_vectors
from tests.index.vectors.helpers import PROBE_ROW, SETTINGS, TEXTS, made_of


@pytest.fixture
def vectors(store: Store) -> Iterator[VectorIndex]:
    """The vectors of a store, with none in them."""
    with open_vectors(store.root, make=True) as opened:
        assert opened
        yield opened


@pytest.fixture
def space(vectors: VectorIndex) -> Space:
    """A space with a vector of each text, of which memory `id-0` has the first and so on."""
    space = vectors.make_space(SETTINGS, PROBE_ROW, "model")
    vectors.add(space, made_of((f"id-{number}", text) for number, text in enumerate(TEXTS)))
    return space


@pytest.fixture(params=["simsimd", "signs"])
def scanned_by(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """With `simsimd`, and as if it were not installed."""
    if request.param == "signs":
        monkeypatch.setitem(sys.modules, "simsimd", None)
    else:
        pytest.importorskip("simsimd")
    engine.cache_clear()
    yield request.param
    engine.cache_clear()
