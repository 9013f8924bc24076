"""The stability of memories as uses have made it, which an export has beside their files."""

from __future__ import annotations

from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.memory.memory import stability_of
from memento_cli.named_tuple import TypeVar
from memento_cli.store.exchange.export_rows import Row
from memento_cli.store.files.names import stem_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from memento_cli.store.directory.store import Store


T = TypeVar("T")


def with_stability(store: Store, rows: Iterable[Row | T], now: datetime) -> Iterator[Row | T]:
    """The rows of memories' files, each with the stability in force, if its law has one."""
    with open_index(store, now) as index:
        for row in rows:
            if isinstance(row, Row):
                memories = index.by_ids([stem_of(row.path.rpartition("/")[2])])
                stability = next(map(stability_of, memories), None)
                yield row._replace(stability=stability)
            else:
                yield row
