"""The long mood: bounded, continuous in time, and the same for any order of what was told."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.events.affect import NEUTRAL, Affect, Vad
from memento_cli.core.events.mood import (
    DAY_SECONDS,
    HOUR_SECONDS,
    SHORT_SIGNS,
    Felt,
    Mood,
    approach,
    decay_factor,
    follow_rate,
    latest_felt,
    mood_curve,
    mood_moved_by,
    moods_after,
    severity,
    shock_follow_rate,
    shock_half_life,
    takes_text,
)
from memento_cli.core.facts.states import MOOD, State

ALEX = "ctx://person/alex"
T = datetime(2026, 11, 14, 12, tzinfo=UTC)
SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)
axes = st.floats(-1, 1)
vads = st.builds(Vad, axes, axes, axes)
confidences = st.floats(0, 1)
waits = st.integers(0, 20 * DAY_SECONDS)


def felt(nth: int, event: str, seconds: int, vad: Vad, confidence: float) -> Felt:
    """A feeling, told in the `nth` minute."""
    affect = Affect(*vad, labels=(), text="x", confidence=confidence)
    told = T + timedelta(minutes=nth)
    return Felt(event, T + seconds * SECOND, ALEX, affect, told, f"{nth:03}")


@st.composite
def told(draw: st.DrawFn) -> list[Felt]:
    """Feelings of events, of which some are told again."""
    moments = draw(st.dictionaries(st.sampled_from("abcdef"), waits, min_size=1))
    events = draw(st.lists(st.sampled_from(sorted(moments)), min_size=1, max_size=12))
    return [
        felt(nth, event, moments[event], draw(vads), draw(confidences))
        for nth, event in enumerate(events)
    ]


def gap(one: Vad, other: Vad) -> float:
    """How far two moods are from each other, on the axis where that is most."""
    return max(abs(here - there) for here, there in zip(one, other, strict=True))


@given(told(), waits)
def test_a_mood_stays_in_range(feelings: list[Felt], later: int) -> None:
    """Each layer and their sum, at any moment, whatever was felt."""
    for _, mood in moods_after(latest_felt(feelings)):
        now = mood.at + later * SECOND
        for vad in (mood.baseline, mood.shock, mood.shock_at(now), mood.vad_at(now)):
            assert all(-1 <= axis <= 1 for axis in vad)
        assert HOUR_SECONDS <= mood.half_life <= DAY_SECONDS and 0 <= mood.severity <= 1


@given(told(), waits)
def test_a_mood_moves_steadily_in_time(feelings: list[Felt], later: int) -> None:
    """A second later it is nearly the same; only a feeling makes it jump."""
    for _, mood in moods_after(latest_felt(feelings))[-1:]:
        now = mood.at + later * SECOND
        assert gap(mood.vad_at(now), mood.vad_at(now + SECOND)) < 0.001


@given(vads, vads, confidences, confidences, st.integers(1, 20 * DAY_SECONDS))
def test_a_second_more_between_two_feelings_changes_little(
    one: Vad, two: Vad, sure: float, surer: float, wait: int
) -> None:
    """What a feeling does follows steadily from how long the one before is ago."""

    def after(seconds: int) -> Vad:
        at = T + seconds * SECOND
        mood = mood_moved_by(mood_moved_by(None, T, one, sure), at, two, surer)
        return mood.vad_at(at) if mood else NEUTRAL

    assert gap(after(wait), after(wait + 1)) < 0.001


@given(told())
def test_a_mood_falls_to_its_baseline(feelings: list[Felt]) -> None:
    """The shock only fades: it is never farther from the baseline later, and is there at last."""
    for _, mood in moods_after(latest_felt(feelings))[-1:]:
        hours = (0, 1, 6, 24, 240, 2400)
        left = [gap(mood.shock_at(mood.at + hour * HOUR), NEUTRAL) for hour in hours]
        assert left == sorted(left, reverse=True) and left[-1] < 1e-9
        assert mood.vad_at(mood.at + 2400 * HOUR) == pytest.approx(mood.baseline)


@given(told(), st.randoms(use_true_random=False))
def test_the_order_of_lines_is_nothing(feelings: list[Felt], chance: Random) -> None:
    """The same lines fold to the same mood, in whatever order clones have met; doubled, too."""
    mixed = [*feelings, *feelings]
    chance.shuffle(mixed)
    assert moods_after(latest_felt(mixed)) == moods_after(latest_felt(feelings))


@given(told(), vads)
def test_a_later_feeling_of_an_event_replaces_the_earlier(feelings: list[Felt], vad: Vad) -> None:
    """As if the earlier one had never been told."""
    first = feelings[0]
    again = first._replace(
        told=T + DAY, line="9", affect=first.affect._replace(valence=vad.valence)
    )
    others = [one for one in feelings if one.event != first.event]
    assert latest_felt([*feelings, again]) == latest_felt([*others, again])


@given(told(), vads, waits)
def test_no_confidence_changes_nothing(feelings: list[Felt], vad: Vad, later: int) -> None:
    """Not even when the mood was moved last."""
    mood = next((mood for _, mood in reversed(moods_after(latest_felt(feelings)))), None)
    assert mood_moved_by(mood, T + later * SECOND, vad, 0) == mood
    assert mood_moved_by(None, T, vad, 0) is None


@pytest.mark.parametrize(("sure", "share"), [(1, 1), (0.5, 1), (0.49, 0.49), (0.1, 0.1)])
def test_a_doubtful_first_feeling_is_not_the_whole_background(sure: float, share: float) -> None:
    """From a confidence of 0.5 on it is; below that it only moves a neutral baseline."""
    moment = Vad(-0.9, 0.5, -0.5)
    mood = mood_moved_by(None, T, moment, sure)
    assert mood and mood.baseline == pytest.approx([axis * share for axis in moment])
    assert mood.shock == NEUTRAL and mood.half_life == HOUR_SECONDS


@pytest.mark.parametrize("pause", [1, 7, 365])
def test_one_turn_after_a_pause_does_not_turn_the_background(pause: int) -> None:
    """A pause counts as a day, however long it is: the blow is a shock, which fades, and the
    background goes half of the way to it."""
    mood = None
    for day in range(10):
        mood = mood_moved_by(mood, T + day * DAY, Vad(0.6, 0, 0), 1)
    blow = T + (9 + pause) * DAY
    mood = mood_moved_by(mood, blow, Vad(-0.9, 0, 0), 1)
    assert mood and mood.baseline.valence == pytest.approx(-0.15)
    assert mood.shock.valence == pytest.approx(-0.534, abs=0.001)
    assert mood.vad_at(blow + 30 * DAY).valence == pytest.approx(-0.15)
    back = mood_moved_by(mood, blow + 2 * DAY, Vad(0.6, 0, 0), 1)
    assert back and back.baseline.valence == pytest.approx(0.225)


@given(vads, vads, confidences, waits)
def test_the_background_goes_at_most_half_of_the_way_at_once(
    one: Vad, two: Vad, sure: float, wait: int
) -> None:
    """Whatever is felt, and whenever."""
    mood = mood_moved_by(mood_moved_by(None, T, one, 1), T + wait * SECOND, two, sure)
    assert mood and gap(mood.baseline, one) <= gap(two, one) / 2 + 1e-9


def test_no_time_runs_backward() -> None:
    """A feeling older than the mood leaves the baseline, and its shock is not stronger again."""
    mood = mood_moved_by(mood_moved_by(None, T, Vad(0.2, 0, 0), 1), T + HOUR, Vad(0.9, 0, 0), 1)
    assert mood
    older = mood_moved_by(mood, T - DAY, Vad(0.5, 0, 0), 1)
    assert older and older.baseline == mood.baseline
    assert mood.shock_at(T - DAY) == mood.shock and mood.vad_at(T - DAY) == mood.vad_at(mood.at)


def test_a_blow_is_felt_longer_than_a_trifle() -> None:
    """The half-life of a shock grows from an hour to a day with the square of its severity."""
    assert [shock_half_life(each) for each in (0, 0.5, 1)] == [3_600, 24_300, 86_400]
    assert [shock_follow_rate(each) for each in (0, 1)] == pytest.approx([0.6, 0.9])
    assert severity(Vad(-1, 0, 0), Vad(1, 0.5, 0)) == 1


def test_half_is_gone_after_a_half_life() -> None:
    """Before that less, of no half-life nothing is left, and no time before is counted."""
    assert decay_factor(60, 60) == follow_rate(60, 60) == 0.5
    assert decay_factor(60, 0) == 0 and follow_rate(60, 0) == 1
    assert decay_factor(-1, 60) == decay_factor(0, 0) == 1
    assert decay_factor(1e9, 1) == 0


@given(vads, vads, st.floats(-1, 2))
def test_an_approach_ends_between(one: Vad, two: Vad, rate: float) -> None:
    """At rate 1 it is there, and never beyond."""
    between = approach(one, two, rate)
    for here, axis, there in zip(one, between, two, strict=True):
        assert min(here, there) - 1e-9 <= axis <= max(here, there) + 1e-9
    assert approach(one, two, 1) == pytest.approx(two) and approach(one, two, 0) == one


def test_a_mood_without_a_half_life_has_one_of_an_hour() -> None:
    """What another program has left out is no reason for a shock to stay."""
    mood = Mood(NEUTRAL, Vad(0.5, 0, 0), 0, 0.0, T)
    assert mood.shock_at(T + HOUR) == Vad(0.25, 0, 0)


@given(told(), waits)
def test_what_is_drawn_is_what_was(feelings: list[Felt], since: int) -> None:
    """In order of time, within the span, each as it was then; where it jumped, before and after."""
    moods = [mood for _, mood in moods_after(latest_felt(feelings))]
    if moods:
        start, end = moods[0].at + since * SECOND, moods[-1].at + (since + 9) * SECOND
        drawn = list(mood_curve(moods, start, end, 20))
        moments = [at for at, _, _ in drawn]
        assert moments == sorted(moments) and moments[0] >= start and moments[-1] == end
        assert drawn[-1] == (end, moods[-1].vad_at(end), moods[-1].baseline)


def test_a_mood_takes_a_text_once_a_day() -> None:
    """Of the store's zone; at any time if it has none that holds, or only a few words."""
    tokyo = ZoneInfo("Asia/Tokyo")
    long, noon = "x" * SHORT_SIGNS, datetime(2026, 11, 14, 12, tzinfo=tokyo)
    state = State("m", MOOD, ALEX, long, noon, noon)
    assert takes_text(None, noon, tokyo)
    assert takes_text(state._replace(body=long[1:]), noon + HOUR, tokyo)
    assert takes_text(state._replace(valid_until=noon), noon + HOUR, tokyo)
    assert not takes_text(state, noon + 11 * HOUR, tokyo)
    assert takes_text(state, noon + 12 * HOUR, tokyo)
    assert not takes_text(state, noon + 12 * HOUR, UTC)
    assert not takes_text(state, noon - 2 * DAY, tokyo)
