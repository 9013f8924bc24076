"""Journal entries about events: what was found out after they were observed.

The event itself never changes. Links, threads and feelings are folds of these entries; an undo or
a merge of clones changes the fold and no file (document 003 §4, §5-2).
"""

from __future__ import annotations

from memento_cli.actions.memory.reading import readable_entries
from memento_cli.core.journal.history import distinct, undone_ids
from memento_cli.core.memory.record_kinds import EVENTS, event_in, ref_of
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.facts.records import Provenance
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.directory.store import Store


class Note(NamedTuple):
    """An act about an event. Words are in `text`, where erasure finds them; numbers and ids in
    `more`."""

    event: str
    act: str
    text: Mapping[str, Any] = {}
    more: Mapping[str, Any] = {}


def note(store: Store, notes: Sequence[Note], provenance: Provenance) -> list[JournalEntry]:
    """Append notes to the journal as one act. SecretFound for a key or a password in one."""
    kinds = provenance.kinds([{**each.text, **each.more} for each in notes])
    common = provenance.more(kinds)
    entries = [
        provenance.signature.line(
            each.act, ref_of(EVENTS, each.event), text=each.text, more={**each.more, **common}
        )
        for each in notes
    ]
    return store.journal.append(entries)


def notes_in_force(
    store: Store, naming: Collection[str] | None = None, until: datetime | None = None
) -> list[JournalEntry]:
    """The entries about events that are not undone and not later than `until`, in order of ids.

    `naming`: only entries that contain one of these ids of events or names of acts.
    """
    if naming is None:
        entries = distinct(readable_entries(store, store.journal.under(EVENTS)))
    else:
        reads = (store.journal.undos(), *map(store.journal.naming, naming))
        entries = distinct(entry for read in reads for entry in readable_entries(store, read))
    undone = undone_ids(entries)
    in_force = (
        entry
        for entry in entries
        if entry.id not in undone
        and event_in(entry.memory)
        and (until is None or entry.at <= until)
    )
    return sorted(in_force, key=lambda entry: entry.id)
