"""Which memories have faded below a threshold, and what keeps the others (document 001)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from math import isfinite
from typing import NamedTuple

from memento_cli.core.memory import Memory, faded, strength_at
from memento_cli.errors import BadValue

THRESHOLD = 0.15


class Judged(NamedTuple):
    """A memory with its strength and the reason for what is done with it."""

    memory: Memory
    strength: float
    reason: str


class Plan(NamedTuple):
    """What a prune would remove, and what only a pin or a floor keeps."""

    threshold: float
    checked: int
    prune: tuple[Judged, ...]
    keep: tuple[Judged, ...]


def checked_threshold(threshold: float) -> float:
    """A threshold is a finite number, 0 or above."""
    if not (isfinite(threshold) and threshold >= 0):
        raise BadValue(f"threshold must be a number >= 0, not {threshold}")
    return threshold


def plan_of(memories: Iterable[Memory], now: datetime, threshold: float, unread: int = 0) -> Plan:
    """Judge every memory: strictly below the threshold goes, the weakest first.

    Unreadable files count as checked and stay.
    """
    checked_threshold(threshold)
    everyone = list(memories)
    prune, keep = [], []
    for memory in everyone:
        strength = strength_at(memory, now)
        bare = faded(memory.strength, memory.fade.law, now)
        if strength < threshold and not memory.pinned:
            prune.append(Judged(memory, strength, f"{strength:.3f} is below {threshold:g}"))
        elif bare < threshold:
            keep.append(Judged(memory, strength, _kept_by(memory, bare, threshold)))
    order = sorted(prune, key=lambda judged: (judged.strength, judged.memory.id))
    return Plan(threshold, len(everyone) + unread, tuple(order), tuple(keep))


def _kept_by(memory: Memory, bare: float, threshold: float) -> str:
    by = "pinned" if memory.pinned else f"its floor {memory.fade.min_strength:g} keeps it"
    return f"{by}: {bare:.3f} would be below {threshold:g}"
