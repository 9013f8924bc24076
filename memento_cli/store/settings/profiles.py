"""Profiles: named sets of defaults, one for each of the documents 000 to 004."""

from __future__ import annotations

from memento_cli.core.recall.ranking import PROFILES as SCHEMES

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


ABOUT: Mapping[str, str] = {
    "half-life": "memories halve in 180, 90 or 30 days by significance; a use makes them stronger",
    "ebbinghaus": "e^(-days/stability), times importance; what recall returns lasts half as long "
    "again",
    "agent": "half-lives and times to live by kind",
    "companion": "as half-life, for a companion that keeps what happened for ever",
    "tiers": "5 % a day; faded memories only where no active one is, ghosts never",
}
_OWN: Mapping[str, Mapping[str, Any]] = {
    "half-life": {},
    "ebbinghaus": {
        "fade.law": "ebbinghaus",
        "fade.min_strength": 0.0,
        "list.hide_below": 0.0,
        "prune.below": 0.0,
        "recall.counts": "use",
        "maintain.candidates": "no",
        "maintain.every_hours": 6.0,
        "maintain.note": True,
    },
    "agent": {
        "half_life.by": "kind",
        "fade.min_strength": 0.0,
        "list.hide_below": 0.0,
        "prune.below": 0.0,
        "recall.counts": "view",
        "recall.limit": 8,
        "importance.infer": True,
        "maintain.candidates": "retention",
        "retention.episodic": 90.0,
    },
    "companion": {
        "list.hide_below": 0.0,
        "prune.below": 0.0,
        "recall.limit": 8,
        "recall.in": ("memories", "events", "states"),
        "recall.spread": 5,
        "maintain.candidates": "no",
        "extract.queue": True,
        "graph.law": "never",
        "context.times": "local",
        "context.events": 5,
    },
    "tiers": {
        "fade.law": "daily",
        "fade.min_strength": 0.0,
        "list.hide_below": 0.3,
        "prune.below": 0.0,
        "recall.hide_tiers": True,
        "recall.limit": 5,
        "maintain.candidates": "no",
        "graph.law": "daily",
    },
}
PROFILES: Mapping[str, Mapping[str, Any]] = {
    name: {**own}
    | {f"rank.{part}": value for part, value in SCHEMES[name].weights._asdict().items()}
    for name, own in _OWN.items()
}
"""The settings of each profile that differ from the defaults, and its weights of the ranking."""
PROFILE_NAMES = tuple(PROFILES)
