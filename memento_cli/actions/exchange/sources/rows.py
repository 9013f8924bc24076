"""JSON objects, one a line: events, items of sessions, and the items of a write plan."""

from __future__ import annotations

import io
from collections.abc import Mapping
from hashlib import blake2s
from json import JSONDecodeError

from memento_cli.actions.exchange.sources.entry import BadItem, EventItem, decoded, reason_of
from memento_cli.actions.exchange.sources.keys import values_of
from memento_cli.actions.sessions.sessions import NewItem
from memento_cli.core.events.events import CHAT, IMAGE, Event, Words, is_complete
from memento_cli.core.events.plans import PLAN_KEYS, TURNS, items_of
from memento_cli.core.fields.checks import checked, value_of
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.about import ABOUT_FIELDS, About
from memento_cli.core.text.strict_json import LINE_LIMIT, loaded
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.records.sessions import ITEM_FIELDS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime, tzinfo
    from typing import Any, BinaryIO

FIELDS = {
    field.path: field
    for field in (
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
}
"""The fields of an event's row."""
SAID = "said"
NAMES = {path: (path,) for path in FIELDS} | {
    "user": ("user", "user_text", "input"),
    "assistant": ("assistant", "assistant_text", "output"),
    SAID: (SAID, "text", "content", "message"),
    "at": ("at", "time", "timestamp", "created_at", "created"),
    "client": ("client", "client_id"),
    "session": ("session", "session_id"),
    "project": ("project", "project_id"),
    "person": ("person", "user_id"),
    "with": ("with", "people"),
}
"""The keys accepted for a field; the first present one counts."""
IMAGES, DESCRIBED = ("images", "image_summaries"), ("summary", "description", "text")
DIGEST_BYTES = 12
SESSION_NAMES = {"content": "text", "timestamp": "at", "name": "who"}
"""The names of fields of a session's items in exported chats, and those here."""
SESSION_FIELDS = tuple(
    field._replace(required=field.path == "text")
    for field in ITEM_FIELDS
    if field.path not in ("id", "trust")
)


def rows_of(
    file: BinaryIO, name: str, *, start: int = 0, most: int = LINE_LIMIT
) -> Iterator[tuple[str, dict[str, Any] | str]]:
    """The place of each line, and its object, or its problem as a text.

    `start`: the number of lines read before; `most`: the maximum length of a line in bytes.
    """
    for number, raw in lines_of(file, start, most):
        try:
            yield f"{name}:{number}", _object(raw, most)
        except BadData as problem:
            yield f"{name}:{number}", reason_of(problem)


def lines_of(file: BinaryIO, start: int = 0, most: int = LINE_LIMIT) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers; a line too long is cut off after `most`."""
    number = start
    while raw := file.readline(most + 2):
        number += 1
        if raw[-1:] != b"\n" and len(raw) > most:
            while (rest := file.readline(most)) and rest[-1:] != b"\n":
                pass
        if raw.strip():
            yield number, raw


def _object(raw: bytes, most: int) -> dict[str, Any]:
    if len(raw.rstrip(b"\n")) > most:
        raise BadData("line", [f"more than {most} bytes"])
    try:
        value = loaded(decoded(raw), most)
    except JSONDecodeError as problem:
        raise BadData("line", [f"not JSON: {problem.msg} (column {problem.colno})"]) from None
    except ValueError as problem:
        raise BadData("line", [f"not JSON: {problem}"]) from None
    if not isinstance(value, dict):
        raise BadData("line", ["not a JSON object"])
    return value


def session_items(file: BinaryIO, name: str, zone: tzinfo, now: datetime) -> Iterator[NewItem]:
    """The items of a session (`session add --jsonl`) on the lines of a file, at `now` if they have
    no time; BadData for a bad line."""
    for where, row in rows_of(file, name):
        if isinstance(row, str):
            raise BadData(where, [row])
        renamed = {SESSION_NAMES.get(key, key): value for key, value in row.items()}
        values, problems = checked(SESSION_FIELDS, renamed, zone)
        if problems:
            raise BadData(where, problems)
        who, at = values["who"] or "", values["at"] or now
        yield NewItem(values["text"], values["role"], who, values["from"], at)


class ReadPlan(NamedTuple):
    """The items of a write plan, each with its place, and the code of the prompt that it answers
    (`core/events/prompt.py`), if it has one."""

    items: list[tuple[str, Any] | BadItem]
    turns: str = ""


def read_plan(raw: bytes, name: str) -> ReadPlan:
    """The write plan in a JSON document, in JSON lines, or in a model's answer; `name` is the
    prefix of places.

    BadData for invalid JSON, or for what is no plan. A bad line is a bad item.
    """
    if len(raw) > LINE_LIMIT:
        raise BadData(name, [f"a plan of more than {LINE_LIMIT >> 20} MB"])
    text = decoded(raw)
    if not text.strip():
        raise BadData(name, ["is empty"])
    try:
        return plan_in(loaded(text))
    except ValueError as problem:
        rows = list(rows_of(io.BytesIO(text.encode()), name))
        if isinstance(rows[0][1], str):
            return _answered(text, name, problem)
    items = [BadItem(where, row) if isinstance(row, str) else (where, row) for where, row in rows]
    return ReadPlan(items)


def plan_in(value: Any) -> ReadPlan:
    """The write plan in a JSON value; BadData for what is none."""
    code = value.get(TURNS) if isinstance(value, Mapping) else None
    return ReadPlan([*items_of(value)], code if isinstance(code, str) else "")


def _answered(text: str, name: str, problem: ValueError) -> ReadPlan:
    """The write plan in a text that is no JSON as a whole; BadData with the problem of that."""
    from memento_cli.core.model.answers import value_in  # most plans are JSON

    try:
        return plan_in(value_in(text, PLAN_KEYS))
    except BadData as fault:
        begins = text.lstrip()[:1] in ("{", "[")
        problems = [f"not JSON: {problem}"] if begins else fault.problems
        raise BadData(name, problems) from None


def event_items(
    stream: BinaryIO, name: str, zone: tzinfo, clock: Callable[[], datetime]
) -> Iterator[EventItem | BadItem]:
    """The events on the lines of a stream (`event add --jsonl`); `name` is the prefix of their
    places. An event without a time has that of `clock` when it is read."""
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

    Of an image only the description is used. A row with an `id` is imported only once. In a row of
    `memento event list`, `text` has all words, and `said` only a part of them.
    """
    names = NAMES | {SAID: (SAID,)} if SAID in row else NAMES
    values, problems = values_of(FIELDS, names, row, zone)
    images = _images(row, problems)
    about = _about(row, zone, problems)
    if problems:
        raise BadData("the event", problems)
    texts = {key: values.get(key) or "" for key in ("user", "assistant", SAID, "speaker")}
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
    for field in ABOUT_FIELDS:
        key = field.keys[-1]
        if table.get(key) is not None:
            values[key], errors = value_of(field, table[key], zone)
            problems += errors
    about = About(**values)
    if about != About() and about.confidence is None:
        problems.append("missing about.confidence: when it was is an estimate")
    return about
