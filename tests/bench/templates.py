"""Files and journal lines as memento writes them, made once and filled in a million times."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache

from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.memory.creation import created_from
from memento_cli.core.memory.memory import Draft, Tags, strength_from
from memento_cli.core.memory.refs import SCHEME
from memento_cli.core.time.when import iso, micros
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.journal.jsonl import entry_text
from memento_cli.store.records.memories import memory_codec
from memento_cli.store.toml.writer import rendered

CREATED, LAST = datetime(2001, 1, 1, tzinfo=UTC), datetime(2001, 1, 2, tzinfo=UTC)
PERSON = f"{SCHEME}person/"
SUMMARY_WORDS = 9


class Shape(NamedTuple):
    """What decides which template a memory's file is filled into."""

    kind: str
    significance: str
    outcome: str | None
    pinned: bool


class Drawn(NamedTuple):
    """A made-up memory. Its texts are words and spaces: nothing in them needs an escape."""

    id: str
    shape: Shape
    person: str
    created: datetime
    last: datetime
    session: str
    words: list[str]
    topics: list[str]
    people: list[str]

    @property
    def text(self) -> str:
        """All that words are looked for in."""
        return " ".join([*self.words, *self.topics, self.person, *self.people])


def file_text(drawn: Drawn) -> str:
    """The file of a memory, as the store's own codec renders it."""
    return file_template(drawn.shape) % {
        "id": drawn.id,
        "person": drawn.person,
        "created": zulu(drawn.created),
        "last": zulu(drawn.last),
        "session": drawn.session,
        "summary": " ".join(drawn.words[:SUMMARY_WORDS]),
        "detail": " ".join(drawn.words[SUMMARY_WORDS:]),
        "topics": '", "'.join(drawn.topics),
        "people": ", ".join(f'"{PERSON}{name}"' for name in drawn.people),
    }


def zulu(moment: datetime) -> str:
    """The stored form of a moment of whole seconds in UTC; quicker than `iso`, for a million."""
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


@cache
def file_template(shape: Shape) -> str:
    """A memory's file with `%(name)s` where memories of one shape differ."""
    draft = Draft(
        "%(summary)s",
        person=f"{PERSON}%(person)s",
        detail="%(detail)s",
        significance=shape.significance,
        tags=Tags(("%(topics)s",), ("%(people)s",), shape.outcome),
        kind=shape.kind,
        source="chat",
        pinned=shape.pinned,
        project="bench",
        agent="assistant",
        session="%(session)s",
    )
    memory = created_from(draft, "%(id)s", CREATED)
    memory = memory._replace(strength=memory.strength._replace(last=micros(LAST)))
    text = rendered(memory_codec(UTC).data(memory))
    for moment, name in ((CREATED, "created"), (LAST, "last")):
        text = text.replace(iso(moment), f"%({name})s")
    return text.replace('"%(people)s"', "%(people)s")


def line_template(act: str) -> str:
    """A journal line with `%(name)s` where lines of one act differ."""
    strength = strength_from(1.0, LAST) if act == "recorded" else None
    line = JournalEntry("%(line)s", CREATED, act, "%(id)s", "bench", "bench", strength=strength)
    return entry_text(line).replace(iso(CREATED), "%(at)s").replace(iso(LAST), "%(last)s")
