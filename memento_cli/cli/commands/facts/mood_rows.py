"""What the course of a mood is drawn and told from, on a terminal and on a page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memento_cli.cli.drawing.charts import Chart, Curve
from memento_cli.core.events.affect import AXES, rounded
from memento_cli.core.security.trust import marked
from memento_cli.core.time.when import in_zone
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from memento_cli.cli.call import Call
    from memento_cli.core.events.affect import Vad
    from memento_cli.core.events.felt import Felt
    from memento_cli.core.events.mood import Mood, Place


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


def day_of(call: Call, felt: Felt) -> str:
    """The day of what was felt."""
    return f"{in_zone(felt.moment, call.zone):%Y-%m-%d}"


def felt_words(felt: Felt) -> str:
    """What was felt, in words, with whose they are; of what was erased, none."""
    labels = ", ".join(felt.affect.labels)
    words = ": ".join(filter(None, (labels, " ".join(felt.affect.text.split())))) or "(erased)"
    return marked(words, felt.trust)
