"""A summary without a model: the sentences of some sources that cover most of what these say.

What a sentence covers are its words, each worth the more the fewer sentences have it, and none
worth anything twice. The sentence that adds most is taken first: the greedy way to cover most,
which is within 1 - 1/e of the best choice of as many (Nemhauser, Wolsey and Fisher 1978; of
summaries: Lin and Bilmes 2011), looked for lazily (Minoux 1978). Map and reduce: of many sentences
each thousand first names its own best half, until few enough are left to compare all.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from heapq import heapify, heappop, heapreplace
from math import fsum, log

from memento_cli.core.text.sentences import sentences
from memento_cli.core.text.tokens import tokens_in
from memento_cli.core.text.words import is_unit, terms
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

CHUNK = 1000
"""Sentences that are compared with each other at once, while there are more than that."""
LONG = 120
"""Tokens of a sentence; a longer one, such as a dump on one line, comes after all others."""
ROOT = 6
"""Letters of a word that count, so that most of its forms are one."""
ASKED = 3.0
"""How much a sentence with all the words that were asked for is raised, above one with none."""
CUT = " …"


class Source(NamedTuple):
    """A text, and the reference by which its sentences are traced to it."""

    ref: str
    text: str


class Sentence(NamedTuple):
    """A sentence as it stands in its source, its white space aside."""

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
        return _lines(self.sentences)


class _Weighed(NamedTuple):
    place: int
    cost: int
    words: frozenset[str]
    raised: float


def digest(sources: Sequence[Source], budget: int, *, words: Collection[str] = ()) -> Digest:
    """The sentences that cover most of the sources, within `budget` tokens (`tokens_in`).

    What is said twice is told once; all is told if there is room. `words` raise the sentences that
    have them. A sentence is cut, with …, only where none fits. None for a budget of 0 or less.
    """
    said = [Sentence(text, one.ref) for one in sources for text in sentences(one.text)]
    first = dict[str, Sentence]()
    for one in said:
        first.setdefault(one.text.casefold(), one)
    once = list(first.values())
    if tokens_in(_lines(once)) <= budget:
        chosen = once
    elif budget > 0:
        chosen = _chosen(once, budget, frozenset(map(_root, words)))
    else:
        chosen = []
    return Digest(tuple(chosen), tokens_in(_lines(chosen)), len(said) - len(chosen))


def _chosen(said: Sequence[Sentence], budget: int, asked: frozenset[str]) -> list[Sentence]:
    """The sentences that cover most, or the beginning of one."""
    found = [_words(one.text) for one in said]
    worth = _worth(found)
    asked &= worth.keys()
    whole = fsum(worth[word] for word in asked)
    weighed = [
        _Weighed(place, cost, own, _raised(fsum(worth[word] for word in own & asked), whole))
        for place, own in enumerate(found)
        for cost in (tokens_in(said[place].text + "\n"),)
    ]
    while len(weighed) > CHUNK and sum(one.cost for one in weighed) > 4 * budget:
        parts = (weighed[at : at + CHUNK] for at in range(0, len(weighed), CHUNK))
        weighed = [one for part in parts for one in _best_half(part, worth)]
    places = [one.place for one in _covering(weighed, worth, budget)]
    if places:
        return [said[place] for place in sorted(places)]
    best = max(weighed, key=lambda one: one.raised * fsum(worth[word] for word in one.words))
    return _cut(said[best.place], budget)


def _worth(found: Sequence[frozenset[str]]) -> Mapping[str, float]:
    """What each word is worth: log((n + 1) / how many of the n sentences have it), above 0.

    A pair of signs is half a word.
    """
    having = Counter(word for own in found for word in own)
    return {
        word: log((len(found) + 1) / times) / (2 if is_unit(word[0]) else 1)
        for word, times in having.items()
    }


def _raised(matched: float, whole: float) -> float:
    """By what a sentence's worth is multiplied, for what it has of the words asked for."""
    return 1 + (ASKED * matched / whole if whole else 0.0)


def _best_half(part: Sequence[_Weighed], worth: Mapping[str, float]) -> list[_Weighed]:
    """The map step: what of a part covers most of it in half its tokens, in its order."""
    return sorted(_covering(part, worth, sum(one.cost for one in part) // 2))


def _covering(
    among: Sequence[_Weighed], worth: Mapping[str, float], room: int
) -> Iterator[_Weighed]:
    """The sentences that add most, one after the other, while they fit and add anything.

    What one would add only shrinks while others are taken, so the first whose gain is still what it
    was, or still above the next, is the best, and few others have to be looked at again.
    """
    covered = set[str]()

    def order(place: int) -> tuple[bool, float, int]:
        one = among[place]
        gain = one.raised * fsum(worth[word] for word in one.words - covered)
        return one.cost > LONG, -gain, place

    heap = [order(place) for place, one in enumerate(among) if one.cost <= room]
    heapify(heap)
    while heap:
        best = among[heap[0][2]]
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
    """As much of a sentence as fits, up to a space where there is one; [] if that is nothing."""
    text = sentence.text
    if tokens_in(text) <= budget:  # it has no word to be chosen for
        return [sentence]
    most = bisect_right(range(1, len(text)), budget, key=lambda to: tokens_in(text[:to] + CUT))
    space = text.rfind(" ", 0, most + 1)
    kept = text[: space if space > 0 else most].rstrip()
    return [Sentence(kept + CUT, sentence.ref)] if kept else []


def _words(text: str) -> frozenset[str]:
    """What a sentence covers. Of a script without spaces pairs of signs: to each sign one word."""
    found = terms(text)
    telling = [word for word in found if len(word) > 1 or not is_unit(word)]
    return frozenset(map(_root, telling or found))


def _root(word: str) -> str:
    return word.casefold()[:ROOT] if word.isalpha() else word


def _lines(told: Iterable[Sentence]) -> str:
    return "\n".join(one.text for one in told)
