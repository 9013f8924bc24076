"""Values that the core's tests are made of, and Hypothesis's ways to make more of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from memento_cli.core.fading.laws import BASE_LEVEL, DAILY, EBBINGHAUS, HALF_LIFE, NEVER, TTL, Law
from memento_cli.core.fading.strength import Fade
from memento_cli.core.journal.event_types import (
    ADOPTION,
    EDITS,
    RECORDED,
    SCORE,
    SET,
    UNDONE,
    USES,
    VIEWED,
    WEAKENING,
)
from memento_cli.core.journal.history import JournalEntry, millis_of
from memento_cli.core.journal.line_ids import line_id
from memento_cli.core.memory.memory import Content, Memory, Tags, fade_of, strength_from

START = datetime(2025, 1, 1, tzinfo=UTC)
FADE = Fade(Law(HALF_LIFE, 90.0))


def day(count: float) -> datetime:
    """The moment so many days after the start of these tests' time."""
    return START + timedelta(days=count)


def memory(id: str = "m", **facts: Any) -> Memory:
    """A memory of which only these facts matter."""
    usual: dict[str, Any] = {
        "person": "ctx://person/alex",
        "created": START,
        "content": Content("A memory"),
        "strength": strength_from(1.0, START),
        "fade": FADE,
    }
    return Memory(id=id, **usual | facts)


def line(act: str, at: datetime, key: int = 0, **more: Any) -> JournalEntry:
    """A journal line; lines with one key and time are one line."""
    return JournalEntry(line_id(millis_of(at), key), at, act, "m", by="t", **more)


def opened(
    at: datetime = START, initial: float = 1.0, clock: datetime | None = None
) -> JournalEntry:
    """The line that records the memory."""
    return line(RECORDED, at, 1, strength=strength_from(initial, clock or at))


def used(at: datetime, key: int = 0) -> JournalEntry:
    """A use."""
    return line("reinforced", at, key)


def undo_of(other: JournalEntry, at: datetime, key: int = 0) -> JournalEntry:
    """The undo of another line."""
    return line(UNDONE, at, key, undoes=other.id)


QUARTERS = 96  # of an hour, in a day
near, far = (st.integers(-days * QUARTERS, days * QUARTERS) for days in (3, 3652))
moments = st.one_of(near, far).map(lambda quarter_hours: day(quarter_hours / QUARTERS))
"""Within days of each other, and ten years apart: clocks are wrong by as much."""
numbers = st.builds(strength_from, st.floats(0, 3), moments, st.integers(0, 9), st.just(()))
fading_laws = st.one_of(
    st.builds(Law, st.just(HALF_LIFE), st.floats(0.01, 4000)),
    st.builds(Law, st.just(EBBINGHAUS), st.floats(0.001, 4000)),
    st.builds(Law, st.just(DAILY), st.floats(0, 99)),
    st.builds(Law, st.just(BASE_LEVEL), st.floats(0.05, 2)),
)
laws = st.one_of(
    fading_laws, st.builds(Law, st.just(TTL), st.floats(0.01, 4000)), st.just(Law(NEVER))
)
fades = st.builds(fade_of, laws, st.floats(0, 0.5), st.floats(0, 1))
scores = st.sampled_from([{}, {SCORE: 0}, {SCORE: 0.25}, {SCORE: 1.0}, {SCORE: "much"}])
words = st.sampled_from(["a", "b", "c", "OAuth", "oauth", "é", "設計"])
tags = st.builds(
    Tags,
    st.lists(words, max_size=4).map(tuple),
    st.lists(words, max_size=3).map(tuple),
    st.sampled_from([None, "positive", "negative"]),
)


@st.composite
def histories(draw: st.DrawFn, most: int = 12) -> list[JournalEntry]:
    """Any lines of one memory, with an opening or without, with undos of any of them."""
    lines: list[JournalEntry] = []
    for key in range(draw(st.integers(0, most))):
        at = draw(moments)
        kind = draw(st.sampled_from([*USES, SET, UNDONE, RECORDED, *EDITS, VIEWED, *WEAKENING]))
        if kind == UNDONE:
            target = draw(st.sampled_from([one.id for one in lines])) if lines else "unheard of"
            via = draw(st.sampled_from(["cli", "cli", ADOPTION]))  # the door of a parting
            lines.append(line(kind, at, key, undoes=target, via=via))
        elif kind in WEAKENING:
            lines.append(line(kind, at, key, more=draw(scores)))
        elif kind in (SET, RECORDED):
            lines.append(line(kind, at, key, strength=draw(numbers)))
        else:
            lines.append(line(kind, at, key))
        written = line_id(draw(st.integers(0, 1 << 40)), key)  # --now, or a wrong wall clock
        lines[-1] = lines[-1]._replace(id=written)
    return lines
