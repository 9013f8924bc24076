"""undo: take back the last act, or any one, of any kind; undoing an undo does it again."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, NamedTuple

from memento_cli.actions.held_undo import check_held, do_held, erased_in
from memento_cli.actions.holding import place_of
from memento_cli.actions.proposal_files import as_they_were, check_proposal, do_proposal
from memento_cli.actions.reading import journal_lines, lines_of, refuse_erased, sound_lines
from memento_cli.actions.reinforce import project
from memento_cli.core.acts import CONTENT, LEAVES, PASSED, PURGED, RESTORED, REVISED, VIEWED
from memento_cli.core.held import held
from memento_cli.core.history import (
    ADOPTION,
    RECORDED,
    UNDONE,
    Line,
    Signature,
    distinct,
    line_millis,
    undone_ids,
)
from memento_cli.core.projection import EVENTS
from memento_cli.core.secret_marks import TAKEN_OUT, allowed_in, without_secrets
from memento_cli.errors import Ambiguous, Conflict, MementoError, NotFound, Refused
from memento_cli.store.collection import Collection, flat
from memento_cli.store.erasing import erasures
from memento_cli.store.journal import lines_in
from memento_cli.store.proposed import proposal_in
from memento_cli.store.store import Store

LATEST_MILLIS = 253_402_300_000_000  # the year 9999
MOVES = (*LEAVES, RECORDED, RESTORED)
UNNOTICED = (UNDONE, PASSED, PURGED, VIEWED)
"""Acts that are not the last one, for who says undo; a view that is named is taken back."""


class Undone(NamedTuple):
    """The lines that were taken back, all of one batch, and the batch of the undoing."""

    lines: tuple[Line, ...]
    batch: str = ""

    @property
    def done_at(self) -> datetime:
        """When the newest of them was done, by the wall clock."""
        millis = max(line_millis(line.id) for line in self.lines)
        return datetime.fromtimestamp(min(millis, LATEST_MILLIS) / 1000, UTC)


def undo(
    store: Store, target: str | None, now: datetime, *, via: str = "cli", dry: bool = False
) -> Undone:
    """Take back a batch (given by its id or a unique start of it), or this writer's last act."""
    lines, batch = _wanted(store, target)
    if dry:
        _effects(store, lines, batch, now)
        return Undone(tuple(batch))
    with store.lock.held():
        lines, batch = _wanted(store, target)
        effects = _effects(store, lines, batch, now)
        proposals = {id for line, _ in effects if (id := proposal_in(line))}
        with (
            store.all_or_nothing({line.memory for line in batch}),
            as_they_were(store, proposals),
        ):
            _do(store, effects, now)
            written = store.journal.append(_undo_lines(store.signed(now, via), batch))
        shown = {line.memory for line, _ in effects if line.act in EVENTS and not held(line.memory)}
        _show(store, shown, now)
    return Undone(tuple(batch), written[0].batch or written[0].id)


def _wanted(store: Store, target: str | None) -> tuple[list[Line], list[Line]]:
    """The lines that tell what is to be taken back, and those that are: not what was erased."""
    lines, batch = _asked(store, target)
    erased = erasures(store)
    told = [line for lines in erased.values() for line in lines]
    if any(line.batch in {each.batch or each.id for each in told} for line in batch):
        refuse_erased(line for line in told if batch[0].batch in (line.batch, line.id))
    gone = erased_in(store, batch, erased)
    kept = [line for line in batch if line.id not in gone]
    kept = [line for line in kept if line.act != PURGED] or kept  # beside what can be taken back
    if not kept:
        refuse_erased(erased[gone[batch[0].id]])
    for id in dict.fromkeys(line.memory for line in batch if line.id in gone):
        store.warn(f"{id} was erased, and stays so")
    return lines, kept


def _asked(store: Store, target: str | None) -> tuple[list[Line], list[Line]]:
    """The same, whatever was erased.

    What was done last is in the newest files of this writer's own; whether that is still in force,
    the undos of all tell. Nothing else of the journal is read.
    """
    if target is not None:
        lines = distinct(journal_lines(store))
        return lines, batch_to_undo(lines, target)
    undos = sound_lines(store, store.journal.undos())
    for read in store.journal.own():
        mine = sound_lines(store, read)
        lines = distinct([*undos, *mine])
        last = last_act(lines, frozenset(line.id for line in mine))
        if last:
            _refuse_erasure(store, after=max(line.id for line in last))
            rest = store.journal.batch(last[0].batch).lines if last[0].batch else []
            lines = distinct([*lines, *rest])
            return lines, _in_force([*last, *rest], undone_ids(lines))
    _refuse_erasure(store, after="")
    raise NotFound("nothing to undo", "`memento log` shows what was done")


def _refuse_erasure(store: Store, after: str) -> None:
    """Refused, if this writer erased something after its last act that can be taken back."""
    own = [line for _, line in lines_in(store.journal.erased_log()) if not isinstance(line, str)]
    if any(line.id > after for line in own):
        hint = "`memento log` shows the acts before it, and `memento undo ACT` takes one back"
        raise Refused("the last act erased something, which cannot be undone", hint)


def _effects(
    store: Store, lines: list[Line], batch: list[Line], now: datetime
) -> list[tuple[Line, bool]]:
    """What taking the batch back does to files, all of it possible."""
    by_id = {line.id: line for line in lines}
    effects = [_original(line, by_id, forward=False) for line in batch]
    for line, forward in effects:
        _check(store, line, forward, now)
    return effects


def _undo_lines(signature: Signature, batch: list[Line]) -> list[Line]:
    return [
        signature.line(UNDONE, line.memory, undoes=line.id, more={"undid": line.act})
        for line in batch
    ]


def last_act(lines: list[Line], own: frozenset[str]) -> list[Line]:
    """The lines of the newest batch of these own ones that is still in force; none if none is."""
    dead = undone_ids(lines)
    mine = (batch for batch in _batches(lines).values() if _can_be_next(batch, own, dead))
    return max(mine, key=lambda batch: max(line.id for line in batch), default=[])


def batch_to_undo(lines: list[Line], target: str) -> list[Line]:
    """The lines still in force of the batch with this id, or a unique start of it."""
    return _named(_batches(lines), lines, target, undone_ids(lines))


def _batches(lines: list[Line]) -> dict[str, list[Line]]:
    groups: dict[str, list[Line]] = {}
    for line in lines:
        if line.via != ADOPTION:
            groups.setdefault(line.batch or line.id, []).append(line)
    return groups


def _in_force(batch: list[Line], dead: frozenset[str]) -> list[Line]:
    return [line for line in distinct(batch) if line.id not in dead and line.via != ADOPTION]


def _can_be_next(batch: list[Line], own: frozenset[str], dead: frozenset[str]) -> bool:
    mine = (line for line in batch if line.id in own and line.id not in dead)
    return any(line.act not in UNNOTICED for line in mine)


def _named(
    groups: Mapping[str, list[Line]], lines: list[Line], target: str, dead: frozenset[str]
) -> list[Line]:
    wanted = target.lower()
    ids = {line.id: [line] for line in lines if line.via != ADOPTION} | dict(groups)
    found = [id for id in ids if id == wanted] or [id for id in ids if id.startswith(wanted)]
    if not found:
        raise NotFound(f"no act {target}", "`memento log` shows the acts and their ids")
    if len(found) > 1 and len({ids[id][0].batch or id for id in found}) > 1:
        raise Ambiguous(f"{target!r} is short for {len(found)} acts", ", ".join(sorted(found)[:8]))
    batch = [line for line in ids[min(found, key=len)] if line.id not in dead]
    if not batch:
        raise Refused(f"{target} is undone already", "undo the undo to do it again")
    return batch


def _original(line: Line, by_id: Mapping[str, Line], *, forward: bool) -> tuple[Line, bool]:
    """The line whose effect is meant, and whether to do it (again) or take it back."""
    seen = set[str]()
    while line.act == UNDONE and line.undoes in by_id and line.id not in seen:
        seen.add(line.id)
        line, forward = by_id[line.undoes], not forward
    return line, forward


def _check(store: Store, line: Line, forward: bool, now: datetime) -> None:
    """See that a line's effect on files can be done, or taken back."""
    if held(line.memory) and line.act != REVISED:
        check_held(store, line, forward, now)
    elif line.act in MOVES:
        here = store.memories if _archives(line, forward) else store.archive
        if line.memory not in here:
            where = "the store" if here is store.memories else "the archive"
            hint = f"`memento log {line.memory}` shows why"
            raise NotFound(f"{line.memory} is not in {where} any more", hint)
    elif line.act in (*CONTENT, REVISED):
        _check_keys(store, line, forward)
    elif proposal_in(line):
        check_proposal(store, line, forward)
    elif line.act == PASSED:
        hint = "what it did are acts of their own: `memento log` shows them"
        raise Refused("a pass over the store is nothing that can be taken back", hint)


def _check_keys(store: Store, line: Line, forward: bool) -> None:
    if not line.text.keys() & {"before", "after"}:
        raise Refused(f"what {line.act} {line.memory} changed has been erased")
    old = _keys(line, "before" if forward else "after")
    here = _said(store, line.memory)
    moved_on = [key for key in old if here.get(key) != old[key]]
    if moved_on:  # the journal has no secrets that nobody allowed
        allowed = allowed_in(store.journal.lines(line.memory).lines)
        told = {key: without_secrets(here.get(key), allowed, key) for key in moved_on}
        moved_on = [key for key in moved_on if told[key] != old[key]]
    if moved_on:
        raise Conflict(
            f"{line.memory} has changed since: {', '.join(moved_on)}",
            f"edit it by hand, or undo the later act first: `memento log {line.memory}`",
        )


def _with_secrets(store: Store, line: Line, keys: dict[str, Any]) -> dict[str, Any]:
    """The values with the secrets that the file has still, where the journal has none."""
    taken = {key for key, value in keys.items() if isinstance(value, str) and TAKEN_OUT in value}
    if not taken:
        return keys
    from memento_cli.core.secrets import with_those_of

    here = _said(store, line.memory)
    allowed = allowed_in(store.journal.lines(line.memory).lines)
    back = {key: with_those_of(keys[key], key, str(here.get(key, "")), allowed) for key in taken}
    return keys | back


def _said(store: Store, name: str) -> dict[str, Any]:
    """What the file that a line names says, by path."""
    folder, id = _place_of(store, name)
    return flat(folder.read(id).document.data)


def _place_of(store: Store, name: str) -> tuple[Collection[Any], str]:
    if held(name):
        return place_of(store, name)
    archived = name in store.archive and name not in store.memories
    return store.archive if archived else store.memories, name


def _do(store: Store, effects: list[tuple[Line, bool]], now: datetime) -> None:
    """Do effects on files, the last act first; whole batches move at once."""
    for line, forward in reversed(effects):
        if proposal_in(line):
            do_proposal(store, line, forward)
        elif line.act in (*CONTENT, REVISED):
            keys = _keys(line, "after" if forward else "before")
            folder, id = _place_of(store, line.memory)
            folder.set_keys(id, _with_secrets(store, line, keys))
        elif held(line.memory):
            do_held(store, line, forward, now)
    moves = [
        (line.memory, _archives(line, forward)) for line, forward in effects if line.act in MOVES
    ]
    store.memories.move([id for id, archives in moves if archives], store.archive)
    store.archive.move([id for id, archives in moves if not archives], store.memories)


def _archives(line: Line, forward: bool) -> bool:
    return (line.act in LEAVES) == forward


def _keys(line: Line, name: str) -> dict[str, Any]:
    keys = line.text.get(name)
    return dict(keys) if isinstance(keys, dict) else {}


def _show(store: Store, memories: set[str], now: datetime) -> None:
    """Show in files what the journal now says: of a few memories it is read for each.

    The act is done by now: what cannot be shown is told.
    """
    try:
        known = lines_of(store, memories)
        for id in memories:
            lines = known.get(id, [])
            with suppress(NotFound):
                project(store, id, lines, now)
    except (MementoError, OSError) as problem:
        store.warn(f"{problem}; its numbers are not shown in the file")
