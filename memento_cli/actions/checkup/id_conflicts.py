"""Checks for memories that had one id: journal lines and files that are not yet parted."""

from __future__ import annotations

from functools import partial

from memento_cli.actions.checkup.findings import fault, fixable, note
from memento_cli.actions.git.id_conflict import (
    folder_of,
    formers,
    lines_under,
    part,
    settle_in,
    waiting_files,
    waiting_in,
)
from memento_cli.core.git.id_conflict import parting_entries, recordings_of
from memento_cli.errors import BadData, BadId

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from memento_cli.actions.checkup.findings import Repairable
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store

ADVICE = "--fix gives each its own lines; nothing is lost"
UNKNOWN = "nothing to do: its file's numbers are taken for its own; `memento log {}` shows the acts"


def parting_cases(store: Store, memory: Memory, path: str, now: datetime) -> Iterator[Repairable]:
    """A memory that a merge gave a new id, while its acts still stand under the former one."""
    document = folder_of(store, path).read(memory.id).document
    for former in formers(memory.id, document):
        entries, writers = lines_under(store, former)
        mine = recordings_of(entries, memory.created, memory.id)
        if parting_entries(entries, writers, memory.created, memory.id):
            problem = f"its acts still stand under {former}, which another memory has"
            yield fixable(path, problem, ADVICE, lambda: part(store, memory.id, now))
            return
        if len({writers[entry.id] for entry in mine}) > 1:
            problem = f"was made at the same moment as another of {former}, which has its acts"
            yield note(path, problem, UNKNOWN.format(former))


def waiting_cases(store: Store, now: datetime) -> Iterator[Repairable]:
    """Memories that a merge set aside and that no hook has put in their place yet."""
    for path in waiting_files(store):
        try:
            waiting_in(store, path)
        except (BadData, BadId, OSError):
            yield fault(path, "waits for a place of its own, but cannot be read", "see what it is")
        else:
            problem = "is a memory that a merge has yet to give a place of its own"
            yield fixable(path, problem, "--fix does", partial(settle_in, store, path, now))
