"""Which memories a policy may let go: looked for among plain rows, judged by the core."""

from __future__ import annotations

from math import isfinite

from memento_cli.core.fading.laws import TTL
from memento_cli.core.fading.policy import ANY
from memento_cli.core.fading.retention import (
    DUPLICATION,
    ROUNDING,
    Traces,
    duplication_of,
    forget_score,
    traces_of,
)
from memento_cli.core.fading.strength import DAY_MICROS, retained
from memento_cli.core.tidy.repeats import RepeatProfile, repeats
from memento_cli.index.fading.numbers import STRENGTH, both_of
from memento_cli.index.recall.filters import Where

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from memento_cli.core.fading.policy import Policy
    from memento_cli.core.memory.memory import Memory
    from memento_cli.index.fading.strengths import Strengths


USE = "since, views, uses, edits"
"""What use has left, in the order of `Traces`."""
EARLIEST, FAR_DAYS = -(2**62), 1e7  # microseconds; days beyond any calendar


def doubtful(here: Strengths, policy: Policy) -> Iterator[tuple[Memory, Traces]]:
    """Every memory that the policy may let go, and those that only a pin keeps from it.

    Of what says nearly the same as others, so many others are counted as are there.
    """
    where = outlived(here.now, policy)
    query = f"SELECT key FROM memory WHERE {where.sql}"
    keys = {key for (key,) in here.database.execute(query, where.args)} | set(here.others)
    neglected = dict(_neglected(here, policy)) if policy.by_score else {}
    for key in sorted(keys | set(neglected)):
        for memory in here.by_keys([key]):
            yield memory, _traces(here, key, neglected.get(key, 0))


def outlived(now: int, policy: Policy) -> Where:
    """The condition on rows whose time may be over: by their law, by kind, or by a tag."""
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


def _neglected(here: Strengths, policy: Policy) -> Iterator[tuple[int, int]]:
    """The keys of those that a forget score may name, and how many others say nearly the same."""
    idle, near = _before(here.now, policy.idle_days), []
    for key, id, importance, traces, left in _used(here, idle):
        lacks = policy.score - forget_score(left, traces.usage, 0.0, importance)
        if traces.last <= idle and lacks <= DUPLICATION:
            near.append((key, id, lacks))
    others = repeats(_said(here)) if near else {}
    for key, id, lacks in near:
        count = others.get(id, 0)
        if lacks <= DUPLICATION * duplication_of(count) + ROUNDING:
            yield key, count


def _used(here: Strengths, until: int) -> Iterator[tuple[int, str, float, Traces, float]]:
    """Of what is not pinned: its key, id and importance, what use has left, and the share that its
    law has left; of what nothing was done with since, and of what has other numbers at this time.
    """
    query = f"SELECT key, id, importance, {USE}, {STRENGTH} FROM memory WHERE NOT pinned AND "
    kept = here.database.execute(query + "since <= ?", (until,))
    for key, id, importance, since, views, uses, edits, *columns in kept:
        if key not in here.numbers:
            strength, fade = both_of(columns)
            left = retained(strength, fade.law, here.now)
            yield key, id, importance, Traces(since, views, uses, edits), left
    for key, state in here.numbers.items():
        for _, id, importance, _, _, _, _, *columns in here.database.execute(
            query + "key = ?", (key,)
        ):
            left = retained(state.strength, both_of(columns)[1].law, here.now)
            yield key, id, importance, traces_of(state), left


def _said(here: Strengths) -> Iterator[RepeatProfile]:
    query = (
        f"SELECT key, since, {', '.join(RepeatProfile._fields[:-1])} FROM memory WHERE created <= ?"
    )
    for key, since, *said in here.database.execute(query, (here.now,)):
        other = here.numbers.get(key)
        yield RepeatProfile._make([*said, other.since if other else since])


def _traces(here: Strengths, key: int, others: int) -> Traces:
    state = here.numbers.get(key)
    if state:
        return traces_of(state, others)
    row = here.database.execute(f"SELECT {USE} FROM memory WHERE key = ?", (key,)).fetchone()
    return Traces(*row)._replace(others=others)
