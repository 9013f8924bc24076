"""The times of a clone's last acts of some kinds: each in a file beside its lock."""

from __future__ import annotations

import os
from contextlib import suppress

from memento_cli.core.time.when import iso, stored_moment
from memento_cli.errors import BadData, BadTime
from memento_cli.store.directory.folders import PRIVATE
from memento_cli.store.files.files import read_regular, write
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.store.directory.store import Store


def last_time(store: Store, name: str) -> datetime | None:
    """When this clone last did an act of this name; None if never."""
    with suppress(OSError, ValueError, BadTime, BadData):
        return stored_moment(read_regular(_path(store, name), SIZE_LIMIT).decode())
    return None


def remember_time(store: Store, name: str, at: datetime) -> None:
    """Remember when this clone did an act of this name."""
    with store.lock.held():
        write(_path(store, name), iso(at).encode())


def _path(store: Store, name: str) -> str:
    return os.path.join(store.root, PRIVATE, name)
