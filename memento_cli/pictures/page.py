"""A page of its own, with curves and calendars as SVG: HTML that is also XML, with its style in it,
and without scripts or addresses.

Everything that a store says is escaped: it is not trusted. The page forbids itself whatever it
does not have (Content-Security-Policy).
"""

from __future__ import annotations

from html import escape

from memento_cli.core.text.visible import visible

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from memento_cli.pictures.charts import Chart, Curve
    from memento_cli.pictures.heat import Grid


NAMESPACE = "http://www.w3.org/2000/svg"
WIDTH, HEIGHT = 820, 340
LEFT, RIGHT, TOP, BOTTOM = 108, 34, 24, 34
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
    return escape(visible(text).translate(NO_XML))


def chart_svg(chart: Chart, title: str) -> str:
    """The chart as one SVG element; its words are in `title` and in what stands beside it."""
    curves = chart.curves
    last_drawn = sorted(range(len(curves)), key=lambda number: curves[number].own)
    body = [
        *_levels(chart),
        *_dates(chart),
        *_now(chart),
        *(_curve(chart, number) for number in last_drawn),
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
    thresholds = chart.levels.values()
    for level in chart.rules():
        y, kind = _y(chart.up(level)), "level" if level in thresholds else "axis"
        yield _rule(LEFT, y, WIDTH - RIGHT, y, kind)
    used: list[float] = []
    for text, level in chart.heights():
        y = _y(chart.up(level))
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


POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
LIGHT = ("#0b62c4", "#a14a00", "#0b7265", "#a21caf", "#4f6f00", "#c02626")
DARK = ("#79b8ff", "#f3a55f", "#57d3c1", "#e79bf2", "#b3d15c", "#ff9a94")
SHADE_PERCENT = (0, 25, 45, 65, 100)

PALETTE = """
:root { color-scheme: light dark; --back: #ffffff; --text: #1b1f24; --soft: #59636e;
  --line: #d1d9e0; --level: #8c959f; --heat: #bc4c00; --none: #eef1f4;
  --deep: #ffffff; LIGHT }
@media screen and (prefers-color-scheme: dark) { :root { --back: #0d1117; --text: #e6edf3;
  --soft: #9aa4ae;
  --line: #30363d; --level: #6e7681; --heat: #f0883e; --none: #1c2229;
  --deep: #14100c; DARK } }"""
STYLE = """
body { background: var(--back); color: var(--text); margin: 0 auto; max-width: 56rem;
  padding: 1.5rem 1rem 3rem; font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.25rem 0 .5rem; }
p, li { overflow-wrap: anywhere; }
.soft, footer { color: var(--soft); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
table.small { width: auto; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .9rem .3rem 0; text-align: left;
  vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.date, td.key, td.number, th.number { white-space: nowrap; }
ul.legend { columns: 2 20rem; list-style: none; padding: 0; margin: .5rem 0; }
ul.legend li { break-inside: avoid; padding-left: 1.2rem; text-indent: -1.2rem; }
ul.legend b { display: inline-block; width: 1.2rem; text-indent: 0; }
svg { display: block; max-width: 100%; font: 12px system-ui, sans-serif; }
.wide > svg:not([width]) { min-width: 36rem; width: 100%; }
svg text { fill: var(--soft); }
svg line.axis { stroke: var(--line); }
svg line.level { stroke: var(--level); stroke-dasharray: 2 4; }
svg line.now { stroke: var(--soft); stroke-dasharray: 5 3; }
svg polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
svg polyline.own { stroke: var(--text); stroke-width: 3.5; }
svg text.own { fill: var(--text); font-weight: 700; }
svg polygon.mark { fill: var(--text); }
svg text.count { font-size: 11px; fill: var(--text); pointer-events: none; }
svg text.count.deep { fill: var(--deep); }
svg rect.s0 { fill: var(--none); }
"""


def page(title: str, parts: Iterable[str]) -> str:
    """A whole page of parts that are markup already."""
    return "\n".join(page_parts(title, parts))


def page_parts(title: str, parts: Iterable[str]) -> Iterator[str]:
    """The parts of a whole page, for one that may be long; a newline belongs between them."""
    yield f"""<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" lang="en">
<head>
<meta charset="utf-8"/>
<meta http-equiv="Content-Security-Policy" content="{POLICY}"/>
<meta name="referrer" content="no-referrer"/>
<meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>{escaped(title)}</title>
<style>{_style()}</style>
</head>
<body>
<h1><bdi>{escaped(title)}</bdi></h1>"""
    yield from parts
    yield "</body>\n</html>\n"


def palette() -> str:
    """The colours of every page as a style sheet has them, by name, for light and dark."""
    rules = PALETTE
    for word, colours in (("LIGHT", LIGHT), ("DARK", DARK)):
        named = " ".join(f"--c{number}: {colour};" for number, colour in enumerate(colours))
        rules = rules.replace(word, named)
    return rules


def _style() -> str:
    rules = [palette() + STYLE]
    for number in range(len(DASHES)):
        rules.append(f"svg polyline.c{number} {{ stroke: var(--c{number}); }}")
        rules.append(f"svg text.c{number} {{ fill: var(--c{number}); font-weight: 700; }}")
        rules.append(f"b.c{number} {{ color: var(--c{number}); }}")
    for step, percent in enumerate(SHADE_PERCENT[1:], 1):
        mixed = f"color-mix(in srgb, var(--heat) {percent}%, var(--none))"
        rules.append(f"svg rect.s{step} {{ fill: {mixed}; }}")
    return "\n".join(rules)


def paragraph(text: str, kind: str = "") -> str:
    """A paragraph of text."""
    return f'<p class="{kind}">{escaped(text)}</p>' if kind else f"<p>{escaped(text)}</p>"


def listing(texts: Iterable[str]) -> str:
    """A list of texts."""
    return "\n".join(["<ul>", *(f"<li>{escaped(text)}</li>" for text in texts), "</ul>"])


def heading(text: str) -> str:
    """The heading of what follows."""
    return f"<h2>{escaped(text)}</h2>"


def picture(svg: str) -> str:
    """A picture that may be wider than the screen."""
    return f'<div class="wide">\n{svg}\n</div>'


def legend(chart: Chart) -> str:
    """What each curve is, by its sign."""
    entries = [
        f'<li><b class="{kind_of(curve, number)}">{escaped(curve.sign)}</b>'
        f"<bdi>{escaped(curve.name)}</bdi></li>"
        for number, curve in enumerate(chart.curves)
    ]
    marks = [f"<li><b>▲</b>{escaped(chart.mark)}</li>"] if chart.marks else []
    return "\n".join(['<ul class="legend">', *entries, *marks, "</ul>"])


def heat_legend(grid: Grid) -> str:
    """What the shades of a calendar stand for."""
    legend = ", ".join(f"{low}–{high}" if high > low else f"{low}" for _, low, high in grid.steps())
    return paragraph(f"Each field is a {grid.unit}; darker is more: {legend}.", "soft")


def table(
    heads: Mapping[str, str], rows: Sequence[Mapping[str, str]], *, small: bool = False
) -> str:
    """A table: `heads` has the kind of each column, `date`, `number` or none, by its name."""
    kinds = {name: f' class="{kind}"' if kind else "" for name, kind in heads.items()}
    head = "".join(f"<th{kinds[name]}>{escaped(name)}</th>" for name in heads)
    body = [
        "<tr>"
        + "".join(f"<td{kinds[name]}><bdi>{escaped(row[name])}</bdi></td>" for name in heads)
        + "</tr>"
        for row in rows
    ]
    kind = ' class="small"' if small else ""
    return "\n".join(
        [f'<div class="wide"><table{kind}>', f"<thead><tr>{head}</tr></thead>", "<tbody>",
         *body, "</tbody></table></div>"]
    )  # fmt: skip
