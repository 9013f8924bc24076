"""Kv values: there until the moment that their time is over, and not a moment longer."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.facts.kv import (
    KEY_LIMIT,
    REPLACED_FOR,
    HardFact,
    Slot,
    checked_key,
    lives,
    new_fact,
    purged_slot,
    slot_with,
)
from memento_cli.core.security.trust import TRUSTS, is_trusted
from memento_cli.errors import BadValue
from tests.core.values import START, day, moments

MS = timedelta(milliseconds=1)
HOUR = timedelta(hours=1)
lengths = st.integers(0, 10**10).map(lambda ms: ms * MS)
ttls = st.none() | lengths
facts = st.builds(
    HardFact, st.just("port"), st.integers(0, 9), moments, ttls, st.just(0), st.sampled_from(TRUSTS)
)
maybe = st.none() | facts
slots = st.builds(Slot, st.just("port"), maybe, maybe, moments, maybe)


@pytest.mark.parametrize(
    ("age", "ttl", "there"),
    [
        (999, 1000, True),
        (1000, 1000, False),
        (1001, 1000, False),
        (0, 0, False),
        (-1, 1000, True),
        (0, None, True),
        (10**12, None, True),
    ],
)
def test_gone_at_the_moment_the_timer_reaches_zero(age: int, ttl: int | None, there: bool) -> None:
    """In milliseconds; a clock in the past changes nothing; without a ttl it stays."""
    assert lives(age * MS, None if ttl is None else ttl * MS) is there


def test_a_negative_ttl_is_an_error() -> None:
    """It is not taken for one that has ended."""
    with pytest.raises(BadValue, match="ttl must be 0 or more"):
        lives(HOUR, -MS)


@given(facts, moments)
def test_a_fact_lives_as_long_as_it_is_younger_than_its_ttl(fact: HardFact, now: datetime) -> None:
    """For any times: it lives if and only if age < ttl, which is up to `expires`."""
    assert fact.is_over(now) == (fact.ttl is not None and now - fact.set >= fact.ttl)
    assert fact.is_live(now) == (fact.ttl is None or abs(now - fact.set) < fact.ttl)
    assert (fact.expires is None) == (fact.ttl is None)
    if fact.expires:
        assert fact.is_over(now) == (now >= fact.expires)


def test_an_end_beyond_the_calendar_is_none() -> None:
    """Such a fact lives; there is only no date for its end."""
    fact = HardFact("port", "80", datetime(9990, 1, 1, tzinfo=UTC), timedelta(days=50_000))
    assert fact.expires is None and fact.is_live(datetime(9999, 1, 1, tzinfo=UTC))


@given(slots, facts, moments)
def test_what_is_replaced_is_kept_for_one_undo(slot: Slot, fact: HardFact, now: datetime) -> None:
    """The same succession with what stood there before takes it back."""
    after = slot_with(slot, fact, now)
    assert (after.fact, after.replaced) == (fact, slot.fact)
    back = slot_with(after, after.replaced, now)
    assert (back.fact, back.replaced) == (slot.fact, fact)


@given(slots, moments)
def test_a_purge_leaves_nothing_whose_time_is_over(slot: Slot, now: datetime) -> None:
    """What lives stays as it is; a second purge at the same moment finds nothing."""
    left = purged_slot(slot, now)
    assert left.fact == (slot.fact if slot.fact and not slot.fact.is_over(now) else None)
    assert left.replaced in (None, slot.replaced)
    assert left.replaced is None or not left.replaced.is_over(now)
    assert purged_slot(left, now) == left
    assert left.vouched in (None, slot.vouched)
    assert left.is_empty == ((left.fact, left.replaced, left.vouched) == (None, None, None))


@given(slots, facts, st.sampled_from(TRUSTS), moments)
def test_who_asks_for_trust_gets_the_last_so_trusted(
    slot: Slot, fact: HardFact, least: str, now: datetime
) -> None:
    """A fact that is trusted enough counts; one that is not takes the place of none that is."""
    before, after = slot.trusted(least), slot_with(slot, fact, now).trusted(least)
    if is_trusted(fact.trust, least):
        assert after == fact
    elif slot.vouched is None:
        assert after == before
    assert slot_with(slot, None, now).trusted(least) is None


@pytest.mark.parametrize(
    ("ttl", "since", "kept"),
    [
        (None, REPLACED_FOR - MS, True),
        (None, REPLACED_FOR, False),
        (HOUR, HOUR - MS, True),
        (HOUR, HOUR, False),
        (9 * REPLACED_FOR, 8 * REPLACED_FOR, True),
    ],
)
def test_what_was_replaced_is_kept_for_its_own_time_or_a_day(
    ttl: timedelta | None, since: timedelta, kept: bool
) -> None:
    """Without a ttl a day from when it was replaced, otherwise as long as it would have lived."""
    slot = slot_with(Slot("port", HardFact("port", "80", START, ttl)), None, START)
    assert (purged_slot(slot, START + since).replaced is not None) is kept


@pytest.mark.parametrize("key", ["", "  ", "x" * (KEY_LIMIT + 1)])
def test_what_can_be_no_key_is_refused(key: str) -> None:
    """No key, or one of too many signs."""
    with pytest.raises(BadValue, match="key"):
        checked_key(key)


@pytest.mark.parametrize(
    ("value", "ttl", "said"),
    [
        (None, None, "null is no value"),
        ("80", timedelta(0), "gone at once"),
        ("80", -HOUR, "0 or more"),
        ("80", timedelta.max, "too long"),
    ],
)
def test_what_could_not_be_kept_is_refused(
    value: str | None, ttl: timedelta | None, said: str
) -> None:
    """No value, or a time that is over before it begins, or outside the calendar."""
    with pytest.raises(BadValue, match=said):
        new_fact("port", value, day(0), ttl)
