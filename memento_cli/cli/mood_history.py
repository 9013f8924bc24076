"""How a long mood moved, drawn: its baseline, and the mood above or below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple

from memento_cli.cli.affect import felt_row
from memento_cli.cli.call import Call
from memento_cli.cli.charts import Chart, Curve
from memento_cli.cli.pictures import hand_over, look_of
from memento_cli.cli.safe import safe
from memento_cli.core.affect import AXES, Vad, rounded
from memento_cli.core.felt import Felt
from memento_cli.core.mood import Mood, Place, course
from memento_cli.core.refs import name_of, person_ref
from memento_cli.core.trust import marked
from memento_cli.core.when import in_zone
from memento_cli.errors import Usage

if TYPE_CHECKING:
    from memento_cli.cli.canvas import Look

MOOD_SIGN, BASELINE_SIGN = "*", "b"
MARK = "something was felt"
SHORTEST = timedelta(hours=1)
"""So long at least is the time that a chart has room for."""
LAST = datetime.max.replace(tzinfo=UTC)
ROWS, NEWEST = 6, 8
"""So many rows an axis is drawn in; so many feelings are told below."""


class History(NamedTuple):
    """What somebody felt, and how it moved their mood; `places` are what is drawn of it."""

    person: str
    now: datetime
    felt: Sequence[Felt]
    moods: Sequence[Mood]
    places: Sequence[Place]


def show_history(call: Call, said: dict[str, Any]) -> None:
    """Print how a mood moved, or write it into a page."""
    history = _read(call, said)
    if said["html"] is not None:
        from memento_cli.cli.mood_page import mood_page

        hand_over(call, mood_page(call, history), said["html"], said["force"])
        return
    if history.places or call.out.machine:
        look = look_of(call, said["ascii"])
        text = "" if call.out.machine else "\n".join(_picture(call, history, look))
        call.out.value(_value(history), text)
    if not history.places:
        call.out.note(f"Nothing was felt by {safe(name_of(history.person))} that moved a mood")


def _read(call: Call, said: dict[str, Any]) -> History:
    from memento_cli.actions.feelings import felt_by, mood_history

    person = person_ref(said["person"] or call.store.settings["person"])
    felt = felt_by(call.store, call.now, person, until=call.named_now)
    moods = [mood for _, mood in mood_history(call.store, call.now, person, until=call.named_now)]
    start = call.moment(said["since"]) if said["since"] else None
    if start and start > call.now:
        raise Usage(f"--since {said['since']} is still to come", "name a time before now")
    if start:
        felt = [one for one in felt if one.moment >= start]
    places: list[Place] = []
    if moods:
        first = max(start or moods[0].at, moods[0].at)
        places = list(course(moods, first, call.now))
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
        chart = Chart(
            start, end, curves, {"": 0.0}, None, marks, call.zone_of_days, bottom=-1.0, mark=MARK
        )
        yield f"{axis}: {_told(history, number)}", chart


def _room(first: datetime, last: datetime) -> tuple[datetime, datetime]:
    """From the first moment to the last or, if that is short, some time after it; at the end of
    the calendar some time before it."""
    if first > LAST - SHORTEST:
        return last - SHORTEST, last
    return first, max(last, first + SHORTEST)


def _told(history: History, number: int) -> str:
    """An axis now, in numbers."""
    _, vad, baseline = history.places[-1]
    return f"{_number(vad, number)} now, baseline {_number(baseline, number)}"


def _number(vad: Vad, number: int) -> str:
    return f"{list(rounded(vad).values())[number]:.2f}"


def _picture(call: Call, history: History, look: Look) -> Iterator[str]:
    """A chart for each axis, all over the same dates, and what was felt last."""
    from memento_cli.cli.canvas import fitted
    from memento_cli.cli.charts import chart_lines, legend_lines

    for title, chart in charts_of(call, history):
        lines = chart_lines(chart, look, ROWS)
        yield look.paint(title, "bold")
        yield from lines[:ROWS]
    yield from lines[ROWS:]  # the dates, once
    yield from legend_lines(chart, look)
    yield ""
    for felt in history.felt[-NEWEST:]:
        yield fitted(f"{day_of(call, felt)}  {felt_words(felt)}", look.width, plain=look.plain)


def day_of(call: Call, felt: Felt) -> str:
    """The day of what was felt."""
    return f"{in_zone(felt.moment, call.zone_of_days):%Y-%m-%d}"


def felt_words(felt: Felt) -> str:
    """What was felt, in words, with whose they are; of what was erased, none."""
    labels = ", ".join(felt.affect.labels)
    words = ": ".join(filter(None, (labels, " ".join(felt.affect.text.split())))) or "(erased)"
    return marked(words, felt.trust)
