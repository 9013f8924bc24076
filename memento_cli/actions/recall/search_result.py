"""The result of a recall in one place of several."""

from __future__ import annotations

from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.recall.query import Recalled
    from memento_cli.store.directory.store import Store


class Search(NamedTuple):
    """The result of one source of one store."""

    store: Store
    source: str
    found: Recalled
