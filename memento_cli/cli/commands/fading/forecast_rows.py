"""What a forecast is drawn and told from, on a terminal and on a page."""

from __future__ import annotations

from collections import Counter
from math import isfinite

from memento_cli.cli.output.rows import counted
from memento_cli.core.fading.forecast import STANDING, TURNS
from memento_cli.core.time.when import in_zone

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import date, datetime

    from memento_cli.cli.call import Call
    from memento_cli.cli.drawing.charts import Chart
    from memento_cli.core.fading.forecast import Forecast, ThresholdCrossing


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
    until = f"until {day_of(call, predicted.until)}"
    return (
        f"{counted(len(predicted.turns), 'turn')} {until}: {listed}"
        if listed
        else f"No turns {until}"
    )


def standing(predicted: Forecast) -> list[str]:
    """How many are in each tier now, and then."""
    return [f"{kind} {predicted.before[kind]} -> {predicted.after[kind]}" for kind in STANDING]


def chart_of(call: Call, predicted: Forecast) -> Chart:
    """The curves of the memories that turn first."""
    from memento_cli.cli.drawing.charts import Chart, Curve
    from memento_cli.core.fading.curve import future
    from memento_cli.core.fading.forecast import levels

    first = {
        turn.memory.id: turn for turn in sorted(predicted.turns, key=lambda t: t.at, reverse=True)
    }
    chosen = sorted(first.values(), key=lambda turn: turn.at)[: len(CURVES)]
    curves = [
        Curve(
            sign,
            f"{turn.memory.id}, {turn.turn} on {day_of(call, turn.at)}",
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
