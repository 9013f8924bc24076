"""What a recall answers: a page of hits, and what was left out of it."""

from __future__ import annotations

from memento_cli.core.recall.standing import Standing
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memento_cli.core.journal.past import Reach
    from memento_cli.core.recall.query import Hit


class Recalled(NamedTuple):
    """A page of hits; how many match in all; and how many were hidden, by what.

    `over` are those whose time to live has ended, `aside` events that somebody set aside.
    Beyond some thousands nobody counts: `more` says that there are more than `total`. `tiers` are
    those that the tiers hid, by tier. `missing` are words that nothing has, beside others that
    made the hits; `meant` are those most like what nothing has, and looked for where it has none.
    `standing` tells which hits are no longer current, and which contradict each other.
    `reach` tells, of the past, where history does not reach. `best` is the text score of which
    relevances are shares.
    """

    hits: tuple[Hit, ...]
    total: int
    superseded: int = 0
    over: int = 0
    aside: int = 0
    weak: int = 0
    more: bool = False
    tiers: Mapping[str, int] = {}
    meant: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    standing: Standing = Standing()
    reach: Reach | None = None
    best: float = 0.0


def ids_of(found: Recalled) -> list[str]:
    """The ids of the hits that are shown."""
    return [hit.memory.id for hit in found.hits]
