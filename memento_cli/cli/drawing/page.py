"""A page of its own: HTML that is also XML, with its style in it, without scripts or addresses.

Everything that a store says is escaped: it is not trusted. The page forbids itself whatever it
does not have (Content-Security-Policy).
"""

from __future__ import annotations

from memento_cli.cli.drawing.svg import DASHES, escaped, kind_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from memento_cli.cli.drawing.charts import Chart
    from memento_cli.cli.drawing.heat import Grid

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
LIGHT = ("#0b62c4", "#a14a00", "#0b7265", "#a21caf", "#4f6f00", "#c02626")
DARK = ("#79b8ff", "#f3a55f", "#57d3c1", "#e79bf2", "#b3d15c", "#ff9a94")
SHADE_PERCENT = (0, 25, 45, 65, 100)

STYLE = """
:root { color-scheme: light dark; --back: #ffffff; --text: #1b1f24; --soft: #59636e;
  --line: #d1d9e0; --level: #8c959f; --heat: #bc4c00; --none: #eef1f4;
  --deep: #ffffff; LIGHT }
@media (prefers-color-scheme: dark) { :root { --back: #0d1117; --text: #e6edf3; --soft: #9aa4ae;
  --line: #30363d; --level: #6e7681; --heat: #f0883e; --none: #1c2229;
  --deep: #14100c; DARK } }
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
ul.legend b { display: inline-block; width: 1.2rem; }
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


def _style() -> str:
    rules = [STYLE]
    for word, colours in (("LIGHT", LIGHT), ("DARK", DARK)):
        named = " ".join(f"--c{number}: {colour};" for number, colour in enumerate(colours))
        rules[0] = rules[0].replace(word, named)
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
