"""Which memories a policy may let go: looked for among plain rows, judged by the core."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import TYPE_CHECKING, Any

from memento_cli.core.curves import DAY_MICROS, TTL, ages_of, days_since, retained
from memento_cli.core.memory import Memory
from memento_cli.core.policy import ANY, Policy
from memento_cli.core.repeats import Said, repeats
from memento_cli.core.retention import (
    DUPLICATION,
    ROUNDING,
    Traces,
    duplication_of,
    forget_score,
    usage_share,
)
from memento_cli.core.when import from_micros
from memento_cli.index.filters import Where
from memento_cli.index.numbers import STRENGTH, both_of
from memento_cli.index.strengths import Strengths

if TYPE_CHECKING:
    from memento_cli.core.curves import Fading, Numbers

    Use = Sequence[int]
    Strength = tuple[Numbers, Fading]

USE = "uses, edits, views, since"
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
    parts, args = [f"(law = {TTL} AND level <= ?)"], list[Any]([now])
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
    for key, id, importance, use, strength in _used(here, idle):
        lacks = policy.score - _score(use, strength, importance, here.now)
        if use[-1] <= idle and lacks <= DUPLICATION:
            near.append((key, id, lacks))
    others = repeats(_said(here)) if near else {}
    for key, id, lacks in near:
        count = others.get(id, 0)
        if lacks <= DUPLICATION * duplication_of(count) + ROUNDING:
            yield key, count


def _used(here: Strengths, until: int) -> Iterator[tuple[int, str, float, Use, Strength]]:
    """The rows of what nothing was done with since, and of what has other numbers at this time."""
    query = f"SELECT key, id, importance, {USE}, {STRENGTH} FROM memory WHERE NOT pinned AND "
    for key, id, importance, *row in here.database.execute(query + "since <= ?", (until,)):
        if key not in here.numbers:
            yield key, id, importance, row[:4], both_of(row[4:])
    for key, other in here.numbers.items():
        for _, id, importance, *row in here.database.execute(query + "key = ?", (key,)):
            yield key, id, importance, other[5:9], (other[:4], both_of(row[4:])[1])


def _score(use: Use, strength: Strength, importance: float, now: int) -> float:
    """A forget score from plain numbers, duplication aside."""
    uses, edits, views, _ = use
    (_, last, count, times), (law, parameter, *_) = strength
    left = retained(law, parameter, days_since(last, now), count, ages_of(times, now))
    return forget_score(left, usage_share(views, uses, edits), 0.0, importance)


def _said(here: Strengths) -> Iterator[Said]:
    query = f"SELECT key, since, {', '.join(Said._fields[:-1])} FROM memory WHERE created <= ?"
    for key, since, *said in here.database.execute(query, (here.now,)):
        other = here.numbers.get(key)
        yield Said._make([*said, other.since if other else since])


def traces_of(use: Use, others: int = 0) -> Traces:
    """What use has left, from the columns of `USE`."""
    uses, edits, views, since = use
    return Traces(from_micros(since), views, uses, edits, others)


def _traces(here: Strengths, key: int, others: int) -> Traces:
    other = here.numbers.get(key)
    row = here.database.execute(f"SELECT {USE} FROM memory WHERE key = ?", (key,)).fetchone()
    return traces_of(other[5:9] if other else row, others)
