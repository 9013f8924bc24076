"""What JSON says of an event besides its words: in which talk it was, and when its matter was."""

from __future__ import annotations

from datetime import UTC

from memento_cli.core.events.events import about_of_event
from memento_cli.core.memory.about import About
from memento_cli.core.memory.record_kinds import EVENTS, ref_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import tzinfo
    from typing import Any

    from memento_cli.core.events.events import Event

TALK_FIELDS = ("client", "session", "reply_to", "about")


def talk_row(event: Event, zone: tzinfo = UTC, *, guess: bool = True) -> dict[str, Any]:
    """The client, the session, the event that it replies to and the time that it is about, None
    where there is none; without `guess` what nobody said it is about is not estimated."""
    return {
        "client": event.client or None,
        "session": event.session or None,
        "reply_to": ref_of(EVENTS, event.reply_to) if event.reply_to else None,
        "about": about_row(event, zone) if guess or event.about != About() else None,
    }


def about_row(event: Event, zone: tzinfo) -> dict[str, Any] | None:
    """The time that an event is about; `estimated` where nobody said so."""
    about = about_of_event(event, zone)
    values = {key: value for key, value in about._asdict().items() if value is not None}
    return values | ({"estimated": True} if event.about == About() else {}) if values else None
