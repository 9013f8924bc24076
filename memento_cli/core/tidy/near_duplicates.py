"""Near-duplicates: memories that say nearly the same as a new one."""

from __future__ import annotations

from memento_cli.core.recall.query import about_of
from memento_cli.core.recall.similarity import similarity_of
from memento_cli.core.text.likeness import compared, says_again
from memento_cli.core.text.normal_forms import plain
from memento_cli.core.text.statements import statement
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from memento_cli.core.memory.memory import Draft, Memory


MOST = 3
ALIKE_WITH_TAGS = 0.75
"""The least likeness of summaries of near-duplicates, however similar their tags."""
LEAST_SHARED = 0.25
"""The share of its words that a shorter text has in common with another, letter by letter, before
the two are compared closely: what is alike in other forms of words has some in the same form."""


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
    summaries at least 0.75 alike. A memory that tells another fact is none, however alike.
    """
    duplicates = []
    own = (memory for memory in memories if memory.person == draft.person)
    for memory, ratio in most_alike(draft.summary, own, min(likeness, ALIKE_WITH_TAGS)):
        times = draft.created or now, memory.created
        tags = similarity_of(draft.tags, times[0], memory.tags, times[1]).score
        if ratio >= likeness or tags >= similarity:
            duplicates.append(NearDuplicate(memory, ratio, tags))
    return duplicates[:MOST]


def most_alike(
    summary: str, memories: Iterable[Memory], least: float
) -> list[tuple[Memory, float]]:
    """The memories whose summaries are at least `least` alike to one, the most alike first; of
    these those with the same text."""
    said, found = statement(summary), []
    for memory in memories:
        text = memory.content.summary
        if _may_be_alike(summary, text):
            likeness = compared(said, statement(text)).likeness
            if likeness >= least:
                found.append((memory, likeness))
    return sorted(found, key=lambda pair: (-pair[1], pair[0].content.summary != summary))


def _may_be_alike(text: str, other: str) -> bool:
    """Whether they share some words as they stand, or signs if they may have no spaces."""
    if text.isascii() and other.isascii():
        one, two = set(text.lower().split()), set(other.lower().split())
    else:
        one, two = set(plain(text)), set(plain(other))
    return len(one & two) >= LEAST_SHARED * min(len(one), len(two))


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
