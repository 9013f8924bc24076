"""revisions: each change, with what stood there before and after it (document 003 §3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from memento_cli.actions.holding import EVIDENCE, entry_of
from memento_cli.actions.reading import is_known, journal_lines
from memento_cli.core.acts import ADDS, CREATED, REMOVED, TAKES
from memento_cli.core.held import FOLDERS, held, ref_of
from memento_cli.core.history import Line, distinct, undone_ids
from memento_cli.core.ids import matching, the_one
from memento_cli.errors import BadData, NotFound
from memento_cli.store.changes import flat
from memento_cli.store.proposed import FILE
from memento_cli.store.store import Store
from memento_cli.store.toml import parsed

Side = dict[str, Any] | None
Sides = tuple[Side, Side]
NO_REASON = "(no reason)"


class Revision(NamedTuple):
    """One change: the keys that changed as they were before and after.

    Before it was made there was nothing, and after it was removed there is nothing: None. So of
    what was erased, on both sides. `undone` if an undo in force took it back.
    """

    at: datetime
    act: str
    ref: str
    by: str
    reason: str
    evidence: tuple[str, ...]
    before: Side
    after: Side
    id: str
    undone: bool = False


def revisions_of(store: Store, ref: str) -> list[Revision]:
    """Every change of what a reference names, or of a memory's words; the newest first."""
    lines = distinct(journal_lines(store, ref))
    dead = undone_ids(lines)
    found = [_revision(line, line.id in dead) for line in lines if _sides(line)]
    return found[::-1]


def revised_ref(store: Store, text: str) -> str:
    """What has revisions and is meant by a text: a reference such as `states/alex-facts`, or an id
    or a unique part of one. NotFound, Ambiguous."""
    folder, _, part = text.partition("/")
    places = {
        ref_of(name, id): id
        for name in ([folder] if held(text) else FOLDERS)
        for id in store.held(name).ids()
    }
    if not held(text):
        places |= {id: id for id in (*store.memories.ids(), *store.archive.ids())}
    meant = set(matching(part if held(text) else text, set(places.values())))
    if meant:
        return the_one(text, sorted(ref for ref, id in places.items() if id in meant))
    if is_known(store, text):
        return text
    raise NotFound(f"Nothing is called {text}", "`memento log` tells what was changed")


def _revision(line: Line, undone: bool) -> Revision:
    before, after = _sides(line) or (None, None)
    reason = str(line.text.get("reason") or "").strip() or NO_REASON
    told = line.more.get(EVIDENCE)
    evidence = tuple(map(str, told)) if isinstance(told, list) else ()
    return Revision(
        line.at, line.act, line.memory, line.by, reason, evidence, before, after, line.id, undone
    )


def _sides(line: Line) -> Sides | None:
    """What a line says was there before and after; None if it tells of no change of words."""
    return SIDES[line.act](line) if line.act in SIDES else _changed(line)


def _changed(line: Line) -> Sides | None:
    before, after = line.text.get("before"), line.text.get("after")
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return None
    return dict(before), dict(after)


def _made(line: Line) -> Sides:
    return None, _file(line)


def _removed(line: Line) -> Sides:
    return _file(line), None


def _added(line: Line) -> Sides:
    return None, _entry(line)


def _taken(line: Line) -> Sides:
    return _entry(line), None


SIDES: Mapping[str, Callable[[Line], Sides]] = {
    CREATED: _made,
    REMOVED: _removed,
    **dict.fromkeys(ADDS, _added),
    **dict.fromkeys(TAKES, _taken),
}


def _file(line: Line) -> Side:
    """The file that a line has, key by key."""
    text = line.text.get(FILE)
    if not isinstance(text, str):
        return None
    try:
        return flat(parsed(text.encode(errors="surrogatepass"), line.memory).data)
    except BadData:
        return None


def _entry(line: Line) -> Side:
    """The entry of a list that a line is about, key by key."""
    entry = entry_of(line)
    return None if entry is None else flat(entry.row, f"{entry.path}.")
