"""What will turn faded, ghost, prunable or expired, and when, if nothing is done until then.

And what one use now would buy: the same moments with the numbers that it would leave.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import MAXYEAR, UTC, datetime
from math import inf

from memento_cli.core.fading.laws import DAILY, NEVER, TTL, Law
from memento_cli.core.fading.reinforcement import Rules, reinforced
from memento_cli.core.fading.retention import goes_at
from memento_cli.core.fading.tiers import BOUNDS, TIERS, tier_of
from memento_cli.core.memory.memory import days_below, law_in_force, strength_at
from memento_cli.core.time.when import days_between, later, micros
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memento_cli.core.fading.policy import Policy
    from memento_cli.core.fading.reinforcement import Reinforced
    from memento_cli.core.fading.retention import Traces
    from memento_cli.core.memory.memory import Memory

TURNS = FADED, GHOST, PRUNABLE, EXPIRED = ("faded", "ghost", "prunable", "expired")
"""What becomes of a memory with time, in the order in which it usually does."""
LEAST_DAYS, STILL_DAYS, MOST_DAYS = 30, 180, 3650
BEYOND = 1.15
STANDING = (*TIERS, PRUNABLE)
LAST_MOMENT = datetime(MAXYEAR, 12, 31, tzinfo=UTC)

Thresholds = Mapping[str, float]
"""Below which strength a memory is what; `levels` has those of a store."""


class ThresholdCrossing(NamedTuple):
    """A memory that will be something else: what, from when on, and what one use would do to it.

    `use_at` is when it would be so after one use now; None if it never would.
    """

    memory: Memory
    turn: str
    at: datetime
    strength: float
    use: Reinforced
    use_at: datetime | None

    @property
    def gained_days(self) -> float:
        """By how many days one use now would put it off; infinite if for ever."""
        return inf if self.use_at is None else days_between(self.at, self.use_at)


class Forecast(NamedTuple):
    """The turns from `now` until then, by what happens, the first to come first.

    `before` and `after` count the memories of each tier, and those that may be pruned among them.
    """

    now: datetime
    until: datetime
    turns: tuple[ThresholdCrossing, ...]
    before: Mapping[str, int]
    after: Mapping[str, int]


def levels(prune_below: float) -> dict[str, float]:
    """The strengths below which a memory is faded, a ghost (document 004) and prunable (001).

    Below 0 nothing is, so a store that prunes nothing has no such threshold.
    """
    tiers = {FADED: BOUNDS["faded"][1], GHOST: BOUNDS["ghost"][1]}
    return tiers | ({PRUNABLE: prune_below} if prune_below > 0 else {})


def standing(memories: Iterable[Memory], now: datetime, thresholds: Thresholds) -> Counter[str]:
    """How many memories are in each tier, and how many of them are prunable."""
    counts = Counter[str]()
    for memory in memories:
        counts.update(_kinds(strength_at(memory, now), thresholds))
    return counts


def _kinds(strength: float, thresholds: Thresholds) -> list[str]:
    prunable = [PRUNABLE] if strength < thresholds.get(PRUNABLE, 0) else []
    return [tier_of(strength), *prunable]


def forecast_of(
    memories: Iterable[Memory],
    before: Mapping[str, int],
    now: datetime,
    days: float,
    thresholds: Thresholds,
    rules: Rules = Rules(),
) -> Forecast:
    """What becomes of memories, whose numbers are those at `now`, within so many days.

    `memories` are all that turn, at least; `before` is how all there are stand (`standing`).
    """
    until = later(now, days) or LAST_MOMENT
    turns: list[ThresholdCrossing] = []
    after = Counter(before)
    for memory in memories:
        found = turns_of(memory, now, until, thresholds, rules)
        if found:
            turns += found
            after.subtract(_kinds(found[0].strength, thresholds))
            after.update(_kinds(strength_at(memory, until), thresholds))
    turns.sort(key=_place)
    counts = ({kind: counted[kind] for kind in STANDING} for counted in (Counter(before), after))
    return Forecast(now, until, tuple(turns), *counts)


def _place(turn: ThresholdCrossing) -> tuple[int, datetime, str]:
    return TURNS.index(turn.turn), turn.at, turn.memory.id


def with_let_go(
    found: Forecast, let_go: Iterable[ThresholdCrossing], before: int, after: int
) -> Forecast:
    """The same where a policy says what is prunable: so many are now, and will be then."""
    return found._replace(
        turns=tuple(sorted([*found.turns, *let_go], key=_place)),
        before={**found.before, PRUNABLE: before},
        after={**found.after, PRUNABLE: after},
    )


def turns_of(
    memory: Memory,
    now: datetime,
    until: datetime,
    thresholds: Thresholds,
    rules: Rules = Rules(),
) -> list[ThresholdCrossing]:
    """What becomes of one memory until then, and what one use now would buy it."""
    due = {kind: at for kind, at in moments(memory, now, thresholds).items() if at <= until}
    if not due:
        return []
    strength, use = strength_at(memory, now), _use(memory, now, rules)
    put_off: Mapping[str, datetime] = due
    if use.applied:
        ahead = {kind: level for kind, level in thresholds.items() if kind in due}
        put_off = moments(memory._replace(strength=use.strength), now, ahead)
    return [
        ThresholdCrossing(memory, kind, at, strength, use, put_off.get(kind))
        for kind, at in due.items()
    ]


def turn_by(
    policy: Policy,
    memory: Memory,
    traces: Traces,
    now: datetime,
    until: datetime,
    rules: Rules = Rules(),
) -> ThresholdCrossing | None:
    """When a policy makes it prunable until then, and what one use now would buy it.

    None if it does not, or does already; the end of a time to live is `expired`, and that only.
    A use that makes it no stronger is a use all the same.
    """
    at = _goes(memory, traces, policy)
    if at is None or not now < at <= until or moments(memory, now, {}).get(EXPIRED) == at:
        return None
    use = _use(memory, now, rules)
    use_at = _goes(memory._replace(strength=use.strength), traces.used(now), policy)
    return ThresholdCrossing(memory, PRUNABLE, at, strength_at(memory, now), use, use_at)


def _goes(memory: Memory, traces: Traces, policy: Policy) -> datetime | None:
    at = goes_at(memory, traces, policy)
    return at and later(at, 0.0)


def _use(memory: Memory, now: datetime, rules: Rules) -> Reinforced:
    return reinforced(memory.strength, memory.fade, micros(now), rules)


def moments(memory: Memory, now: datetime, thresholds: Mapping[str, float]) -> dict[str, datetime]:
    """When it will fall below each threshold that it is not below yet; what never comes is absent.

    A time to live ends once, at all thresholds: that is `expired`.
    """
    law = law_in_force(memory)
    if law.code == TTL:
        end = later(memory.strength.last_reinforced, law.parameter)
        return {EXPIRED: end} if end and end > now else {}
    strength = strength_at(memory, now)
    reached = {kind: level for kind, level in thresholds.items() if strength >= level}
    falls = {kind: falls_below(memory, level) for kind, level in reached.items()}
    return {kind: max(at, now) for kind, at in falls.items() if at is not None}


def horizon_days(memory: Memory, now: datetime, thresholds: Thresholds) -> float:
    """How many days a picture of its future needs: somewhat more than to the last threshold.

    From a month to ten years; half a year where nothing is to come.
    """
    coming = moments(memory, now, thresholds).values()
    if not coming:
        return STILL_DAYS
    return min(MOST_DAYS, max(LEAST_DAYS, BEYOND * days_between(now, max(coming))))


def falls_below(memory: Memory, threshold: float) -> datetime | None:
    """The moment from which on its strength is below a threshold, which may be past.

    None if there is none in the calendar: its law or a pin keeps it whole, or its floor above.
    """
    if memory.fade.min_strength >= threshold or _loses_nothing(law_in_force(memory)):
        return None
    return later(memory.strength.last_reinforced, days_below(memory, threshold))


def _loses_nothing(law: Law) -> bool:
    return law in (Law(NEVER), Law(DAILY, 0.0))
