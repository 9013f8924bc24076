"""What the options of `memento state` say of a state beside its words, and when it was."""

from __future__ import annotations

from memento_cli.cli.input.acting import json_in
from memento_cli.core.memory.about import about_told
from memento_cli.core.recall.about_said import about_asked as asked_about
from memento_cli.core.recall.about_said import about_said
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any

    from memento_cli.cli.call import Call
    from memento_cli.core.memory.about import About
    from memento_cli.core.recall.query import Query
    from memento_cli.core.recall.query_parser import Moment

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
    return about_said(text or "", confidence, stage, _moment(call), f"--about {text}")


def about_asked(call: Call, text: str) -> Query:
    """The query that a filter by that time, or that stage of life, comes to."""
    return asked_about(text, _moment(call), f"--about {text}")


def _moment(call: Call) -> Moment:
    def moment(end: str, last: bool) -> datetime:
        return call.moment(end, end=last)

    return moment


def about_text(call: Call, about: About, *, estimated: bool = False) -> str:
    """When it was, and how sure that is: in the days of the person or, where it was estimated, in
    those of the store, in which it was."""
    return about_told(about, call.store.zone if estimated else call.zone, estimated=estimated)
