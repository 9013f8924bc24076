"""The memories whose strength falls below a threshold between two times, without a scan.

Under most laws they are one range of the levels of each fading (`levels.py`); under `base-level`,
the range that its bounds leave.
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


def may_fall_below(
    index: Strengths, until: datetime, thresholds: Iterable[float]
) -> Iterator[Memory]:
    """Every memory that may fall below a threshold, or end, between the index's `now` and `until`.

    Each comes once, at `now`. Some of them will not fall so far.
    """
    seen: set[str] = set()
    for memory in index.by_keys(index.others):
        seen.add(memory.id)
        yield memory
    for threshold in thresholds:
        fadings = weak_fadings(index.database, micros(until), threshold)
        for where, args in _conditions(fadings, index.now, micros(until), threshold):
            for memory in index.memories(where, args):
                if memory.id not in seen:
                    seen.add(memory.id)
                    yield memory


def _conditions(
    fadings: Iterable[Fading], now: int, until: int, threshold: float
) -> Iterator[Condition]:
    for fading in fadings:
        key, law, pace, floor = fading.key, fading.law, fading.pace, fading.floor
        if fading.pinned:
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
