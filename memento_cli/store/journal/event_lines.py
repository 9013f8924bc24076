"""The lines of an event log as JSON: one event a line, its words under `text` alone."""

from __future__ import annotations

from datetime import MAXYEAR, MINYEAR, UTC

from memento_cli.core.events.events import SOURCES, Event, Words
from memento_cli.core.memory.about import About
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.recall.life_stages import stage_named
from memento_cli.core.security.trust import TRUSTS, USER, trust_label
from memento_cli.core.text.strict_json import LINE_LIMIT, dumped, loaded, without_surrogates
from memento_cli.core.time.when import iso, stored_moment
from memento_cli.errors import BadData, BadTime, BadValue

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


TEXTS = ("source", "by", "person", "client", "session", "project", "reply_to")
KNOWN = frozenset(("id", "at", "text", "with", "done", "about", "from", "allowed", "trust", *TEXTS))
NEEDED = ("id", "at", "source", "by", "person")
SURROGATE_MARKS = (b"\\ud", b"\\uD", b"\xed")
"""Every line with a surrogate has one of these, escaped or as bytes."""
CHARACTER_BYTES = 12
"""The most bytes that a character takes in a line: one beyond 16 bits, escaped."""
MOMENTS, YEARS = ("start", "end"), ("year_start", "year_end")


def event_line(event: Event) -> str:
    """An event as a line of its log, without the line end."""
    words = {key: text for key, text in event.words._asdict().items() if text}
    about = {key: value for key, value in event.about._asdict().items() if value is not None}
    fields = {
        "id": event.id,
        "at": iso(event.at),
        **{key: getattr(event, key) for key in TEXTS},
        "with": event.people,
        "done": None if event.done else False,
        "about": about | {key: iso(about[key]) for key in MOMENTS if key in about},
        "from": event.came,
        "allowed": event.allowed,
        "trust": trust_label(event.trust),
        **event.more,
        "text": words,
    }
    return dumped(
        {key: value for key, value in fields.items() if value is False or value or key == "text"}
    )


def fitting_a_line(event: Event) -> Event:
    """The event; BadValue if its line would be longer than LINE_LIMIT."""
    most = len(event.text) * CHARACTER_BYTES
    if most > LINE_LIMIT // 2 and len(event_line(event).encode()) > LINE_LIMIT:
        raise BadValue(f"an event whose line has more than {LINE_LIMIT} bytes", "part it in two")
    return event


def event_in_line(raw: bytes, where: str = "events") -> Event:
    """The event of a line; BadData says what is wrong with it."""
    try:
        fields = loaded(raw)
        if any(mark in raw for mark in SURROGATE_MARKS):
            fields = without_surrogates(fields)
        if not isinstance(fields, dict):
            raise ValueError("not an object")
        event = _event(fields)
        if event.id.encode() not in raw:  # a search by id reads only lines that contain it
            raise ValueError("its id is escaped")
        return event
    except (ValueError, BadTime) as problem:
        raise BadData(where, [f"not an event: {problem}"]) from None


def _event(fields: Mapping[str, Any]) -> Event:
    missing = [key for key in NEEDED if not fields.get(key)]
    wrong = [key for key in ("id", "at", *TEXTS) if not isinstance(fields.get(key, ""), str)]
    if missing or wrong:
        raise ValueError(f"missing or not text: {', '.join(missing + wrong)}")
    if not is_safe_id(fields["id"]) or fields["source"] not in SOURCES:
        raise ValueError("its id or its source is none")
    return Event(
        id=fields["id"],
        at=stored_moment(fields["at"], UTC),
        **{key: fields.get(key, "") for key in TEXTS},
        words=_words(_table(fields, "text")),
        people=_texts(fields, "with"),
        done=fields.get("done") is not False,
        about=_about(_table(fields, "about")),
        came=_text(fields, "from"),
        allowed=_texts(fields, "allowed"),
        trust=fields["trust"] if fields.get("trust") in TRUSTS else USER,
        more={key: value for key, value in fields.items() if key not in KNOWN},
    )


def _words(table: Mapping[str, Any]) -> Words:
    texts = {key: _text(table, key) for key in Words._fields if key != "images"}
    return Words(**texts, images=_texts(table, "images"))


def _about(table: Mapping[str, Any]) -> About:
    """The time that an event is about; a value that is no time or life stage is ignored."""
    if not table:
        return About()
    start, end = (
        stored_moment(table[key], UTC) if isinstance(table.get(key), str) else None
        for key in MOMENTS
    )
    years = (table.get(key) for key in YEARS)
    first, last = (
        year if type(year) is int and MINYEAR <= year <= MAXYEAR else None for year in years
    )
    stage, confidence = table.get("life_stage"), table.get("confidence")
    stage = stage if isinstance(stage, str) and stage_named(stage) else None
    sure = confidence if isinstance(confidence, int | float) and 0 <= confidence <= 1 else None
    return About(start, end, first, last, stage, None if sure is None else float(sure))


def _table(fields: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    table = fields.get(key, {})
    if not isinstance(table, dict):
        raise ValueError(f"{key} is no table")
    return table


def _text(fields: Mapping[str, Any], key: str) -> str:
    text = fields.get(key, "")
    if not isinstance(text, str):
        raise ValueError(f"{key} is no text")
    return text


def _texts(fields: Mapping[str, Any], key: str) -> tuple[str, ...]:
    texts = fields.get(key, ())
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        raise ValueError(f"{key} is no list of texts")
    return tuple(texts)
