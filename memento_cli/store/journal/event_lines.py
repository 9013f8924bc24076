"""The lines of an event log as JSON: one event a line, its words under `text` alone."""

from __future__ import annotations

from datetime import MAXYEAR, MINYEAR, UTC

from memento_cli.core.events.events import SOURCES, Event, Words
from memento_cli.core.memory.about import About
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.recall.life_stages import stage_named
from memento_cli.core.time.when import iso, stored_moment
from memento_cli.errors import BadData, BadTime, BadValue
from memento_cli.store.files.strict_json import LINE_LIMIT, dumped, loaded, whole_signs

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


TEXTS = ("source", "by", "person", "client", "session", "project", "reply_to")
KNOWN = frozenset(("id", "at", "text", "with", "done", "about", "from", "allowed", *TEXTS))
NEEDED = ("id", "at", "source", "by", "person")
HALVES = (b"\\ud", b"\\uD", b"\xed")
"""Of these one is in a line that has half a sign: escaped, or as bytes."""
SIGN_LIMIT = 12
"""No sign takes more bytes in a line: one beyond 16 bits, escaped."""
MOMENTS, YEARS = ("start", "end"), ("year_start", "year_end")


def event_line(event: Event) -> str:
    """An event as it stands in its log, without the end of the line."""
    words = {key: said for key, said in event.words._asdict().items() if said}
    about = {key: said for key, said in event.about._asdict().items() if said is not None}
    said = {
        "id": event.id,
        "at": iso(event.at),
        **{key: getattr(event, key) for key in TEXTS},
        "with": event.people,
        "done": None if event.done else False,
        "about": about | {key: iso(about[key]) for key in MOMENTS if key in about},
        "from": event.came,
        "allowed": event.allowed,
        **event.more,
        "text": words,
    }
    return dumped({key: one for key, one in said.items() if one is False or one or key == "text"})


def fitting_a_line(event: Event) -> Event:
    """The event; BadValue if its line would be longer than a reader takes."""
    signs = len(event.text)
    if signs * SIGN_LIMIT > LINE_LIMIT // 2 and len(event_line(event).encode()) > LINE_LIMIT:
        raise BadValue(f"an event whose line has more than {LINE_LIMIT} bytes", "part it in two")
    return event


def event_in_line(raw: bytes, where: str = "events") -> Event:
    """The event that a line tells of, or BadData that says what is wrong with it."""
    try:
        said = loaded(raw)
        if any(half in raw for half in HALVES):
            said = whole_signs(said)
        if not isinstance(said, dict):
            raise ValueError("not an object")
        event = _event(said)
        if event.id.encode() not in raw:  # who looks for it reads only lines that have it
            raise ValueError("its id is escaped")
        return event
    except (ValueError, BadTime) as problem:
        raise BadData(where, [f"not an event: {problem}"]) from None


def _event(said: Mapping[str, Any]) -> Event:
    missing = [key for key in NEEDED if not said.get(key)]
    wrong = [key for key in ("id", "at", *TEXTS) if not isinstance(said.get(key, ""), str)]
    if missing or wrong:
        raise ValueError(f"missing or not text: {', '.join(missing + wrong)}")
    if not is_safe_id(said["id"]) or said["source"] not in SOURCES:
        raise ValueError("its id or its source is none")
    return Event(
        id=said["id"],
        at=stored_moment(said["at"], UTC),
        **{key: said.get(key, "") for key in TEXTS},
        words=_words(_table(said, "text")),
        people=_texts(said, "with"),
        done=said.get("done") is not False,
        about=_about(_table(said, "about")),
        came=_text(said, "from"),
        allowed=_texts(said, "allowed"),
        more={key: one for key, one in said.items() if key not in KNOWN},
    )


def _words(said: Mapping[str, Any]) -> Words:
    texts = {key: _text(said, key) for key in Words._fields if key != "images"}
    return Words(**texts, images=_texts(said, "images"))


def _about(said: Mapping[str, Any]) -> About:
    """When it was; what is no time, or no stage of life, says nothing."""
    if not said:
        return About()
    start, end = (
        stored_moment(said[key], UTC) if isinstance(said.get(key), str) else None for key in MOMENTS
    )
    first, last = (said[key] if _is_year(said.get(key)) else None for key in YEARS)
    stage, sure = said.get("life_stage"), said.get("confidence")
    stage = stage if isinstance(stage, str) and stage_named(stage) else None
    sure = float(sure) if isinstance(sure, int | float) and 0 <= sure <= 1 else None
    return About(start, end, first, last, stage, sure)


def _is_year(said: Any) -> bool:
    return type(said) is int and MINYEAR <= said <= MAXYEAR


def _table(said: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    table = said.get(key, {})
    if not isinstance(table, dict):
        raise ValueError(f"{key} is no table")
    return table


def _text(said: Mapping[str, Any], key: str) -> str:
    text = said.get(key, "")
    if not isinstance(text, str):
        raise ValueError(f"{key} is no text")
    return text


def _texts(said: Mapping[str, Any], key: str) -> tuple[str, ...]:
    texts = said.get(key, ())
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        raise ValueError(f"{key} is no list of texts")
    return tuple(texts)
