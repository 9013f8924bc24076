"""FSRS's schedule of a card."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.fading.schedule import (
    RATINGS,
    Schedule,
    keys_of,
    rated,
    recall_probability,
    schedule_of,
)
from memento_cli.errors import BadTime, BadValue
from tests.core.values import START, day

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


def reviewed(history: list[tuple[float, str]]) -> list[Schedule]:
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
    last = reviewed(history)[-1]
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
    last = reviewed(history)[-1]
    dues = [rated(last, rating, last.due).due for rating in RATINGS]
    assert dues == sorted(dues)


@given(reviews, st.floats(0.7, 0.99))
def test_who_wants_to_forget_less_is_asked_sooner(
    history: list[tuple[float, str]], retention: float
) -> None:
    """A wanted retention changes when a card is due, and nothing that is known of it."""
    last = reviewed(history)[-1]
    one, other = (rated(last, "good", last.due, share) for share in (retention, 0.7))
    assert one.due <= other.due and one._replace(due=other.due) == other


def test_a_session_of_learning() -> None:
    """A new card comes back in minutes, then days, then weeks; forgotten, in minutes again."""
    days = [0.0, 0.01, 2.0, 11.0, 40.0]
    ratings = ["good", "good", "good", "good", "again"]
    found = reviewed(list(zip(days, ratings, strict=True)))
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
