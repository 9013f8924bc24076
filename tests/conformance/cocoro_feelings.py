"""Document 003 (cocoro): feelings of a moment, and the long mood."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from math import sqrt
from typing import Any

from memento_cli.actions.events.feelings import feel, felt_about, long_mood, moods, say_mood
from memento_cli.actions.events.observe import observe
from memento_cli.actions.facts.states import states
from memento_cli.actions.undo.revisions import revisions_of
from memento_cli.core.events import mood as rules
from memento_cli.core.events.affect import (
    AXES,
    CHARACTERS,
    CONFIDENCE,
    LABELS,
    NEUTRAL,
    SENTENCES,
    TEXT,
    Affect,
    Vad,
    affect_in,
    axis_in,
    cleaned_labels,
    confidence_in,
)
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.events.mood import DAY_SECONDS, HOUR_SECONDS, Mood, mood_moved_by
from memento_cli.core.facts.states import MOOD
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.record_kinds import STATES, ref_of
from memento_cli.core.time.when import EPOCH
from memento_cli.errors import BadValue
from memento_cli.store.directory.store import Store
from tests.conformance.cocoro import system as system
from tests.conformance.compare import Facts
from tests.conformance.stores import LONG_AGO, fresh_store
from tests.conformance.stores import moment as moment_of

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
NOON = moment_of(LONG_AGO) + 12 * HOUR
WHOLE = {**dict.fromkeys((*AXES, CONFIDENCE), 0.5), LABELS: ["glad"], TEXT: "I was glad."}
"""A feeling that lacks nothing."""


def _vad(said: Mapping[str, float]) -> Vad:
    return Vad(said["v"], said["a"], said["d"])


def _said(vad: Sequence[float]) -> dict[str, float]:
    return dict(zip("vad", vad, strict=True))


def _then(seconds: float) -> datetime:
    return EPOCH + timedelta(seconds=seconds)


@contextmanager
def _events(count: int = 1, hours: float = 1) -> Iterator[tuple[Store, list[Event]]]:
    """A store in which so many turns were observed, one after the other."""
    with fresh_store() as store:
        moments = [NOON + nth * hours * HOUR for nth in range(count)]
        yield store, [observe(store, Event("", at, CHAT, "", "", Words("Hi"))) for at in moments]


def _act(store: Store, at: datetime) -> Provenance:
    return Provenance(store.signed(at, "cli"))


def _affect(nth: int = 0) -> Affect:
    return affect_in(WHOLE | {"valence": nth / 10, TEXT: f"Feeling {nth}"})


@system.op
def clamp_axis(*, x: Any) -> float:
    return axis_in(x)


@system.op
def clamp_confidence(*, x: Any) -> float:
    return confidence_in(x)


@system.op
def follow_rate(*, dt_seconds: float, half_life_seconds: float) -> float:
    return rules.follow_rate(dt_seconds, half_life_seconds)


@system.op
def decay_factor(*, dt_seconds: float, half_life_seconds: float) -> float:
    return rules.decay_factor(dt_seconds, half_life_seconds)


@system.op
def severity(*, baseline: Mapping[str, float], moment: Mapping[str, float]) -> float:
    return rules.severity(_vad(baseline), _vad(moment))


@system.op
def shock_half_life(*, severity: float) -> int:
    return rules.shock_half_life(severity)


@system.op
def shock_follow_rate(*, severity: float) -> float:
    return rules.shock_follow_rate(severity)


@system.op
def approach(*, from_: Mapping[str, float], to: Mapping[str, float], rate: float) -> Any:
    return _said(rules.approach(_vad(from_), _vad(to), rate))


@system.op
def mood_now(
    *,
    baseline: Mapping[str, float],
    shock: Mapping[str, float],
    dt_seconds: float,
    shock_half_life_seconds: int | None = None,
) -> Any:
    mood = Mood(_vad(baseline), _vad(shock), shock_half_life_seconds or 0, 0.0, NOON)
    now = NOON + timedelta(seconds=dt_seconds)
    return {"shock_now": _said(mood.shock_at(now)), "mood_now": _said(mood.vad_at(now))}


@system.op
def mood_sequence(*, events: Sequence[Mapping[str, Any]]) -> Any:
    """The mood after each event, in the order in which they are told."""
    mood, found = None, []
    for event in events:
        mood = mood_moved_by(mood, _then(event["at"]), _vad(event["moment"]), event["confidence"])
        found.append(_mood_said(mood or Mood(NEUTRAL, NEUTRAL, HOUR_SECONDS, 0.0, EPOCH)))
    return found


def _mood_said(mood: Mood) -> dict[str, Any]:
    return {
        "baseline": _said(mood.baseline),
        "shock": _said(mood.shock),
        "half_life": mood.half_life,
        "severity": mood.severity,
        "at": (mood.at - EPOCH).total_seconds(),
    }


@system.op
def mood_first(*, first_event: Mapping[str, Any]) -> Facts:
    vad = _vad(first_event["moment"])
    with _events() as (store, [event]):
        affect = affect_in(WHOLE | vad._asdict() | {CONFIDENCE: first_event["confidence"]})
        feel(store, event, affect, _act(store, NOON))
        mood = next(iter(moods(store, NOON).values()))
    return Facts(baseline_is_moment=mood.baseline == vad)


@system.op
def mood_text(
    *,
    candidate: str = "",
    candidate_length: int = 0,
    day_changed: bool = True,
    length_now: int = 200,
) -> Facts:
    """What becomes of a text that is offered where one of that length stands already."""
    offered, later = candidate or "x" * candidate_length, DAY if day_changed else HOUR
    with _events() as (store, [event]):
        if length_now:
            say_mood(store, "y" * length_now, _act(store, NOON))
        feel(store, event, _affect(), _act(store, NOON + later), mood=offered)
        said = long_mood(store, NOON + later)
    is_new = said.state is not None and said.text != "y" * length_now
    return Facts(text_replaced=is_new, length=len(said.text))


@system.op
def mood_text_only_update(
    *, had_half_life: int, text_changes: bool, moment: Mapping[str, float] | None
) -> Facts:
    """The half-life that a mood had, after its text has changed."""
    harm = sqrt((had_half_life - HOUR_SECONDS) / (DAY_SECONDS - HOUR_SECONDS))
    felt = [NEUTRAL, NEUTRAL._replace(valence=2 * harm), *([_vad(moment)] if moment else [])]
    with _events(len(felt), hours=0) as (store, events):
        for event, vad in zip(events, felt, strict=True):
            affect = affect_in(WHOLE | vad._asdict() | {CONFIDENCE: 1})
            feel(store, event, affect, _act(store, NOON))
        if text_changes:
            say_mood(store, "Another text", _act(store, NOON + DAY))
        mood = next(iter(moods(store, NOON + DAY).values()))
    return Facts(half_life=mood.half_life)


@system.op
def mood_row(*, events: int) -> Facts:
    with _events(events) as (store, observed):
        for nth, event in enumerate(observed):
            feel(store, event, _affect(nth), _act(store, event.at), mood=f"Mood {nth}")
        rows = [state for state in states(store) if state.kind == MOOD]
        revisions = sum(len(revisions_of(store, ref_of(STATES, row.id))) for row in rows)
        return Facts(mood_rows=len(rows), revisions=revisions)


@system.op
def labels(*, in_: Any) -> list[str]:
    return list(cleaned_labels(in_))


@system.op
def affect_text_length() -> Facts:
    return Facts(sentences=SENTENCES, characters=CHARACTERS)


@system.op
def affect_required() -> list[str]:
    """The parts without which no feeling is taken, as document 003 calls them."""
    parts = {TEXT: [TEXT], LABELS: [LABELS], "vad": AXES, CONFIDENCE: [CONFIDENCE]}
    return [name for name, keys in parts.items() if all(map(_is_required, keys))]


def _is_required(part: str) -> bool:
    try:
        affect_in({key: said for key, said in WHOLE.items() if key != part})
    except BadValue:
        return True
    return False


@system.op
def affect_per_event(*, saves_for_same_event: int) -> Facts:
    with _events() as (store, [event]):
        for nth in range(saves_for_same_event):
            feel(store, event, _affect(nth), _act(store, event.at + nth * HOUR))
        revisions = len(revisions_of(store, event.ref))
        return Facts(rows=len(felt_about(store, event.id)), revisions=revisions)
