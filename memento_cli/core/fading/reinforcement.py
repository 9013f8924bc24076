"""Reinforcement: what a use changes in the numbers of a strength, and when it changes nothing
(document 001)."""

from __future__ import annotations

from memento_cli.core.fading.laws import BASE_LEVEL, HALF_LIFE, NEVER, TTL
from memento_cli.core.fading.strength import Strength, days_since, strength_now
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.fading.laws import Law
    from memento_cli.core.fading.strength import Fade

MOST_USES = 200
TOO_STRONG, TOO_RECENT, FIXED = "too_strong", "too_recent", "fixed"
"""Why a use is skipped: the strength is above the limit, the last use is within the rest, or the
time to live is fixed."""
HOURS = 24


class Rules(NamedTuple):
    """The settings `reinforce.*`: what a use adds, and what a negative feedback takes.

    A memory above `max_strength` is not reinforced, nor one that was within `rest_hours`.
    `not_helpful` and `neglected` are the shares, 0 to 1, of the initial strength that these
    feedbacks take.
    """

    boost: float = 0.15
    max_strength: float = 1.5
    rest_hours: float = 24.0
    not_helpful: float = 0.15
    neglected: float = 0.05


class Reinforced(NamedTuple):
    """The effect of one use on a memory: its numbers before and after.

    `delta` is what the initial strength gained. `skip` is why the use changed nothing
    (`TOO_STRONG`, `TOO_RECENT`, `FIXED`); None where it counts.
    """

    before: Strength
    strength: Strength
    fade: Fade
    at: int
    delta: float = 0.0
    skip: str | None = None

    @property
    def applied(self) -> bool:
        """Whether the use counts."""
        return self.skip is None

    @property
    def ahead(self) -> bool:
        """Whether the memory's clock (`last`) was later than the use."""
        return self.before.last > self.at

    @property
    def previous(self) -> float:
        """The strength just before the use."""
        return strength_now(self.before, self.fade, False, max(self.at, self.before.last))

    @property
    def now(self) -> float:
        """The strength just after the use."""
        if self.skip:
            return self.previous
        return strength_now(self.strength, self.fade, False, self.strength.last)


def reinforced(strength: Strength, fade: Fade, at: int, rules: Rules = Rules()) -> Reinforced:
    """The effect of one use at a moment, by the law of the memory.

    The use counts at the later of its own time and `last`: no use sets the clock back (DESIGN 2.4).
    Under `half-life` and `never` the initial strength rises, unless the use is skipped (document
    001). The other laws have no rest: `ebbinghaus` lengthens the stability, `daily` brings the
    weight back to 1, `base-level` counts one more use (documents 000 and 004). No use prolongs a
    time to live (documents 002 and 004).
    """
    initial, last, count, uses = strength
    code, moment = fade.law.code, max(at, last)
    skip = None
    if code in (HALF_LIFE, NEVER):
        current = strength_now(strength, fade, False, moment)
        if current > rules.max_strength:
            skip = TOO_STRONG
        elif _is_resting(days_since(last, moment), rules):
            skip = TOO_RECENT
        delta = reinforcement_delta(current, rules.boost)
    else:
        skip = FIXED if code == TTL else None
        delta = max(0.0, 1.0 - initial)
    if skip:
        return Reinforced(strength, strength, fade, at, skip=skip)
    times = with_use(uses or (last,), moment) if code == BASE_LEVEL else ()
    after = Strength(initial + delta, moment, count + 1, times)
    return Reinforced(strength, after, fade, at, delta)


def reinforcement_delta(current: float, boost: float = 0.15) -> float:
    """boost · (1 − min(current, 1)), what a use adds to the initial strength (document 001).

    `current` is the strength just before the use: the weaker it is, the more is added.
    """
    return boost * (1.0 - min(current, 1.0))


def with_use(uses: tuple[int, ...], at: int) -> tuple[int, ...]:
    """The times of use and one more: the first, and the newest others, 200 at most.

    The law counts the uses that are left out as being as old as the first; they hardly matter.
    """
    times = uses if len(uses) < MOST_USES else (uses[0], *uses[2:])
    return (*times, at)


def weakened(strength: Strength, share: float) -> Strength:
    """The numbers after a feedback that takes a share, 0 to 1, of the initial strength.

    `last` stays as it is. A later use raises the strength again, by the law.
    """
    return strength._replace(initial=strength.initial * (1 - share))


def weakens(law: Law, last_feedback: int | None, at: int, rules: Rules) -> bool:
    """Whether a negative feedback at a moment takes anything.

    Under a law whose uses have a rest, it does not within the rest after `last_feedback`, the last
    feedback of its kind counted (None if none did).
    """
    if last_feedback is None or law.code not in (HALF_LIFE, NEVER):
        return True
    return not _is_resting(days_since(last_feedback, at), rules)


def _is_resting(days: float, rules: Rules) -> bool:
    return days * HOURS < rules.rest_hours
