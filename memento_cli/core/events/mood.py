"""The long mood: a baseline that follows feelings over days, and a shock that fades in hours.

It is not stored but folded from the feelings of moments, so that merged clones agree. Its value at
a moment is computed on reading (document 003 §5-1).
"""

from __future__ import annotations

from datetime import datetime
from operator import add, sub

from memento_cli.core.events.affect import (
    AXES,
    CONFIDENCE,
    LABELS,
    NEUTRAL,
    TEXT,
    Affect,
    Vad,
    axis_in,
    cleaned_labels,
    confidence_in,
)
from memento_cli.core.facts.states import is_closed
from memento_cli.core.journal.event_types import FELT
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.core.memory.refs import person_key, stored_ref
from memento_cli.core.security.trust import USER, act_trust
from memento_cli.core.time.when import in_zone, iso, stored_moment
from memento_cli.errors import BadTime
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import tzinfo
    from typing import Any

    from memento_cli.core.events.events import Event
    from memento_cli.core.facts.states import State
    from memento_cli.core.journal.history import JournalEntry


DAY_SECONDS, HOUR_SECONDS = 86_400, 3_600
CERTAIN = 0.5
"""From this confidence a first feeling becomes the baseline; below, the baseline moves towards it.
"""
TEXT_SIGNS, SHORT_SIGNS = 600, 80
"""The limit of a mood's text; one shorter than the second may change within a day."""
POINTS = 240
"""The number of points of a curve."""
Place = tuple[datetime, Vad, Vad]
"""A mood at a moment, and its baseline."""


class Mood(NamedTuple):
    """A mood after the newest feeling, which was at `at`.

    The shock's half-life is in seconds, its severity from 0 to 1.
    """

    baseline: Vad
    shock: Vad
    half_life: int
    severity: float
    at: datetime

    def shock_at(self, now: datetime) -> Vad:
        """The rest of the shock; a half-life of 0 counts as an hour."""
        half_life = self.half_life if self.half_life > 0 else HOUR_SECONDS
        return Vad(*(axis * decay_factor(_seconds(self.at, now), half_life) for axis in self.shock))

    def vad_at(self, now: datetime) -> Vad:
        """The mood at a moment: the baseline plus the rest of the shock."""
        return _clamped(map(add, self.baseline, self.shock_at(now)))


class LongMood(NamedTuple):
    """The long mood of a person: its text and labels, and its numbers if there are feelings.

    `state` has the text, if one was given; `trust` is the least of all contributors, since each
    feeling has moved the numbers.
    """

    person: str
    text: str
    labels: tuple[str, ...]
    mood: Mood | None
    state: State | None
    trust: str = USER
    moods: tuple[tuple[Felt, Mood], ...] = ()


def moods_after(felt: Iterable[Felt]) -> list[tuple[Felt, Mood]]:
    """The mood after each of one person's feelings in order, from the first with a confidence above
    0."""
    mood: Mood | None = None
    moods = list[tuple[Felt, Mood]]()
    for feeling in felt:
        mood = mood_moved_by(mood, feeling.moment, feeling.affect.vad, feeling.affect.confidence)
        if mood:
            moods.append((feeling, mood))
    return moods


def mood_moved_by(mood: Mood | None, at: datetime, moment: Vad, confidence: float) -> Mood | None:
    """The mood after a feeling `moment` at `at`.

    A confidence of 0 changes nothing. The time since the last feeling counts from 0 to one day, so
    that the baseline moves at most half of the way; the rest becomes a shock, which fades.
    """
    if confidence <= 0:
        return mood
    if mood is None:
        rate_of_first = 1.0 if confidence >= CERTAIN else confidence
        return Mood(approach(NEUTRAL, moment, rate_of_first), NEUTRAL, HOUR_SECONDS, 0.0, at)
    seconds = min(_seconds(mood.at, at), DAY_SECONDS)  # nobody felt the rest of a pause
    rate = follow_rate(seconds, DAY_SECONDS) * confidence
    baseline = approach(mood.baseline, moment, rate)
    force = severity(baseline, moment)
    shock = approach(
        mood.shock_at(at), _gap(baseline, moment), shock_follow_rate(force) * confidence
    )
    return Mood(baseline, shock, shock_half_life(force), force, at)


def follow_rate(seconds: float, half_life: float) -> float:
    """The share of the way covered after so many seconds, 0 to 1."""
    return 1.0 - decay_factor(seconds, half_life)


def decay_factor(seconds: float, half_life: float) -> float:
    """The share left after so many seconds, 0 to 1; 0 without a half-life."""
    if seconds <= 0:
        return 1.0
    return 0.5 ** (seconds / half_life) if half_life > 0 else 0.0


def severity(baseline: Vad, moment: Vad) -> float:
    """Half the distance of a feeling from the baseline on the axis that differs most, 0 to 1."""
    return min(1.0, max(map(abs, _gap(baseline, moment))) / 2)


def shock_half_life(severity: float) -> int:
    """The half-life of a shock in seconds, from an hour to a day, with the square of severity."""
    return round(HOUR_SECONDS + (DAY_SECONDS - HOUR_SECONDS) * severity**2)


def shock_follow_rate(severity: float) -> float:
    """The share of the way that the shock moves at once."""
    return 0.6 + 0.3 * severity


def approach(start: Vad, goal: Sequence[float], rate: float) -> Vad:
    """`start` moved by a share of the way to `goal`, axis by axis, clamped to -1 … 1."""
    share = max(0.0, min(1.0, rate))
    return _clamped(old + (new - old) * share for old, new in zip(start, goal, strict=True))


def takes_text(state: State | None, at: datetime, zone: tzinfo) -> bool:
    """Whether a mood takes a new text: if it has no current one or a short one, or else once on
    each day in `zone` after its last confirmation."""
    if state is None or is_closed(state, at) or len(state.body) < SHORT_SIGNS:
        return True
    return in_zone(state.confirmed, zone).date() < in_zone(at, zone).date()


def mood_curve(
    moods: Sequence[Mood], start: datetime, end: datetime, count: int = POINTS
) -> Iterator[Place]:
    """The points of a mood's curve from `start`, or the first mood if later, to `end`.

    They are at `count` equal steps, and before and after each change.
    """
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
    """The difference of a feeling and the baseline, axis by axis, -2 to 2."""
    return list(map(sub, moment, baseline))


def _clamped(axes: Iterable[float]) -> Vad:
    return Vad(*map(axis_in, axes))


MOMENT, PERSON = "moment", "person"


class Felt(NamedTuple):
    """A feeling in an entry: the event, its time, the person, and the feeling.

    `told` is when the entry was written, `line` its id, `trust` that of its writer.
    """

    event: str
    moment: datetime
    person: str
    affect: Affect
    told: datetime
    line: str
    trust: str = USER


def felt_texts(affect: Affect) -> dict[str, Any]:
    """The `text` of a feeling's entry."""
    return {TEXT: affect.text, LABELS: list(affect.labels)}


def felt_numbers(affect: Affect, event: Event, person: str) -> dict[str, Any]:
    """The `more` of a feeling's entry: the numbers, the event's time, and the person."""
    numbers = {**affect.vad._asdict(), CONFIDENCE: affect.confidence}
    return numbers | {MOMENT: iso(event.at), PERSON: person}


def felt_in(entry: JournalEntry) -> Felt | None:
    """The feeling in an entry; None if it has none, or no time or person.

    An erased one has no words. Numbers out of range are clamped, since anybody may have written the
    entry.
    """
    event, person = event_in(entry.memory), entry.more.get(PERSON)
    if entry.act != FELT or not event or not isinstance(person, str) or not person:
        return None
    try:
        moment = stored_moment(str(entry.more.get(MOMENT)))
    except BadTime:
        return None
    text = entry.text.get(TEXT)
    valence, arousal, dominance = (axis_in(entry.more.get(axis)) for axis in AXES)
    affect = Affect(
        valence,
        arousal,
        dominance,
        labels=cleaned_labels(entry.text.get(LABELS)),
        text=text if isinstance(text, str) else "",
        confidence=confidence_in(entry.more.get(CONFIDENCE)),
    )
    trust = act_trust(entry.via)
    return Felt(event, moment, stored_ref(person), affect, entry.at, entry.id, trust)


def latest_felt(felt: Iterable[Felt]) -> list[Felt]:
    """The last feeling of each event and person, in the order of the events' times.

    The result does not depend on the order of the entries. The last is the one with the greatest
    id, not the latest date: otherwise one entry under a wrong clock would hide all later ones.
    """
    newest: dict[tuple[str, str], Felt] = {}
    for feeling in sorted(felt, key=lambda felt: felt.line):
        newest[feeling.event, person_key(feeling.person)] = feeling
    return sorted(newest.values(), key=lambda felt: (felt.moment, felt.line))


def by_person(felt: Iterable[Felt]) -> dict[str, list[Felt]]:
    """The feelings by person (`person_key`), in their order."""
    feelings: dict[str, list[Felt]] = {}
    for feeling in felt:
        feelings.setdefault(person_key(feeling.person), []).append(feeling)
    return feelings
