"""The account export of Anthropic: `conversations.json`, with the messages of each conversation."""

from __future__ import annotations

from memento_cli.actions.exchange.sources.turns import Message, Talk, turns_of
from memento_cli.core.memory.memory import trimmed
from memento_cli.core.time.when import stored_moment
from memento_cli.errors import BadTime

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime, tzinfo
    from typing import Any

    from memento_cli.actions.exchange.sources.entry import BadItem, EventItem, Table


CLIENT = "claude"
SENDERS = ("human", "assistant")


def is_anthropic(said: Any) -> bool:
    """Whether this is a conversation of such an export."""
    return isinstance(said, dict) and isinstance(said.get("chat_messages"), list)


def anthropic_events(said: Table, where: str, zone: tzinfo) -> Iterator[EventItem | BadItem]:
    """The turns of a conversation."""
    began = said.get("created_at")
    id = said.get("uuid") or f"{said.get('name')} {began}"
    rows = (row for row in said["chat_messages"] if isinstance(row, dict))
    messages = [
        _message(row, str(place), zone)
        for place, row in enumerate(rows)
        if row.get("sender") in SENDERS
    ]
    yield from turns_of(Talk(CLIENT, str(id), _moment(began, zone), messages), where)


def _message(row: Table, place: str, zone: tzinfo) -> Message:
    at = _moment(row.get("created_at"), zone)
    return Message(str(row.get("uuid") or place), row["sender"] == SENDERS[0], _text(row), at=at)


def _text(row: Table) -> str:
    """What was said: the texts among the blocks of content, or, where there are none, the text.

    The other blocks are of tools and of thinking.
    """
    blocks = row.get("content")
    blocks = [one for one in blocks if isinstance(one, dict)] if isinstance(blocks, list) else []
    texts = [one.get("text") for one in blocks if one.get("type") == "text"]
    texts = texts or [row.get("text")]
    return trimmed("\n\n".join(trimmed(text) for text in texts if isinstance(text, str)))


def _moment(text: Any, zone: tzinfo) -> datetime | None:
    try:
        return stored_moment(text, zone) if isinstance(text, str) else None
    except BadTime:
        return None
