"""What the options of `memento state` say of a state beside its words."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from memento_cli.cli.call import Call
from memento_cli.core.filters import YEAR, filter_parts
from memento_cli.core.states import About
from memento_cli.errors import Usage

ABOUT = ("about", "about_confidence", "life_stage")
BESIDE = ("valid_from", "valid_until", "confidence", "payload", *ABOUT)
"""The options."""


def changes_of(call: Call, said: dict[str, Any]) -> dict[str, Any]:
    """What the options say of a state beside its words; only what was given."""
    found: dict[str, Any] = {}
    if said["valid_from"]:
        found["valid_from"] = call.moment(said["valid_from"])
    if said["valid_until"]:
        found["valid_until"] = call.end_moment("--until", said["valid_until"])
    if said["confidence"] is not None:
        found["confidence"] = said["confidence"]
    if said["payload"] is not None:
        found["payload"] = _payload(said["payload"])
    if any(said[key] is not None for key in ABOUT):
        found["about"] = _about(call, *(said[key] for key in ABOUT))
    return found


def _payload(text: str) -> Any:
    from memento_cli.store.strict_json import loaded

    try:
        return loaded(text)
    except ValueError as problem:
        raise Usage(f"--payload is no JSON: {problem}", '--payload \'{"city": "Rome"}\'') from None


def _about(call: Call, text: str | None, confidence: float | None, stage: str | None) -> About:
    """The time that a state is about: years where years are given, else moments."""
    if text is None and stage is None:
        raise Usage("--about-confidence of what?", "--about TIME or --life-stage STAGE")
    if confidence is None:
        raise Usage("when it was is an estimate", "--about-confidence says how sure it is, 0 to 1")
    first, dots, last = (text or "").partition("..")
    last = last if dots else first
    if YEAR.fullmatch(first) and YEAR.fullmatch(last):
        return About(None, None, int(first), int(last), stage, confidence)
    ends = _ends(call, text) if text else {}
    start, end = ends.get("about_since"), ends.get("about_until")
    return About(start, end, None, None, stage, confidence)


def _ends(call: Call, text: str) -> dict[str, Any]:
    """The first and the last moment of what a filter by that time would let in."""

    def moment(end: str, last: bool) -> datetime:
        return call.moment(end, end=last)

    return {part.field: part.value for part in filter_parts("about", text, moment, text)}
