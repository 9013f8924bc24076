"""The account export of Anthropic: `conversations.json`, a list of conversations with messages."""

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


def is_anthropic(value: Any) -> bool:
    """Whether this is a conversation of such an export."""
    return isinstance(value, dict) and isinstance(value.get("chat_messages"), list)


def anthropic_events(
    conversation: Table, where: str, zone: tzinfo
) -> Iterator[EventItem | BadItem]:
    """The turns of a conversation."""
    began = conversation.get("created_at")
    id = conversation.get("uuid") or f"{conversation.get('name')} {began}"
    rows = (row for row in conversation["chat_messages"] if isinstance(row, dict))
    messages = [
        _message(row, str(nth), zone)
        for nth, row in enumerate(rows)
        if row.get("sender") in SENDERS
    ]
    yield from turns_of(Talk(CLIENT, str(id), _moment(began, zone), messages), where)


def _message(row: Table, nth: str, zone: tzinfo) -> Message:
    at = _moment(row.get("created_at"), zone)
    return Message(str(row.get("uuid") or nth), row["sender"] == SENDERS[0], _text(row), at=at)


def _text(row: Table) -> str:
    """The text of a message: that of its text blocks, or else its key `text`.

    The other blocks are of tools and of thinking.
    """
    content = row.get("content")
    blocks = content if isinstance(content, list) else []
    blocks = [block for block in blocks if isinstance(block, dict)]
    texts = [block.get("text") for block in blocks if block.get("type") == "text"]
    texts = texts or [row.get("text")]
    return trimmed("\n\n".join(trimmed(text) for text in texts if isinstance(text, str)))


def _moment(text: Any, zone: tzinfo) -> datetime | None:
    try:
        return stored_moment(text, zone) if isinstance(text, str) else None
    except BadTime:
        return None
