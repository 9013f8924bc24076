"""What a use does to the numbers of a strength, and when it does nothing (document 001)."""

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
"""Why a use is skipped: above the limit, within the rest, or because its time to live is fixed."""
HOURS = 24


class Rules(NamedTuple):
    """The settings `reinforce.*`: what a use adds, and what is taken from what was of no help.

    No memory above `max_strength` grows, and none twice within `rest_hours`. `not_helpful` and
    `neglected` are the shares, 0 to 1, of the initial strength that such a feedback takes.
    """

    boost: float = 0.15
    max_strength: float = 1.5
    rest_hours: float = 24.0
    not_helpful: float = 0.15
    neglected: float = 0.05


class Reinforced(NamedTuple):
    """What one use at a moment did to a memory: its numbers before and after it.

    `delta` is what the initial strength gained; `skip` says why nothing did (`TOO_STRONG`,
    `TOO_RECENT`, `FIXED`), and is None where the use counts.
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
        """Whether the clock that the use found was later than the use."""
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
    """One use at a moment, as the law of the memory has it.

    It counts at the later of its own time and the clock that it finds: no use sets a clock back
    (DESIGN 2.4). Under `half-life` and `never` the initial strength rises, unless the use is
    skipped (document 001). The other laws know no rest: `ebbinghaus` makes the stability longer,
    `daily` brings the weight back to 1, `base-level` counts one more use (documents 000 and 004).
    A time to live is not prolonged (documents 002 and 004).
    """
    initial, last, count, uses = strength
    code, moment = fade.law.code, max(at, last)
    skip = None
    if code in (HALF_LIFE, NEVER):
        current = strength_now(strength, fade, False, moment)
        skip = _skip_of(current, days_since(last, moment), rules)
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

    `current` is the strength just before it: the weaker, the more is added; never less than 0.
    """
    return boost * (1.0 - min(current, 1.0))


def with_use(uses: tuple[int, ...], at: int) -> tuple[int, ...]:
    """The times of uses with one more: the first, and the newest of the others, 200 at most.

    The law takes those that it is not told of for as old as the first; they hardly count.
    """
    kept = uses if len(uses) < MOST_USES else (uses[0], *uses[2:])
    return (*kept, at)


def weakened(strength: Strength, share: float) -> Strength:
    """The numbers after a feedback that takes a share, 0 to 1, of the initial strength.

    The clock goes on. A use brings it back, as the law has it.
    """
    return strength._replace(initial=strength.initial * (1 - share))


def weakens(law: Law, last: int | None, at: int, rules: Rules) -> bool:
    """Whether a feedback that takes something counts at a moment.

    Under a law whose uses rest it does not within the rest after `last`, when the last feedback of
    its kind counted; None where none did.
    """
    if last is None or law.code not in (HALF_LIFE, NEVER):
        return True
    return not _is_too_soon(days_since(last, at), rules)


def _skip_of(current: float, days: float, rules: Rules) -> str | None:
    """Why a use of this strength, so many days after the last, is skipped; None if it is not."""
    if current > rules.max_strength:
        return TOO_STRONG
    return TOO_RECENT if _is_too_soon(days, rules) else None


def _is_too_soon(days: float, rules: Rules) -> bool:
    return days * HOURS < rules.rest_hours
