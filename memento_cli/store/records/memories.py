"""The file of a memory: making a memory of its keys (`memory_fields.py`), and back."""

from __future__ import annotations

from memento_cli.core.fading.laws import law_of
from memento_cli.core.fading.strength import peak
from memento_cli.core.memory.creation import law_for
from memento_cli.core.memory.memory import (
    Content,
    Link,
    LogEntry,
    Memory,
    Tags,
    fade_of,
    strength_from,
)
from memento_cli.core.memory.refs import stored_ref
from memento_cli.store.records.codec import Codec, RecordType, by_path, table_of
from memento_cli.store.records.memory_fields import (
    FIELDS,
    LOG_FIELDS,
    MORE_PATHS,
    MORE_TABLES,
    PARAMETER_PATHS,
    filed_number,
)

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import tzinfo
    from typing import Any

    from memento_cli.core.fading.laws import Law
    from memento_cli.store.records.codec import Source, Values


def memory_codec(zone: tzinfo) -> Codec[Memory]:
    """The codec of the folders `memories/`, `archive/` and `proposals/`."""
    return Codec((MEMORY,), zone)


def log_tables(log: tuple[LogEntry, ...]) -> list[dict[str, Any]]:
    """Log entries as their tables in the file."""
    return [table_of(LOG_FIELDS, entry._asdict()) for entry in log]


def _memory(source: Source) -> Memory:
    values = source.values
    created, significance = values["memory.created"], values["memory.content.significance"]
    more = {} if MORE_TABLES.isdisjoint(source.data["memory"]) else _more(values)
    return Memory(
        id=source.id,
        person=stored_ref(values["memory.person"]),
        created=created,
        content=Content(
            values["memory.content.summary"], values["memory.content.detail"], significance
        ),
        strength=strength_from(
            values["memory.strength.initial"],
            values["memory.strength.last_reinforced"] or created,
            values["memory.strength.reinforcement_count"],
        ),
        fade=fade_of(
            _law(values, more), values["memory.fade.min_strength"], values["memory.importance"]
        ),
        tags=Tags(
            values["memory.tags.topics"],
            tuple([stored_ref(person) for person in values["memory.tags.people"]]),
            values["memory.tags.outcome"],
        ),
        kind=values["memory.kind"],
        source=values["memory.source"],
        privacy=values["memory.privacy"],
        pinned=values["memory.pinned"],
        importance=values["memory.importance"],
        project=values["memory.project"],
        agent=values["memory.agent"],
        session=values["memory.session"],
        links=tuple([Link(**row) for row in values["memory.links"]]),
        log=tuple([LogEntry(**row) for row in values["memory.log"]]),
        more=more,
    )


def _law(values: Values, more: Mapping[str, Any]) -> Law:
    """The law in a file; without its parameter, that of a new memory."""
    name = values["memory.fade.law"]
    path = PARAMETER_PATHS.get(name, "")
    if values.get(path) is not None:
        return law_of(name, values[path])
    return law_for(name, values["memory.content.significance"], values["memory.kind"], more)


def _more(values: Values) -> dict[str, Any]:
    return {path: values[path] for path in MORE_PATHS if values[path] is not None}


def _values(memory: Memory) -> dict[str, Any]:
    strength, fade = memory.strength, memory.fade
    own = PARAMETER_PATHS.get(fade.law.name)
    return {
        **by_path("memory", memory),
        **by_path("memory.content", memory.content),
        **by_path("memory.tags", memory.tags),
        "memory.strength.initial": strength.initial,
        "memory.strength.last_reinforced": strength.last_reinforced,
        "memory.strength.reinforcement_count": strength.reinforcement_count,
        "memory.strength.current": peak(strength, fade),
        "memory.fade.law": fade.law.name,
        "memory.fade.min_strength": fade.min_strength,
        **memory.more,
        **({own: filed_number(own, fade.law.parameter)} if own else {}),
        "memory.links": tuple([link._asdict() for link in memory.links]),
        "memory.log": tuple([entry._asdict() for entry in memory.log]),
    }


MEMORY = RecordType(
    "memory", "memory", "A memory: memories/<id>.toml, archive/<id>.toml", Memory, FIELDS,
    _memory, _values, key="memory.id", is_strict=False,
)  # fmt: skip
