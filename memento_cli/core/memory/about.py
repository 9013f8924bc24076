"""When something was that is told: an estimate, beside the time at which it was told (003 §6-3)."""

from __future__ import annotations

from datetime import UTC, datetime, time

from memento_cli.core.time.when import in_zone
from memento_cli.errors import BadValue, unknown
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import date, tzinfo
    from typing import Any


OF_STAGE = 0.6
"""How sure a stage of life is that a text names."""


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
    """The estimate; BadValue where it does not say how sure it is (document 003 §6-3), or names a
    stage of life that is none."""
    if about == About():
        return about
    if about.confidence is None:
        raise BadValue("when it was is an estimate without a confidence", "how sure is it, 0 to 1?")
    if not 0 <= about.confidence <= 1:
        raise BadValue(f"the confidence {about.confidence} of when it was is not 0 to 1")
    if about.life_stage is not None:
        from memento_cli.core.recall.life_stages import STAGES, stage_named

        if stage_named(about.life_stage) is None:
            raise unknown("stage of life", about.life_stage, STAGES)
    return about


def estimate(text: str, told: datetime, zone: tzinfo = UTC) -> About | None:
    """When that was which a text tells, by the dates and the stage of life in it, if any.

    Days are those of the zone, from their first instant to their last. Of several stages none is
    it. Where a date and a stage are named, the less sure one counts.
    """
    from memento_cli.core.recall.life_stages import stages_in
    from memento_cli.core.time.date_extraction import span_told

    span = span_told(text, in_zone(told, zone).date())
    stages = stages_in(text)
    stage = stages[0] if len(stages) == 1 else None
    if span is None:
        return About(life_stage=stage, confidence=OF_STAGE) if stage else None
    sure = min(span.confidence, OF_STAGE) if stage else span.confidence
    if span.in_years:
        return About(None, None, span.first.year, span.last.year, stage, sure)
    start, end = _in_utc(span.first, time.min, zone), _in_utc(span.last, time.max, zone)
    return About(start, end, None, None, stage, sure)


def _in_utc(day: date, at: time, zone: tzinfo) -> datetime:
    """A time of a day in the zone; at the edge of the calendar that of UTC."""
    try:
        return datetime.combine(day, at, zone).astimezone(UTC)
    except OverflowError:
        return datetime.combine(day, at, UTC)


def about_keys(about: About) -> dict[str, Any]:
    """The estimate as the keys of a memory's file that say it."""
    said = about._asdict().items()
    return {f"memory.about.{key}": value for key, value in said if value is not None}
