"""A terminal's screen as SVG, light or dark: text stays text, and nothing is fetched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from tests.pictures.recording import PROMPT, Run, Style

ACROSS, DOWN, SIZE = 8.4, 19, 14
"""A column, a line and a sign, in pixels."""
MARGIN, CORNER = 16, 8
NAMES = ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white")
FACES = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
THEMES: Mapping[str, Mapping[str, str]] = {
    "light": {
        "page": "#ffffff", "edge": "#d1d9e0", "text": "#1b1f24", "soft": "#59636e",
        "black": "#1b1f24", "red": "#b3261e", "green": "#116329", "brown": "#8a5a00",
        "blue": "#0b62c4", "magenta": "#8a2f9e", "cyan": "#0b7265", "white": "#59636e",
    },
    "dark": {
        "page": "#0d1117", "edge": "#30363d", "text": "#e6edf3", "soft": "#9aa4ae",
        "black": "#9aa4ae", "red": "#ff9a94", "green": "#7ee2a8", "brown": "#f3c15f",
        "blue": "#79b8ff", "magenta": "#e79bf2", "cyan": "#57d3c1", "white": "#e6edf3",
    },
}  # fmt: skip


def svg(lines: Sequence[Sequence[Run]], columns: int, about: str, theme: str) -> str:
    """The picture of these lines, of a screen with so many columns."""
    colours = THEMES[theme]
    width, height = columns * ACROSS + 2 * MARGIN, len(lines) * DOWN + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
        f'viewBox="0 0 {width:.0f} {height}" role="img" aria-label="{escape(about)}">',
        f"<title>{escape(about)}</title>",
        f'<rect x=".5" y=".5" width="{width - 1:.0f}" height="{height - 1}" rx="{CORNER}" '
        f'fill="{colours["page"]}" stroke="{colours["edge"]}"/>',
        f'<g font-family="{FACES}" font-size="{SIZE}" fill="{colours["text"]}">',
    ]
    for row, runs in enumerate(lines):
        parts += _line(runs, row, colours)
    return "\n".join([*parts, "</g>", "</svg>", ""])


def _line(runs: Sequence[Run], row: int, colours: Mapping[str, str]) -> list[str]:
    parts = list[str]()
    top = MARGIN + row * DOWN
    for run in runs:
        x, width = MARGIN + run.column * ACROSS, run.width * ACROSS
        if run.style.back != "default":
            parts.append(
                f'<rect x="{x:.1f}" y="{top}" width="{width:.1f}" height="{DOWN}" '
                f'fill="{_back(run.style.back, colours)}"/>'
            )
        if run.text.strip():
            parts += [_text(one, top, colours) for one in _words(run)]
    return parts


def _words(run: Run) -> list[Run]:
    """A run without the blanks at its beginning; a prompt apart from what is typed."""
    if run.style == Style() and run.text.startswith(PROMPT) and run.column == 0:
        rest = run.text.removeprefix(PROMPT)
        sign = run._replace(text=PROMPT.rstrip(), width=1, style=Style(fore="green", bold=True))
        typed = run._replace(column=2, text=rest, width=run.width - 2, style=Style(bold=True))
        return [sign, typed]
    blanks = len(run.text) - len(run.text.lstrip(" "))
    return [run._replace(column=run.column + blanks, width=run.width - blanks,
                         text=run.text.lstrip(" "))]  # fmt: skip


def _text(run: Run, top: int, colours: Mapping[str, str]) -> str:
    marks = f' fill="{_colour(run.style.fore, colours)}"' if run.style.fore != "default" else ""
    marks += ' font-weight="700"' if run.style.bold else ""
    marks += ' text-decoration="underline"' if run.style.underlined else ""
    x = MARGIN + run.column * ACROSS
    return (
        f'<text x="{x:.1f}" y="{top + SIZE}" textLength="{run.width * ACROSS:.1f}" '
        f'lengthAdjust="spacingAndGlyphs"{marks}>{escape(run.text, quote=False)}</text>'
    )


def _back(name: str, colours: Mapping[str, str]) -> str:
    """The colour of a field behind signs; what is black on a terminal is faint on a page."""
    return colours["edge"] if name == "black" else _colour(name, colours)


def _colour(name: str, colours: Mapping[str, str]) -> str:
    """One of the eight of a terminal as the theme has it, its bright one alike; else six digits."""
    plain = name.removeprefix("bright")
    if plain in NAMES:
        return colours[plain]
    return colours["text"] if name == "default" else f"#{name}"
