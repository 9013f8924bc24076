"""export: memories as text, in a format for files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memento_cli.actions.exchange.export import Left, What, export, exported_memories, has_secret
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.memory import Memory
from memento_cli.core.security.trust import PRIVACIES, TRUSTS
from memento_cli.store.exchange.export_rows import MEMORIES as EXPORTED
from memento_cli.store.exchange.export_rows import Row, header, row_text
from memento_cli.store.exchange.memory_formats import csv_head, csv_row, note_text
from memento_cli.tools.recall_tools import FILTERS, QUERY, query_of
from memento_cli.tools.tool import MOST_SIGNS, Tool, told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.tools.request_context import RequestContext
    from memento_cli.tools.tool import Arguments, ToolResult

NDJSON, MARKDOWN, CSV = FORMATS = ("ndjson", "markdown", "csv")


def export_memories(request: RequestContext, args: Arguments) -> ToolResult:
    """The memories of a query as text, from the one at `offset` on, as many as there is room for.

    What has a key or a password in it stays here.
    """
    format, offset = args["format"], args["offset"]
    taken, left, size, seen, more = list[str](), 0, 0, 0, False
    for piece in _pieces(request, args):
        if piece is None:
            left += 1
            continue
        request.progress(seen, None)
        seen += 1
        if seen > offset:
            size += len(piece)
            more = size > MOST_SIGNS and bool(taken)
            if more:
                break
            taken.append(piece)
    request.progress(seen, seen)
    text = "".join((_head(format), *taken))
    value = {"format": format, "count": len(taken), "kept_back": left}
    value |= {"next_offset": offset + len(taken)} if more else {}
    return told(request.fenced(text) or "Nothing found.", value)


def _head(format: str) -> str:
    return {NDJSON: header(EXPORTED[:1]) + "\n", CSV: csv_head(), MARKDOWN: ""}[format]


def _pieces(request: RequestContext, args: Arguments) -> Iterator[str | None]:
    """Each memory as the format tells it; None for one that stays here."""
    query = request.narrowed(query_of(request, args).query)
    trust = query.min_trust or TRUSTS[-1]
    what = What(query, EXPORTED[:1], request.scope.privacy or PRIVACIES[0], trust)
    ask = export if args["format"] == NDJSON else exported_memories
    for one in ask(request.store, what, request.now):
        if isinstance(one, Left) and request.is_bounded:
            continue  # how many files cannot be read would tell of what is hidden
        kept_back = isinstance(one, Left) or has_secret(one)
        yield None if kept_back else _told(one, args["format"], request)


def _told(one: Row | Memory | Left, format: str, request: RequestContext) -> str:
    if isinstance(one, Row):
        return row_text(one) + "\n"
    assert isinstance(one, Memory)
    return note_text(one) + "\n" if format == MARKDOWN else csv_row(one, request.now)


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
    gives=(
        Field("format", "text", "Its format."),
        Field("count", "whole", "So many memories are in it."),
        Field("kept_back", "whole", "So many stay here: private, secret, or not readable."),
        Field("next_offset", "whole", "The offset of what follows."),
    ),
)
