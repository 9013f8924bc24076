"""Cells and rows as they stand in a pipe, made without a table's or a calendar's machinery."""

from __future__ import annotations

from time import gmtime

from memento_cli.cli.safe import between_tabs, safe

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memento_cli.cli.front.answer import Said
    from memento_cli.cli.front.shapes import Shape

MICROS = 1_000_000
YEAR_1000 = -30_610_224_000 * MICROS  # before it, `%Y` has fewer than four digits


def iso(micros: int) -> str:
    """A moment, in microseconds since 1970, as ISO 8601 in UTC with `Z`; see `core/when.py`."""
    seconds, part = divmod(micros, MICROS)
    year, month, day, hour, minute, second, *_ = gmtime(seconds)
    head = f"{year:04d}-{month:02d}-{day:02d}T{hour:02d}:{minute:02d}:{second:02d}"
    return f"{head}.{part:06d}Z" if part else f"{head}Z"


def cell(value: object) -> str:
    """A number, flag, text or list of texts as one cell; see `cli/out.py`."""
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, bool):
        return "true" if value else "false"
    return safe(", ".join(map(str, value)) if isinstance(value, list) else str(value))


def row(id: str, strength: float, created: int, summary: str) -> str:
    """The line of a hit: id, strength, when it was created, summary, with tabs between."""
    return f"{safe(id)}\t{strength:.3f}\t{iso(created)}\t{between_tabs(safe(summary))}\n"


def was(newer: str | None) -> str:
    """What stands before a summary that is history."""
    return f"(history; now {newer}) " if newer else ""


def opposed(against: Sequence[str]) -> str:
    """What stands before a summary that others contradict, with neither newer."""
    if not against:
        return ""
    from memento_cli.core.newest import named

    return f"(conflict with {named(against)}) "


def marked(marks: Iterable[str]) -> str:
    """What stands before a summary that is no person's own, or reads like instructions."""
    told = ", ".join(marks)
    return f"({told}) " if told else ""


def said(data: str, notes: Iterable[str], shape: Shape) -> Said:
    """Data, then notes for a person, who may have asked for quiet."""
    talk = [] if "quiet" in shape.values else [(2, f"{note}\n") for note in notes]
    return [(1, data), *talk] if data else talk
