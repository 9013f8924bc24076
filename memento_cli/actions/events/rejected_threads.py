"""Threads that were proposed and that somebody has rejected."""

from __future__ import annotations

from collections.abc import Mapping

from memento_cli.actions.memory.reading import readable_entries
from memento_cli.actions.tidy.proposal_files import PLAN
from memento_cli.core.events.plans import events_named, thread_title
from memento_cli.core.journal.history import distinct, undone_ids
from memento_cli.core.journal.proposal_entries import FILE, REJECTED
from memento_cli.errors import BadData
from memento_cli.store.toml.changes import plain
from memento_cli.store.toml.parse import parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from memento_cli.store.directory.store import Store


def rejected_threads(store: Store, until: datetime) -> Iterator[tuple[str, list[str]]]:
    """The title and the events of each that was rejected up to a moment, as the journal has it.

    Not of what was erased, nor of a rejection that was undone.
    """
    journal = store.journal
    lines = distinct(readable_entries(store, journal.naming(REJECTED)))
    dead = undone_ids([*lines, *readable_entries(store, journal.undos())]) if lines else ()
    for line in lines:
        if line.act == REJECTED and line.id not in dead and line.at <= until:
            plan = _plan_in(line.text.get(FILE))
            if title := thread_title(plan):
                yield title, events_named(plan)


def _plan_in(file: object) -> Mapping[str, object]:
    """The step that the file of a proposal told; nothing where that is none."""
    try:
        plan = plain(parsed(str(file).encode(), "").data.get(PLAN))
    except (BadData, UnicodeEncodeError):
        return {}
    return plan if isinstance(plan, Mapping) else {}
