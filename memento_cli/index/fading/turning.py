"""The memories whose strength falls below a threshold between two moments, without a scan.

What is kept in order (`levels`) says so of most laws: they are one piece of each list. Under
`base-level` the piece is what its bounds leave.
"""

from __future__ import annotations

from memento_cli.core.fading.laws import BASE_LEVEL, TTL
from memento_cli.core.time.when import micros
from memento_cli.index.fading.levels import SLACK, are_below, level, may_be_below, weak_fadings

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from memento_cli.core.memory.memory import Memory
    from memento_cli.index.fading.levels import Fading
    from memento_cli.index.fading.strengths import Strengths

Condition = tuple[str, tuple[float, ...]]


def turning(here: Strengths, until: datetime, thresholds: Iterable[float]) -> Iterator[Memory]:
    """Every memory that may fall below one of these, or end, from the index's `now` until then.

    Each once, with its numbers at `now`; some of them will not.
    """
    seen: set[str] = set()
    for memory in here.by_keys(here.others):
        seen.add(memory.id)
        yield memory
    for threshold in thresholds:
        known = weak_fadings(here.database, micros(until), threshold)
        for where, args in _conditions(known, here.now, micros(until), threshold):
            for memory in here.memories(where, args):
                if memory.id not in seen:
                    seen.add(memory.id)
                    yield memory


def _conditions(
    known: Iterable[Fading], now: int, until: int, threshold: float
) -> Iterator[Condition]:
    for fading in known:
        key, law, pace, floor, pinned, *_ = fading
        if pinned:
            continue
        if law == TTL:
            yield "fading = ? AND level > ? AND level <= ?", (key, now, until)
        elif law == BASE_LEVEL and floor < threshold:
            where, args = may_be_below(fading, until, threshold)
            _, (_, edge) = are_below(fading, now, threshold)
            yield f"{where} AND level > ?", (*args, edge)
        elif pace is not None and floor < threshold:
            span = level(threshold, now, pace) - SLACK, level(threshold, until, pace) + SLACK
            yield "fading = ? AND level >= ? AND level < ?", (key, *span)
