"""When something was that is told: an estimate, beside the time at which it was told (003 §6-3)."""

from __future__ import annotations

from datetime import UTC, datetime, time, tzinfo
from typing import TYPE_CHECKING, Any, NamedTuple

from memento_cli.core.when import in_zone
from memento_cli.errors import BadValue

if TYPE_CHECKING:
    from memento_cli.core.events import Event

OF_STAGE = 0.6
"""How sure a stage of life is that a text names."""
NOON = time(12, tzinfo=UTC)
"""Of a day in UTC it is that day in any zone."""


class About(NamedTuple):
    """The time that words are about, if that is another than when they were told.

    An estimate, so that it has a `confidence`, 0 to 1.
    """

    start: datetime | None = None
    end: datetime | None = None
    year_start: int | None = None
    year_end: int | None = None
    life_stage: str | None = None
    confidence: float | None = None


def checked_about(about: About) -> About:
    """The estimate; BadValue where it does not say how sure it is (document 003 §6-3)."""
    if about == About():
        return about
    if about.confidence is None:
        raise BadValue("when it was is an estimate without a confidence", "how sure is it, 0 to 1?")
    if not 0 <= about.confidence <= 1:
        raise BadValue(f"the confidence {about.confidence} of when it was is not 0 to 1")
    return about


def about_of_event(event: Event, zone: tzinfo = UTC) -> About:
    """When that was which an event tells: as its observer said, or as its words let one estimate.

    What a user or a speaker says counts before what was answered. Words such as yesterday are seen
    from its day in the zone. About() if nothing is known.
    """
    if event.about != About():
        return event.about
    words = event.words
    said = "\n".join(filter(None, (words.user, words.said)))
    return estimate(said, event.at, zone) or estimate(event.text, event.at, zone) or About()


def estimate(text: str, told: datetime, zone: tzinfo = UTC) -> About | None:
    """When that was which a text tells, by the dates and the stage of life in it, if any.

    Of several stages none is it. Where a date and a stage are named, the less sure one counts.
    """
    from memento_cli.core.dating import span_told
    from memento_cli.core.stages import stages_in

    span = span_told(text, in_zone(told, zone).date())
    stages = stages_in(text)
    stage = stages[0] if len(stages) == 1 else None
    if span is None:
        return About(life_stage=stage, confidence=OF_STAGE) if stage else None
    sure = min(span.confidence, OF_STAGE) if stage else span.confidence
    if span.in_years:
        return About(None, None, span.first.year, span.last.year, stage, sure)
    start, end = (datetime.combine(day, NOON) for day in (span.first, span.last))
    return About(start, end, None, None, stage, sure)


def about_keys(about: About) -> dict[str, Any]:
    """The estimate as the keys of a memory's file that say it."""
    said = about._asdict().items()
    return {f"memory.about.{key}": value for key, value in said if value is not None}
