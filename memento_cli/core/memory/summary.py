"""The short form of a memory that lists show (document 001, MemorySummary)."""

from __future__ import annotations

from memento_cli.core.memory.memory import stability_of, strength_at
from memento_cli.core.security.trust import trust_of
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.core.memory.memory import Memory


class Summary(NamedTuple):
    """The short form of a memory. `strength` is the one at the time of asking, `stability` the
    current one under `ebbinghaus` in days, `flags` the parts that read like instructions."""

    id: str
    strength: float
    created: datetime
    person: str
    summary: str
    significance: str
    topics: tuple[str, ...]
    people: tuple[str, ...]
    outcome: str | None
    kind: str
    pinned: bool
    last_reinforced: datetime
    reinforcement_count: int
    stability: float | None
    source: str
    privacy: str
    trust: str
    flags: tuple[str, ...]
    project: str | None
    agent: str | None
    session: str | None


def summary_of(memory: Memory, now: datetime, flags: tuple[str, ...] | None = None) -> Summary:
    """The summary of a memory at `now`; `flags` are its flags, if they are known already."""
    if flags is None:
        from memento_cli.core.security.instructions import flags_of  # the index knows them

        flags = flags_of(memory)
    return Summary(
        id=memory.id,
        strength=strength_at(memory, now),
        created=memory.created,
        person=memory.person,
        summary=memory.content.summary,
        significance=memory.content.significance,
        topics=memory.tags.topics,
        people=memory.tags.people,
        outcome=memory.tags.outcome,
        kind=memory.kind,
        pinned=memory.pinned,
        last_reinforced=memory.strength.last_reinforced,
        reinforcement_count=memory.strength.reinforcement_count,
        stability=stability_of(memory),
        source=memory.source,
        privacy=memory.privacy,
        trust=trust_of(memory),
        flags=flags,
        project=memory.project,
        agent=memory.agent,
        session=memory.session,
    )
