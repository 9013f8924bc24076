"""Undo of acts on records: states, blocks, kv values, entities (`actions/facts/records.py`)."""

from __future__ import annotations

from collections.abc import Mapping

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
from memento_cli.standard import suppress
from memento_cli.store.toml.changes import plain
from memento_cli.store.toml.reader import loaded
from memento_cli.store.toml.writer import path_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.facts.records import TableEntry
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection

Path = tuple[str, ...]
CHANGING = (*ADDS, *TAKES, *HARD, *CONTENT, CREATED, REMOVED, REVISED)
"""The acts that change the content of a file."""


def erased_names(store: Store, batch: Sequence[JournalEntry], erased: Erasures) -> dict[str, str]:
    """The names of what was erased, by the ids of the batch's entries about it.

    What was stated under a record's name after its erasure does not count.
    """
    names = dict[str, str]()
    for entry in batch:
        for name in {entry.memory, whole_ref(entry.memory)} & erased.keys():
            is_old = not held(name) or entry.act == ERASED
            if is_old or entry.id in _erased_ids(store, name, erased):
                names[entry.id] = name
    return names


def _erased_ids(store: Store, name: str, erased: Erasures) -> set[str]:
    # most stores have erased nothing
    from memento_cli.core.redaction.erased_records import erased_entries_of_records

    entries = store.journal.under(name.partition("/")[0]).lines
    return {entry.id for entry in erased_entries_of_records(entries, {name: erased[name]})}


def check_record_effect(store: Store, entry: JournalEntry, forward: bool, now: datetime) -> None:
    """Raise an error if an entry's effect on a record's file cannot be done, or undone.

    The file may be in that state already, if a process was killed before it wrote its entry.
    """
    if entry.act in (CREATED, REMOVED):
        _check_file(store, entry, (entry.act == CREATED) == forward)
    elif entry.act in (*ADDS, *TAKES):
        _check_entry(store, entry, (entry.act in ADDS) == forward)
    elif entry.act in HARD:
        from memento_cli.actions.facts.kv import check_swap  # few acts come here

        check_swap(store, entry, forward, now)


def step_key(entry: JournalEntry, forward: bool) -> tuple[object, ...]:
    """A key that is equal for adjacent entries which are done, or undone, in one step.

    Rows of one file are one step, so that a kill leaves no state that the file never had.
    """
    if entry.act in (*ADDS, *TAKES):
        return whole_ref(entry.memory), entry.act, forward
    return (entry.id,)


def apply_record_effect(
    store: Store, entries: Sequence[JournalEntry], forward: bool, now: datetime
) -> None:
    """Do to a record's file what the entries of one step did, or undo it."""
    first = entries[0]
    folder, id = place_of(store, first.memory)
    if first.act in (CREATED, REMOVED):
        if (first.act == CREATED) == forward:
            if id not in folder:
                folder.create_raw(id, str(first.text[FILE]).encode())
        else:
            with suppress(NotFound):
                folder.remove(id)
    elif first.act in (*ADDS, *TAKES):
        ordered = sorted(entries, key=lambda entry: entry.id)
        rows = [row for entry in ordered if (row := table_entry_of(entry))]
        adds = (first.act in ADDS) == forward
        if not rows or not (adds or id in folder):
            return
        if adds:
            # each place was counted after the rows before it in the act were removed
            put_entries(folder, id, rows if first.act in ADDS else rows[::-1])
        else:
            _remove_rows(folder, id, rows)
    elif first.act in HARD:
        from memento_cli.actions.facts.kv import swap  # few acts come here

        swap(store, first, forward, now)


def _remove_rows(folder: Collection[object], id: str, rows: Sequence[TableEntry]) -> None:
    """Remove rows of tables, and the file if it has nothing else, not even a comment."""
    has_head = any(row.head for row in rows)
    if has_head and folder.read(id).document.text == table_text(rows):
        folder.remove(id)
    else:
        remove_entries(folder, id, rows)


def is_last(store: Store, entry: JournalEntry) -> bool:
    """Whether no later act in force is about the same file. Only then may a file that looks undone
    already have been left by a killed undo."""
    entries = _entries_on(store, entry.memory)
    undone = undone_ids(entries)
    others = (other for other in entries if not entry.batch or other.batch != entry.batch)
    return not any(
        other.id > entry.id and other.act in CHANGING and other.id not in undone for other in others
    )


def _entries_on(store: Store, name: str) -> list[JournalEntry]:
    ref = whole_ref(name)
    result = store.journal.under(ref.partition("/")[0]) if held(name) else store.journal.lines(name)
    return [entry for entry in result.lines if whole_ref(entry.memory) == ref]


def _are_all_journalled(store: Store, name: str, rows: Sequence[tuple[Path, Any]]) -> bool:
    """Whether the journal has all these rows of a file, so that none was edited by hand."""
    journalled: list[tuple[Path, Any]] = []
    for entry in _entries_on(store, name):
        row = table_entry_of(entry)
        if row:
            journalled.append((path_of(row.path), row.value))
        elif isinstance(text := entry.text.get(FILE), str):
            journalled += _table_rows(loaded(text))
    return all(row in journalled for row in rows)


def _table_rows(data: Mapping[str, Any], path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """The rows of all lists of tables in a document, each with its path."""
    for key, value in data.items():
        if isinstance(value, Mapping):
            yield from _table_rows(value, (*path, key))
        elif isinstance(value, list):
            yield from (((*path, key), plain(row)) for row in value if isinstance(row, Mapping))


def _check_file(store: Store, entry: JournalEntry, makes: bool) -> None:
    folder, id = place_of(store, entry.memory)
    file_text = entry.text.get(FILE)
    if not makes and id not in folder:
        return
    if not isinstance(file_text, str):
        raise Refused(f"the journal does not have what {entry.memory} said")
    if id not in folder:
        return
    same = folder.read(id).document.text == file_text
    if same and (not makes or is_last(store, entry)):
        return
    if makes:
        raise Conflict(
            f"{entry.memory} is there", f"`memento log {entry.memory}` tells what it says"
        )
    hint = f"undo the later act first: `memento log {entry.memory}`"
    raise Conflict(f"{entry.memory} has changed since", hint)  # a comment is somebody's, too


def _check_entry(store: Store, entry: JournalEntry, adds: bool) -> None:
    wanted = table_entry_of(entry)
    if wanted is None:
        raise Refused(f"what {entry.act} {entry.memory} has been erased")
    folder, id = place_of(store, entry.memory)
    if adds:
        if id not in folder and not wanted.head:
            raise NotFound(f"{entry.memory} is gone", f"`memento log {entry.memory}` shows why")
        return
    data = folder.read(id).document.data if id in folder else {}
    row = (path_of(wanted.path), wanted.value)
    rows = list(_table_rows(data))
    if row not in rows and not (
        is_last(store, entry) and _are_all_journalled(store, entry.memory, rows)
    ):
        hint = f"`memento log {entry.memory}` tells what was done to it"
        raise Conflict(f"what {entry.memory} was told has changed since", hint)
