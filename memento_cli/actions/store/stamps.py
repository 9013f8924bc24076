"""The times of a clone's last acts of some kinds: each in a file beside its lock."""

from __future__ import annotations

import os
from contextlib import suppress

from memento_cli.core.time.when import EPOCH, iso, stored_moment
from memento_cli.errors import BadData, BadTime
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.folders import PRIVATE
from memento_cli.store.files.files import read_regular, write
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from memento_cli.store.directory.store import Store

MAINTAINED = "maintained"


class LastPass(NamedTuple):
    """When this clone's last pass of maintain was, and the candidates and due cards that it
    reported."""

    at: datetime
    reported: frozenset[str]


def last_time(store: Store, name: str) -> datetime | None:
    """When this clone last did an act of this name; None if never."""
    stamp = _stamp(store, name)
    return stamp.at if stamp else None


def remember_time(store: Store, name: str, at: datetime) -> None:
    """Remember when this clone did an act of this name."""
    with store.lock.held():
        write(_path(store, name), iso(at).encode())


def last_pass(store: Store) -> LastPass:
    """This clone's last pass; of 1970 and with nothing if there is none."""
    return _stamp(store, MAINTAINED) or LastPass(EPOCH, frozenset())


def remember_pass(store: Store, at: datetime, reported: Iterable[str]) -> None:
    """Write a pass to this clone's file of the last pass; the caller holds the lock."""
    write(_path(store, MAINTAINED), "\n".join([iso(at), *sorted(reported)]).encode())


def _stamp(store: Store, name: str) -> LastPass | None:
    """The time in a stamp's file, and the lines after it; None if there is none."""
    with suppress(OSError, ValueError, BadTime, BadData):
        at, *rest = read_regular(_path(store, name), SIZE_LIMIT).decode().splitlines()
        return LastPass(stored_moment(at), frozenset(rest))
    return None


def _path(store: Store, name: str) -> str:
    return os.path.join(store.root, PRIVATE, name)
