"""What will fade when, what one use would buy, and the course of a strength in time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import inf
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memento_cli.core.fading.curve import future, past, sampled, stages_of, under_each_law
from memento_cli.core.fading.forecast import (
    EXPIRED,
    FADED,
    GHOST,
    PRUNABLE,
    TURNS,
    Forecast,
    Thresholds,
    falls_below,
    forecast_of,
    levels,
    moments,
    standing,
    turn_by,
    turns_of,
)
from memento_cli.core.fading.laws import (
    BASE_LEVEL,
    DAILY,
    EBBINGHAUS,
    HALF_LIFE,
    LAWS,
    NEVER,
    TTL,
    Law,
)
from memento_cli.core.fading.policy import Policy
from memento_cli.core.fading.reinforcement import Rules, reinforced
from memento_cli.core.fading.retention import Traces, judged
from memento_cli.core.fading.strength import Fade
from memento_cli.core.journal.history import fold
from memento_cli.core.memory.memory import Memory, retention_at, strength_at, strength_from
from memento_cli.core.time.when import days_between, micros
from tests.core.values import START, day, line, memory, opened, used

LEVELS = levels(0.15)
SECOND = timedelta(seconds=1)
FAR = datetime(9000, 1, 1, tzinfo=UTC)

any_law = st.one_of(
    st.builds(Law, st.just(HALF_LIFE), st.floats(0.1, 4000)),
    st.builds(Law, st.just(EBBINGHAUS), st.floats(0.1, 365)),
    st.builds(Law, st.just(DAILY), st.just(0.0) | st.floats(0.001, 90)),
    st.builds(Law, st.just(TTL), st.floats(0.1, 4000)),
    st.just(Law(NEVER)),
    st.builds(Law, st.just(BASE_LEVEL), st.floats(0.2, 2)),
)
ages = st.lists(st.floats(0, 900), max_size=4).map(lambda days: sorted(days, reverse=True))


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    """A memory under any law, used now and then until the start of these tests' time."""
    law, days = draw(any_law), draw(ages) or [draw(st.floats(0, 900))]
    uses = tuple(day(-age) for age in days) if law.code == BASE_LEVEL else ()
    count = len(days) - 1 + draw(st.integers(0, 3))
    numbers = strength_from(draw(st.floats(0, 1.5)), day(-days[-1]), count, uses)
    weight = draw(st.floats(0, 1)) if law.code == EBBINGHAUS else 1.0
    fade = Fade(law, draw(st.sampled_from([0.0, 0.1, 0.15, 0.3, 0.5, 0.8])), weight)
    return memory(strength=numbers, fade=fade, pinned=draw(st.booleans()))


def of(law: Law, initial: float = 1.0, floor: float = 0.1, **more: Any) -> Memory:
    """A memory under a law, whole at the start."""
    return memory(strength=strength_from(initial, START), fade=Fade(law, floor), **more)


def foretold(several: list[Memory], days: float, thresholds: Thresholds = LEVELS) -> Forecast:
    """The forecast of these memories alone, from the start on."""
    before = standing(several, START, thresholds)
    return forecast_of(several, before, START, days, thresholds)


TABLE = {
    "half-life of 90 days": (
        of(Law(HALF_LIFE, 90)),
        {FADED: 46.31, GHOST: 156.33, PRUNABLE: 246.33},
    ),
    "stronger than 1": (of(Law(HALF_LIFE, 90), 1.4), {FADED: 90, GHOST: 200.01, PRUNABLE: 290.01}),
    "a floor at the threshold of pruning": (
        of(Law(HALF_LIFE, 90), floor=0.15),
        {FADED: 46.31, GHOST: 156.33},
    ),
    "a floor above all": (of(Law(HALF_LIFE, 90), floor=0.7), {}),
    "pinned": (of(Law(HALF_LIFE, 90), pinned=True), {}),
    "pinned, with a time to live": (of(Law(TTL, 9), pinned=True), {}),
    "faded already": (of(Law(HALF_LIFE, 90), 0.6), {GHOST: 90, PRUNABLE: 180}),
    "exactly at a threshold": (
        of(Law(HALF_LIFE, 90), 0.7),
        {FADED: 0, GHOST: 110.02, PRUNABLE: 200.02},
    ),
    "minus 5 % a day": (of(Law(DAILY, 5)), {FADED: 6.95, GHOST: 23.47, PRUNABLE: 36.99}),
    "stability of a day": (of(Law(EBBINGHAUS, 1)), {FADED: 0.357, GHOST: 1.204, PRUNABLE: 1.897}),
    "a time to live": (of(Law(TTL, 30)), {EXPIRED: 30}),
    "never": (of(Law(NEVER)), {}),
    "nothing is lost a day": (of(Law(DAILY, 0)), {}),
    "base level of one use": (
        of(Law(BASE_LEVEL, 0.5)),
        {FADED: 1.357, GHOST: 40.23, PRUNABLE: 237.27},
    ),
}


@pytest.mark.parametrize("name", TABLE)
def test_when_each_threshold_is_reached(name: str) -> None:
    """Days after the start, worked out by hand from each law's formula."""
    one, expected = TABLE[name]
    found = {kind: days_between(START, at) for kind, at in moments(one, START, LEVELS).items()}
    assert found == pytest.approx(expected, abs=0.01)


@given(memories(), st.floats(0, 1, allow_subnormal=False), st.floats(0, 900))
def test_a_predicted_moment_is_right(one: Memory, prune: float, days: float) -> None:
    """Just before it the strength is at the threshold or above, just after it below."""
    now, thresholds = day(days), levels(prune)
    for kind, at in moments(one, now, thresholds).items():
        level = thresholds.get(kind)
        if level is None:
            before, after = (retention_at(one, moment) for moment in (at - SECOND, at))
            assert before == 1 > after
            continue
        assert at >= now
        assert strength_at(one, max(now, at - SECOND)) >= level
        assert strength_at(one, at + SECOND) < level or at.year > 8000


def test_a_memory_that_ends_within_the_microsecond_is_predicted() -> None:
    """Half a microsecond after the start it is over, which timedelta rounds to the start."""
    one = of(Law(TTL, 0.6402252343572068))
    last = micros(START) - 55_315_460_248
    one = one._replace(strength=one.strength._replace(last=last))
    assert strength_at(one, START) == 1
    assert moments(one, START, LEVELS) == {EXPIRED: START + SECOND}


@given(memories(), st.floats(0, 900), st.floats(0, 4000))
def test_what_is_not_predicted_does_not_happen(one: Memory, days: float, wait: float) -> None:
    """Whoever is below a threshold then, and is not now, was foretold until then."""
    now, then = day(days), day(days + wait)
    told = moments(one, now, LEVELS)
    for kind, level in LEVELS.items():
        if strength_at(one, now) >= level > strength_at(one, then):
            assert told.get(kind, told.get(EXPIRED, FAR)) <= then + 2 * SECOND


@given(memories(), st.floats(0, 900), st.floats(0, 48))
def test_one_use_makes_nothing_earlier(one: Memory, days: float, rest: float) -> None:
    """What one use buys is never less than nothing, whatever the law and the rules."""
    now, rules = day(days), Rules(rest_hours=rest)
    for turn in turns_of(one, now, FAR, LEVELS, rules):
        assert turn.gained_days >= -1e-9
        assert turn.use.applied or turn.gained_days == 0


@given(memories(), st.floats(0, 900), st.floats(0, 900))
def test_what_a_use_buys_is_what_it_gives(one: Memory, days: float, wait: float) -> None:
    """The moments after a use are those of the memory as a use would leave it."""
    now = day(days)
    use = reinforced(one.strength, one.fade, micros(now))
    after = one._replace(strength=use.strength)
    for turn in turns_of(one, now, FAR, LEVELS):
        assert turn.use_at == moments(after, now, LEVELS).get(turn.turn)


@given(st.lists(memories(), max_size=5), st.floats(0.01, 2000))
def test_a_forecast_counts_its_turns(several: list[Memory], days: float) -> None:
    """Turns come in groups, each in order of time, within the days; tiers change by them alone."""
    named = [one._replace(id=f"m{place}") for place, one in enumerate(several)]
    found = foretold(named, days)
    keys = [(TURNS.index(turn.turn), turn.at) for turn in found.turns]
    assert keys == sorted(keys)
    assert all(START <= turn.at <= found.until for turn in found.turns)
    for counts in (found.before, found.after):
        assert sum(counts.values()) - counts[PRUNABLE] == len(named)
    then = standing(named, found.until, LEVELS)
    assert found.after == {kind: then[kind] for kind in found.after}


@pytest.mark.parametrize("days", [1e9, 1e300, inf])
def test_a_forecast_to_the_end_of_the_calendar(days: float) -> None:
    """However many days are asked for, the forecast ends where the calendar does."""
    found = foretold([of(Law(HALF_LIFE, 90))], days)
    assert found.until.year == 9999
    assert [turn.turn for turn in found.turns] == [FADED, GHOST, PRUNABLE]


def test_who_prunes_nothing_has_no_such_threshold() -> None:
    """Where nothing is pruned, nothing turns prunable or is counted so."""
    assert PRUNABLE not in levels(0)
    found = foretold([of(Law(HALF_LIFE, 90), floor=0)], 900, levels(0))
    assert [turn.turn for turn in found.turns] == [FADED, GHOST]
    assert found.after[PRUNABLE] == 0


def test_what_never_comes_is_no_moment() -> None:
    """A curve that needs longer than the calendar has, or a floor above, reaches nothing."""
    assert falls_below(of(Law(HALF_LIFE, 1e9)), 0.1) is None
    assert falls_below(of(Law(HALF_LIFE, 90), floor=0.3), 0.3) is None
    at = START + timedelta(days=156, seconds=28_245)
    assert falls_below(of(Law(HALF_LIFE, 90), floor=0.29), 0.3) == at


def test_the_past_keeps_its_jumps() -> None:
    """At a use the past has two points: what was left, and what the use made of it."""
    one, now = of(Law(HALF_LIFE, 90)), day(180)
    folded = fold([opened(), used(day(90))], one.strength, one.fade, now)
    one = one._replace(strength=folded.strength)
    points = past(one, folded, now, 60)
    at_the_use = [strength for at, strength in points if at == day(90)]
    assert at_the_use == [pytest.approx(0.5), pytest.approx(1.075)]
    assert points[0] == (START, 1.0)
    assert points[-1] == (now, pytest.approx(1.075 / 2))
    assert [at for at, _ in points] == sorted(at for at, _ in points)


def test_a_past_that_the_journal_does_not_know() -> None:
    """The numbers of its file open it; and who looks from before them sees no past."""
    one = of(Law(HALF_LIFE, 90))
    assert past(one, fold([], one.strength, one.fade, day(90)), day(90), 3) == [
        (day(days), pytest.approx(0.5 ** (days / 90))) for days in (0, 30, 60, 90)
    ]
    assert past(one, fold([], one.strength, one.fade, day(-1)), day(-1)) == []


def test_what_was_pinned_did_not_fade() -> None:
    """While a pin held the past is flat, and goes on from where its curve would have been."""
    one, now = of(Law(HALF_LIFE, 90)), day(90)
    acts = [opened(), line("pinned", day(30), 2), line("unpinned", day(60), 3)]
    folded = fold(acts, one.strength, one.fade, now)
    assert [stage.pinned for _, stage in stages_of(one, folded)] == [False, True, False]
    held = [strength for at, strength in past(one, folded, now, 90) if day(30) < at < day(60)]
    assert set(held) == {1.0}
    assert past(one, folded, now, 90)[-1][1] == pytest.approx(0.5)


@given(memories(), st.floats(0, 900), st.integers(1, 50))
def test_a_future_only_falls(one: Memory, days: float, count: int) -> None:
    """Waiting never strengthens; and every point is the strength of its moment, jumps aside."""
    course = future(one, START, day(days), count)
    strengths = [strength for _, strength in course.points]
    assert strengths == sorted(strengths, reverse=True)
    assert course.points[0][1] == strength_at(one, START)
    assert course.points[-1][1] == strength_at(one, day(days))


def test_the_end_of_a_time_to_live_is_a_jump() -> None:
    """A time to live ends between two points of one moment."""
    points = sampled(of(Law(TTL, 10)), START, day(30), 3)
    assert points == [(START, 1.0), (day(10), 1.0), (day(10), 0.1), (day(10), 0.1),
                      (day(20), 0.1), (day(30), 0.1)]  # fmt: skip


@given(memories(), st.lists(st.floats(1, 900), max_size=4))
def test_a_memory_under_each_law(one: Memory, days: list[float]) -> None:
    """Its own law comes first with its numbers; then every other once, none of them pinned."""
    now = day(1000)
    lines = [opened(), *(used(day(at), key) for key, at in enumerate(days, 2))]
    own, *others = under_each_law(one, lines, now)
    assert own.fade == one.fade and own.pinned == one.pinned
    assert own.strength == fold(lines, one.strength, one.fade, now).strength
    if one.pinned:
        free, *others = others
        assert free.fade.law == one.fade.law and not free.pinned
    names = [one.fade.law.name, *(other.fade.law.name for other in others)]
    assert sorted(names) == sorted(LAWS)
    assert all(other.fade.min_strength == one.fade.min_strength for other in others)


@given(memories(), st.floats(0, 900))
def test_past_and_future_meet(one: Memory, days: float) -> None:
    """The past ends where the future begins."""
    now = day(days)
    folded = fold([], one.strength, one.fade, now)
    points = past(one, folded, now, 10)
    assume(points)
    assert points[-1] == future(one, now, day(days + 1), 1).points[0]


@given(memories(), st.integers(0, 9), st.integers(0, 9), st.floats(0.1, 900))
def test_a_policy_lets_go_when_it_was_foretold(
    one: Memory, uses: int, others: int, days: float
) -> None:
    """Until then the policy keeps it, from then on it does not; else it never lets go by then."""
    policy, until = Policy(), START + timedelta(days=days)
    traces = Traces(one.strength.last, uses=uses, others=others)
    turn = turn_by(policy, one, traces, START, until)
    if turn:
        assert turn.turn == PRUNABLE
        assert not judged(one, traces, policy, turn.at - (turn.at - START) / 1000)
        assert judged(one, traces, policy, turn.at + max(SECOND, (turn.at - START) / 1000))
    elif one.fade.law.code != TTL and not judged(one, traces, policy, START):
        assert not judged(one, traces, policy, until)


def test_what_a_use_buys_of_a_policy() -> None:
    """A use puts a candidate off, by rest and by usage; a time to live by kind it does not."""
    told = of(Law(HALF_LIFE, 90), kind="semantic", importance=0.5)
    turn = turn_by(Policy(by_score=True), told, Traces(micros(START)), day(30), day(400))
    assert turn and turn.use_at
    assert (turn.use_at - day(30)).days > (turn.at - START).days > 90
    event = turn_by(Policy(), of(Law(HALF_LIFE, 90)), Traces(micros(START)), day(30), day(400))
    assert event and event.at == event.use_at == day(90)
