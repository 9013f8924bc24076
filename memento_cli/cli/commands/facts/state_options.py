"""What the options of `memento state` say of a state beside its words, and when it was."""

from __future__ import annotations

from memento_cli.cli.input.acting import json_in
from memento_cli.core.memory.about import About
from memento_cli.core.recall.life_stages import stage_named
from memento_cli.core.recall.query import Query
from memento_cli.core.recall.query_parser import filter_parts, is_year
from memento_cli.core.time.when import in_zone
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any

    from memento_cli.cli.call import Call

ABOUT = ("about", "about_confidence", "life_stage")


def changes_of(call: Call, params: dict[str, Any]) -> dict[str, Any]:
    """What the options say of a state beside its words; only what was given."""
    changes: dict[str, Any] = {}
    if params["valid_from"]:
        changes["valid_from"] = call.moment(params["valid_from"])
    if params["valid_until"]:
        changes["valid_until"] = call.end_moment("--until", params["valid_until"])
    if params["confidence"] is not None:
        changes["confidence"] = params["confidence"]
    if params["payload"] is not None:
        hint = '--payload \'{"city": "Rome"}\''
        changes["payload"] = json_in(params["payload"], "--payload", hint)
    if any(params[key] is not None for key in ABOUT):
        changes["about"] = about_given(call, *(params[key] for key in ABOUT))
    return changes


def about_given(call: Call, text: str | None, confidence: float | None, stage: str | None) -> About:
    """The time that somebody says something is about: years where years are given, else moments,
    and a stage of life, which may stand in place of the time.

    Usage where it does not say how sure that is.
    """
    if text is None and stage is None:
        raise Usage("--about-confidence of what?", "--about says when: 2018, or high school")
    if confidence is None:
        raise Usage("when it was is an estimate", "--about-confidence says how sure it is, 0 to 1")
    query = about_asked(call, text) if text else Query()
    for also in query.about_stages:
        if stage is not None and stage_named(stage) != also:
            raise Usage(f"--about says {also}, --life-stage {stage}", "leave one of them out")
        stage = also
    stage = stage and (stage_named(stage) or stage)
    first, dots, last = (text or "").partition("..")
    last = last if dots else first
    if is_year(first) and is_year(last):
        return About(None, None, int(first), int(last), stage, confidence)
    return About(query.about_since, query.about_until, None, None, stage, confidence)


def about_asked(call: Call, text: str) -> Query:
    """The query that a filter by that time, or that stage of life, comes to."""
    from memento_cli.core.recall.query_parser import joined

    def moment(end: str, last: bool) -> datetime:
        return call.moment(end, end=last)

    return joined(filter_parts("about", text, moment, f"--about {text}")).query


def about_text(call: Call, about: About, *, estimated: bool = False) -> str:
    """When it was, and how sure that is: in the days of the person or, where it was estimated, in
    those of the store, in which it was."""
    zone = call.store.zone if estimated else call.zone
    days = [f"{in_zone(end, zone):%Y-%m-%d}" for end in (about.start, about.end) if end]
    years = [str(year) for year in (about.year_start, about.year_end) if year]
    when = [" to ".join(dict.fromkeys(days or years)), about.life_stage or ""]
    text = ", ".join(filter(None, when))
    mark = ", estimated" if estimated else ""
    return f"{text} ({about.confidence or 0:.0%} sure{mark})" if text else ""
