"""Why a weak memory is pruned or kept, in words (document 001, Maintenance)."""

from __future__ import annotations


def pruned_because(strength: float, threshold: float, since: str) -> str:
    """The reason for pruning a memory of this strength; `since` is the day it fell below, or
    empty."""
    when = f" since {since}" if since else ""
    return f"faded to {strength:.3f}, below {threshold:g}{when}"


def kept_because(bare: float, threshold: float, floor: float, pinned: object) -> str:
    """The reason for keeping a memory by its pin or floor; without these its strength is `bare`."""
    by = "pinned" if pinned else f"its floor {floor:g} keeps it"
    return f"{by}: {bare:.3f} would be below {threshold:g}"


def line_of(verb: str, id: str, reason: str, summary: str) -> str:
    """The line of a prune about a memory; the caller makes the texts safe to print."""
    return f"{verb:5}  {id}  {reason}  {summary}"


def nothing_below(checked: int) -> str:
    """The line of a prune that found no memory below the threshold."""
    return f"{checked} checked; nothing has faded so far"
