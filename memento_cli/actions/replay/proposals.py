"""The proposals of a replay: laws under which memories would have faded differently, and mixes of
the ranking's weights beside words.

The journal has no queries, so words are left out: a mix of strength, importance and usage is judged
by the rank that it gives to the used memory among all. The scores are the product's own
(`core/recall/ranking.py`), with no word found. The sum of the three weights cannot be judged so,
and is kept.
"""

from __future__ import annotations

from memento_cli.actions.replay.judging import (
    Contender,
    JudgedUse,
    Stage,
    scenes,
    standing,
    strength,
)
from memento_cli.core.fading.reinforcement import Rules
from memento_cli.core.fading.strength import DAY_MICROS, days_since, strength_now
from memento_cli.core.journal.event_types import EDITS, USES, VIEWED
from memento_cli.core.memory.creation import DECAY, STABILITY_DAYS, law_for
from memento_cli.core.memory.memory import KINDS, SIGNIFICANCES, fade_of
from memento_cli.core.recall.ranking import BOUNDED, Candidate, ranked, usage_raw
from memento_cli.core.time.when import micros
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.settings.values import Settings

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from memento_cli.actions.replay.judging import Moment, Scene
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.ranking import Scheme, Weights


LAW = "fade.law"
HALF_LIVES, STABILITIES = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0), (1.0, 5.0)
PERCENTS, DECAYS = (1.0, 5.0, 20.0), (0.3, DECAY, 0.6)
SET = "memento config set"


class Proposal(NamedTuple):
    """Settings with their values, and a name for people."""

    name: str
    settings: Mapping[str, Any]

    def command(self, settings: Settings) -> str:
        """The command that sets those that differ; "" if none does."""
        changed = {key: value for key, value in self.settings.items() if settings[key] != value}
        pairs = (f"{key}={value_text(value)}" for key, value in changed.items())
        return " ".join([SET, *pairs]) if changed else ""


def value_text(value: Any) -> str:
    """A value as it is typed; numbers are rounded to six digits."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def law_proposals(settings: Settings) -> list[Proposal]:
    """The laws with several parameters: half-lives and stabilities as multiples of the store's."""
    measured = KINDS if settings["half_life.by"] == "kind" else SIGNIFICANCES
    return [
        *(_scaled("half-life", "half_life", measured, by, settings) for by in HALF_LIVES),
        *(_scaled("ebbinghaus", "stability", list(STABILITY_DAYS), by, settings)
          for by in STABILITIES),
        *(Proposal(f"daily {percent:g} %", {LAW: "daily", "fade.daily_percent": percent})
          for percent in PERCENTS),
        *(Proposal(f"base-level, decay {decay:g}", {LAW: "base-level", "fade.decay": decay})
          for decay in DECAYS),
    ]  # fmt: skip


def _scaled(law: str, table: str, names: Sequence[str], by: float, settings: Settings) -> Proposal:
    keys = [f"{table}.{name}" for name in names]
    return Proposal(f"{law} x {by:g}", {LAW: law} | {key: settings[key] * by for key in keys})


def contender_of(proposal: Proposal, memories: Sequence[Memory], settings: Settings) -> Contender:
    """A contender in which memories fade as new ones would under these settings."""
    defaults = Settings({**settings.values, **proposal.settings}).defaults
    fading = {}
    for memory in memories:
        significance = memory.content.significance
        law = law_for(defaults.law, significance, memory.kind, memory.more, defaults)
        fading[memory.id] = fade_of(law, 0.0, memory.importance)
    return Contender(proposal.name, fading.__getitem__, strength)


STEPS = 4
PLACES = 3


class Mix(NamedTuple):
    """The weights of strength, importance and usage in a score."""

    recency: float
    importance: float
    usage: float

    @property
    def name(self) -> str:
        """The name of the mix: the proportion of the three weights, without those of 0."""
        parts = zip(("strength", "importance", "usage"), self, strict=True)
        there = {name: round(weight / sum(self) * STEPS) for name, weight in parts if weight}
        if len(there) == 1:
            return f"{next(iter(there))} only"
        return ", ".join(f"{name} {quarters}" for name, quarters in there.items())


def mixes(weights: Weights) -> list[Mix]:
    """All mixes in quarters with the sum of the present weights, or of the default if that is 0."""
    total = sum(_weights_of(weights)) or sum(_weights_of(BOUNDED))
    quarters = [
        (first, second) for first in range(STEPS + 1) for second in range(STEPS + 1 - first)
    ]
    parts = [(first, second, STEPS - first - second) for first, second in quarters]
    return [Mix(*(round(total * part / STEPS, PLACES) for part in three)) for three in parts]


def settings_of(mix: Mix) -> dict[str, float]:
    """The settings that give the ranking a mix."""
    return {f"rank.{name}": weight for name, weight in mix._asdict().items()}


def judge_mixes(
    memories: Sequence[Memory],
    past: Sequence[Moment],
    schemes: Mapping[str, Scheme],
    rules: Rules = Rules(),
    step: int = 1,
    tick: Callable[[], None] = lambda: None,
) -> dict[str, list[JudgedUse]]:
    """The judged uses of a past by the names of the schemes."""
    by_id = {memory.id: memory for memory in memories}
    fading = {memory.id: memory.fade for memory in memories}
    uses: dict[str, list[JudgedUse]] = {name: [] for name in schemes}
    for scene in scenes(past, Stage(fading.__getitem__, rules), step):
        candidates = [_candidate(by_id[id], scene) for id in scene.stage.numbers]
        for name, scheme in schemes.items():
            scores = {hit.key: hit.score for hit in ranked(candidates, scheme)}
            order = sorted(scores.values())
            for id in scene.used:
                days = (scene.at - scene.stage.touched[id]) / DAY_MICROS
                uses[name].append(JudgedUse(*standing(order, scores[id]), days))
        tick()
    return uses


def scheme_with(scheme: Scheme, mix: Mix) -> Scheme:
    """The scheme with this mix."""
    changed: Scheme = scheme._replace(weights=scheme.weights._replace(**mix._asdict()))
    return changed


def _weights_of(weights: Weights) -> tuple[float, float, float]:
    return weights.recency, weights.importance, weights.usage


def _candidate(memory: Memory, scene: Scene) -> Candidate:
    """A memory as a candidate of the ranking, without pins and words."""
    numbers, counts = scene.stage.numbers[memory.id], scene.stage.counts[memory.id]
    uses = max(numbers.reinforcement_count, sum(counts[act] for act in USES))
    raw = usage_raw(counts[VIEWED], uses, sum(counts[act] for act in EDITS))
    strength = strength_now(numbers, memory.fade, False, scene.at)
    age = days_since(micros(memory.created), scene.at)
    return Candidate(memory.id, 0.0, strength, memory.importance, raw, age, memory.kind)
