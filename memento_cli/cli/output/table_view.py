"""A table on a terminal: the words have the room, and a number names each row."""

from __future__ import annotations

from memento_cli.cli.output.safe import safe
from memento_cli.cli.output.values import short_cell

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import tzinfo
    from typing import Any, TextIO

WIDE = 100
ROW_NUMBER = "#"


def print_table(
    stream: TextIO,
    rows: Sequence[Mapping[str, Any]],
    columns: Sequence[str],
    *,
    zone: tzinfo | None,
    exact: bool,
    width: int,
    numbered: bool,
    colored: bool,
) -> None:
    """Print rows under the heads of their columns, in a table of so many signs.

    Times are those of the zone, to the second if `exact`. A numbered table begins with the number
    of each row; it leaves out the ids if it has fewer than 100 columns.
    """
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = [key for key in columns if key != "id" or not numbered or width >= WIDE]
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
        cells = (Text(short_cell(row.get(key), zone, exact=exact)) for key in shown)
        table.add_row(*([str(number)] if numbered else []), *cells)
    console = Console(
        file=stream,
        emoji=False,
        markup=False,
        highlight=False,
        color_system="auto" if colored else None,
        force_terminal=colored or None,
        width=width,
    )
    console.print(table)
