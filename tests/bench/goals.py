"""The goals of recall quality and of forgetting (DESIGN, section 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

QUALITY = "quality"
FORGETTING = "forgetting"
AGAIN = f"{FORGETTING}.again"
PAIRS = f"{QUALITY}.pairs"
EVIDENCE, TIMES = f"{QUALITY}.locomo.context", f"{QUALITY}.times"
LEAST: Mapping[str, float] = {  # that a score may be
    "quality.locomo.turns.r5": 0.74,
    "quality.locomo.turns.mrr": 0.60,
    "quality.locomo.events.r5": 0.65,
    "quality.locomo.events.mrr": 0.52,
    "quality.locomo.sessions.pooled.r5": 0.89,
    "quality.locomo.sessions.pooled.mrr": 0.83,
    "quality.locomo.sessions.own.r10": 0.945,
    f"{PAIRS}.precision": 0.95,
    f"{PAIRS}.recall": 0.85,
    f"{EVIDENCE}.1000": 0.86,
    f"{EVIDENCE}.2000": 0.90,
    "quality.madial.zh.r5": 0.38,
    "quality.madial.en.r5": 0.45,
    "quality.ja.sent.r5": 0.86,
    "quality.zh-Hans.sent.r5": 0.82,
    "quality.zh-Hant.sent.r5": 0.89,
    "quality.hi.para.r5": 0.97,
    "quality.th.para.r5": 0.98,
    "quality.known.til_simonw.mrr": 0.915,
    "quality.known.til_jbranchaud.mrr": 0.868,
    f"{AGAIN}.all": 0.66,
    f"{AGAIN}.day": 0.42,
}
DECAY, DECAY_LOSS = "quality.locomo.decay.loss", 0.01
ENGLISH, ENGLISH_LOSS = "en.para", 0.005
"""What a R@5 may lose: by forgetting as by default; and in English, to the best plain search."""
REVIEWS, REVIEWS_LOSS = f"{FORGETTING}.reviews", 0.436
DISTANCE, DISTANCE_MOST = f"{REVIEWS}.distance", 1e-6
"""The log-loss of the schedule of reviews, and how far it may be from py-fsrs's own predictions."""
