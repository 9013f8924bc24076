"""Near-duplicates: memories that say nearly the same as a new one."""

from __future__ import annotations

from memento_cli.core.memory.memory import Content
from memento_cli.core.recall.query import about_of
from memento_cli.core.recall.similarity import similarity_of
from memento_cli.core.text.words import STOP_WORDS, is_unit
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from memento_cli.core.memory.memory import Draft, Memory


MOST = 3
ALIKE_WITH_TAGS = 0.75
"""The least likeness of summaries of near-duplicates, however similar their tags."""
LONGEST_DETAIL = 4_000
"""The signs of a detail that are compared."""
LEAST_SHARED, BEGINNING, COMPARED = 0.5, 4, 12
"""The share of the words of a shorter text whose beginnings, so many letters, another has, before
the two are compared closely, and the most memories that are: most forms of a word begin alike, and
to look takes no tables."""


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
    content = Content(draft.summary, draft.detail)
    for memory, ratio in most_alike(content, own, min(likeness, ALIKE_WITH_TAGS)):
        times = draft.created or now, memory.created
        tags = similarity_of(draft.tags, times[0], memory.tags, times[1]).score
        if ratio >= likeness or tags >= similarity:
            duplicates.append(NearDuplicate(memory, ratio, tags))
    return duplicates[:MOST]


def most_alike(
    content: Content, memories: Iterable[Memory], least: float
) -> list[tuple[Memory, float]]:
    """The memories that are at least `least` alike to a text, the most alike first; of these those
    with the same summary. Details count where both have one."""
    near = sharing_beginnings(content.summary, memories)
    if not near:
        return []
    from memento_cli.core.text.likeness import compared  # most records repeat nothing
    from memento_cli.core.text.statements import statement

    scored = (
        (one, compared(*map(statement, _comparable(content, one.content))).likeness) for one in near
    )
    found = [pair for pair in scored if pair[1] >= least]
    return sorted(found, key=lambda pair: (-pair[1], pair[0].content.summary != content.summary))


def sharing_beginnings(summary: str, memories: Iterable[Memory]) -> list[Memory]:
    """The memories worth comparing closely with a summary, the most promising first."""
    own = _beginnings(summary)
    shares = ((_share(own, _beginnings(one.content.summary)), one) for one in memories)
    near = [(share, one) for share, one in shares if share >= LEAST_SHARED]
    near.sort(key=lambda pair: -pair[0])
    return [one for _, one in near[:COMPARED]]


def _comparable(one: Content, other: Content) -> tuple[str, str]:
    """The texts by which two are compared: whole, or their summaries if one has no more."""
    if not (one.detail and other.detail):
        return one.summary, other.summary
    first, second = (f"{text.summary}\n{text.detail[:LONGEST_DETAIL]}" for text in (one, other))
    return first, second


def _share(one: frozenset[str], other: frozenset[str]) -> float:
    """The share of the shorter that both have; 1 if one has no telling word."""
    shorter = min(len(one), len(other))
    return len(one & other) / shorter if shorter else 1.0


def _beginnings(text: str) -> frozenset[str]:
    """How the telling words of a text begin; the signs of one that has no spaces."""
    if not text.isascii() and any(map(is_unit, text)):
        return frozenset(text)
    words = text.lower().split()
    return frozenset([word[:BEGINNING] for word in words if word not in STOP_WORDS])


def lost_without(goes: Memory, stays: Memory) -> list[str]:
    """What one memory says and another does not, which would be lost without the first."""
    from memento_cli.core.text.likeness import says_again  # most records repeat nothing

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
