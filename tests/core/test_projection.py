"""What a memory's file shows of its journal."""

from __future__ import annotations

from datetime import datetime

from hypothesis import given

from memento_cli.core.journal.event_types import SET
from memento_cli.core.journal.history import JournalEntry, fold
from memento_cli.core.journal.projection import SHOWN, projected
from memento_cli.core.memory.memory import LogEntry, Memory, strength_from
from tests.core.values import FADE, day, histories, line, memory, moments, opened, undo_of, used

CREATED = LogEntry(day(0), "created", "Memory created", 1.0)


def shown(one: Memory, lines: list[JournalEntry], now: datetime) -> Memory:
    return projected(one, lines, fold(lines, one.strength, one.fade, now))


def events(one: Memory) -> list[tuple[str, str]]:
    return [(entry.event, entry.note) for entry in one.log]


@given(histories(), moments)
def test_projecting_twice_is_projecting_once(lines: list[JournalEntry], now: datetime) -> None:
    """A file that is up to date is left as it is, also by one with acts at the same moment."""
    lines = [opened(at=day(-9999)), *lines]
    once = shown(memory(log=(CREATED,)), lines, now)
    assert shown(once, lines, now) == once


@given(histories(), moments, moments)
def test_projection_follows_the_journal_alone(
    lines: list[JournalEntry], now: datetime, other: datetime
) -> None:
    """Whatever the file showed before, of these lines it shows the same now."""
    lines = [opened(at=day(-9999)), *lines]
    stale = shown(memory(log=(CREATED,)), lines, other)
    fresh, again = (shown(one, lines, now) for one in (memory(log=(CREATED,)), stale))
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
    file = shown(memory(log=(CREATED, other_tools)), lines, day(100))
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
    file = shown(memory(), lines, day(100))
    assert len(file.log) == 1
    assert shown(file, [*lines, undo_of(act, day(31), 4)], day(100)).log[0].timestamp == day(30.5)
    assert shown(file, lines, day(20)).log == ()


def test_acts_at_one_moment_keep_their_reasons() -> None:
    """Two edits within one --now are two entries, each with its own reason, however often shown."""
    lines = [
        opened(),
        line("edited", day(3), 1, text={"reason": "one"}),
        line("edited", day(3), 2, text={"reason": "two"}),
    ]
    file = shown(memory(), lines, day(4))
    assert events(shown(file, lines, day(4))) == [("updated", "one"), ("updated", "two")]


def test_the_newest_fifty_are_shown() -> None:
    """A file's log has 50 entries: those that the journal does not have, and its newest."""
    lines = [opened(), *(used(day(2 * n + 2), n) for n in range(SHOWN + 5))]
    file = projected(memory(log=(CREATED,)), lines, fold(lines, opened().strength, FADE, day(999)))
    assert len(file.log) == SHOWN
    assert file.log[-1].timestamp == day(2 * (SHOWN + 4) + 2)
    assert CREATED in file.log
