"""Which act an undo means: the last one of this writer, or the one that is named."""

from __future__ import annotations

from memento_cli.actions.memory.reading import journal_entries, readable_entries, refuse_erased
from memento_cli.actions.undo.record_undo import erased_in
from memento_cli.core.journal.event_types import ADOPTION, PASSED, PURGED, UNDONE, VIEWED
from memento_cli.core.journal.history import distinct, undone_ids
from memento_cli.errors import Ambiguous, NotFound, Refused
from memento_cli.store.journal.journal import numbered_entries
from memento_cli.store.journal.journal_writer import is_timely
from memento_cli.store.redaction.erasure import erasures

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.directory.store import Store

UNNOTICED = (UNDONE, PASSED, VIEWED)
"""Acts that are not the last one, for who says undo; a view that is named is taken back."""
SHOWN = 3
BEFORE = "`memento log` shows the acts before it, and `memento undo ACT` takes one back"


def batches_to_undo(
    store: Store, target: str | None
) -> tuple[list[JournalEntry], list[JournalEntry]]:
    """The lines that tell what is to be taken back, and those that are: not what was erased."""
    entries, batch = _asked(store, target)
    erased = erasures(store)
    told = [entry for entries in erased.values() for entry in entries]
    if any(entry.batch in {each.batch or each.id for each in told} for entry in batch):
        refuse_erased(entry for entry in told if batch[0].batch in (entry.batch, entry.id))
    gone = erased_in(store, batch, erased)
    kept = [entry for entry in batch if entry.id not in gone]
    kept = [entry for entry in kept if entry.act != PURGED] or kept  # beside what can be taken back
    if not kept:
        refuse_erased(erased[gone[batch[0].id]])
    for id in dict.fromkeys(entry.memory for entry in batch if entry.id in gone):
        store.warn(f"{id} was erased, and stays so")
    return entries, kept


def _asked(store: Store, target: str | None) -> tuple[list[JournalEntry], list[JournalEntry]]:
    """The same, whatever was erased.

    What was done last is in the newest files of this writer's own; whether that is still in force,
    the undos of all tell. Nothing else of the journal is read.
    """
    if target is not None:
        entries = distinct(journal_entries(store))
        return entries, _of_one_writer(store, entries, target)
    undos = readable_entries(store, store.journal.undos())
    for read in store.journal.own():
        mine = readable_entries(store, read)
        last = last_act(mine, undone_ids(distinct([*undos, *mine])))
        if last:
            _refuse_erasure(store, after=max(entry.id for entry in last))
            _refuse_purge(last)
            rest = store.journal.own_batch(last[0].batch).lines if last[0].batch else []
            entries = distinct([*undos, *mine, *rest])
            return entries, _in_force([*last, *rest], undone_ids(entries))
    _refuse_erasure(store, after="")
    raise NotFound("nothing to undo", "`memento log` shows what was done")


def act_before(store: Store, batch: Iterable[JournalEntry]) -> str:
    """What names this writer's act before these lines, of those in force; nothing if there is none.

    An act that cannot be taken back must not stand before all others.
    """
    skipped = {entry.id for entry in batch}
    undos = readable_entries(store, store.journal.undos())
    for read in store.journal.own():
        mine = readable_entries(store, read)
        last = last_act(mine, skipped | undone_ids(distinct([*undos, *mine])))
        if last:
            return last[0].batch or last[0].id
    return ""


def _of_one_writer(store: Store, entries: list[JournalEntry], target: str) -> list[JournalEntry]:
    """The lines that a target means: of a batch, what its own writer wrote, as others may name
    it, too."""
    batch = batch_to_undo(entries, target)
    if not batch[0].batch.startswith(target.lower()):
        return batch
    written = readable_entries(store, store.journal.batch(batch[0].batch))
    kept = _in_force(written, undone_ids(entries))
    if not kept:
        raise _undone_already(target)
    return kept


def _refuse_erasure(store: Store, after: str) -> None:
    """Refused, if this writer erased something after its last act that can be taken back."""
    own = [
        entry
        for _, entry in numbered_entries(store.journal.erased_log())
        if not isinstance(entry, str)
    ]
    if any(entry.id > after and is_timely(entry.id) for entry in own):
        raise Refused("the last act erased something, which cannot be undone", BEFORE)


def _refuse_purge(last: list[JournalEntry]) -> None:
    """Refused, if the last act did nothing but purge: another act is not what is meant."""
    if all(entry.act == PURGED for entry in last):
        keys = ", ".join(dict.fromkeys(entry.memory for entry in last[:SHOWN]))
        more = f" and {len(last) - SHOWN} more" if len(last) > SHOWN else ""
        raise Refused(f"the last act purged {keys}{more}, which cannot be undone", BEFORE)


def last_act(own: Iterable[JournalEntry], dead: Collection[str]) -> list[JournalEntry]:
    """The lines of the newest batch of these own ones that is still in force; none if none is."""
    mine = (batch for batch in _batches(own).values() if _can_be_next(batch, dead))
    return max(mine, key=lambda batch: max(entry.id for entry in batch), default=[])


def batch_to_undo(entries: list[JournalEntry], target: str) -> list[JournalEntry]:
    """The lines still in force of the batch with this id, or a unique start of it."""
    return _named(_batches(entries), entries, target, undone_ids(entries))


def _batches(entries: Iterable[JournalEntry]) -> dict[str, list[JournalEntry]]:
    groups: dict[str, list[JournalEntry]] = {}
    for entry in entries:
        if entry.via != ADOPTION:
            groups.setdefault(entry.batch or entry.id, []).append(entry)
    return groups


def _in_force(batch: list[JournalEntry], dead: frozenset[str]) -> list[JournalEntry]:
    return [entry for entry in distinct(batch) if entry.id not in dead and entry.via != ADOPTION]


def _can_be_next(batch: list[JournalEntry], dead: Collection[str]) -> bool:
    """Whether an undo may mean this batch: not one of which it has taken back all that it can."""
    left = [entry for entry in batch if entry.id not in dead]
    if len(left) < len(batch):
        left = [entry for entry in left if entry.act != PURGED]
    return any(entry.act not in UNNOTICED for entry in left)


def _named(
    groups: Mapping[str, list[JournalEntry]],
    entries: list[JournalEntry],
    target: str,
    dead: frozenset[str],
) -> list[JournalEntry]:
    wanted = target.lower()
    ids = {entry.id: [entry] for entry in entries if entry.via != ADOPTION} | dict(groups)
    found = [id for id in ids if id == wanted] or [id for id in ids if id.startswith(wanted)]
    if not found:
        raise NotFound(f"no act {target}", "`memento log` shows the acts and their ids")
    if len(found) > 1 and len({ids[id][0].batch or id for id in found}) > 1:
        raise Ambiguous(f"{target!r} is short for {len(found)} acts", ", ".join(sorted(found)[:8]))
    batch = [entry for entry in ids[min(found, key=len)] if entry.id not in dead]
    if not batch:
        raise _undone_already(target)
    return batch


def _undone_already(target: str) -> Refused:
    return Refused(f"{target} is undone already", "undo the undo to do it again")
