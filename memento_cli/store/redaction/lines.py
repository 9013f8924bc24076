"""What the logs have of erased memories: their lines, and others' that have their words."""

from __future__ import annotations

import os
from contextlib import suppress

from memento_cli.core.git.id_conflict import PARTED
from memento_cli.core.memory.record_kinds import held
from memento_cli.core.redaction.erased import lines_of
from memento_cli.core.redaction.erased_records import doomed
from memento_cli.errors import MementoError
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import read_regular, system
from memento_cli.store.redaction.events import event_ids
from memento_cli.store.redaction.logs import blanked, lines_about, lines_naming, lines_parted
from memento_cli.store.redaction.proposals import SLEPT, became, planned, proposing

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.folders import Folders


class Logs(NamedTuple):
    """What the logs have of erased memories: their bytes by path, and the lines with who wrote.

    `proposing` are the lines about others that proposed one of them, with the one that they did, or
    that propose to do something with an event or a memory, with that.
    """

    raw: Mapping[str, bytes]
    lines: list[JournalEntry]
    writers: Mapping[str, str]
    proposing: Mapping[str, str]


def logs_of(store: Folders, ids: Collection[str], problems: list[MementoError]) -> Logs:
    """What the logs have of these memories; of one that cannot be read, a problem."""
    raw: dict[str, bytes] = {}

    def read(path: str) -> None:
        raw[path] = read_regular(path)

    for path in store.journal.files() if ids else ():
        tried(problems, read, path)
    partings = (line for each in raw.values() for line in lines_parted(each))
    named = {*ids, *(line.memory for line in partings if line.more[PARTED] in ids)}
    told = [(line, path) for path, each in raw.items() for line in lines_about(each, named)]
    proposals = became((line for line, _ in told), ids)
    events, mark = event_ids(ids), SLEPT.encode()
    for each in raw.values():
        if events or mark in each:
            proposals |= planned(lines_naming(each, {*events, *ids}), ids)
    if proposals:
        known = {line.id for line, _ in told}
        others = (
            (line, path) for path, each in raw.items() for line in lines_naming(each, proposals)
        )
        told += [(line, path) for line, path in others if line.id not in known]
    lines = [line for line, _ in told]
    writers = {line.id: os.path.basename(path) for line, path in told}
    return Logs(raw, lines, writers, proposing(lines, proposals))


def doomed_lines(logs: Logs, told: Erasures) -> list[JournalEntry]:
    """The lines whose words go with what was erased."""
    of_memories = [line for line in logs.lines if not held(line.memory)]
    about = lines_of(of_memories, logs.writers, told) + doomed(logs.lines, told)
    return [*about, *(line for line in logs.lines if line.id in logs.proposing)]


def blanked_logs(logs: Logs, told: Erasures) -> list[tuple[str, bytes, int]]:
    """The logs with words of erased memories: how they are without, and how many lines had any."""
    doomed = doomed_lines(logs, told)
    found = ((path, *blanked(raw, told.keys(), doomed)) for path, raw in logs.raw.items())
    return [(path, raw, count) for path, raw, count in found if count]


def tried(problems: list[MementoError], act: Callable[..., None], *args: Any) -> None:
    """Do something to a path; what fails is kept, and keeps nothing else from being done."""
    try:
        with system(args[0]), suppress(FileNotFoundError):
            act(*args)
    except MementoError as problem:
        problems.append(problem)
