"""memento fade curve"""

from __future__ import annotations

from memento_cli.cli.commands.fading.curve_rows import chart_of, rows_of, title
from memento_cli.cli.drawing.pictures import hand_over, look_of
from memento_cli.cli.input.selecting import named
from memento_cli.cli.output.rows import law_value
from memento_cli.core.fading.forecast import MOST_DAYS
from memento_cli.core.fading.parameters import law_text
from memento_cli.core.memory.memory import strength_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Annotated

    import typer

    from memento_cli.actions.fading.forecast import StrengthHistory
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import Ascii, Force, Html, MemoryName
    from memento_cli.cli.drawing.canvas import Style

TAKEN = 41  # by the sign, a strength and three days, with gaps
NAME_CELLS = 14


def curve(
    call: Call,
    words: MemoryName,
    days: Annotated[
        int | None,
        typer.Option(
            "--days", "-d", min=1, max=MOST_DAYS, metavar="N",
            help="So many days ahead; else until its law has done its work.",
        ),
    ] = None,
    ascii: Ascii = False,
    html: Html = None,
    force: Force = False,
) -> None:  # fmt: skip
    """One memory's past, and its future under its own law and, what if, under each other."""
    from memento_cli.actions.fading.forecast import curve as act
    from memento_cli.actions.memory.reading import locate

    id = named(call, words, lambda store, text: locate(store, text)[1])
    life = act(call.store, id, call.now, days)
    if html is not None:
        from memento_cli.cli.commands.fading.curve_page import curve_page

        hand_over(call, curve_page(call, life), html, force)
        return
    text = "" if call.out.machine else "\n".join(picture(call, life, look_of(call, ascii)))
    call.out.value(_value(life), text)


def _value(life: StrengthHistory) -> dict[str, object]:
    own = life.courses[0].memory
    return {
        "id": own.id,
        "strength": strength_at(own, life.now),
        "law": law_value(own.fade.law),
        "pinned": own.pinned,
        "now": life.now,
        "until": life.until,
        "thresholds": life.thresholds,
        "acts": [{"at": step.line.at, "act": step.line.act} for step in life.steps],
        "past": life.past,
        "courses": [
            {
                "law": course.memory.fade.law.name,
                "text": law_text(course.memory.fade.law),
                "own": not place,
                "strength": strength_at(course.memory, life.now),
                "falls": falls,
                "points": course.points,
            }
            for place, (course, falls) in enumerate(zip(life.courses, life.falls, strict=True))
        ],
    }


def picture(call: Call, life: StrengthHistory, look: Style) -> list[str]:
    """The chart, and for each law the strength now and when it falls."""
    from memento_cli.cli.drawing.canvas import fitted, flowed
    from memento_cli.cli.drawing.charts import chart_lines, height_for

    chart = chart_of(call, life)
    lines = [look.paint(fitted(title(life), look.width, plain=look.plain), "bold"), ""]
    lines += chart_lines(chart, look, height_for(look))
    if chart.marks:
        lines += flowed([f"{'^' if look.plain else '▲'} a use"], look)
    return [*lines, "", *_told(call, life, look)]


def _told(call: Call, life: StrengthHistory, look: Style) -> list[str]:
    """A line for each law; several where there is little room."""
    from memento_cli.cli.drawing.canvas import fitted, flowed

    rows = rows_of(call, life)
    heads = list(rows[0])[2:]
    room = look.width - TAKEN
    lines: list[str] = []
    if room < NAME_CELLS:
        for sign, law, *entries in (row.values() for row in rows):
            texts = [f"{head} {entry}" for head, entry in zip(heads, entries, strict=True)]
            lines += [*flowed([f"{sign} {law}"], look), *flowed(texts, look, 2)]
        return lines
    width = min(room, max(len(row["law"]) for row in rows))
    lines.append(look.paint(_columned("", "", heads, width), "dim"))
    for sign, law, *entries in (row.values() for row in rows):
        lines.append(_columned(sign, fitted(law, width, plain=look.plain), entries, width))
    return lines


def _columned(sign: str, law: str, entries: Sequence[str], width: int) -> str:
    now, *days = entries
    return f"{sign:<1} {law:<{width}} {now:>5}" + "".join(f" {day:>10}" for day in days)
