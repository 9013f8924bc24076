"""export: memories as text, as they would go into a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memento_cli.actions.exchange.export import Left, What, export, exported_memories, has_secret
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.memory import Memory
from memento_cli.core.security.trust import PRIVACIES, TRUSTS
from memento_cli.mcp.recall_tools import FILTERS, QUERY, query_of
from memento_cli.mcp.tool import MOST_SIGNS, Tool, told
from memento_cli.store.exchange.csv_rows import csv_head, csv_row
from memento_cli.store.exchange.export_rows import MEMORIES, Row, header, row_text
from memento_cli.store.exchange.note_file import note_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.mcp.request_context import RequestContext
    from memento_cli.mcp.tool import Said, ToolResult

NDJSON, MARKDOWN, CSV = FORMATS = ("ndjson", "markdown", "csv")
KINDS = MEMORIES[:1]


def export_memories(desk: RequestContext, said: Said) -> ToolResult:
    """The memories of a query as text, from the one at `offset` on, as many as there is room for.

    What has a key or a password in it stays here.
    """
    format, offset = said["format"], said["offset"]
    taken, left, size, seen, more = list[str](), 0, 0, 0, False
    for piece in _pieces(desk, said):
        if piece is None:
            left += 1
            continue
        seen += 1
        if seen > offset:
            size += len(piece)
            more = size > MOST_SIGNS and bool(taken)
            if more:
                break
            taken.append(piece)
    text = "".join((_head(format), *taken))
    value: dict[str, Any] = {"format": format, "count": len(taken), "left_out": left}
    value |= {"next_offset": offset + len(taken)} if more else {}
    return told(desk.fenced(text), value)


def _head(format: str) -> str:
    return {NDJSON: header(KINDS) + "\n", CSV: csv_head(), MARKDOWN: ""}[format]


def _pieces(desk: RequestContext, said: Said) -> Iterator[str | None]:
    """Each memory as the format tells it; None for one that stays here."""
    query = desk.narrowed(query_of(desk, said).query)
    trust = query.min_trust or TRUSTS[-1]
    what = What(query, KINDS, desk.scope.privacy or PRIVACIES[0], trust)
    ask = export if said["format"] == NDJSON else exported_memories
    for one in ask(desk.store, what, desk.now):
        if isinstance(one, Left) and desk.is_bounded:
            continue  # how many files cannot be read would tell of what is hidden
        kept_back = isinstance(one, Left) or has_secret(one)
        yield None if kept_back else _told(one, said["format"], desk)


def _told(one: Row | Memory | Left, format: str, desk: RequestContext) -> str:
    if isinstance(one, Row):
        return row_text(one) + "\n"
    assert isinstance(one, Memory)
    return note_text(one) + "\n" if format == MARKDOWN else csv_row(one, desk.now)


EXPORT = Tool(
    "export",
    "Memories as text in a format for files; memento import takes ndjson back in.",
    (
        Field("format", "choice", "Which.", NDJSON, choices=FORMATS),
        QUERY._replace(required=False, doc="Which memories; else all."),
        *FILTERS,
        Field("offset", "whole", "From which on.", 0, low=0),
    ),
    export_memories,
    writes=False,
)
