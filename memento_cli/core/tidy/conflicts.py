"""Likely contradictions, found by words alone (document 002 §6, conflicts in recall).

Two memories say the same except for a word or two, or except for a `not`. No model judges this, so
they are only proposed to a person.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations, takewhile

from memento_cli.core.memory.memory import Memory
from memento_cli.core.recall.ranking import jaccard, word_set
from memento_cli.core.text.likeness import DENYING
from memento_cli.core.text.normal_forms import MARKS, plain
from memento_cli.core.text.words import STOP_WORDS
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FRAME = 0.5
"""The least overlap of the content words of two summaries about one thing."""
SHARED = 2
"""The least number of content words that they share."""
APART = 2
"""The greatest number of content words of each that the other does not have."""
SHORT_FORMS = "don't doesn't didn't isn't aren't wasn't won't can't cannot"
NEGATIONS = DENYING | frozenset(SHORT_FORMS.split())
CROWD = 8
"""More memories with one pair of rare words are a list of things, and not conflicts."""


class Likely(NamedTuple):
    """Two memories that may contradict each other, and the words in which they differ."""

    one: Memory
    other: Memory
    apart: tuple[str, ...]

    @property
    def ids(self) -> frozenset[str]:
        """The ids of both."""
        return frozenset((self.one.id, self.other.id))


def likely_pairs(memories: Iterable[Memory]) -> Iterator[Likely]:
    """The pairs of one person and kind that differ only in a word or two, or in a `not`."""
    texts = [(memory, *content_words(memory.content.summary)) for memory in memories]
    for (one, words, negations), (other, other_words, other_negations) in combinations(texts, 2):
        if (one.person, one.kind) != (other.person, other.kind) or one.id == other.id:
            continue
        if negations != other_negations and jaccard(words, other_words) >= FRAME:
            yield Likely(
                one, other, tuple(sorted((words ^ other_words) | (negations ^ other_negations)))
            )
        elif negations == other_negations and _differ_in_few(words, other_words):
            yield Likely(one, other, tuple(sorted(words ^ other_words)))


def likely_pairs_of_many(memories: Iterable[Memory]) -> Iterator[Likely]:
    """The pairs of `likely_pairs` that differ in a word or two, of very many memories, each once.

    Two such memories have their two rarest common words among their own rarest few, so only
    memories with two of those in common are compared (the prefix filter of `clusters`).
    """
    texts = {memory.id: (memory, content_words(memory.content.summary)[0]) for memory in memories}
    counts = Counter(word for _, words in texts.values() for word in words)
    blocks = defaultdict[tuple[str, ...], list[Memory]](list)
    for memory, words in texts.values():
        rarest = sorted(words, key=lambda word: (counts[word], word))[: SHARED + APART]
        for pair in combinations(rarest, SHARED):
            blocks[(memory.person, memory.kind, *pair)].append(memory)
    yielded = set[tuple[str, str]]()
    for block in blocks.values():
        if 1 < len(block) <= CROWD:
            for candidate in likely_pairs(block):
                pair = candidate.one.id, candidate.other.id
                if pair not in yielded:
                    yielded.add(pair)
                    yield candidate


def says_otherwise(one: Memory, other: Memory) -> bool:
    """Whether two likely contradictions begin alike and end in other words, or differ only in
    negations.

    Hardly any two texts that only look alike, such as titles, do so.
    """
    (words, negations), (other_words, other_negations) = (
        content_words(memory.content.summary) for memory in (one, other)
    )
    if negations != other_negations:
        return words == other_words
    pairs = zip(_words_in_order(one), _words_in_order(other), strict=False)
    common_start = [word for word, twin in takewhile(lambda pair: pair[0] == pair[1], pairs)]
    return len(common_start) >= SHARED and words & other_words == set(common_start)


def _words_in_order(memory: Memory) -> list[str]:
    raw_words = plain(memory.content.summary).replace("’", "'").split()
    content = content_words(memory.content.summary)[0]
    return [word for raw in raw_words if (word := raw.strip(MARKS)) in content]


def _differ_in_few(words: frozenset[str], others: frozenset[str]) -> bool:
    share_enough = len(words & others) >= SHARED and jaccard(words, others) >= FRAME
    return share_enough and all(0 < len(rest) <= APART for rest in (words - others, others - words))


def content_words(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The content words of a summary, without stop words, and its negations."""
    words = frozenset(word.strip(MARKS) for word in word_set(plain(text).replace("’", "'")))
    return words - STOP_WORDS - NEGATIONS - {""}, words & NEGATIONS
