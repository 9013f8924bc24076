"""Ebbinghaus's own savings of 1885, and how near each law comes to them.

He learned lists of syllables again after 20 minutes to 31 days; what he saved of the first time is
taken for what was left of the memory. Each law has its one number to fit them with, as memento has
it, and no more: so `half-life`, `ebbinghaus` and `daily`, without uses, are the same exponential.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING

from memento_cli.core.fading.laws import law_of, retention
from memento_cli.core.fading.wording import law_text
from memento_cli.core.memory.creation import Defaults, law_for
from tests.bench.rows import SHARE, Row

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memento_cli.core.fading.laws import Law

SAVINGS = "forgetting.savings"
FITTED = ("half-life", "ebbinghaus", "daily", "base-level")
STEPS = 2000
SPANS = {"base-level": (1e-3, 5.0), "daily": (1e-9, 100.0)}
"""Between which numbers a parameter is looked for; of `daily`, what a day leaves, in percent."""
SPAN_DAYS = 1e-3, 1e5
PER_DAY = 24.0

Saved = Sequence[tuple[float, float]]
"""Days, and the share that was saved after them."""


def savings(path: str) -> Saved:
    """The rows of the file: hours and savings, below comments."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return [(float(row["hours"]) / PER_DAY, float(row["savings"])) for row in rows]


def savings_rows(path: str) -> Iterator[Row]:
    """Each law's root mean square error, fitted, beside its default and the best constant."""
    saved = savings(path)
    constant = fmean(share for _, share in saved)
    beside = {"a constant": rms(saved, lambda days: constant)}
    for name in FITTED:
        default, best = _default(name), fitted(name, saved)
        baselines = {f"by default ({default.parameter:g})": error(default, saved)} | beside
        note = f"rms error of the best fit, {law_text(best)}"
        yield Row(f"{SAVINGS}.{name}", error(best, saved), SHARE, baselines=baselines, note=note)


def fitted(name: str, saved: Saved) -> Law:
    """The law of this name with the parameter that comes nearest, of those about 1 % apart."""
    least, most = SPANS.get(name, SPAN_DAYS)
    tried = (least * (most / least) ** (step / STEPS) for step in range(STEPS + 1))
    laws = (law_of(name, 100 - one if name == "daily" else one) for one in tried)
    return min(laws, key=lambda law: error(law, saved))


def error(law: Law, saved: Saved) -> float:
    """The root mean square of what a law says less what was saved, both from 0 to 1."""
    return rms(saved, lambda days: retention(law, days))


def rms(saved: Saved, curve: Callable[[float], float]) -> float:
    """The same for any curve over days."""
    return sqrt(fmean((curve(days) - share) ** 2 for days, share in saved))


def _default(name: str) -> Law:
    return law_for(name, "medium", "episodic", {}, Defaults())
