"""Which memories are cards, what they ask, and in which order."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import inf, nan
from typing import Any

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.fading.review import (
    RATINGS,
    RECALL,
    TRUTH,
    Card,
    Reviews,
    Schedule,
    card_of,
    due_at,
    faces,
    in_order,
    is_card,
    keys_of,
    rated,
    recall_probability,
    schedule_of,
    simple_intervals,
    spaced_recall_probability,
)
from memento_cli.core.memory.memory import KINDS, Content, Memory
from memento_cli.errors import BadTime, BadValue
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


ratings = st.sampled_from(RATINGS)
gaps = st.one_of(st.floats(0, 2), st.floats(0, 4000))
reviews = st.lists(st.tuples(gaps, ratings), min_size=1, max_size=12)
schedules = st.builds(
    Schedule,
    due=st.integers(-4000, 4000).map(day),
    last=st.integers(-4000, 4000).map(day),
    state=st.sampled_from(["learning", "review", "relearning"]),
    step=st.integers(0, 100),
    stability=st.floats(5e-324, 1e9, exclude_min=False),
    difficulty=st.floats(1, 10),
).map(lambda one: one._replace(step=None) if one.state == "review" else one)


def reviewed_card(history: list[tuple[float, str]]) -> list[Schedule]:
    """The schedules after each review, so many days after the one before it."""
    now, schedule, found = START, None, []
    for days, rating in history:
        now += timedelta(days=days)
        schedule = rated(schedule, rating, now)
        found.append(schedule)
    return found


@given(reviews, gaps)
def test_it_is_what_the_library_says(history: list[tuple[float, str]], later: float) -> None:
    """Review by review, through the file's keys and back, all is as py-fsrs itself has it."""
    scheduler = fsrs.Scheduler(enable_fuzzing=False)
    card, now, schedule = fsrs.Card(card_id=1, due=START), START, None
    for days, rating in history:
        now += timedelta(days=days)
        card, _ = scheduler.review_card(card, fsrs.Rating[rating.capitalize()], now)
        schedule = rated(schedule and schedule_of(keys_of(schedule)), rating, now)
        assert schedule.due == card.due and schedule.last == card.last_review == now
        assert (schedule.state, schedule.step) == (card.state.name.lower(), card.step)
        assert (schedule.stability, schedule.difficulty) == (card.stability, card.difficulty)
        then = now + timedelta(days=later)
        expected = scheduler.get_card_retrievability(card, then)
        assert recall_probability(schedule, then) == pytest.approx(expected, abs=1e-12)


@given(schedules, ratings)
def test_any_schedule_that_a_file_may_say_can_be_reviewed(one: Schedule, rating: str) -> None:
    """Whatever numbers stand in a file, also of a wrong clock, a review makes sound ones."""
    after = rated(one, rating, START)
    assert after.last == START < after.due
    assert 0 < after.stability <= 1e9 and 1 <= after.difficulty <= 10
    assert rated(one, rating, START) == after
    assert 0 <= recall_probability(one, START) <= 1


@given(reviews, st.lists(gaps, min_size=2, max_size=2).map(sorted))
def test_waiting_never_brings_recall_back(
    history: list[tuple[float, str]], later: list[float]
) -> None:
    """The probability of recall is 1 at the review, 0.9 at the stability, and only falls."""
    last = reviewed_card(history)[-1]
    sooner, still_later = (
        recall_probability(last, last.last + timedelta(days=days)) for days in later
    )
    assert 1 >= sooner >= still_later > 0
    whole = last._replace(stability=float(max(1, round(last.stability))))
    assert recall_probability(last, last.last) == 1
    assert recall_probability(whole, last.last + timedelta(days=whole.stability)) == pytest.approx(
        0.9
    )


@given(reviews)
def test_a_better_answer_is_never_due_sooner(history: list[tuple[float, str]]) -> None:
    """Of one card at one moment, each better answer brings it back no sooner."""
    last = reviewed_card(history)[-1]
    dues = [rated(last, rating, last.due).due for rating in RATINGS]
    assert dues == sorted(dues)


@given(reviews, st.floats(0.7, 0.99))
def test_who_wants_to_forget_less_is_asked_sooner(
    history: list[tuple[float, str]], retention: float
) -> None:
    """A wanted retention changes when a card is due, and nothing that is known of it."""
    last = reviewed_card(history)[-1]
    one, other = (rated(last, "good", last.due, share) for share in (retention, 0.7))
    assert one.due <= other.due and one._replace(due=other.due) == other


def test_a_session_of_learning() -> None:
    """A new card comes back in minutes, then days, then weeks; forgotten, in minutes again."""
    days = [0.0, 0.01, 2.0, 11.0, 40.0]
    ratings = ["good", "good", "good", "good", "again"]
    found = reviewed_card(list(zip(days, ratings, strict=True)))
    waits = [schedule.due - schedule.last for schedule in found]
    minute = timedelta(minutes=1)
    assert waits[0] == 10 * minute and waits[-1] == 10 * minute
    assert timedelta(days=2) <= waits[1] <= timedelta(days=3) < waits[2] < waits[3]
    assert [one.state for one in found] == ["learning", *["review"] * 3, "relearning"]


def test_what_lacks_a_part_begins_anew() -> None:
    """A schedule that somebody took a part out of is none; without a due time it is due at once."""
    keys = keys_of(rated(None, "easy", START))
    for name in ("last", "state", "stability", "difficulty"):
        assert schedule_of(keys | {f"memory.review.{name}": None}) is None
    undated = schedule_of(keys | {"memory.review.due": None})
    assert undated is not None and undated.due == START
    learning = keys_of(rated(None, "good", START)) | {"memory.review.step": None}
    stepless = schedule_of(learning)
    assert stepless is not None and stepless.step == 0
    assert schedule_of({}) is None


def test_the_edges_of_ratings() -> None:
    """Another word is no rating, and nothing is due after the end of the calendar."""
    with pytest.raises(BadValue, match="a rating cannot be 'fine'"):
        rated(None, "fine", START)
    last_day = datetime(9999, 12, 31, 23, 59, tzinfo=UTC)
    with pytest.raises(BadTime, match="outside the calendar"):
        rated(None, "easy", last_day)


parts = st.floats(0, 1)


@pytest.mark.parametrize("interval", [0, -1, nan, inf])
def test_impossible_intervals(interval: float) -> None:
    """An interval is a finite number of days above 0."""
    with pytest.raises(BadValue, match="interval"):
        spaced_recall_probability(1, interval)


def test_nothing_is_forgotten_before_a_review() -> None:
    """Time before the last review counts as no time."""
    assert spaced_recall_probability(-5, 7) == spaced_recall_probability(0, 7) == 1


@given(parts, parts, st.integers(0, 12))
def test_simple_intervals_begin_alike(importance: float, usage: float, reviews: int) -> None:
    """Any simple schedule begins with 1 and 6 days, and never becomes denser."""
    days = simple_intervals(importance, usage, reviews)
    assert len(days) == reviews and days[:2] == [1, 6][:reviews]
    assert days == sorted(days)
