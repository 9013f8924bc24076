"""undo: undo the last act, or any other of any kind; undoing an undo does the act again."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import groupby

from memento_cli.actions.facts.records import place_of
from memento_cli.actions.memory.reading import entries_by_id
from memento_cli.actions.memory.reinforce import project
from memento_cli.actions.tidy.proposal_files import (
    apply_proposal_effect,
    check_proposal_effect,
)
from memento_cli.actions.undo.record_undo import (
    apply_record_effect,
    check_record_effect,
    is_last,
    step_key,
)
from memento_cli.actions.undo.undoable import act_before, batches_to_undo, combined
from memento_cli.core.journal.event_types import (
    CLI,
    CONTENT,
    LEAVES,
    PASSED,
    PURGED,
    RECORDED,
    RESTORED,
    REVISED,
    UNDONE,
)
from memento_cli.core.journal.history import EVENTS, original
from memento_cli.core.journal.line_ids import line_millis
from memento_cli.core.journal.proposal_entries import proposal_in
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.record_kinds import event_in, held
from memento_cli.core.security.secret_checks import allowed_in, without_secrets
from memento_cli.core.security.secret_marks import REDACTION_END, secret_names
from memento_cli.core.security.trust import USER, is_persons, is_persons_act, trust_of
from memento_cli.errors import Conflict, MementoError, NotFound, Refused
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import contextmanager, suppress
from memento_cli.store.toml.changes import flat

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection

LATEST_MILLIS = 253_402_300_000_000  # the year 9999
MOVES = (*LEAVES, RECORDED, RESTORED)


class Undone(NamedTuple):
    """The entries that were undone, all of one batch, the batch of the undo, and the names of the
    kv values that the batch purged, which no undo brings back.

    `originals` are the entries at the ends of their chains of undos, each with whether it is done
    again.
    """

    lines: tuple[JournalEntry, ...]
    batch: str = ""
    gone: tuple[str, ...] = ()
    originals: tuple[tuple[JournalEntry, bool], ...] = ()

    @property
    def done_at(self) -> datetime:
        """When the newest of the entries was written, by the wall clock."""
        millis = max(line_millis(entry.id) for entry in self.lines)
        return datetime.fromtimestamp(min(millis, LATEST_MILLIS) / 1000, UTC)


def undo(
    store: Store,
    target: str | None,
    now: datetime,
    *,
    via: str = CLI,
    by: str = USER,
    agreed: bool = False,
    dry: bool = False,
) -> Undone:
    """Undo a batch (given by its id or a unique start of it), or this writer's last act.

    Unasked if an agent (`by`, a trust) undoes what a person did, and they have not `agreed`.
    """
    entries, batch = batches_to_undo(store, target)
    if dry:
        _checked_effects(store, target, entries, batch, now)
        return Undone(tuple(batch), gone=_purged(entries, batch))
    with store.lock.held():
        entries, batch = batches_to_undo(store, target)
        effects = _checked_effects(store, target, entries, batch, now)
        signature = store.signed(now, via)
        _check_persons_acts(store, batch, effects, Provenance(signature, trust=by, agreed=agreed))
        proposals = {id for entry, _ in effects if (id := proposal_in(entry))}
        files = {entry.memory for entry in batch if not event_in(entry.memory)}
        with store.all_or_nothing(files, proposals):
            _apply(store, effects, now)
            written = store.journal.append(
                [
                    signature.line(UNDONE, entry.memory, undoes=entry.id, more={"undid": entry.act})
                    for entry in batch
                ]
            )
        reinforced = {
            entry.memory for entry, _ in effects if entry.act in EVENTS and not held(entry.memory)
        }
        _update_files(store, reinforced, now)
    gone = _purged(entries, batch)
    return Undone(tuple(batch), written[0].act_id, gone, _originals(entries, batch))


def _purged(entries: Sequence[JournalEntry], batch: Sequence[JournalEntry]) -> tuple[str, ...]:
    """The names of the kv values that the acts of a batch purged for good."""
    batches = {entry.batch for entry in batch if entry.batch}
    purged = (entry.memory for entry in entries if entry.act == PURGED and entry.batch in batches)
    return tuple(dict.fromkeys(purged))


def undo_target(store: Store, target: str | None) -> Undone:
    """The entries that an undo would undo, whether or not it still can."""
    entries, batch = batches_to_undo(store, target)
    return Undone(tuple(batch), originals=_originals(entries, batch))


def _originals(
    entries: Sequence[JournalEntry], batch: Sequence[JournalEntry]
) -> tuple[tuple[JournalEntry, bool], ...]:
    by_id = {entry.id: entry for entry in entries}
    return tuple(original(entry, by_id, forward=False) for entry in batch)


def _checked_effects(
    store: Store,
    target: str | None,
    entries: Sequence[JournalEntry],
    batch: Sequence[JournalEntry],
    now: datetime,
) -> list[tuple[JournalEntry, bool]]:
    """The effects of undoing a batch; a NotFound for a missing file names the act before it."""
    effects = combined(
        effect for effect in _originals(entries, batch) if not event_in(effect[0].memory)
    )
    try:
        for entry, forward in effects:  # of what has files, unlike events
            _check_effect(store, entry, forward, now)
    except NotFound as problem:
        earlier = "" if target else act_before(store, batch)
        if not earlier:
            raise
        hint = f"`memento undo {earlier}` takes back the act before it"
        raise NotFound(problem.message, hint) from None
    return effects


def _check_persons_acts(
    store: Store,
    batch: Sequence[JournalEntry],
    effects: Sequence[tuple[JournalEntry, bool]],
    provenance: Provenance,
) -> None:
    """Unasked if a person did any of the acts, or vouches for a memory that would be archived."""
    if not provenance.must_ask:
        return
    persons = [f"{entry.act} {entry.memory}" for entry in batch if is_persons_act(entry.via)]
    leaving = (entry.memory for entry, on in effects if entry.act in MOVES and _archives(entry, on))
    memories = [store.memories.read(id).value for id in leaving]
    persons += (memory.content.summary for memory in memories if is_persons(trust_of(memory)))
    if persons:
        provenance.check_asked(USER, "Undo what the user did?", {"it was": ", ".join(persons)})


def _check_effect(store: Store, entry: JournalEntry, forward: bool, now: datetime) -> None:
    if held(entry.memory) and entry.act != REVISED:
        check_record_effect(store, entry, forward, now)
    elif entry.act in MOVES:
        folder = store.memories if _archives(entry, forward) else store.archive
        if entry.memory not in folder:
            where = "the store" if folder is store.memories else "the archive"
            hint = "put its file back, or undo another act: `memento log` shows them"
            raise NotFound(f"{entry.memory} is not in {where} any more", hint)
    elif entry.act in (*CONTENT, REVISED):
        _check_keys(store, entry, forward)
    elif proposal_in(entry):
        check_proposal_effect(store, entry, forward)
    elif entry.act == PASSED:
        hint = "what it did are acts of their own: `memento log` shows them"
        raise Refused("a pass over the store is nothing that can be taken back", hint)


def _check_keys(store: Store, entry: JournalEntry, forward: bool) -> None:
    if not entry.text.keys() & {"before", "after"}:
        raise Refused(f"what {entry.act} {entry.memory} changed has been erased")
    old, new = (entry.side(side) for side in ("before", "after")[:: 1 if forward else -1])
    current = _current_values(store, entry.memory)
    if all(current.get(key) == value for key, value in new.items()) and is_last(store, entry):
        return  # it was done, and the process was killed before it wrote its entry
    changed = [key for key in old if current.get(key) != old[key]]
    if changed:  # the journal has no secrets except allowed ones
        allowed = allowed_in(store.journal.lines(entry.memory).lines)
        names = secret_names(current)
        shown = {key: without_secrets(current.get(key), allowed, key, names) for key in changed}
        changed = [key for key in changed if shown[key] != old[key]]
    if changed:
        raise Conflict(
            f"{entry.memory} has changed since: {', '.join(changed)}",
            f"edit it by hand, or undo the later act first: `memento log {entry.memory}`",
        )


def _with_secrets(store: Store, entry: JournalEntry, keys: dict[str, Any]) -> dict[str, Any]:
    """The values, with the secrets that the journal left out taken from the file."""
    redacted = {
        key for key, value in keys.items() if isinstance(value, str) and REDACTION_END in value
    }
    if not redacted:
        return keys
    from memento_cli.core.security.secrets import with_secrets_of

    current = _current_values(store, entry.memory)
    allowed = allowed_in(store.journal.lines(entry.memory).lines)
    restored = {
        key: with_secrets_of(keys[key], key, str(current.get(key, "")), allowed) for key in redacted
    }
    return keys | restored


def _current_values(store: Store, name: str) -> dict[str, Any]:
    folder, id = _place_of(store, name)
    return flat(folder.read(id).document.data)


def _place_of(store: Store, name: str) -> tuple[Collection[Any], str]:
    if held(name):
        return place_of(store, name)
    archived = name in store.archive and name not in store.memories
    return store.archive if archived else store.memories, name


def _apply(store: Store, effects: list[tuple[JournalEntry, bool]], now: datetime) -> None:
    """Apply effects to files, undone ones in reverse order; whole batches move at once."""
    ordered = effects if all(forward for _, forward in effects) else effects[::-1]
    for _, group in groupby(ordered, lambda effect: step_key(*effect)):
        step = list(group)
        entry, forward = step[0]
        if proposal_in(entry):
            apply_proposal_effect(store, entry, forward)
        elif entry.act in (*CONTENT, REVISED):
            keys = entry.side("after" if forward else "before")
            folder, id = _place_of(store, entry.memory)
            folder.set_keys(id, _with_secrets(store, entry, keys))
        elif held(entry.memory):
            apply_record_effect(store, [entry for entry, _ in step], forward, now)
    moves = [
        (entry.memory, _archives(entry, forward))
        for entry, forward in effects
        if entry.act in MOVES
    ]
    store.memories.move([id for id, archives in moves if archives], store.archive)
    store.archive.move([id for id, archives in moves if not archives], store.memories)


def _archives(entry: JournalEntry, forward: bool) -> bool:
    return (entry.act in LEAVES) == forward


def _update_files(store: Store, memories: set[str], now: datetime) -> None:
    """Write the strength that now follows from the journal into the files of memories.

    The act is already done, so an error is only a warning.
    """
    try:
        by_id = entries_by_id(store, memories)
        for id in memories:
            entries = by_id.get(id, [])
            with suppress(NotFound):
                project(store, id, entries, now)
    except (MementoError, OSError) as problem:
        store.warn(f"{problem}; its numbers are not shown in the file")


@contextmanager
def whole_act(store: Store, now: datetime) -> Iterator[None]:
    """Everything journalled in the context is one act, which is undone if a step fails.

    A kill leaves the steps so far, which one undo takes back.
    """
    with store.lock.held():
        before = len(store.journal.done)
        try:
            with store.one_act():
                yield
        except BaseException:
            done = store.journal.done[before:]
            if done:
                batch = done[0].batch
                try:
                    undo(store, batch, now)
                except (MementoError, OSError) as problem:
                    hint = f"`memento undo {batch}` may take it back"
                    store.warn(f"a part of it is done, and {hint}: {problem}")
            raise
