"""Conversations that other programs export: OpenAI's, Anthropic's, and those of LoCoMo.

OpenAI and Anthropic hand out a `conversations.json`, a list of conversations with messages. With
OpenAI these are a tree: an edited question or another answer makes a branch, of which only the one
that was shown last counts. LoCoMo (Maharana et al. 2024) has two people who talk in dated sessions.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from memento_cli.actions.exchange.sources.entry import (
    NAME_SIGNS,
    OPEN,
    BadItem,
    EventItem,
    one_line,
)
from memento_cli.actions.exchange.sources.rows import came_from
from memento_cli.core.events.events import CHAT, IMAGE, Event, Words, is_complete
from memento_cli.core.memory.memory import trimmed
from memento_cli.core.time.typed_times import typed_moment
from memento_cli.core.time.when import EPOCH, stored_moment
from memento_cli.errors import BadData, BadTime
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import tzinfo
    from typing import Any

    from memento_cli.actions.exchange.sources.entry import Table

    Events = Iterator[EventItem | BadItem]

OTHER_YEAR = timedelta(days=400)
"""Seen from there, no time that is relative to now is the same."""
ROLES, SPOKEN = ("user", "assistant"), ("text", "multimodal_text")
"""Of OpenAI: who talks, and the types of content that are messages; the others are of tools and of
thinking."""
DESCRIBED = ("description", "caption", "alt")
HIDDEN = "is_visually_hidden_from_conversation"
SENDERS = ("human", "assistant")
"""Who talks in an export of Anthropic."""
LOCOMO = "locomo"
SESSION = re.compile(r"session_([0-9]{1,4})")
UTTERED = ("text", "speaker", "blip_caption", "dia_id")


class Message(NamedTuple):
    """A message of one side: its text, which may be empty, and the descriptions of its images."""

    id: str
    is_user: bool
    text: str
    images: tuple[str, ...] = ()
    at: datetime | None = None


def is_openai(value: Any) -> bool:
    """Whether a value is a conversation of OpenAI's account export."""
    return isinstance(_table(value).get("mapping"), dict)


def openai_events(conversation: Table, where: str, zone: tzinfo) -> Events:
    """The turns of a conversation. BadData if its messages form a cycle."""
    began = conversation.get("create_time")
    id = (
        conversation.get("conversation_id")
        or conversation.get("id")
        or f"{conversation.get('title')} {began}"
    )
    mapping = conversation["mapping"]
    nodes = _branch(mapping, conversation.get("current_node") or _newest(mapping))
    messages = [message for node in nodes if (message := _openai_message(node))]
    return _turns("chatgpt", str(id), _seconds(began), messages, where)


def _branch(mapping: Table, leaf: Any) -> list[Table]:
    """The nodes from the root to the message that was shown last. BadData for a cycle."""
    path: list[Table] = []
    seen: set[str] = set()
    while isinstance(leaf, str) and isinstance(mapping.get(leaf), dict):
        if leaf in seen:
            raise BadData("conversation", ["its messages go round in a circle"])
        seen.add(leaf)
        path.append({"id": leaf, **mapping[leaf]})
        leaf = mapping[leaf].get("parent")
    return path[::-1]


def _newest(mapping: Table) -> str | None:
    """The id of the newest message, for an export that does not tell which was shown."""
    times = {
        id: _seconds(_table(_table(node).get("message")).get("create_time"))
        for id, node in mapping.items()
    }
    dated = {id: at for id, at in times.items() if at}
    return max(dated, key=lambda id: dated[id], default=None)


def _openai_message(node: Table) -> Message | None:
    """The message at a node; None for one of a tool, a hidden one, or none."""
    message = _table(node.get("message"))
    role, content = _table(message.get("author")).get("role"), _table(message.get("content"))
    recipient = message.get("recipient") or "all"  # another one is a tool that is called
    shown = recipient == "all" and not _table(message.get("metadata")).get(HIDDEN)
    if role not in ROLES or content.get("content_type") not in SPOKEN or not shown:
        return None
    parts = content.get("parts")
    parts = parts if isinstance(parts, list) else []
    texts = [part if isinstance(part, str) else _table(part).get("text") for part in parts]
    text = trimmed("\n".join(text for text in texts if isinstance(text, str)))
    images = tuple(filter(None, (_described(part) for part in parts)))
    id, at = message.get("id") or node["id"], _seconds(message.get("create_time"))
    return Message(str(id), role == ROLES[0], text, images, at)


def _described(part: Any) -> str:
    """The description of an image, if the export has one, or ""."""
    texts = (_table(part).get(key) for key in DESCRIBED)
    return next((text.strip() for text in texts if isinstance(text, str)), "")


def _seconds(seconds: Any) -> datetime | None:
    """The time `seconds` after 1970 in UTC; None for what is no number or out of range."""
    try:
        return datetime.fromtimestamp(seconds, UTC) if type(seconds) in (int, float) else None
    except (ValueError, OverflowError, OSError):
        return None


def is_anthropic(value: Any) -> bool:
    """Whether a value is a conversation of Anthropic's account export."""
    return isinstance(_table(value).get("chat_messages"), list)


def anthropic_events(conversation: Table, where: str, zone: tzinfo) -> Events:
    """The turns of a conversation."""
    began = conversation.get("created_at")
    id = conversation.get("uuid") or f"{conversation.get('name')} {began}"
    rows = (row for row in conversation["chat_messages"] if isinstance(row, dict))
    messages = [
        Message(
            str(row.get("uuid") or nth),
            row["sender"] == SENDERS[0],
            _anthropic_text(row),
            at=_stored(row.get("created_at"), zone),
        )
        for nth, row in enumerate(rows)
        if row.get("sender") in SENDERS
    ]
    return _turns("claude", str(id), _stored(began, zone), messages, where)


def _anthropic_text(row: Table) -> str:
    """The text of a message: that of its text blocks, or else its key `text`.

    The other blocks are of tools and of thinking.
    """
    content = row.get("content")
    blocks = map(_table, content if isinstance(content, list) else ())
    texts = [block.get("text") for block in blocks if block.get("type") == "text"]
    texts = texts or [row.get("text")]
    return trimmed("\n\n".join(trimmed(text) for text in texts if isinstance(text, str)))


def _stored(text: Any, zone: tzinfo) -> datetime | None:
    try:
        return stored_moment(text, zone) if isinstance(text, str) else None
    except BadTime:
        return None


def _turns(
    client: str, id: str, at: datetime | None, messages: Iterable[Message], where: str
) -> Events:
    """The turns of a conversation with an assistant, which has this id in its program (`client`)
    and began at `at`: one message of the user, and all answers to it.

    Each is at the time of its first message. A turn without a time has that of the turn before it,
    or of the conversation; if these have none, it is a bad item. A turn without an answer is
    imported again when it has one.
    """
    turns = list[list[Message]]()
    for message in messages:
        if message.text or message.images:
            if message.is_user or not turns:
                turns.append([])
            turns[-1].append(message)
    for nth, turn in enumerate(turns):
        at, place = next((message.at for message in turn if message.at), at), f"{where}[{nth}]"
        if not at:
            yield BadItem(place, "tells no time")
            continue
        user, assistant = (
            "\n\n".join(each.text for each in turn if each.text and each.is_user is side)
            for side in (True, False)
        )
        words = Words(user, assistant, images=tuple(text for each in turn for text in each.images))
        source = CHAT if user or assistant else IMAGE
        done = is_complete(words, source)
        came = came_from(client, id, turn[0].id) + ("" if done else OPEN)
        session = one_line(id)[:NAME_SIGNS]
        yield EventItem(
            place, Event("", at, source, "", "", words, client, session, done=done, came=came)
        )


def is_locomo(value: Any) -> bool:
    """Whether a value is a sample of LoCoMo, or a conversation of one."""
    talk = _talk(value)
    return "speaker_a" in talk and any(SESSION.fullmatch(key) for key in talk)


def locomo_events(sample: Table, where: str, zone: tzinfo) -> Events:
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
            at = _typed(_text(talk, f"{key}_date_time"), zone)
        except BadTime as problem:
            yield BadItem(place, problem.message)
            continue
        session = f"{sample_name}/session-{number}"
        session_of = Event("", at, CHAT, "", "", client=LOCOMO, session=session)
        for nth, row in enumerate(rows):
            event = _utterance(session_of, row, nth)
            if event.text:
                yield EventItem(f"{place}[{nth}]", event)


def _utterance(session: Event, row: Any, nth: int) -> Event:
    """The event of an utterance, without a text if it has none."""
    text, speaker, caption, id = (_text(row, key) for key in UTTERED)
    words = Words(said=text, speaker=speaker if text else "", images=tuple(filter(None, [caption])))
    came = came_from(LOCOMO, session.session, id or str(nth))
    return session._replace(source=CHAT if text else IMAGE, words=words, came=came)


def _typed(text: str, zone: tzinfo) -> datetime:
    """The time in a text; BadTime for one relative to now, such as yesterday or march."""
    at, other = (typed_moment(text, now, zone) for now in (EPOCH, EPOCH + OTHER_YEAR))
    if at != other:
        raise BadTime(f"{text[:40]!r} is no date")
    return at


def _talk(value: Any) -> Table:
    """The conversation of a sample, or the value itself if it is one; else an empty table."""
    return _table(_table(value).get("conversation", value))


def _text(row: Any, key: str) -> str:
    text = _table(row).get(key)
    return text.strip() if isinstance(text, str) else ""


def _table(value: Any) -> Table:
    return value if isinstance(value, dict) else {}
