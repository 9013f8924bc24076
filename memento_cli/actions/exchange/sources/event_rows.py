"""JSON rows with one event each, as read by `event add --jsonl`."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import blake2s

from memento_cli.actions.exchange.sources.entry import BadItem, EventItem, reason_of
from memento_cli.actions.exchange.sources.json_rows import rows_of
from memento_cli.core.events.events import CHAT, IMAGE, Event, Words, is_complete
from memento_cli.core.fields.checks import value_of
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.about import About
from memento_cli.errors import BadData

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime, tzinfo
    from typing import Any, BinaryIO


FIELDS = (
    Field("user", "text", "What a user said."),
    Field("assistant", "text", "What was answered."),
    Field("said", "text", "What somebody else said, or a notice."),
    Field("speaker", "text", "Who said that."),
    Field("source", "text", "chat, notification, image, reminder or meta_proactive."),
    Field("at", "moment", "When it happened; else now."),
    Field("client", "text", "The program through which they talked."),
    Field("session", "text", "In which session of it."),
    Field("project", "text", "Which project it belongs to."),
    Field("person", "text", "Whose memory it is."),
    Field("with", "texts", "Who was there."),
    Field("done", "flag", "False for a turn that nobody answered."),
)
NAMES: Mapping[str, tuple[str, ...]] = {
    "user": ("user", "user_text", "input"),
    "assistant": ("assistant", "assistant_text", "output"),
    "said": ("said", "text", "content", "message"),
    "at": ("at", "time", "timestamp", "created_at", "created"),
    "client": ("client", "client_id"),
    "session": ("session", "session_id"),
    "project": ("project", "project_id"),
    "person": ("person", "user_id"),
    "with": ("with", "people"),
}
"""The keys accepted for a field; the first present one counts."""
ABOUT = (
    Field("about.start", "moment", "When its matter was: from."),
    Field("about.end", "moment", "Until."),
    Field("about.year_start", "whole", "The same in years.", low=1, high=9999),
    Field("about.year_end", "whole", "Until.", low=1, high=9999),
    Field("about.life_stage", "text", "Or a stage of life."),
    Field("about.confidence", "number", "How sure that is.", low=0, high=1),
)
SAID = "said"
IMAGES, DESCRIBED = ("images", "image_summaries"), ("summary", "description", "text")
DIGEST_BYTES = 12


def from_stream(
    stream: BinaryIO, name: str, zone: tzinfo, clock: Callable[[], datetime]
) -> Iterator[EventItem | BadItem]:
    """The events on the lines of a stream; `name` is the prefix of their places. An event without a
    time has that of `clock` when it is read."""
    for where, row in rows_of(stream, name):
        if isinstance(row, str):
            yield BadItem(where, row)
            continue
        try:
            yield EventItem(where, event_of(row, zone, clock()))
        except BadData as problem:
            yield BadItem(where, reason_of(problem))


def event_of(row: Mapping[str, Any], zone: tzinfo, now: datetime) -> Event:
    """The event of a row, or BadData with all of its problems.

    Of an image only the description is used. A row with an `id` is imported only once.
    """
    values, problems = _values(row, zone)
    images = _images(row, problems)
    about = _about(row, zone, problems)
    if problems:
        raise BadData("the event", problems)
    texts = {key: values.get(key) or "" for key in ("user", "assistant", "said", "speaker")}
    words = Words(**texts, images=images)
    source = values.get("source") or (IMAGE if images and not words.user else CHAT)
    done = values.get("done")
    return Event(
        id="",
        at=values.get("at") or now,
        source=source,
        by="",
        person=values.get("person") or "",
        words=words,
        client=values.get("client") or "",
        session=values.get("session") or "",
        project=values.get("project") or "",
        people=tuple(values.get("with") or ()),
        done=is_complete(words, source) if done is None else done,
        about=about,
        came=came_from("row", str(row["id"])) if row.get("id") else "",
    )


def came_from(*parts: str) -> str:
    """The `came` of an event: a hash of its origin, by which a later import knows it again."""
    whole = "\0".join(parts).encode(errors="surrogatepass")
    return blake2s(whole, digest_size=DIGEST_BYTES).hexdigest()


def _values(row: Mapping[str, Any], zone: tzinfo) -> tuple[dict[str, Any], list[str]]:
    values: dict[str, Any] = {}
    problems: list[str] = []
    for field in FIELDS:
        names = _names(field.path, row)
        name = next((name for name in names if row.get(name) not in (None, "")), None)
        if name is not None:
            values[field.path], errors = value_of(field._replace(path=name), row[name], zone)
            problems += errors
    return values, problems


def _names(path: str, row: Mapping[str, Any]) -> tuple[str, ...]:
    """The keys accepted for a field. In a row of `memento event list`, `text` has all words, and
    `said` only a part of them."""
    return (SAID,) if path == SAID and SAID in row else NAMES.get(path, (path,))


def _images(row: Mapping[str, Any], problems: list[str]) -> tuple[str, ...]:
    """The descriptions of images; other keys of an image are ignored."""
    images: Any = next((row[name] for name in IMAGES if row.get(name)), [])
    if not isinstance(images, list):
        problems.append("images: not a list")
        return ()
    texts = [_described(image) for image in images]
    if not all(texts):
        problems.append("images: each needs a summary in words; the image itself is not kept")
    return tuple(filter(None, texts))


def _described(row: Any) -> str:
    if isinstance(row, Mapping):
        row = next((row[key] for key in DESCRIBED if isinstance(row.get(key), str)), "")
    return row if isinstance(row, str) and row.strip() else ""


def _about(row: Mapping[str, Any], zone: tzinfo, problems: list[str]) -> About:
    table = row.get("about")
    if table is None or (isinstance(table, Mapping) and table.get("estimated") is True):
        return About()  # an estimate is made again from the words
    if not isinstance(table, Mapping):
        problems.append("about: not a table")
        return About()
    values: dict[str, Any] = {}
    for field in ABOUT:
        key = field.keys[-1]
        if table.get(key) is not None:
            values[key], errors = value_of(field, table[key], zone)
            problems += errors
    about = About(**values)
    if about != About() and about.confidence is None:
        problems.append("missing about.confidence: when it was is an estimate")
    return about
