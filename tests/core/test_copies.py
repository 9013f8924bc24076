"""copies: what was kept twice, and what only looks so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.fading.laws import HALF_LIFE, Law
from memento_cli.core.fading.strength import Fade
from memento_cli.core.memory.memory import Content, Link, Memory, Tags, strength_from
from memento_cli.core.tidy.copies import copies, merged_memory

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def memory(id: str, summary: str, hours: float = 0, **facts: object) -> Memory:
    created = NOW + timedelta(hours=hours)
    made = Memory(
        id, "p", created, Content(summary), strength_from(1.0, created), Fade(Law(HALF_LIFE, 90))
    )
    return made._replace(**facts)


def told(*memories: Memory) -> list[tuple[str, list[str], bool]]:
    return [
        (one.kept.id, [other.id for other in one.others], one.exact) for one in copies(memories)
    ]


def test_the_same_words_are_an_exact_copy() -> None:
    """Capitals and white space make no other memory, and the older one stays."""
    assert told(memory("b", "Led the review", 1), memory("a", "led  the REVIEW")) == [
        ("a", ["b"], True)
    ]


@pytest.mark.parametrize(
    "other",
    [
        memory("b", "Led the review", 13),
        memory("b", "Led the review", kind="semantic"),
        memory("b", "Led the review", person="q"),
        memory("b", "Led the review", project="x"),
        memory("b", "Led the review", privacy="team"),
        memory("b", "Led the review", tags=Tags(outcome="negative")),
        memory("b", "Led the review", content=Content("Led the review", "alone")),
        memory("b", "Led no review"),
    ],
)
def test_what_is_of_another_time_or_kind_is_no_copy(other: Memory) -> None:
    """Only what says the same in every respect, and of one time, is kept twice."""
    assert told(memory("a", "Led the review"), other) == []


def test_knowledge_is_the_same_at_any_time() -> None:
    """What holds is a copy however much later it was said again."""
    later = memory("b", "Alex likes tea", 9999, kind="semantic")
    assert told(memory("a", "Alex likes tea", kind="semantic"), later) == [("a", ["b"], True)]


def test_the_longer_of_near_copies_stays() -> None:
    """A copy says nothing that the one that stays does not say."""
    long = memory("b", "Led the big OAuth2 design review of the payouts", 1)
    short = memory("a", "Led the OAuth2 design review of the payouts")
    assert told(short, long) == [("b", ["a"], False)]


def test_another_number_is_no_copy() -> None:
    """Two that say a different number are two."""
    words = "Ran {} km with Ana along the river and over the old bridge"
    assert told(memory("a", words.format(5)), memory("b", words.format(10))) == []


def test_what_is_pinned_stays() -> None:
    """What is pinned is the one that stays, and a second pinned one is not touched."""
    pinned = memory("b", "Led the review", 1, pinned=True)
    assert told(memory("a", "Led the review"), pinned) == [("b", ["a"], True)]
    assert told(memory("a", "Led the review", pinned=True), pinned) == []


def test_what_was_used_most_stays() -> None:
    """Of equals the one that was used most stays."""
    used = memory("b", "Led the review", 1, strength=strength_from(1.0, NOW, 4))
    assert told(memory("a", "Led the review"), used) == [("b", ["a"], True)]


def test_what_stays_has_the_tags_and_links_of_all() -> None:
    """Topics, people and links are united, but for links among them, and it is linked to each;
    words are not touched."""
    one = memory("a", "x", tags=Tags(("t",), ("u",)), links=(Link("cause_of", "b"),))
    other = memory("b", "y", tags=Tags(("v", "t"), ("w",)), links=(Link("cause_of", "c"),))
    whole = merged_memory(one, [other])
    assert whole.tags == Tags(("t", "v"), ("u", "w"))
    assert whole.links == (Link("cause_of", "c"), Link("duplicates", "b"))
    assert whole.content == one.content


@given(st.lists(st.tuples(st.sampled_from(["tea now", "Tea now", "rum"]), st.integers(0, 40))))
def test_each_is_a_copy_once(said: list[tuple[str, int]]) -> None:
    """No memory goes twice, and none goes that another one is merged into."""
    found = list(copies(memory(f"m{n}", *one) for n, one in enumerate(said)))
    gone = [other.id for one in found for other in one.others]
    assert len(gone) == len(set(gone))
    assert not {one.kept.id for one in found} & set(gone)
