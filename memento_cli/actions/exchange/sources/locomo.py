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


def is_locomo(said: Any) -> bool:
    """Whether this is a sample of LoCoMo, or a conversation of one."""
    talk = _talk(said)
    return "speaker_a" in talk and any(SESSION.fullmatch(key) for key in talk)


def locomo_events(said: Table, where: str, zone: tzinfo) -> Iterator[EventItem | BadItem]:
    """What was said, utterance by utterance, each at the time of its session."""
    talk = _talk(said)
    speakers = f"{talk.get('speaker_a')}-{talk.get('speaker_b')}"
    sample = one_line(str(said.get("sample_id") or speakers))[:NAME_SIGNS]
    numbers = [found[1] for key in talk if (found := SESSION.fullmatch(key))]
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
        session = f"{sample}/session-{number}"
        session_of = Event("", at, CHAT, "", "", client=CLIENT, session=session)
        for nth, row in enumerate(rows):
            event = _said(session_of, row, nth)
            if event.text:
                yield EventItem(f"{place}[{nth}]", event)


def _said(session: Event, row: Any, nth: int) -> Event:
    """The utterance of a session at this place; without words if there were none."""
    text, speaker, caption, id = (_text(row, key) for key in KEYS)
    words = Words(said=text, speaker=speaker if text else "", images=tuple(filter(None, [caption])))
    came = came_from(CLIENT, session.session, id or str(nth))
    return session._replace(source=CHAT if text else IMAGE, words=words, came=came)


def _moment(text: str, zone: tzinfo) -> datetime:
    """The moment that a text names; BadTime for one that counts from now, such as yesterday."""
    at, next_day = (typed_moment(text, now, zone) for now in (EPOCH, EPOCH + DAY))
    if at != next_day:
        raise BadTime(f"{text[:40]!r} is no date")
    return at


def _text(row: Any, key: str) -> str:
    said = row.get(key) if isinstance(row, dict) else None
    return said.strip() if isinstance(said, str) else ""


def _talk(said: Any) -> Table:
    """The conversation of a sample, which may stand by itself."""
    talk = said.get("conversation", said) if isinstance(said, dict) else None
    return talk if isinstance(talk, dict) else {}
