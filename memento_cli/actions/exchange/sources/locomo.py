"""The conversations of LoCoMo (Maharana et al. 2024): two people, in dated sessions."""

from __future__ import annotations

import re

from memento_cli.actions.exchange.sources.entry import NAME_SIGNS, BadItem, EventItem, one_line
from memento_cli.actions.exchange.sources.event_rows import came_from
from memento_cli.core.events.events import CHAT, IMAGE, Event, Words
from memento_cli.core.time.when import DAY, EPOCH, typed_moment
from memento_cli.errors import BadTime

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime, tzinfo
    from typing import Any

    from memento_cli.actions.exchange.sources.entry import Table


CLIENT = "locomo"
SESSION = re.compile(r"session_([0-9]{1,4})")
KEYS = ("text", "speaker", "blip_caption", "dia_id")


def is_locomo(value: Any) -> bool:
    """Whether this is a sample of LoCoMo, or a conversation of one."""
    talk = _talk(value)
    return "speaker_a" in talk and any(SESSION.fullmatch(key) for key in talk)


def locomo_events(sample: Table, where: str, zone: tzinfo) -> Iterator[EventItem | BadItem]:
    """One event for each utterance, at the time of its session."""
    talk = _talk(sample)
    speakers = f"{talk.get('speaker_a')}-{talk.get('speaker_b')}"
    sample_name = one_line(str(sample.get("sample_id") or speakers))[:NAME_SIGNS]
    numbers = [match[1] for key in talk if (match := SESSION.fullmatch(key))]
    for number in sorted(numbers, key=int):
        key = f"session_{number}"
        rows, place = talk[key], f"{where}.{key}"
        if not isinstance(rows, list) or not rows:
            continue
        try:
            at = _moment(_text(talk, f"{key}_date_time"), zone)
        except BadTime as problem:
            yield BadItem(place, problem.message)
            continue
        session = f"{sample_name}/session-{number}"
        session_of = Event("", at, CHAT, "", "", client=CLIENT, session=session)
        for nth, row in enumerate(rows):
            event = _utterance(session_of, row, nth)
            if event.text:
                yield EventItem(f"{place}[{nth}]", event)


def _utterance(session: Event, row: Any, nth: int) -> Event:
    """The event of an utterance, without a text if it has none."""
    text, speaker, caption, id = (_text(row, key) for key in KEYS)
    words = Words(said=text, speaker=speaker if text else "", images=tuple(filter(None, [caption])))
    came = came_from(CLIENT, session.session, id or str(nth))
    return session._replace(source=CHAT if text else IMAGE, words=words, came=came)


def _moment(text: str, zone: tzinfo) -> datetime:
    """The time in a text; BadTime for one relative to now, such as yesterday."""
    at, next_day = (typed_moment(text, now, zone) for now in (EPOCH, EPOCH + DAY))
    if at != next_day:
        raise BadTime(f"{text[:40]!r} is no date")
    return at


def _text(row: Any, key: str) -> str:
    text = row.get(key) if isinstance(row, dict) else None
    return text.strip() if isinstance(text, str) else ""


def _talk(value: Any) -> Table:
    """The conversation of a sample, or the value itself if it is one; else an empty table."""
    talk = value.get("conversation", value) if isinstance(value, dict) else None
    return talk if isinstance(talk, dict) else {}
