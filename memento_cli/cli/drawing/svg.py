"""Curves with thresholds, and the calendar, as inline SVG."""

from __future__ import annotations

from html import escape

from memento_cli.cli.output.safe import safe

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from memento_cli.cli.drawing.charts import Chart, Curve
    from memento_cli.cli.drawing.heat import Grid

NAMESPACE = "http://www.w3.org/2000/svg"
WIDTH, HEIGHT = 820, 340
LEFT, RIGHT, TOP, BOTTOM = 96, 34, 24, 34
LABEL_HEIGHT = 14
DATES = 5
DASHES = ("", "7 4", "2 4", "10 3 2 3", "4 2", "1 3 6 3")
GAP, SIDE, HEAD = 3, 44, 18
SMALL, LARGE, FEW_COLUMNS = 16, 24, 27
DARKEST = 4
NO_XML = {0xFFFE: "\\ufffe", 0xFFFF: "\\uffff"}
"""The two signs that can be shown and that XML yet forbids."""


def escaped(text: str) -> str:
    """Any text of a store as text of a page: it acts nowhere, and nothing in it hides."""
    return escape(safe(text).translate(NO_XML))


def chart_svg(chart: Chart, title: str) -> str:
    """The chart as one SVG element; its words are in `title` and in what stands beside it."""
    body = [
        *_levels(chart),
        *_dates(chart),
        *_now(chart),
        *(_curve(chart, number) for number in _drawn_last(chart.curves)),
        *_signs(chart),
    ]
    return _svg(WIDTH, HEIGHT, title, body)


def heat_svg(grid: Grid, title: str) -> str:
    """The calendar as one SVG element; each field tells its day and its count when pointed at."""
    field = LARGE if grid.columns <= FEW_COLUMNS else SMALL
    step = field + GAP
    heads = [grid.heads, grid.begins] if field == LARGE and grid.begins else [grid.heads]
    top = HEAD * len(heads)
    body = [
        _text(SIDE + column * step, HEAD * line + HEAD - 6, name)
        for line, names in enumerate(heads)
        for column, name in sorted(names.items())
    ]
    for row, label in enumerate(grid.labels):
        body.append(_text(0, top + row * step + field / 2 + 4, label))
    for (row, column), count in sorted(grid.fields.items()):
        title_text = f"{grid.days[row, column]}: {count}"
        body += _field(
            SIDE + column * step, top + row * step, field, grid.step(count), count, title_text
        )
    width = SIDE + grid.columns * step
    return _svg(width, top + len(grid.labels) * step, title, body, own_size=True)


def _field(x: int, y: int, side: int, step: int, count: int, title: str) -> Iterator[str]:
    size = f'x="{x}" y="{y}" width="{side}" height="{side}" rx="3"'
    yield f'<rect class="s{step}" {size}><title>{title}</title></rect>'
    if 0 < count < 100 or (count and side == LARGE):
        kind = "count deep" if step == DARKEST else "count"
        yield _text(x + side / 2, y + side / 2 + 4, f"{count}", "middle", kind)


def _svg(
    width: int, height: int, title: str, body: Sequence[str], *, own_size: bool = False
) -> str:
    name = escaped(title)
    size = f' width="{width}" height="{height}"' if own_size else ""
    head = f'<svg xmlns="{NAMESPACE}" viewBox="0 0 {width} {height}"{size} role="img"'
    return "\n".join([f'{head} aria-label="{name}">', f"<title>{name}</title>", *body, "</svg>"])


def _x(share: float) -> float:
    return LEFT + share * (WIDTH - LEFT - RIGHT)


def _y(share: float) -> float:
    return TOP + (1 - share) * (HEIGHT - TOP - BOTTOM)


def _text(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escaped(text)}</text>'


def _rule(x0: float, y0: float, x1: float, y1: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x0:.1f}" y1="{y0:.1f}" x2="{x1:.1f}" y2="{y1:.1f}"/>'


def _levels(chart: Chart) -> Iterator[str]:
    used: list[float] = []
    for text, level in chart.heights():
        y = _y(chart.up(level))
        kind = "level" if level in chart.levels.values() else "axis"
        yield _rule(LEFT, y, WIDTH - RIGHT, y, kind)
        if all(abs(y - other) >= LABEL_HEIGHT - 2 for other in used):
            yield _text(LEFT - 8, y + 4, text, "end")
            used.append(y)


def _dates(chart: Chart) -> Iterator[str]:
    bottom = _y(0)
    for share, text in chart.dates(DATES):
        yield _rule(_x(share), bottom, _x(share), bottom + 5, "axis")
        yield _text(_x(share), bottom + 20, text, "middle")
    for at in chart.marks:
        if chart.start <= at <= chart.end:
            x = _x(chart.across(at))
            triangle = f"{x - 5:.1f},{bottom} {x + 5:.1f},{bottom} {x:.1f},{bottom - 8}"
            title = f"<title>{escaped(chart.mark)}</title>"
            yield f'<polygon class="mark" points="{triangle}">{title}</polygon>'


def _now(chart: Chart) -> Iterator[str]:
    if chart.now is not None:
        x = _x(chart.across(chart.now))
        yield _rule(x, TOP, x, _y(0), "now")
        yield _text(x, TOP - 8, "now", "middle")


def _drawn_last(curves: Sequence[Curve]) -> list[int]:
    """The curves' numbers, those that count at the end."""
    return sorted(range(len(curves)), key=lambda number: curves[number].own)


def _curve(chart: Chart, number: int) -> str:
    curve = chart.curves[number]
    points = " ".join(f"{_x(x):.1f},{_y(y):.1f}" for x, y in chart.places(curve))
    dash = DASHES[number % len(DASHES)]
    dashed = f' stroke-dasharray="{dash}"' if dash and not curve.own else ""
    shown = f"<title>{escaped(curve.name)}</title>"
    return (
        f'<polyline class="{kind_of(curve, number)}"{dashed} points="{points}">{shown}</polyline>'
    )


def kind_of(curve: Curve, number: int) -> str:
    """The class of a curve, by which the page's style colours it."""
    return "own" if curve.own else f"c{number % len(DASHES)}"


def _signs(chart: Chart) -> Iterator[str]:
    """Each curve's sign at its end, moved apart where they would stand on each other."""
    ends: Mapping[int, float] = {
        number: _y(chart.places(curve)[-1][1])
        for number, curve in enumerate(chart.curves)
        if curve.points
    }
    last: float = TOP - LABEL_HEIGHT
    order = sorted(ends, key=lambda number: ends[number])
    crowd = max(0.0, len(order) * LABEL_HEIGHT - (HEIGHT - BOTTOM - TOP))
    for place, number in enumerate(order):
        room = HEIGHT - BOTTOM - 4 + crowd - (len(order) - 1 - place) * LABEL_HEIGHT
        last = min(max(ends[number], last + LABEL_HEIGHT), room)
        curve = chart.curves[number]
        yield _text(WIDTH - RIGHT + 8, last + 4, curve.sign, "start", kind_of(curve, number))
