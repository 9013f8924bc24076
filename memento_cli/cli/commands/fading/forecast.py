"""memento fade forecast: on a terminal, as JSON, and as a page."""

from __future__ import annotations

from collections import Counter
from math import isfinite

from memento_cli.cli.output.out import NARROW
from memento_cli.cli.output.pictures import columns, hand_over, look_of
from memento_cli.cli.output.rows import law_value
from memento_cli.core.fading.forecast import (
    EXPIRED,
    FADED,
    GHOST,
    MOST_DAYS,
    PRUNABLE,
    STANDING,
    TURNS,
    levels,
)
from memento_cli.core.fading.wording import skip_reason, turn_meanings
from memento_cli.core.time.when import in_zone
from memento_cli.errors import Usage
from memento_cli.pictures.canvas import NARROWEST

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date, datetime
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import Ascii, Force, Html
    from memento_cli.core.fading.forecast import Forecast, ThresholdCrossing
    from memento_cli.pictures.canvas import Style
    from memento_cli.pictures.charts import Chart


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
        bool, typer.Option("--replay", help="Instead: which law and weights would suit this store.")
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
        for line in _drawing(call, predicted, look_of(call, ascii)):
            call.out.say(line)
    else:
        call.out.note(sentence(call, predicted))
    if len(shown) < len(predicted.turns):
        call.out.note(f"{len(shown)} of {len(predicted.turns)} shown; --limit shows more")


def _replay(call: Call) -> None:
    from memento_cli.actions.replay.replay import COLUMNS as STANDINGS
    from memento_cli.actions.replay.replay import notes_of, replay, rows_of, value_of

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
    from memento_cli.pictures.canvas import cells, fitted

    rows = [
        {
            "turns": turn.turn,
            "on": f"{day_of(call, turn.at)}",
            "id": turn.memory.id,
            "one use": bought(turn),
        }
        for turn in turns
    ]
    numbered = enumerate(rows, 1)  # as a terminal shows them, in place of ids
    shown = [row | {"id": str(at)} for at, row in numbered] if call.out.terminal else rows
    widths = [max((cells(row[key]) for row in shown), default=0) + GAP for key in TABLE[:-1]]
    room = (columns() if call.out.terminal else NARROW) - sum(widths)
    if room >= SUMMARY_CELLS:
        for line, turn in zip(rows, turns, strict=True):
            line["summary"] = fitted(turn.memory.content.summary, room, plain=plain)
    if rows:
        call.out.rows(rows, list(rows[0]), "turns")


def _drawing(call: Call, predicted: Forecast, look: Style) -> list[str]:
    from textwrap import wrap

    from memento_cli.pictures.canvas import flowed
    from memento_cli.pictures.charts import chart_lines, height_for, legend_lines
    from memento_cli.pictures.heat import grid_for, heat_lines

    first, last = span(call, predicted)
    lines = [look.paint(line, "bold") for line in wrap(sentence(call, predicted), look.width)]
    before, after = predicted.before, predicted.after
    counts = [f"{kind} {before[kind]} -> {after[kind]}" for kind in STANDING]
    lines += flowed([f"In all, {first} -> {last}:", *counts], look)
    if not predicted.turns:
        return lines
    lines += [line for told in legend_of(call, predicted) for line in wrap(told, look.width)]
    chart = chart_of(call, predicted)
    grid = grid_for(calendar(call, predicted), first, last, look.width)
    return [
        *lines,
        "",
        look.paint(f"{FIRST}, unused", "bold"),
        *chart_lines(chart, look, height_for(look)),
        *legend_lines(chart, look),
        "",
        look.paint(f"{HOW_MANY} {grid.unit}", "bold"),
        *heat_lines(grid, look),
    ]


FIRST, HOW_MANY = "The first to turn", "How many turn each"
USE = "one use: by how much a use now would put the turn off"


def legend_of(call: Call, predicted: Forecast) -> list[str]:
    """What each turn means, and what the last column of a table is."""
    settings = call.store.settings
    kept = settings["maintain.candidates"] == "retention"
    meanings = turn_meanings(levels(0.0 if kept else settings["prune.below"]))
    there = {turn.turn for turn in predicted.turns}
    return [*(f"{kind}: {text}" for kind, text in meanings.items() if kind in there), USE]


CURVES = "abcdef"


def bought(turn: ThresholdCrossing) -> str:
    """What one use now would buy, for people."""
    gained = turn.gained_days
    if not gained:
        return "nothing"
    return f"+{gained:.{0 if gained >= 10 else 1}f} days" if isfinite(gained) else "for ever"


def day_of(call: Call, at: datetime) -> date:
    """The day of a moment where the person is."""
    return in_zone(at, call.zone).date()


def sentence(call: Call, predicted: Forecast) -> str:
    """How many turn to what, until when."""
    counts = Counter(turn.turn for turn in predicted.turns)
    listed = ", ".join(f"{counts[kind]} {kind}" for kind in TURNS if counts[kind])
    until = day_of(call, predicted.until)
    return f"Unused until {until}: {listed}" if listed else f"Nothing turns until {until}"


def chart_of(call: Call, predicted: Forecast) -> Chart:
    """The curves of the memories that turn first."""
    from memento_cli.core.fading.curve import future
    from memento_cli.pictures.charts import Chart, Curve

    first = {
        turn.memory.id: turn for turn in sorted(predicted.turns, key=lambda t: t.at, reverse=True)
    }
    chosen = sorted(first.values(), key=lambda turn: turn.at)[: len(CURVES)]
    curves = [
        Curve(
            sign,
            f"{turn.turn} on {day_of(call, turn.at)}: {turn.memory.content.summary}",
            future(turn.memory, predicted.now, predicted.until).points,
        )
        for sign, turn in zip(CURVES, chosen, strict=False)
    ]
    thresholds = levels(call.store.settings["prune.below"])
    return Chart(predicted.now, predicted.until, curves, thresholds, zone=call.zone)


def calendar(call: Call, predicted: Forecast) -> Counter[date]:
    """How many turn on each day."""
    return Counter(day_of(call, turn.at) for turn in predicted.turns)


def span(call: Call, predicted: Forecast) -> tuple[date, date]:
    """The first and the last day of a forecast."""
    return day_of(call, predicted.now), day_of(call, predicted.until)


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
    from memento_cli.pictures import page as html  # few want one

    first, last = span(call, predicted)
    sides = {f"{first}": predicted.before, f"{last}": predicted.after}
    rows = [
        {"": day} | {kind: f"{counts[kind]}" for kind in STANDING} for day, counts in sides.items()
    ]
    note = f"Days of {call.zone}. One memory may turn several times: first faded, then ghost."
    parts = [html.paragraph(f"{sentence(call, predicted)}.")]
    if predicted.turns:
        parts += [html.listing(legend_of(call, predicted)), html.paragraph(note, "soft")]
    parts += [html.table(COUNTS, rows, small=True), *_pictures(call, predicted)]
    for kind in TURNS:
        turns = [turn for turn in predicted.turns if turn.turn == kind]
        if turns:
            told = [
                {
                    "on": f"{day_of(call, turn.at)}",
                    "id": turn.memory.id,
                    "summary": turn.memory.content.summary,
                    "strength": f"{turn.strength:.3f}",
                    "one use": bought(turn),
                }
                for turn in turns
            ]
            parts += [html.heading(f"{WILL[kind]} ({len(turns)})"), html.table(HEADS, told)]
    return html.page(f"Forecast to {last}", parts)


def _pictures(call: Call, predicted: Forecast) -> list[str]:
    from memento_cli.pictures import page as html
    from memento_cli.pictures.heat import by_day, by_week

    if not predicted.turns:
        return []
    chart = chart_of(call, predicted)
    first, last = span(call, predicted)
    by = by_day if (last - first).days <= WEEKS_FROM_DAYS else by_week
    grid = by(calendar(call, predicted), first, last)
    return [
        html.heading(f"{FIRST}, unused"),
        html.picture(html.chart_svg(chart, "Strengths of the memories that turn first")),
        html.legend(chart),
        html.heading(f"{HOW_MANY} {grid.unit}"),
        html.picture(html.heat_svg(grid, f"How many memories turn, by {grid.unit}")),
        html.heat_legend(grid),
    ]
