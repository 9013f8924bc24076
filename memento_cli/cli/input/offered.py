"""What a shell is offered of a store: the plain names that begin with what is typed."""

from __future__ import annotations

import os

from memento_cli.core.memory.record_kinds import KV, STATES
from memento_cli.errors import MementoError, NotFound
from memento_cli.store.files.names import ids_beginning

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime
    from typing import Any

    from memento_cli.cli.call import Call
    from memento_cli.store.directory.store import Store

MEMORIES, ARCHIVE = "memories", "archive"
PLACES = (
    "states", "tasks", "blocks", "kv", "graph", "sessions", "facts", "revised", "proposals",
    "events", "threads",
)  # fmt: skip
"""Where else names are asked for: a folder, or the tasks that are open, the keys of what is known
of the store's own person, what has revisions, the newest events, and threads."""
NEWEST = 50
# Shells evaluate some of what they are offered: a name with any other sign is not, nor an option.
SIGNS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-")
HASH_SIGNS = 8


def offered(call: Call, start: str, place: str) -> list[str]:
    """The plain names of a place that begin so. Nobody is told of a problem."""
    from memento_cli.store.directory.location import store_location

    try:
        where = store_location(call.store_path, os.environ)
        if place in (MEMORIES, ARCHIVE):  # their names need no more of the store than a listing
            names = set(ids_beginning(_real_folder(where, place), start))
        else:
            from memento_cli.store.directory.store import Store

            names = set(_names(Store(where), place, start, call))
    except (MementoError, OSError):
        return []
    return sorted(name for name in names if name.startswith(start) and is_plain(name))


def is_plain(name: str) -> bool:
    """Whether a name has no sign by which a shell that evaluates it could be made to act, and is
    no option."""
    return SIGNS.issuperset(name) and name[:1].isalnum()


def _real_folder(where: str, name: str) -> str:
    """A folder of the store at this path. NotFound if there is no store, or the folder is a link
    that leads out of it."""
    from memento_cli.store.files.names import FILE

    root = os.path.realpath(where)
    folder = os.path.join(root, name)
    if not os.path.lexists(os.path.join(root, FILE)) or os.path.islink(folder):
        raise NotFound(f"no store in {root}")
    return folder


def _names(store: Store, place: str, start: str, call: Call) -> Iterable[str]:
    """The names of a place. Files are read only if their names do not tell what they are."""
    match place:
        case "proposals":
            return store.proposals.ids()
        case "revised":
            return [*store.memories.ids(), *store.held(STATES).ids()]
        case "states":
            return _states(store, start)
        case "tasks":
            return _states(store, start, open_at=call.now)
        case "kv":
            slots = _read(store, KV, start)
            return _typed(id for id, slot in slots if slot.fact and slot.fact.is_live(call.now))
        case "facts":
            from memento_cli.actions.facts.facts import facts_of

            return facts_of(store).claims
        case "events":
            from memento_cli.actions.events.events import newest_events

            return newest_events(store, call.now, NEWEST)
        case "threads":
            from memento_cli.actions.events.threads import threads

            threads_found = threads(store, call.named_now)
            return [name for thread in threads_found for name in (thread.id, thread.title)]
        case _:
            return _typed(store.held(place).ids())


def _typed(ids: Iterable[str]) -> Iterator[str]:
    """The ids that are keys as a person types them; the file of a key that is no plain name has a
    hash (`filed_name`)."""
    for id in ids:
        hash = id[-HASH_SIGNS:]
        if not (id[:-HASH_SIGNS].endswith("-") and set(hash) <= set("0123456789abcdef")):
            yield id


def _states(store: Store, start: str, open_at: datetime | None = None) -> Iterator[str]:
    """The ids of states, or of tasks that are open then; facts and preferences are none."""
    from memento_cli.core.facts.states import State, is_open

    for id, value in _read(store, STATES, start):
        if isinstance(value, State) and (open_at is None or is_open(value, open_at)):
            yield id


def _read(store: Store, folder: str, start: str) -> Iterator[tuple[str, Any]]:
    """What can be read in a folder, of what begins so, by its id."""
    from memento_cli.store.files.names import SUFFIX
    from memento_cli.store.records.loaded import Broken

    files = store.held(folder)
    for record in files.read_names(id + SUFFIX for id in files.ids() if id.startswith(start)):
        if not isinstance(record, Broken):
            yield record.id, record.value
