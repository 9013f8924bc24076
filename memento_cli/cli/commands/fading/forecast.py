"""memento fade forecast"""

from __future__ import annotations

from collections import Counter
from math import isfinite

from memento_cli.cli.commands.fading.forecast_rows import (
    bought,
    calendar,
    chart_of,
    day_of,
    sentence,
    span,
    standing,
)
from memento_cli.cli.drawing.canvas import NARROWEST
from memento_cli.cli.drawing.pictures import columns, hand_over, look_of
from memento_cli.cli.output.out import NARROW
from memento_cli.cli.output.rows import law_value
from memento_cli.core.fading.forecast import MOST_DAYS
from memento_cli.core.fading.wording import skip_reason
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import Ascii, Force, Html
    from memento_cli.cli.drawing.canvas import Style
    from memento_cli.core.fading.forecast import Forecast, ThresholdCrossing

COLUMNS = ("turns", "at", "id", "gained_days", "summary")
TABLE = ("turns", "on", "id", "one use", "summary")
SUMMARY_CELLS, GAP = 16, 3


def forecast(
    call: Call,
    days: Annotated[
        int, typer.Option("--days", "-d", min=1, max=MOST_DAYS, metavar="N", help="So many days.")
    ] = 30,
    limit: Annotated[
        int | None,
        typer.Option("--limit", "-l", min=0, metavar="N", help="At most so many of each group."),
    ] = None,
    chart: Annotated[
        bool | None,
        typer.Option("--chart/--no-chart", help="Curves and a calendar; else on a terminal only."),
    ] = None,
    replay: Annotated[
        bool,
        typer.Option("--replay", help="Instead: which law and weights would suit this store."),
    ] = False,
    ascii: Ascii = False,
    html: Html = None,
    force: Force = False,
) -> None:
    """What will turn faded, ghost, prunable or expired, when, and what one use would buy."""
    from memento_cli.actions.fading.forecast import forecast as act

    if replay:
        _replay(call)
        return
    predicted = act(call.store, call.now, days)
    if html is not None:
        from memento_cli.cli.commands.fading.forecast_page import forecast_page

        hand_over(call, forecast_page(call, predicted), html, force)
        return
    shown = limited(predicted.turns, limit)
    wanted = call.out.terminal and columns() >= NARROWEST if chart is None else chart
    drawn = wanted and call.out.format in (None, "table")
    if chart and not drawn:
        raise Usage("--chart is a picture", "leave out --format and --json")
    if call.out.format is None and (call.out.terminal or drawn):
        call.out.format = "table"
    if call.out.format == "table" and not call.out.fields:
        print_table(call, shown, plain=look_of(call, ascii).plain)
    else:
        call.out.rows([row(call, turn) for turn in shown], COLUMNS, "turns")
    if drawn:
        for line in picture(call, predicted, look_of(call, ascii)):
            call.out.say(line)
    else:
        call.out.note(sentence(call, predicted))
    if len(shown) < len(predicted.turns):
        call.out.note(f"{len(shown)} of {len(predicted.turns)} shown; --limit shows more")


def _replay(call: Call) -> None:
    """What this store's journal tells of laws and weights; notes say what to make of it."""
    from memento_cli.actions.replay.replay import replay
    from memento_cli.actions.replay.report import COLUMNS as STANDINGS
    from memento_cli.actions.replay.report import notes_of, rows_of, value_of

    others = [option for name, option in call.given.items() if name != "replay"]
    if others:
        raise Usage(f"--replay goes without {others[0]}")
    replayed = replay(call.store, call.now, call.out.progress)
    if call.out.format == "json" and not call.out.fields:
        call.out.value(value_of(replayed), "")
    else:
        ids = call.out.format == "ids"
        rows = [row | {"id": row["name"]} if ids else row for row in rows_of(replayed)]
        call.out.rows(rows, STANDINGS, "rows")
    for note in notes_of(replayed):
        call.out.note(note)


def limited(turns: Iterable[ThresholdCrossing], limit: int | None) -> list[ThresholdCrossing]:
    """At most so many of each group, the first to come."""
    counts = Counter[str]()
    shown = []
    for turn in turns:
        counts[turn.turn] += 1
        if limit is None or counts[turn.turn] <= limit:
            shown.append(turn)
    return shown


def row(call: Call, turn: ThresholdCrossing) -> dict[str, object]:
    """A turn for a program; what never comes is none."""
    gained = turn.gained_days
    return {
        "id": turn.memory.id,
        "turns": turn.turn,
        "at": turn.at,
        "in_days": (turn.at - call.now).total_seconds() / 86_400,
        "strength": turn.strength,
        "law": law_value(turn.memory.fade.law),
        "use_at": turn.use_at,
        "gained_days": gained if isfinite(gained) else None,
        "skip": skip_reason(turn.use, call.store.settings.rules) or None,
        "summary": turn.memory.content.summary,
    }


def print_table(call: Call, turns: list[ThresholdCrossing], *, plain: bool) -> None:
    """The turns as a table, each on one line: of a summary there is what has room."""
    from memento_cli.cli.drawing.canvas import cells, fitted

    rows = [
        {
            "turns": turn.turn,
            "on": f"{day_of(call, turn.at)}",
            "id": turn.memory.id,
            "one use": bought(turn),
        }
        for turn in turns
    ]
    widths = [max((cells(row[key]) for row in rows), default=0) + GAP for key in TABLE[:-1]]
    room = (columns() if call.out.terminal else NARROW) - sum(widths)
    if room >= SUMMARY_CELLS:
        for line, turn in zip(rows, turns, strict=True):
            line["summary"] = fitted(turn.memory.content.summary, room, plain=plain)
    if rows:
        call.out.rows(rows, list(rows[0]), "turns")


def picture(call: Call, predicted: Forecast, look: Style) -> list[str]:
    """The curves of the first to turn, and the calendar of all."""
    from textwrap import wrap

    from memento_cli.cli.drawing.canvas import flowed
    from memento_cli.cli.drawing.charts import chart_lines, height_for, legend_lines
    from memento_cli.cli.drawing.heat import grid_for, heat_lines

    lines = [look.paint(line, "bold") for line in wrap(sentence(call, predicted), look.width)]
    lines += flowed(standing(predicted), look)
    if not predicted.turns:
        return lines
    chart = chart_of(call, predicted)
    grid = grid_for(calendar(call, predicted), *span(call, predicted), look.width)
    drawn = chart_lines(chart, look, height_for(look))
    return [*lines, "", *drawn, *legend_lines(chart, look), "", *heat_lines(grid, look)]
