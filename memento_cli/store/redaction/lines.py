"""The journal's entries about erased memories, and those about others that have their text."""

from __future__ import annotations

import os
from contextlib import suppress

from memento_cli.core.git.id_conflict import PARTED
from memento_cli.core.journal.proposal_entries import (
    SLEPT,
    applied_proposals,
    entries_with_proposals,
    proposals_from,
)
from memento_cli.core.memory.record_kinds import held
from memento_cli.core.redaction.erased import erased_entries_of_memories
from memento_cli.core.redaction.erased_records import erased_entries_of_records
from memento_cli.errors import MementoError
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import os_errors, read_regular
from memento_cli.store.redaction.events import event_ids
from memento_cli.store.redaction.logs import (
    blanked_log,
    entries_about,
    entries_naming,
    parting_entries,
)

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.folders import Folders


class Logs(NamedTuple):
    """The journal's logs by path, the entries about erased memories, and their writers by id.

    `proposed` has, by the id of an entry about another memory, the erased memory that it proposed,
    or the event or memory that is the evidence of its proposal.
    """

    raw: Mapping[str, bytes]
    lines: list[JournalEntry]
    writers: Mapping[str, str]
    proposed: Mapping[str, str]


def logs_of(store: Folders, ids: Collection[str], problems: list[MementoError]) -> Logs:
    """What the logs have of these memories; an unreadable log is added to `problems`."""
    raw: dict[str, bytes] = {}

    def read(path: str) -> None:
        raw[path] = read_regular(path)

    for path in store.journal.files() if ids else ():
        attempt(problems, read, path)
    partings = (entry for log in raw.values() for entry in parting_entries(log))
    names = {*ids, *(entry.memory for entry in partings if entry.more[PARTED] in ids)}
    pairs = [(entry, path) for path, log in raw.items() for entry in entries_about(log, names)]
    proposals = applied_proposals((entry for entry, _ in pairs), ids)
    events, mark = event_ids(ids), SLEPT.encode()
    for log in raw.values():
        if events or mark in log:
            proposals |= proposals_from(entries_naming(log, {*events, *ids}), ids)
    if proposals:
        about = {entry.id for entry, _ in pairs}
        others = (
            (entry, path) for path, log in raw.items() for entry in entries_naming(log, proposals)
        )
        pairs += [(entry, path) for entry, path in others if entry.id not in about]
    lines = [entry for entry, _ in pairs]
    writers = {entry.id: os.path.basename(path) for entry, path in pairs}
    return Logs(raw, lines, writers, entries_with_proposals(lines, proposals))


def erased_entries(logs: Logs, erased: Erasures) -> list[JournalEntry]:
    """The entries whose text is removed with what was erased."""
    of_memories = [line for line in logs.lines if not held(line.memory)]
    about = erased_entries_of_memories(of_memories, logs.writers, erased)
    about += erased_entries_of_records(logs.lines, erased)
    return [*about, *(line for line in logs.lines if line.id in logs.proposed)]


def blanked_logs(logs: Logs, erased: Erasures) -> list[tuple[str, bytes, int]]:
    """The logs with text of erased memories: path, bytes without it, and number of such lines."""
    entries = erased_entries(logs, erased)
    blanked = ((path, *blanked_log(raw, erased.keys(), entries)) for path, raw in logs.raw.items())
    return [(path, raw, count) for path, raw, count in blanked if count]


def attempt(problems: list[MementoError], act: Callable[..., None], *args: Any) -> None:
    """Call `act` with a path first; an error is added to `problems` instead of being raised."""
    try:
        with os_errors(args[0]), suppress(FileNotFoundError):
            act(*args)
    except MementoError as problem:
        problems.append(problem)
