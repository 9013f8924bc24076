"""Pictures as text: curves in time, such as strengths with their thresholds."""

from __future__ import annotations

from datetime import UTC, timedelta

from memento_cli.core.time.when import in_zone
from memento_cli.named_tuple import NamedTuple
from memento_cli.pictures.canvas import Canvas, Stroke, flowed, height_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime, tzinfo

    from memento_cli.core.fading.curve import Point
    from memento_cli.pictures.canvas import Place, Style

DASHES = ((1, 0), (1, 1), (4, 2), (2, 2), (1, 3), (6, 2))
STYLES = ("green", "yellow", "red", "", "bold", "dim")
TICK_CELLS, SHORT_DAYS = 16, 5
TAG_CELLS = 14


class Curve(NamedTuple):
    """A line to draw: its sign, what it is, its points, and whether it is the one that counts."""

    sign: str
    name: str
    points: Sequence[Point]
    own: bool = False


class Chart(NamedTuple):
    """Curves from `start` to `end`, and thresholds by name.

    `now` is marked if it lies between; `marks` are moments to point at, each `mark`. Dates are
    those of `zone`. There is room from `bottom` to `ceiling`, or to what a curve has above. `names`
    are words beside the axis, each with its height, instead of numbers.
    """

    start: datetime
    end: datetime
    curves: Sequence[Curve]
    levels: Mapping[str, float]
    now: datetime | None = None
    marks: Sequence[datetime] = ()
    zone: tzinfo = UTC
    bottom: float = 0.0
    ceiling: float = 1.0
    mark: str = "a use"
    names: Sequence[tuple[str, float]] = ()

    @property
    def top(self) -> float:
        """The highest value there is room for: the ceiling, or what a curve has above."""
        return max([self.ceiling, *(value for curve in self.curves for _, value in curve.points)])

    def up(self, value: float) -> float:
        """Where a value stands, from 0 at the bottom to 1."""
        return (value - self.bottom) / (self.top - self.bottom)

    def across(self, at: datetime) -> float:
        """Where a moment stands, from 0 to 1."""
        return (at - self.start) / (self.end - self.start)

    def places(self, curve: Curve) -> list[Place]:
        """Where the points of a curve stand."""
        room = self.top - self.bottom  # told once: it looks at every point
        return [(self.across(at), (value - self.bottom) / room) for at, value in curve.points]

    def heights(self) -> list[tuple[str, float]]:
        """What stands beside the axis, the most important first: top, bottom, thresholds."""
        if self.names:
            return [*self.names]
        named = [(f"{name} {level:g}".lstrip(), level) for name, level in self.levels.items()]
        top = [("1", 1.0)] if self.top == 1 else [(f"{self.top:.3g}", self.top), ("1", 1.0)]
        low = (f"{self.bottom:g}", self.bottom)
        return [*top, low, *((text, level) for text, level in named if level <= self.top)]

    def rules(self) -> list[float]:
        """Where a level line stands on a page."""
        labelled = () if self.names else (level for _, level in self.heights())
        return sorted(
            {level for level in self.levels.values() if level <= self.top}.union(labelled)
        )

    def dates(self, count: int) -> list[tuple[float, str]]:
        """So many dates at equal distances, and where they stand."""
        short = self.end - self.start < timedelta(days=SHORT_DAYS)
        form = "%m-%d %H:%M" if short else "%Y-%m-%d"
        shares = [place / count for place in range(count + 1)]
        moments = [(self.start + (self.end - self.start) * share) for share in shares]
        return [
            (share, format(in_zone(at, self.zone), form))
            for share, at in zip(shares, moments, strict=True)
        ]


def height_for(look: Style) -> int:
    """How many rows of curves look well at a width."""
    return max(8, min(18, look.width // 7))


def margin_of(chart: Chart) -> int:
    """How many cells stand to the left of the axis."""
    return max(len(text) for text, _ in chart.heights()) + 1


def chart_lines(chart: Chart, look: Style, height: int = 12, margin: int = 0) -> list[str]:
    """The chart as lines of text, none wider than the look allows; `height` rows of curves.

    There are at least `margin` cells to the left of the axis, so that charts stand over each other.
    """
    heights = chart.heights()
    margin = max(margin, margin_of(chart))
    canvas = Canvas(look.width - margin - 1, height, plain=look.plain)
    _draw(canvas, chart)
    labels: dict[int, str] = {}
    for text, level in heights:
        labels.setdefault(canvas.row_of(chart.up(level)), text)
    edge, tick = ("|", "+") if look.plain else ("│", "┤")
    rows = [
        look.paint(f"{labels.get(row, ''):>{margin - 1}} {tick if row in labels else edge}", "dim")
        + text
        for row, text in enumerate(canvas.rows(look.paint))
    ]
    if chart.now is not None:
        column = round(chart.across(chart.now) * (canvas.width - 1))
        rows.insert(0, " " * (margin + min(column, canvas.width - 2)) + "now")
    return [*rows, *_axis(chart, canvas.width, " " * margin, look)]


def legend_lines(chart: Chart, look: Style) -> list[str]:
    """What each curve is, by its sign."""
    marks = [f"{'^' if look.plain else '▲'} {chart.mark}"] if chart.marks else []
    return flowed([*(f"{curve.sign} {curve.name}" for curve in chart.curves), *marks], look)


def _draw(canvas: Canvas, chart: Chart) -> None:
    for level in chart.levels.values():
        if level <= chart.top:
            canvas.level(chart.up(level), "-" if canvas.plain else "·")
    if chart.now is not None:
        canvas.upright(chart.across(chart.now), ":" if canvas.plain else "┊")
    dashed = canvas.plain or any(curve.own for curve in chart.curves)
    drawn = []
    for number, curve in enumerate(chart.curves):
        dash = DASHES[number % len(DASHES)] if dashed else DASHES[0]
        usual = Stroke(curve.sign, STYLES[number % len(STYLES)], dash)
        pen = Stroke(curve.sign, "bold", thick=True) if curve.own else usual
        drawn.append((chart.places(curve), pen))
    for places, pen in sorted(drawn, key=lambda one: one[1].thick):
        canvas.line(places, pen)
    if not canvas.plain:
        for number, (places, pen) in enumerate(drawn):
            _tag(canvas, places, pen, 2 + number * TAG_CELLS // len(drawn))


def _tag(canvas: Canvas, places: Sequence[Place], pen: Stroke, first: int) -> None:
    """Write the sign of a line on it here and there, where no other has its own."""
    for column in range(first, canvas.width, TAG_CELLS):
        height = height_at(places, column / (canvas.width - 1))
        if height is not None:
            place = column, canvas.row_of(height)
            if place not in canvas.words:
                canvas.word(*place, pen.sign, pen.style)


def _axis(chart: Chart, width: int, pad: str, look: Style) -> Iterator[str]:
    """The line below the curves, with a mark for each use, and the dates below it."""
    corner, flat, tick, mark = "+-+^" if look.plain else "└─┬▲"
    line = [flat] * width
    dates = chart.dates(max(1, width // TICK_CELLS))
    for share, _ in dates:
        line[round(share * (width - 1))] = tick
    for at in chart.marks:
        if chart.start <= at <= chart.end:
            line[round(chart.across(at) * (width - 1))] = mark
    yield look.paint(pad + corner + "".join(line), "dim")
    below = [" "] * look.width
    for share, text in (dates[0], dates[-1], *dates[1:-1]):
        middle = len(pad) + 1 + round(share * (width - 1))
        first = max(0, min(look.width - len(text), middle - len(text) // 2))
        if not "".join(below[max(0, first - 1) : first + len(text) + 1]).strip():
            below[first : first + len(text)] = text
    yield look.paint("".join(below).rstrip(), "dim")
