"""Prints the rows of a run: as JSON with the machine, or as rows, beside those of a saved run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.bench.engines import ENGINES
from tests.bench.plain_search import PLAIN
from tests.bench.rows import change_text, changes, figure_text, text_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memento_cli.cli.output.out import Output
    from tests.bench.rows import Row

COLUMNS = ("name", "size", "figure", "goal", "verdict", "unit", "beside")
OURS = "memento"
COMPARED = ("name", "size", "before", "figure", "change", "goal", "verdict", "unit")


def print_rows(
    out: Output,
    document: Mapping[str, Any],
    rows: Sequence[Row],
    saved: Sequence[Mapping[str, Any]] | None,
    *,
    engines: bool = False,
) -> None:
    """Print the rows of a run, of which `document` is the JSON; with a saved run, the changes; with
    `engines` a table in which each plain engine has a column."""
    past = changes(rows, saved or ())
    if out.machine:
        values = document["rows"]
        if saved is not None:
            values = [v | {"before": c.before} for v, c in zip(values, past, strict=True)]
        if out.format == "json" and not out.fields:
            out.value({"machine": document["machine"], "rows": values}, "")
        else:
            out.rows(values, COLUMNS, "rows")
    elif out.format == "ids":
        out.rows([{"id": row.name} for row in rows], ("id",))
    elif engines:
        there = [name for name in (*PLAIN, *ENGINES) if any(name in row.baselines for row in rows)]
        told = [row for row in rows if row.figure is None or {*there} & {*row.baselines}]
        out.rows([_beside_engines(row, there) for row in told], ("name", "size", OURS, *there))
    elif saved is None:
        out.rows([text_of(row) for row in rows], COLUMNS)
    else:
        pairs = zip(rows, past, strict=True)
        texts = [text_of(row) | change_text(change, row.unit) for row, change in pairs]
        out.rows(texts, COMPARED)


def _beside_engines(row: Row, names: Sequence[str]) -> dict[str, str]:
    """A row with a column for each engine."""
    text = text_of(row)
    beside = {
        name: figure_text(row.baselines[name], row.unit) if name in row.baselines else ""
        for name in names
    }
    return {"name": text["name"], "size": text["size"], OURS: text["figure"] or row.note, **beside}
