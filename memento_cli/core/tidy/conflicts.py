"""What cannot both be true, as far as words alone can tell (document 002 §6, conflicts in recall).

No model judges here. Two memories say the same of the same but for one word or two, or but for a
`not`: then a person should look. They are only proposed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations, takewhile

from memento_cli.core.memory.memory import Memory
from memento_cli.core.memory.text import MARKS, plain
from memento_cli.core.recall.score_parts import overlap, word_set
from memento_cli.core.text.likeness import DENYING
from memento_cli.core.text.words import STOP_WORDS
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FRAME = 0.5
"""Two that say something of one thing share at least so much of their telling words."""
SHARED = 2
"""And at least so many of them."""
APART = 2
"""So many telling words of each, at most, are not the other's."""
SHORT_FORMS = "don't doesn't didn't isn't aren't wasn't won't can't cannot"
NEGATIONS = DENYING | frozenset(SHORT_FORMS.split())


CROWD = 8
"""What more memories say of different things is a list of such things, and no conflict."""


class Likely(NamedTuple):
    """Two memories that may contradict each other, and the words in which they are apart."""

    one: Memory
    other: Memory
    apart: tuple[str, ...]

    @property
    def ids(self) -> frozenset[str]:
        """The ids of both."""
        return frozenset((self.one.id, self.other.id))


def likely(memories: Iterable[Memory]) -> Iterator[Likely]:
    """The pairs of one person and kind that say the same but for a word or two, or for a `not`."""
    said = [(memory, *telling(memory.content.summary)) for memory in memories]
    for (one, words, denied), (other, others, denies) in combinations(said, 2):
        if (one.person, one.kind) != (other.person, other.kind) or one.id == other.id:
            continue
        if denied != denies and overlap(words, others) >= FRAME:
            yield Likely(one, other, tuple(sorted((words ^ others) | (denied ^ denies))))
        elif denied == denies and _apart(words, others):
            yield Likely(one, other, tuple(sorted(words ^ others)))


def likely_among(memories: Iterable[Memory]) -> Iterator[Likely]:
    """The same among very many, each pair once; only of those that are apart by a word or two.

    Two of such a pair have their two rarest common words among their own rarest few, so only
    memories are compared which have two of those in common (the prefix filter of `clusters`).
    """
    said = {memory.id: (memory, telling(memory.content.summary)[0]) for memory in memories}
    held = Counter(word for _, words in said.values() for word in words)
    blocks = defaultdict[tuple[str, ...], list[Memory]](list)
    for memory, words in said.values():
        rarest = sorted(words, key=lambda word: (held[word], word))[: SHARED + APART]
        for pair in combinations(rarest, SHARED):
            blocks[(memory.person, memory.kind, *pair)].append(memory)
    seen = set[tuple[str, str]]()
    for block in blocks.values():
        if 1 < len(block) <= CROWD:
            for found in likely(block):
                pair = found.one.id, found.other.id
                if pair not in seen:
                    seen.add(pair)
                    yield found


def says_otherwise(one: Memory, other: Memory) -> bool:
    """Whether two that are likely to contradict each other do so in a plain way: they begin alike
    and end in other words, or one says a `not` more and nothing else.

    Of what only looks alike, such as titles, hardly any two are so.
    """
    (words, denied), (others, denies) = (telling(each.content.summary) for each in (one, other))
    if denied != denies:
        return words == others
    pairs = zip(_in_order(one), _in_order(other), strict=False)
    begun = [word for word, twin in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    return len(begun) >= SHARED and words & others == set(begun)


def _in_order(memory: Memory) -> list[str]:
    """The telling words of a summary, as they follow each other."""
    said = plain(memory.content.summary).replace("’", "'").split()
    its = telling(memory.content.summary)[0]
    return [word for each in said if (word := each.strip(MARKS)) in its]


def _apart(words: frozenset[str], others: frozenset[str]) -> bool:
    """Whether each says something else of the same."""
    same = len(words & others) >= SHARED and overlap(words, others) >= FRAME
    return same and all(0 < len(some) <= APART for some in (words - others, others - words))


def telling(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of a summary that tell something, and those that deny it."""
    words = frozenset(word.strip(MARKS) for word in word_set(plain(text).replace("’", "'")))
    return words - STOP_WORDS - NEGATIONS - {""}, words & NEGATIONS
