"""doctor: checks every file and every line of the store, says what to do, repairs what it can."""

from __future__ import annotations

import os

from memento_cli.actions.checkup.clocks import clock_cases
from memento_cli.actions.checkup.clone import clone_cases
from memento_cli.actions.checkup.dangling import dangling_cases
from memento_cli.actions.checkup.erased import erased_cases
from memento_cli.actions.checkup.files import (
    broken_cases,
    file_cases,
    folder_cases,
    settings_cases,
    twin_cases,
    zone_cases,
)
from memento_cli.actions.checkup.findings import WHO_MAY_LIST, found, guarded
from memento_cli.actions.checkup.id_conflicts import former_id, parting_cases, waiting_cases
from memento_cli.actions.checkup.installed import installed_cases
from memento_cli.actions.checkup.links import link_cases
from memento_cli.actions.checkup.logs import (
    archive_cases,
    event_log_cases,
    gone_cases,
    journal_cases,
    log_cases,
    number_cases,
)
from memento_cli.actions.checkup.merges import double_cases, merge_case
from memento_cli.actions.checkup.mixed import mixed_case
from memento_cli.actions.checkup.proposed import proposal_cases
from memento_cli.actions.checkup.records import check_held
from memento_cli.actions.checkup.swapped import swapped_cases
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
    from memento_cli.actions.checkup.logs import (
        Homes,
    )
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.journal.event_log import EventLog
    from memento_cli.store.journal.journal import Journal
    from memento_cli.store.records.collection import Collection
    from memento_cli.store.records.loaded import LoadedRecord


class Report(NamedTuple):
    """How much was checked, what is wrong, and what is worth a word only."""

    files: int
    lines: int
    findings: tuple[Finding, ...]
    notes: tuple[Finding, ...]

    @property
    def left(self) -> tuple[Finding, ...]:
        """What is wrong still, after the repairs."""
        return tuple(finding for finding in self.findings if not finding.fixed)


def open_anyway(root: str, warn: Callable[[str], None] = ignore_warning) -> Store:
    """The store, with the default settings if its own cannot be read."""
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

    `tick` is called once a file. Open a store of doubtful settings with `open_anyway`.
    """
    if fix and store.lock.refusal:
        raise store.lock.refusal
    lines, homes = list[JournalEntry](), dict[str, str]()
    cases = [*settings_cases(store), *folder_cases(store), *journal_cases(store)]
    logs = _logs(store.journal, cases)
    for path in logs:
        cases += log_cases(store, path, lines, homes)
        tick()
    observed, answered = _logs(store.events, cases), dict[str, str]()
    for path in observed:
        cases += event_log_cases(store, path, answered)
        tick()
    cases += dangling_cases(lines, answered)
    files = _check_files(store, now, lines, homes, cases, tick)
    cases += waiting_cases(store, now)
    cases += guarded(store.journal.folder, erased_cases(store))
    cases.sort(key=lambda case: not case.first)
    findings = [_treated(case) if fix else case.finding for case in cases]
    wrong = any(not (finding.note or finding.fixed) for finding in findings)
    findings += [case.finding for case in clone_cases(store, wrong=wrong)]
    findings += [case.finding for case in installed_cases(store)]
    return Report(
        files + len(logs) + len(observed) + 1,
        len(lines),
        tuple(finding for finding in findings if not finding.note),
        tuple(finding for finding in findings if finding.note),
    )


def at_a_glance(store: Store) -> Report:
    """What is wrong at a glance: settings, leftovers, and what the index could not read.

    The stamps of all files are compared; only what has changed is read.
    """
    from memento_cli.index.database.index import index_of
    from memento_cli.index.database.problems import problems_in

    cases = [*settings_cases(store), *folder_cases(store), *journal_cases(store)]
    with index_of(store, everything=True) as index:
        told = list(problems_in(index.database, store.root))
    cases += [found(*text.partition(": ")[::2]) for text in told]
    findings = tuple(case.finding for case in cases if not case.finding.note)
    return Report(len(store.memories.ids()), 0, findings, ())


def _check_files(
    store: Store,
    now: datetime,
    lines: list[JournalEntry],
    homes: Homes,
    cases: list[Repairable],
    tick: Callable[[], None],
) -> int:
    """Check the memories and the archive, each file and all together; how many files they are."""
    grouped = by_memory(distinct(lines))
    here: dict[str, dict[str, str]] = {}
    memories: list[tuple[Collection[Memory], Memory]] = []
    for collection in (store.memories, store.archive):
        paths = here.setdefault(collection.folder, {})
        for id, path, memory, its in _each(store, collection, grouped, now):
            paths[id] = path
            cases += its
            memories += [(collection, memory)] if memory else []
            tick()
    known = {id: path for paths in here.values() for id, path in paths.items()}
    erased = erasures(store)
    for collection, memory in memories:
        told, path = grouped.get(memory.id, []), collection.path(memory.id)
        cases += number_cases(store, memory, path, told, homes, now)
        cases += archive_cases(store, memory, path, told)
        cases += clock_cases(store, memory, path, told, now)
        cases += link_cases(store, collection, memory, known, erased, now)
    folders = here[store.memories.folder], here[store.archive.folder]
    cases += twin_cases(*folders)
    cases += double_cases(store, *folders, grouped, now)
    cases += gone_cases(store, grouped, set(known))
    rest = _check_proposals(store, known, cases, tick)
    held, its = check_held(store, grouped, now, tick)
    cases += its
    return sum(map(len, here.values())) + rest + held


def _check_proposals(
    store: Store, known: Mapping[str, str], cases: list[Repairable], tick: Callable[[], None]
) -> int:
    """Check the proposals, each by itself; how many files they are."""
    count, folder = 0, store.proposals.folder
    try:
        for this in store.proposals.scan():
            if this.name.endswith(WAITING):
                continue  # `waiting_cases` has them
            count += 1
            path = os.path.join(folder, this.name)
            cases += guarded(path, proposal_cases(store, this, path, known))
            tick()
    except MementoError as problem:
        cases.append(found(folder, problem.message, problem.hint or WHO_MAY_LIST))
    return count


def _logs(logs: Journal | EventLog, cases: list[Repairable]) -> list[str]:
    try:
        return logs.files()
    except (MementoError, OSError) as problem:
        cases.append(found(logs.folder, str(problem), WHO_MAY_LIST))
        return []


def _each(
    store: Store,
    collection: Collection[Memory],
    lines: dict[str, list[JournalEntry]],
    now: datetime,
) -> Iterator[tuple[str, str, Memory | None, list[Repairable]]]:
    """Each file of a folder: id, path, its memory, and what is wrong with the file itself."""
    try:
        for this in collection.scan():
            if this.name.endswith(WAITING):
                continue  # `waiting_cases` has them
            its = lines.get(this.id, [])
            if isinstance(this, Broken):
                path = this.problem.where
                merge = _merge_case(store, collection, this, path, its, now)
                yield this.id, path, None, [merge] if merge else list(broken_cases(this))
            else:
                path = collection.path(this.id)
                yield this.id, path, this.value, _of_file(store, collection, this, path, its, now)
    except MementoError as problem:
        case = found(collection.folder, problem.message, problem.hint or WHO_MAY_LIST)
        yield "", collection.folder, None, [case]


def _of_file(
    store: Store,
    collection: Collection[Memory],
    this: LoadedRecord[Memory],
    path: str,
    lines: Sequence[JournalEntry],
    now: datetime,
) -> list[Repairable]:
    its = guarded(path, file_cases(store, this, path))
    its += guarded(path, swapped_cases(store, this, path, now))
    if not lines:
        its += zone_cases(this, path, store.settings["timezone"])
    marked = START in this.document.text
    merge = marked and _merge_case(store, collection, this, path, lines, now)
    former = former_id(this.id, this.document)
    its += parting_cases(store, this.value, path, former, now) if former else []
    return [*its, merge] if merge else its


def _merge_case(
    store: Store,
    collection: Collection[Memory],
    this: LoadedRecord[Memory] | Broken,
    path: str,
    lines: Sequence[JournalEntry],
    now: datetime,
) -> Repairable | None:
    """What a merge left in a file: two memories, or two sides of one."""
    return mixed_case(store, this, path, now) or merge_case(store, collection, this, lines, now)


def _treated(case: Repairable) -> Finding:
    if case.repair is None:
        return case.finding
    try:
        case.repair()
    except (MementoError, OSError) as problem:
        return case.finding._replace(advice=f"the repair failed: {problem}")
    return case.finding._replace(fixed=True)
