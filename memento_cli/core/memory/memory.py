"""What a memory is: values, and the strength that they have at a moment.

The values are named tuples, which start in a third of the time of data classes: every command
pays for it. They are checked where they come in (`fields`), not when they are made.
"""

from __future__ import annotations

from math import inf

from memento_cli.core.fading.laws import EBBINGHAUS, NEVER, Law, stability_after
from memento_cli.core.fading.strength import (
    Fade,
    Strength,
    bare_strength,
    peak,
    retained,
    strength_now,
)
from memento_cli.core.fading.strength import is_over as fading_over
from memento_cli.core.time.when import micros
from memento_cli.errors import BadValue, unknown
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime
    from typing import Any

KINDS = ("working", "episodic", "semantic", "procedural")
SIGNIFICANCES = ("high", "medium", "low")
OUTCOMES = ("positive", "negative", "neutral", "mixed")
CONTRADICTS, SUPERSEDES = OPPOSING = ("contradicts", "supersedes")
"""The relations by which one of two memories may be history."""
RELATIONS = ("cause_of", "derived_from", "duplicates", CONTRADICTS, SUPERSEDES)
HALF_LIFE_DAYS: Mapping[str, float] = {"high": 180, "medium": 90, "low": 30}
SUMMARY_SIGNS = 200


class Content(NamedTuple):
    """What the memory says: one line, and the rest."""

    summary: str
    detail: str = ""
    significance: str = "medium"


class Tags(NamedTuple):
    """What and whom it is about, and how it ended. Topics compare by exact case."""

    topics: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    outcome: str | None = None


class Link(NamedTuple):
    """A directed relation to another memory."""

    rel: str
    target: str


class LogEntry(NamedTuple):
    """An act as the memory's file tells it."""

    timestamp: datetime
    event: str
    note: str = ""
    strength_delta: float = 0.0


class Memory(NamedTuple):
    """One memory. `more` holds what the file says of about, affect, review and origin."""

    id: str
    person: str
    created: datetime
    content: Content
    strength: Strength
    fade: Fade
    tags: Tags = Tags()
    kind: str = "episodic"
    source: str = "cli"
    privacy: str = "private"
    pinned: bool = False
    importance: float = 0.5
    project: str | None = None
    agent: str | None = None
    session: str | None = None
    links: tuple[Link, ...] = ()
    log: tuple[LogEntry, ...] = ()
    more: Mapping[str, Any] = {}


class Draft(NamedTuple):
    """What someone wants kept; everything that is not said has a default.

    Without a person it is the store's own (the setting `person`).
    """

    summary: str
    person: str = ""
    detail: str = ""
    significance: str = "medium"
    tags: Tags = Tags()
    kind: str = "episodic"
    source: str = "cli"
    privacy: str = "private"
    pinned: bool = False
    importance: float = 0.5
    project: str | None = None
    agent: str | None = None
    session: str | None = None
    created: datetime | None = None
    initial: float = 1.0
    law: Law | None = None
    min_strength: float | None = None
    links: tuple[Link, ...] = ()
    more: Mapping[str, Any] = {}


def default_half_life(significance: str, days: Mapping[str, float] = HALF_LIFE_DAYS) -> float:
    """Days until half is forgotten: high 180, medium 90, low 30 (document 001)."""
    if significance not in days:
        raise unknown("significance", significance, days)
    return days[significance]


def strength_from(
    initial: float,
    last_reinforced: datetime,
    reinforcement_count: int = 0,
    uses: Iterable[datetime] = (),
) -> Strength:
    """The numbers of a strength, from aware datetimes."""
    return Strength(initial, micros(last_reinforced), reinforcement_count, tuple(map(micros, uses)))


def fade_of(law: Law, min_strength: float, importance: float) -> Fade:
    """How a memory of this importance fades."""
    return Fade(law, min_strength, importance if law.code == EBBINGHAUS else 1.0)


def law_in_force(memory: Memory) -> Law:
    """The law of a memory; while it is pinned, that it never fades."""
    return Law(NEVER) if memory.pinned else memory.fade.law


def is_over(memory: Memory, now: datetime) -> bool:
    """Whether it had a time to live that has ended: stale, and shown only to who asks for all."""
    return fading_over(memory.strength, memory.fade, memory.pinned, micros(now))


def stability_of(memory: Memory) -> float | None:
    """The days of stability that uses have made of the one that it began with, by `ebbinghaus`."""
    law, uses = memory.fade.law, memory.strength.reinforcement_count
    return stability_after(law.parameter, uses) if law.code == EBBINGHAUS else None


def retention_at(memory: Memory, now: datetime) -> float:
    """The share, 1 down to 0, that its law has left of a memory at `now`; pinned, all of it."""
    return retained(memory.strength, law_in_force(memory), micros(now))


def bare_strength_at(memory: Memory, now: datetime) -> float:
    """The strength of a memory at `now`, its floor aside; while it is pinned, its peak."""
    return bare_strength(memory.strength, memory.fade, memory.pinned, micros(now))


def strength_at(memory: Memory, now: datetime) -> float:
    """max(min_strength, initial · retention), as document 001 has it."""
    return strength_now(memory.strength, memory.fade, memory.pinned, micros(now))


def calculate_strength(strength: Strength, fade: Fade, now: datetime) -> float:
    """The strength at `now` that follows from numbers, which know of no pin."""
    return strength_now(strength, fade, False, micros(now))


def days_below(memory: Memory, threshold: float) -> float:
    """Days after its last reinforcement until its curve is no longer above `threshold`.

    The floor aside; infinite if it never is.
    """
    whole = peak(memory.strength, memory.fade)
    if threshold <= 0 or whole <= 0:
        return inf if threshold <= 0 else 0.0
    from memento_cli.core.fading.threshold import days_until  # no recall asks it

    return days_until(law_in_force(memory), threshold / whole, memory.strength)


def one_line(summary: str) -> str:
    """The summary, if it is one line that can be seen; BadValue if it is not."""
    if "\n" in summary or "\r" in summary:
        raise BadValue("content.summary: is more than one line", "the rest goes into the detail")
    if not summary.isascii():
        from memento_cli.core.text.visible import narrow  # ASCII needs no look at each sign

        if not narrow(summary).strip():
            raise BadValue("content.summary: has nothing that can be seen")
    return summary


def split_content(text: str) -> tuple[str, str]:
    """Content given whole: its first sentence (or line) is the summary, the rest the detail."""
    text = trimmed(with_plain_ends(text))
    line, _, rest = text.partition("\n")
    line = line.strip()
    for mark in (". ", "! ", "? ", "。", "！", "？"):
        head, found, tail = line.partition(mark)
        if found:
            line, rest = head + mark.strip(), f"{tail.lstrip()}\n{rest}"
    if len(line) > SUMMARY_SIGNS:
        cut = line.rfind(" ", 0, SUMMARY_SIGNS)
        cut = cut if cut > 0 else SUMMARY_SIGNS
        return line[:cut].rstrip() + " …", text
    return line.strip(), trimmed(rest)


def with_plain_ends(text: str) -> str:
    """The text with each line's end as `\\n`, whichever of the three it was."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def trimmed(text: str) -> str:
    """The text without the blank lines around it; its first line keeps its indentation."""
    blank = len(text) - len(text.lstrip())
    return text[text.rfind("\n", 0, blank) + 1 :].rstrip()
