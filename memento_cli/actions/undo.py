"""undo: take back the last act, or any one, of any kind; undoing an undo does it again."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from memento_cli.actions.reading import journal_lines
from memento_cli.actions.reinforce import project
from memento_cli.core.history import RECORDED, UNDONE, Line, distinct, undone_ids
from memento_cli.errors import Ambiguous, Conflict, NotFound, Refused
from memento_cli.store.collection import flat
from memento_cli.store.store import Store

LEAVES = ("pruned", "forgotten")
COMES = (RECORDED, "restored")


class Undone(NamedTuple):
    """The lines that were taken back, all of one batch."""

    lines: tuple[Line, ...]


def undo(
    store: Store, target: str | None, now: datetime, *, via: str = "cli", dry: bool = False
) -> Undone:
    """Take back a batch (given by its id or a unique start of it), or this writer's last act."""
    with store.lock.held():
        lines = distinct(journal_lines(store))
        by_id = {line.id: line for line in lines}
        batch = batch_to_undo(lines, target, store.writer()[0])
        for line in batch:
            _effect(store, line, by_id, forward=False, check=True)
        if not dry:
            for line in reversed(batch):
                _effect(store, line, by_id, forward=False, check=False)
            by = store.writer()[0]
            undos = [
                Line(
                    "", now, UNDONE, line.memory, by, via, undoes=line.id, more={"undid": line.act}
                )
                for line in batch
            ]
            _show(
                store, [*lines, *store.journal.append(undos)], {line.memory for line in batch}, now
            )
    return Undone(tuple(batch))


def batch_to_undo(lines: list[Line], target: str | None, by: str) -> list[Line]:
    """The lines of one batch that are still in force."""
    dead = undone_ids(lines)
    groups: dict[str, list[Line]] = {}
    for line in lines:
        if line.via != "adoption":
            groups.setdefault(line.batch or line.id, []).append(line)
    if target is None:
        mine = (batch for batch in groups.values() if _can_be_next(batch, by, dead))
        newest = max(mine, key=lambda batch: max(line.id for line in batch), default=None)
        if newest is None:
            raise NotFound("nothing to undo", "`memento log` shows what was done")
        return [line for line in newest if line.id not in dead]
    return _named(groups, lines, target, dead)


def _can_be_next(batch: list[Line], by: str, dead: frozenset[str]) -> bool:
    return any(line.by == by and line.act != UNDONE and line.id not in dead for line in batch)


def _named(
    groups: Mapping[str, list[Line]], lines: list[Line], target: str, dead: frozenset[str]
) -> list[Line]:
    wanted = target.lower()
    ids = {line.id: [line] for line in lines if line.via != "adoption"} | dict(groups)
    found = [id for id in ids if id == wanted] or [id for id in ids if id.startswith(wanted)]
    if not found:
        raise NotFound(f"no act {target}", "`memento log` shows the acts and their ids")
    if len(found) > 1 and len({ids[id][0].batch or id for id in found}) > 1:
        raise Ambiguous(f"{target!r} is short for {len(found)} acts", ", ".join(sorted(found)[:8]))
    batch = [line for line in ids[min(found, key=len)] if line.id not in dead]
    if not batch:
        raise Refused(f"{target} is undone already", "undo the undo to do it again")
    return batch


def _effect(
    store: Store, line: Line, by_id: Mapping[str, Line], *, forward: bool, check: bool
) -> None:
    """Do a line's effect on files, or take it back; with `check`, only see that it can be done."""
    if line.act == UNDONE:
        original = by_id.get(line.undoes)
        if original:
            _effect(store, original, by_id, forward=not forward, check=check)
    elif line.act in LEAVES or line.act in COMES:
        _move(store, line.memory, to_archive=forward == (line.act in LEAVES), check=check)
    elif "before" in line.text or "after" in line.text:
        _set(store, line, forward, check)
    elif line.act in ("edited", "pinned", "unpinned", "linked", "unlinked"):
        raise Refused(f"what {line.act} {line.memory} changed has been erased")


def _move(store: Store, id: str, *, to_archive: bool, check: bool) -> None:
    source, target = store.memories, store.archive
    if not to_archive:
        source, target = target, source
    if not check:
        source.move(id, target)
    elif id not in source:
        where = "the store" if to_archive else "the archive"
        raise NotFound(f"{id} is not in {where} any more", f"`memento log {id}` shows why")


def _set(store: Store, line: Line, forward: bool, check: bool) -> None:
    before, after = _keys(line, "before"), _keys(line, "after")
    old, new = (before, after) if forward else (after, before)
    data = store.memories.read(line.memory).document.data
    here = flat(data)
    moved_on = [key for key in old if here.get(key) != old[key]]
    if moved_on:
        raise Conflict(
            f"{line.memory} has changed since: {', '.join(moved_on)}",
            f"edit it by hand, or undo the later act first: `memento log {line.memory}`",
        )
    if not check:
        store.memories.set_keys(line.memory, new)


def _keys(line: Line, name: str) -> dict[str, Any]:
    keys = line.text.get(name)
    return dict(keys) if isinstance(keys, dict) else {}


def _show(store: Store, lines: list[Line], memories: set[str], now: datetime) -> None:
    for id in memories:
        if id in store.memories:
            project(store, id, [line for line in lines if line.memory == id], now)
