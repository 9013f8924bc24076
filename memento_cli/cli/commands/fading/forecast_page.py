"""A forecast as a page."""

from __future__ import annotations

from memento_cli.cli.commands.fading.forecast_rows import (
    bought,
    calendar,
    chart_of,
    day_of,
    sentence,
    span,
)
from memento_cli.cli.drawing.heat import by_day, by_week
from memento_cli.cli.drawing.page import (
    heading,
    heat_legend,
    legend,
    page,
    paragraph,
    picture,
    table,
)
from memento_cli.cli.drawing.svg import chart_svg, heat_svg
from memento_cli.core.fading.forecast import (
    EXPIRED,
    FADED,
    GHOST,
    PRUNABLE,
    STANDING,
    TURNS,
)

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.call import Call
    from memento_cli.core.fading.forecast import (
        Forecast,
        ThresholdCrossing,
    )

WILL = {
    FADED: "Will be faded",
    GHOST: "Will be ghosts",
    PRUNABLE: "Will be prunable",
    EXPIRED: "Will expire",
}
WEEKS_FROM_DAYS = 371
HEADS = {"on": "date", "id": "key", "summary": "", "strength": "number", "one use": "number"}
COUNTS = {"": "", **dict.fromkeys(STANDING, "number")}


def forecast_page(call: Call, predicted: Forecast) -> str:
    """The curves of the first to turn, the calendar, and all turns by what happens."""
    first, last = span(call, predicted)
    sides = {f"{first}": predicted.before, f"{last}": predicted.after}
    rows = [
        {"": day} | {kind: f"{counts[kind]}" for kind in STANDING} for day, counts in sides.items()
    ]
    note = f"If nothing is done; and what one use on {first} would buy. Days of {call.zone}."
    parts = [
        paragraph(f"{sentence(call, predicted)}."),
        paragraph(note, "soft"),
    ]
    parts += [table(COUNTS, rows, small=True), *_pictures(call, predicted)]
    for kind in TURNS:
        turns = [turn for turn in predicted.turns if turn.turn == kind]
        if turns:
            named = f"{WILL[kind]} ({len(turns)})"
            parts += [heading(named), table(HEADS, [_row(call, turn) for turn in turns])]
    return page(f"Forecast to {last}", parts)


def _pictures(call: Call, predicted: Forecast) -> list[str]:
    if not predicted.turns:
        return []
    chart = chart_of(call, predicted)
    first, last = span(call, predicted)
    by = by_day if (last - first).days <= WEEKS_FROM_DAYS else by_week
    grid = by(calendar(call, predicted), first, last)
    return [
        heading("The first to turn"),
        picture(chart_svg(chart, "Strengths of the memories that turn first")),
        legend(chart),
        heading(f"How many turn, by {grid.unit}"),
        picture(heat_svg(grid, f"How many memories turn, by {grid.unit}")),
        heat_legend(grid),
    ]


def _row(call: Call, turn: ThresholdCrossing) -> dict[str, str]:
    return {
        "on": f"{day_of(call, turn.at)}",
        "id": turn.memory.id,
        "summary": turn.memory.content.summary,
        "strength": f"{turn.strength:.3f}",
        "one use": bought(turn),
    }
