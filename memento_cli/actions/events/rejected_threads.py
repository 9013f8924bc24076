"""Rejected proposals of threads."""

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
    """The title and the event ids of each proposal rejected by `until`, from the journal.

    Erased proposals and undone rejections are left out.
    """
    journal = store.journal
    entries = distinct(readable_entries(store, journal.naming(REJECTED)))
    undone = undone_ids([*entries, *readable_entries(store, journal.undos())]) if entries else ()
    for entry in entries:
        if entry.act == REJECTED and entry.id not in undone and entry.at <= until:
            plan = _plan_in(entry.text.get(FILE))
            if title := thread_title(plan):
                yield title, events_named(plan)


def _plan_in(file: object) -> Mapping[str, object]:
    """The `[plan]` table in the text of a proposal's file, or an empty one."""
    try:
        plan = plain(parsed(str(file).encode(), "").data.get(PLAN))
    except (BadData, UnicodeEncodeError):
        return {}
    return plan if isinstance(plan, Mapping) else {}
