"""Pairs of texts that may say the same or contradict each other, without comparing all with all.

Two such texts share most of their words, so they share two of their own rarest (the prefix filter
of set similarity joins: Chaudhuri, Ganti and Kaushik, ICDE 2006). Where many share the same two,
as entries of a list do, each is compared with its neighbours in the order of their words alone
(the sorted neighbourhood: Hernández and Stolfo, SIGMOD 1995). The time is linear in the number of
texts.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations, groupby

from memento_cli.core.text.function_words import ARTICLES, JOINING, KINDS, NAME, NUMBER, WORD
from memento_cli.core.text.likeness import compared
from memento_cli.core.text.statements import statement
from memento_cli.core.text.word_forms import NUMBERS, word_key
from memento_cli.core.tidy.oppositions import DWELL, MOVED
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from memento_cli.core.text.statements import Statement

SHARED = 2
"""The least number of rare words that two texts share."""
LEFT_OUT = 0.35
"""The share of a text's words that another, which says the same, may lack."""
MOST_RARE = 8
CROWD = 8
"""How many texts with the same rare words are compared each with each, or with their neighbours."""
LEAST_SHARED = 0.3
"""The least share of the words of the shorter text that both have, to be compared closely."""
SOMEWHERE = "@"
"""The one key of the words by which somebody is or comes somewhere: lives in, moved to."""
CONTENT = frozenset((WORD, NAME, NUMBER))
TO_WORDS = {sign: chr(sign).lower() if chr(sign).isalnum() else " " for sign in range(128)}
MOST_READ = 1 << 14
"""The number of texts whose statements are kept for their next pair."""
MASK, BITS = (1 << 60) - 1, 24
"""The bits of a place; so many texts at most."""


class Alike(NamedTuple):
    """The places of two texts that say nearly the same, and their likeness, 0 to 1."""

    one: int
    other: int
    likeness: float


def alike_pairs(texts: Iterable[tuple[str, Hashable]], least: float) -> Iterator[Alike]:
    """The pairs of texts of one owner that are at least `least` alike."""
    for place, other, one_said, other_said in candidate_pairs(texts):
        likeness = compared(one_said, other_said).likeness
        if likeness >= least:
            yield Alike(place, other, likeness)


def content_keys(one: Statement) -> frozenset[str]:
    """What the forms of its words have in common, of those words that carry what it says."""
    return frozenset([word.key for word in one.words if word.kind in CONTENT])


def candidate_pairs(
    texts: Iterable[tuple[str, Hashable]],
) -> Iterator[tuple[int, int, Statement, Statement]]:
    """The places of pairs of texts with one owner that share most of their words, each pair once,
    with their statements. `texts` are texts and their owners."""
    listed = list(texts)
    key_of = _Keys()
    words = [_keys_in(text, key_of) for text, _ in listed]
    seen = set[int]()
    for block in _blocks(words, [owner for _, owner in listed]):
        for one, other in _neighbours(block, words):
            pair = one << BITS | other
            if pair not in seen and _share_enough(words[one], words[other]):
                seen.add(pair)
    read = lru_cache(MOST_READ)(statement)  # a text is in up to two hundred pairs
    for one, other in (divmod(pair, 1 << BITS) for pair in sorted(seen)):
        yield one, other, read(listed[one][0]), read(listed[other][0])


class _Keys(dict[str, str]):
    """What the forms of each word have in common; asked once a word."""

    def __missing__(self, word: str) -> str:
        is_content = word not in KINDS and word not in ARTICLES and word not in JOINING
        key = (NUMBERS.get(word) or word_key(word)) if is_content else ""
        self[word] = key = SOMEWHERE if key in DWELL or key in MOVED else key
        return key


def _keys_in(text: str, key_of: Mapping[str, str]) -> frozenset[str]:
    """The `content_keys` of a text; of ASCII what its letters tell, which is ten times faster."""
    if not text.isascii():
        return content_keys(statement(text))
    words = text.translate(TO_WORDS).split()
    return frozenset([key for word in words if (key := key_of[word])])


def _blocks(texts: Sequence[frozenset[str]], owners: Sequence[Hashable]) -> Iterator[list[int]]:
    """The places of texts that have two rare words in common."""
    counts = Counter(word for words in texts for word in words)
    entries = list[int]()
    for place, words in enumerate(texts):
        ordered = sorted([(counts[word], word) for word in words if counts[word] > 1])
        rarest = ordered[: min(MOST_RARE, int(LEFT_OUT * len(words)) + SHARED + 1)]
        pairs = combinations(rarest, SHARED) if len(rarest) > 1 else [tuple(rarest)]
        owner = hash(owners[place])
        entries += ((hash((owner, pair)) & MASK) << BITS | place for pair in pairs)
    entries.sort()
    for _, group in groupby(entries, key=lambda entry: entry >> BITS):
        block = [entry & (1 << BITS) - 1 for entry in group]
        if len(block) > 1:
            yield block


def _neighbours(block: list[int], words: Sequence[frozenset[str]]) -> Iterator[tuple[int, int]]:
    """The pairs of a block; of a crowd, each with those that follow it in the order of words."""
    if len(block) > CROWD:
        block.sort(key=lambda place: (sorted(words[place]), place))
    for index, one in enumerate(block):
        for other in block[index + 1 : index + CROWD]:
            yield min(one, other), max(one, other)


def _share_enough(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= LEAST_SHARED * min(len(one), len(other))
