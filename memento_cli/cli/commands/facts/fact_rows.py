"""Facts as rows, and as lines for people."""

from __future__ import annotations

from datetime import UTC, time

from memento_cli.cli.output.safe import safe
from memento_cli.cli.output.values import moment_text
from memento_cli.core.facts.claims import value_text
from memento_cli.core.facts.timeline import facts_id
from memento_cli.core.memory.record_kinds import STATES, ref_of
from memento_cli.core.time.when import in_zone

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime, tzinfo
    from typing import Any

    from memento_cli.actions.facts.facts import Stated
    from memento_cli.core.facts.claims import Stretch, Value

COLUMNS = ("subject", "key", "value", "valid_from", "valid_until")
PAST = ("key", "value", "valid_from", "valid_until", "is_current", "believed_until")


def stretch_row(subject: str, key: str, stretch: Stretch) -> dict[str, Any]:
    """What held, as JSON has it."""
    claim = stretch.claim
    return {
        "id": ref_of(STATES, facts_id(subject)),
        "subject": subject,
        "key": key,
        "value": stretch.value,
        "valid_from": stretch.start,
        "valid_until": stretch.end,
        "recorded_at": claim.recorded,
        "believed_until": stretch.believed_until,
        "contested": stretch.contested,
        "confidence": claim.confidence,
        "evidence": claim.evidence,
    }


def stated_row(subject: str, one: Stated) -> dict[str, Any]:
    """What was to be claimed, as JSON has it."""
    claim = one.claim
    return {
        "id": ref_of(STATES, facts_id(subject)),
        "subject": subject,
        "key": one.key,
        "value": claim.value,
        "ends": claim.ends,
        "valid_from": claim.valid_from,
        "valid_until": claim.valid_until,
        "recorded_at": claim.recorded,
        "beside": claim.beside,
        "confidence": claim.confidence,
        "evidence": claim.evidence,
        "added": one.added,
        "overridden": [stretch.value for stretch in one.overridden],
    }


def stated_text(one: Stated, zone: tzinfo | None = None) -> str:
    """A statement of a fact in a line; times are those of the zone, or UTC."""
    claim, key = one.claim, safe(one.key)
    if claim.value is not None:
        text = f"{key}: {value_told(claim.value)}"
    else:
        text = f"{key}: " + ("nothing" if claim.ends is None else f"not {value_told(claim.ends)}")
    if not one.added:
        return text
    until = f" until {time_told(claim.valid_until, zone)}" if claim.valid_until else ""
    return f"{text} from {time_told(claim.valid_from, zone)}{until}"


def overridden_text(one: Stated, zone: tzinfo | None = None) -> str:
    """What gives way to a claim that starts before it does."""
    first = min(one.overridden, key=lambda stretch: stretch.start)
    gone = f"{value_told(first.value)}, which held from {time_told(first.start, zone)} on,"
    others = len(one.overridden) - 1
    more = f"{gone} and {others} more give way" if others else f"{gone} gives way"
    return f"{more} to it; undo, and --until {moment_text(first.start, zone)} keeps that"


def value_told(value: Value, *, lines: bool = False) -> str:
    """A value for a terminal, on one line or on its own lines."""
    return safe(value_text(value), lines=lines)


def time_told(moment: datetime, zone: tzinfo | None = None) -> str:
    """A moment as the clocks of the zone show it, or in UTC; one of midnight as its day."""
    local = in_zone(moment, zone or UTC)
    return f"{local:%Y-%m-%d}" if local.time() == time.min else moment_text(moment, zone)
