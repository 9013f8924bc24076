"""What an erasure removes of a record: from its journal entries, and from its file.

Unlike a memory's id, a key may be stated again. So what was stated before the newest erasure is
removed, and what was stated since stays.
"""

from __future__ import annotations

from memento_cli.core.graph.entities import Edge, edge_ref
from memento_cli.core.journal.event_types import ADDED, CREATED, ERASED, KEPT, RELATED, STATED
from memento_cli.core.journal.history import undone_ids
from memento_cli.core.memory.record_kinds import ENTRY, HEAD, SINCE, held, whole_ref
from memento_cli.core.time.when import stored_moment
from memento_cli.errors import BadTime
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.redaction.erased import Erasures


OPENINGS = (CREATED, STATED, RELATED, ADDED, KEPT)
"""The acts whose entries are complete without what was there before."""
FACTS, EDGES, ITEMS, ENTITY, FACT = "fact", "edge", "item", "entity", "kv"
STAMPS: Mapping[str, str] = {EDGES: "since", ITEMS: "at"}
"""By the name of a list, the key of its entries with their time."""
OWN, OTHERS = "key", ("replaced", "vouched")
"""In a kv value's table, what is not part of the value: its key, and the former values."""


def record_erasures(erased: Erasures) -> dict[str, Sequence[JournalEntry]]:
    """The erasures of records."""
    return {name: erasures for name, erasures in erased.items() if held(name)}


def erased_entries_of_records(
    entries: Iterable[JournalEntry], erased: Erasures
) -> list[JournalEntry]:
    """The entries whose text is removed with erased states, blocks, kv values and entities.

    These are all up to the newest erasure. Of later entries those that are complete in themselves
    stay, and all from the first that made the file anew; the rest come from clones that did not
    know of the erasure yet.
    """
    by_name: dict[str, list[JournalEntry]] = {}
    for entry in entries:
        for name in {entry.memory, whole_ref(entry.memory)} & erased.keys():
            by_name.setdefault(name, []).append(entry)
    erased_by_id = {
        entry.id: entry
        for name, own in by_name.items()
        if held(name)
        for entry in _erased_of(name, own, _newest(erased[name]))
    }
    return list(erased_by_id.values())


def _erased_of(
    name: str, entries: Sequence[JournalEntry], erasure: JournalEntry
) -> list[JournalEntry]:
    fresh = _parting(name, entries, erasure).fresh
    first_new = min((entry.id for entry in fresh if _makes(entry, name)), default="")
    return [
        entry
        for entry in entries
        if entry.act != ERASED
        and not (
            _is_since(entry, erasure)
            and (entry.act in OPENINGS or (first_new and entry.id >= first_new))
        )
    ]


class _Parting(NamedTuple):
    """The entry of the newest erasure, and the statements before and after it, except undone
    later ones."""

    last: JournalEntry
    before: tuple[JournalEntry, ...]
    fresh: tuple[JournalEntry, ...]


def _parting(name: str, entries: Iterable[JournalEntry], erasure: JournalEntry) -> _Parting:
    own = [entry for entry in entries if name in (entry.memory, whole_ref(entry.memory))]
    undone = undone_ids(own)
    stated = [entry for entry in own if entry.act in OPENINGS]
    fresh = (entry for entry in stated if _is_since(entry, erasure) and entry.id not in undone)
    before = (entry for entry in stated if not _is_since(entry, erasure))
    return _Parting(erasure, tuple(before), tuple(fresh))


def remainder(
    name: str,
    data: Mapping[str, Any],
    erasures: Sequence[JournalEntry],
    entries: Iterable[JournalEntry],
) -> dict[str, Any] | None:
    """What an erasure leaves of the document of this name; None if nothing.

    `data` has plain values. A row of a list stays if a journal entry has stated it since, or if no
    entry has it and its own time is later.
    """
    parting = _parting(name, entries, _newest(erasures))
    if whole_ref(name) != name:
        return _without_edge(name, data, parting)
    if not parting.fresh:
        return None
    rest = {key: _table_rest(key, value, parting) for key, value in data.items()}
    fact = rest.get(FACT)
    if isinstance(fact, dict) and not fact.keys() - {OWN}:
        return None
    is_remade = any(_makes(entry, name) for entry in parting.fresh)
    if isinstance(rest.get(ENTITY), dict) and not is_remade:
        rest[ENTITY] = {"name": rest[ENTITY].get("name")}
    return {key: value for key, value in rest.items() if value or value == data[key]}


def _table_rest(key: str, table: Any, parting: _Parting) -> Any:
    """What remains of one table of a document."""
    if key == FACTS and isinstance(table, dict):
        facts = {name: _entries(rows, "recorded", parting) for name, rows in table.items()}
        return {name: rows for name, rows in facts.items() if rows}
    if key in STAMPS:
        return _entries(table, STAMPS[key], parting)
    return _kv_rest(table, parting) if key == FACT and isinstance(table, dict) else table


def _entries(rows: Any, stamp: str, parting: _Parting) -> list[Any]:
    """The rows of a list that are later than the erasure; what is no list of tables is dropped."""
    old, new = (
        [entry.text.get(ENTRY) for entry in side_entries]
        for side_entries in (parting.before, parting.fresh)
    )
    tables = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return [
        row
        for row in tables
        if row in new or (row not in old and _is_later(row.get(stamp), parting.last))
    ]


def _kv_rest(table: Mapping[str, Any], parting: _Parting) -> dict[str, Any]:
    """The table of a kv value with the values that were set since the erasure."""
    old, new = (
        [side.get("set") for entry in entries if isinstance(side := entry.more.get("after"), dict)]
        for entries in (parting.before, parting.fresh)
    )

    def stays(part: Any) -> bool:
        at = part.get("set") if isinstance(part, dict) else None
        return at in new or (at not in old and _is_later(at, parting.last))

    rest = table if stays(table) else {key: table[key] for key in (OWN, *OTHERS) if key in table}
    return {key: value for key, value in rest.items() if key not in OTHERS or stays(value)}


def _without_edge(name: str, data: Mapping[str, Any], parting: _Parting) -> dict[str, Any]:
    """An entity without the edge of this name, unless it was stated since."""
    rows = data.get(EDGES)
    edges = rows if isinstance(rows, list) else []
    own = [row for row in edges if _edge_name(name, row, parting.last) == name]
    stay = _entries(own, "since", parting)
    remaining = [row for row in edges if row not in own or row in stay]
    rest = {key: value for key, value in data.items() if key != EDGES}
    if len(remaining) == len(edges):
        return dict(data)
    return rest | ({EDGES: remaining} if remaining else {})


def _edge_name(name: str, row: Any, erasure: JournalEntry) -> str:
    """The name in the journal of a row's edge, in the entity that `name` belongs to."""
    if not isinstance(row, dict):
        return ""
    predicate, object = (str(row.get(key)) for key in ("predicate", "object"))
    return edge_ref(whole_ref(name).partition("/")[2], Edge(predicate, object, erasure.at))


def _is_since(entry: JournalEntry, erasure: JournalEntry) -> bool:
    """Whether an entry is newer than an erasure, or its writer knew of it, whatever clocks say."""
    return entry.id > erasure.id or str(entry.more.get(SINCE, "")) >= erasure.id


def _makes(entry: JournalEntry, name: str) -> bool:
    """Whether an entry made the file anew, so that what comes after it is of the new one."""
    return entry.act != RELATED or HEAD in entry.text or entry.memory == name


def _newest(erasures: Sequence[JournalEntry]) -> JournalEntry:
    return max(erasures, key=lambda entry: entry.id)


def _is_later(moment: Any, erasure: JournalEntry) -> bool:
    try:
        return stored_moment(str(moment)) > erasure.at
    except BadTime:
        return False
