"""Texts of a store as cells of a terminal: harmless, and as wide as every terminal draws them."""

from __future__ import annotations

from rich.cells import set_cell_size

from memento_cli.core.text.visible import visible
from memento_cli.core.time.when import days_between

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

JOINING = {ord("\u200d"): None, **dict.fromkeys((0xFE0E, 0xFE0F, *range(0x1F3FB, 0x1F400)))}
"""What joins signs into one, or changes their form: terminals disagree how wide the result is."""
FLAGS = {0x1F1E6 + place: chr(ord("A") + place) for place in range(26)}
"""The letters of flags, of which some terminals draw a flag and others two letters."""
STEADY = JOINING | FLAGS
AGES = ((365, "y"), (30, "mo"), (7, "w"), (1, "d"), (1 / 24, "h"), (1 / 1440, "m"))
"""The units in which an age is told, in days, and what they are called."""
TAB_CELLS = 4


def shown(text: str) -> str:
    """A text of a store on one line: what cannot be seen is shown by its number, and signs that
    terminals join each in its own way stand side by side."""
    text = visible(text)
    return text if text.isascii() else text.translate(STEADY)


def shown_lines(text: str) -> str:
    """A text of a store with its line breaks, and nothing else that moves a cursor."""
    text = visible(text, lines=True).expandtabs(TAB_CELLS)
    return text if text.isascii() else text.translate(STEADY)


def fitted(text: str, width: int) -> str:
    """A text of a store on exactly so many cells, cut with `…`."""
    text = shown(text)
    if width <= 0:
        return ""
    sized = set_cell_size(text, width)
    if sized.rstrip() == text.rstrip() or sized.startswith(text):
        return sized
    return set_cell_size(text, width - 1).rstrip() + "…" if width > 1 else "…"


def age(at: datetime, now: datetime) -> str:
    """How long ago a moment was, in at most four cells: `3d`, `5mo`; what is to come with a `+`."""
    days = days_between(at, now)
    length = abs(days)
    for unit, name in AGES:
        if length >= unit:
            return f"{'+' if days < 0 else ''}{int(length / unit)}{name}"
    return "now"
