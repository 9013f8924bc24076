"""The account export of OpenAI: `conversations.json`, a tree of messages for each conversation.

Who edits a question, or asks for another answer, makes a branch; that which was shown last counts.
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
"""The types of content that somebody said; the others are of tools, and of thinking."""
DESCRIBED = ("description", "caption", "alt")
HIDDEN = "is_visually_hidden_from_conversation"


def is_openai(said: Any) -> bool:
    """Whether this is a conversation of such an export."""
    return isinstance(said, dict) and isinstance(said.get("mapping"), dict)


def openai_events(said: Table, where: str, zone: tzinfo) -> Iterator[EventItem | BadItem]:
    """The turns of a conversation. BadData if its tree is none."""
    began = said.get("create_time")
    id = said.get("conversation_id") or said.get("id") or f"{said.get('title')} {began}"
    mapping = said["mapping"]
    nodes = _path(mapping, said.get("current_node") or _newest(mapping))
    messages = [one for node in nodes if (one := _message(node))]
    yield from turns_of(Talk(CLIENT, str(id), _moment(began), messages), where)


def _path(mapping: Table, leaf: Any) -> list[Table]:
    """The nodes from the root to the message that was shown last. BadData for a circle."""
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
    """The message that was written last, for an export that does not say which was shown."""
    times = {
        id: _moment(_table(_table(node).get("message")).get("create_time"))
        for id, node in mapping.items()
    }
    dated = {id: at for id, at in times.items() if at}
    return max(dated, key=lambda id: dated[id], default=None)


def _message(node: Table) -> Message | None:
    """What somebody said at a node; None for what is of a tool, hidden, or nothing."""
    said = _table(node.get("message"))
    role, content = _table(said.get("author")).get("role"), _table(said.get("content"))
    told_to = said.get("recipient") or "all"  # else an assistant calls a tool
    shown = told_to == "all" and not _table(said.get("metadata")).get(HIDDEN)
    if role not in ROLES or content.get("content_type") not in SPOKEN or not shown:
        return None
    parts = content.get("parts")
    parts = parts if isinstance(parts, list) else []
    texts = [part if isinstance(part, str) else _table(part).get("text") for part in parts]
    text = trimmed("\n".join(text for text in texts if isinstance(text, str)))
    images = tuple(filter(None, (_described(part) for part in parts)))
    id, at = said.get("id") or node["id"], _moment(said.get("create_time"))
    return Message(str(id), role == ROLES[0], text, images, at)


def _described(part: Any) -> str:
    """What is on an image, where the export tells it."""
    said = (_table(part).get(key) for key in DESCRIBED)
    return next((text.strip() for text in said if isinstance(text, str)), "")


def _table(said: Any) -> Table:
    """This, if it is a table; else an empty one."""
    return said if isinstance(said, dict) else {}


def _moment(seconds: Any) -> datetime | None:
    """The moment so many seconds after 1970; None for what is no time."""
    try:
        return datetime.fromtimestamp(seconds, UTC) if type(seconds) in (int, float) else None
    except (ValueError, OverflowError, OSError):
        return None
