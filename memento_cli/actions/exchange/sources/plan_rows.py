"""The items of a plan: those of a JSON document, or of JSON lines."""

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
    """What a plan consists of, each with its place; `name` is what its lines are named by.

    BadData for what is no JSON, or no plan. A line that is none costs no other.
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
    return [
        BadItem(where, said) if isinstance(said, str) else (where, said) for where, said in rows
    ]
