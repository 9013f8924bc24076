"""How a long mood moved, drawn: its baseline, and the mood above or below it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memento_cli.cli.commands.events.affect import felt_row
from memento_cli.cli.output.pictures import hand_over, look_of
from memento_cli.cli.output.values import safe
from memento_cli.core.events.affect import AXES, rounded
from memento_cli.core.events.mood import mood_curve
from memento_cli.core.memory.refs import name_of, person_ref
from memento_cli.core.security.trust import marked
from memento_cli.core.time.when import in_zone
from memento_cli.errors import Usage
from memento_cli.named_tuple import NamedTuple
from memento_cli.pictures.charts import Chart, Curve
from memento_cli.pictures.page import chart_svg, heading, legend, page, paragraph, picture, table

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from memento_cli.cli.call import Call
    from memento_cli.core.events.mood import Felt, Mood, Place
    from memento_cli.pictures.canvas import Style


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
    from memento_cli.actions.events.feelings import felt_by, mood_history

    person = person_ref(params["of"] or call.store.settings["person"])
    felt = felt_by(call.store, call.now, person, until=call.named_now)
    moods = [mood for _, mood in mood_history(call.store, call.now, person, until=call.named_now)]
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
    return History(person, call.now, felt, shown, places)


def _value(history: History) -> dict[str, Any]:
    return {
        "person": history.person,
        "now": history.now,
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
    from memento_cli.pictures.charts import chart_lines, legend_lines

    for title, chart in charts_of(call, history):
        lines = chart_lines(chart, look, ROWS)
        yield look.paint(title, "bold")
        yield from lines[:ROWS]
    yield from lines[ROWS:]  # the dates, once
    yield from legend_lines(chart, look)
    yield ""
    for felt in history.felt[-NEWEST:]:
        yield fitted(f"{day_of(call, felt)}  {felt_words(felt)}", look.width, plain=look.plain)


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


MOOD_SIGN, BASELINE_SIGN = "*", "b"
MARK = "something was felt"
SHORTEST = timedelta(hours=1)
"""So long at least is the time that a chart has room for."""
LAST = datetime.max.replace(tzinfo=UTC)


class History(NamedTuple):
    """What somebody felt, and how it moved their mood; `places` are what is drawn of it."""

    person: str
    now: datetime
    felt: Sequence[Felt]
    moods: Sequence[Mood]
    places: Sequence[Place]


def charts_of(call: Call, history: History) -> Iterator[tuple[str, Chart]]:
    """For each axis a chart of the mood and its baseline, and what it is called."""
    places = history.places
    start, end = _room(places[0][0], places[-1][0])
    marks = [felt.moment for felt in history.felt]
    for number, axis in enumerate(AXES):
        curves = (
            Curve(MOOD_SIGN, "the mood", [(at, vad[number]) for at, vad, _ in places], own=True),
            Curve(BASELINE_SIGN, "its baseline", [(at, base[number]) for at, _, base in places]),
        )
        chart = Chart(start, end, curves, {"": 0.0}, None, marks, call.zone, bottom=-1.0, mark=MARK)
        now, base = (list(rounded(vad).values())[number] for vad in history.places[-1][1:])
        yield f"{axis}: {now:.2f} now, baseline {base:.2f}", chart


def _room(first: datetime, last: datetime) -> tuple[datetime, datetime]:
    """From the first moment to the last or, if that is short, some time after it; at the end of
    the calendar some time before it."""
    if first > LAST - SHORTEST:
        return last - SHORTEST, last
    return first, max(last, first + SHORTEST)


def day_of(call: Call, felt: Felt) -> str:
    """The day of what was felt."""
    return f"{in_zone(felt.moment, call.zone):%Y-%m-%d}"


def felt_words(felt: Felt) -> str:
    """What was felt, in words, with whose they are; of what was erased, none."""
    labels = ", ".join(felt.affect.labels)
    words = ": ".join(filter(None, (labels, " ".join(felt.affect.text.split())))) or "(erased)"
    return marked(words, felt.trust)
