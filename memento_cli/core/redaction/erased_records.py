"""What an erasure takes of what holds beside memories: of its journal lines, and of its file.

Unlike a memory's id, a key may be stated again. So the newest line that erased it parts what was
said before, which goes, from what is said anew, which stays.
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
"""The acts that say something by themselves, whatever was there before."""
FACTS, EDGES, ITEMS, ENTITY, FACT = "fact", "edge", "item", "entity", "kv"
STAMPS: Mapping[str, str] = {EDGES: "since", ITEMS: "at"}
"""By the name of a list which key of its entries says from when they are."""
OWN, OTHERS = "key", ("replaced", "vouched")
"""Of a hard fact's table, what is no part of the value: its key, and what stood there before."""


def of_held(erased: Erasures) -> dict[str, Sequence[JournalEntry]]:
    """Those of the erasures that are of no memory."""
    return {name: told for name, told in erased.items() if held(name)}


def doomed(lines: Iterable[JournalEntry], erased: Erasures) -> list[JournalEntry]:
    """The lines whose words go with what was erased of states, blocks, hard facts and entities.

    All that is not newer than the newest erasure. Of the others those stay that say something by
    themselves, and all from the first on that made its file anew: the rest is of who had not heard
    of it.
    """
    about: dict[str, list[JournalEntry]] = {}
    for line in lines:
        for name in {line.memory, whole_ref(line.memory)} & erased.keys():
            about.setdefault(name, []).append(line)
    found = {
        line.id: line
        for name, its in about.items()
        if held(name)
        for line in _doomed(name, its, _newest(erased[name]))
    }
    return list(found.values())


def _doomed(name: str, lines: Sequence[JournalEntry], last: JournalEntry) -> list[JournalEntry]:
    fresh = _parting(name, lines, last).fresh
    anew = min((line.id for line in fresh if _makes(line, name)), default="")
    return [
        line
        for line in lines
        if line.act != ERASED
        and not (_is_since(line, last) and (line.act in OPENINGS or (anew and line.id >= anew)))
    ]


class _Parting(NamedTuple):
    """What parts the old from the new: the line that erased it, and what was stated before and
    since, but for what was undone."""

    last: JournalEntry
    before: tuple[JournalEntry, ...]
    fresh: tuple[JournalEntry, ...]


def _parting(name: str, lines: Iterable[JournalEntry], last: JournalEntry) -> _Parting:
    its = [line for line in lines if name in (line.memory, whole_ref(line.memory))]
    dead = undone_ids(its)
    stated = [line for line in its if line.act in OPENINGS]
    fresh = (line for line in stated if _is_since(line, last) and line.id not in dead)
    before = (line for line in stated if not _is_since(line, last))
    return _Parting(last, tuple(before), tuple(fresh))


def remainder(
    name: str, data: Mapping[str, Any], told: Sequence[JournalEntry], lines: Iterable[JournalEntry]
) -> dict[str, Any] | None:
    """What an erasure leaves of the document that has this name; None if nothing.

    `data` is in plain values, `lines` are the journal's. An entry of a list stays if a line has
    stated it since, or if no line tells of it and it says that it is of later.
    """
    parting = _parting(name, lines, _newest(told))
    if whole_ref(name) != name:
        return _without_edge(name, data, parting)
    if not parting.fresh:
        return None
    left = {key: _left(key, said, parting) for key, said in data.items()}
    fact = left.get(FACT)
    if isinstance(fact, dict) and not fact.keys() - {OWN}:
        return None
    made = any(_makes(line, name) for line in parting.fresh)
    if isinstance(left.get(ENTITY), dict) and not made:
        left[ENTITY] = {"name": left[ENTITY].get("name")}
    return {key: said for key, said in left.items() if said or said == data[key]}


def _left(key: str, said: Any, parting: _Parting) -> Any:
    """What stays of one table of a document."""
    if key == FACTS and isinstance(said, dict):
        kept = {name: _entries(rows, "recorded", parting) for name, rows in said.items()}
        return {name: rows for name, rows in kept.items() if rows}
    if key in STAMPS:
        return _entries(said, STAMPS[key], parting)
    return _hard_fact(said, parting) if key == FACT and isinstance(said, dict) else said


def _entries(rows: Any, stamp: str, parting: _Parting) -> list[Any]:
    """The entries of a list that are of later; what is no list of tables goes."""
    old, new = (
        [line.text.get(ENTRY) for line in lines] for lines in (parting.before, parting.fresh)
    )
    entries = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return [
        row
        for row in entries
        if row in new or (row not in old and _is_later(row.get(stamp), parting.last))
    ]


def _hard_fact(said: Mapping[str, Any], parting: _Parting) -> dict[str, Any]:
    """The place of a key, with the values that were set since."""
    old, new = (
        [side.get("set") for line in lines if isinstance(side := line.more.get("after"), dict)]
        for lines in (parting.before, parting.fresh)
    )

    def stays(fact: Any) -> bool:
        at = fact.get("set") if isinstance(fact, dict) else None
        return at in new or (at not in old and _is_later(at, parting.last))

    value = said if stays(said) else {key: said[key] for key in (OWN, *OTHERS) if key in said}
    return {key: told for key, told in value.items() if key not in OTHERS or stays(told)}


def _without_edge(name: str, data: Mapping[str, Any], parting: _Parting) -> dict[str, Any]:
    """An entity without the edge of this name, unless it was stated since."""
    rows = data.get(EDGES)
    edges = rows if isinstance(rows, list) else []
    own = [row for row in edges if _edge_name(name, row, parting.last) == name]
    stay = _entries(own, "since", parting)
    kept = [row for row in edges if row not in own or row in stay]
    rest = {key: said for key, said in data.items() if key != EDGES}
    return rest | ({EDGES: kept} if kept else {}) if len(kept) < len(edges) else dict(data)


def _edge_name(name: str, row: Any, last: JournalEntry) -> str:
    """How a journal line names the edge of this row, in the entity that `name` is a part of."""
    if not isinstance(row, dict):
        return ""
    predicate, object = (str(row.get(key)) for key in ("predicate", "object"))
    return edge_ref(whole_ref(name).partition("/")[2], Edge(predicate, object, last.at))


def _is_since(line: JournalEntry, last: JournalEntry) -> bool:
    """Whether a line is newer than an erasure, or its writer knew of that, whatever clocks say."""
    return line.id > last.id or str(line.more.get(SINCE, "")) >= last.id


def _makes(line: JournalEntry, name: str) -> bool:
    """Whether a line made the file anew, so that what comes after it is of the new one."""
    return line.act != RELATED or HEAD in line.text or line.memory == name


def _newest(told: Sequence[JournalEntry]) -> JournalEntry:
    return max(told, key=lambda line: line.id)


def _is_later(moment: Any, last: JournalEntry) -> bool:
    try:
        return stored_moment(str(moment)) > last.at
    except BadTime:
        return False
