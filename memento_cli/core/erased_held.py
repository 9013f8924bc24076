"""What an erasure takes of what holds beside memories: of its journal lines, and of its file.

Unlike a memory's id, a key may be stated again. So the newest line that erased it parts what was
said before, which goes, from what is said anew, which stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from memento_cli.core.acts import CREATED, ERASED, KEPT, RELATED, STATED
from memento_cli.core.entities import Edge, edge_ref
from memento_cli.core.erased import Erasures
from memento_cli.core.held import ENTRY, HEAD, held, whole_ref
from memento_cli.core.history import Line, undone_ids
from memento_cli.core.when import stored_moment
from memento_cli.errors import BadTime

OPENINGS = (CREATED, STATED, RELATED, KEPT)
"""The acts that say something by themselves, whatever was there before."""
FACTS, EDGES, ENTITY, FACT = "fact", "edge", "entity", "kv"
OWN, BEFORE = "key", "replaced"
"""Of a hard fact's table, what is no part of the value: its key, and what stood there before."""


def of_held(erased: Erasures) -> dict[str, Sequence[Line]]:
    """Those of the erasures that are of no memory."""
    return {name: told for name, told in erased.items() if held(name)}


def doomed(lines: Iterable[Line], erased: Erasures) -> list[Line]:
    """The lines whose words go with what was erased of states, blocks, hard facts and entities.

    All up to the newest that erased it. Of later ones those stay that say something by themselves,
    and all from the first on that made its file anew: the others are of who had not heard of it.
    """
    about: dict[str, list[Line]] = {}
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


def _doomed(name: str, lines: Sequence[Line], last: Line) -> list[Line]:
    fresh = openings(name, lines, last)
    anew = min((line.id for line in fresh if _makes(line, name)), default="")
    return [
        line
        for line in lines
        if line.act != ERASED
        and (line.id < last.id or not (line.act in OPENINGS or (anew and line.id >= anew)))
    ]


def openings(name: str, lines: Iterable[Line], last: Line) -> list[Line]:
    """The lines that state something under a name since it was erased, and that nobody undid."""
    its = [line for line in lines if name in (line.memory, whole_ref(line.memory))]
    dead = undone_ids(its)
    return [
        line for line in its if line.act in OPENINGS and line.id > last.id and line.id not in dead
    ]


def remainder(
    name: str, data: Mapping[str, Any], told: Sequence[Line], lines: Iterable[Line]
) -> dict[str, Any] | None:
    """What an erasure leaves of the document that has this name; None if nothing.

    `data` is in plain values, `lines` are the journal's. An entry of a list stays if a line has
    stated it since, or if it says that it is of later.
    """
    last = _newest(told)
    fresh = openings(name, lines, last)
    if whole_ref(name) != name:
        return _without_edge(name, data, last, fresh)
    if not fresh:
        return None
    left = {key: _left(key, said, last, fresh) for key, said in data.items()}
    fact = left.get(FACT)
    if isinstance(fact, dict) and not fact.keys() - {OWN}:
        return None
    if not any(_makes(line, name) for line in fresh) and ENTITY in left:
        left[ENTITY] = {"name": data[ENTITY].get("name")}
    return {key: said for key, said in left.items() if said or said == data[key]}


def _left(key: str, said: Any, last: Line, fresh: Sequence[Line]) -> Any:
    """What stays of one table of a document."""
    if key == FACTS and isinstance(said, dict):
        kept = {name: _entries(rows, "recorded", last, fresh) for name, rows in said.items()}
        return {name: rows for name, rows in kept.items() if rows}
    if key == EDGES:
        return _entries(said, "since", last, fresh)
    return _hard_fact(said, last, fresh) if key == FACT and isinstance(said, dict) else said


def _entries(rows: Any, stamp: str, last: Line, fresh: Sequence[Line]) -> Any:
    """The entries of a list that were stated since; what is no list of tables goes."""
    told = [line.text.get(ENTRY) for line in fresh]
    entries = [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []
    return [row for row in entries if row in told or _is_later(row.get(stamp), last)]


def _hard_fact(said: Mapping[str, Any], last: Line, fresh: Sequence[Line]) -> dict[str, Any]:
    """The place of a key, with the value that was set since, and so the one that it replaced."""
    sides = [line.more.get("after") for line in fresh]
    known = [side.get("set") for side in sides if isinstance(side, dict)]

    def stays(fact: Mapping[str, Any]) -> bool:
        return fact.get("set") in known or _is_later(fact.get("set"), last)

    before = said.get(BEFORE)
    value = said if stays(said) else {key: said[key] for key in (OWN, BEFORE) if key in said}
    keep = isinstance(before, dict) and stays(before)
    return {key: told for key, told in value.items() if keep or key != BEFORE}


def _without_edge(
    name: str, data: Mapping[str, Any], last: Line, fresh: Sequence[Line]
) -> dict[str, Any]:
    """An entity without the edge of this name, unless it was stated since."""
    rows = data.get(EDGES)
    its = _edges_of(name, last)
    edges = rows if isinstance(rows, list) else []
    gone = [row for row in edges if its(row) and not _entries([row], "since", last, fresh)]
    kept = [row for row in edges if row not in gone]
    if not gone:
        return dict(data)
    rest = {key: said for key, said in data.items() if key != EDGES}
    return rest | ({EDGES: kept} if kept else {})


def _edges_of(name: str, last: Line) -> Callable[[Any], bool]:
    """What tells the rows of the edge of this name."""
    _, id = held(name) or ("", "")

    def is_its(row: Any) -> bool:
        if not isinstance(row, dict):
            return False
        predicate, object = (str(row.get(key)) for key in ("predicate", "object"))
        return edge_ref(id, Edge(predicate, object, last.at)) == name

    return is_its


def _makes(line: Line, name: str) -> bool:
    """Whether a line made the file anew, so that what comes after it is of the new one."""
    return line.act != RELATED or HEAD in line.text or line.memory == name


def _newest(told: Sequence[Line]) -> Line:
    return max(told, key=lambda line: line.id)


def _is_later(moment: Any, last: Line) -> bool:
    try:
        return stored_moment(str(moment)) > last.at
    except BadTime:
        return False
