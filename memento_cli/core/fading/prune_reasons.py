"""Why a faint memory is pruned or kept, in words (document 001, Maintenance)."""

from __future__ import annotations


def pruned_because(strength: float, threshold: float, since: str) -> str:
    """It has faded to this strength; `since` is the day when, empty if there is none."""
    when = f" since {since}" if since else ""
    return f"faded to {strength:.3f}, below {threshold:g}{when}"


def kept_because(bare: float, threshold: float, floor: float, pinned: object) -> str:
    """A pin or a floor keeps it; without them it would be at `bare`."""
    by = "pinned" if pinned else f"its floor {floor:g} keeps it"
    return f"{by}: {bare:.3f} would be below {threshold:g}"


def line_of(verb: str, id: str, reason: str, summary: str) -> str:
    """What a prune would do with a memory; whoever calls has made the texts safe to print."""
    return f"{verb:5}  {id}  {reason}  {summary}"


def nothing_below(checked: int) -> str:
    """What is said where no memory is below the threshold."""
    return f"{checked} checked; nothing has faded so far"
