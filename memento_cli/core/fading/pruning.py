"""The memories that a prune removes: those that faded (document 001), or those that a policy lets
go (002)."""

from __future__ import annotations

from math import isfinite

from memento_cli.core.fading.retention import expired, expires_at, judged
from memento_cli.core.fading.strength import bare_strength
from memento_cli.core.memory.memory import days_below, strength_at
from memento_cli.core.time.when import later, micros
from memento_cli.errors import BadValue
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable
    from datetime import datetime

    from memento_cli.core.fading.policy import Policy
    from memento_cli.core.fading.retention import Candidate, Traces
    from memento_cli.core.memory.memory import Memory


class Judged(NamedTuple):
    """A memory with its strength and the reason why it is pruned or kept."""

    memory: Memory
    strength: float
    reason: str
    policy: str = "faded"


class Plan(NamedTuple):
    """The memories that a prune removes, and those that only a pin or a floor keeps."""

    threshold: float
    checked: int
    prune: tuple[Judged, ...]
    keep: tuple[Judged, ...]

    def only(self, ids: Collection[str]) -> Plan:
        """The plan without the removals of all other memories."""
        return self._replace(prune=tuple(item for item in self.prune if item.memory.id in ids))


class RetentionPlan(NamedTuple):
    """The memories that a prune by policy removes, and those past their time that only a pin
    keeps."""

    policy: Policy
    checked: int
    prune: tuple[Candidate, ...]
    keep: tuple[Candidate, ...]

    @property
    def threshold(self) -> float | None:
        """The forget score from which a memory is a candidate; None where the score is off."""
        return self.policy.score if self.policy.by_score else None

    def only(self, ids: Collection[str]) -> RetentionPlan:
        """The plan without the removals of all other memories."""
        return self._replace(prune=tuple(item for item in self.prune if item.memory.id in ids))


def checked_threshold(threshold: float) -> float:
    """The threshold, if it is a finite number, 0 or above; BadValue if not."""
    if not (isfinite(threshold) and threshold >= 0):
        raise BadValue(f"threshold must be a number >= 0, not {threshold}")
    return threshold


def plan_of(memories: Iterable[Memory], now: datetime, threshold: float, beside: int = 0) -> Plan:
    """The plan of a prune: memories strictly below the threshold go, the weakest first.

    `beside` counts the memories that were checked elsewhere and stay: strong or unreadable ones.
    """
    checked_threshold(threshold)
    checked = list(memories)
    prune, keep = [], []
    for memory in checked:
        strength = strength_at(memory, now)
        bare = bare_strength(memory.strength, memory.fade, False, micros(now))
        if strength < threshold and not memory.pinned:
            since = later(memory.strength.last_reinforced, days_below(memory, threshold))
            when = f" since {since:%Y-%m-%d}" if since else ""
            reason = f"faded to {strength:.3f}, below {threshold:g}{when}"
            prune.append((strength, bare, Judged(memory, strength, reason)))
        elif bare < threshold:
            floor = memory.fade.min_strength
            by = "pinned" if memory.pinned else f"its floor {floor:g} keeps it"
            reason = f"{by}: {bare:.3f} would be below {threshold:g}"
            keep.append(Judged(memory, strength, reason))
    keep.sort(key=lambda judged: judged.memory.id)
    prune.sort(key=lambda item: (*item[:2], item[2].memory.id))
    return Plan(threshold, len(checked) + beside, tuple(j for *_, j in prune), tuple(keep))


def retention_plan_of(
    memories: Iterable[tuple[Memory, Traces]], now: datetime, policy: Policy, beside: int = 0
) -> RetentionPlan:
    """The plan of a prune by policy: first what is past its time, the longest past first, then the
    candidates, the highest forget score first."""
    checked = list(memories)
    prune = [
        candidate
        for memory, traces in checked
        if (candidate := judged(memory, traces, policy, now))
    ]
    pinned = [memory for memory, _ in checked if memory.pinned]
    keep = [
        candidate._replace(reason=f"pinned, else {candidate.reason}")
        for memory in pinned
        if (candidate := expired(memory, policy, now))
    ]
    keep.sort(key=lambda candidate: candidate.memory.id)
    prune.sort(key=lambda candidate: (*_prune_order(candidate, policy), candidate.memory.id))
    return RetentionPlan(policy, len(checked) + beside, tuple(prune), tuple(keep))


def _prune_order(candidate: Candidate, policy: Policy) -> tuple[bool, float]:
    if candidate.score is not None:
        return True, -candidate.score
    end = expires_at(candidate.memory, policy)
    return False, end.timestamp() if end else 0.0
