"""How a long mood moved: in words, and drawn with what is usual."""

from __future__ import annotations

from datetime import UTC

from memento_cli.cli.commands.events.affect import felt_row
from memento_cli.cli.output.pictures import hand_over, look_of
from memento_cli.cli.output.values import safe
from memento_cli.cli.output.wrapping import wrapped
from memento_cli.core.events.affect import AXES
from memento_cli.core.events.mood import mood_curve
from memento_cli.core.events.mood_wording import BANDS, felt_words, mood_sentence, vad_words
from memento_cli.core.memory.refs import name_of, person_ref
from memento_cli.core.time.when import in_zone
from memento_cli.errors import Usage
from memento_cli.named_tuple import NamedTuple
from memento_cli.pictures.mood import NEITHER, mood_charts
from memento_cli.pictures.page import chart_svg, heading, legend, page, paragraph, picture, table

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime
    from typing import Any

    from memento_cli.cli.call import Call
    from memento_cli.core.events.mood import Felt, Mood, Place
    from memento_cli.pictures.canvas import Style
    from memento_cli.pictures.charts import Chart


ROWS, NEWEST = 6, 8
"""So many rows an axis is drawn in; so many feelings are told below."""


def show_history(call: Call, params: dict[str, Any]) -> None:
    """Print how a mood moved, or write it into a page."""
    history = _read(call, params)
    if params["html"] is not None:
        hand_over(call, mood_page(call, history), params["html"], params["force"])
        return
    if history.places or call.out.machine:
        look = look_of(call, params["ascii"])
        text = "" if call.out.machine else "\n".join(_picture(call, history, look))
        call.out.value(_value(history), text)
    if not history.places:
        call.out.note(f"Nothing was felt by {safe(name_of(history.person))} that moved a mood")


def _read(call: Call, params: dict[str, Any]) -> History:
    from memento_cli.actions.events.feelings import felt_by
    from memento_cli.core.events.mood import moods_after

    person = person_ref(params["of"] or call.store.settings["person"])
    felt = felt_by(call.store, call.now, person, until=call.named_now)
    felt_moods = moods_after(felt)
    moods = [mood for _, mood in felt_moods]
    start = call.moment(params["since"]) if params["since"] else None
    if start and start > call.now:
        raise Usage(f"--since {params['since']} is still to come", "name a time before now")
    if start:
        felt = [one for one in felt if one.moment >= start]
    places: list[Place] = []
    if moods:
        first = max(start or moods[0].at, moods[0].at)
        places = list(mood_curve(moods, first, call.now))
    shown = [mood for mood in moods if start is None or mood.at >= start]
    return History(person, call.now, felt, shown, places, felt_moods)


def _value(history: History) -> dict[str, Any]:
    return {
        "person": history.person,
        "now": history.now,
        "words": mood_sentence(history.felt_moods, history.now, UTC),
        "felt": [felt_row(felt) for felt in history.felt],
        "moods": [
            {
                "at": mood.at,
                "mood": mood.vad_at(mood.at)._asdict(),
                "baseline": mood.baseline._asdict(),
                "shock": mood.shock._asdict(),
                "shock_half_life": mood.half_life,
                "severity": mood.severity,
            }
            for mood in history.moods
        ],
        "points": [
            {"at": at, "mood": vad._asdict(), "baseline": baseline._asdict()}
            for at, vad, baseline in history.places
        ],
    }


def _picture(call: Call, history: History, look: Style) -> Iterator[str]:
    """A chart for each axis, all over the same dates, and what was felt last."""
    from memento_cli.pictures.canvas import fitted
    from memento_cli.pictures.charts import chart_lines, legend_lines, margin_of

    words = mood_sentence(history.felt_moods, history.now, call.zone)
    for line in wrapped(safe(words), look.width).split("\n"):
        yield fitted(line, look.width, plain=look.plain)
    charts = list(_charts(call, history))
    margin = max(margin_of(chart) for _, chart in charts)
    for title, chart in charts:
        lines = chart_lines(chart, look, ROWS, margin)
        yield look.paint(title, "bold")
        yield from lines[:ROWS]
    yield from lines[ROWS:]  # the dates, once
    yield from legend_lines(chart, look)
    yield ""
    for felt in history.felt[-NEWEST:]:
        yield fitted(f"{day_of(call, felt)}  {felt_words(felt)}", look.width, plain=look.plain)


def _charts(call: Call, history: History) -> Iterator[tuple[str, Chart]]:
    """The chart of each axis, with what it is about and how that is now."""
    moments = [felt.moment for felt in history.felt]
    now = history.places[-1][1]
    for (title, chart), axis, value in zip(
        mood_charts(history.places, moments, call.zone), AXES, now, strict=True
    ):
        yield f"{title}: {BANDS[axis].name_at(value) or NEITHER} now", chart


ABOUT = (
    "The thick line is the mood. What is usual follows what was felt in days; what lies between "
    "the two came with what was felt last, and fades in hours."
)
NUMBERS = (
    "Each is drawn over the range that it moved in. In JSON (--json) the three are the numbers "
    "valence, arousal and dominance, from -1 to 1."
)
FELT = {"on": "date", "what was felt": "", "how": "", "sure": "number"}


def mood_page(call: Call, history: History) -> str:
    """A chart for each axis, and a table of what was felt."""
    drawn: list[str] = []
    if history.places:
        charts = list(_charts(call, history))
        for title, chart in charts:
            drawn += [heading(title), picture(chart_svg(chart, title))]
        drawn.append(legend(charts[0][1]))
    return page(
        f"The mood of {name_of(history.person)}",
        [
            paragraph(mood_sentence(history.felt_moods, history.now, call.zone)),
            paragraph(f"As of {in_zone(history.now, call.zone):%Y-%m-%d}. {ABOUT}", "soft"),
            *drawn,
            paragraph(NUMBERS, "soft"),
            heading("What was felt"),
            table(FELT, _rows(call, history)),
        ],
    )


def _rows(call: Call, history: History) -> list[dict[str, str]]:
    return [
        {
            "on": day_of(call, felt),
            "what was felt": felt_words(felt),
            "how": vad_words(felt.affect.vad),
            "sure": f"{felt.affect.confidence:.0%}",
        }
        for felt in history.felt
    ]


class History(NamedTuple):
    """What somebody felt, and how it moved their mood; `places` are what is drawn of it.

    `felt_moods` has all feelings, with the mood after each.
    """

    person: str
    now: datetime
    felt: Sequence[Felt]
    moods: Sequence[Mood]
    places: Sequence[Place]
    felt_moods: Sequence[tuple[Felt, Mood]]


def day_of(call: Call, felt: Felt) -> str:
    """The day of what was felt."""
    return f"{in_zone(felt.moment, call.zone):%Y-%m-%d}"
