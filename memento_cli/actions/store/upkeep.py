"""rebuild and migrate: make the index again, and bring a store of an older format up to date.

A migration goes forward step by step, and never back.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable

from memento_cli.actions.checkup.findings import keep_copy
from memento_cli.core.fields.checks import MISSING, lookup
from memento_cli.errors import Failed
from memento_cli.index.database.events import rebuilt_events
from memento_cli.index.database.index import no_progress, rebuild_index
from memento_cli.index.database.place import index_folder
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.store import Store
from memento_cli.store.files.files import read_regular, replace
from memento_cli.store.settings.settings import renamed_in, with_new_names
from memento_cli.store.settings.values import SCHEMA_VERSION
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed
from memento_cli.store.toml.splice import REMOVED, edited

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

Step = Callable[[Store], None]
# From each version to the next. A step may be run twice: one that was killed starts again.
STEPS: Mapping[int, Step] = {}


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


def writing_old_defaults(defaults: Mapping[str, Mapping[str, Any]]) -> Step:
    """A step for new defaults in the profiles: it writes the old ones where the file states none.

    `defaults` has the old values by profile and key.
    """

    def step(store: Store) -> None:
        path = store.settings_file
        document = parsed(read_regular(path, SIZE_LIMIT), path)
        old_defaults = defaults.get(store.settings["profile"], {})
        missing = {
            tuple(key.split(".")): value
            for key, value in old_defaults.items()
            if lookup(document.data, tuple(key.split(".")))[0] is MISSING
        }
        if missing:
            replace(path, edited(document, missing).encode())

    return step


class Migrated(NamedTuple):
    """The versions before and after, the copies of memento.toml, and the renamed settings."""

    before: int
    after: int
    copies: tuple[str, ...] = ()
    renamed: tuple[str, ...] = ()


def migrate(
    store: Store, *, steps: Mapping[int, Step] = STEPS, version: int = SCHEMA_VERSION
) -> Migrated:
    """Bring the store to a version; an error if it is newer.

    Before each step memento.toml is copied (memento.toml.v1); after it the file has the next
    version. The store has to be opened again afterwards.
    """
    with store.lock.held():  # refuses a newer store
        before: int = store.settings["schema_version"]
        copies = []
        for number in range(before, version):
            if number not in steps:
                raise Failed(f"no step leads from format {number} to {number + 1}")
            raw = read_regular(store.settings_file, SIZE_LIMIT)
            copies.append(keep_copy(store.settings_file, f".v{number}", raw))
            steps[number](store)
            raw = read_regular(store.settings_file, SIZE_LIMIT)
            document = parsed(raw, store.settings_file)
            text = edited(document, {("schema_version",): number + 1})
            replace(store.settings_file, text.encode())
        renamed = _rename_settings(store)
    return Migrated(before, max(before, version), tuple(copies), renamed)


def _rename_settings(store: Store) -> tuple[str, ...]:
    """Give settings in memento.toml their present names; returns the renamed ones."""
    document = parsed(read_regular(store.settings_file, SIZE_LIMIT), store.settings_file)
    newer = with_new_names(document.data)
    renamed = renamed_in(document.data)
    keys: dict[tuple[str, ...], Any] = {}
    for old, new in renamed.items():
        table, key = new.split(".")
        keys |= {tuple(old.split(".")): REMOVED, (table, key): newer[table][key]}
    if keys:
        replace(store.settings_file, edited(document, keys).encode())
        store.changed.append(store.settings_file)
    return tuple(f"{old} -> {new}" for old, new in renamed.items())
