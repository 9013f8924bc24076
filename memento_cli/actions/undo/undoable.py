"""What an undo means: the batch of this writer's last act, or of a named one, and its effects.

The entries of one act about one file are combined into one, so that an undo compares the file only
with the result of the whole act.
"""

from __future__ import annotations

from memento_cli.actions.memory.reading import journal_entries, readable_entries, refuse_erased
from memento_cli.actions.undo.record_undo import erased_names
from memento_cli.core.journal.event_types import (
    ADOPTION,
    CONTENT,
    CREATED,
    EXTRACTED,
    PASSED,
    PURGED,
    REVISED,
    UNDONE,
    VIEWED,
)
from memento_cli.core.journal.history import JournalEntry, distinct, undone_ids
from memento_cli.core.journal.proposal_entries import FILE
from memento_cli.errors import Ambiguous, NotFound, Refused
from memento_cli.store.journal.journal import numbered_entries
from memento_cli.store.journal.logs import is_timely
from memento_cli.store.redaction.erasure import erasures
from memento_cli.store.toml.changes import removals_first
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.splice import REMOVED, edited
from memento_cli.store.toml.writer import path_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import Any

    from memento_cli.store.directory.store import Store

    Entries = list[JournalEntry]

UNNOTICED = (UNDONE, PASSED, VIEWED, EXTRACTED)
"""Acts that an undo without a target skips, where nothing else was done with them; a view, and a
reading of turns of which nothing came, are undone only by their names."""
SHOWN = 3
BEFORE = "`memento log` shows the acts before it, and `memento undo ACT` takes one back"


def batches_to_undo(store: Store, target: str | None) -> tuple[Entries, Entries]:
    """The entries needed to undo a batch, and the batch's entries that can be undone: not those
    about what was erased."""
    entries, batch = _target_batch(store, target)
    erased = erasures(store)
    erasure_entries = [entry for entries in erased.values() for entry in entries]
    if any(entry.batch in {erasure.act_id for erasure in erasure_entries} for entry in batch):
        refuse_erased(
            entry for entry in erasure_entries if batch[0].batch in (entry.batch, entry.id)
        )
    erased_ids = erased_names(store, batch, erased)
    undoable = [entry for entry in batch if entry.id not in erased_ids]
    undoable = [entry for entry in undoable if entry.act != PURGED] or undoable
    if not undoable:
        refuse_erased(erased[erased_ids[batch[0].id]])
    for id in dict.fromkeys(entry.memory for entry in batch if entry.id in erased_ids):
        store.warn(f"{id} was erased, and stays so")
    return entries, undoable


def _target_batch(store: Store, target: str | None) -> tuple[Entries, Entries]:
    """The entries needed to undo a batch, and its entries in force, even those that were erased.

    For the last act only this writer's newest logs and the undos of all writers are read.
    """
    if target is not None:
        entries = distinct(journal_entries(store))
        return entries, _of_one_writer(store, entries, target)
    last, read = _last_own_act(store)
    _refuse_erasure(store, after=max((entry.id for entry in last), default=""))
    if not last:
        raise NotFound("nothing to undo", "`memento log` shows what was done")
    _refuse_purge(last)
    rest = store.journal.own_batch(last[0].batch).lines if last[0].batch else []
    entries = distinct([*read, *rest])
    return entries, _in_force([*last, *rest], undone_ids(entries))


def act_before(store: Store, batch: Iterable[JournalEntry]) -> str:
    """The batch, or else the id, of this writer's last act in force except these entries; "" if
    there is none. It is the hint if the last act cannot be undone."""
    last, _ = _last_own_act(store, {entry.id for entry in batch})
    return last[0].act_id if last else ""


def _last_own_act(store: Store, skipped: Collection[str] = ()) -> tuple[Entries, Entries]:
    """This writer's last act in force except for some entries, and the entries read to find it."""
    undos = readable_entries(store, store.journal.undos())
    for result in store.journal.own():
        own = readable_entries(store, result)
        read = distinct([*undos, *own])
        undone = undone_ids(read).union(skipped)
        if batches := [batch for batch in _batches(own).values() if _can_be_next(batch, undone)]:
            return max(batches, key=lambda batch: max(entry.id for entry in batch)), read
    return [], []


def _of_one_writer(store: Store, entries: Entries, target: str) -> Entries:
    """The entries that a target means; of a batch only those of its own writer, since entries of
    others may have the same batch."""
    batch = batch_to_undo(entries, target)
    if not batch[0].batch.startswith(target.lower()):
        return batch
    written = readable_entries(store, store.journal.batch(batch[0].batch))
    in_force = _in_force(written, undone_ids(entries))
    if not in_force:
        raise _undone_already(target, entries, written)
    return in_force


def _refuse_erasure(store: Store, after: str) -> None:
    """Raise Refused if this writer erased something after the entry `after`."""
    own = [
        entry
        for _, entry in numbered_entries(store.journal.erased_log())
        if not isinstance(entry, str)
    ]
    if any(entry.id > after and is_timely(entry.id) for entry in own):
        raise Refused("the last act erased something, which cannot be undone", BEFORE)


def _refuse_purge(last: list[JournalEntry]) -> None:
    """Raise Refused if the last act only purged: an act before it would not be meant."""
    if all(entry.act == PURGED for entry in last):
        keys = ", ".join(dict.fromkeys(entry.memory for entry in last[:SHOWN]))
        more = f" and {len(last) - SHOWN} more" if len(last) > SHOWN else ""
        raise Refused(f"the last act purged {keys}{more}, which cannot be undone", BEFORE)


def batch_to_undo(entries: list[JournalEntry], target: str) -> list[JournalEntry]:
    """The entries in force of the batch with this id, or a unique start of it."""
    wanted, undone = target.lower(), undone_ids(entries)
    ids = {entry.id: [entry] for entry in entries if entry.via != ADOPTION} | _batches(entries)
    matches = [id for id in ids if id == wanted] or [id for id in ids if id.startswith(wanted)]
    if not matches:
        raise NotFound(f"no act {target}", "`memento log` shows the acts and their ids")
    if len(matches) > 1 and len({ids[id][0].batch or id for id in matches}) > 1:
        raise Ambiguous(
            f"{target!r} is short for {len(matches)} acts", ", ".join(sorted(matches)[:8])
        )
    whole = ids[min(matches, key=len)]
    batch = [entry for entry in whole if entry.id not in undone]
    if not batch:
        raise _undone_already(target, entries, whole)
    return batch


def _batches(entries: Iterable[JournalEntry]) -> dict[str, list[JournalEntry]]:
    groups: dict[str, list[JournalEntry]] = {}
    for entry in entries:
        if entry.via != ADOPTION:
            groups.setdefault(entry.act_id, []).append(entry)
    return groups


def _in_force(batch: list[JournalEntry], undone: frozenset[str]) -> list[JournalEntry]:
    return [entry for entry in distinct(batch) if entry.id not in undone and entry.via != ADOPTION]


def _can_be_next(batch: list[JournalEntry], undone: Collection[str]) -> bool:
    """Whether an undo without a target may mean this batch: something in it can still be undone."""
    left = [entry for entry in batch if entry.id not in undone]
    if len(left) < len(batch):
        left = [entry for entry in left if entry.act != PURGED]
    return any(entry.act not in UNNOTICED for entry in left)


def _undone_already(target: str, entries: Entries, batch: Entries) -> Refused:
    undo = _undo_of(entries, {entry.id for entry in batch}) or "ACT"
    return Refused(f"{target} is undone already", f"`memento undo {undo}` redoes it")


def _undo_of(entries: Entries, ids: Collection[str]) -> str:
    """The act in force that undid entries of these ids; "" if none did."""
    undone = undone_ids(entries)
    undos = (one.act_id for one in entries if one.undoes in ids and one.id not in undone)
    return next(undos, "")


def act_in_force(store: Store, act: str) -> str:
    """The id of an act or, if that is undone, of the undo that did it."""
    entries = distinct(journal_entries(store))
    ids = {entry.id for entry in entries if act in (entry.batch, entry.id)}
    return _undo_of(entries, ids) if ids <= undone_ids(entries) else act


SIDES = ("before", "after")
CHANGING = (*CONTENT, REVISED)
Effect = tuple[JournalEntry, bool]
"""An entry, and whether its act is done (True) or undone (False)."""


def combined(effects: Iterable[Effect]) -> list[Effect]:
    """The effects of an act; those on the keys of one file become one, in place of the first."""
    groups: dict[object, list[Effect]] = {}
    for entry, forward in effects:
        key = (entry.memory, forward) if entry.act in (CREATED, *CHANGING) else entry.id
        groups.setdefault(key, []).append((entry, forward))
    return [
        effect
        for group in groups.values()
        for effect in (group if len(group) == 1 else _merged(group))
    ]


def _merged(group: Sequence[Effect]) -> list[Effect]:
    entries = sorted((entry for entry, _ in group), key=lambda entry: entry.id)
    first, *later = entries
    if any(entry.act == CREATED for entry in later) or not all(map(_has_effect, entries)):
        return list(group)
    text: Mapping[str, Any]
    if first.act == CREATED:
        text = {FILE: _edited(str(first.text[FILE]), later)}
    else:
        before: dict[str, Any] = {}
        after: dict[str, Any] = {}
        for entry in entries:
            before = entry.side("before") | before  # the first value of each key counts
            after |= entry.side("after")
        text = dict(zip(SIDES, (before, after), strict=True))
    return [(entries[-1]._replace(act=first.act, text=text), group[0][1])]


def _has_effect(entry: JournalEntry) -> bool:
    """Whether an entry still has its texts; an erasure may have removed them."""
    if entry.act == CREATED:
        return isinstance(entry.text.get(FILE), str)
    return all(isinstance(entry.text.get(side), dict) for side in SIDES)


def _edited(text: str, entries: Iterable[JournalEntry]) -> str:
    for entry in entries:
        keys = entry.side("after")
        changes = {
            path_of(key): REMOVED if value is None else value for key, value in removals_first(keys)
        }
        text = edited(parsed(text.encode(), entry.memory), changes)
    return text
