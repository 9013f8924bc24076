"""The course of one memory's strength as a page."""

from __future__ import annotations

from memento_cli.cli.commands.fading.curve_rows import chart_of, rows_of, title
from memento_cli.cli.drawing.page import heading, legend, page, paragraph, picture, table
from memento_cli.cli.drawing.svg import chart_svg
from memento_cli.core.time.when import in_zone

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.actions.fading.forecast import StrengthHistory
    from memento_cli.cli.call import Call

ABOUT = (
    "The thick line is its own law: what was, from the journal, and what will be, unused. "
    "The others are what if: had it always had that law, with the settings of a new memory."
)
ACTS = {"on": "date", "act": "", "strength before": "number", "added": "number"}


def curve_page(call: Call, life: StrengthHistory) -> str:
    """The chart, a table of the laws, and the acts that led here."""
    chart = chart_of(call, life)
    heads = {"": "", "law": "", "now": "number", **dict.fromkeys(life.thresholds, "date")}
    return page(
        title(life),
        [
            paragraph(f"As of {in_zone(life.now, call.zone):%Y-%m-%d}. {ABOUT}", "soft"),
            picture(chart_svg(chart, "Its strength in time, under each law")),
            legend(chart),
            heading("When it falls, law by law"),
            table(heads, rows_of(call, life)),
            heading("What was done"),
            table(ACTS, _acts(call, life)),
        ],
    )


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
