"""doctor: checks every file and every log line of the store, and repairs what it can."""

from __future__ import annotations

import os

from memento_cli.actions.checkup.findings import WHO_MAY_LIST, CheckedFile, Checkup, fault, guarded
from memento_cli.actions.checkup.folders import folder_cases, settings_cases
from memento_cli.actions.checkup.installed import clone_cases, installed_cases
from memento_cli.actions.checkup.logs import (
    dangling_cases,
    erased_cases,
    event_log_cases,
    journal_cases,
    log_cases,
)
from memento_cli.actions.checkup.memories import (
    archive_cases,
    clock_cases,
    gone_cases,
    link_cases,
    memory_cases,
    twin_cases,
    waiting_cases,
)
from memento_cli.actions.checkup.merges import double_cases
from memento_cli.actions.checkup.records import (
    gone_record_cases,
    proposal_cases,
    record_cases,
    together_cases,
)
from memento_cli.actions.checkup.strengths import number_cases
from memento_cli.actions.checkup.vectors import vector_cases
from memento_cli.core.journal.history import JournalEntry, distinct
from memento_cli.core.memory.memory import Memory
from memento_cli.core.memory.record_kinds import FOLDERS, ref_of
from memento_cli.errors import BadData, MementoError
from memento_cli.index.database.place import index_folder
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.folders import collection_of, ignore_warning, settings_in, zone_of
from memento_cli.store.directory.store import Store
from memento_cli.store.files.names import WAITING
from memento_cli.store.journal.journal import by_memory
from memento_cli.store.records.collection import Collection
from memento_cli.store.records.loaded import Broken
from memento_cli.store.redaction.erasure import erasures
from memento_cli.store.settings.settings import DEFAULTS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.checkup.findings import Finding, Repairable
    from memento_cli.store.journal.event_log import EventLog
    from memento_cli.store.journal.journal import Journal


class Report(NamedTuple):
    """The numbers of files and lines checked, the faults found, and notes that need no repair."""

    files: int
    lines: int
    findings: tuple[Finding, ...]
    notes: tuple[Finding, ...]

    @property
    def left(self) -> tuple[Finding, ...]:
        """The findings that were not repaired."""
        return tuple(finding for finding in self.findings if not finding.fixed)


def open_anyway(root: str, warn: Callable[[str], None] = ignore_warning) -> Store:
    """Open the store, with the default settings if its own cannot be read."""
    try:
        settings = settings_in(root)
        zone_of(settings["timezone"], root)
    except BadData:
        settings = DEFAULTS
    return Store(root, warn, settings)


def doctor(
    store: Store, now: datetime, fix: bool = False, tick: Callable[[], None] = lambda: None
) -> Report:
    """Check everything; with `fix`, repair what can be repaired without loss.

    `tick` is called once for each file. Open the store with `open_anyway`.
    """
    if fix and store.lock.refusal:
        raise store.lock.refusal
    entries, homes, answered = list[JournalEntry](), dict[str, str](), dict[str, str]()
    cases = [*settings_cases(store), *folder_cases(store), *journal_cases(store)]
    for path in (logs := _logs(store.journal, cases)):
        cases += log_cases(store, path, entries, homes)
        tick()
    for path in (observed := _logs(store.events, cases)):
        cases += event_log_cases(store, path, answered)
        tick()
    cases += dangling_cases(entries, answered)
    checkup = Checkup(store, now, by_memory(distinct(entries)), homes, erasures(store))
    files = _check_memories(checkup, cases, tick) + _check_records(checkup, cases, tick)
    cases += waiting_cases(store, now)
    cases += guarded(store.journal.folder, erased_cases(store))
    cases += guarded(index_folder(store.root), vector_cases(store))
    cases.sort(key=lambda case: not case.first)
    findings = [_repaired(store, case) if fix else case.finding for case in cases]
    unsettled = any(not (finding.note or finding.fixed) for finding in findings)
    findings += [case.finding for case in clone_cases(store, unsettled=unsettled)]
    findings += [case.finding for case in installed_cases(store)]
    return Report(
        files + len(logs) + len(observed) + 1,
        len(entries),
        tuple(finding for finding in findings if not finding.note),
        tuple(finding for finding in findings if finding.note),
    )


def at_a_glance(store: Store) -> Report:
    """A quick report: settings, leftovers, and the files and lines that the index could not read.

    The stamps of all files are compared; only changed files are read.
    """
    from memento_cli.index.database.database import problems_in
    from memento_cli.index.database.index import index_of

    cases = [*settings_cases(store), *folder_cases(store), *journal_cases(store)]
    with index_of(store, everything=True) as index:
        problems = list(problems_in(index.database, store.root))
    cases += [fault(*text.partition(": ")[::2]) for text in problems]
    findings = tuple(case.finding for case in cases if not case.finding.note)
    return Report(len(store.memories.ids()), 0, findings, ())


def _check_memories(checkup: Checkup, cases: list[Repairable], tick: Callable[[], None]) -> int:
    """Check memories, the archive and proposals, each file and all together; count the files."""
    memories = list[tuple[Collection[Memory], Memory]]()
    current, archived = dict[str, str](), dict[str, str]()
    for name, paths in (("memories", current), ("archive", archived)):
        for file in _files_in(checkup, name, cases, tick):
            paths[file.ref] = file.path
            cases += guarded(file.path, memory_cases(checkup, file))
            if not isinstance(file.record, Broken):
                memories.append((file.folder, file.record.value))
    known = current | archived
    for folder, memory in memories:
        for check in (number_cases, archive_cases, clock_cases):
            cases += check(checkup, folder, memory)
        cases += link_cases(checkup, folder, memory, known)
    cases += twin_cases(current, archived)
    cases += double_cases(checkup, current, archived)
    cases += gone_cases(checkup, known.keys())
    proposals = 0
    for file in _files_in(checkup, "proposals", cases, tick):
        cases += guarded(file.path, proposal_cases(checkup.store, file, known))
        proposals += 1
    return len(current) + len(archived) + proposals


def _check_records(checkup: Checkup, cases: list[Repairable], tick: Callable[[], None]) -> int:
    """Check states, blocks, kv values, entities and sessions; count their files."""
    refs, count = set[str](), 0
    for name in FOLDERS:
        values: dict[str, Any] = {}
        for file in _files_in(checkup, name, cases, tick):
            refs.add(file.ref)
            count += 1
            cases += guarded(file.path, record_cases(checkup, file))
            if not isinstance(file.record, Broken):
                values[file.record.id] = file.record.value
        cases += together_cases(checkup, name, values)
    cases += gone_record_cases(checkup, refs)
    return count


def _files_in(
    checkup: Checkup, name: str, cases: list[Repairable], tick: Callable[[], None]
) -> Iterator[CheckedFile]:
    """The files of a folder with one value each; a problem with the folder is added to `cases`."""
    try:
        folder = collection_of(checkup.store, name)
        for record in folder.scan():
            if not record.name.endswith(WAITING):  # `waiting_cases` has them
                ref = ref_of(name, record.id) if name in FOLDERS else record.id
                path = os.path.join(folder.folder, record.name)
                yield CheckedFile(folder, record, path, ref, checkup.entries.get(ref, []))
                tick()
    except MementoError as problem:
        where = os.path.join(checkup.store.root, name)
        cases.append(fault(where, problem.message, problem.hint or WHO_MAY_LIST))


def _logs(logs: Journal | EventLog, cases: list[Repairable]) -> list[str]:
    try:
        return logs.files()
    except (MementoError, OSError) as problem:
        cases.append(fault(logs.folder, str(problem), WHO_MAY_LIST))
        return []


def _repaired(store: Store, case: Repairable) -> Finding:
    if case.repair is None:
        return case.finding
    try:
        with store.lock.held():
            case.repair()
    except (MementoError, OSError) as problem:
        return case.finding._replace(advice=f"the repair failed: {problem}")
    return case.finding._replace(fixed=True)
