"""Erasure: what a memory said is taken out of files and logs, and does not come back by a merge.

An `erased` line tells every clone. These lines stand in logs of their own, under `journal/erased/`,
so that whoever writes next can see at a glance whether there is something to take out. The id
stays, as numbers and hashes do; a salted hash of the words tells them when they come back.
"""

from __future__ import annotations

import os
from functools import partial

from memento_cli.core.git.id_conflict import other_id
from memento_cli.core.journal.event_types import ERASED
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.record_kinds import SINCE, event_in, held, is_sound, whole_ref
from memento_cli.core.redaction.erased import HASHED, formers, hashes_in, is_its_file
from memento_cli.core.time.when import iso, stored_moment
from memento_cli.errors import BadData, BadTime, Failed, MementoError
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import create, read_regular, replace, sync_folder
from memento_cli.store.files.names import SUFFIX, WAITING, stem_of
from memento_cli.store.journal.journal import lines_in
from memento_cli.store.redaction.events import event_ids, event_remains
from memento_cli.store.redaction.files import (
    bytes_of,
    entries_of,
    is_changed,
    remains_beside_logs,
    remains_in,
    remains_set_aside,
)
from memento_cli.store.redaction.lines import blanked_logs, logs_of, tried
from memento_cli.store.redaction.logs import names_any
from memento_cli.store.redaction.own_erasures import kept_lines, put_back
from memento_cli.store.redaction.pending import (
    come_back,
    erased_logs,
    keep_state,
    noted_at,
    state_of,
)
from memento_cli.store.redaction.proposals import leads_to
from memento_cli.store.redaction.records import Remains, held_remains
from memento_cli.store.redaction.salt import hash_of
from memento_cli.store.toml.merge import sides
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed
from memento_cli.store.toml.splice import edited
from memento_cli.store.toml.writer import value_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import datetime

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.folders import Folders
    from memento_cli.store.redaction.lines import Logs


class Traces(NamedTuple):
    """Where something of what was erased is: files of its own, and lines with words by log.

    `trimmed` are files that say more than that, and stay.
    """

    files: tuple[str, ...]
    lines: Mapping[str, int]
    trimmed: tuple[str, ...] = ()


def erasures(store: Folders, *, surely: bool = False) -> dict[str, list[JournalEntry]]:
    """What was erased: the lines that say so, by the memory's id or the name of what else holds.

    A log that cannot be read is passed over, as others are; Failed if all is to be known `surely`.
    """
    found: dict[str, list[JournalEntry]] = {}
    told = {line.id: line for line in kept_lines(store.root)}
    for path in erased_logs(store.root):
        for place, line in lines_in(path):
            if surely and not place:
                raise Failed(f"{path}: {line}")
            if not isinstance(line, str) and line.act == ERASED:
                told[line.id] = line
    for line in told.values():
        if is_safe_id(event_in(line.memory) or line.memory) or is_sound(line.memory):
            found.setdefault(line.memory, []).append(line)
    return found


def erasure_known(store: Folders, name: str) -> dict[str, str]:
    """What a line about this has under `more`, if it was erased before: the newest that did so.

    So no clock that goes wrong decides what was stated since.
    """
    told = erasures(store)
    ids = [line.id for each in {name, whole_ref(name)} for line in told.get(each, ())]
    return {SINCE: max(ids)} if ids else {}


def traces_of(store: Folders, told: Erasures) -> Traces:
    """What is left of these memories in the store. Failed if a log cannot be read."""
    problems = list[MementoError]()
    logs = logs_of(store, told, problems)
    lines = {path: count for path, _, count in blanked_logs(logs, told)}
    if problems:
        raise problems[0]
    return _traces(_files(store, told, logs), _remains(store, told, logs), lines)


def _remains(store: Folders, told: Erasures, logs: Logs) -> Iterator[Remains]:
    yield from held_remains(store, told, logs.lines)
    if event_ids(told):
        yield from event_remains(store, told)
    names = {*told, *event_ids(told)}
    yield from set_aside(store, lambda row: names_any(row, names))


def set_aside(store: Folders, is_its: Callable[[bytes], bool]) -> Iterator[Remains]:
    """What `doctor` has set aside of logs, without such lines."""
    yield from (Remains(*each) for each in remains_set_aside(store.root, is_its))


def _traces(files: Iterable[str], remains: Iterable[Remains], lines: Mapping[str, int]) -> Traces:
    gone, trimmed = list(files), list[str]()
    for path, raw in remains:
        (gone if raw is None else trimmed).append(path)
    return Traces(tuple(gone), lines, tuple(trimmed))


def finish(store: Folders) -> Traces:
    """Take out what is left of all that was erased; the lock is held.

    What fails is told at the end: it keeps nothing else from being taken out. Git asks for no
    lock: what it brings meanwhile is seen by another look, before the end.
    """
    files, remains, lines = list[str](), list[Remains](), dict[str, int]()
    put_back(store)
    while True:
        problems = list[MementoError]()
        state, told = state_of(store.root), erasures(store, surely=True)
        since = noted_at(store.root, told)
        logs = logs_of(store, told, problems)
        for path in come_back(store.root, [id for id in told if not held(id)]):
            tried(problems, partial(_moved_aside, store, told, logs), path)
        changed, paths = blanked_logs(logs, told), _files(store, told, logs, since)
        left = list(_remains(store, told, logs))
        for path, raw, count in changed:
            tried(problems, replace, path, raw)
            lines[path] = count
        for path, kept in left:
            tried(problems, *((os.unlink, path) if kept is None else (replace, path, kept)))
        for path in paths:
            tried(problems, os.unlink, path)
        for folder in dict.fromkeys(map(os.path.dirname, [*paths, *(path for path, _ in left)])):
            tried(problems, sync_folder, folder)
        files += paths
        remains += left
        if problems:
            raise problems[0]
        if not (changed or paths or left):
            break
    keep_state(store.root, state, told)
    traces = _traces(files, remains, lines)
    store.changed += [*traces.files, *traces.lines, *traces.trimmed]
    return traces


def finish_if_possible(store: Folders) -> None:
    """The same before any act, which it never fails."""
    try:
        found = finish(store)
    except (MementoError, OSError) as problem:
        store.warn(f"what was erased is still there: {problem}")
        return
    for path in found.files:
        store.warn(f"{path}: was erased; removed")
    for path in found.trimmed:
        store.warn(f"{path}: had what was erased; it is taken out")


def _moved_aside(store: Folders, told: Erasures, logs: Logs, path: str) -> None:
    """Give another memory, which a clone has recorded under an erased id, an id of its own."""
    id, raw = stem_of(os.path.basename(path)), read_regular(path, SIZE_LIMIT)
    if is_its(store, told, logs, id, raw):
        return
    document = parsed(raw, path)
    created, fresh, placed = str(value_at(document.data, ("memory", "created"))), id, False
    while not placed:  # another of the same moment may have the place
        fresh = other_id(fresh, created)
        target = os.path.join(os.path.dirname(path), fresh + SUFFIX)
        placed = _is_placed(target, edited(document, {("memory", "id"): fresh}).encode())
    os.unlink(path)
    store.changed += [path, target]
    store.warn(f"{path}: is another memory than the one that was erased; it is {fresh} now")


def _is_placed(path: str, data: bytes) -> bool:
    """Make a file, or find that it is there already; False where another is."""
    try:
        create(path, data)
    except FileExistsError:
        return read_regular(path, SIZE_LIMIT) == data
    return True


def is_its(store: Folders, told: Erasures, logs: Logs, id: str, raw: bytes) -> bool:
    """Whether a file with an erased id is of the memory that was erased."""
    created = _created(store, raw)
    return is_its_file(iso(created) if created else "", hash_of(store, raw), told[id], logs.lines)


def is_proposed(store: Folders, told: Erasures, raw: bytes) -> str:
    """The erased memory that a proposal's file is about, or had the words of when it was erased.

    Who proposes them later says them anew.
    """
    about = leads_to(raw, told)
    if about:
        return about
    words, created = hash_of(store, raw), _created(store, raw)
    its = (one for lines in told.values() for one in lines if words in hashes_in(one))
    return next((one.memory for one in its if created is None or created <= one.at), "")


def _created(store: Folders, raw: bytes) -> datetime | None:
    """When what a file says was created, if it tells."""
    try:
        text = str(value_at(parsed(raw, "").data, ("memory", "created")))
        return stored_moment(text, store.zone)
    except (BadData, BadTime):
        return None


def _files(store: Folders, told: Erasures, logs: Logs, since: float = 0) -> list[str]:
    """The files with something of these memories; of others' files those that changed `since`."""
    former = formers(logs.lines, told)
    found = []
    for folder in (store.memories.folder, store.archive.folder) if told else ():
        for path, said in remains_in(folder, told, former, since):
            if path.endswith(WAITING):
                its = all(_is_waiting_its(store, told, logs, path, id) for id in said)
            else:
                words = hash_of(store, bytes_of(path)) if said else ""
                hashes = [line.more.get(HASHED) for id in said for line in told[id]]
                its = not said or words in hashes
            found += [path] if its else []
    found += _proposals(store, told, since) if told else ()
    found += remains_beside_logs(store.journal.folder, told)
    return [*found, *remains_beside_logs(store.events.folder, event_ids(told))]


def _proposals(store: Folders, told: Erasures, since: float) -> Iterator[str]:
    """The proposals that are about one of these memories, or have its words, and copies of them."""
    for entry in entries_of(store.proposals.folder):
        if is_changed(entry, since) and is_proposed(store, told, bytes_of(entry.path)):
            yield entry.path


def _is_waiting_its(store: Folders, told: Erasures, logs: Logs, path: str, id: str) -> bool:
    """Whether a memory that waits for the place of an erased one is that."""
    pair = sides(bytes_of(path).decode(errors="replace"))
    return pair is None or is_its(store, told, logs, id, pair.ours.encode())
