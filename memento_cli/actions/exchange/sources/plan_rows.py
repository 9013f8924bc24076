"""The items of a write plan, from a JSON document or from JSON lines."""

from __future__ import annotations

import io

from memento_cli.actions.exchange.sources.entry import BadItem, decoded
from memento_cli.actions.exchange.sources.json_rows import rows_of
from memento_cli.core.events.plans import items_of
from memento_cli.errors import BadData
from memento_cli.store.files.strict_json import LINE_LIMIT, loaded

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    Items = list[tuple[str, Any] | BadItem]


def plan_items(raw: bytes, name: str) -> Items:
    """The items of a plan, each with its place; `name` is the prefix of places.

    BadData for invalid JSON, or for what is no plan. A bad line is a bad item.
    """
    if len(raw) > LINE_LIMIT:
        raise BadData(name, [f"a plan of more than {LINE_LIMIT >> 20} MB"])
    text = decoded(raw)
    if not text.strip():
        raise BadData(name, ["is empty"])
    try:
        return [*items_of(loaded(text))]
    except ValueError as problem:
        rows = list(rows_of(io.BytesIO(text.encode()), name))
        if isinstance(rows[0][1], str):
            raise BadData(name, [f"not JSON: {problem}"]) from None
    return [BadItem(where, row) if isinstance(row, str) else (where, row) for where, row in rows]
