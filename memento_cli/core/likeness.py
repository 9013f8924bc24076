"""Near-duplicates: memories whose words, or tags and words together, are nearly the same."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from memento_cli.core.alike import ALIKE_TOO, may_repeat
from memento_cli.core.memory import Draft, Memory
from memento_cli.core.similarity import similarity_of
from memento_cli.core.text import plain


class Twin(NamedTuple):
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
) -> list[Twin]:
    """The memories of this person that the draft nearly repeats, the likest first.

    Nearly: the summaries are at least `likeness` alike; or the tags are at least `similarity`
    similar and the summaries at least 0.7 alike.
    """
    said = plain(draft.summary)
    mine = [
        memory
        for memory in memories
        if memory.person == draft.person
        and may_repeat(said, plain(memory.content.summary), likeness)
    ]
    if not mine:
        return []
    from rapidfuzz import fuzz, process

    near = process.extract(
        said,
        [plain(memory.content.summary) for memory in mine],
        scorer=fuzz.token_sort_ratio,
        score_cutoff=100 * min(likeness, ALIKE_TOO),
        limit=None,
    )
    found = []
    for _, ratio, place in near:
        memory = mine[place]
        tags = similarity_of(draft.tags, draft.created or now, memory.tags, memory.created).score
        if ratio / 100 >= likeness or tags >= similarity:
            found.append(Twin(memory, ratio / 100, tags))
    return found[:limit]
