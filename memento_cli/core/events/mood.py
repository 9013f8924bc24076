"""The long mood: a baseline that follows what is felt in days, and a shock that fades in hours.

Nothing of it is stored: it is folded from the feelings of moments, so that clones which have met
agree. What it is at a later moment is computed on reading (document 003 §5-1).
"""

from __future__ import annotations

from datetime import datetime
from operator import add, sub

from memento_cli.core.events.affect import NEUTRAL, Vad, axis_in
from memento_cli.core.events.felt import Felt
from memento_cli.core.facts.states import is_closed
from memento_cli.core.security.trust import USER
from memento_cli.core.time.when import in_zone
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import tzinfo

    from memento_cli.core.facts.states import State

DAY_SECONDS, HOUR_SECONDS = 86_400, 3_600
SURE = 0.5
"""From this confidence on a first feeling is the whole baseline; below, it is only moved to."""
TEXT_SIGNS, SHORT_SIGNS = 600, 80
"""So long the text of a mood may be; one that is shorter than that may change within a day."""
POINTS = 240
"""How many points make a curve smooth on a page."""
Place = tuple[datetime, Vad, Vad]
"""A mood at a moment, and its baseline."""


class Mood(NamedTuple):
    """A mood as the newest feeling, at `at`, has left it.

    The shock's half-life is in seconds, its severity from 0 to 1.
    """

    baseline: Vad
    shock: Vad
    half_life: int
    severity: float
    at: datetime

    def shock_at(self, now: datetime) -> Vad:
        """What is left of the shock; a half-life that is not given is an hour."""
        half_life = self.half_life if self.half_life > 0 else HOUR_SECONDS
        return _times(self.shock, decay_factor(_seconds(self.at, now), half_life))

    def vad_at(self, now: datetime) -> Vad:
        """The mood at a moment: the baseline, and what is left of the shock."""
        return _held(map(add, self.baseline, self.shock_at(now)))


class LongMood(NamedTuple):
    """The long mood of a person: in words, if there are any, and in numbers, if anything was felt.

    `state` holds the words, where somebody has said them; `trust` is the least of all who told of
    it, as each of their feelings has moved the numbers.
    """

    person: str
    text: str
    labels: tuple[str, ...]
    mood: Mood | None
    state: State | None
    trust: str = USER


def moods_after(felt: Iterable[Felt]) -> list[tuple[Felt, Mood]]:
    """The mood as each feeling leaves it, of one person's feelings in their order; of those before
    anybody was sure at all, none."""
    mood: Mood | None = None
    found = list[tuple[Felt, Mood]]()
    for one in felt:
        mood = moved(mood, one.moment, one.affect.vad, one.affect.confidence)
        if mood:
            found.append((one, mood))
    return found


def mood_after(felt: Iterable[Felt]) -> Mood | None:
    """The mood as the last of these feelings leaves it."""
    return next((mood for _, mood in reversed(moods_after(felt))), None)


def moved(mood: Mood | None, at: datetime, moment: Vad, confidence: float) -> Mood | None:
    """The mood after a feeling. One of no confidence changes nothing; a feeling that is older than
    the mood comes no time after it, and a pause counts as a day at most: so the background never
    goes more than half of the way to one feeling, and the rest of it is a shock, which fades."""
    if confidence <= 0:
        return mood
    if mood is None:
        whole = 1.0 if confidence >= SURE else confidence
        return Mood(approach(NEUTRAL, moment, whole), NEUTRAL, HOUR_SECONDS, 0.0, at)
    felt_for = min(_seconds(mood.at, at), DAY_SECONDS)  # nobody felt the rest of a pause
    rate = follow_rate(felt_for, DAY_SECONDS) * confidence
    baseline = approach(mood.baseline, moment, rate)
    harm = severity(baseline, moment)
    shock = approach(
        mood.shock_at(at), _gap(baseline, moment), shock_follow_rate(harm) * confidence
    )
    return Mood(baseline, shock, shock_half_life(harm), harm, at)


def follow_rate(seconds: float, half_life: float) -> float:
    """Which part of the way is gone after so many seconds; none of it before."""
    return 1.0 - decay_factor(seconds, half_life)


def decay_factor(seconds: float, half_life: float) -> float:
    """Which part is left after so many seconds; all of it before. Of no half-life, nothing is."""
    if seconds <= 0:
        return 1.0
    return 0.5 ** (seconds / half_life) if half_life > 0 else 0.0


def severity(baseline: Vad, moment: Vad) -> float:
    """How far a moment is from the baseline on the axis that differs most, from 0 to 1."""
    return min(1.0, max(map(abs, _gap(baseline, moment))) / 2)


def shock_half_life(severity: float) -> int:
    """After how many seconds half of a shock is left: from an hour to a day, with the square."""
    return round(HOUR_SECONDS + (DAY_SECONDS - HOUR_SECONDS) * severity**2)


def shock_follow_rate(severity: float) -> float:
    """Which part of the way to a moment the shock goes at once."""
    return 0.6 + 0.3 * severity


def approach(start: Vad, goal: Sequence[float], rate: float) -> Vad:
    """From `start` a part of the way to `goal`, axis by axis, held from -1 to 1."""
    share = max(0.0, min(1.0, rate))
    return _held(here + (there - here) * share for here, there in zip(start, goal, strict=True))


def takes_text(state: State | None, at: datetime, zone: tzinfo) -> bool:
    """Whether a mood takes a new text: where it has none that holds, or only a few words; else
    once on a day, as the clocks of `zone` show it, after that of its last confirmation."""
    if state is None or is_closed(state, at) or len(state.body) < SHORT_SIGNS:
        return True
    return in_zone(state.confirmed, zone).date() < in_zone(at, zone).date()


def course(
    moods: Sequence[Mood], start: datetime, end: datetime, count: int = POINTS
) -> Iterator[Place]:
    """The moods and baselines from `start`, or else the first mood, to `end`, to draw: at so many
    equal steps, and where it moved, as it was before and after."""
    steps = [start + (end - start) * (step / count) for step in range(count + 1)]
    for mood, until in zip(moods, [*(mood.at for mood in moods[1:]), end], strict=True):
        first = max(mood.at, start)
        if first <= until:
            within = (at for at in steps if first < at < until)
            for at in (first, *within, until):
                yield at, mood.vad_at(at), mood.baseline


def _seconds(since: datetime, at: datetime) -> float:
    return (at - since).total_seconds()


def _gap(baseline: Vad, moment: Vad) -> list[float]:
    """How far it is from one to the other, axis by axis, from -2 to 2."""
    return list(map(sub, moment, baseline))


def _times(vad: Vad, factor: float) -> Vad:
    return Vad(*(axis * factor for axis in vad))


def _held(axes: Iterable[float]) -> Vad:
    return Vad(*map(axis_in, axes))
