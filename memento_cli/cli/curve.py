"""memento curve"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from memento_cli.actions.forecast import Life
from memento_cli.cli.call import Call, of
from memento_cli.cli.options import Id
from memento_cli.cli.pictures import Ascii, Force, Html, hand_over, look_of
from memento_cli.cli.rows import law_value
from memento_cli.core.course import Course
from memento_cli.core.forecast import EXPIRED, MOST_DAYS
from memento_cli.core.laws import law_text
from memento_cli.core.memory import strength_at
from memento_cli.core.when import in_zone

if TYPE_CHECKING:
    from memento_cli.cli.canvas import Look
    from memento_cli.cli.charts import Chart

OWN = "*"
TAKEN = 41  # by the sign, a strength and three days, with gaps
NAME_CELLS = 14
SIGNS = {"half-life": "h", "ebbinghaus": "e", "daily": "d", "ttl": "t", "never": "n",
         "base-level": "b"}  # fmt: skip


def curve(
    ctx: typer.Context,
    id: Id,
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
    from memento_cli.actions.forecast import curve as act
    from memento_cli.actions.reading import located

    call = of(ctx)
    life = act(call.store, located(call.store, id)[1], call.now, days)
    if html is not None:
        from memento_cli.cli.curve_page import curve_page

        hand_over(call, curve_page(call, life), html, force)
        return
    text = "" if call.out.machine else "\n".join(picture(call, life, look_of(call, ascii)))
    call.out.value(_value(life), text)


def _value(life: Life) -> dict[str, object]:
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


def title(life: Life) -> str:
    """Which memory it is, and what it says."""
    memory = life.courses[0].memory
    return f"{memory.id}: {memory.content.summary}"


def picture(call: Call, life: Life, look: Look) -> list[str]:
    """The chart, and for each law the strength now and when it falls."""
    from memento_cli.cli.canvas import fitted, flowed
    from memento_cli.cli.charts import chart_lines, height_for

    chart = chart_of(call, life)
    lines = [look.paint(fitted(title(life), look.width, plain=look.plain), "bold"), ""]
    lines += chart_lines(chart, look, height_for(look))
    if chart.marks:
        lines += flowed([f"{'^' if look.plain else '▲'} a use"], look)
    return [*lines, "", *_told(call, life, look)]


def _told(call: Call, life: Life, look: Look) -> list[str]:
    """A line for each law; several where there is little room."""
    from memento_cli.cli.canvas import fitted, flowed

    rows = rows_of(call, life)
    heads = list(rows[0])[2:]
    room = look.width - TAKEN
    lines: list[str] = []
    if room < NAME_CELLS:
        for sign, law, *entries in (row.values() for row in rows):
            told = [f"{head} {entry}" for head, entry in zip(heads, entries, strict=True)]
            lines += [*flowed([f"{sign} {law}"], look), *flowed(told, look, 2)]
        return lines
    width = min(room, max(len(row["law"]) for row in rows))
    lines.append(look.paint(_columned("", "", heads, width), "dim"))
    for sign, law, *entries in (row.values() for row in rows):
        lines.append(_columned(sign, fitted(law, width, plain=look.plain), entries, width))
    return lines


def _columned(sign: str, law: str, entries: Sequence[str], width: int) -> str:
    now, *days = entries
    return f"{sign:<1} {law:<{width}} {now:>5}" + "".join(f" {day:>10}" for day in days)


def rows_of(call: Call, life: Life) -> list[dict[str, str]]:
    """For each law: its sign, its name, the strength now, and when it reaches each threshold."""
    rows = []
    for place, (course, falls) in enumerate(zip(life.courses, life.falls, strict=True)):
        strength = strength_at(course.memory, life.now)
        row = {"": sign_of(course, place), "law": named(course, place), "now": f"{strength:.3f}"}
        for name, level in life.thresholds.items():
            row[name] = "already" if strength < level else _day(call, falls, name)
        rows.append(row)
    return rows


def _day(call: Call, falls: Mapping[str, datetime], name: str) -> str:
    at = falls.get(name) or falls.get(EXPIRED)
    return f"{in_zone(at, call.zone_of_days):%Y-%m-%d}" if at else "never"


def sign_of(course: Course, place: int) -> str:
    """The sign of a course: its own law's, or the initial of another's."""
    return OWN if place == 0 else SIGNS[course.memory.fade.law.name]


def named(course: Course, place: int) -> str:
    """The law of a course, and whether it is the memory's own."""
    text = law_text(course.memory.fade.law)
    if place == 0:
        return f"{text}, pinned" if course.memory.pinned else f"{text} (its own)"
    return text


def chart_of(call: Call, life: Life) -> Chart:
    """The past and the future by its own law as one curve, the others from now on."""
    from memento_cli.cli.charts import Chart, Curve

    own, *others = life.courses
    curves = [Curve(OWN, named(own, 0), (*life.past, *own.points), own=True)]
    curves += [
        Curve(sign_of(course, place), named(course, place), course.points)
        for place, course in enumerate(others, 1)
    ]
    start = life.past[0][0] if life.past else life.now
    uses = [step.line.at for step in life.steps if step.use and step.use.applied]
    return Chart(start, life.until, curves, life.thresholds, life.now, uses, call.zone_of_days)
