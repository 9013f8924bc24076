"""Which memories are cards, what they ask, and in which order."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.fading.review import (
    RECALL,
    TRUTH,
    Card,
    Reviews,
    card_of,
    due_at,
    faces,
    in_order,
    is_card,
)
from memento_cli.core.fading.schedule import RATINGS, keys_of, rated
from memento_cli.core.memory.memory import KINDS, Content, Memory
from tests.core.values import START, day, memory

QUESTION = "memory.review.question"


def reviewed(rating: str, on: float = 0, **facts: Any) -> Memory:
    """An important semantic memory that was reviewed once, on that day."""
    usual: dict[str, Any] = {"kind": "semantic", "importance": 0.8}
    return memory(more=keys_of(rated(None, rating, day(on))), **usual | facts)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("importance", [0.0, 0.69, 0.7, 1.0])
def test_important_knowledge_is_a_card(kind: str, importance: float) -> None:
    """Semantic and procedural memories from the importance on are cards, and all with questions."""
    one = memory(kind=kind, importance=importance)
    assert is_card(one) == (kind in ("semantic", "procedural") and importance >= 0.7)
    assert is_card(one._replace(more={QUESTION: "Where?"}))
    assert not is_card(memory(kind=kind, importance=importance, more={QUESTION: ""}), Reviews(1.1))


def test_a_new_card_waits_a_day() -> None:
    """What was recorded just now is not asked yet; from the next day on it is, until reviewed."""
    fresh = memory(kind="semantic", importance=0.8)
    assert due_at(fresh) == day(1)
    assert [card_of(fresh, day(at)).asks for at in (0, 0.99, 1, 30)] == [(), (), *[(RECALL,)] * 2]
    assert card_of(fresh, day(30)).recall is None
    after = reviewed("easy", on=1)
    assert card_of(after, day(2)).asks == () and card_of(after, day(100)).asks == (RECALL,)


def test_a_due_time_in_the_file_counts() -> None:
    """Who sets the due time by hand postpones a card, be it new or not."""
    due = {"memory.review.due": day(50)}
    for one in (memory(more=due), memory(more=dict(reviewed("good").more) | due)):
        assert card_of(one, day(49)).asks == () and card_of(one, day(50)).asks == (RECALL,)


def test_the_last_day_of_the_calendar() -> None:
    """A memory of the last day there is is due at once."""
    last = datetime(9999, 12, 31, 12, tzinfo=UTC)
    assert due_at(memory(created=last)) == last


@pytest.mark.parametrize(
    ("facts", "asked"),
    [
        ({"kind": "semantic"}, True),
        ({"kind": "procedural"}, True),
        ({"kind": "episodic", "more": {QUESTION: "Where?"}}, False),
        ({"kind": "semantic", "more": {"memory.review.confirmed": day(1)}}, True),
        ({"kind": "semantic", "more": {"memory.review.confirmed": day(100)}}, False),
        ({"kind": "semantic", "more": {"memory.review.confirmed": day(-100)}}, True),
        ({"kind": "semantic", "more": {"memory.about.year_start": 2018}}, False),
        ({"kind": "semantic", "more": {"memory.about.end": day(400)}}, True),
    ],
)
def test_old_knowledge_asks_whether_it_is_still_true(facts: dict[str, Any], asked: bool) -> None:
    """Knowledge that nobody confirmed for so long asks, but not of a time that is over."""
    one = memory(importance=0.8, **facts)
    assert (TRUTH in card_of(one, day(182)).asks) == asked
    assert TRUTH not in card_of(one, day(179)).asks
    assert TRUTH not in card_of(one, day(182), Reviews(confirm_after_days=1000)).asks


def test_the_most_forgotten_comes_first() -> None:
    """Before new cards, the more important ones first, comes what is most probably forgotten."""
    kind = {"kind": "semantic", "importance": 0.8}
    confirmed = {"memory.review.confirmed": day(300)}
    doubtful = dict(reviewed("easy", 299).more)
    here = [
        memory("later", **kind, more=confirmed | {"memory.review.due": day(400)}),
        memory("soon", **kind, more=confirmed | {"memory.review.due": day(350)}),
        memory("true?", **kind, more=doubtful),
        memory("new", **kind, created=day(200)),
        memory("new and important", **kind | {"importance": 0.9}, created=day(250)),
        reviewed("good", 290)._replace(id="half forgotten"),
        reviewed("good", 200)._replace(id="forgotten"),
    ]
    cards = in_order(card_of(one, day(300)) for one in here)
    assert [card.memory.id for card in cards] == [
        "forgotten", "half forgotten", "new and important", "new", "true?", "soon", "later",
    ]  # fmt: skip


cards = st.builds(
    lambda id, due, recall, asks: Card(memory(str(id)), day(due), recall, asks),
    st.integers(0, 99), st.floats(0, 900), st.none() | st.floats(0, 1),
    st.sampled_from([(), (RECALL,), (TRUTH,), (RECALL, TRUTH)]),
)  # fmt: skip


@given(st.lists(cards, unique_by=lambda card: card.memory.id), st.randoms(use_true_random=False))
def test_the_order_is_one(some: list[Card], random: Any) -> None:
    """Cards come in one order, however they were found: what asks now before what does not."""
    shuffled = random.sample(some, len(some))
    ordered = in_order(some)
    assert in_order(shuffled) == ordered
    assert [bool(card.asks) for card in ordered] == sorted(
        (bool(c.asks) for c in some), reverse=True
    )


@given(st.sampled_from(RATINGS), st.floats(0, 4000), st.floats(0, 4000))
def test_a_card_is_due_from_some_moment_on(rating: str, one: float, other: float) -> None:
    """Once a card asks, it goes on asking until it is reviewed, and is recalled less and less."""
    card = reviewed(rating)
    earlier, later = (card_of(card, day(at)) for at in sorted((one, other)))
    assert set(earlier.asks) <= set(later.asks)
    assert earlier.recall is not None and later.recall is not None
    assert earlier.recall >= later.recall


@pytest.mark.parametrize(
    ("question", "detail", "shown"),
    [
        (None, "", ("A memory", "")),
        (None, "More", ("A memory", "More")),
        ("What?", "", ("What?", "A memory")),
        ("What?", "More", ("What?", "A memory\nMore")),
    ],
)
def test_faces(question: str | None, detail: str, shown: tuple[str, str]) -> None:
    """A question hides all that the memory says; without one the summary hides the detail."""
    more = {QUESTION: question} if question else {}
    assert faces(memory(content=Content("A memory", detail), more=more)) == shown
    assert due_at(memory(created=START)) == day(1)


def test_of_a_short_card_half_is_asked() -> None:
    """A memory that is one sentence shows half of its words, unless they are too few to ask."""
    whole, short = "The build server is called ibis", "Ask Mei first"
    assert faces(memory(content=Content(whole))) == ("The build server …", whole)
    assert faces(memory(content=Content(short))) == (short, "")
