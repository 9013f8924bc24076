"""The result of a recall: a page of hits, and counts of what was left out."""

from __future__ import annotations

from memento_cli.core.recall.standing import Standing
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memento_cli.core.journal.past import Reach
    from memento_cli.core.recall.query import Hit


class Recalled(NamedTuple):
    """A page of hits, the number of all matches, and the numbers of those hidden and why.

    `over` counts those whose time to live has ended, `aside` the events that were set aside.
    Counting stops at some thousands: with `more` there are more than `total`. `tiers` counts those
    hidden by tier. `missing` are words of the query without any match; `meant` are the similar
    words that were searched because nothing matched. `standing` tells which hits are superseded,
    and which contradict each other. `reach` tells, for a recall of the past, which memories'
    history is incomplete. `best` is the text score that relevance 1 stands for.
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
