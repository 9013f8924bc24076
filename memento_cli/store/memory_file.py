"""The file of one memory: document 001's format, extended. Every key is declared here, once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, tzinfo
from functools import cache
from typing import TYPE_CHECKING, Any

from memento_cli.core.fields import Field, checker
from memento_cli.core.laws import LAWS, HalfLife, law_of, name_of
from memento_cli.core.memory import (
    HALF_LIFE_DAYS,
    KINDS,
    MIN_STRENGTH,
    OUTCOMES,
    PRIVACIES,
    RELATIONS,
    SIGNIFICANCES,
    Content,
    Fade,
    Link,
    LogEntry,
    Memory,
    Strength,
    Tags,
)  # fmt: skip
from memento_cli.core.refs import stored_ref
from memento_cli.core.when import iso
from memento_cli.errors import BadData

if TYPE_CHECKING:
    from memento_cli.store.layout import Layout

STRENGTH_LIMIT = 100.0
HALF_LIFE_LIMIT = 1e9
PROJECTED = ("strength", "log")
"""The tables of `memory` that show what the journal has."""
TRUSTS = ("user", "confirmed", "agent", "imported")
LIFE_STAGE = "Life stage: elementary, junior, high, university, work …"

LINK_FIELDS = (
    Field("rel", "choice", "The relation.", required=True, choices=RELATIONS),
    Field("target", "text", "The id of the other memory.", required=True),
)
LOG_FIELDS = (
    Field("timestamp", "moment", "When.", required=True),
    Field("event", "text", "What: created, reinforced, used, updated, set.", required=True),
    Field("note", "text", "Why, or a word about it.", ""),
    Field("strength_delta", "number", "What it added to the strength.", 0.0),
)
ABOUT_FIELDS = (
    Field("memory.about.start", "moment", "When the content was true: from."),
    Field("memory.about.end", "moment", "Until."),
    Field("memory.about.year_start", "whole", "The same in years.", low=1, high=9999),
    Field("memory.about.year_end", "whole", "Until.", low=1, high=9999),
    Field("memory.about.life_stage", "text", LIFE_STAGE),
    Field("memory.about.confidence", "number", "How sure that is.", low=0, high=1),
)
AFFECT_FIELDS = (
    Field("memory.affect.valence", "number", "Displeasure to pleasure.", low=-1, high=1),
    Field("memory.affect.arousal", "number", "Calm to excited.", low=-1, high=1),
    Field("memory.affect.dominance", "number", "Led to leading.", low=-1, high=1),
    Field("memory.affect.labels", "texts", "Short words for the feeling."),
    Field("memory.affect.text", "text", "The feeling in words."),
    Field("memory.affect.intensity", "number", "How strong it was.", low=0, high=1),
    Field("memory.affect.confidence", "number", "How sure that is.", low=0, high=1),
)
ORIGIN_FIELDS = (
    Field("memory.review.question", "text", "A card's question."),
    Field("memory.origin.trust", "choice", "Who vouches for it.", choices=TRUSTS),
    Field("memory.origin.tool", "text", "The tool that it came from."),
    Field("memory.origin.file", "text", "The file."),
    Field("memory.origin.url", "text", "The address."),
    Field("memory.origin.line", "whole", "The line in the file.", low=0),
    Field("memory.origin.conversation", "text", "The conversation."),
)
MORE = (*ABOUT_FIELDS, *AFFECT_FIELDS, *ORIGIN_FIELDS)
MORE_PATHS = tuple(field.path for field in MORE)
MORE_TABLES = frozenset(field.keys[1] for field in MORE)

FIELDS = (
    Field("memory.id", "text", "The file's name without .toml. It does not change.", required=True),
    Field("memory.person", "text", "Whose memory it is: ctx://person/alex.", required=True),
    Field("memory.created", "moment", "When it happened or was recorded.", required=True),
    Field("memory.kind", "choice", "What sort of memory.", "episodic", written=True, choices=KINDS),
    Field("memory.source", "text", "chat, tool, file, url, cli, import, or a URI.", "cli",
          written=True),
    Field("memory.privacy", "choice", "A label that export and servers respect.", "private",
          written=True, choices=PRIVACIES),
    Field("memory.pinned", "flag", "Pinned memories do not fade and are not pruned.", False,
          written=True),
    Field("memory.importance", "number", "Set at creation, never decayed.", 0.5, written=True,
          low=0, high=1),
    Field("memory.project", "text", "The project that it belongs to."),
    Field("memory.agent", "text", "The agent that recorded it."),
    Field("memory.session", "text", "The session that it comes from."),
    Field("memory.content.summary", "text", "One line.", required=True),
    Field("memory.content.detail", "text", "The rest.", "", written=True),
    Field("memory.content.significance", "choice", "Gives a new memory its half-life.", "medium",
          written=True, choices=SIGNIFICANCES),
    Field("memory.tags.topics", "texts", "What it is about; compared by exact case.", (),
          written=True),
    Field("memory.tags.people", "texts", "Who else was there: ctx://person/viktor.", (),
          written=True),
    Field("memory.tags.outcome", "choice", "How it ended.", choices=OUTCOMES),
    *ABOUT_FIELDS,
    *AFFECT_FIELDS,
    Field("memory.strength.initial", "number", "The strength at last_reinforced.", 1.0,
          written=True, low=0, high=STRENGTH_LIMIT),
    Field("memory.strength.current", "number", "The same, for other tools; never read.",
          written=True),
    Field("memory.strength.last_reinforced", "moment", "The clock of forgetting.", written=True),
    Field("memory.strength.reinforcement_count", "whole", "How often it was reinforced.", 0,
          written=True, low=0),
    Field("memory.fade.law", "choice", "The law of forgetting; absent: half-life.", "half-life",
          choices=LAWS),
    Field("memory.fade.half_life_days", "number", "Days until half is gone.", written=True,
          above=0, high=HALF_LIFE_LIMIT),
    Field("memory.fade.min_strength", "number", "The floor.", MIN_STRENGTH, written=True,
          low=0, high=1),
    *ORIGIN_FIELDS,
    Field("memory.links", "tables", "Relations to other memories.", (), of=LINK_FIELDS),
    Field("memory.log", "tables", "The newest 50 acts; the journal has all.", (), of=LOG_FIELDS),
)  # fmt: skip

CHECK = checker(FIELDS)


class MemoryCodec:
    """How a memory stands in its file."""

    noun = "memory"
    fields = FIELDS

    def __init__(self, zone: tzinfo) -> None:
        self.zone = zone

    def value(self, id: str, data: Mapping[str, Any]) -> Memory:
        """The memory that a document says, or BadData with all its problems."""
        if not isinstance(data.get("memory"), dict):
            raise BadData(id, ["missing [memory]"])
        values, problems = CHECK(data, self.zone)
        if problems:
            raise BadData(id, problems)
        return _memory(id, values, not MORE_TABLES.isdisjoint(data["memory"]))

    def laid_out(self, id: str, text: str) -> Memory | None:
        """The same from a text as memento itself lays it out, without its log; None for others.

        For who reads many: it takes a third of the time.
        """
        values = _layout()(text)
        return None if values is None else _memory(id, values, has_more=True)

    def data(self, memory: Memory) -> dict[str, Any]:
        """The document of a memory, nested, in the order of the format."""
        nested: dict[str, Any] = {}
        flat = _flat(memory)
        for field in FIELDS:
            value = flat.get(field.path)
            if value is None or (not field.written and value == field.default):
                continue
            table = nested
            for key in field.keys[:-1]:
                table = table.setdefault(key, {})
            table[field.keys[-1]] = _plain(value)
        return nested


@cache
def _layout() -> Layout:
    from memento_cli.store.layout import layout  # which takes as long to make as Python to start

    return layout(FIELDS, "memory.log")


def _memory(id: str, said: Mapping[str, Any], has_more: bool) -> Memory:
    created, significance = said["memory.created"], said["memory.content.significance"]
    days = said["memory.fade.half_life_days"] or HALF_LIFE_DAYS[significance]
    return Memory(
        id=id,
        person=stored_ref(said["memory.person"]),
        created=created,
        content=Content(
            said["memory.content.summary"], said["memory.content.detail"], significance
        ),
        strength=Strength(
            said["memory.strength.initial"],
            said["memory.strength.last_reinforced"] or created,
            said["memory.strength.reinforcement_count"],
        ),
        fade=Fade(law_of(said["memory.fade.law"], days), said["memory.fade.min_strength"]),
        tags=Tags(
            said["memory.tags.topics"],
            tuple([stored_ref(person) for person in said["memory.tags.people"]]),
            said["memory.tags.outcome"],
        ),
        kind=said["memory.kind"],
        source=said["memory.source"],
        privacy=said["memory.privacy"],
        pinned=said["memory.pinned"],
        importance=said["memory.importance"],
        project=said["memory.project"],
        agent=said["memory.agent"],
        session=said["memory.session"],
        links=tuple([Link(**row) for row in said["memory.links"]]),
        log=tuple([LogEntry(**row) for row in said["memory.log"]]),
        more=_more(said) if has_more else {},
    )


def _more(said: Mapping[str, Any]) -> dict[str, Any]:
    return {path: said[path] for path in MORE_PATHS if said[path] is not None}


def _flat(memory: Memory) -> dict[str, Any]:
    content, tags, strength, fade = memory.content, memory.tags, memory.strength, memory.fade
    values = memory._asdict() | {
        "content.summary": content.summary,
        "content.detail": content.detail,
        "content.significance": content.significance,
        "tags.topics": tags.topics,
        "tags.people": tags.people,
        "tags.outcome": tags.outcome,
        "strength.initial": strength.initial,
        "strength.current": strength.initial,
        "strength.last_reinforced": strength.last_reinforced,
        "strength.reinforcement_count": strength.reinforcement_count,
        "fade.law": name_of(fade.law),
        "fade.half_life_days": _whole(fade.law.half_life_days)
        if isinstance(fade.law, HalfLife)
        else None,
        "fade.min_strength": fade.min_strength,
    }
    return {f"memory.{key}": value for key, value in values.items()} | dict(memory.more)


def _whole(days: float) -> float | int:
    return int(days) if days.is_integer() else days


def _plain(value: Any) -> Any:
    """A value in the types that TOML text is made of."""
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, Link | LogEntry):
        return {key: _plain(entry) for key, entry in value._asdict().items()}
    return [_plain(entry) for entry in value] if isinstance(value, tuple) else value


def log_tables(log: tuple[LogEntry, ...]) -> list[dict[str, Any]]:
    """Log entries as they stand in a file."""
    return [_plain(entry) for entry in log]
