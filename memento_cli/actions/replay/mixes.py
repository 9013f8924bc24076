"""Mixes of what the ranking adds to the words, judged by the uses of a past.

The journal has no queries, so the words are left aside: what is judged is which mix of strength,
importance and usage would have ranked the memory that was used best among all that were there. The
scores are the product's own (`core/recall/ranking.py`), with no word found in any of them. How much
the three weigh together, beside the words, cannot be told by this, and is kept.
"""

from __future__ import annotations

from memento_cli.actions.replay.judging import Judged, Stage, scenes, standing
from memento_cli.core.fading.reinforcement import Rules
from memento_cli.core.fading.strength import DAY_MICROS, days_since, strength_now
from memento_cli.core.journal.event_types import EDITS, USES, VIEWED
from memento_cli.core.recall.ranking import BOUNDED, Candidate, ranked
from memento_cli.core.recall.score_parts import usage_raw
from memento_cli.core.time.when import micros
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from memento_cli.actions.replay.judging import Moment, Scene
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.ranking import Scheme, Weights

STEPS = 4
PLACES = 3


class Mix(NamedTuple):
    """The weights of strength, importance and usage in a score; together what they are now."""

    recency: float
    importance: float
    usage: float

    @property
    def name(self) -> str:
        """The mix for people: how the three stand to each other, without what weighs nothing."""
        parts = zip(("strength", "importance", "usage"), self, strict=True)
        there = {name: round(weight / sum(self) * STEPS) for name, weight in parts if weight}
        if len(there) == 1:
            return f"{next(iter(there))} only"
        return ", ".join(f"{name} {quarters}" for name, quarters in there.items())


def mixes(weights: Weights) -> list[Mix]:
    """All mixes in quarters that weigh as much as now; as by default, if that is nothing."""
    whole = sum(_mixed(weights)) or sum(_mixed(BOUNDED))
    quarters = [(one, two) for one in range(STEPS + 1) for two in range(STEPS + 1 - one)]
    parts = [(one, two, STEPS - one - two) for one, two in quarters]
    return [Mix(*(round(whole * part / STEPS, PLACES) for part in three)) for three in parts]


def settings_of(mix: Mix) -> dict[str, float]:
    """The settings that make a mix the ranking's."""
    return {f"rank.{name}": weight for name, weight in mix._asdict().items()}


def judged_mixes(
    memories: Sequence[Memory],
    past: Sequence[Moment],
    schemes: Mapping[str, Scheme],
    rules: Rules = Rules(),
    every: int = 1,
    tick: Callable[[], None] = lambda: None,
) -> dict[str, list[Judged]]:
    """The uses of a past as each of the schemes would have had them, by the names of these."""
    known = {memory.id: memory for memory in memories}
    fading = {memory.id: memory.fade for memory in memories}
    found: dict[str, list[Judged]] = {name: [] for name in schemes}
    for scene in scenes(past, Stage(fading.__getitem__, rules), every):
        candidates = [_candidate(known[id], scene) for id in scene.stage.numbers]
        for name, scheme in schemes.items():
            scores = {hit.key: hit.score for hit in ranked(candidates, scheme)}
            order = sorted(scores.values())
            for id in scene.used:
                days = (scene.at - scene.stage.touched[id]) / DAY_MICROS
                found[name].append(Judged(*standing(order, scores[id]), days))
        tick()
    return found


def scheme_with(scheme: Scheme, mix: Mix) -> Scheme:
    """The scheme with this mix."""
    changed: Scheme = scheme._replace(weights=scheme.weights._replace(**mix._asdict()))
    return changed


def _mixed(weights: Weights) -> tuple[float, float, float]:
    return weights.recency, weights.importance, weights.usage


def _candidate(memory: Memory, scene: Scene) -> Candidate:
    """A memory as the ranking would have taken it, pins and words aside."""
    numbers, counts = scene.stage.numbers[memory.id], scene.stage.counts[memory.id]
    uses = max(numbers.reinforcement_count, sum(counts[act] for act in USES))
    raw = usage_raw(counts[VIEWED], uses, sum(counts[act] for act in EDITS))
    strength = strength_now(numbers, memory.fade, False, scene.at)
    age = days_since(micros(memory.created), scene.at)
    return Candidate(memory.id, 0.0, strength, memory.importance, raw, age, memory.kind)
