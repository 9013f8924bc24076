"""Prints the rows of a run: as JSON with the machine, or as rows, beside those of a saved run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.bench.rows import SHARE, change_text, changes, figure_text, text_of

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
    columns: Sequence[str] = (),
) -> None:
    """Print the rows of a run, of which `document` is the JSON; with a saved run, the changes; with
    `columns` a table in which each of these baselines has one."""
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
    elif columns:
        there = [name for name in columns if any(name in row.baselines for row in rows)]
        told = [row for row in rows if {*there} & {*row.baselines} or _stands_alone(row)]
        out.rows([_in_columns(row, there) for row in told], ("name", "size", OURS, *there))
    elif saved is None:
        out.rows([text_of(row) for row in rows], COLUMNS)
    else:
        pairs = zip(rows, past, strict=True)
        texts = [text_of(row) | change_text(change, row.unit) for row, change in pairs]
        out.rows(texts, COMPARED)


def _stands_alone(row: Row) -> bool:
    """Whether a row tells something without what stands beside it: why there is no figure, or a
    figure of its own kind."""
    return row.figure is None or row.unit != SHARE


def _in_columns(row: Row, names: Sequence[str]) -> dict[str, str]:
    """A row with a column for each of these baselines."""
    text = text_of(row)
    beside = {
        name: figure_text(row.baselines[name], row.unit) if name in row.baselines else ""
        for name in names
    }
    ours = text["figure"] or row.note
    if row.figure is not None and row.unit != SHARE:
        ours = "; ".join(filter(None, (f"{ours} {row.unit}", row.note)))
    return {"name": text["name"], "size": text["size"], OURS: ours, **beside}
