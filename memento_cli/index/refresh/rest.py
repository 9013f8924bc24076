"""The fields of a memory without columns of their own, packed into one text: links, origin, …"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from memento_cli.core.memory.memory import Memory

PAIRS, PARTS, ITEMS = "\x1e", "\x1f", "\x1d"
UNTOLD = ""
"""The packed text of a memory that has a separator in it: its file has to be read instead."""


def packed(memory: Memory) -> str | None:
    """The packed text of a memory; None if it has no such fields."""
    tags = "".join(memory.tags.topics + memory.tags.people)
    if not (memory.links or memory.more):
        return UNTOLD if PARTS in tags else None
    more = [_pair(path.removeprefix("memory."), value) for path, value in memory.more.items()]
    links = [PARTS.join((link.rel.replace("_", " "), "text", link.target)) for link in memory.links]
    pairs = [*links, *more]
    if PARTS in tags or any(PAIRS in pair or pair.count(PARTS) != 2 for pair in pairs):
        return UNTOLD
    return PAIRS.join(pairs)


def unpacked(text: str | None) -> list[tuple[str, Any]]:
    """The labels and values of a packed text: links, then the other fields."""
    parts = [pair.split(PARTS) for pair in text.split(PAIRS)] if text else []
    return [(label, _value(kind, value)) for label, kind, value in parts]


def _pair(label: str, value: Any) -> str:
    if isinstance(value, str):
        return PARTS.join((label, "text", value))
    if isinstance(value, tuple):
        return PARTS.join((label, "texts", ITEMS.join(map(str, value))))
    if hasattr(value, "isoformat"):
        from memento_cli.core.time.when import iso  # a recall asks for no calendar

        return PARTS.join((label, "text", iso(value)))
    kind = "flag" if isinstance(value, bool) else type(value).__name__
    return PARTS.join((label, kind if kind in ("int", "float", "flag") else "text", str(value)))


def _value(kind: str, text: str) -> Any:
    match kind:
        case "texts":
            return text.split(ITEMS) if text else []
        case "flag":
            return text == "True"
        case "int":
            return int(text)
        case "float":
            return float(text)
        case _:
            return text
