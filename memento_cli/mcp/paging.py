"""Long lists in pages: a client that is answered a cursor asks again with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from memento_cli.errors import Usage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mcp_types import PaginatedRequestParams

T = TypeVar("T")
PAGE = 100
"""So many a page: some clients ask for the first page alone."""


def page_of(
    items: Sequence[T], params: PaginatedRequestParams | None
) -> tuple[list[T], str | None]:
    """A page of a list, and the cursor of the next one; Usage for a cursor of none."""
    start, cursor = 0, params.cursor if params else None
    if cursor is not None:
        is_one = cursor.isascii() and cursor.isdecimal() and len(cursor) < len(str(2**31))
        start = int(cursor) if is_one else 0
        if not start or start % PAGE or start >= len(items) or str(start) != cursor:
            raise Usage(f"no page has the cursor {cursor[:40]!r}", "list without one again")
    end = start + PAGE
    return list(items[start:end]), str(end) if end < len(items) else None
