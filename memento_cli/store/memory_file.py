"""The file of one memory: how its keys (`memory_fields`) become a memory, and back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, tzinfo
from functools import cache
from typing import TYPE_CHECKING, Any

from memento_cli.core.fields import checker
from memento_cli.core.fresh import law_for
from memento_cli.core.laws import Law, law_of, parameter_of
from memento_cli.core.memory import Content, Link, LogEntry, Memory, Strength, Tags, fade_of, peak
from memento_cli.core.refs import stored_ref
from memento_cli.core.when import iso
from memento_cli.errors import BadData
from memento_cli.store.memory_fields import (
    FIELDS,
    MORE_PATHS,
    MORE_TABLES,
    PARAMETER_PATHS,
    number_told,
)

if TYPE_CHECKING:
    from memento_cli.store.layout import Layout

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
    more = _more(said) if has_more else {}
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
        fade=fade_of(_law(said, more), said["memory.fade.min_strength"], said["memory.importance"]),
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
        more=more,
    )


def _law(said: Mapping[str, Any], more: Mapping[str, Any]) -> Law:
    """The law that a file says; of one that leaves its number out, what a new memory gets."""
    name = said["memory.fade.law"]
    path = PARAMETER_PATHS.get(name, "")
    if said.get(path) is not None:
        return law_of(name, said[path])
    return law_for(name, said["memory.content.significance"], said["memory.kind"], more)


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
        "strength.current": peak(strength, fade),
        "strength.last_reinforced": strength.last_reinforced,
        "strength.reinforcement_count": strength.reinforcement_count,
        "fade.law": fade.law.name,
        "fade.min_strength": fade.min_strength,
    }
    paths = {f"memory.{key}": value for key, value in values.items()} | dict(memory.more)
    own = PARAMETER_PATHS.get(fade.law.name)
    return paths | ({own: number_told(own, parameter_of(fade.law))} if own else {})


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
