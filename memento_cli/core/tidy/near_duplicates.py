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


MOST = 3


class NearDuplicate(NamedTuple):
    """A memory that a draft nearly repeats: likeness of texts and similarity of tags, 0 to 1."""

    memory: Memory
    likeness: float
    similarity: float


def near_duplicates(
    draft: Draft,
    memories: Iterable[Memory],
    now: datetime,
    likeness: float,
    similarity: float,
) -> list[NearDuplicate]:
    """The memories of the draft's person that it nearly repeats, the most alike first, at most 3.

    The summaries are at least `likeness` alike, or the tags at least `similarity` similar and the
    summaries at least 0.7 alike. A memory that tells another fact is none, however alike.
    """
    duplicates = []
    for memory in memories:
        summary = memory.content.summary
        if memory.person == draft.person and may_repeat(draft.summary, summary, likeness):
            ratio = alike(draft.summary, summary)
            times = draft.created or now, memory.created
            tags = similarity_of(draft.tags, times[0], memory.tags, times[1]).score
            if ratio >= likeness or tags >= similarity:
                duplicates.append(NearDuplicate(memory, ratio, tags))
    return sorted(duplicates, key=lambda duplicate: -duplicate.likeness)[:MOST]


def lost_without(goes: Memory, stays: Memory) -> list[str]:
    """What one memory says and another does not, which would be lost without the first."""
    content, tags = goes.content, goes.tags
    kept = {
        "words": says_again(stays.content.summary, content.summary),
        "detail": not content.detail or says_again(stays.content.detail, content.detail),
        "topics": set(tags.topics) <= set(stays.tags.topics),
        "people": set(tags.people) <= set(stays.tags.people),
        "outcome": tags.outcome in (None, "neutral", stays.tags.outcome),
        "project": goes.project in (None, stays.project),
        "time": about_of(goes.more) in (None, about_of(stays.more)),
    }
    return [what for what, is_kept in kept.items() if not is_kept]
