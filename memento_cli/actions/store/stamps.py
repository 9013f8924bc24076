"""What a clone remembers of when it last did something: a file with the moment, beside its lock."""

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


def last_time(store: Store, what: str) -> datetime | None:
    """When this clone did it last; None if it never did."""
    with suppress(OSError, ValueError, BadTime, BadData):
        return stored_moment(read_regular(_path(store, what), SIZE_LIMIT).decode())
    return None


def remember_time(store: Store, what: str, at: datetime) -> None:
    """Remember that this clone did it at a moment."""
    with store.lock.held():
        write(_path(store, what), iso(at).encode())


def _path(store: Store, what: str) -> str:
    return os.path.join(store.root, PRIVATE, what)
