"""A pyramid: rows of memories by tier, the weaker ones to the left, the active to the right."""

from __future__ import annotations

from memento_cli.core.fading.strength import BOUNDS, TIERS
from memento_cli.named_tuple import NamedTuple
from memento_cli.pictures.bars import TIER_STYLES
from memento_cli.pictures.canvas import flowed
from memento_cli.pictures.heat import PLAIN_SHADES, SHADES

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memento_cli.pictures.canvas import Style

    Row = tuple[str, Mapping[str, int]]
    """The name of a row, and how many memories it has in each tier."""

ACTIVE, FADED, WEAKEST = TIERS
DARK = {ACTIVE: 3, FADED: 1, WEAKEST: 0}
"""Which of the shades a tier has."""
GAP = "  "
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


def pyramid_lines(rows: Sequence[Row], head: str, look: Style) -> list[str]:
    """The rows in their order, with the `head` of their names above, and the legend below.

    No cell is less than a memory. Where there is no room for a picture there are the numbers.
    """
    named = max(len(head), *(len(name) for name, _ in rows))
    counts = [tiers for _, tiers in rows]
    wide = {tier: max(len(tier), *(len(f"{one[tier]}") for one in counts)) for tier in TIERS}
    scale = scale_for(counts, look.width - named - sum(wide.values()) - len(GAP) * 4 - 1)
    heads = _row(f"{head:<{named}}", {tier: tier for tier in TIERS}, wide, " " * scale.width)
    lines = [_row(f"{name:<{named}}", one, wide, _bar(one, scale, look)) for name, one in rows]
    return [look.paint(heads, "dim"), *lines, *_legend(look, named)]


def scale_for(rows: Sequence[Mapping[str, int]], room: int) -> Scale:
    """The scale by which the longest row of each side has room."""
    weak = max(one[WEAKEST] + one[FADED] for one in rows)
    strong = max(one[ACTIVE] for one in rows)
    if room < LEAST or not weak + strong:
        return Scale(0.0)
    scale = Scale(min(1.0, (room - SPARE) / (weak + strong)))
    return scale._replace(
        left=max(scale.cells(one[WEAKEST]) + scale.cells(one[FADED]) for one in rows),
        right=max(scale.cells(one[ACTIVE]) for one in rows),
    )


def _row(name: str, values: Mapping[str, object], wide: Mapping[str, int], bar: str) -> str:
    ghost, faded, active = (f"{values[tier]:>{wide[tier]}}" for tier in (WEAKEST, FADED, ACTIVE))
    return GAP.join((name, ghost, faded, bar, active))


def _bar(tiers: Mapping[str, int], scale: Scale, look: Style) -> str:
    if not scale.width:
        return ""
    cells = {tier: scale.cells(count) for tier, count in tiers.items()}
    drawn = {
        tier: look.paint(_shade(tier, look) * many, TIER_STYLES[tier]) if many else ""
        for tier, many in cells.items()
    }
    before = " " * (scale.left - cells[WEAKEST] - cells[FADED])
    after = " " * (scale.right - cells[ACTIVE])
    axis = look.paint("|" if look.plain else "│", "dim")
    return f"{before}{drawn[WEAKEST]}{drawn[FADED]}{axis}{drawn[ACTIVE]}{after}"


def _legend(look: Style, indent: int) -> list[str]:
    parts = [
        f"{_shade(tier, look)} {tier}, " + (f"below {high:g}" if tier != ACTIVE else f"{low:g} on")
        for tier, (low, high) in reversed([*BOUNDS.items()])
    ]
    return flowed(parts, look, indent + len(GAP))


def _shade(tier: str, look: Style) -> str:
    return (PLAIN_SHADES if look.plain else SHADES)[DARK[tier]]
