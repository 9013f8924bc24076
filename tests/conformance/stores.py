"""Real stores in temporary folders, and memory files as another tool would have left them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from math import floor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from memento_cli.actions.memory.reading import memory_at
from memento_cli.core.memory.memory import Memory, days_below, strength_at
from memento_cli.core.time.when import stored_moment
from memento_cli.store.directory.creation import make_store
from memento_cli.store.directory.store import Store
from memento_cli.store.records.memories import memory_codec
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.writer import rendered

LONG_AGO = "2025-01-01T00:00:00Z"
PLACES = {
    "person": "memory.person",
    "created": "memory.created",
    "pinned": "memory.pinned",
    "summary": "memory.content.summary",
    "detail": "memory.content.detail",
    "significance": "memory.content.significance",
    "topics": "memory.tags.topics",
    "people": "memory.tags.people",
    "outcome": "memory.tags.outcome",
    "initial": "memory.strength.initial",
    "last_reinforced": "memory.strength.last_reinforced",
    "count": "memory.strength.reinforcement_count",
    "importance": "memory.importance",
    "law": "memory.fade.law",
    "half_life_days": "memory.fade.half_life_days",
    "stability_days": "memory.fade.stability_days",
    "daily_percent": "memory.fade.daily_percent",
    "ttl": "memory.fade.ttl",
    "min_strength": "memory.fade.min_strength",
}
Rows = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""Several of a vector, by their ids or in a list, each with its own id."""
ROUNDING = 1e-9  # of a strength
REQUIRED = {"person": "ctx://person/alex", "created": LONG_AGO, "summary": "A memory"}


def by_id(rows: Rows) -> Mapping[str, Any]:
    """What a vector tells of several, by their ids."""
    return rows if isinstance(rows, Mapping) else {row["id"]: row for row in rows}


def moment(text: str) -> datetime:
    """The moment that a vector says."""
    return stored_moment(text)


def number(value: Any) -> float:
    """A number that JSON may have had to write as text (NaN)."""
    return float(value)


@contextmanager
def fresh_store(*documents: Mapping[str, Any], **settings: Any) -> Iterator[Store]:
    """A new store with these settings that holds these memory files."""
    with TemporaryDirectory() as folder:
        root = os.path.join(folder, "store")
        make_store(root, settings)
        for document in documents:
            put(root, document["memory"]["id"], rendered(document))
        yield ready(root)


def ready(root: str) -> Store:
    """The store that a vector is tried on, once it is filled; a clone of it must do as well."""
    return Store(root)


def first_day_below(one: Memory, threshold: float) -> int:
    """The first whole day after its last use on which its strength is below; it is, some day."""
    last = one.strength.last_reinforced
    day = floor(days_below(one, threshold)) + 1
    before, then = (strength_at(one, last + timedelta(days=each)) for each in (day - 1, day))
    assert then < threshold and before >= threshold - ROUNDING
    return day


def put(root: str, id: str, text: str) -> None:
    """Drop a file into the store's folder of memories, as any other program would."""
    Path(root, "memories", f"{id}.toml").write_text(text, encoding="utf-8")


def document(id: str = "m", **facts: Any) -> dict[str, Any]:
    """The document of a memory file that says these facts of a vector; None says nothing."""
    said = {key: value for key, value in facts.items() if value is not None}
    paths = {PLACES[key]: value for key, value in (REQUIRED | said).items()}
    return nested({"memory.id": id} | paths)


def memory(id: str = "m", **facts: Any) -> Memory:
    """The memory that such a file is read as."""
    return memory_codec(UTC).value(id, document(id, **facts))


def nested(paths: Mapping[str, Any]) -> dict[str, Any]:
    """A document from its dotted paths; `log[0].event` is a key of a list's first table."""
    root: dict[str, Any] = {}
    for path, value in paths.items():
        *tables, last = path.split(".")
        here = root
        for table in tables:
            name, _, place = table.partition("[")
            if not place:
                here = here.setdefault(name, {})
                continue
            rows = here.setdefault(name, [])
            rows += [{} for _ in range(int(place.rstrip("]")) + 1 - len(rows))]
            here = rows[int(place.rstrip("]"))]
        here[last] = value
    return root


def at_path(document: Any, path: str) -> Any:
    """The value at such a path."""
    for part in re.findall(r"[^.\[\]]+", path):
        document = document[int(part) if isinstance(document, list) else part]
    return document


def raw(store: Store, id: str) -> dict[str, Any]:
    """What the file of a memory says, as plain TOML."""
    path = store.memories.path(id)
    table: dict[str, Any] = parsed(Path(path).read_bytes(), path).data["memory"]
    return table


def numbers_agree(store: Store, id: str, now: datetime) -> bool:
    """Whether the file's numbers are those that the journal folds to."""
    return store.memories.read(id).value.strength == memory_at(store, id, now).strength


def contents(store: Store) -> dict[str, bytes]:
    """Every file of the store that git would see."""
    root = Path(store.root)
    files = (path for path in root.rglob("*") if path.is_file() and ".memento" not in path.parts)
    return {str(path.relative_to(root)): path.read_bytes() for path in files}
