"""undo of what was done to states, blocks, hard facts and entities (`actions/holding.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from memento_cli.actions.holding import (
    Entry,
    drop_entries,
    entries_in,
    entry_of,
    made_of,
    place_of,
    put_entries,
)
from memento_cli.core.acts import ADDS, CREATED, ERASED, HARD, REMOVED, TAKES
from memento_cli.core.erased import Erasures
from memento_cli.core.held import held, whole_ref
from memento_cli.core.history import Line
from memento_cli.errors import Conflict, NotFound, Refused
from memento_cli.store.changes import plain
from memento_cli.store.collection import Collection
from memento_cli.store.proposed import FILE
from memento_cli.store.store import Store

BIRTH = ("recorded", "turn", "predicate", "object", "since")
"""The keys by which an entry is known again that somebody has edited."""


def erased_in(store: Store, batch: Sequence[Line], erased: Erasures) -> dict[str, str]:
    """The lines of a batch that are about what was erased, by their ids, each with that.

    What was stated under a name since it was erased is as good as any.
    """
    found = dict[str, str]()
    for line in batch:
        for name in {line.memory, whole_ref(line.memory)} & erased.keys():
            is_of_old = not held(name) or line.act == ERASED
            if is_of_old or line.id in _doomed(store, name, erased):
                found[line.id] = name
    return found


def _doomed(store: Store, name: str, erased: Erasures) -> set[str]:
    from memento_cli.core.erased_held import doomed  # most stores have erased nothing

    lines = store.journal.under(name.partition("/")[0]).lines
    return {line.id for line in doomed(lines, {name: erased[name]})}


def check_held(store: Store, line: Line, forward: bool, now: datetime) -> None:
    """See that what a line did to the file of what holds can be done, or taken back.

    It may be so already: whoever did it was killed before a line told of it.
    """
    if line.act in (CREATED, REMOVED):
        _check_file(store, line, (line.act == CREATED) == forward)
    elif line.act in (*ADDS, *TAKES):
        _check_entry(store, line, (line.act in ADDS) == forward)
    elif line.act in HARD:
        from memento_cli.actions.hard_facts import check_swap  # few acts come here

        check_swap(store, line, forward, now)


def step_of(line: Line, forward: bool) -> tuple[object, ...]:
    """What is the same for lines next to each other that are done, or taken back, in one step.

    Entries of one file are: killed between them, it would say what it never said.
    """
    if line.act in (*ADDS, *TAKES):
        return whole_ref(line.memory), line.act, forward
    return (line.id,)


def do_held(store: Store, lines: Sequence[Line], forward: bool, now: datetime) -> None:
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
        entries = [entry for one in told if (entry := entry_of(one))]
        adds = (line.act in ADDS) == forward
        if not entries or not (adds or id in folder):
            return
        if adds:
            put_entries(folder, id, entries)
        else:
            _drop(folder, id, entries)
    elif line.act in HARD:
        from memento_cli.actions.hard_facts import swap  # few acts come here

        swap(store, line, forward, now)


def _drop(folder: Collection[object], id: str, entries: Sequence[Entry]) -> None:
    """Take entries out; if the file says nothing else, not even in a comment, take that away."""
    if any(entry.head for entry in entries) and folder.read(id).document.text == made_of(entries):
        folder.remove(id)
    else:
        drop_entries(folder, id, entries)


def _check_file(store: Store, line: Line, makes: bool) -> None:
    folder, id = place_of(store, line.memory)
    said = line.text.get(FILE)
    if not makes and id not in folder:
        return
    if not isinstance(said, str):
        raise Refused(f"the journal does not have what {line.memory} said")
    if id not in folder or folder.read(id).document.text == said:
        return
    if makes:
        raise Conflict(f"{line.memory} is there", f"`memento log {line.memory}` tells what it says")
    hint = f"undo the later act first: `memento log {line.memory}`"
    raise Conflict(f"{line.memory} has changed since", hint)  # a comment is somebody's, too


def _check_entry(store: Store, line: Line, adds: bool) -> None:
    entry = entry_of(line)
    if entry is None:
        raise Refused(f"what {line.act} {line.memory} has been erased")
    folder, id = place_of(store, line.memory)
    if adds:
        if id not in folder and not entry.head:
            raise NotFound(f"{line.memory} is gone", f"`memento log {line.memory}` shows why")
        return
    rows = entries_in(folder, id, entry.path) if id in folder else []
    born = {key: value for key, value in entry.row.items() if key in BIRTH}
    edited = any(born.items() <= plain(row).items() for row in rows)
    if edited and plain(dict(entry.row)) not in map(plain, rows):
        hint = f"`memento log {line.memory}` tells what was done to it"
        raise Conflict(f"what {line.memory} was told has changed since", hint)
