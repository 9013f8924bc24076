"""What a prune lets go: what has faded (document 001), or what a policy does not keep (002)."""

from __future__ import annotations

from datetime import timedelta
from math import isfinite

from memento_cli.core.fading.prune_reasons import kept_because, pruned_because
from memento_cli.core.fading.retention import expired, expires_at, judged
from memento_cli.core.fading.strength import bare_strength
from memento_cli.core.memory.memory import days_below, strength_at
from memento_cli.core.time.when import micros
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
    """A memory with its strength and the reason for what is done with it."""

    memory: Memory
    strength: float
    reason: str
    policy: str = "faded"


class Plan(NamedTuple):
    """What a prune would remove, and what only a pin or a floor keeps."""

    threshold: float
    checked: int
    prune: tuple[Judged, ...]
    keep: tuple[Judged, ...]

    def only(self, ids: Collection[str]) -> Plan:
        """The plan of which nothing else goes."""
        return self._replace(prune=tuple(one for one in self.prune if one.memory.id in ids))


class RetentionPlan(NamedTuple):
    """What a prune by policy would remove, and what only a pin keeps though its time is over."""

    policy: Policy
    checked: int
    prune: tuple[Candidate, ...]
    keep: tuple[Candidate, ...]

    @property
    def threshold(self) -> float | None:
        """The forget score from which on a memory is a candidate; None where no score counts."""
        return self.policy.score if self.policy.by_score else None

    def only(self, ids: Collection[str]) -> RetentionPlan:
        """The plan of which nothing else goes."""
        return self._replace(prune=tuple(one for one in self.prune if one.memory.id in ids))


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
        bare = bare_strength(memory.strength, memory.fade, False, micros(now))
        if strength < threshold and not memory.pinned:
            reason = pruned_because(strength, threshold, _since(memory, threshold))
            prune.append((strength, bare, Judged(memory, strength, reason)))
        elif bare < threshold:
            reason = kept_because(bare, threshold, memory.fade.min_strength, memory.pinned)
            keep.append(Judged(memory, strength, reason))
    keep.sort(key=lambda judged: judged.memory.id)
    prune.sort(key=lambda weak: (*weak[:2], weak[2].memory.id))
    return Plan(threshold, len(everyone) + beside, tuple(j for *_, j in prune), tuple(keep))


def _since(memory: Memory, threshold: float) -> str:
    days = days_below(memory._replace(pinned=False), threshold)
    try:
        return f"{memory.strength.last_reinforced + timedelta(days=days):%Y-%m-%d}"
    except OverflowError:
        return ""


def retention_plan_of(
    memories: Iterable[tuple[Memory, Traces]], now: datetime, policy: Policy, beside: int = 0
) -> RetentionPlan:
    """Judge every memory by the policy: what is over goes, the longest over first, and then the
    candidates, the highest score first."""
    everyone = list(memories)
    found = [one for memory, traces in everyone if (one := judged(memory, traces, policy, now))]
    pinned = [memory for memory, _ in everyone if memory.pinned]
    keep = [
        one._replace(reason=f"pinned, else {one.reason}")
        for memory in pinned
        if (one := expired(memory, policy, now))
    ]
    keep.sort(key=lambda one: one.memory.id)
    found.sort(key=lambda one: (*_place(one, policy), one.memory.id))
    return RetentionPlan(policy, len(everyone) + beside, tuple(found), tuple(keep))


def _place(one: Candidate, policy: Policy) -> tuple[bool, float]:
    if one.score is not None:
        return True, -one.score
    end = expires_at(one.memory, policy)
    return False, end.timestamp() if end else 0.0
