"""The account export of OpenAI: `conversations.json`, a tree of messages for each conversation.

An edited question or another answer makes a branch; only the branch that was shown last counts.
"""

from __future__ import annotations

from datetime import UTC, datetime

from memento_cli.actions.exchange.sources.turns import Message, Talk, turns_of
from memento_cli.core.memory.memory import trimmed
from memento_cli.errors import BadData

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import tzinfo
    from typing import Any

    from memento_cli.actions.exchange.sources.entry import BadItem, EventItem, Table


CLIENT = "chatgpt"
ROLES = ("user", "assistant")
SPOKEN = ("text", "multimodal_text")
"""The types of content that are messages; the others are of tools and of thinking."""
DESCRIBED = ("description", "caption", "alt")
HIDDEN = "is_visually_hidden_from_conversation"


def is_openai(value: Any) -> bool:
    """Whether a value is a conversation of such an export."""
    return isinstance(value, dict) and isinstance(value.get("mapping"), dict)


def openai_events(conversation: Table, where: str, zone: tzinfo) -> Iterator[EventItem | BadItem]:
    """The turns of a conversation. BadData if its messages form a cycle."""
    began = conversation.get("create_time")
    id = (
        conversation.get("conversation_id")
        or conversation.get("id")
        or f"{conversation.get('title')} {began}"
    )
    mapping = conversation["mapping"]
    nodes = _path(mapping, conversation.get("current_node") or _newest(mapping))
    messages = [message for node in nodes if (message := _message(node))]
    yield from turns_of(Talk(CLIENT, str(id), _moment(began), messages), where)


def _path(mapping: Table, leaf: Any) -> list[Table]:
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
        id: _moment(_table(_table(node).get("message")).get("create_time"))
        for id, node in mapping.items()
    }
    dated = {id: at for id, at in times.items() if at}
    return max(dated, key=lambda id: dated[id], default=None)


def _message(node: Table) -> Message | None:
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
    id, at = message.get("id") or node["id"], _moment(message.get("create_time"))
    return Message(str(id), role == ROLES[0], text, images, at)


def _described(part: Any) -> str:
    """The description of an image, if the export has one, or ""."""
    texts = (_table(part).get(key) for key in DESCRIBED)
    return next((text.strip() for text in texts if isinstance(text, str)), "")


def _table(value: Any) -> Table:
    """The value, if it is a table; else an empty one."""
    return value if isinstance(value, dict) else {}


def _moment(seconds: Any) -> datetime | None:
    """The time `seconds` after 1970 in UTC; None for what is no number or out of range."""
    try:
        return datetime.fromtimestamp(seconds, UTC) if type(seconds) in (int, float) else None
    except (ValueError, OverflowError, OSError):
        return None
