"""rebuild: make the index again from the files alone."""

from __future__ import annotations

import sqlite3
import time

from memento_cli.errors import Failed
from memento_cli.index.database.events import rebuilt_events
from memento_cli.index.database.index import no_progress, rebuild_index
from memento_cli.index.database.place import index_folder
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable

    from memento_cli.store.directory.store import Store


class Rebuilt(NamedTuple):
    """The contents of the new index in numbers, its folder, and the seconds that it took."""

    memories: int
    broken: int
    lines: int
    events: int
    seconds: float
    folder: str


def rebuild(store: Store, tick: Callable[[], None] = no_progress) -> Rebuilt:
    """Read every file and log again. Users of the old index are not disturbed."""
    start = time.monotonic()
    try:
        database = rebuild_index(store, tick, always=True)
        events = rebuilt_events(store, tick) if store.events.files() else 0
    except (OSError, sqlite3.OperationalError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        folder = index_folder(store.root)
        raise Failed(f"{folder}: cannot keep an index there ({why})") from problem
    try:
        memories, broken, entries = (
            database.execute(f"SELECT count(*) FROM {rows}").fetchone()[0]
            for rows in ("memory", "file WHERE problem IS NOT NULL", "line")
        )
    finally:
        database.close()
    seconds = time.monotonic() - start
    return Rebuilt(memories, broken, entries, events, seconds, index_folder(store.root))
