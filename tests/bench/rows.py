"""One figure, its goal and its baselines; and how a saved run is compared with another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memento_cli.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

RATIO = "× bare Python"
SHARE = "share"


class Row(NamedTuple):
    """A figure of the bench. Without one, the note says why.

    `goal` is the most that the figure may be, or with `least` the least. `baselines` are in the
    figure's unit unless their name ends in another: `wall, ms`. `size` counts memories.
    """

    name: str
    figure: float | None
    unit: str
    goal: float | None = None
    baselines: Mapping[str, float] = {}
    size: int | None = None
    least: bool = False
    note: str = ""
    failed: bool = False

    @property
    def verdict(self) -> str:
        """ok, over, under; skipped or failed; empty where there is no goal."""
        if self.figure is None:
            return "failed" if self.failed else "skipped"
        if self.goal is None:
            return ""
        if self.least:
            return "ok" if self.figure >= self.goal else "under"
        return "ok" if self.figure <= self.goal else "over"


class Change(NamedTuple):
    """A figure before and now; None where one of the runs has none."""

    before: float | None
    now: float | None

    @property
    def share(self) -> float | None:
        """By what share the figure grew: 0.1 is a tenth more."""
        if self.before is None or self.now is None or not self.before:
            return None
        return self.now / self.before - 1


def skipped(name: str, unit: str, why: str, size: int | None = None) -> Row:
    """A row that could not be measured, and why."""
    return Row(name, None, unit, size=size, note=why)


def value_of(row: Row) -> dict[str, Any]:
    """A row as JSON has it."""
    return {
        "name": row.name,
        "size": row.size,
        "figure": row.figure,
        "unit": row.unit,
        "goal": row.goal,
        "goal_is": None if row.goal is None else "least" if row.least else "most",
        "verdict": row.verdict,
        "baselines": dict(row.baselines),
        "note": row.note,
    }


def text_of(row: Row) -> dict[str, str]:
    """A row as people read it."""
    return {
        "name": row.name,
        "size": "" if row.size is None else f"{row.size:,}",
        "figure": "" if row.figure is None else figure_text(row.figure, row.unit),
        "goal": "" if row.goal is None else goal_text(row),
        "verdict": row.verdict,
        "unit": row.unit,
        "beside": "; ".join([*(_baseline(row, name) for name in row.baselines), *_said(row)]),
    }


def figure_text(figure: float, unit: str) -> str:
    """A figure with as many places as its unit can tell apart: shares three, most others two."""
    places = {SHARE: 3, "nats": 3, "calls": 0, "questions": 0, "tokens": 0}.get(unit, 2)
    return f"{figure:,.{places}f}"


def goal_text(row: Row) -> str:
    """The goal with the side of it that is meant: ≤ 2.5, ≥ 0.65."""
    return f"{'≥' if row.least else '≤'} {row.goal:g}"


def changes(rows: Iterable[Row], saved: Iterable[Mapping[str, Any]]) -> list[Change]:
    """Each row's figure beside the one that a saved run has under its name and size."""
    known = {(row.get("name"), row.get("size")): row.get("figure") for row in saved}
    return [Change(_number(known.get((row.name, row.size))), row.figure) for row in rows]


def change_text(change: Change, unit: str) -> dict[str, str]:
    """A change as people read it: shares as a difference, all else in percent."""
    before = "" if change.before is None else figure_text(change.before, unit)
    grown = ""
    if change.before is not None and change.now is not None:
        if unit == SHARE:
            grown = f"{change.now - change.before:+.3f}"
        elif change.share is not None:
            grown = f"{change.share:+.1%}"
    return {"before": before, "change": grown}


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, int | float) else None


def _baseline(row: Row, name: str) -> str:
    what, _, unit = name.partition(", ")
    text = figure_text(row.baselines[name], unit or row.unit)
    return f"{what} {text} {unit}".rstrip()


def _said(row: Row) -> list[str]:
    return [row.note] if row.note else []
