"""doctor: checks every file and every log line of the store, and repairs what it can."""

from __future__ import annotations

import os

from memento_cli.actions.checkup.files import (
    archive_cases,
    broken_cases,
    clock_cases,
    file_cases,
    gone_cases,
    link_cases,
    parting_cases,
    twin_cases,
    waiting_cases,
    zone_cases,
)
from memento_cli.actions.checkup.findings import WHO_MAY_LIST, fault, guarded
from memento_cli.actions.checkup.folders import folder_cases, settings_cases
from memento_cli.actions.checkup.installed import clone_cases, installed_cases
from memento_cli.actions.checkup.logs import (
    dangling_cases,
    erased_cases,
    event_log_cases,
    journal_cases,
    log_cases,
)
from memento_cli.actions.checkup.merges import double_cases, merge_case
from memento_cli.actions.checkup.records import check_records, proposal_cases
from memento_cli.actions.checkup.strengths import number_cases
from memento_cli.actions.checkup.swapped import mixed_case, swapped_cases
from memento_cli.actions.git.id_conflict import formers
from memento_cli.core.journal.history import JournalEntry, distinct
from memento_cli.errors import BadData, MementoError
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.folders import ignore_warning, settings_in, zone_of
from memento_cli.store.directory.store import Store
from memento_cli.store.files.names import WAITING
from memento_cli.store.journal.journal import by_memory
from memento_cli.store.records.loaded import Broken
from memento_cli.store.redaction.erasure import erasures
from memento_cli.store.settings.settings import DEFAULTS
from memento_cli.store.toml.reader import START

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime

    from memento_cli.actions.checkup.findings import Finding, Repairable
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.journal.event_log import EventLog
    from memento_cli.store.journal.journal import Journal
    from memento_cli.store.records.collection import Collection
    from memento_cli.store.records.loaded import LoadedRecord


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
    entries, homes = list[JournalEntry](), dict[str, str]()
    cases = [*settings_cases(store), *folder_cases(store), *journal_cases(store)]
    logs = _logs(store.journal, cases)
    for path in logs:
        cases += log_cases(store, path, entries, homes)
        tick()
    observed, answered = _logs(store.events, cases), dict[str, str]()
    for path in observed:
        cases += event_log_cases(store, path, answered)
        tick()
    cases += dangling_cases(entries, answered)
    files = _check_files(store, now, entries, homes, cases, tick)
    cases += waiting_cases(store, now)
    cases += guarded(store.journal.folder, erased_cases(store))
    cases.sort(key=lambda case: not case.first)
    findings = [_repaired(case) if fix else case.finding for case in cases]
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


def _check_files(
    store: Store,
    now: datetime,
    journal: list[JournalEntry],
    homes: dict[str, str],
    cases: list[Repairable],
    tick: Callable[[], None],
) -> int:
    """Check memories, archive, proposals and records, each file and all together; count the files.

    `homes` maps the id of each journal line to the path of its log. Cases are added to `cases`.
    """
    grouped = by_memory(distinct(journal))
    folders: list[dict[str, str]] = []
    memories: list[tuple[Collection[Memory], Memory]] = []
    for collection in (store.memories, store.archive):
        paths: dict[str, str] = {}
        for id, path, memory, found in _checked(store, collection, grouped, now):
            paths[id] = path
            cases += found
            memories += [(collection, memory)] if memory else []
            tick()
        folders.append(paths)
    current, archived = folders
    all_paths = current | archived
    erased = erasures(store)
    for collection, memory in memories:
        entries, path = grouped.get(memory.id, []), collection.path(memory.id)
        cases += number_cases(store, memory, path, entries, homes, now)
        cases += archive_cases(store, memory, path, entries)
        cases += clock_cases(store, memory, path, entries, now)
        cases += link_cases(store, collection, memory, all_paths, erased, now)
    cases += twin_cases(current, archived)
    cases += double_cases(store, current, archived, grouped, now)
    cases += gone_cases(store, grouped, set(all_paths))
    proposals = _check_proposals(store, all_paths, cases, tick)
    records, record_cases = check_records(store, grouped, now, tick)
    cases += record_cases
    return len(current) + len(archived) + proposals + records


def _check_proposals(
    store: Store, known: Mapping[str, str], cases: list[Repairable], tick: Callable[[], None]
) -> int:
    """Check each proposal by itself; count their files. `known`: paths of memories by id."""
    count, folder = 0, store.proposals.folder
    try:
        for record in store.proposals.scan():
            if record.name.endswith(WAITING):
                continue  # `waiting_cases` has them
            count += 1
            path = os.path.join(folder, record.name)
            cases += guarded(path, proposal_cases(store, record, path, known))
            tick()
    except MementoError as problem:
        cases.append(fault(folder, problem.message, problem.hint or WHO_MAY_LIST))
    return count


def _logs(logs: Journal | EventLog, cases: list[Repairable]) -> list[str]:
    try:
        return logs.files()
    except (MementoError, OSError) as problem:
        cases.append(fault(logs.folder, str(problem), WHO_MAY_LIST))
        return []


def _checked(
    store: Store,
    collection: Collection[Memory],
    entries: dict[str, list[JournalEntry]],
    now: datetime,
) -> Iterator[tuple[str, str, Memory | None, list[Repairable]]]:
    """Each file of a folder: id, path, memory (None if unreadable), and the cases of the file."""
    try:
        for record in collection.scan():
            if record.name.endswith(WAITING):
                continue  # `waiting_cases` has them
            about = entries.get(record.id, [])
            if isinstance(record, Broken):
                path = record.problem.where
                merge = _merge_case(store, collection, record, path, about, now)
                yield record.id, path, None, [merge] if merge else list(broken_cases(record))
            else:
                path = collection.path(record.id)
                cases = _memory_cases(store, collection, record, path, about, now)
                yield record.id, path, record.value, cases
    except MementoError as problem:
        case = fault(collection.folder, problem.message, problem.hint or WHO_MAY_LIST)
        yield "", collection.folder, None, [case]


def _memory_cases(
    store: Store,
    collection: Collection[Memory],
    record: LoadedRecord[Memory],
    path: str,
    entries: Sequence[JournalEntry],
    now: datetime,
) -> list[Repairable]:
    cases = guarded(path, file_cases(store, record, path))
    cases += guarded(path, swapped_cases(store, record, path, now))
    if not entries:
        cases += zone_cases(record, path, store.settings["timezone"])
    marked = START in record.document.text
    merge = marked and _merge_case(store, collection, record, path, entries, now)
    if any(formers(record.id, record.document)):
        cases += parting_cases(store, record.value, path, now)
    return [*cases, merge] if merge else cases


def _merge_case(
    store: Store,
    collection: Collection[Memory],
    record: LoadedRecord[Memory] | Broken,
    path: str,
    entries: Sequence[JournalEntry],
    now: datetime,
) -> Repairable | None:
    """The case of a file that a merge left with two memories, or with two sides of one."""
    return mixed_case(store, record, path, now) or merge_case(
        store, collection, record, entries, now
    )


def _repaired(case: Repairable) -> Finding:
    """The finding after its repair was tried."""
    if case.repair is None:
        return case.finding
    try:
        case.repair()
    except (MementoError, OSError) as problem:
        return case.finding._replace(advice=f"the repair failed: {problem}")
    return case.finding._replace(fixed=True)
