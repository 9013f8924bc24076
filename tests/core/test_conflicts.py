"""What may contradict what, by words alone."""

from __future__ import annotations

import pytest

from memento_cli.core.tidy.conflicts import likely_pairs
from tests.conformance.stores import memory

PAIRS = [
    ("Decided to use SQLite for memory", "Decided to use PocketBase for memory", True),
    ("The deploy takes 5 minutes", "The deploy takes 20 minutes", True),
    ("I like coffee in the morning", "I don't like coffee in the morning", True),
    ("Alex lives in Lisbon now", "Alex lives in Lisbon now", False),
    ("Decided to use SQLite for memory", "The cat sleeps on the roof", False),
    ("Met Viktor", "Met Priya", False),
    ("Use SQLite for memory", "Use SQLite for memory, and Redis for queues and caches", False),
    ("", "", False),
]


@pytest.mark.parametrize(("one", "other", "expected"), PAIRS)
def test_the_same_frame_with_another_word_or_a_not_may_contradict(
    one: str, other: str, expected: bool
) -> None:
    """In either order; what says more, less, or something else does not."""
    for first, second in ((one, other), (other, one)):
        found = likely_pairs(
            [memory("a", summary=first or "-"), memory("b", summary=second or "-")]
        )
        assert bool(list(found)) is expected


def test_only_memories_of_one_person_and_kind_are_compared() -> None:
    """What others think is no contradiction."""
    one = memory("a", summary="Decided to use SQLite for memory")
    other = memory("b", summary="Decided to use PocketBase for memory")
    assert [pair.apart for pair in likely_pairs([one, other])] == [("pocketbase", "sqlite")]
    assert not list(likely_pairs([one, other._replace(person="ctx://person/viktor")]))
    assert not list(likely_pairs([one, other._replace(kind="semantic")]))
