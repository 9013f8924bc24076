"""The sets that are asked: which documents and questions, how, and which scores are told."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from memento_cli.actions.recall.find import MEMORIES
from memento_cli.core.memory.record_kinds import EVENTS
from memento_cli.named_tuple import NamedTuple
from tests.bench import sets
from tests.bench.goals import QUALITY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tests.bench.sets import Set

WHOLE, FIRST = ("r5", "r10", "mrr"), ("r5",)


class Trial(NamedTuple):
    """A set that is asked, and which scores are told of it.

    `pooled` asks all its projects at once. The law of forgetting is the default one unless another
    is given, and the questions are asked when the newest document was created, or a year `later`.
    The documents are memories, or, where the `source` is that, events.
    """

    name: str
    load: Callable[[], Set]
    measures: Sequence[str] = WHOLE
    pooled: bool = True
    law: str = ""
    later: bool = False
    source: str = MEMORIES

    @property
    def rows(self) -> list[str]:
        """The names of its rows."""
        return [f"{self.name}.{measure}" for measure in self.measures]


def locomo(folder: str) -> Iterator[Trial]:
    """Turns of dialogues, alone, joined, and whole sessions."""
    name = f"{QUALITY}.locomo"
    turns, sessions = partial(sets.turns, folder), partial(sets.whole_sessions, folder)
    yield Trial(f"{name}.turns", turns, pooled=False)
    yield Trial(f"{name}.events", turns, pooled=False, source=EVENTS)
    for size in sets.MIXED[1:]:
        yield Trial(f"{name}.by{size}", partial(_joined, turns, (size,)), pooled=False)
    yield Trial(f"{name}.mixed", partial(_joined, turns, sets.MIXED), pooled=False)
    yield Trial(f"{name}.sessions.pooled", sessions)
    yield Trial(f"{name}.sessions.own", sessions, pooled=False)


def madial(folder: str) -> Iterator[Trial]:
    """Dialogues that should bring back memories of who speaks."""
    for name in sets.languages(folder, sets.MEMORIES):
        yield Trial(f"{QUALITY}.madial.{name}", partial(sets.dialogues, folder, name), pooled=False)


def multilingual(folder: str) -> Iterator[Trial]:
    """Sentences or paragraphs of many languages."""
    for name in sets.languages(folder):
        yield Trial(f"{QUALITY}.{name}", partial(sets.language, folder, name), FIRST)


def corpora(folder: str) -> Iterator[Trial]:
    """Notes, asked for by their titles."""
    for name in sets.collections(folder):
        yield Trial(f"{QUALITY}.known.{name}", partial(sets.collection, folder, name))


TRIALS: Mapping[str, Callable[[str], Iterator[Trial]]] = {
    "locomo": locomo,
    "madial": madial,
    "multilingual": multilingual,
    "corpora": corpora,
}
"""By the folder of their data."""


def _joined(load: Callable[[], Set], sizes: Sequence[int]) -> Set:
    return sets.joined(load(), sizes)
