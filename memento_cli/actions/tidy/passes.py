"""The passes of maintain: what this clone remembers of its last one."""

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

NOBODY = "-"  # no memory can have this id: the line is about the store
STAMP = "maintained"


class LastPass(NamedTuple):
    """When this clone's last pass was, and what was a candidate or due then."""

    at: datetime
    told: frozenset[str]


def last_seen(store: Store) -> LastPass:
    """What this clone remembers of its last pass; of 1970 and nothing, where there is none."""
    try:
        at, *told = read_regular(_stamp_of(store), SIZE_LIMIT).decode().splitlines()
        return LastPass(stored_moment(at), frozenset(told))
    except (OSError, ValueError, BadTime, BadData):
        return LastPass(EPOCH, frozenset())


def remembered(store: Store, at: datetime, told: Iterable[str]) -> None:
    """A pass, as this clone is to remember it; the lock is held."""
    write(_stamp_of(store), "\n".join([iso(at), *sorted(told)]).encode())


def _stamp_of(store: Store) -> str:
    return os.path.join(store.root, PRIVATE, STAMP)
