"""Erasure: removing the text of memories from files and logs, also after a merge brings it back.

An `erased` entry tells every clone. These entries stand in logs of their own, `journal/erased/`, so
that every writer can see quickly whether there is something to remove. Ids, numbers and hashes
stay; a salted hash of the text recognises it when it comes back.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from functools import partial

from memento_cli.core.git.id_conflict import other_id
from memento_cli.core.journal.event_types import ERASED
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.proposal_entries import event_ref
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.record_kinds import SINCE, event_in, held, is_sound, whole_ref
from memento_cli.core.redaction.erased import ALSO, HASHED, former_ids_of, hashes_in, is_its_file
from memento_cli.core.redaction.erased_people import person_in
from memento_cli.core.time.when import iso, stored_moment
from memento_cli.errors import BadData, BadTime, Failed, MementoError
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import append, create, read_regular, refuse_link, replace
from memento_cli.store.files.names import SUFFIX, WAITING, stem_of
from memento_cli.store.files.system import sync_folder
from memento_cli.store.journal.journal import numbered_entries
from memento_cli.store.journal.logs import SUFFIX as LOG
from memento_cli.store.redaction.files import (
    bytes_of,
    entries_of,
    file_words_hash,
    is_changed,
    record_remains,
    remains_beside_logs,
    remains_in,
    remains_set_aside,
)
from memento_cli.store.redaction.logs import (
    Remains,
    attempt,
    blanked_logs,
    event_ids,
    event_remains,
    logs_of,
    mentions_any,
    read_entry,
)
from memento_cli.store.redaction.pending import (
    erased_logs,
    last_removal,
    logs_state,
    note_removed,
    own_erasures_log,
    reappeared_files,
)
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed
from memento_cli.store.toml.splice import edited
from memento_cli.store.toml.writer import value_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from datetime import datetime

    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.folders import Folders
    from memento_cli.store.redaction.logs import Logs

TARGET = re.compile(rb"\btarget[ \t]*=[ \t]*[\"']([^\"'\n]*)[\"']")
"""The target of a link in the file of a proposal, or in a copy of one."""
QUOTED = re.compile(rb"[\"']([^\"'\n]*)[\"']")
"""A text in such a file; events and memories that a step of a plan names are some of these."""


class Traces(NamedTuple):
    """What is left of erased memories: whole files, and the number of lines with text in each log.

    `trimmed` are files that have other content, too, and stay without the erased.
    """

    files: tuple[str, ...]
    lines: Mapping[str, int]
    trimmed: tuple[str, ...] = ()


def erasures(store: Folders, *, surely: bool = False) -> dict[str, list[JournalEntry]]:
    """The entries of all erasures, by the id of the memory or the name of the record.

    An unreadable log is skipped, or with `surely` raises Failed.
    """
    entries = dict[str, JournalEntry]()
    with suppress(OSError):  # this clone's own, from their copy: the logs have them, too
        entries = {entry.id: entry for entry in _rows(own_erasures_log(store.root)).values()}
    for path in erased_logs(store.root):
        for number, entry in numbered_entries(path):
            if surely and not number:
                raise Failed(f"{path}: {entry}")
            if not isinstance(entry, str) and entry.act == ERASED:
                entries[entry.id] = entry
    erased: dict[str, list[JournalEntry]] = {}
    for entry in entries.values():
        id = event_in(entry.memory) or person_in(entry.memory) or entry.memory
        if is_safe_id(id) or is_sound(entry.memory):
            erased.setdefault(entry.memory, []).append(entry)
    return erased


def previous_erasure(store: Folders, name: str) -> dict[str, str]:
    """The key of `more` in an entry about this record that names its newest erasure, if any.

    So what was stated after an erasure does not depend on a clock that may be wrong.
    """
    erased = erasures(store)
    ids = [entry.id for each in {name, whole_ref(name)} for entry in erased.get(each, ())]
    return {SINCE: max(ids)} if ids else {}


def traces_of(store: Folders, erased: Erasures) -> Traces:
    """What is left of erased memories in the store. Failed if a log cannot be read."""
    problems = list[MementoError]()
    logs = logs_of(store, erased, problems)
    lines = {path: count for path, _, count in blanked_logs(logs, erased)}
    if problems:
        raise problems[0]
    return _traces(_files(store, erased, logs), _remains(store, erased, logs), lines)


def _remains(store: Folders, erased: Erasures, logs: Logs) -> Iterator[Remains]:
    yield from record_remains(store, erased, logs.lines)
    if event_ids(erased):
        yield from event_remains(store, erased)
    names = {*erased, *event_ids(erased)}
    yield from remains_set_aside(store.root, lambda row: mentions_any(row, names))


def _traces(files: Iterable[str], remains: Iterable[Remains], lines: Mapping[str, int]) -> Traces:
    gone, trimmed = list(files), list[str]()
    for path, raw in remains:
        (gone if raw is None else trimmed).append(path)
    return Traces(tuple(gone), lines, tuple(trimmed))


def remove_erased(store: Folders) -> Traces:
    """Remove what is left of all that was erased; the lock must be held.

    The first error is raised after everything else was removed. Git takes no lock: the search is
    repeated until it finds nothing, so that what git brings meanwhile is removed, too.
    """
    files, remains, lines = list[str](), list[Remains](), dict[str, int]()
    restore_own_erasures(store)
    while True:
        problems = list[MementoError]()
        state, erased = logs_state(store.root), erasures(store, surely=True)
        since = last_removal(store.root, erased)
        logs = logs_of(store, erased, problems)
        for path in reappeared_files(store.root, [id for id in erased if not held(id)]):
            attempt(problems, partial(_moved_aside, store, erased, logs), path)
        changed, paths = blanked_logs(logs, erased), _files(store, erased, logs, since)
        records = list(_remains(store, erased, logs))
        for path, raw, count in changed:
            attempt(problems, replace, path, raw)
            lines[path] = count
        for path, rest in records:
            attempt(problems, *((os.unlink, path) if rest is None else (replace, path, rest)))
        for path in paths:
            attempt(problems, os.unlink, path)
        for folder in dict.fromkeys(map(os.path.dirname, [*paths, *(path for path, _ in records)])):
            attempt(problems, sync_folder, folder)
        files += paths
        remains += records
        if problems:
            raise problems[0]
        if not (changed or paths or records):
            break
    note_removed(store.root, state, erased)
    traces = _traces(files, remains, lines)
    store.changed += [*traces.files, *traces.lines, *traces.trimmed]
    return traces


def remove_erased_if_possible(store: Folders) -> None:
    """Remove what is left of all that was erased, with a warning in the place of an error."""
    try:
        traces = remove_erased(store)
    except (MementoError, OSError) as problem:
        store.warn(f"what was erased is still there: {problem}")
        return
    for path in traces.files:
        store.warn(f"{path}: was erased; removed")
    for path in traces.trimmed:
        store.warn(f"{path}: had what was erased; it is taken out")


def _moved_aside(store: Folders, erased: Erasures, logs: Logs, path: str) -> None:
    """Give a memory that a clone has recorded under the id of an erased one an id of its own."""
    id, raw = stem_of(os.path.basename(path)), read_regular(path, SIZE_LIMIT)
    if is_erased_memory(store, erased, logs, id, raw):
        return
    document = parsed(raw, path)
    created, new_id, placed = str(value_at(document.data, ("memory", "created"))), id, False
    while not placed:  # a memory of the same moment may have that id
        new_id = other_id(new_id, created)
        target = os.path.join(os.path.dirname(path), new_id + SUFFIX)
        placed = _is_placed(target, edited(document, {("memory", "id"): new_id}).encode())
    os.unlink(path)
    store.changed += [path, target]
    store.warn(f"{path}: is another memory than the one that was erased; it is {new_id} now")


def _is_placed(path: str, data: bytes) -> bool:
    """Create a file unless it is there already; False if another is."""
    try:
        create(path, data)
    except FileExistsError:
        return read_regular(path, SIZE_LIMIT) == data
    return True


def is_erased_memory(store: Folders, erased: Erasures, logs: Logs, id: str, raw: bytes) -> bool:
    """Whether a file that has an erased id is the erased memory."""
    created = _created(store, raw)
    names = {id, *(str(entry.more[ALSO]) for entry in erased[id] if ALSO in entry.more)}
    lines = [line for name in names for line in logs.by_memory.get(name, ())]
    return is_its_file(
        iso(created) if created else "", file_words_hash(store, raw), erased[id], lines
    )


def erased_behind_proposal(store: Folders, erased: Erasures, raw: bytes) -> str:
    """The erased memory that a proposal is about, or whose text it has; empty if there is none.

    A proposal of the same text that was made after the erasure does not count.
    """
    about = _erased_target(raw, erased)
    if about:
        return about
    words, created = file_words_hash(store, raw), _created(store, raw)
    matching = (one for entries in erased.values() for one in entries if words in hashes_in(one))
    return next((one.memory for one in matching if created is None or created <= one.at), "")


def _erased_target(raw: bytes, ids: Collection[str]) -> str:
    """The first of these memories or events that a proposal links to or names; empty if none."""
    targets = (id.decode(errors="replace") for id in TARGET.findall(raw))
    quoted = [id.decode(errors="replace") for id in QUOTED.findall(raw)]
    return next((id for id in (*targets, *quoted, *map(event_ref, quoted)) if id in ids), "")


def _created(store: Folders, raw: bytes) -> datetime | None:
    """The time of creation in a memory's file; None if it cannot be read."""
    try:
        text = str(value_at(parsed(raw, "").data, ("memory", "created")))
        return stored_moment(text, store.zone)
    except (BadData, BadTime):
        return None


def _files(store: Folders, erased: Erasures, logs: Logs, since: float = 0) -> list[str]:
    """The files with something of erased memories. Others' files are read if changed `since`."""
    if not erased:
        return []
    former = former_ids_of(logs.lines, erased)
    files = []
    for folder in (store.memories.folder, store.archive.folder):
        for path, ids in remains_in(folder, erased, former, since):
            if path.endswith(WAITING):
                from memento_cli.store.toml.merge import sides  # few files wait

                pair = sides(bytes_of(path).decode(errors="replace"))
                raw = pair.ours.encode() if pair else b""
                its = (is_erased_memory(store, erased, logs, id, raw) for id in ids)
                is_erased = pair is None or all(its)
            else:
                words = file_words_hash(store, bytes_of(path)) if ids else ""
                hashes = [entry.more.get(HASHED) for id in ids for entry in erased[id]]
                is_erased = not ids or words in hashes
            files += [path] if is_erased else []
    for entry in entries_of(store.proposals.folder):
        if is_changed(entry, since) and erased_behind_proposal(store, erased, bytes_of(entry.path)):
            files.append(entry.path)
    files += remains_beside_logs(store.journal.folder, erased)
    return [*files, *remains_beside_logs(store.events.folder, event_ids(erased))]


def restore_own_erasures(store: Folders) -> None:
    """Copy new entries of this clone's erasure logs, and restore those that the logs have lost.

    The lock must be held.
    """
    log, copy = store.journal.erased_log(), own_erasures_log(store.root)
    own = f"-{store.writer()[1]}{LOG}"
    in_logs, in_copy = dict[bytes, JournalEntry](), _rows(copy)
    copied = {entry.id for entry in in_copy.values()}
    for path in erased_logs(store.root):
        rows = _rows(path)
        in_logs |= rows
        if path.endswith(own):
            _add(copy, [row for row, entry in rows.items() if entry.id not in copied])
    logged = {entry.id for entry in in_logs.values()}
    lost = [row for row, entry in in_copy.items() if entry.id not in logged]
    if lost:
        refuse_link(os.path.dirname(log))
        _add(log, lost)
        store.changed.append(log)


def _rows(path: str) -> dict[bytes, JournalEntry]:
    """The lines of a log that record erasures, with their entries; none if there is no log."""
    try:
        rows = read_regular(path).split(b"\n")
    except (FileNotFoundError, BadData):
        return {}
    entries = ((row, read_entry(row)) for row in rows if row)
    return {row: entry for row, entry in entries if entry and entry.act == ERASED}


def _add(path: str, rows: list[bytes]) -> None:
    if rows:
        append(path, b"".join(row + b"\n" for row in sorted(rows)))
