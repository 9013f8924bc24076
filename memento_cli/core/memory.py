"""What a memory is: values, and the strength that they have at a moment.

The values are named tuples, which start in a third of the time of data classes: every command
pays for it. They are checked where they come in (`fields`), not when they are made.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from math import inf
from typing import Any, NamedTuple

from memento_cli.core.curves import stability_after
from memento_cli.core.laws import Ebbinghaus, Law, Never, Since, Ttl, days_until, retention
from memento_cli.core.trust import PRIVACIES as PRIVACIES
from memento_cli.core.when import elapsed_days
from memento_cli.errors import BadValue, unknown

KINDS = ("working", "episodic", "semantic", "procedural")
SIGNIFICANCES = ("high", "medium", "low")
OUTCOMES = ("positive", "negative", "neutral", "mixed")
RELATIONS = ("cause_of", "derived_from", "duplicates", "contradicts", "supersedes")
HALF_LIFE_DAYS: Mapping[str, float] = {"high": 180, "medium": 90, "low": 30}
MIN_STRENGTH = 0.1
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


class Strength(NamedTuple):
    """The stored numbers; the strength itself is always computed (`strength_at`).

    `uses` are the times from the opening on, where the law asks for them (`base-level`): of uses
    that only the count tells of, all were at the first.
    """

    initial: float
    last_reinforced: datetime
    reinforcement_count: int = 0
    uses: tuple[datetime, ...] = ()

    def told(self) -> Strength:
        """The numbers as a file can say them."""
        return self._replace(uses=()) if self.uses else self


class Fade(NamedTuple):
    """The law by which it fades, and the floor below which it does not fall.

    `weight` is what the initial strength counts: the importance under `ebbinghaus`, else 1.
    """

    law: Law
    min_strength: float = MIN_STRENGTH
    weight: float = 1.0


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


def fade_of(law: Law, min_strength: float, importance: float) -> Fade:
    """How a memory of this importance fades."""
    return Fade(law, min_strength, importance if isinstance(law, Ebbinghaus) else 1.0)


def law_in_force(memory: Memory) -> Law:
    """Its own law, or none while it is pinned."""
    return Never() if memory.pinned else memory.fade.law


def is_over(memory: Memory, now: datetime) -> bool:
    """Whether it had a time to live that has ended: stale, and shown only to who asks for all."""
    law = law_in_force(memory)
    return isinstance(law, Ttl) and retention(law, since(memory.strength, now)) == 0


def peak(strength: Strength, fade: Fade) -> float:
    """The strength before time takes from it: importance, at most 1, under `ebbinghaus`."""
    whole = strength.initial * fade.weight
    return min(1.0, whole) if isinstance(fade.law, Ebbinghaus) else whole


def stability_of(memory: Memory) -> float | None:
    """The days of stability that uses have made of the one that it began with, by `ebbinghaus`."""
    law, uses = memory.fade.law, memory.strength.reinforcement_count
    return stability_after(law.stability_days, uses) if isinstance(law, Ebbinghaus) else None


def since(strength: Strength, now: datetime) -> Since:
    """How long ago its uses were, as its law asks."""
    ages = tuple(elapsed_days(use, now) for use in strength.uses)
    days = elapsed_days(strength.last_reinforced, now)
    return Since(days, strength.reinforcement_count, ages)


def faded(strength: Strength, fade: Fade, now: datetime) -> float:
    """What is left of the initial strength, floor and pin aside."""
    return peak(strength, fade) * retention(fade.law, since(strength, now))


def bare_strength(memory: Memory, now: datetime) -> float:
    """What is left of it, floor aside; while it is pinned, all."""
    whole = peak(memory.strength, memory.fade)
    return whole if memory.pinned else faded(memory.strength, memory.fade, now)


def strength_at(memory: Memory, now: datetime) -> float:
    """max(min_strength, initial · retention), as document 001 has it."""
    return max(memory.fade.min_strength, bare_strength(memory, now))


def calculate_strength(strength: Strength, fade: Fade, now: datetime) -> float:
    """The same of bare numbers, which know of no pin."""
    return max(fade.min_strength, faded(strength, fade, now))


def days_below(memory: Memory, threshold: float) -> float:
    """Days after its last reinforcement until its curve is no longer above `threshold`.

    The floor aside; infinite if it never is.
    """
    strength, whole = memory.strength, peak(memory.strength, memory.fade)
    if threshold <= 0 or whole <= 0:
        return inf if threshold <= 0 else 0.0
    last = since(strength, strength.last_reinforced)
    return days_until(law_in_force(memory), threshold / whole, last)


def one_line(summary: str) -> str:
    """The summary, if it is one line; BadValue if it is not."""
    if "\n" in summary or "\r" in summary:
        raise BadValue("content.summary: is more than one line", "the rest goes into the detail")
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
