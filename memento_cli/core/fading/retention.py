"""Which memories a store's policy lets go: those past their time, and those hardly worth keeping.

Document 002, 4.2: a time to live by kind and by tag, and candidates by a forget score; each of the
two is switched on by itself. Pinned and exempt memories never go.
"""

from __future__ import annotations

from math import inf

from memento_cli.core.fading.laws import NEVER, TTL
from memento_cli.core.fading.policy import matches
from memento_cli.core.fading.strength import days_since, days_until
from memento_cli.core.memory.memory import law_in_force, retention_at
from memento_cli.core.recall.ranking import usage_raw
from memento_cli.core.time.when import from_micros, later, micros, span_text
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.core.fading.fold import State
    from memento_cli.core.fading.policy import Policy
    from memento_cli.core.memory.memory import Memory

RECENCY, USAGE, DUPLICATION, IMPORTANCE, PINNED = 0.35, 0.25, 0.20, 0.15, 0.30
ROUNDING = 1e-9  # the tolerance of a comparison of scores
FULL_USAGE = 10.0  # the raw usage that counts as 1
TIME, SCORE = "time", "score"
"""The names of the two policies."""


class Term(NamedTuple):
    """The days for which a memory is kept (infinite: for ever), since when, and what sets them."""

    days: float
    start: datetime
    by: str


class Traces(NamedTuple):
    """What use has left: when the memory was last used, viewed or edited, how often each, and how
    many others nearly duplicate it (`others`). `last` is in microseconds since 1970."""

    last: int
    views: int = 0
    uses: int = 0
    edits: int = 0
    others: int = 0

    @property
    def usage(self) -> float:
        """The usage, 0 (never used) to 1."""
        return usage_share(self.views, self.uses, self.edits)

    def used(self, now: datetime) -> Traces:
        """The traces after one use at `now`."""
        return self._replace(last=max(self.last, micros(now)), uses=self.uses + 1)


def traces_of(state: State, others: int = 0) -> Traces:
    """The traces in a memory's folded journal."""
    return Traces(state.since, state.views, state.uses, state.edits, others)


class Candidate(NamedTuple):
    """A memory that may go, and why. A candidate by score has its forget score and the number of
    near-duplicates; one past its time has neither."""

    memory: Memory
    reason: str
    score: float | None = None
    others: int = 0

    @property
    def policy(self) -> str:
        """The policy under which it may go."""
        return TIME if self.score is None else SCORE


def kept_by(memory: Memory, policy: Policy) -> str:
    """What keeps a memory for ever: its pin, or an exemption of the policy; "" if nothing does."""
    if memory.pinned:
        return "pinned"
    values = {
        "tag": memory.tags.topics,
        "project": (memory.project or "",),
        "kind": (memory.kind,),
        "privacy": (memory.privacy,),
    }
    for field, pattern in policy.exempt:
        if any(matches(pattern, value) for value in values[field] if value):
            return f"exempt by {field}:{pattern}"
    return ""


def term_of(memory: Memory, policy: Policy) -> Term:
    """How long a memory is kept, pins and exemptions aside.

    Its own law decides if it is `ttl` or `never`; then its tags, of which the longest term counts,
    because pruning too late costs a little space and pruning too early loses a memory; then its
    kind. The term begins at its creation: use does not prolong it.
    """
    law = memory.fade.law
    if law.code == TTL:
        return Term(law.parameter, memory.strength.last_reinforced, "its own")
    if law.code == NEVER:
        return Term(inf, memory.created, "its law")
    if not policy.by_time:
        return Term(inf, memory.created, "the policy")
    by_tag = [
        (days, f"tag {topic}")
        for topic in memory.tags.topics
        for pattern, days in policy.tags
        if matches(pattern, topic)
    ]
    days, by = max(by_tag, default=(policy.kinds[memory.kind], memory.kind))
    return Term(days, memory.created, by)


def expires_at(memory: Memory, policy: Policy) -> datetime | None:
    """The moment from which its time is over; None if it never is."""
    term = term_of(memory, policy)
    return None if kept_by(memory, policy) else later(term.start, term.days)


def forget_score(
    recency: float, usage: float, duplication: float, importance: float, *, pinned: bool = False
) -> float:
    """How little a memory is worth keeping, from -0.45 to 0.8; all parts are 0 to 1.

    0.35 · (1 − recency) + 0.25 · (1 − usage) + 0.2 · duplication − 0.15 · importance, and − 0.3 if
    pinned: the weights of document 002's program.
    """
    worn = RECENCY * (1 - recency) + USAGE * (1 - usage) + DUPLICATION * duplication
    return worn - IMPORTANCE * importance - PINNED * pinned


def is_candidate(score: float, threshold: float) -> bool:
    """Whether a forget score reaches the threshold."""
    return score >= threshold - ROUNDING


def usage_share(views: int, uses: int, edits: int) -> float:
    """The usage, 0 (never used) to 1."""
    return min(1.0, usage_raw(views, uses, edits) / FULL_USAGE)


def duplication_of(others: int) -> float:
    """The duplication, 0 to 1: (n − 1) / n for a group of n near-duplicates."""
    return others / (others + 1)


def score_at(memory: Memory, traces: Traces, now: datetime) -> float:
    """The forget score of a memory; its recency is the retention by its own law."""
    recency = retention_at(memory, now)
    duplication = duplication_of(traces.others)
    return forget_score(recency, traces.usage, duplication, memory.importance, pinned=memory.pinned)


def candidate_at(memory: Memory, traces: Traces, policy: Policy) -> datetime | None:
    """The moment from which its forget score makes it a candidate if unused; None if none does."""
    if not policy.by_score:
        return None
    fresh = forget_score(1.0, traces.usage, duplication_of(traces.others), memory.importance)
    recency = 1 - (policy.score - ROUNDING - fresh) / RECENCY
    if recency <= 0 or kept_by(memory, policy):
        return None
    last = memory.strength.last_reinforced
    days = days_until(law_in_force(memory), recency, memory.strength)
    idle_from = later(from_micros(traces.last), policy.idle_days)
    faded_from = later(last, days)
    return max(idle_from, faded_from) if idle_from and faded_from else None


def goes_at(memory: Memory, traces: Traces, policy: Policy) -> datetime | None:
    """The first moment from which either policy lets it go if it is not used; None if none."""
    both = expires_at(memory, policy), candidate_at(memory, traces, policy)
    return min(filter(None, both), default=None)


def judged(memory: Memory, traces: Traces, policy: Policy, now: datetime) -> Candidate | None:
    """The memory as a candidate at `now`, by its time or by its forget score; None if it stays."""
    if kept_by(memory, policy):
        return None
    return expired(memory, policy, now) or neglected(memory, traces, policy, now)


def expired(memory: Memory, policy: Policy, now: datetime) -> Candidate | None:
    """The memory as a candidate if its time is over, pins and exemptions aside."""
    term = term_of(memory, policy)
    end = later(term.start, term.days)
    if end is None or end > now:
        return None
    term_text = f"time to live ({term.by}, {span_text(term.days)})"
    return Candidate(memory, f"{term_text} over since {end:%Y-%m-%d}")


def neglected(memory: Memory, traces: Traces, policy: Policy, now: datetime) -> Candidate | None:
    """The memory as a candidate by its forget score, pins and exemptions aside."""
    if not policy.by_score:
        return None
    idle, score = days_since(traces.last, micros(now)), score_at(memory, traces, now)
    if idle < policy.idle_days or not is_candidate(score, policy.score):
        return None
    reason = f"forget score {score:.2f}, from {policy.score:g} on: unused for {idle:.0f} days"
    if traces.others:
        reason += f", nearly the same as {traces.others} more"
    return Candidate(memory, reason, score, traces.others)
