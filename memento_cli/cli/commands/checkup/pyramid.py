"""The ages of memories as a pyramid of text: the weak to the left, the strong to the right."""

from __future__ import annotations

from memento_cli.cli.drawing.canvas import flowed
from memento_cli.cli.drawing.heat import PLAIN_SHADES, SHADES
from memento_cli.core.fading.tiers import BOUNDS, TIERS
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memento_cli.cli.drawing.canvas import Style
    from memento_cli.core.checkup.health import Band

ACTIVE, FADED, GHOST = TIERS
STYLES = {ACTIVE: "green", FADED: "yellow", GHOST: "dim"}
DARK = {ACTIVE: 3, FADED: 1, GHOST: 0}
"""Which of the shades a tier has."""
HEAD, GAP = "age below", "  "
LEAST, SPARE = 10, 3
"""So many cells are enough for a picture; so many of them are for parts of less than a cell."""


class Scale(NamedTuple):
    """How many cells a memory has, and how many are taken to the left and to the right."""

    a_memory: float
    left: int = 0
    right: int = 0

    @property
    def width(self) -> int:
        """The cells of a row with its axis; none without a picture."""
        return self.left + self.right + 1 if self.a_memory else 0

    def cells(self, count: int) -> int:
        """The cells for so many memories: at least one where there are any."""
        if not (count and self.a_memory):
            return 0
        return max(1, int(count * self.a_memory))


def pyramid_lines(bands: Sequence[Band], look: Style) -> list[str]:
    """A row for each age up to the oldest that there is, the youngest at the bottom; the legend.

    No cell is less than a memory. Where there is no room for a picture there are the numbers.
    """
    there = [row for row, band in enumerate(bands) if any(band.tiers.values())]
    shown = bands[: max(there, default=0) + 1][::-1]
    wide = {tier: max(len(tier), *(len(f"{one.tiers[tier]}") for one in shown)) for tier in TIERS}
    scale = scale_for(shown, look.width - len(HEAD) - sum(wide.values()) - len(GAP) * 4 - 1)
    head = _row(HEAD, {tier: tier for tier in TIERS}, wide, " " * scale.width)
    rows = [_row(one.age, one.tiers, wide, _bar(one, scale, look)) for one in shown]
    return [look.paint(head, "dim"), *rows, *_legend(look)]


def scale_for(bands: Sequence[Band], room: int) -> Scale:
    """The scale by which the longest row of each side has room."""
    weak = max(one.tiers[GHOST] + one.tiers[FADED] for one in bands)
    strong = max(one.tiers[ACTIVE] for one in bands)
    if room < LEAST or not weak + strong:
        return Scale(0.0)
    scale = Scale(min(1.0, (room - SPARE) / (weak + strong)))
    return scale._replace(
        left=max(scale.cells(one.tiers[GHOST]) + scale.cells(one.tiers[FADED]) for one in bands),
        right=max(scale.cells(one.tiers[ACTIVE]) for one in bands),
    )


def _row(age: str, values: Mapping[str, object], wide: Mapping[str, int], bar: str) -> str:
    ghost, faded, active = (f"{values[tier]:>{wide[tier]}}" for tier in (GHOST, FADED, ACTIVE))
    return GAP.join((f"{age:<{len(HEAD)}}", ghost, faded, bar, active))


def _bar(band: Band, scale: Scale, look: Style) -> str:
    if not scale.width:
        return ""
    cells = {tier: scale.cells(count) for tier, count in band.tiers.items()}
    drawn = {
        tier: look.paint(_shade(tier, look) * many, STYLES[tier]) if many else ""
        for tier, many in cells.items()
    }
    before = " " * (scale.left - cells[GHOST] - cells[FADED])
    after = " " * (scale.right - cells[ACTIVE])
    axis = look.paint("|" if look.plain else "│", "dim")
    return f"{before}{drawn[GHOST]}{drawn[FADED]}{axis}{drawn[ACTIVE]}{after}"


def _legend(look: Style) -> list[str]:
    parts = [
        f"{_shade(tier, look)} {tier}, " + (f"below {high:g}" if tier != ACTIVE else f"{low:g} on")
        for tier, (low, high) in reversed([*BOUNDS.items()])
    ]
    return flowed(parts, look, len(HEAD + GAP))


def _shade(tier: str, look: Style) -> str:
    return (PLAIN_SHADES if look.plain else SHADES)[DARK[tier]]
