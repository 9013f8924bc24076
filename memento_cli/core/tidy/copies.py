"""Memories that were recorded more than once, in the same or nearly the same words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable

from memento_cli.core.memory.memory import Link, Memory
from memento_cli.core.recall.query import about_of
from memento_cli.core.security.trust import TRUSTS, is_trusted, trust_of
from memento_cli.core.text.likeness import ALIKE, compared
from memento_cli.core.text.normal_forms import plain
from memento_cli.core.text.statements import statement
from memento_cli.core.tidy.candidates import CONTENT, alike_pairs, content_keys
from memento_cli.core.tidy.supersession import at_once, true_at
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

DUPLICATES = "duplicates"


class Copies(NamedTuple):
    """A memory to keep, and others that say nothing beyond it.

    `exact`: their texts are equal except for case and white space.
    """

    kept: Memory
    others: tuple[Memory, ...]
    exact: bool


def copies(memories: Iterable[Memory]) -> Iterator[Copies]:
    """The copies among memories of the same person and project; exact ones first.

    The most trusted is kept; among these the pinned, then the one with most content words, then
    the most used, then the oldest.
    """
    remaining = {memory.id: memory for memory in memories}
    for group in _groups_of_same_text(list(remaining.values())):
        result = _copies(group)
        if result.others:
            yield result
            for other in result.others:
                del remaining[other.id]
    yield from _nearly_the_same(list(remaining.values()))


def merged_memory(kept: Memory, others: Iterable[Memory]) -> Memory:
    """The kept memory with the tags and links of those others that are as trusted as it is, and
    with a link to each other.

    The texts and uses of the others stay with them, in the archive.
    """
    merged = list(others)
    sources = [kept, *(source for source in merged if is_trusted(trust_of(source), trust_of(kept)))]
    ids = {memory.id for memory in (kept, *merged)}
    links = [link for memory in sources for link in memory.links if link.target not in ids]
    links += (Link(DUPLICATES, memory.id) for memory in merged)
    tags = kept.tags._replace(
        topics=tuple(dict.fromkeys(topic for source in sources for topic in source.tags.topics)),
        people=tuple(dict.fromkeys(person for source in sources for person in source.tags.people)),
        outcome=kept.tags.outcome,
    )
    return kept._replace(tags=tags, links=tuple(dict.fromkeys(links)))


def _groups_of_same_text(memories: Iterable[Memory]) -> Iterator[Sequence[Memory]]:
    groups = defaultdict[Hashable, list[Memory]](list)
    for memory in memories:
        content = memory.content
        texts = _normalized(content.summary), _normalized(content.detail)
        groups[(*_context_of(memory), *texts)].append(memory)
    for group in groups.values():
        if len(group) > 1:
            yield from _split_by_time(group)


def _nearly_the_same(memories: Sequence[Memory]) -> Iterator[Copies]:
    """Each memory with those that are alike, are in no group yet, and say nothing beyond it."""
    texts = ((one.content.summary, (_context_of(one), one.content.detail)) for one in memories)
    partners = defaultdict[int, list[int]](list)
    for pair in alike_pairs(texts, ALIKE):
        partners[pair.one].append(pair.other)
        partners[pair.other].append(pair.one)
    ranks = {place: _rank(memories[place]) for place in partners}
    placed = set[int]()
    for first in sorted(partners, key=ranks.__getitem__):
        others = [
            place
            for place in sorted(partners[first], key=ranks.__getitem__)
            if not placed.intersection((first, place))
            and ranks[first] < ranks[place]
            and _is_contained(memories[first], memories[place])
        ]
        placed.update(others)
        if others:
            yield Copies(memories[first], tuple(memories[place] for place in others), exact=False)


def _context_of(memory: Memory) -> tuple[Hashable, ...]:
    """What two copies have in common beside their texts."""
    return (
        memory.person,
        memory.project,
        memory.kind,
        memory.privacy,
        memory.tags.outcome,
        about_of(memory.more),
    )


def _split_by_time(group: Iterable[Memory]) -> Iterator[Sequence[Memory]]:
    """The parts of a group that are of one time; only episodes are divided, since knowledge is the
    same at any time."""
    part: list[Memory] = []
    for memory in sorted(group, key=lambda one: (true_at(one), one.id)):
        if part and memory.kind == "episodic" and not at_once(part[0], memory):
            yield part
            part = []
        part.append(memory)
    yield part


def _copies(group: Iterable[Memory]) -> Copies:
    kept, *others = sorted(group, key=_rank)
    return Copies(kept, tuple(other for other in others if not other.pinned), exact=True)


def _rank(memory: Memory) -> tuple[int, bool, int, int, float, str]:
    words = len(content_keys(statement(memory.content.summary)))
    uses = memory.strength.reinforcement_count
    trust = TRUSTS.index(trust_of(memory))
    return trust, not memory.pinned, -words, -uses, memory.created.timestamp(), memory.id


def _is_contained(kept: Memory, other: Memory) -> bool:
    """Whether the kept memory has all words of an alike other, which is not pinned, and of its
    time if they are episodes."""
    is_episode = kept.kind == "episodic"
    if other.pinned or (is_episode and not at_once(kept, other)):
        return False
    found = compared(*(statement(one.content.summary) for one in (kept, other)))
    return not any(word.kind in CONTENT for word in found.right)


def _normalized(text: str) -> str:
    return " ".join(plain(text).split())
