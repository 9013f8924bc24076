"""The last pass of maintain in this clone, and what it reported."""

from __future__ import annotations

import os

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

NOBODY = "-"  # no memory can have this id: the entry is about the store
STAMP = "maintained"


class LastPass(NamedTuple):
    """When this clone's last pass was, and the candidates and due cards that it reported."""

    at: datetime
    reported: frozenset[str]


def last_pass(store: Store) -> LastPass:
    """This clone's last pass; of 1970 and with nothing if there is none."""
    try:
        at, *reported = read_regular(_stamp_of(store), SIZE_LIMIT).decode().splitlines()
        return LastPass(stored_moment(at), frozenset(reported))
    except (OSError, ValueError, BadTime, BadData):
        return LastPass(EPOCH, frozenset())


def remember_pass(store: Store, at: datetime, reported: Iterable[str]) -> None:
    """Write a pass to this clone's file of the last pass; the caller holds the lock."""
    write(_stamp_of(store), "\n".join([iso(at), *sorted(reported)]).encode())


def _stamp_of(store: Store) -> str:
    return os.path.join(store.root, PRIVATE, STAMP)
