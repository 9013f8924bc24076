"""The memories that may turn: those that a retention policy may let go, and those whose strength
falls below a threshold between two times. They are found by rows, and judged by the core.

Under most laws the latter are one range of the levels of each fading (`levels.py`); under
`base-level`, the range that its bounds leave.
"""

from __future__ import annotations

from math import isfinite

from memento_cli.core.fading.laws import BASE_LEVEL, TTL
from memento_cli.core.fading.policy import ANY
from memento_cli.core.fading.retention import (
    DUPLICATION,
    ROUNDING,
    Traces,
    duplication_of,
    forget_score,
    traces_of,
)
from memento_cli.core.fading.strength import DAY_MICROS, retention_now
from memento_cli.core.tidy.repeats import RepeatProfile, repeats
from memento_cli.core.time.when import micros
from memento_cli.index.fading.levels import SLACK, are_below, level, may_be_below, weak_fadings
from memento_cli.index.fading.numbers import STRENGTH, strength_and_fade
from memento_cli.index.recall.search import Where

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime
    from typing import Any

    from memento_cli.core.fading.policy import Policy
    from memento_cli.core.memory.memory import Memory
    from memento_cli.index.fading.levels import Condition, Fading
    from memento_cli.index.fading.strengths import Strengths


USE = "since, views, uses, edits"
"""The columns of use, in the order of `Traces`."""
EARLIEST, FAR_DAYS = -(2**62), 1e7  # microseconds; days beyond any calendar


def retention_candidates(index: Strengths, policy: Policy) -> Iterator[tuple[Memory, Traces]]:
    """Every memory that the policy may let go, pinned ones included, with the traces of its use.

    The traces count how many other memories say nearly the same.
    """
    where = may_be_over(index.now, policy)
    query = f"SELECT key FROM memory WHERE {where.sql}"
    keys = {key for (key,) in index.database.execute(query, where.args)} | set(index.others)
    neglected = dict(_neglected(index, policy)) if policy.by_score else {}
    for key in sorted(keys | set(neglected)):
        for memory in index.by_keys([key]):
            yield memory, _traces(index, key, neglected.get(key, 0))


def may_be_over(now: int, policy: Policy) -> Where:
    """The condition on rows whose time may be over by their law, their kind, or a topic."""
    parts = [f"(law = {TTL} AND level <= ?)"]
    args: list[Any] = [now]
    for kind, days in policy.kinds.items() if policy.by_time else ():
        if isfinite(days):
            parts.append("(kind = ? AND created <= ?)")
            args += [kind, _before(now, days)]
    for pattern, days in policy.tags if policy.by_time else ():
        if isfinite(days):
            same, text = "value = ?", pattern.removesuffix(ANY)
            if pattern.endswith(ANY):
                same = f"substr(value, 1, {len(text)}) = ?"
            tagged = f"SELECT key FROM tag WHERE field = 'topic' AND {same}"
            parts.append(f"(key IN ({tagged}) AND created <= ?)")
            args += [text, _before(now, days)]
    return Where(" OR ".join(parts), tuple(args))


def _before(now: int, days: float) -> int:
    return now - round(days * DAY_MICROS) if days < FAR_DAYS else EARLIEST


def _neglected(index: Strengths, policy: Policy) -> Iterator[tuple[int, int]]:
    """The keys of memories with a forget score that may be high enough, each with the number of
    others that say nearly the same."""
    idle, near = _before(index.now, policy.idle_days), []
    for key, id, importance, traces, left in _used(index, idle):
        lacks = policy.score - forget_score(left, traces.usage, 0.0, importance)
        if traces.last <= idle and lacks <= DUPLICATION:
            near.append((key, id, lacks))
    others = repeats(_profiles(index)) if near else {}
    for key, id, lacks in near:
        count = others.get(id, 0)
        if lacks <= DUPLICATION * duplication_of(count) + ROUNDING:
            yield key, count


def _used(index: Strengths, until: int) -> Iterator[tuple[int, str, float, Traces, float]]:
    """The unpinned memories that were not used since a time, or have other numbers at `now`: key,
    id, importance, traces of use, and retention."""
    query = f"SELECT key, id, importance, {USE}, {STRENGTH} FROM memory WHERE NOT pinned AND "
    idle = index.database.execute(query + "since <= ?", (until,))
    for key, id, importance, since, views, uses, edits, *columns in idle:
        if key not in index.numbers:
            strength, fade = strength_and_fade(columns)
            left = retention_now(strength, fade.law, index.now)
            yield key, id, importance, Traces(since, views, uses, edits), left
    for key, state in index.numbers.items():
        for _, id, importance, _, _, _, _, *columns in index.database.execute(
            query + "key = ?", (key,)
        ):
            left = retention_now(state.strength, strength_and_fade(columns)[1].law, index.now)
            yield key, id, importance, traces_of(state), left


def _profiles(index: Strengths) -> Iterator[RepeatProfile]:
    *columns, _ = RepeatProfile._fields  # the last is `since`, which may differ at `now`
    query = f"SELECT key, since, {', '.join(columns)} FROM memory WHERE created <= ?"
    for key, since, *values in index.database.execute(query, (index.now,)):
        other = index.numbers.get(key)
        yield RepeatProfile._make([*values, other.since if other else since])


def _traces(index: Strengths, key: int, others: int) -> Traces:
    state = index.numbers.get(key)
    if state:
        return traces_of(state, others)
    row = index.database.execute(f"SELECT {USE} FROM memory WHERE key = ?", (key,)).fetchone()
    return Traces(*row)._replace(others=others)


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
