"""Which hits stand for others: the newer of two that say the same, and what was concluded from
episodes."""

from __future__ import annotations

from itertools import combinations

from memento_cli.core.recall.ranking import jaccard
from memento_cli.core.security.trust import is_trusted, trust_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from memento_cli.core.memory.memory import Memory

LIKELY = 0.3
"""The least share of common trigrams of two texts that may say the same."""
LENGTH = 3


def stand_ins(
    memories: Sequence[Memory], derived: Iterable[tuple[str, str]] = ()
) -> Mapping[str, str]:
    """The memory that stands for another, by the id of that.

    `derived` are pairs of a conclusion and what it was concluded from. Nothing stands for what is
    more trusted than it: a text of somebody else takes no person's place.
    """
    by_id = {memory.id: memory for memory in memories}
    pairs = [*_concluded(by_id, derived), *_repeated(memories)]
    stand_for: dict[str, str] = {}
    for newer, older in pairs:
        if _may_stand(by_id[newer], by_id[older]) and _last(stand_for, newer) != older:
            stand_for.setdefault(older, newer)
    return {id: _last(stand_for, id) for id in stand_for}


def put_first(ids: Sequence[str], stand_for: Mapping[str, str]) -> list[str]:
    """The ids in their order, but each that stands for others before the first of these."""
    return list(dict.fromkeys(one for id in ids for one in (stand_for.get(id, id), id)))


def _concluded(
    by_id: Mapping[str, Memory], derived: Iterable[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    return ((one, other) for one, other in derived if one in by_id and other in by_id)


def _repeated(memories: Sequence[Memory]) -> Iterator[tuple[str, str]]:
    """The newer and the older of two of one person, project and detail that say the same."""
    owners: dict[object, list[Memory]] = {}
    for one in memories:
        owners.setdefault((one.person, one.project, one.content.detail), []).append(one)
    groups = [group for group in owners.values() if len(group) > 1 and _may_repeat(group)]
    if not groups:
        return
    from memento_cli.core.text.likeness import ALIKE  # few hits say the same
    from memento_cli.core.tidy.candidates import alike_pairs

    for group in groups:
        for pair in alike_pairs(((one.content.summary, "") for one in group), ALIKE):
            one, other = group[pair.one], group[pair.other]
            is_older = one.created < other.created
            yield (other.id, one.id) if is_older else (one.id, other.id)


def _may_repeat(group: Sequence[Memory]) -> bool:
    """Whether any two summaries have enough letters in common that they must be compared."""
    texts = [_trigrams(one.content.summary.lower()) for one in group]
    return any(jaccard(*pair) >= LIKELY for pair in combinations(texts, 2))


def _trigrams(text: str) -> frozenset[str]:
    return frozenset(text[at : at + LENGTH] for at in range(max(1, len(text) - LENGTH + 1)))


def _may_stand(one: Memory, other: Memory) -> bool:
    return is_trusted(trust_of(one), trust_of(other))


def _last(stand_for: Mapping[str, str], id: str) -> str:
    while id in stand_for:
        id = stand_for[id]
    return id
