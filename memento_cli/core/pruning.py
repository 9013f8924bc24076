"""Which memories have faded below a threshold, and what keeps the others (document 001)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from math import isfinite
from typing import NamedTuple

from memento_cli.core.faint import kept_because, pruned_because
from memento_cli.core.memory import Memory, days_below, faded, strength_at
from memento_cli.errors import BadValue


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


def plan_of(memories: Iterable[Memory], now: datetime, threshold: float, beside: int = 0) -> Plan:
    """Judge every memory: strictly below the threshold goes, the weakest first.

    `beside` is how many more were checked and stay: the strong, and the unreadable.
    """
    checked_threshold(threshold)
    everyone = list(memories)
    prune, keep = [], []
    for memory in everyone:
        strength = strength_at(memory, now)
        bare = faded(memory.strength, memory.fade.law, now)
        if strength < threshold and not memory.pinned:
            reason = pruned_because(bare, threshold, _since(memory, threshold))
            prune.append((strength, bare, Judged(memory, strength, reason)))
        elif bare < threshold:
            reason = kept_because(bare, threshold, memory.fade.min_strength, memory.pinned)
            keep.append(Judged(memory, strength, reason))
    keep.sort(key=lambda judged: judged.memory.id)
    prune.sort(key=lambda weak: (*weak[:2], weak[2].memory.id))
    return Plan(threshold, len(everyone) + beside, tuple(j for *_, j in prune), tuple(keep))


def _since(memory: Memory, threshold: float) -> str:
    days = days_below(memory.strength, memory.fade.law, threshold)
    try:
        return f"{memory.strength.last_reinforced + timedelta(days=days):%Y-%m-%d}"
    except OverflowError:
        return ""
