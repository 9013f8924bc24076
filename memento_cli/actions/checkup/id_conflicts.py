"""Two memories that had one id: what is left to do to tell them apart."""

from __future__ import annotations

from functools import partial

from memento_cli.actions.checkup.findings import fixable, found, noted
from memento_cli.actions.git.id_conflict import (
    folder_of,
    formers,
    lines_under,
    part,
    settle_in,
    waiting_files,
    waiting_in,
)
from memento_cli.core.git.id_conflict import parted, recordings_of
from memento_cli.errors import BadData, BadId

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from memento_cli.actions.checkup.findings import Repairable
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.toml.parse import Document

ADVICE = "--fix gives each its own lines; nothing is lost"
UNKNOWN = "nothing to do: its file's numbers are taken for its own; `memento log {}` shows the acts"


def former_id(id: str, document: Document) -> str | None:
    """The id that a memory shared with an older one, if it got its own by a merge."""
    return next(iter(formers(id, document)), None)


def parting_cases(
    store: Store, memory: Memory, path: str, former: str, now: datetime
) -> Iterator[Repairable]:
    """A memory that a merge gave an id of its own, and whose acts the other is still told of."""
    document = folder_of(store, path).read(memory.id).document
    for former in formers(memory.id, document):
        lines, writers = lines_under(store, former)
        mine = recordings_of(lines, memory.created, memory.id)
        if parted(lines, writers, memory.created, memory.id):
            problem = f"its acts still stand under {former}, which another memory has"
            yield fixable(path, problem, ADVICE, lambda: part(store, memory.id, now))
            return
        if len({writers[line.id] for line in mine}) > 1:
            problem = f"was made at the same moment as another of {former}, which has its acts"
            yield noted(path, problem, UNKNOWN.format(former))


def waiting_cases(store: Store, now: datetime) -> Iterator[Repairable]:
    """Memories that wait, and that nothing has put in their place: no hook, or a conflict."""
    for path in waiting_files(store):
        try:
            waiting_in(store, path)
        except (BadData, BadId, OSError):
            yield found(path, "waits for a place of its own, but cannot be read", "see what it is")
        else:
            problem = "is a memory that a merge has yet to give a place of its own"
            yield fixable(path, problem, "--fix does", partial(settle_in, store, path, now))
