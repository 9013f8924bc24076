"""Near-duplicates: memories whose words, or tags and words together, are nearly the same."""

from __future__ import annotations

from memento_cli.core.recall.query import about_of
from memento_cli.core.recall.similarity import similarity_of
from memento_cli.core.text.likeness import alike, may_repeat, says_again
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from memento_cli.core.memory.memory import Draft, Memory


class NearDuplicate(NamedTuple):
    """A memory that a draft nearly repeats: likeness of words and similarity of tags, 0 to 1."""

    memory: Memory
    likeness: float
    similarity: float


def near_duplicates(
    draft: Draft,
    memories: Iterable[Memory],
    now: datetime,
    likeness: float,
    similarity: float,
    limit: int = 3,
) -> list[NearDuplicate]:
    """The memories of this person that the draft nearly repeats, the likest first.

    Nearly: the summaries are at least `likeness` alike; or the tags are at least `similarity`
    similar and the summaries at least 0.7 alike. What tells another fact is none, however alike.
    """
    found = []
    for memory in memories:
        said = memory.content.summary
        if memory.person == draft.person and may_repeat(draft.summary, said, likeness):
            ratio = alike(draft.summary, said)
            times = draft.created or now, memory.created
            tags = similarity_of(draft.tags, times[0], memory.tags, times[1]).score
            if ratio >= likeness or tags >= similarity:
                found.append(NearDuplicate(memory, ratio, tags))
    return sorted(found, key=lambda twin: -twin.likeness)[:limit]


def stands_for(stays: Memory, goes: Memory) -> bool:
    """Whether one memory says all that another does, so that nothing is lost without that one."""
    said, facts = goes.content, _facts(goes)
    return (
        says_again(stays.content.summary, said.summary)
        and (not said.detail or says_again(stays.content.detail, said.detail))
        and set(goes.tags.topics) <= set(stays.tags.topics)
        and set(goes.tags.people) <= set(stays.tags.people)
        and all(fact in (None, other) for fact, other in zip(facts, _facts(stays), strict=True))
    )


def _facts(memory: Memory) -> tuple[object, ...]:
    """How it ended, if that is told, for which project, and when it was."""
    outcome = memory.tags.outcome
    return None if outcome == "neutral" else outcome, memory.project, about_of(memory.more)
