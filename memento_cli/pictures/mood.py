"""A mood in time: a chart of each axis in words, over the range that it moved in; and a small one.

The terminal, the pages and the browsers draw it from the points of `mood_curve`.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from memento_cli.core.events.affect import AXES
from memento_cli.core.events.mood_wording import BANDS, vad_words
from memento_cli.pictures.charts import Chart, Curve
from memento_cli.pictures.small import small_svg

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import tzinfo

    from memento_cli.core.events.mood import Place


MOOD_SIGN, BASELINE_SIGN = "*", "u"
MARK = "something was felt"
TITLES = ("Cheerful or low", "Lively or calm", "In control or not")
"""What each axis is about, in plain words."""
NEITHER = "neither"
LEAST_ROOM, EDGE = 0.5, 0.05
"""An axis spans at least so much, and so much more than the curves on either side."""
SHORTEST = timedelta(hours=1)
"""So long at least is the time that a chart has room for."""
LAST = datetime.max.replace(tzinfo=UTC)


def mood_charts(
    places: Sequence[Place], felt: Sequence[datetime], zone: tzinfo
) -> Iterator[tuple[str, Chart]]:
    """For each axis what it is about, and a chart of the mood and what is usual.

    `felt` are the moments at which something was felt; there is at least one place.
    """
    start, end = _time(places[0][0], places[-1][0])
    for number, title in enumerate(TITLES):
        points = [(at, vad[number]) for at, vad, _ in places]
        usual = [(at, baseline[number]) for at, _, baseline in places]
        low, high = _room([value for _, value in (*points, *usual)])
        names = _names(AXES[number], low, high)
        inside = [at for at in BANDS[AXES[number]].begins if low < at < high]
        yield (
            title,
            Chart(
                start,
                end,
                (
                    Curve(MOOD_SIGN, "the mood", points, own=True),
                    Curve(BASELINE_SIGN, "usual", usual),
                ),
                {f"{begin:g}": begin for begin in inside},
                None,
                felt,
                zone,
                bottom=low,
                ceiling=high,
                mark=MARK,
                names=names,
            ),
        )


def small_mood(places: Sequence[Place], felt: Sequence[datetime], zone: tzinfo) -> str:
    """How cheerful somebody was, as a small SVG that stands alone, at most 3 kB."""
    if not places:
        return ""
    _, chart = next(mood_charts(places, felt, zone))
    return small_svg(chart, f"The mood: {vad_words(places[-1][1])} now")


def _room(values: Sequence[float]) -> tuple[float, float]:
    """The lowest and the highest value that an axis has room for, within -1 and 1."""
    low, high = min(values) - EDGE, max(values) + EDGE
    missing = max(0.0, LEAST_ROOM - (high - low)) / 2
    low, high = low - missing, high + missing
    shift = max(0.0, -1 - low) - max(0.0, high - 1)
    return max(-1.0, low + shift), min(1.0, high + shift)


def _names(axis: str, low: float, high: float) -> list[tuple[str, float]]:
    """The bands within an axis's room by their names, each in the middle of what is seen of it."""
    bands = BANDS[axis]
    edges = [low, *(at for at in bands.begins if low < at < high), high]
    middles = [(below + above) / 2 for below, above in pairwise(edges)]
    return [(bands.name_at(middle) or NEITHER, middle) for middle in middles]


def _time(first: datetime, last: datetime) -> tuple[datetime, datetime]:
    """From the first moment to the last or, if that is short, some time after it; at the end of
    the calendar some time before it."""
    if first > LAST - SHORTEST:
        return last - SHORTEST, last
    return first, max(last, first + SHORTEST)
