"""A summary without a model: the sentences that cover most of the words of their sources.

A sentence covers its words. A word weighs more the fewer sentences have it, and counts once. The
sentence that adds most weight is taken first: greedy maximum coverage, which is within 1 - 1/e of
the optimum (Nemhauser, Wolsey and Fisher 1978; for summaries Lin and Bilmes 2011), with lazy
evaluation (Minoux 1978). Map and reduce: of many sentences each thousand is first reduced to its
best half, until few enough are left to compare all.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from heapq import heapify, heappop, heapreplace
from math import fsum, log

from memento_cli.core.text.sentences import sentences
from memento_cli.core.text.words import is_unit, terms, tokens_in
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

CHUNK = 1000
"""The number of sentences compared with each other at once."""
LONG = 120
"""A sentence of more tokens, such as a dump on one line, comes after all others."""
ROOT = 6
"""The letters of a word that are compared, so that most of its forms are equal."""
QUERY_WEIGHT = 3.0
"""The additional factor of a sentence with all words of the query."""
CUT = " …"


class Source(NamedTuple):
    """A text with a reference, which its sentences keep."""

    ref: str
    text: str


class Sentence(NamedTuple):
    """A sentence of a source, with normalized white space."""

    text: str
    ref: str


class Digest(NamedTuple):
    """Sentences in the order of their sources, their tokens, and how many others were left out."""

    sentences: tuple[Sentence, ...]
    tokens: int
    left_out: int

    @property
    def text(self) -> str:
        """The sentences, each on a line."""
        return _joined(self.sentences)


class _Weighed(NamedTuple):
    place: int
    cost: int
    words: frozenset[str]
    raised: float


def digest(sources: Sequence[Source], budget: int, *, words: Collection[str] = ()) -> Digest:
    """The sentences that cover most of the sources, within `budget` tokens (`tokens_in`).

    Repeated sentences are taken once, and all if there is room. `words` raise the sentences that
    have them. A sentence is cut, with …, only if none fits. No sentences for a budget of 0 or less.
    """
    every = [Sentence(text, source.ref) for source in sources for text in sentences(source.text)]
    first = dict[str, Sentence]()
    for sentence in every:
        first.setdefault(sentence.text.casefold(), sentence)
    unique = list(first.values())
    if tokens_in(_joined(unique)) <= budget:
        chosen = unique
    elif budget > 0:
        chosen = _chosen_sentences(unique, budget, frozenset(map(_root, words)))
    else:
        chosen = []
    return Digest(tuple(chosen), tokens_in(_joined(chosen)), len(every) - len(chosen))


def _chosen_sentences(
    candidates: Sequence[Sentence], budget: int, query: frozenset[str]
) -> list[Sentence]:
    """The sentences that cover most, or the beginning of the best one."""
    words_of_each = [_covered_words(one.text) for one in candidates]
    weights = _word_weights(words_of_each)
    query &= weights.keys()
    whole = fsum(weights[word] for word in query)
    weighed = list[_Weighed]()
    for place, words in enumerate(words_of_each):
        matched = fsum(weights[word] for word in words & query)
        factor = 1 + (QUERY_WEIGHT * matched / whole if whole else 0.0)
        weighed.append(_Weighed(place, tokens_in(candidates[place].text + "\n"), words, factor))
    while len(weighed) > CHUNK and sum(one.cost for one in weighed) > 4 * budget:
        parts = (weighed[at : at + CHUNK] for at in range(0, len(weighed), CHUNK))
        halves = (
            _greedy_cover(part, weights, sum(one.cost for one in part) // 2) for part in parts
        )
        weighed = [one for half in halves for one in sorted(half)]
    places = [one.place for one in _greedy_cover(weighed, weights, budget)]
    if places:
        return [candidates[place] for place in sorted(places)]
    best = max(weighed, key=lambda one: one.raised * fsum(weights[word] for word in one.words))
    return _cut(candidates[best.place], budget)


def _word_weights(word_sets: Sequence[frozenset[str]]) -> Mapping[str, float]:
    """The weight of each word: log((n + 1) / k) if k of the n sentences have it.

    A pair of characters of an unspaced script weighs half.
    """
    counts = Counter(word for words in word_sets for word in words)
    return {
        word: log((len(word_sets) + 1) / times) / (2 if is_unit(word[0]) else 1)
        for word, times in counts.items()
    }


def _greedy_cover(
    candidates: Sequence[_Weighed], weights: Mapping[str, float], room: int
) -> Iterator[_Weighed]:
    """The sentences that add most, one after the other, while they fit and add any weight.

    A gain only shrinks while others are taken, so the first sentence whose recomputed gain is not
    below the next is the best, and few gains have to be recomputed.
    """
    covered = set[str]()

    def order(place: int) -> tuple[bool, float, int]:
        one = candidates[place]
        gain = one.raised * fsum(weights[word] for word in one.words - covered)
        return one.cost > LONG, -gain, place

    heap = [order(place) for place, one in enumerate(candidates) if one.cost <= room]
    heapify(heap)
    while heap:
        best = candidates[heap[0][2]]
        now = order(heap[0][2])
        if best.cost > room or not now[1]:
            heappop(heap)
        elif now > heap[0]:
            heapreplace(heap, now)
        else:
            heappop(heap)
            room -= best.cost
            covered |= best.words
            yield best


def _cut(sentence: Sentence, budget: int) -> list[Sentence]:
    """The beginning of a sentence that fits, up to a space if there is one; [] if nothing fits."""
    text = sentence.text
    if tokens_in(text) <= budget:  # it has no words
        return [sentence]
    longest = bisect_right(range(1, len(text)), budget, key=lambda to: tokens_in(text[:to] + CUT))
    space = text.rfind(" ", 0, longest + 1)
    beginning = text[: space if space > 0 else longest].rstrip()
    return [Sentence(beginning + CUT, sentence.ref)] if beginning else []


def _covered_words(text: str) -> frozenset[str]:
    """The words that a sentence covers; pairs of characters for scripts without spaces."""
    words = terms(text)
    longer = [word for word in words if len(word) > 1 or not is_unit(word)]
    return frozenset(map(_root, longer or words))


def _root(word: str) -> str:
    return word.casefold()[:ROOT] if word.isalpha() else word


def _joined(chosen: Iterable[Sentence]) -> str:
    return "\n".join(one.text for one in chosen)
