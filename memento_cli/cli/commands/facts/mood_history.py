"""How a long mood moved, drawn: its baseline, and the mood above or below it."""

from __future__ import annotations

from memento_cli.cli.commands.events.affect import felt_row
from memento_cli.cli.commands.facts.mood_rows import History, charts_of, day_of, felt_words
from memento_cli.cli.drawing.pictures import hand_over, look_of
from memento_cli.cli.output.safe import safe
from memento_cli.core.events.mood import mood_curve
from memento_cli.core.memory.refs import name_of, person_ref
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from memento_cli.cli.call import Call
    from memento_cli.cli.drawing.canvas import Style
    from memento_cli.core.events.mood import Place

ROWS, NEWEST = 6, 8
"""So many rows an axis is drawn in; so many feelings are told below."""


def show_history(call: Call, params: dict[str, Any]) -> None:
    """Print how a mood moved, or write it into a page."""
    history = _read(call, params)
    if params["html"] is not None:
        from memento_cli.cli.commands.facts.mood_page import mood_page

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
    from memento_cli.cli.drawing.canvas import fitted
    from memento_cli.cli.drawing.charts import chart_lines, legend_lines

    for title, chart in charts_of(call, history):
        lines = chart_lines(chart, look, ROWS)
        yield look.paint(title, "bold")
        yield from lines[:ROWS]
    yield from lines[ROWS:]  # the dates, once
    yield from legend_lines(chart, look)
    yield ""
    for felt in history.felt[-NEWEST:]:
        yield fitted(f"{day_of(call, felt)}  {felt_words(felt)}", look.width, plain=look.plain)
