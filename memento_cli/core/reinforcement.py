"""What a use does to a memory's numbers (document 001, Reinforcement)."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple, assert_never

from memento_cli.core.laws import BaseLevel, Daily, Ebbinghaus, HalfLife, Never, Ttl
from memento_cli.core.memory import Fade, Strength, faded, peak
from memento_cli.core.skips import FIXED, skip_of, skip_text, with_use
from memento_cli.core.skips import reinforcement_delta as reinforcement_delta
from memento_cli.core.when import days_between, iso


class Rules(NamedTuple):
    """The settings of reinforcement, and what is taken from what was of no help."""

    boost: float = 0.15
    max_strength: float = 1.5
    rest_hours: float = 24.0
    not_helpful: float = 0.15
    neglected: float = 0.05


class Reinforced(NamedTuple):
    """What a use did: the numbers after it, or why it was skipped.

    `previous` and `now` are the strengths before and after it, `delta` what the initial one gained.
    `ahead` says that the clock which it found was later than the use.
    """

    strength: Strength
    previous: float
    delta: float = 0.0
    skip: str | None = None
    now: float = 0.0
    ahead: bool = False

    @property
    def applied(self) -> bool:
        return self.skip is None


def reinforced(strength: Strength, fade: Fade, now: datetime, rules: Rules = Rules()) -> Reinforced:
    """One use at `now`, as the law has it; the clock restarts, unless the use is skipped.

    It counts at the later of its own time and the clock that it finds: no use sets a clock back.

    By half-life the initial strength rises (document 001). `ebbinghaus` makes the stability longer
    (000), `daily` brings the weight back to 1 (004), `base-level` counts one more use; these have
    no rest. A time to live is not prolonged (002, 004).
    """
    ahead, at = strength.last_reinforced > now, max(strength.last_reinforced, now)
    previous = max(fade.min_strength, faded(strength, fade, at))
    match fade.law:
        case HalfLife() | Never():
            days = days_between(strength.last_reinforced, at)
            skip = skip_of(previous, days, rules.max_strength, rules.rest_hours)
            delta = 0.0 if skip else reinforcement_delta(previous, rules.boost)
        case Ebbinghaus() | Daily() | BaseLevel():
            skip, delta = None, max(0.0, 1.0 - strength.initial)
        case Ttl():
            skip, delta = FIXED, 0.0
        case _:
            assert_never(fade.law)
    if skip:
        return Reinforced(strength, previous, skip=skip, now=previous, ahead=ahead)
    uses = with_use(strength.uses or (strength.last_reinforced,), at)
    after = Strength(
        strength.initial + delta,
        at,
        strength.reinforcement_count + 1,
        uses if isinstance(fade.law, BaseLevel) else (),
    )
    now_is = max(fade.min_strength, peak(after, fade))
    return Reinforced(after, previous, delta, now=now_is, ahead=ahead)


def weakened(strength: Strength, share: float) -> Strength:
    """The numbers after what was of no help: a share, 0 to 1, of the initial strength is gone.

    The clock goes on. A use brings it back, as its law has it.
    """
    return strength._replace(initial=strength.initial * (1 - share))


def skip_reason(use: Reinforced, rules: Rules) -> str:
    """Why a use was skipped, in words, with the rule that decided it; empty if it was not."""
    times = use.strength.reinforcement_count
    until = iso(use.strength.last_reinforced) if use.ahead else ""
    return skip_text(use.skip, times, rules.max_strength, rules.rest_hours, until)
