"""undo of what was done to what holds beside memories (`actions/facts/records.py`)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from memento_cli.actions.facts.records import (
    place_of,
    put_entries,
    remove_entries,
    table_entry_of,
    table_text,
)
from memento_cli.core.journal.event_types import (
    ADDS,
    CONTENT,
    CREATED,
    ERASED,
    HARD,
    REMOVED,
    REVISED,
    TAKES,
)
from memento_cli.core.journal.history import undone_ids
from memento_cli.core.journal.proposal_entries import FILE
from memento_cli.core.memory.record_kinds import held, whole_ref
from memento_cli.errors import Conflict, NotFound, Refused
from memento_cli.store.toml.changes import plain
from memento_cli.store.toml.reader import loaded
from memento_cli.store.toml.writer import path_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.facts.records import (
        TableEntry,
    )
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection


Path = tuple[str, ...]
CHANGING = (*ADDS, *TAKES, *HARD, *CONTENT, CREATED, REMOVED, REVISED)
"""The acts that change what a file says."""


def erased_in(store: Store, batch: Sequence[JournalEntry], erased: Erasures) -> dict[str, str]:
    """The lines of a batch that are about what was erased, by their ids, each with that.

    What was stated under a name since it was erased is as good as any.
    """
    found = dict[str, str]()
    for entry in batch:
        for name in {entry.memory, whole_ref(entry.memory)} & erased.keys():
            is_of_old = not held(name) or entry.act == ERASED
            if is_of_old or entry.id in _doomed(store, name, erased):
                found[entry.id] = name
    return found


def _doomed(store: Store, name: str, erased: Erasures) -> set[str]:
    from memento_cli.core.redaction.erased_records import (
        erased_entries_of_records,
    )  # most stores have erased nothing

    entries = store.journal.under(name.partition("/")[0]).lines
    return {entry.id for entry in erased_entries_of_records(entries, {name: erased[name]})}


def check_held(store: Store, entry: JournalEntry, forward: bool, now: datetime) -> None:
    """See that what a line did to the file of what holds can be done, or taken back.

    It may be so already: whoever did it was killed before a line told of it.
    """
    if entry.act in (CREATED, REMOVED):
        _check_file(store, entry, (entry.act == CREATED) == forward)
    elif entry.act in (*ADDS, *TAKES):
        _check_entry(store, entry, (entry.act in ADDS) == forward)
    elif entry.act in HARD:
        from memento_cli.actions.facts.kv import check_swap  # few acts come here

        check_swap(store, entry, forward, now)


def step_of(entry: JournalEntry, forward: bool) -> tuple[object, ...]:
    """What is the same for lines next to each other that are done, or taken back, in one step.

    Entries of one file are: killed between them, it would say what it never said.
    """
    if entry.act in (*ADDS, *TAKES):
        return whole_ref(entry.memory), entry.act, forward
    return (entry.id,)


def do_held(store: Store, lines: Sequence[JournalEntry], forward: bool, now: datetime) -> None:
    """Do to one file of what holds what the lines of a step did, or take it back."""
    line = lines[0]
    folder, id = place_of(store, line.memory)
    if line.act in (CREATED, REMOVED):
        if (line.act == CREATED) == forward:
            if id not in folder:
                folder.create_raw(id, str(line.text[FILE]).encode())
        else:
            with suppress(NotFound):
                folder.remove(id)
    elif line.act in (*ADDS, *TAKES):
        told = sorted(lines, key=lambda line: line.id)
        entries = [entry for one in told if (entry := table_entry_of(one))]
        adds = (line.act in ADDS) == forward
        if not entries or not (adds or id in folder):
            return
        if adds:
            # each place was counted when those before it in the act were gone
            put_entries(folder, id, entries if line.act in ADDS else entries[::-1])
        else:
            _drop(folder, id, entries)
    elif line.act in HARD:
        from memento_cli.actions.facts.kv import swap  # few acts come here

        swap(store, line, forward, now)


def _drop(folder: Collection[object], id: str, entries: Sequence[TableEntry]) -> None:
    """Take entries out; if the file says nothing else, not even in a comment, take that away."""
    if any(entry.head for entry in entries) and folder.read(id).document.text == table_text(
        entries
    ):
        folder.remove(id)
    else:
        remove_entries(folder, id, entries)


def is_last(store: Store, entry: JournalEntry) -> bool:
    """Whether no later act in force is about the same file: only then may one that seems to be done
    already be what a killed undo left."""
    entries = _lines_on(store, entry.memory)
    dead = undone_ids(entries)
    others = (one for one in entries if not entry.batch or one.batch != entry.batch)
    return not any(
        one.id > entry.id and one.act in CHANGING and one.id not in dead for one in others
    )


def _lines_on(store: Store, name: str) -> list[JournalEntry]:
    ref = whole_ref(name)
    read = store.journal.under(ref.partition("/")[0]) if held(name) else store.journal.lines(name)
    return [entry for entry in read.lines if whole_ref(entry.memory) == ref]


def _are_told(store: Store, name: str, entries: Sequence[tuple[Path, Any]]) -> bool:
    """Whether the journal tells of all these entries of a file: none is somebody's edit."""
    told: list[tuple[Path, Any]] = []
    for line in _lines_on(store, name):
        entry = table_entry_of(line)
        if entry:
            told.append((path_of(entry.path), entry.said))
        elif isinstance(said := line.text.get(FILE), str):
            told += _entries_of(loaded(said))
    return all(entry in told for entry in entries)


def _entries_of(data: Mapping[str, Any], path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The entries of all lists of tables in a document, each with its path."""
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from _entries_of(value, (*path, key))
        elif isinstance(value, list):
            yield from (((*path, key), plain(row)) for row in value if isinstance(row, Mapping))


def _check_file(store: Store, entry: JournalEntry, makes: bool) -> None:
    folder, id = place_of(store, entry.memory)
    said = entry.text.get(FILE)
    if not makes and id not in folder:
        return
    if not isinstance(said, str):
        raise Refused(f"the journal does not have what {entry.memory} said")
    if id not in folder:
        return
    same = folder.read(id).document.text == said
    if same and (not makes or is_last(store, entry)):
        return
    if makes:
        raise Conflict(
            f"{entry.memory} is there", f"`memento log {entry.memory}` tells what it says"
        )
    hint = f"undo the later act first: `memento log {entry.memory}`"
    raise Conflict(f"{entry.memory} has changed since", hint)  # a comment is somebody's, too


def _check_entry(store: Store, line: JournalEntry, adds: bool) -> None:
    entry = table_entry_of(line)
    if entry is None:
        raise Refused(f"what {line.act} {line.memory} has been erased")
    folder, id = place_of(store, line.memory)
    if adds:
        if id not in folder and not entry.head:
            raise NotFound(f"{line.memory} is gone", f"`memento log {line.memory}` shows why")
        return
    data = folder.read(id).document.data if id in folder else {}
    here = (path_of(entry.path), entry.said)
    there = list(_entries_of(data))
    if here not in there and not (is_last(store, line) and _are_told(store, line.memory, there)):
        hint = f"`memento log {line.memory}` tells what was done to it"
        raise Conflict(f"what {line.memory} was told has changed since", hint)
