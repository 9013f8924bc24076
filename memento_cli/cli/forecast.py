"""memento forecast"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date, datetime
from math import isfinite
from typing import TYPE_CHECKING, Annotated

import typer

from memento_cli.cli.call import Call, of
from memento_cli.cli.canvas import NARROWEST
from memento_cli.cli.out import NARROW
from memento_cli.cli.pictures import Ascii, Force, Html, columns, hand_over, look_of
from memento_cli.cli.rows import counted, law_value
from memento_cli.core.forecast import MOST_DAYS, STANDING, TURNS, Forecast, Turn
from memento_cli.core.reinforcement import skip_reason
from memento_cli.core.when import in_zone
from memento_cli.errors import Usage

if TYPE_CHECKING:
    from memento_cli.cli.canvas import Look
    from memento_cli.cli.charts import Chart

COLUMNS = ("turns", "at", "id", "gained_days", "summary")
TABLE = ("turns", "on", "id", "one use", "summary")
CURVES = "abcdef"
SUMMARY_CELLS, GAP = 16, 3


def forecast(
    ctx: typer.Context,
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
    ascii: Ascii = False,
    html: Html = None,
    force: Force = False,
) -> None:
    """What will turn faded, ghost, prunable or expired, when, and what one use would buy."""
    from memento_cli.actions.forecast import forecast as act

    call = of(ctx)
    found = act(call.store, call.now, days)
    if html is not None:
        from memento_cli.cli.forecast_page import forecast_page

        hand_over(call, forecast_page(call, found), html, force)
        return
    shown = limited(found.turns, limit)
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
        for line in picture(call, found, look_of(call, ascii)):
            call.out.say(line)
    else:
        call.out.note(sentence(call, found))
    if len(shown) < len(found.turns):
        call.out.note(f"{len(shown)} of {len(found.turns)} shown; --limit shows more")


def limited(turns: Iterable[Turn], limit: int | None) -> list[Turn]:
    """At most so many of each group, the first to come."""
    seen = Counter[str]()
    kept = []
    for turn in turns:
        seen[turn.turn] += 1
        if limit is None or seen[turn.turn] <= limit:
            kept.append(turn)
    return kept


def row(call: Call, turn: Turn) -> dict[str, object]:
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


def print_table(call: Call, turns: list[Turn], *, plain: bool) -> None:
    """The turns as a table, each on one line: of a summary there is what has room."""
    from memento_cli.cli.canvas import cells, fitted

    rows = [
        {
            "turns": turn.turn,
            "on": f"{day_of(call, turn.at)}",
            "id": turn.memory.id,
            "one use": bought(turn),
        }
        for turn in turns
    ]
    taken = [max((cells(row[key]) for row in rows), default=0) + GAP for key in TABLE[:-1]]
    room = (columns() if call.out.terminal else NARROW) - sum(taken)
    if room >= SUMMARY_CELLS:
        for line, turn in zip(rows, turns, strict=True):
            line["summary"] = fitted(turn.memory.content.summary, room, plain=plain)
    if rows:
        call.out.rows(rows, list(rows[0]), "turns")


def bought(turn: Turn) -> str:
    """What one use now would buy, for people."""
    gained = turn.gained_days
    if not gained:
        return "nothing"
    return f"+{gained:.{0 if gained >= 10 else 1}f} days" if isfinite(gained) else "for ever"


def day_of(call: Call, at: datetime) -> date:
    """The day of a moment where the person is."""
    return in_zone(at, call.zone_of_days).date()


def sentence(call: Call, found: Forecast) -> str:
    """How many turn to what, until when."""
    counts = Counter(turn.turn for turn in found.turns)
    told = ", ".join(f"{counts[kind]} {kind}" for kind in TURNS if counts[kind])
    until = f"until {day_of(call, found.until)}"
    return f"{counted(len(found.turns), 'turn')} {until}: {told}" if told else f"No turns {until}"


def standing(found: Forecast) -> list[str]:
    """How many are in each tier now, and then."""
    return [f"{kind} {found.before[kind]} -> {found.after[kind]}" for kind in STANDING]


def picture(call: Call, found: Forecast, look: Look) -> list[str]:
    """The curves of the first to turn, and the calendar of all."""
    from textwrap import wrap

    from memento_cli.cli.canvas import flowed
    from memento_cli.cli.charts import chart_lines, height_for, legend_lines
    from memento_cli.cli.heat import grid_for, heat_lines

    lines = [look.paint(line, "bold") for line in wrap(sentence(call, found), look.width)]
    lines += flowed(standing(found), look)
    if not found.turns:
        return lines
    chart = chart_of(call, found)
    grid = grid_for(calendar(call, found), *span(call, found), look.width)
    drawn = chart_lines(chart, look, height_for(look))
    return [*lines, "", *drawn, *legend_lines(chart, look), "", *heat_lines(grid, look)]


def chart_of(call: Call, found: Forecast) -> Chart:
    """The curves of the memories that turn first."""
    from memento_cli.cli.charts import Chart, Curve
    from memento_cli.core.course import future
    from memento_cli.core.forecast import levels

    first = {turn.memory.id: turn for turn in sorted(found.turns, key=lambda t: t.at, reverse=True)}
    chosen = sorted(first.values(), key=lambda turn: turn.at)[: len(CURVES)]
    curves = [
        Curve(
            sign,
            f"{turn.memory.id}, {turn.turn} on {day_of(call, turn.at)}",
            future(turn.memory, found.now, found.until).points,
        )
        for sign, turn in zip(CURVES, chosen, strict=False)
    ]
    thresholds = levels(call.store.settings["prune.below"])
    return Chart(found.now, found.until, curves, thresholds, zone=call.zone_of_days)


def calendar(call: Call, found: Forecast) -> Counter[date]:
    """How many turn on each day."""
    return Counter(day_of(call, turn.at) for turn in found.turns)


def span(call: Call, found: Forecast) -> tuple[date, date]:
    """The first and the last day of a forecast."""
    return day_of(call, found.now), day_of(call, found.until)
