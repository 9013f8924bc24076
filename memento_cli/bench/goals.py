"""The goals of recall quality (DESIGN, section 9): the least that a score may be."""

from __future__ import annotations

from collections.abc import Mapping

QUALITY = "quality"
LEAST: Mapping[str, float] = {
    "quality.locomo.turns.r5": 0.65,
    "quality.locomo.turns.mrr": 0.52,
    "quality.locomo.sessions.pooled.r5": 0.89,
    "quality.locomo.sessions.pooled.mrr": 0.83,
    "quality.locomo.sessions.own.r10": 0.945,
    "quality.ja.sent.r5": 0.86,
    "quality.zh-Hans.sent.r5": 0.82,
    "quality.zh-Hant.sent.r5": 0.89,
    "quality.hi.para.r5": 0.97,
    "quality.th.para.r5": 0.98,
    "quality.known.til_simonw.mrr": 0.915,
    "quality.known.til_jbranchaud.mrr": 0.868,
}
DECAY, DECAY_LOSS = "quality.locomo.decay.loss", 0.01
ENGLISH, ENGLISH_LOSS = "en.para", 0.005
"""What a R@5 may lose: by forgetting as by default; and in English, to the best plain search."""
