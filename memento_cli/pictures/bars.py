"""A strength as a bar of a few cells, beside the number that it stands for."""

from __future__ import annotations

from memento_cli.core.fading.strength import TIERS

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

BAR_CELLS = 6
EIGHTHS = " ▏▎▍▌▋▊▉█"
PLAIN = " -#"
"""In ASCII a cell is empty, half or full."""
REST, PLAIN_REST = "░", "."
ACTIVE, FADED, GHOST = TIERS
TIER_STYLES: Mapping[str, str] = {ACTIVE: "green", FADED: "yellow", GHOST: "dim"}
"""The colour of each tier, wherever tiers are drawn."""


def bar(share: float, width: int = BAR_CELLS, *, plain: bool = False, whole: bool = False) -> str:
    """A share of 0 to 1 as so many cells, to an eighth of a cell; more than 1 is full.

    What is not 0 can be seen. `whole` shows the empty part, too.
    """
    signs, rest = (PLAIN, PLAIN_REST) if plain else (EIGHTHS, REST)
    steps = len(signs) - 1
    filled = round(max(0.0, min(1.0, share)) * width * steps) or int(share > 0)
    full, part = divmod(filled, steps)
    drawn = signs[-1] * full + (signs[part] if part else "")
    return f"{drawn:{rest if whole else ' '}<{width}}"
