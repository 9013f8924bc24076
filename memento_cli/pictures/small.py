"""A chart as a small SVG that stands alone, with its own style: for an <img> on any page."""

from __future__ import annotations

from memento_cli.named_tuple import NamedTuple
from memento_cli.pictures.page import NAMESPACE, escaped

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from memento_cli.pictures.charts import Chart

WIDTH, HEIGHT = 360, 120
LEFT, RIGHT, TOP, BOTTOM = 86, 10, 12, 20
LABEL_HEIGHT = 11
POINTS, MARKS = 60, 24
"""At most so many points of a line and so many marks: the whole is to stay below 3 kB."""
TITLE_SIGNS = 300
STYLE = (
    "text{font:10px system-ui,sans-serif;fill:#59636e}"
    "path{fill:none;stroke:#0b62c4;stroke-width:2;stroke-linejoin:round}"
    ".f{stroke-dasharray:4 3}.o{stroke:#8c959f;stroke-width:1.3}.l{stroke:#d1d9e0;stroke-width:1}"
    ".m{fill:#1b1f24;stroke:none}.n{stroke:#59636e;stroke-width:1;stroke-dasharray:3 2}"
    "@media(prefers-color-scheme:dark){text{fill:#9aa4ae}path{stroke:#79b8ff}.o{stroke:#6e7681}"
    ".l{stroke:#30363d}.m{fill:#e6edf3;stroke:none}.n{stroke:#9aa4ae}}"
)

Spot = tuple[float, float]
"""A place in the picture, across and down."""


def small_svg(chart: Chart, title: str) -> str:
    """The chart with its levels, its first and last date and now; what is later than now is
    dashed."""
    name = escaped(title[:TITLE_SIGNS])
    head = f'<svg xmlns="{NAMESPACE}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
    body = [*_levels(chart), *_dates(chart), *_now(chart), *_marks(chart), *_lines(chart)]
    title_element = f"<title>{name}</title><style>{STYLE}</style>"
    return f'{head} aria-label="{name}">{title_element}{"".join(body)}</svg>'


def _x(share: float) -> float:
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def _y(share: float) -> float:
    return TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)


def _levels(chart: Chart) -> Iterator[str]:
    used: list[float] = []
    for text, level in chart.heights():
        y = _y(chart.up(level))
        if all(abs(y - other) >= LABEL_HEIGHT for other in used):
            yield _text(LEFT - 6, y + 3.5, text, "end")
            used.append(y)
    rules = (f"M{LEFT} {_y(chart.up(level)):.1f}H{WIDTH - RIGHT}" for level in chart.rules())
    yield f'<path class="l" d="{"".join(rules)}"/>'


def _dates(chart: Chart) -> Iterator[str]:
    (_, first), (_, last) = chart.dates(1)
    yield _text(LEFT, HEIGHT - 6, first, "start")
    yield _text(WIDTH - RIGHT, HEIGHT - 6, last, "end")


def _now(chart: Chart) -> Iterator[str]:
    if chart.now is not None:
        x = _x(chart.across(chart.now))
        yield f'<path class="n" d="M{x:.1f} {TOP}V{_y(0):.1f}"/>'
        yield _text(x, TOP - 3, "now", "middle")


def _marks(chart: Chart) -> Iterator[str]:
    """Small triangles on the axis, the newest ones."""
    shown = [at for at in chart.marks if chart.start <= at <= chart.end][-MARKS:]
    triangles = [f"M{_x(chart.across(at)) - 3:.1f} {_y(0):.0f}h6l-3-5z" for at in shown]
    if triangles:
        yield f'<path class="m" d="{"".join(triangles)}"/>'


def _lines(chart: Chart) -> Iterator[str]:
    now = None if chart.now is None else _x(chart.across(chart.now))
    for curve in sorted(chart.curves, key=lambda curve: curve.own):
        spots = [(_x(x), _y(y)) for x, y in chart.places(curve)]
        kind = "" if curve.own else ' class="o"'
        if now is None:
            yield _path(spots, kind)
        else:
            yield _path([spot for spot in spots if spot[0] <= now], kind)
            yield _path([spot for spot in spots if spot[0] >= now], ' class="f"')


def _path(spots: Sequence[Spot], kind: str) -> str:
    if len(spots) < 2:
        return ""
    drawn = " ".join(f"{x:.1f} {y:.1f}" for x, y in simplified(spots, POINTS))
    return f'<path{kind} d="M{drawn}"/>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escaped(text)}</text>'


class Stretch(NamedTuple):
    """A part of a line between two of its points, and its point that is farthest from straight."""

    gap: float
    first: int
    farthest: int
    last: int


def simplified(spots: Sequence[Spot], most: int) -> list[Spot]:
    """The line through at most so many of its points, those that shape it most: each time the
    stretch that errs most is parted (Douglas and Peucker 1973)."""
    from heapq import heappop, heappush

    kept = {0, len(spots) - 1}
    waiting: list[tuple[float, Stretch]] = []

    def wait(first: int, last: int) -> None:
        stretch = _worst(spots, first, last)
        heappush(waiting, (-stretch.gap, stretch))

    wait(0, len(spots) - 1)
    while waiting and len(kept) < most:
        _, stretch = heappop(waiting)
        if stretch.gap < 0.3:  # nobody sees it
            break
        kept.add(stretch.farthest)
        wait(stretch.first, stretch.farthest)
        wait(stretch.farthest, stretch.last)
    return [spots[place] for place in sorted(kept)]


def _worst(spots: Sequence[Spot], first: int, last: int) -> Stretch:
    """The point between two that is farthest from the straight line through them."""
    from math import hypot

    (x0, y0), (x1, y1) = spots[first], spots[last]
    length = hypot(x1 - x0, y1 - y0)

    def gap(place: int) -> float:
        x, y = spots[place]
        if not length:
            return hypot(x - x0, y - y0)
        return abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / length

    farthest = max(range(first + 1, last), key=gap, default=first)
    return Stretch(gap(farthest) if farthest > first else 0.0, first, farthest, last)
