"""How a long mood moved, as a page."""

from __future__ import annotations

from memento_cli.cli.commands.facts.mood_rows import charts_of, day_of, felt_words
from memento_cli.cli.drawing.page import chart_svg, heading, legend, page, paragraph, picture, table
from memento_cli.core.events.affect import rounded
from memento_cli.core.memory.refs import name_of
from memento_cli.core.time.when import in_zone

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.call import Call
    from memento_cli.cli.commands.facts.mood_rows import History

ABOUT = (
    "The thick line is the mood. Its baseline follows what was felt in days; what lies between the "
    "two is the shock of what was felt last, and fades in hours."
)
FELT = {"on": "date", "what was felt": "", "valence": "number", "arousal": "number",
        "dominance": "number", "sure": "number"}  # fmt: skip


def mood_page(call: Call, history: History) -> str:
    """A chart for each axis, and a table of what was felt."""
    drawn: list[str] = []
    if history.places:
        charts = list(charts_of(call, history))
        for title, chart in charts:
            drawn += [heading(title), picture(chart_svg(chart, title))]
        drawn.append(legend(charts[0][1]))
    return page(
        f"The mood of {name_of(history.person)}",
        [
            paragraph(f"As of {in_zone(history.now, call.zone):%Y-%m-%d}. {ABOUT}", "soft"),
            *drawn,
            heading("What was felt"),
            table(FELT, _rows(call, history)),
        ],
    )


def _rows(call: Call, history: History) -> list[dict[str, str]]:
    return [
        {
            "on": day_of(call, felt),
            "what was felt": felt_words(felt),
            **{axis: f"{number:.2f}" for axis, number in rounded(felt.affect.vad).items()},
            "sure": f"{felt.affect.confidence:.0%}",
        }
        for felt in history.felt
    ]
