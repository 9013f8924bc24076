"""A memory as a row of the index, and back. Times are in microseconds since 1970.

The fields without columns of their own are packed into one text: links, origin, …
"""

from __future__ import annotations

from memento_cli.core.fading.strength import Strength
from memento_cli.core.memory.memory import Content, Memory, Tags
from memento_cli.core.memory.refs import name_of
from memento_cli.core.security.trust import TRUST, trust_of
from memento_cli.core.time.when import from_micros, micros
from memento_cli.index.fading.numbers import FADING, STRENGTH, fade_of, moments_in

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

FIELDS = (
    "id", "person", "created", "summary", "detail", "significance", "topics", "people",
    "outcome", "kind", "source", "privacy", "pinned", "importance", "project", "agent", "session",
)  # fmt: skip
"""The columns of a memory's own fields, in the order of a file."""
ABOUT = ("about_start", "about_end", "stage", "trust")
"""The columns of further fields that a query may filter by."""
OWN = ("own_initial", "own_last", "own_count")
"""The columns of the numbers in the file, from which a fold of the journal begins."""
CONTENT = ("key", *FIELDS, *ABOUT, "flags", "words", "rest", *OWN, *FADING.split(", "))
"""The columns that come from the file; the others follow from the journal."""
MEMORY = (*FIELDS, *STRENGTH.split(", "), *ABOUT)
"""The columns from which `memory_of` makes a memory."""

PAIRS, SEPARATOR, ITEMS = "\x1e", "\x1f", "\x1d"
UNTOLD = ""
"""The packed text of a memory that has a separator in it: its file has to be read instead."""


def content_row(key: int, memory: Memory, words: int) -> tuple[Any, ...]:
    """The values of the columns `CONTENT`; `words` is the number of words in its indexed texts."""
    from memento_cli.core.security.instructions import (
        flags_of,  # only what writes an index needs it
    )

    content, tags, numbers, fade = memory.content, memory.tags, memory.strength, memory.fade
    return (
        key, memory.id, memory.person, micros(memory.created),
        content.summary, content.detail, content.significance,
        SEPARATOR.join(tags.topics), SEPARATOR.join(tags.people), tags.outcome,
        memory.kind, memory.source, memory.privacy, memory.pinned, memory.importance,
        memory.project, memory.agent, memory.session, *about(memory.more),
        trust_of(memory), SEPARATOR.join(flags_of(memory)), words, packed(memory),
        numbers.initial, numbers.last, numbers.reinforcement_count,
        *fade.law, fade.weight, fade.min_strength,
    )  # fmt: skip


def memory_of(row: tuple[Any, ...]) -> Memory:
    """The memory of a row of the columns `MEMORY`, without the fields that only its file has."""
    (
        id, person, created, summary, detail, significance, topics, people, outcome,
        kind, source, privacy, pinned, importance, project, agent, session,
        initial, last, count, times, law, parameter, weight, floor, *more,
    ) = row  # fmt: skip
    return Memory(
        id,
        person,
        from_micros(created),
        Content(summary, detail, significance),
        Strength(initial, last, count, moments_in(times)),
        fade_of(law, parameter, weight, floor),
        Tags(_texts(topics), _texts(people), outcome),
        kind,
        source,
        privacy,
        bool(pinned),
        importance,
        project,
        agent,
        session,
        more=_more(*more),
    )


def searched_texts(memory: Memory) -> tuple[str, ...]:
    """The texts in which words are looked for: summary, detail, topics, the names of the people,
    and other writings of what is in these."""
    from memento_cli.core.text.word_parts import word_parts  # no recall needs what is written

    content, tags = memory.content, memory.tags
    names = map(name_of, (memory.person, *tags.people))
    texts = (content.summary, content.detail, "\n".join(tags.topics), "\n".join(names))
    return (*texts, " ".join(word_parts("\n".join(texts))))


def indexed_texts(memory: Memory) -> tuple[str, ...]:
    """The `searched_texts` as the full-text index has them; the parts need no change."""
    from memento_cli.core.text.words import indexed

    *texts, parts = searched_texts(memory)
    return (*map(indexed, texts), parts)


def words_in(texts: Iterable[str]) -> int:
    """The number of words in texts as the index has them, by which a text is long or short."""
    return sum([len(text.split()) for text in texts])


def tags_of(key: int, memory: Memory) -> list[tuple[str, str, int]]:
    """The rows of `tag`: the distinct topics and people of a memory, as (field, value, key)."""
    tags = memory.tags
    topics = [("topic", topic, key) for topic in dict.fromkeys(tags.topics)]
    return topics + [("with", person, key) for person in dict.fromkeys(tags.people)]


def about(more: Mapping[str, Any]) -> tuple[int | None, int | None, str | None]:
    """The first and last microsecond of the time that a memory is about, and the life stage."""
    from memento_cli.core.recall.life_stages import stage_of
    from memento_cli.core.recall.query import about_of

    span = about_of(more)
    first, last = (micros(span[0]), micros(span[1])) if span else (None, None)
    return first, last, stage_of(more)


def _more(first: int | None, last: int | None, stage: str | None, trust: str) -> dict[str, Any]:
    values = {
        "memory.about.start": None if first is None else from_micros(first),
        "memory.about.end": None if last is None else from_micros(last),
        "memory.about.life_stage": stage,
        TRUST: trust,
    }
    return {path: value for path, value in values.items() if value is not None}


def _texts(joined: str) -> tuple[str, ...]:
    return tuple(joined.split(SEPARATOR)) if joined else ()


def packed(memory: Memory) -> str | None:
    """The packed text of a memory; None if it has no such fields."""
    tags = "".join(memory.tags.topics + memory.tags.people)
    if not (memory.links or memory.more):
        return UNTOLD if SEPARATOR in tags else None
    more = [_pair(path.removeprefix("memory."), value) for path, value in memory.more.items()]
    links = [_pair(link.rel.replace("_", " "), link.target) for link in memory.links]
    pairs = [*links, *more]
    if SEPARATOR in tags or any(PAIRS in pair or pair.count(SEPARATOR) != 2 for pair in pairs):
        return UNTOLD
    return PAIRS.join(pairs)


def unpacked(text: str | None) -> list[tuple[str, Any]]:
    """The labels and values of a packed text: links, then the other fields."""
    parts = [pair.split(SEPARATOR) for pair in text.split(PAIRS)] if text else []
    return [(label, _value(kind, value)) for label, kind, value in parts]


def _pair(label: str, value: Any) -> str:
    if isinstance(value, str):
        return SEPARATOR.join((label, "text", value))
    if isinstance(value, tuple):
        return SEPARATOR.join((label, "texts", ITEMS.join(map(str, value))))
    if hasattr(value, "isoformat"):
        from memento_cli.core.time.when import iso  # a recall asks for no calendar

        return SEPARATOR.join((label, "text", iso(value)))
    kind = "flag" if isinstance(value, bool) else type(value).__name__
    return SEPARATOR.join((label, kind if kind in ("int", "float", "flag") else "text", str(value)))


def _value(kind: str, text: str) -> Any:
    match kind:
        case "texts":
            return text.split(ITEMS) if text else []
        case "flag":
            return text == "True"
        case "int":
            return int(text)
        case "float":
            return float(text)
        case _:
            return text
