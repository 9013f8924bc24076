"""Document 003 (cocoro): when something was, and times in and out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from memento_cli.actions.events.observe import observe
from memento_cli.core.events.events import CHAT, Event, Words, event_passage
from memento_cli.core.facts.states import State
from memento_cli.core.memory.about import About, about_keys
from memento_cli.core.recall.life_stages import PER_BUCKET, buckets_of
from memento_cli.core.recall.life_stages import life_stage_bucket as stage_bucket
from memento_cli.core.recall.life_stages import recall_mode as mode_of
from memento_cli.core.recall.life_stages import spread as spread_out
from memento_cli.core.recall.life_stages import year_bucket as bucket_of_years
from memento_cli.core.recall.passages import state_passage
from memento_cli.core.time.typed_times import typed_moment
from memento_cli.core.time.when import EPOCH, local_iso
from memento_cli.errors import BadTime
from tests.conformance.cocoro import system as system
from tests.conformance.compare import Facts
from tests.conformance.stores import LONG_AGO, fresh_store, moment

ALEX = "ctx://person/alex"
AXES = {"at": "created_at", "created": "created_at", "confirmed": "last_confirmed_at"}
"""What document 003 calls the times of events and states."""


@system.op
def db_time(*, iso: str | None, zone: str) -> int | None:
    try:
        at = typed_moment(iso or "", datetime.now(UTC), ZoneInfo(zone))
    except BadTime:
        return None
    return (at - EPOCH) // timedelta(seconds=1)


@system.op
def iso_out(*, ts: float | None, zone: str) -> str | None:
    """What local clocks show; 0 and what is before it is no time in document 003."""
    if not ts or ts < 0:
        return None
    return local_iso(EPOCH + timedelta(seconds=ts), ZoneInfo(zone))


@system.op
def year_bucket(*, from_: int | None = None, to: int | None = None) -> str:
    return bucket_of_years(from_, to)


@system.op
def life_stage_bucket(*, life_stage: str | None = None) -> str:
    return stage_bucket(life_stage)


@system.op
def recall_mode(*, text: str) -> Mapping[str, Any]:
    return mode_of(text)._asdict()


@system.op
def spread(*, events: Sequence[Mapping[str, Any]], per_bucket: int = PER_BUCKET) -> list[str]:
    def buckets(event: Mapping[str, Any]) -> Sequence[str]:
        year = event.get("year")
        about = About(year_start=year, year_end=year, life_stage=event.get("life_stage"))
        return buckets_of(about_keys(about))

    return [event["id"] for event in spread_out(events, buckets, per_bucket)]


@system.op
def recency_axis() -> Mapping[str, str | None]:
    """By which of its times each is recent, once it is told as a memory is."""
    days = [moment(LONG_AGO) + timedelta(days=nth) for nth in range(5)]
    told = Words(user="in 2018")
    event = Event("e", days[0], CHAT, "a", ALEX, told, about=About(days[1], days[2], confidence=1))
    state = State("s", "fact", ALEX, "b", days[0], days[1], valid_from=days[2], valid_until=days[3])
    return {
        "events": _axis(event, event_passage(event).created),
        "states": _axis(state, state_passage(state).created),
    }


def _axis(said: Event | State, recent: datetime) -> str | None:
    own = {key: value for key, value in said._asdict().items() if value == recent}
    return next((AXES[key] for key in own if key in AXES), None)


@system.op
def about_time(*, estimate: bool = True, confidence: float | None = None) -> Facts:
    """What is kept of an event that is observed with an estimate of when it was."""
    year = 2018 if estimate else None
    about = About(year_start=year, year_end=year, confidence=confidence)
    event = Event("", moment(LONG_AGO), CHAT, "", "", Words(user="We went to Kyoto"), about=about)
    with fresh_store() as store:
        kept = observe(store, event).about
    return Facts(accepted=True, confidence=kept.confidence, about_time_confidence=kept.confidence)
