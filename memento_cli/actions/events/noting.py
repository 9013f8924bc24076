"""What is found out about events later: lines of the journal about them, and nothing else.

The event stays as it is. Links, threads and feelings are what these lines fold to; an undo, or a
merge of clones, changes what they fold to, and no file (document 003 §4, §5-2).
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
    """An act about an event. Words stand in `text`, for erasure; numbers and ids in `more`."""

    event: str
    act: str
    text: Mapping[str, Any] = {}
    more: Mapping[str, Any] = {}


def note(store: Store, notes: Sequence[Note], act: Provenance) -> list[JournalEntry]:
    """Journal what was found out, as one act. SecretFound for a key or a password in it."""
    kinds = act.kinds([{**one.text, **one.more} for one in notes])
    beside = act.more(kinds)
    lines = [
        act.signature.line(
            one.act, ref_of(EVENTS, one.event), text=one.text, more={**one.more, **beside}
        )
        for one in notes
    ]
    return store.journal.append(lines)


def notes_in_force(
    store: Store, naming: Collection[str] | None = None, until: datetime | None = None
) -> list[JournalEntry]:
    """The lines about events, or those that name some of them, or an act, as they were written: not
    what was undone, nor what was done after `until`."""
    if naming is None:
        lines = distinct(readable_entries(store, store.journal.under(EVENTS)))
    else:
        reads = (store.journal.undos(), *map(store.journal.naming, naming))
        lines = distinct(line for read in reads for line in readable_entries(store, read))
    dead = undone_ids(lines)
    told = (line for line in lines if line.id not in dead and event_in(line.memory))
    return sorted((one for one in told if until is None or one.at <= until), key=_as_written)


def _as_written(line: JournalEntry) -> str:
    return line.id
