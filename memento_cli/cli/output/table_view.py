"""A table on a terminal: the words have the room, and a number names each row."""

from __future__ import annotations

from io import StringIO

from memento_cli.cli.output.values import safe, short_cell

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import tzinfo
    from typing import Any

    from rich.text import Text

WIDE = 100
ROW_NUMBER, SUMMARY = "#", "summary"


def table_text(
    rows: Sequence[Mapping[str, Any]],
    columns: Sequence[str],
    zone: tzinfo | None,
    width: int,
    numbered: bool,
    colored: bool,
    words: Sequence[str] = (),
    below: str = "",
) -> str:
    """Rows under the heads of their columns, as a table of at most so many signs a line.

    Moments are days in the zone. A numbered table begins with the number of each row. In the
    summaries `words` are marked, and the text under the key `below` follows.
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    shown = [key for key in columns if key != below]
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    if numbered:
        table.add_column(ROW_NUMBER, justify="right", no_wrap=True, style="dim")
    for key in shown:
        numeric = bool(rows) and isinstance(rows[0].get(key), int | float)
        table.add_column(
            safe(key),
            justify="right" if numeric else "left",
            overflow="fold",
            no_wrap=key == "id",  # it is there to be copied
        )
    for number, row in enumerate(rows, 1):
        cells = (
            _summary(row, words, below) if key == SUMMARY else short_cell(row.get(key), zone)
            for key in shown
        )
        table.add_row(*([str(number)] if numbered else []), *cells)
    text = StringIO()
    console = Console(
        file=text,
        emoji=False,
        markup=False,
        highlight=False,
        color_system="auto" if colored else None,
        force_terminal=colored or None,
        width=width,
    )
    console.print(table)
    return text.getvalue()


def _summary(row: Mapping[str, Any], words: Sequence[str], below: str) -> Text:
    """A summary, and what stands below it, with the words marked."""
    from rich.text import Text

    cell = Text(short_cell(row.get(SUMMARY)))
    more = safe(str(row.get(below) or ""), lines=True).strip("\n")
    if more:
        cell.append(f"\n{more}")
    if words:
        from memento_cli.core.text.highlighting import spans

        for start, end in spans(cell.plain, words):
            cell.stylize("bold", start, end)
    return cell
