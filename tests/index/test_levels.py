"""What the index keeps in order is the order of the core's strengths, under every law."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from memento_cli import Store, init
from memento_cli.actions.memory.list import list_memories
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.fading.laws import BASE_LEVEL, DAILY, HALF_LIFE, TTL, Law
from memento_cli.core.fading.strength import (
    BOUNDS,
    DAY_MICROS,
    TIERS,
    Fade,
    Strength,
    bare_strength,
    tier_of,
)
from memento_cli.core.journal.event_types import SET
from memento_cli.core.journal.history import JournalEntry, fold
from memento_cli.core.memory.memory import (
    KINDS,
    Memory,
    bare_strength_at,
    fade_of,
    is_over,
    strength_at,
    strength_from,
)
from memento_cli.core.recall.query import Query
from memento_cli.core.time.when import micros
from memento_cli.index.fading.levels import (
    fewest,
    gone_days,
    lower,
    middle_of,
    rounded_of,
    sound_days,
    upper,
)
from memento_cli.index.fading.order import Placed
from memento_cli.index.fading.strengths import Strengths
from tests.core.asked_values import LAWS
from tests.core.values import day, histories, laws, line, memory, moments, numbers, used

few = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
fewer = settings(few, max_examples=30)
NEAR, NOTHING = 1e-9, 1e-300
SPANS = (*BOUNDS.values(), (0.0, 0.1), (0.1, 0.4), (0.2, inf), (1.0, 1.4))


shares = st.integers(0, 1000).map(lambda number: number / 1000)


class Told(NamedTuple):
    """A memory as its file tells it, and what the journal tells of it."""

    memory: Memory
    lines: Sequence[JournalEntry]

    def at(self, store: Store, now: datetime) -> Memory:
        """The memory with the numbers that the core folds."""
        lines = store.journal.lines(self.memory.id).lines
        own, fade = self.memory.strength, self.memory.fade
        folded = fold(lines, own, fade, now, store.settings.rules)
        return self.memory._replace(strength=folded.strength)


def seconds(law: Law) -> Law:
    """The law as a file can tell it: a time to live has whole seconds."""
    return Law(TTL, max(1, round(law.parameter * 86_400)) / 86_400) if law.code == TTL else law


@st.composite
def tellings(draw: st.DrawFn, most: int = 5) -> list[Told]:
    """The memories of a small store; often two are alike, often one has no weight, or is pinned."""
    found = []
    for place in range(draw(st.integers(1, most))):
        id, law = f"m{place}", draw(st.sampled_from(LAWS) | laws.map(seconds))
        initial = draw(
            st.sampled_from([0.0, 0.05, 0.5, 1.0, 1.0, 1.3]) | shares.map(lambda share: 3 * share)
        )
        own = draw(numbers | st.just(strength_from(1.0, day(300))))._replace(initial=initial)
        importance = draw(st.sampled_from([0.0, 0.5, 1.0]) | shares)
        fade = fade_of(law, draw(st.sampled_from([0.0, 0.1, 0.4])), importance)
        one = memory(
            id, strength=own, fade=fade, importance=importance, pinned=draw(st.integers(0, 3)) == 3
        )
        lines = [line._replace(memory=id) for line in draw(histories(6))]
        found.append(Told(one, lines))
    return found


def kept(folder: Path, told: Sequence[Told]) -> Store:
    """A store of these memories and lines."""
    store = init(str(folder / "store")).store
    for one in told:
        store.memories.create(one.memory.id, one.memory, sync=False)
        store.journal.append(one.lines)
    return store


def places(known: Sequence[Memory], now: datetime) -> dict[str, tuple[float, float]]:
    """The strength of each by the core, with the floor and without."""
    return {one.id: (strength_at(one, now), bare_strength_at(one, now)) for one in known}


def is_ordered(found: Sequence[Placed], *, rising: bool) -> bool:
    """Whether places come as they should, but for what rounding makes of two that are alike."""
    sign = 1 if rising else -1
    return all(
        (sign * one[0], sign * one[1], one[2]) <= (sign * two[0], sign * two[1], two[2])
        or (
            (one[:2] != two[:2] or one[1] < NOTHING)
            and pytest.approx(one[:2], rel=NEAR, abs=NOTHING) == two[:2]
        )
        for one, two in pairwise(found)
    )


def is_counted(count: int, threshold: float, strengths: Sequence[float]) -> bool:
    """Whether so many are below a threshold, but for rounding where one is right at it."""
    low, high = (
        sum(strength < threshold * (1 + sign * NEAR) for strength in strengths) for sign in (-1, 1)
    )
    return low <= count <= high


def check(here: Strengths, known: Sequence[Memory], now: datetime) -> None:
    """The index says of every memory what the core says."""
    exact = places(known, now)
    strengths = [strength for strength, _ in exact.values()]
    for rising in (False, True):
        found = list(here.in_order(rising=rising))
        assert {place[2]: pytest.approx(place[:2], abs=NOTHING) for place in found} == exact
        assert len(found) == len(exact)
        assert is_ordered(found, rising=rising), found
    for low, high in SPANS:
        within = {id for id, (strength, _) in exact.items() if low <= strength < high}
        for rising in (False, True):
            found = list(here.in_order(rising=rising, low=low, high=high))
            assert {place[2] for place in found} == within
            assert is_ordered(found, rising=rising), found
    told = [strength for strength in strengths if strength > NOTHING]  # of less, rounding tells
    just_above = [strength * 1.01 for strength in told]
    for threshold in (0.0, 0.1, 0.15, 0.3, 0.7, 1.0, 2.0, *told, *just_above):
        for exactly in (False, True):
            count = here.count_below(threshold, exactly=exactly)
            assert is_counted(count, threshold, strengths), threshold
        for kind in KINDS:
            of_kind = [exact[one.id][0] for one in known if one.kind == kind]
            assert is_counted(here.kinds_below(threshold)[kind], threshold, of_kind), kind
        may = {one.id for one in here.may_be_below(threshold)}
        weak = {
            one.id
            for one in known
            if bare_strength(one.strength, one.fade, False, micros(now)) < threshold
        }
        assert weak <= may, threshold
    over = {one.id: one.fade.min_strength for one in known if is_over(one, now)}
    assert {here.by_keys([key])[0].id: floor for key, floor in here.over.items()} == over


@given(tellings(), moments)
@few
def test_the_order_is_that_of_the_core(
    tmp_path_factory: pytest.TempPathFactory, told: list[Told], now: datetime
) -> None:
    """At any moment, before and after its lines, it orders and counts by the core's strengths."""
    store = kept(tmp_path_factory.mktemp("s"), told)
    with open_index(store, now) as here:
        check(here, [one.at(store, now) for one in told], now)


@given(tellings(), moments, st.sampled_from(TIERS))
@fewer
def test_a_list_of_a_tier_is_what_the_core_says_is_in_it(
    tmp_path_factory: pytest.TempPathFactory, told: list[Told], now: datetime, tier: str
) -> None:
    """A list of one tier has the memories whose strength is in its bounds, and no others."""
    store = kept(tmp_path_factory.mktemp("s"), told)
    found = list_memories(store, Query(tiers=(tier,)), now, weak=True).hits
    exact = places([one.at(store, now) for one in told], now)
    assert {hit.memory.id for hit in found} == {
        id for id, (strength, _) in exact.items() if tier_of(strength) == tier
    }


def one(law: Law, place: int = 0, initial: float = 1.0, uses: int = 0, **more: Any) -> Told:
    """A memory of this law, with uses a day apart from the start of these tests' time."""
    id, floor, weight = f"m{place}", more.pop("floor", 0.0), more.get("importance", 0.5)
    clock = more.pop("clock", day(0))
    strength, fade = strength_from(initial, clock), fade_of(law, floor, weight)
    lines = [used(day(key + 1), key)._replace(memory=id) for key in range(uses)]
    return Told(memory(id, strength=strength, fade=fade, **more), lines)


EVERY = (
    *LAWS,
    Law(HALF_LIFE, 1e-300),
    Law(DAILY, 1e-15),
    Law(DAILY, 99.999),
    Law(BASE_LEVEL, 0.01),
    Law(BASE_LEVEL, 5.0),
)
STORES = {
    "every law": [one(law, place) for place, law in enumerate(EVERY)],
    "every law, used": [one(law, place, uses=5) for place, law in enumerate(EVERY)],
    "pinned": [one(law, place, pinned=True) for place, law in enumerate(EVERY)],
    "of no strength": [one(law, place, 0.0) for place, law in enumerate(EVERY)],
    "of no importance": [one(law, place, importance=0.0) for place, law in enumerate(EVERY)],
    "on floors": [one(law, place, floor=0.3, uses=place) for place, law in enumerate(EVERY)],
    "with a clock ahead": [one(law, place, clock=day(5000)) for place, law in enumerate(EVERY)],
    "over, and used since": [
        one(Law(TTL, 2.0), place, 1.0 - place / 9, place) for place in range(9)
    ],
    "over, at one moment": [one(Law(TTL, place + 1.0), place) for place in range(9)],
    "set back": [
        one(Law(TTL, 2.0), clock=day(8.5))._replace(
            lines=[line(SET, day(90), strength=strength_from(1.0, day(1)))._replace(memory="m0")]
        )
    ],
    "used now and then": [
        one(Law(BASE_LEVEL, 0.5), place)._replace(
            lines=[used(day(place * 3**key), key)._replace(memory=f"m{place}") for key in range(7)]
        )
        for place in range(1, 5)
    ],
    "alike": [one(LAWS[place % 2 * 2], place, 0.5) for place in range(9)],
    "used a thousand times": [
        one(Law(BASE_LEVEL, 0.5), place, uses=400 * place) for place in range(5)
    ],
}
"""What once could go wrong."""


@pytest.mark.parametrize("now", [-3.0, 0.0, 1.0, 5.0, 9.5, 4999.0, 40_000.0])
@pytest.mark.parametrize("name", STORES)
def test_the_order_of_what_is_extreme(name: str, now: float, tmp_path: Path) -> None:
    """Where numbers are at their ends, order and counts are still those of the core."""
    told = STORES[name]
    store = kept(tmp_path, told)
    with open_index(store, day(now)) as here:
        check(here, [one.at(store, day(now)) for one in told], day(now))


def test_nothing_is_scanned(tmp_path: Path) -> None:
    """However many memories there are, an order begins, and a count ends, without all of them."""
    told = [one(law, place, uses=place) for place, law in enumerate(LAWS)]
    told += [one(law, 9 + place, pinned=True) for place, law in enumerate(LAWS)]
    store, now, asked = kept(tmp_path, told), day(30), list[str]()
    with open_index(store, now) as here:
        here.database.set_trace_callback(asked.append)
        for rising in (False, True):
            assert len(list(here.in_order(rising=rising))) == len(told)
            for low, high in SPANS:
                assert len(list(here.in_order(rising=rising, low=low, high=high))) < len(told)
        assert here.count_below(0.7) and list(here.may_be_below(0.7)) and here.over
        here.database.set_trace_callback(None)
        plans = [
            (step, query)
            for query in dict.fromkeys(asked)
            for *_, step in here.database.execute(f"EXPLAIN QUERY PLAN {query}")
        ]
    assert len(plans) > len(told)
    allowed = ("SCAN fading", "SCAN (subquery")
    assert [
        plan for plan in plans if plan[0][:4] == "SCAN" and not plan[0].startswith(allowed)
    ] == []
    sorted_whole = [query for step, query in plans if step == "USE TEMP B-TREE FOR ORDER BY"]
    assert all("level <= " in query for query in sorted_whole)  # what is over


def test_a_count_that_was_not_ended_is_more_than_enough(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever numbers hold at a moment, a count that stops says at least so many."""
    monkeypatch.setattr("memento_cli.index.fading.order.FEW", 1)
    told = [one(Law(HALF_LIFE, 999.0), place, 0.5) for place in range(3)]
    for place in range(3, 9):
        later = line("not_helpful", day(50), place)._replace(memory=f"m{place}")
        told.append(one(Law(HALF_LIFE, 999.0), place)._replace(lines=[later]))
    with open_index(kept(tmp_path, told), day(9)) as here:
        assert here.count_below(0.9, exactly=True) == 3 > here.count_below(0.9) - 1 >= 1


YEAR = 365 * DAY_MICROS
gaps = st.one_of(
    st.integers(0, 3),
    st.integers(0, DAY_MICROS // 24),
    st.integers(0, 30 * DAY_MICROS),
    st.integers(0, 5000 * DAY_MICROS),
)
decays = st.sampled_from([0.45, 0.5]) | st.floats(1e-300, 5, exclude_min=True)
thresholds = st.sampled_from([0.15, 0.2, 0.7, 1e-300]) | st.floats(1e-300, 3)


@st.composite
def used_strengths(draw: st.DrawFn) -> Strength:
    """Strength with uses in their order, and sometimes more of them than are told."""
    at = draw(st.integers(-30 * YEAR, 60 * YEAR))
    times = [at := at + gap for gap in draw(st.lists(gaps, max_size=30))]
    initial = draw(st.sampled_from([1.0, 1.0, 0.85, 0.0]) | st.floats(0, 3, allow_subnormal=False))
    more = draw(st.sampled_from([0, 0, 1, 5000]))
    known = times[-1] if times else at
    uses = tuple(times) if len(times) > 1 else ()
    return Strength(initial, known, max(0, len(times) - 1) + more, uses)


@given(used_strengths(), decays, gaps, thresholds)
@example(Strength(1.0, 0, 5000, ()), 0.01, 0, 0.15)
@example(Strength(1.0, 0, 0, ()), 0.05, 0, 1e-16)
@example(Strength(0.0, 0, 0, ()), 0.5, 0, 0.15)
@example(Strength(1.0, 9 * YEAR, 9, (0,) * 9 + (9 * YEAR,)), 0.5, YEAR, 0.15)
@example(Strength(1.0, 0, 8, ()), 0.5, YEAR, 0.15)
@example(Strength(1.0, YEAR, 90, (0, YEAR)), 0.5, YEAR, 0.15)
def test_a_strength_is_within_its_bounds(
    numbers: Strength, decay: float, gap: int, threshold: float
) -> None:
    """Between them it stands at any moment, and on its side of the days that a threshold has."""
    initial, last, _, _ = numbers
    now, rounded = last + gap, rounded_of(numbers, decay, initial)
    strength = bare_strength(numbers, Fade(Law(BASE_LEVEL, decay), 0.0), False, now)
    days, mean = gap / DAY_MICROS, (now - middle_of(numbers)) / DAY_MICROS
    assert lower(rounded, decay, mean) <= strength <= upper(rounded, decay, days)
    if strength < threshold:
        assert mean >= sound_days(rounded, decay, threshold)
    if days >= gone_days(rounded, decay, threshold):
        assert strength < threshold


@given(st.sampled_from([0.45, 0.5]) | st.floats(0.1, 5), st.floats(1e-6, 1e4), thresholds)
def test_the_bounds_of_one_use_are_its_strength(
    decay: float, days: float, threshold: float
) -> None:
    """What was used once, and has peak 1 as most have, is nowhere else than its bounds."""
    numbers = Strength(1.0, 0)
    now = round(days * DAY_MICROS)
    rounded, age = rounded_of(numbers, decay, 1.0), now / DAY_MICROS
    strength = bare_strength(numbers, Fade(Law(BASE_LEVEL, decay), 0.0), False, now)
    for bound in (lower, upper):
        assert bound(rounded, decay, age) == pytest.approx(strength)
    if threshold < 0.9:
        span = sound_days(rounded, decay, threshold), gone_days(rounded, decay, threshold)
        assert span[0] == pytest.approx(span[1], rel=1e-6, abs=1e-8) or span[1] > 1e17


@given(st.integers(1, 10**9))
def test_numbers_are_rounded_to_a_quarter(count: int) -> None:
    """Of 4 numbers that follow each other, or a quarter more, one bound is that of all."""
    many, *_ = rounded_of(Strength(1.0, 0, count - 1), 0.5, 1.0)
    assert fewest(many) <= count <= many <= count * 1.25
