"""Many texts are embedded in batches that the provider takes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from memento_cli.actions.vectors.batches import MOST_TRIES, Batches
from memento_cli.actions.vectors.embedding import embedder_of
from memento_cli.actions.vectors.providers.provider import ProviderFault
from memento_cli.core.vectors.texts import DOCUMENT
from tests.vectors.settings import settings_with
from tests.vectors.stub_server import StubServer, stub_server

TEXTS = [f"Memory {number} of a car" for number in range(150)]


@pytest.fixture
def stub() -> Iterator[StubServer]:
    """A server that embeds, with few numbers a vector."""
    with stub_server(dims=16) as server:
        yield server


class Filling:
    """Texts embedded by a server: the rows by text, the waits, and the sizes of requests."""

    def __init__(self, stub: StubServer, timeout_seconds: float = 5) -> None:
        self.stub = stub
        made = embedder_of(settings_with(url=stub.url, model="m", timeout_seconds=timeout_seconds))
        assert made is not None
        self.embedder = made
        self.waits: list[tuple[float, str]] = []
        self.slept: list[float] = []
        self.rows: list[tuple[str, bytes]] = []

    def fill(self, texts: list[str]) -> None:
        """Embed the texts."""
        batches = Batches(
            self.embedder,
            self.slept.append,
            lambda seconds, why: self.waits.append((seconds, why.message)),
        )
        for part, embedded in batches.embedded(texts):
            self.rows += zip(part, embedded.rows, strict=True)

    @property
    def sizes(self) -> list[int]:
        """How many texts each request had, without the probe."""
        return [len(request.texts) - 1 for request in self.stub.requests]

    def is_right(self, texts: list[str]) -> bool:
        """Whether each text has its row, once and in order."""
        rows = self.embedder.embed(texts, DOCUMENT, 10).rows
        return self.rows == list(zip(texts, rows, strict=True))


def test_batches(stub: StubServer) -> None:
    """Texts go in batches of 64, and each gets its row."""
    filling = Filling(stub)
    filling.fill(TEXTS)
    assert filling.sizes == [64, 64, 22]
    assert filling.is_right(TEXTS) and not filling.waits


def test_a_small_server(stub: StubServer) -> None:
    """A server that takes few texts at once gets few."""
    stub.most_texts = 20
    filling = Filling(stub)
    filling.fill(TEXTS)
    assert sum(size for size in filling.sizes if size < 20) == len(TEXTS)
    stub.most_texts = 1000
    assert filling.is_right(TEXTS) and not filling.waits


def test_a_long_text(stub: StubServer) -> None:
    """One text that is too long is cut until the server takes it, and costs the others nothing."""
    stub.most_characters = 1000
    texts = [*TEXTS[:10], "long " * 500, *TEXTS[10:]]
    filling = Filling(stub)
    filling.fill(texts)
    assert [text for text, _ in filling.rows] == texts
    assert filling.sizes[-1] > 32 and not filling.waits
    cut = next(text for text in texts if len(text) > 1000)[:625]
    assert filling.rows[10][1] == filling.embedder.embed([cut], DOCUMENT, 10).rows[0]


def test_a_text_that_never_fits(stub: StubServer) -> None:
    """A short text that is still refused ends it, and what came before is there."""
    stub.most_characters = 100
    filling = Filling(stub)
    with pytest.raises(ProviderFault, match="context length"):
        filling.fill([TEXTS[0], "x" * 150])
    assert [text for text, _ in filling.rows] == TEXTS[:1]


@pytest.mark.parametrize(
    ("fault", "seconds"), [("busy", 1.0), ("busy until", 3.0), ("broken", 1.0), ("close", 1.0)]
)
def test_what_passes(stub: StubServer, fault: str, seconds: float) -> None:
    """A server that wants a pause gets it, and whoever waits is told why and for how long."""
    stub.fault(fault, times=1)
    filling = Filling(stub)
    filling.fill(TEXTS)
    assert filling.slept == [seconds] == [wait for wait, _ in filling.waits]
    assert stub.url in filling.waits[0][1]
    assert filling.is_right(TEXTS)


def test_what_lasts(stub: StubServer) -> None:
    """After six failures in a row, each after a longer pause, it is given up."""
    stub.fault("broken")
    filling = Filling(stub)
    with pytest.raises(ProviderFault, match="500"):
        filling.fill(TEXTS)
    assert filling.slept == [1.0, 2.0, 4.0, 8.0, 16.0]
    assert len(stub.requests) == MOST_TRIES


@pytest.mark.parametrize("fault", ["busy for long", "no model", "garbage", "redirect"])
def test_what_does_not_pass(stub: StubServer, fault: str) -> None:
    """Nothing is asked twice of a server that is out of quota for a day, or answers nonsense."""
    filling = Filling(stub)
    stub.fault(fault)
    with pytest.raises(ProviderFault):
        filling.fill(TEXTS)
    assert not filling.slept and len(stub.requests) == 1


def test_a_slow_server(stub: StubServer) -> None:
    """A batch that took too long is halved, and so are those after it."""
    stub.fault("slow", times=1)
    filling = Filling(stub, timeout_seconds=0.05)  # 0.6 s a batch
    filling.fill(TEXTS)
    assert filling.sizes == [64, 32, 32, 32, 32, 22]
    assert filling.is_right(TEXTS) and filling.slept == [1.0]
