"""Which memories will turn faded, ghost, prunable or expired, and when, if nothing is done.

It also says what one use now would change: the same moments, from the numbers after that use; and
by which other laws those last longer that are used often and would be lost soon.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import MAXYEAR, UTC, datetime, timedelta
from math import inf

from memento_cli.core.fading.curve import UseNow
from memento_cli.core.fading.laws import DAILY, HALF_LIFE, NEVER, TTL, Law
from memento_cli.core.fading.reinforcement import Rules, reinforced
from memento_cli.core.fading.retention import goes_at
from memento_cli.core.fading.strength import BOUNDS, TIERS, days_since, tier_of
from memento_cli.core.fading.wording import skip_reason
from memento_cli.core.memory.memory import days_below, law_in_force, strength_at
from memento_cli.core.time.when import days_between, micros, moment_after
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memento_cli.core.fading.policy import Policy
    from memento_cli.core.fading.reinforcement import Reinforced
    from memento_cli.core.fading.retention import Traces
    from memento_cli.core.memory.memory import Memory

TURNS = FADED, GHOST, PRUNABLE, EXPIRED = ("faded", "ghost", "prunable", "expired")
"""What a memory turns into with time, in the usual order."""
LEAST_DAYS, STILL_DAYS, MOST_DAYS = 30, 180, 3650
BEYOND = 1.15
STANDING = (*TIERS, PRUNABLE)
WEAK = "weak"
"""Below `list.hide_below`: a list hides it."""
LASTING = (Law(NEVER), Law(DAILY, 0.0))
"""The laws that lose nothing."""
LAST_MOMENT = datetime(MAXYEAR, 12, 31, tzinfo=UTC)

Thresholds = Mapping[str, float]
"""The strength below which a memory turns into each kind; `levels` has those of a store."""

OFTEN, LONG_DAYS = 3, 14
"""The least number of uses, and the least days between the first and the last of them."""
SOON_DAYS = 30
"""A memory is lost soon if within so many days; another law must add at least as many."""


class ThresholdCrossing(NamedTuple):
    """A turn of a memory: into what and when, and what one use now would change.

    `use_at` is when the turn would come after one use now; None if it never would.
    """

    memory: Memory
    turn: str
    at: datetime
    strength: float
    use: Reinforced
    use_at: datetime | None

    @property
    def gained_days(self) -> float:
        """The days by which one use now delays the turn; infinite if it prevents it."""
        return inf if self.use_at is None else days_between(self.at, self.use_at)


class Forecast(NamedTuple):
    """The turns from `now` until `until`, by kind, the earliest first.

    `before` and `after` count the memories of each tier, and the prunable ones among them.
    """

    now: datetime
    until: datetime
    turns: tuple[ThresholdCrossing, ...]
    before: Mapping[str, int]
    after: Mapping[str, int]


def levels(prune_below: float) -> dict[str, float]:
    """The strengths below which a memory is faded, a ghost (document 004) and prunable (001).

    No strength is below 0, so a store that prunes nothing has no threshold for prunable.
    """
    tiers = {FADED: BOUNDS["faded"][1], GHOST: BOUNDS["ghost"][1]}
    return tiers | ({PRUNABLE: prune_below} if prune_below > 0 else {})


def standing(memories: Iterable[Memory], now: datetime, thresholds: Thresholds) -> Counter[str]:
    """The number of memories in each tier, and of the prunable ones among them."""
    counts = Counter[str]()
    for memory in memories:
        counts.update(_tier_and_prunable(strength_at(memory, now), thresholds))
    return counts


def _tier_and_prunable(strength: float, thresholds: Thresholds) -> list[str]:
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
    """The forecast of memories, with their numbers at `now`, for so many days.

    `memories` are at least all that turn; `before` counts all memories of the store (`standing`).
    """
    until = moment_after(now, days) or LAST_MOMENT
    turns: list[ThresholdCrossing] = []
    after = Counter(before)
    for memory in memories:
        crossings = turns_of(memory, now, until, thresholds, rules)
        if crossings:
            turns += crossings
            after.subtract(_tier_and_prunable(crossings[0].strength, thresholds))
            after.update(_tier_and_prunable(strength_at(memory, until), thresholds))
    turns.sort(key=_by_kind_and_time)
    counts = ({kind: counter[kind] for kind in STANDING} for counter in (Counter(before), after))
    return Forecast(now, until, tuple(turns), *counts)


def _by_kind_and_time(turn: ThresholdCrossing) -> tuple[int, datetime, str]:
    return TURNS.index(turn.turn), turn.at, turn.memory.id


def with_policy_turns(
    forecast: Forecast, let_go: Iterable[ThresholdCrossing], before: int, after: int
) -> Forecast:
    """The forecast where a policy decides what is prunable: `let_go` are the turns by it, `before`
    and `after` the numbers of prunable memories now and then."""
    return forecast._replace(
        turns=tuple(sorted([*forecast.turns, *let_go], key=_by_kind_and_time)),
        before={**forecast.before, PRUNABLE: before},
        after={**forecast.after, PRUNABLE: after},
    )


def turns_of(
    memory: Memory,
    now: datetime,
    until: datetime,
    thresholds: Thresholds,
    rules: Rules = Rules(),
) -> list[ThresholdCrossing]:
    """The turns of one memory until a moment, and what one use now would change in them."""
    due = {kind: at for kind, at in moments(memory, now, thresholds).items() if at <= until}
    if not due:
        return []
    strength = strength_at(memory, now)
    use = reinforced(memory.strength, memory.fade, micros(now), rules)
    after_use: Mapping[str, datetime] = due
    if use.applied:
        levels = {kind: level for kind, level in thresholds.items() if kind in due}
        after_use = moments(memory._replace(strength=use.strength), now, levels)
    return [
        ThresholdCrossing(memory, kind, at, strength, use, after_use.get(kind))
        for kind, at in due.items()
    ]


def use_now(
    memory: Memory, now: datetime, thresholds: Thresholds, rules: Rules = Rules()
) -> UseNow:
    """What one use now would make of a memory with its numbers at `now`."""
    use = reinforced(memory.strength, memory.fade, micros(now), rules)
    after = memory._replace(strength=use.strength) if use.applied else memory
    falls = moments(after, now, thresholds)
    return UseNow(strength_at(after, now), falls, skip_reason(use, rules))


def turn_by(
    policy: Policy,
    memory: Memory,
    traces: Traces,
    now: datetime,
    until: datetime,
    rules: Rules = Rules(),
) -> ThresholdCrossing | None:
    """When a policy first makes a memory prunable, and what one use now would change.

    None if it does not before `until`, or does already, or if its own time to live ends then, which
    is the turn `expired`. A use counts here even if it makes the memory no stronger.
    """
    at = _lost_at(memory, traces, policy)
    if at is None or not now < at <= until or moments(memory, now, {}).get(EXPIRED) == at:
        return None
    use = reinforced(memory.strength, memory.fade, micros(now), rules)
    use_at = _lost_at(memory._replace(strength=use.strength), traces.used(now), policy)
    return ThresholdCrossing(memory, PRUNABLE, at, strength_at(memory, now), use, use_at)


def _lost_at(memory: Memory, traces: Traces, policy: Policy) -> datetime | None:
    at = goes_at(memory, traces, policy)
    return at and moment_after(at, 0.0)


def moments(memory: Memory, now: datetime, thresholds: Mapping[str, float]) -> dict[str, datetime]:
    """When a memory will fall below each threshold that it is not below yet, for those it ever
    crosses.

    Under a time to live all thresholds are crossed at once, and the turn is `expired`.
    """
    law = law_in_force(memory)
    if law.code == TTL:
        end = moment_after(memory.strength.last_reinforced, law.parameter)
        return {EXPIRED: end} if end and end > now else {}
    strength = strength_at(memory, now)
    not_yet = {kind: level for kind, level in thresholds.items() if strength >= level}
    falls = {kind: falls_below(memory, level) for kind, level in not_yet.items()}
    return {kind: max(at, now) for kind, at in falls.items() if at is not None}


def horizon_days(memory: Memory, now: datetime, thresholds: Thresholds) -> float:
    """The days that a picture of its future spans: somewhat more than to the last turn.

    From 30 days to ten years; 180 days where no turn is to come.
    """
    coming = moments(memory, now, thresholds).values()
    if not coming:
        return STILL_DAYS
    return min(MOST_DAYS, max(LEAST_DAYS, BEYOND * days_between(now, max(coming))))


def falls_below(memory: Memory, threshold: float) -> datetime | None:
    """The moment from which its strength is below a threshold, which may be past.

    None if there is none in the calendar: its law or a pin keeps it whole, or its floor above.
    """
    if memory.fade.min_strength >= threshold or law_in_force(memory) in LASTING:
        return None
    return moment_after(memory.strength.last_reinforced, days_below(memory, threshold))


class Lasting(NamedTuple):
    """A law, when a memory is lost by its own law, and when by this one (None is never)."""

    law: str
    lost: datetime
    then: datetime | None


def is_lost_soon(memory: Memory, below: float, now: datetime) -> bool:
    """Whether a memory falls below a strength in the next `SOON_DAYS`, and is not below it yet."""
    lost = falls_below(memory, below)
    return lost is not None and now < lost <= now + timedelta(days=SOON_DAYS)


def is_used_often(uses: Sequence[int]) -> bool:
    """Whether a memory with these times is used often, over `LONG_DAYS` or more.

    The times are microseconds since 1970; the first is that of the recording.
    """
    later = uses[1:]
    return len(later) >= OFTEN and days_since(min(later), max(later)) >= LONG_DAYS


def laws_to_try(law: Law) -> list[str]:
    """The laws by which a memory may last longer: base-level, which uses its times of use, then a
    longer half-life."""
    longer = [f"half-life={2 * law.parameter:g}"] if law.code == HALF_LIFE else []
    return ["base-level", *longer]


def lasting(memory: Memory, law: str, converted: Memory, below: float) -> Lasting | None:
    """The gain by another law for a memory that is lost soon; None if it is too small."""
    lost, then = falls_below(memory, below), falls_below(converted, below)
    if lost is None or (then is not None and then - lost < timedelta(days=SOON_DAYS)):
        return None
    return Lasting(law, lost, then)
