"""The time that a memory is about, an estimate, besides the time of telling it (003 §6-3)."""

from __future__ import annotations

from datetime import UTC, datetime, time

from memento_cli.core.fields.field import Field
from memento_cli.core.time.when import in_zone
from memento_cli.errors import BadValue, unknown
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date, tzinfo
    from typing import Any


STAGE_CONFIDENCE = 0.6
"""The confidence of a stage of life that a text names."""


class About(NamedTuple):
    """The time that words are about, if it is not the time at which they were told.

    It is an estimate with a `confidence`, 0 to 1.
    """

    start: datetime | None = None
    end: datetime | None = None
    year_start: int | None = None
    year_end: int | None = None
    life_stage: str | None = None
    confidence: float | None = None


ABOUT_FIELDS = (
    Field("about.start", "moment", "When the content was true: from."),
    Field("about.end", "moment", "Until."),
    Field("about.year_start", "whole", "The same in years.", low=1, high=9999),
    Field("about.year_end", "whole", "Until.", low=1, high=9999),
    Field("about.life_stage", "text", "Life stage: elementary, middle, high, university, work …"),
    Field("about.confidence", "number", "How sure that is.", low=0, high=1),
)
"""The keys of it, in a table of a file."""


def checked_about(about: About) -> About:
    """The estimate; BadValue if it has no confidence (document 003 §6-3), or an unknown stage of
    life."""
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
    """The time that a text is about, by the dates and the stage of life in it; None without these.

    Days are days of the zone, from the first instant to the last. A stage counts only if it is the
    only one. With both a date and a stage, the lower confidence counts.
    """
    from memento_cli.core.recall.life_stages import stages_in
    from memento_cli.core.time.date_extraction import mentioned_span

    span = mentioned_span(text, in_zone(told, zone).date())
    stages = stages_in(text)
    stage = stages[0] if len(stages) == 1 else None
    if span is None:
        return About(life_stage=stage, confidence=STAGE_CONFIDENCE) if stage else None
    confidence = min(span.confidence, STAGE_CONFIDENCE) if stage else span.confidence
    if span.in_years:
        return About(None, None, span.first.year, span.last.year, stage, confidence)
    start, end = _in_utc(span.first, time.min, zone), _in_utc(span.last, time.max, zone)
    return About(start, end, None, None, stage, confidence)


def _in_utc(day: date, at: time, zone: tzinfo) -> datetime:
    """A time of day in the zone, as UTC; at the edge of the calendar the zone is ignored."""
    try:
        return datetime.combine(day, at, zone).astimezone(UTC)
    except OverflowError:
        return datetime.combine(day, at, UTC)


def about_keys(about: About) -> dict[str, Any]:
    """The estimate as the keys of a memory's file."""
    fields = about._asdict().items()
    return {f"memory.about.{key}": value for key, value in fields if value is not None}


def about_in(more: Mapping[str, Any]) -> About:
    """The estimate that the keys of a memory's file say."""
    return About(*(more.get(f"memory.about.{name}") for name in About._fields))


def about_told(about: About, zone: tzinfo, *, estimated: bool = False) -> str:
    """The time in the days of a zone, and how sure that is; "" for none."""
    text = _time_told(about, zone)
    mark = ", estimated" if estimated else ""
    return f"{text} ({about.confidence or 0:.0%} sure{mark})" if text else ""


def about_beside(more: Mapping[str, Any], created: datetime, zone: tzinfo) -> str:
    """The time that a memory is about, for who reads when it was made beside it; "" if it names
    none, or for certain that day alone."""
    about = about_in(more)
    if about.confidence not in (None, 1):
        return about_told(about, zone)
    text = _time_told(about, zone)
    return "" if text == f"{in_zone(created, zone):%Y-%m-%d}" else text


def _time_told(about: About, zone: tzinfo) -> str:
    """The time alone, in the days of a zone; "" for none."""
    days = [f"{in_zone(end, zone):%Y-%m-%d}" for end in (about.start, about.end) if end]
    years = [str(year) for year in (about.year_start, about.year_end) if year]
    when = [" to ".join(dict.fromkeys(days or years)), about.life_stage or ""]
    return ", ".join(filter(None, when))
