"""Which files of hosts are kept, with which memories, and those that the user's own configuration
lists.

Paths of a machine stand there alone, and never in a store, which travels.
"""

from __future__ import annotations

import os

from memento_cli.core.exchange.block_lines import Room
from memento_cli.core.exchange.hosts import HOSTS, INDEX
from memento_cli.core.recall.query import Query
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.location import default_place
from memento_cli.store.settings.user import configured_store, listed_files

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.store.directory.store import Store


class Target(NamedTuple):
    """What is kept: the path of a file, which memories, and how much of it the host reads."""

    path: str
    query: Query
    room: Room


def target_of(client: str, path: str, query: Query, limit: int | None = None) -> Target:
    """The file that a client reads at a path, of a folder the file in it, and its room. Only the
    file that is the host's own may be filled.

    Where nothing is yet, a name without an ending means a folder, as hosts make theirs late.
    """
    host = HOSTS[client]
    is_new = not (os.path.lexists(path) or os.path.splitext(path)[1])
    path = os.path.join(path, host.file) if is_new or os.path.isdir(path) else path
    is_own = os.path.basename(path) == INDEX
    usual = host.lines if is_own else host.most
    most = usual if limit is None else limit
    return Target(path, query, Room(host.lines, host.bytes, most, is_own or limit is not None))


def listed_targets(store: Store) -> Iterator[Target]:
    """What the user has listed for a store."""
    own = configured_store() or default_place()
    for row in listed_files():
        if os.path.realpath(row["store"] or own) == os.path.realpath(store.root):
            query = Query(
                topics=row["topics"], projects=row["projects"], min_trust=row["min_trust"]
            )
            yield target_of(row["client"], row["path"], query, row["limit"] or None)
