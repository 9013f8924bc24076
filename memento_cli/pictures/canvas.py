"""A grid of characters to draw on: dots in braille, eight to a cell, or plain ASCII signs."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, groupby, pairwise

from memento_cli.core.text.visible import visible
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

NARROWEST, WIDEST = 40, 200
BRAILLE = 0x2800
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bits of a braille cell (Unicode, Braille Patterns): four rows of two."""
NEEDED = "⣿┤└┄┊▲░█…"
GAP = "   "
WITHOUT_BRAILLE = ("dumb", "linux")  # the console of Linux has a font of 512 signs

Place = tuple[float, float]
"""Across and up, each from 0 to 1."""


def unpainted(text: str, style: str) -> str:
    """The text without a colour."""
    return text


class Style(NamedTuple):
    """How a picture is to look: at most so many cells wide, in ASCII or not, and its colours."""

    width: int = 80
    plain: bool = False
    paint: Callable[[str, str], str] = unpainted


class Stroke(NamedTuple):
    """How a line is drawn: its sign where there are no dots, its colour, its dashes, its breadth.

    `dash` is how many dots are drawn and how many left out, in turns.
    """

    sign: str
    style: str = ""
    dash: tuple[int, int] = (1, 0)
    thick: bool = False


def look_for(width: int, encoding: str, term: str, *, ascii: bool = False) -> Style:
    """The look for a terminal: its width within 40 and 200, ASCII where it can do no other."""
    plain = ascii or term in WITHOUT_BRAILLE
    try:
        NEEDED.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        plain = True
    return Style(max(NARROWEST, min(WIDEST, width)), plain)


def cells(text: str) -> int:
    """How many cells a text takes: two for a wide sign, none for what stands over another.

    Signs that a terminal may join into one are counted apart, so it is never too few.
    """
    if text.isascii():
        return len(text)
    return sum(map(_cells_of, text))


def _cells_of(sign: str) -> int:
    from unicodedata import category, east_asian_width

    if sign == "\ufe0f":
        return 1  # turns the sign before it into a wide one
    if category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(sign) in "WF" else 1


def fitted(text: str, width: int, *, plain: bool = False) -> str:
    """A text of a store in at most so many cells, cut with `…`; harmless, and ASCII if `plain`."""
    text = visible(text)
    if plain:
        text = text.encode("ascii", "backslashreplace").decode()
    if cells(text) <= width:
        return text
    mark = ".." if plain else "…"
    room = width - len(mark)
    text_fitted, used = "", 0
    for sign in text:
        used += cells(sign)
        if used > room:
            break
        text_fitted += sign
    return text_fitted.rstrip() + mark if room >= 0 else mark[:width]


def flowed(parts: Iterable[str], look: Style, indent: int = 0) -> list[str]:
    """Parts side by side, as many to a line as there is room for; one too long is cut."""
    lines: list[str] = []
    for part in parts:
        part = fitted(part, look.width - indent, plain=look.plain)
        if lines and cells(lines[-1]) + len(GAP) + cells(part) <= look.width:
            lines[-1] += GAP + part
        else:
            lines.append(" " * indent + part)
    return lines


class Canvas:
    """Signs in three layers: faint ones below, then dots, then words."""

    def __init__(self, width: int, height: int, *, plain: bool = False) -> None:
        self.width, self.height, self.plain = width, height, plain
        self.across, self.down = (width, height) if plain else (width * 2, height * 4)
        self.faint: dict[tuple[int, int], str] = {}
        self.dots: dict[tuple[int, int], tuple[int, str, str]] = {}
        self.words: dict[tuple[int, int], tuple[str, str]] = {}

    def line(self, points: Sequence[Place], pen: Stroke) -> None:
        """Draw a line through points."""
        drawn, left_out = pen.dash
        for walked, (x, y) in enumerate(_path([self._dot_at(point) for point in points])):
            if walked % (drawn + left_out) < drawn:
                self._dot(x, y, pen)
                if pen.thick and not self.plain:
                    self._dot(x, min(y + 1, self.down - 1), pen)

    def level(self, y: float, sign: str) -> int:
        """Draw a faint level line; answers its row."""
        row = self.row_of(y)
        for column in range(0, self.width, 2):
            self.faint[column, row] = sign
        return row

    def upright(self, x: float, sign: str) -> int:
        """Draw a faint upright line; answers its column."""
        column = round(x * (self.width - 1))
        for row in range(self.height):
            self.faint[column, row] = sign
        return column

    def word(self, column: int, row: int, text: str, style: str = "") -> None:
        """Write a text of narrow signs over all else, as far as there is room."""
        for shift, sign in enumerate(text):
            if 0 <= column + shift < self.width and 0 <= row < self.height:
                self.words[column + shift, row] = (sign, style)

    def row_of(self, y: float) -> int:
        """The row of a height."""
        return self._dot_at((0, y))[1] // (self.down // self.height)

    def rows(self, paint: Callable[[str, str], str] = unpainted) -> Iterator[str]:
        """The lines of text."""
        for row in range(self.height):
            signs = [self._sign(column, row) for column in range(self.width)]
            while signs and signs[-1][0] == " ":
                signs.pop()
            runs = groupby(accumulate(signs, _blank_as_before), key=lambda one: one[1])
            yield "".join(paint("".join(sign for sign, _ in run), style) for style, run in runs)

    def _sign(self, column: int, row: int) -> tuple[str, str]:
        place = column, row
        if place in self.words:
            return self.words[place]
        if place in self.dots:
            bits, sign, style = self.dots[place]
            return (sign if self.plain else chr(BRAILLE + bits)), style
        return self.faint.get(place, " "), "dim" if place in self.faint else ""

    def _dot(self, x: int, y: int, pen: Stroke) -> None:
        place = (x, y) if self.plain else (x // 2, y // 4)
        bits = self.dots[place][0] if place in self.dots else 0
        self.dots[place] = (bits | DOTS[y % 4][x % 2], pen.sign, pen.style)

    def _dot_at(self, point: Place) -> tuple[int, int]:
        x, y = (max(0.0, min(1.0, share)) for share in point)
        return round(x * (self.across - 1)), round((1 - y) * (self.down - 1))


def _blank_as_before(before: tuple[str, str], this: tuple[str, str]) -> tuple[str, str]:
    """A blank has no colour to change for."""
    return (" ", before[1]) if this[0] == " " else this


def height_at(points: Sequence[Place], x: float) -> float | None:
    """How high a line is at a place across; None where it is not drawn."""
    if not points or not points[0][0] <= x <= points[-1][0]:
        return None
    right = bisect_right(points, x, key=lambda point: point[0])
    if right == len(points):
        return points[-1][1]
    (x0, y0), (x1, y1) = points[right - 1], points[right]
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def _path(dots: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    yield from dots[:1]
    for (x0, y0), (x1, y1) in pairwise(dots):
        steps = max(abs(x1 - x0), abs(y1 - y0))
        for step in range(1, steps + 1):
            yield x0 + round((x1 - x0) * step / steps), y0 + round((y1 - y0) * step / steps)
