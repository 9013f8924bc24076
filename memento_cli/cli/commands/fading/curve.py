"""memento fade curve: on a terminal, as JSON, and as a page."""

from __future__ import annotations

from datetime import UTC

from memento_cli.cli.input.selecting import named
from memento_cli.cli.output.pictures import hand_over, look_of
from memento_cli.cli.output.rows import law_value
from memento_cli.cli.output.wrapping import wrapped
from memento_cli.core.fading.forecast import EXPIRED, MOST_DAYS
from memento_cli.core.fading.wording import law_text
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.time.when import in_zone
from memento_cli.pictures.curve import curve_chart, curve_words, law_label, sign_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import Ascii, Force, Html, MemoryName
    from memento_cli.core.fading.curve import StrengthHistory
    from memento_cli.pictures.canvas import Style


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
    laws: Annotated[
        bool, typer.Option("--laws", help="Also what if: under each other law.")
    ] = False,
    ascii: Ascii = False,
    html: Html = None,
    force: Force = False,
) -> None:  # fmt: skip
    """One memory's past, and its future: when it will be weak, and what a use now would do."""
    from memento_cli.actions.fading.forecast import curve as act
    from memento_cli.actions.memory.reading import locate

    id = named(call, words, lambda store, text: locate(store, text)[1])
    life = act(call.store, id, call.now, days, laws=laws)
    if html is not None:
        hand_over(call, curve_page(call, life), html, force)
        return
    text = "" if call.out.machine else "\n".join(_drawing(call, life, look_of(call, ascii)))
    call.out.value(_value(life), text)


def _value(life: StrengthHistory) -> dict[str, object]:
    own = life.memory
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
        "use": {
            "strength": life.use.strength,
            "falls": life.use.falls,
            "skip": life.use.skip or None,
        },
        "words": curve_words(life, UTC),
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


def _drawing(call: Call, life: StrengthHistory, look: Style) -> list[str]:
    from memento_cli.pictures.canvas import fitted, flowed
    from memento_cli.pictures.charts import chart_lines, height_for

    chart = curve_chart(life, call.zone)
    lines = [look.paint(fitted(title(life), look.width, plain=look.plain), "bold"), ""]
    lines += chart_lines(chart, look, height_for(look))
    if chart.marks:
        lines += flowed([f"{'^' if look.plain else '▲'} a use"], look)
    lines += ["", wrapped(curve_words(life, call.zone), look.width), f"Its law: {own_law(life)}."]
    return [*lines, "", *_told(call, life, look)] if len(life.courses) > 1 else lines


def own_law(life: StrengthHistory) -> str:
    """The law of the memory itself."""
    return law_text(life.memory.fade.law)


def _told(call: Call, life: StrengthHistory, look: Style) -> list[str]:
    """A line for each law; several where there is little room."""
    from memento_cli.pictures.canvas import fitted, flowed

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


def title(life: StrengthHistory) -> str:
    """The id and the summary of a memory."""
    memory = life.memory
    return f"{memory.id}: {memory.content.summary}"


def rows_of(call: Call, life: StrengthHistory) -> list[dict[str, str]]:
    """For each law: its sign, its name, the strength now, and when it reaches each threshold."""
    rows = []
    for place, (course, falls) in enumerate(zip(life.courses, life.falls, strict=True)):
        strength = strength_at(course.memory, life.now)
        row = {
            "": sign_of(course, place),
            "law": law_label(course, place),
            "now": f"{strength:.3f}",
        }
        for name, level in life.thresholds.items():
            at = falls.get(name) or falls.get(EXPIRED)
            day = f"{in_zone(at, call.zone):%Y-%m-%d}" if at else "never"
            row[name] = "already" if strength < level else day
        rows.append(row)
    return rows


ABOUT = "What was, from the journal, and from now on what will be, unused."
ABOUT_LAWS = (
    "The thick line is its own law: what was, from the journal, and what will be, unused. "
    "The others are what if: had it always had that law, with the settings of a new memory."
)
ACTS = {"on": "date", "act": "", "strength before": "number", "added": "number"}


def curve_page(call: Call, life: StrengthHistory) -> str:
    """What is to come in words, the chart, the laws if asked for, and the acts that led here."""
    from memento_cli.pictures import page as html  # few want one

    chart = curve_chart(life, call.zone)
    laws = len(life.courses) > 1
    about = ABOUT_LAWS if laws else f"{ABOUT} Its law: {own_law(life)}."
    parts = [
        html.paragraph(curve_words(life, call.zone)),
        html.paragraph(f"As of {in_zone(life.now, call.zone):%Y-%m-%d}. {about}", "soft"),
        html.picture(html.chart_svg(chart, "Its strength in time")),
        html.legend(chart),
    ]
    if laws:
        heads = {"": "", "law": "", "now": "number", **dict.fromkeys(life.thresholds, "date")}
        parts += [html.heading("When it falls, law by law"), html.table(heads, rows_of(call, life))]
    parts += [html.heading("What was done"), html.table(ACTS, _acts(call, life))]
    return html.page(title(life), parts)


def _acts(call: Call, life: StrengthHistory) -> list[dict[str, str]]:
    rows = []
    for step in life.steps:
        use = step.use
        before, added = (f"{use.previous:.3f}", f"+{use.delta:.3f}") if use else ("", "")
        if use and not use.applied:
            added = "skipped"
        day = f"{in_zone(step.line.at, call.zone):%Y-%m-%d}"
        rows.append({"on": day, "act": step.line.act, "strength before": before, "added": added})
    return rows
