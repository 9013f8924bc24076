"""Likely contradictions, found by words alone (document 002 §6, conflicts in recall).

Two memories say opposite things of one subject (`oppositions`). No model judges this, so they are
only proposed to a person.
"""

from __future__ import annotations

from itertools import combinations

from memento_cli.core.text.statements import statement
from memento_cli.core.tidy.candidates import candidate_pairs
from memento_cli.core.tidy.near_duplicates import sharing_beginnings
from memento_cli.core.tidy.oppositions import opposition
from memento_cli.core.tidy.supersession import at_once
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.text.statements import Statement


class Likely(NamedTuple):
    """Two memories that may contradict each other, the words in which they differ, and whether
    both tell of what lasts."""

    one: Memory
    other: Memory
    apart: tuple[str, ...]
    lasts: bool

    @property
    def ids(self) -> frozenset[str]:
        """The ids of both."""
        return frozenset((self.one.id, self.other.id))


def is_of_one_time(pair: Likely) -> bool:
    """Whether both can be meant of one time: episodes of several days are several episodes, unless
    they tell of what lasts."""
    is_episode = "episodic" in (pair.one.kind, pair.other.kind)
    return pair.lasts or not is_episode or at_once(pair.one, pair.other)


def likely_pairs(memories: Iterable[Memory]) -> Iterator[Likely]:
    """The pairs of few memories of one person and kind that cannot both be true."""
    read = [(memory, statement(memory.content.summary)) for memory in memories]
    for one, other in combinations(read, 2):
        yield from _likely(*one, *other)


def opposed(memory: Memory, others: Iterable[Memory]) -> Iterator[Likely]:
    """The pairs of one memory with others, of which few share its words, that cannot both be
    true."""
    near = sharing_beginnings(memory.content.summary, others)
    if not near:
        return
    said = statement(memory.content.summary)
    for other in near:
        pairs = _likely(memory, said, other, statement(other.content.summary))
        yield from (pair for pair in pairs if is_of_one_time(pair))


def _likely(one: Memory, said: Statement, other: Memory, other_said: Statement) -> Iterator[Likely]:
    if (one.person, one.kind) == (other.person, other.kind) and one.id != other.id:
        found = opposition(said, other_said)
        if found:
            yield Likely(one, other, *found)


def likely_pairs_of_many(
    memories: Iterable[Memory], near: Callable[[Memory, Memory], bool] | None = None
) -> Iterator[Likely]:
    """The pairs of `likely_pairs` among very many memories, of those that share their rare words
    (`candidate_pairs`) and, if that is asked, are `near`."""
    listed = list(memories)
    texts = ((memory.content.summary, (memory.person, memory.kind)) for memory in listed)
    for place, other, said, other_said in candidate_pairs(texts):
        if near and not near(listed[place], listed[other]):
            continue
        found = opposition(said, other_said)
        if found and listed[place].id != listed[other].id:
            yield Likely(listed[place], listed[other], *found)
