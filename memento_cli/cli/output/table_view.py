"""A table on a terminal: the words have the room, and a number names each row."""

from __future__ import annotations

from io import StringIO

from memento_cli.cli.output.values import safe, short_cell
from memento_cli.cli.output.wrapping import look_here

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import tzinfo
    from typing import Any

    from rich.text import Text

    from memento_cli.pictures.canvas import Style

WIDE = 100
ROW_NUMBER, SUMMARY, STRENGTH = "#", "summary", "strength"
BAR_CELLS, LONG_BAR_CELLS, ROOMY = 2, 8, 140
"""How long a strength's bar is: on a narrow terminal it fits below the head of its column."""


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

    Moments are days in the zone. A numbered table, which is one on a terminal, begins with the
    number of each row, and has a bar beside each strength. In the summaries `words` are marked, and
    the text under the key `below` follows.
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    look = look_here(width) if numbered and STRENGTH in columns else None
    shown = [key for key in columns if key != below]
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    if numbered:
        table.add_column(ROW_NUMBER, justify="right", no_wrap=True, style="dim")
    for key in shown:
        numeric = bool(rows) and isinstance(rows[0].get(key), int | float)
        barred = look is not None and key == STRENGTH
        table.add_column(
            safe(key),
            justify="right" if numeric and not barred else "left",
            overflow="fold",
            no_wrap=key == "id" or barred,  # an id is there to be copied
        )
    for number, row in enumerate(rows, 1):
        cells = [
            _summary(row, words, below) if key == SUMMARY else short_cell(row.get(key), zone)
            for key in shown
        ]
        if look:
            cells[shown.index(STRENGTH)] = _strength(row.get(STRENGTH), look)
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


def _strength(value: Any, look: Style) -> Text | str:
    """A strength with its bar, in the colour of its tier."""
    from rich.text import Text

    from memento_cli.core.fading.strength import tier_of
    from memento_cli.pictures.bars import TIER_STYLES, bar

    if not isinstance(value, int | float):
        return short_cell(value)
    length = LONG_BAR_CELLS if look.width >= ROOMY else BAR_CELLS
    drawn = bar(value, length, plain=look.plain)
    return Text(f"{short_cell(value)} ").append(drawn, TIER_STYLES[tier_of(value)])


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
