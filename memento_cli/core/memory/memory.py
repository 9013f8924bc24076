"""A memory as a value, and its strength at a moment.

The values are named tuples because these are created in a third of the time of data classes, which
every command pays for. They are checked where they are read (`fields`), not where they are made.
"""

from __future__ import annotations

from math import inf

from memento_cli.core.fading.laws import EBBINGHAUS, NEVER, Law, stability_after
from memento_cli.core.fading.strength import (
    Fade,
    Strength,
    bare_strength,
    peak,
    retention_now,
    strength_now,
)
from memento_cli.core.fading.strength import is_over as fading_over
from memento_cli.core.memory.refs import SCHEME, name_of
from memento_cli.core.text.normal_forms import MARKS, plain_line
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
DERIVED = "derived_from"
"""The relation of a conclusion to what it was concluded from."""
RELATIONS = ("cause_of", DERIVED, "duplicates", CONTRADICTS, SUPERSEDES)
HALF_LIFE_DAYS: Mapping[str, float] = {"high": 180, "medium": 90, "low": 30}
SUMMARY_SIGNS = 200
STOP = ". "
ABBREVIATIONS = (
    " dr mr mrs ms mx prof st sr sra srta sig dott mme mlle vs e.g i.e z.b u.a d.h z d ca bzw evtl"
    " approx incl excl inkl exkl ggf vgl hr fr dhr mevr г "
)
"""Words before a full stop that ends no sentence, since what they go with follows."""
NUMBERED = ("no", "nr", "vol", "fig", "p", "pp", "ch", "art", "sec", "abs", "kap", "max", "min")
"""Words that are abbreviations before a number: No. 5, max. 5."""


class Content(NamedTuple):
    """The words of a memory: one line, and the rest."""

    summary: str
    detail: str = ""
    significance: str = "medium"


class Tags(NamedTuple):
    """The topics and people that a memory is about, and the outcome. Topics are case-sensitive."""

    topics: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    outcome: str | None = None


class Link(NamedTuple):
    """A directed relation to another memory."""

    rel: str
    target: str


class LogEntry(NamedTuple):
    """An act as the memory's file shows it."""

    timestamp: datetime
    event: str
    note: str = ""
    strength_delta: float = 0.0


class Memory(NamedTuple):
    """One memory. `more` holds the keys of its file under about, affect, review and origin."""

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
    """A memory to be recorded; what is not set has a default.

    Without a person it is about the store's own (the setting `person`).
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
    """The days until half is forgotten: high 180, medium 90, low 30 (document 001)."""
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
    """How a memory with this law, floor and importance fades."""
    return Fade(law, min_strength, importance if law.code == EBBINGHAUS else 1.0)


def law_in_force(memory: Memory) -> Law:
    """The law of a memory; `never` while it is pinned."""
    return Law(NEVER) if memory.pinned else memory.fade.law


def is_over(memory: Memory, now: datetime) -> bool:
    """Whether its time to live has ended: it is stale, and shown only with everything."""
    return fading_over(memory.strength, memory.fade, memory.pinned, micros(now))


def stability_of(memory: Memory) -> float | None:
    """The stability in days after its uses, under `ebbinghaus`; None under other laws."""
    law, uses = memory.fade.law, memory.strength.reinforcement_count
    return stability_after(law.parameter, uses) if law.code == EBBINGHAUS else None


def retention_at(memory: Memory, now: datetime) -> float:
    """The retention of a memory at `now`, 1 down to 0; 1 while it is pinned."""
    return retention_now(memory.strength, law_in_force(memory), micros(now))


def bare_strength_at(memory: Memory, now: datetime) -> float:
    """The strength of a memory at `now` without the floor; while it is pinned, its peak."""
    return bare_strength(memory.strength, memory.fade, memory.pinned, micros(now))


def strength_at(memory: Memory, now: datetime) -> float:
    """max(min_strength, initial · retention), as document 001 has it."""
    return strength_now(memory.strength, memory.fade, memory.pinned, micros(now))


def calculate_strength(strength: Strength, fade: Fade, now: datetime) -> float:
    """The strength at `now` of an unpinned memory with these numbers."""
    return strength_now(strength, fade, False, micros(now))


def days_below(memory: Memory, threshold: float) -> float:
    """The days from its last reinforcement until its strength has fallen to `threshold`.

    The floor is ignored. Infinite if it never falls so far.
    """
    peak_strength = peak(memory.strength, memory.fade)
    if threshold <= 0 or peak_strength <= 0:
        return inf if threshold <= 0 else 0.0
    from memento_cli.core.fading.strength import days_until  # no recall asks it

    return days_until(law_in_force(memory), threshold / peak_strength, memory.strength)


def one_line(summary: str) -> str:
    """The summary, if it is one line that can be seen; BadValue if it is not."""
    if "\n" in summary or "\r" in summary:
        raise BadValue("content.summary: is more than one line", "the rest goes into the detail")
    if not summary.isascii():
        from memento_cli.core.text.visible import half_character, narrow  # ASCII needs neither

        if not narrow(summary).strip() and not half_character(summary):
            raise BadValue("content.summary: has nothing that can be seen")
    return summary


def split_content(text: str) -> tuple[str, str]:
    """The summary and the detail of a text: its first sentence or line, and the rest."""
    text = trimmed(with_plain_ends(text))
    line, _, rest = text.partition("\n")
    line = line.strip()
    for mark in (STOP, "! ", "? ", "。", "！", "？"):
        at = _end_of_sentence(line, mark)
        if at >= 0:
            at += len(mark.strip())
            line, rest = line[:at], f"{line[at:].lstrip()}\n{rest}"
    if len(line) > SUMMARY_SIGNS:
        cut = line.rfind(" ", 0, SUMMARY_SIGNS)
        cut = cut if cut > 0 else SUMMARY_SIGNS
        return line[:cut].rstrip() + " …", text
    return line.strip(), trimmed(rest)


def _end_of_sentence(line: str, mark: str) -> int:
    """Where the first mark stands that ends a sentence, and no abbreviation; -1 if none does."""
    at = line.find(mark)
    while mark == STOP and at >= 0:
        word = line[line.rfind(" ", 0, at) + 1 : at].lstrip("(\"'")
        is_number_next = word.lower() in NUMBERED and line[at + len(STOP)].isdecimal()
        is_initial = len(word) == 1 and word.isalpha() and word != "I"  # z. B., J. Hill
        if not (is_initial or is_number_next or f" {word.lower()} " in ABBREVIATIONS):
            return at
        at = line.find(mark, at + 1)
    return at


def with_plain_ends(text: str) -> str:
    r"""The text with `\n` at the end of each line instead of `\r\n` or `\r`."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def trimmed(text: str) -> str:
    """The text without the blank lines around it; its first line keeps its indentation."""
    blank = len(text) - len(text.lstrip())
    return text[text.rfind("\n", 0, blank) + 1 :].rstrip()


def searchable(memory: Memory) -> str:
    """The text in which words are looked for: summary, detail, topics and people, each a line."""
    return "\n".join(plain_line(text) for texts in _texts(memory).values() for text in texts)


def places(memory: Memory, word: str) -> list[str]:
    """Where in the memory a word or a phrase occurs."""
    return [
        name
        for name, texts in _texts(memory).items()
        if any(stands_in(word, plain_line(text)) for text in texts)
    ]


def stands_in(word: str, text: str) -> bool:
    """Whether a word or a phrase is in a searchable text; all white space is alike."""
    bare = name_of(word) if word.startswith(SCHEME) else word
    return plain_line(bare.strip(MARKS) or bare) in text


def _texts(memory: Memory) -> dict[str, tuple[str, ...]]:
    content, tags = memory.content, memory.tags
    return {
        "summary": (content.summary,),
        "detail": (content.detail,),
        "topics": tags.topics,
        "people": tuple(name_of(ref) for ref in (memory.person, *tags.people)),
    }
