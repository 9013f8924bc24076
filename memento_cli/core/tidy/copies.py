"""Memories that were kept twice, in the same words or nearly: one of them is enough."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable

from memento_cli.core.memory.memory import Link, Memory
from memento_cli.core.memory.text import plain
from memento_cli.core.recall.query import about_of
from memento_cli.core.recall.score_parts import overlap
from memento_cli.core.security.trust import TRUSTS, is_trusted, trust_of
from memento_cli.core.text.likeness import tells_another
from memento_cli.core.tidy.conflicts import telling
from memento_cli.core.tidy.repeats import ALIKE, alike_in_words, wording
from memento_cli.core.tidy.supersession import at_once, true_at
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from memento_cli.core.recall.similarity import Profile

DUPLICATES = "duplicates"


class Copies(NamedTuple):
    """Memories of which one is to stay, and the others, which say nothing that it does not say.

    `exact`: they say the same to the letter, but for capitals and white space.
    """

    kept: Memory
    others: tuple[Memory, ...]
    exact: bool


def copies(memories: Iterable[Memory]) -> Iterator[Copies]:
    """What was kept more than once, by the same person for the same project; exact copies first.

    It stays the word of whom is trusted most, of these what is pinned, else what says most, else
    what was used most, else the oldest.
    """
    left = {memory.id: memory for memory in memories}
    for group in _in_the_same_words(list(left.values())):
        found = _copies(group, exact=True)
        if found.others:
            yield found
            for other in found.others:
                del left[other.id]
    for group in _in_nearly_the_same(left):
        found = _copies(group, exact=False)
        if found.others:
            yield found


def merged(kept: Memory, others: Iterable[Memory]) -> Memory:
    """The memory that stays, with the tags and the links of the others that are as trusted as it
    is, and linked to each: nobody adds to the word of who is trusted more.

    Their words and their uses stay with them, in the archive.
    """
    gone = list(others)
    every = [kept, *(one for one in gone if is_trusted(trust_of(one), trust_of(kept)))]
    ids = {memory.id for memory in (kept, *gone)}
    links = [link for memory in every for link in memory.links if link.target not in ids]
    links += (Link(DUPLICATES, memory.id) for memory in gone)
    tags = kept.tags._replace(
        topics=tuple(dict.fromkeys(topic for one in every for topic in one.tags.topics)),
        people=tuple(dict.fromkeys(person for one in every for person in one.tags.people)),
        outcome=kept.tags.outcome,
    )
    return kept._replace(tags=tags, links=tuple(dict.fromkeys(links)))


def _in_the_same_words(memories: Iterable[Memory]) -> Iterator[Sequence[Memory]]:
    groups = defaultdict[Hashable, list[Memory]](list)
    for memory in memories:
        content = memory.content
        said = _spaced(content.summary), _spaced(content.detail)
        groups[(*_frame(memory), *said)].append(memory)
    for group in groups.values():
        if len(group) > 1:
            yield from _of_one_time(group)


def _in_nearly_the_same(memories: dict[str, Memory]) -> Iterator[Sequence[Memory]]:
    profiles = (_profile(one) for one in memories.values())
    for cluster in alike_in_words(profiles, ALIKE):
        yield from _of_one_time([memories[id] for id in cluster.ids])


def _profile(memory: Memory) -> Profile:
    words, denied = telling(memory.content.summary)
    same = f"{_frame(memory)}\n{sorted(denied)}\n{memory.content.detail}"
    return wording(memory.id, words, same)


def _frame(memory: Memory) -> tuple[Hashable, ...]:
    """What two copies have in common beside their words."""
    return (
        memory.person,
        memory.project,
        memory.kind,
        memory.privacy,
        memory.tags.outcome,
        about_of(memory.more),
    )


def _of_one_time(group: Iterable[Memory]) -> Iterator[Sequence[Memory]]:
    """The group in parts, if they are episodes: what happens again is no copy. Knowledge is the
    same at any time."""
    part: list[Memory] = []
    for memory in sorted(group, key=lambda one: (true_at(one), one.id)):
        if part and memory.kind == "episodic" and not at_once(part[0], memory):
            yield part
            part = []
        part.append(memory)
    yield part


def _copies(group: Iterable[Memory], *, exact: bool) -> Copies:
    kept, *others = sorted(group, key=_worth)
    said = (other for other in others if not other.pinned and (exact or _is_said_by(kept, other)))
    return Copies(kept, tuple(said), exact)


def _worth(memory: Memory) -> tuple[int, bool, int, int, float, str]:
    """What is worth most comes first."""
    words, uses = len(telling(memory.content.summary)[0]), memory.strength.reinforcement_count
    trust = TRUSTS.index(trust_of(memory))
    return trust, not memory.pinned, -words, -uses, memory.created.timestamp(), memory.id


def _is_said_by(kept: Memory, other: Memory) -> bool:
    """Whether a memory says nothing that the other one does not: no word, no number, no `not`, and
    nothing in another order."""
    (words, denied), (others, denies) = (telling(one.content.summary) for one in (kept, other))
    if denied != denies or not others <= words or overlap(words, others) < ALIKE:
        return False
    return not tells_another(kept.content.summary, other.content.summary)


def _spaced(text: str) -> str:
    return " ".join(plain(text).split())
