"""The fold of the journal: the one place where strength is decided."""

from __future__ import annotations

from datetime import datetime, timedelta
from itertools import pairwise
from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.fading.laws import HALF_LIFE, NEVER, Law
from memento_cli.core.fading.strength import Fade, Strength
from memento_cli.core.journal.event_types import ADOPTION, RECORDED, SET, UNDONE
from memento_cli.core.journal.history import (
    SHOWN,
    JournalEntry,
    adoption,
    distinct,
    fold,
    millis_of,
    projected,
    undone_ids,
)
from memento_cli.core.journal.line_ids import RANDOM_BITS, line_id, line_millis, line_number
from memento_cli.core.memory.memory import LogEntry, Memory, strength_at, strength_from
from tests.core.values import (
    FADE,
    START,
    day,
    fades,
    histories,
    line,
    memory,
    moments,
    numbers,
    opened,
    undo_of,
    used,
)

WRONG = strength_from(0.123, day(77), 42)  # what a file may say of a memory that the journal knows


def at(
    lines: list[JournalEntry], now: datetime, file: Strength = WRONG, fade: Fade = FADE
) -> Strength:
    return fold(lines, file, fade, now).strength


def shown(strength: Strength, now: datetime, fade: Fade = FADE) -> float:
    return strength_at(memory(strength=strength, fade=fade), now)


@given(histories(), st.randoms(use_true_random=False), numbers, fades, moments)
def test_order_and_multiplicity_do_not_matter(
    lines: list[JournalEntry], random: Random, file: Strength, fade: Fade, now: datetime
) -> None:
    """Any order and multiplicity of the same lines gives the same strength and the same steps."""
    mixed = [*lines, *random.choices(lines, k=5)] if lines else []
    random.shuffle(mixed)
    assert fold(mixed, file, fade, now) == fold(lines, file, fade, now)


def test_two_lines_with_one_id_are_one_for_every_reader() -> None:
    """Where a line was tampered with on one clone, every order still picks the same of the two."""
    one, other = used(day(5), key=3), used(day(5), key=3)._replace(at=day(9))
    assert distinct([one, other]) == distinct([other, one])
    assert len(distinct([one, other])) == 1


@given(histories(), numbers, moments, st.integers(0, 12))
def test_a_late_line_counts_as_if_on_time(
    lines: list[JournalEntry], file: Strength, now: datetime, place: int
) -> None:
    """A line that a merge brings late gives what it would have given on time."""
    late = used(day(3), key=99)
    assert at([*lines, late], now, file) == at([*lines[:place], late, *lines[place:]], now, file)


def test_acts_are_folded_by_their_time_not_by_when_they_were_written() -> None:
    """An act back-dated with --now, whose id is the newest, stands where its time says."""
    backdated = used(day(2))._replace(id=line_id(millis_of(day(900)), 1))
    folded = fold([opened(), used(day(5)), backdated], WRONG, FADE, day(9))
    assert [step.line.at for step in folded.steps] == [day(0), day(2), day(5)]
    assert folded.strength.last_reinforced == day(5)


def test_a_late_act_moves_the_acts_after_it() -> None:
    """A use that comes to light later is folded at its time: it can make a later one too recent."""
    after = used(day(10.5))
    assert at([opened(), after], day(20)).last_reinforced == day(10.5)
    with_late = at([opened(), after, used(day(10))], day(20))
    assert with_late.last_reinforced == day(10)
    assert with_late.reinforcement_count == 1


@given(histories(), numbers, fades, moments, moments)
def test_a_line_does_not_count_before_its_time(
    lines: list[JournalEntry], file: Strength, fade: Fade, now: datetime, when: datetime
) -> None:
    """A use dated after now changes nothing yet."""
    future = used(max(now, when) + timedelta(hours=1), key=99)
    assert fold([*lines, future], file, fade, now) == fold(lines, file, fade, now)


@pytest.mark.parametrize("ahead_days", [1, 365, 3650])
def test_what_a_fast_clock_recorded_stays_until_its_time_or_a_set_line(ahead_days: float) -> None:
    """Its uses until then are skipped as too recent and take nothing; only a `set` line ends it."""
    ahead = day(ahead_days)
    recorded = opened(at=day(0), clock=ahead)
    by_set = line(SET, day(0), 2, strength=strength_from(1.0, ahead))
    for lines in ([recorded], [opened(), by_set]):
        folded = fold([*lines, used(day(0.5)), used(day(0.9))], WRONG, FADE, day(0.9))
        assert [step.use and step.use.skip for step in folded.steps[-2:]] == ["too_recent"] * 2
        assert folded.strength == strength_from(1.0, ahead)
        ended = line(SET, day(0.95), 3, strength=strength_from(1.0, day(0)))
        assert at([*lines, used(day(0.5)), ended], day(0.95)).last_reinforced == day(0)
        after = ahead + timedelta(days=90)
        assert at([*lines, used(day(0.5)), used(after)], after) == strength_from(1.075, after, 1)


def test_a_use_in_the_future_does_not_block_uses_now() -> None:
    """A use written under a clock a year ahead waits for its time; uses until then count."""
    lines = [opened(), used(day(365)), used(day(30)), used(day(60))]
    assert at(lines, day(61)).reinforcement_count == 2
    assert at(lines, day(365)).reinforcement_count == 3


@given(histories(), numbers, fades, moments, moments)
def test_now_decides_nothing_but_which_lines_count(
    lines: list[JournalEntry], file: Strength, fade: Fade, now: datetime, later: datetime
) -> None:
    """A fold at a moment equals a fold at any later moment of the lines until then."""
    until = [one for one in lines if one.at <= now or one.act in (RECORDED, UNDONE)]
    then = [one for one in until if one.act != UNDONE]  # those that act whatever their time
    assert undone_ids(lines) == undone_ids(until) and len(then) <= len(until)
    assert fold(lines, file, fade, now).strength == fold(until, file, fade, now).strength
    if all(one.at <= now for one in then):
        assert fold(until, file, fade, max(now, later)).strength == at(lines, now, file, fade)


@given(histories(), numbers, fades, moments)
def test_a_clock_goes_back_only_by_a_set_line(
    lines: list[JournalEntry], file: Strength, fade: Fade, now: datetime
) -> None:
    """From step to step the clock stays or goes on, whatever the times of the acts."""
    steps = fold(lines, file, fade, now).steps
    for before, step in pairwise(steps):
        later = step.strength.last_reinforced >= before.strength.last_reinforced
        assert later or step.line.act == SET


@given(histories(), numbers, fades, moments, moments)
def test_a_use_of_a_slow_clock_never_weakens(
    lines: list[JournalEntry], file: Strength, fade: Fade, now: datetime, when: datetime
) -> None:
    """A use that comes late, dated as long ago as may be, leaves what there was, or more of it.

    By half-life one that stands before another can take that one's place, which costs at most a day
    and what the other gave; by no other law does it cost anything.
    """
    late = used(min(now, when), key=1 << 70)
    before, after = at(lines, now, file, fade), at([*lines, late], now, file, fade)
    was, is_now = (shown(numbers, now, fade) for numbers in (before, after))
    if fade.law.code in (HALF_LIFE, NEVER):
        half_life = fade.law.parameter if fade.law.code == HALF_LIFE else inf
        taken = min(0.5 ** (1 / half_life), 1.5 / max(before.initial, 1.5))
        assert is_now >= was * taken - 0.15 - 1e-9
    else:
        assert is_now >= was - 1e-12


@given(st.lists(moments, max_size=6), moments)
def test_the_opening_opens_whatever_its_time(uses: list[datetime], now: datetime) -> None:
    """The full numbers of the `recorded` line open the fold even when it is dated in the future."""
    lines = [opened(at=day(5000)), *(used(when, key) for key, when in enumerate(uses))]
    folded = fold(lines, WRONG, FADE, now)
    assert folded.known
    assert folded.strength.initial >= 1.0


def test_the_first_of_two_openings_opens() -> None:
    """Of two `recorded` lines the first by time and id opens, and the other does nothing."""
    first, second = opened(day(0), 1.0), opened(day(1), 0.3)
    for lines in ([first, second], [second, first]):
        assert at(lines, day(2)) == first.strength


def test_an_opening_that_a_parting_took_back_opens_another_memory() -> None:
    """The older of two memories keeps the id, although it was the later to be recorded."""
    newer, older = opened(day(0), 1.0), opened(day(1), 0.3)
    back = undo_of(newer, day(2))._replace(via=ADOPTION)
    assert at([newer, older, back], day(3)) == older.strength


@given(numbers, fades, moments)
def test_without_lines_the_file_opens_the_fold(file: Strength, fade: Fade, now: datetime) -> None:
    """A memory that the journal does not know has the numbers of its file."""
    assert fold([], file, fade, now) == (file, (), False)


@given(histories(), numbers, fades, moments)
def test_adoption_changes_no_strength(
    lines: list[JournalEntry], file: Strength, fade: Fade, now: datetime
) -> None:
    """Folding with the adoption line equals folding without it, from the same file."""
    strange = [one for one in lines if one.act != "recorded"]
    adopted = adoption(memory(strength=file, fade=fade))
    with_it = fold([*strange, adopted], WRONG, fade, now)
    assert with_it.strength == fold(strange, file, fade, now).strength
    assert with_it.known


@given(numbers, numbers)
def test_adoption_is_the_same_on_every_clone(file: Strength, other: Strength) -> None:
    """One file's numbers give one line, id and all; other numbers give another."""
    line, again = (adoption(memory(strength=file)) for _ in range(2))
    assert line == again
    assert len(distinct([line, again])) == 1
    assert (adoption(memory(strength=other)).id == line.id) == (file == other)


def test_adoption_depends_on_the_memory_alone() -> None:
    """Two memories with equal numbers are adopted by two lines; words and pins do not matter."""
    one: Memory = memory("one")
    assert adoption(one).id != adoption(memory("other")).id
    assert adoption(one) == adoption(one._replace(pinned=True))


def test_set_replaces_the_numbers() -> None:
    """A `set` line puts its numbers in the place of all before it."""
    fresh = strength_from(0.4, day(8), 7)
    lines = [opened(), used(day(5)), line(SET, day(10), strength=fresh)]
    assert at(lines, day(10)) == fresh
    assert at(lines, day(9)).reinforcement_count == 1


@given(histories(), st.lists(st.integers(0, 30), max_size=4), moments, moments)
def test_undo_acts_whatever_its_time(
    lines: list[JournalEntry], targets: list[int], when: datetime, now: datetime
) -> None:
    """The time of an undo does not matter, only what it undoes."""
    chosen = [lines[target % len(lines)] for target in targets] if lines else []
    early = [undo_of(one, day(-9000), 500 + key) for key, one in enumerate(chosen)]
    other = [undo._replace(at=when) for undo in early]
    assert at([*lines, *early], now) == at([*lines, *other], now)


@given(histories(), moments)
def test_what_is_undone_is_as_if_never_done(lines: list[JournalEntry], now: datetime) -> None:
    """The undo of a line gives the strength without it, and the undo of the undo with it."""
    act = used(day(11), key=99)
    undo = undo_of(act, day(12), key=100)
    again = undo_of(undo, day(13), key=101)
    assert at([*lines, act, undo], now) == at(lines, now)
    assert at([*lines, act, undo, again], now) == at([*lines, act], now)


@given(st.integers(1, 6))
def test_a_chain_of_undos_alternates(length: int) -> None:
    """Of undos that each undo the one before, the last acts, and every second one with it."""
    act = used(day(1))
    chain = [act]
    for key in range(length):
        chain.append(undo_of(chain[-1], day(2 + key), 10 + key))
    assert (act.id in undone_ids(chain)) == (length % 2 == 1)


@given(st.integers(1, 5), moments)
def test_undo_circles_are_harmless(size: int, now: datetime) -> None:
    """Undos that undo each other in a circle end, and change nothing."""
    ids = [line_id(key, key) for key in range(size)]
    circle = [
        line("undone", day(key))._replace(id=ids[key], undoes=ids[(key + 1) % size])
        for key in range(size)
    ]
    lines = [opened(), used(day(3))]
    assert at([*lines, *circle], now) == at(lines, now)


@given(st.lists(moments, max_size=4), moments)
def test_the_opening_cannot_be_undone(uses: list[datetime], now: datetime) -> None:
    """An undo of the line that records the memory takes nothing from its strength."""
    lines = [opened(), *(used(when, key) for key, when in enumerate(uses))]
    assert at([*lines, undo_of(lines[0], day(1))], now) == at(lines, now)


def test_two_undos_of_one_line_are_one() -> None:
    """Two clones that undo the same act undo it once; taking one undo back leaves the other."""
    act = used(day(1))
    one, two = undo_of(act, day(2), 5), undo_of(act, day(3), 6)
    assert act.id in undone_ids([act, one, two])
    assert act.id in undone_ids([act, one, two, undo_of(one, day(4), 7)])
    assert act.id not in undone_ids(
        [act, one, two, undo_of(one, day(4), 7), undo_of(two, day(4), 8)]
    )


@given(histories(), numbers, fades, moments, st.floats(0, 3000))
def test_waiting_never_strengthens(
    lines: list[JournalEntry], file: Strength, fade: Fade, now: datetime, wait_days: float
) -> None:
    """Between acts a strength only falls."""
    strength = at(lines, now, file, fade)
    later = now + timedelta(days=wait_days)
    assert shown(strength, later, fade) <= shown(strength, now, fade) + 1e-12


@given(histories(), numbers, fades, moments)
def test_a_use_never_weakens(
    lines: list[JournalEntry], file: Strength, fade: Fade, now: datetime
) -> None:
    """The newest act, when it is a use, leaves the memory at least as strong as it was."""
    before = at(lines, now, file, fade)
    after = at([*lines, used(now, key=1 << 70)], now, file, fade)
    assert shown(after, now, fade) >= shown(before, now, fade)
    assert after.reinforcement_count - before.reinforcement_count in (0, 1)


def test_skips_are_decided_in_the_fold() -> None:
    """A use within 24 hours of the last, or of a memory above 1.5, is in the steps but skipped."""
    lines = [opened(), used(day(3), 1), used(day(3.5), 2), used(day(4), 3)]
    folded = fold(lines, WRONG, FADE, day(5))
    assert [step.use and step.use.skip for step in folded.steps] == [None, None, "too_recent", None]
    strong = fold([opened(initial=1.6), used(day(2))], WRONG, Fade(Law(HALF_LIFE, 90.0)), day(3))
    assert strong.steps[-1].use and strong.steps[-1].use.skip == "too_strong"
    assert strong.strength == strength_from(1.6, START)


def test_acts_of_content_change_no_strength() -> None:
    """Edits, pins, links, prunes and what a newer memento writes leave the numbers alone."""
    acts = ("edited", "pinned", "linked", "pruned", "restored", "dreamt")
    lines = [opened(), *(line(act, day(3 + key), key) for key, act in enumerate(acts))]
    assert at(lines, day(30)) == opened().strength


@given(st.integers(0, (1 << 48) - 1), st.integers(0, (1 << RANDOM_BITS) - 1))
def test_ids_hold_their_time_and_sort_by_it(millis: int, low: int) -> None:
    """A line's id gives its milliseconds back, and later ids are greater as text."""
    id = line_id(millis, low)
    assert len(id) == 26
    assert line_millis(id) == millis
    assert line_number(id) == millis << RANDOM_BITS | low
    assert line_id(millis + 1, 0) > id
    assert line_number(id.upper()) == 0 or id.isdigit()


@given(moments)
def test_times_before_1970_have_an_id_too(moment: datetime) -> None:
    """A memory of any year can be adopted: years before 1970 count as 1970 in the id."""
    early = moment.replace(year=1)
    assert line_millis(adoption(memory(strength=strength_from(1.0, early))).id) == 0
    assert line_millis(adoption(memory(strength=strength_from(1.0, moment))).id) == millis_of(
        moment
    )


CREATED = LogEntry(day(0), "created", "Memory created", 1.0)


def shown_in_file(one: Memory, lines: list[JournalEntry], now: datetime) -> Memory:
    return projected(one, lines, fold(lines, one.strength, one.fade, now))


def events(one: Memory) -> list[tuple[str, str]]:
    return [(entry.event, entry.note) for entry in one.log]


@given(histories(), moments)
def test_projecting_twice_is_projecting_once(lines: list[JournalEntry], now: datetime) -> None:
    """A file that is up to date is left as it is, also by one with acts at the same moment."""
    lines = [opened(at=day(-9999)), *lines]
    once = shown_in_file(memory(log=(CREATED,)), lines, now)
    assert shown_in_file(once, lines, now) == once


@given(histories(), moments, moments)
def test_projection_follows_the_journal_alone(
    lines: list[JournalEntry], now: datetime, other: datetime
) -> None:
    """Whatever the file showed before, of these lines it shows the same now."""
    lines = [opened(at=day(-9999)), *lines]
    stale = shown_in_file(memory(log=(CREATED,)), lines, other)
    fresh, again = (shown_in_file(one, lines, now) for one in (memory(log=(CREATED,)), stale))
    assert again.strength == fresh.strength
    assert events(again) == events(fresh)


def test_what_the_log_shows() -> None:
    """Acts with their reasons and deltas are shown, oldest first; other tools' entries stay."""
    other_tools = LogEntry(day(1), "reinforced", "by another tool", 0.2)
    lines = [
        opened(),
        used(day(90))._replace(text={"reason": "went again"}),
        line("edited", day(91), text={"reason": "typo"}),
        line(SET, day(92), strength=strength_from(0.7, day(92))),
        line("pinned", day(93)),
    ]
    file = shown_in_file(memory(log=(CREATED, other_tools)), lines, day(100))
    assert events(file) == [
        ("created", "Memory created"),
        ("reinforced", "by another tool"),
        ("reinforced", "went again"),
        ("updated", "typo"),
        ("set", ""),
    ]
    assert [entry.strength_delta for entry in file.log] == [1.0, 0.2, 0.075, 0.0, 0.7]
    assert file.strength == strength_from(0.7, day(92))


def test_skipped_undone_and_future_acts_are_not_shown() -> None:
    """A file shows only what counts: an act that is undone, or dated back, goes from it."""
    act = used(day(30))
    lines = [opened(), act, used(day(30.5), 2), used(day(500), 3)]
    file = shown_in_file(memory(), lines, day(100))
    assert len(file.log) == 1
    assert shown_in_file(file, [*lines, undo_of(act, day(31), 4)], day(100)).log[
        0
    ].timestamp == day(30.5)
    assert shown_in_file(file, lines, day(20)).log == ()


def test_acts_at_one_moment_keep_their_reasons() -> None:
    """Two edits within one --now are two entries, each with its own reason, however often shown."""
    lines = [
        opened(),
        line("edited", day(3), 1, text={"reason": "one"}),
        line("edited", day(3), 2, text={"reason": "two"}),
    ]
    file = shown_in_file(memory(), lines, day(4))
    assert events(shown_in_file(file, lines, day(4))) == [("updated", "one"), ("updated", "two")]


def test_the_newest_fifty_are_shown() -> None:
    """A file's log has 50 entries: those that the journal does not have, and its newest."""
    lines = [opened(), *(used(day(2 * n + 2), n) for n in range(SHOWN + 5))]
    file = projected(memory(log=(CREATED,)), lines, fold(lines, opened().strength, FADE, day(999)))
    assert len(file.log) == SHOWN
    assert file.log[-1].timestamp == day(2 * (SHOWN + 4) + 2)
    assert CREATED in file.log
