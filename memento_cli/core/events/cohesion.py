"""Words that keep company: a subject of talk has a vocabulary, whose words come in the same events.

The measure of two words is the log-likelihood ratio G² of their events (Dunning, "Accurate methods
for the statistics of surprise and coincidence", 1993), which holds for few events, too.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations
from math import log

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

SIGNIFICANT = 6.63
"""The G² that independent words reach in one of a hundred cases (χ² with one degree of freedom)."""
LIKELY = 3.84
"""The same in one of twenty cases; a word has several companions."""
MOST_PAIRED = 16
"""The number of rarest words of an event of which pairs are counted."""


def log_likelihood(both: int, one: int, other: int, total: int) -> float:
    """The G² of two words, which are in so many of `total` events, and together in `both`; 0 if
    they are together no more often than by chance."""
    if both * total <= one * other:
        return 0.0
    cells = (
        (both, one * other),
        (one - both, one * (total - other)),
        (other - both, (total - one) * other),
        (total - one - other + both, (total - one) * (total - other)),
    )
    return 2 * sum(count * log(count * total / expected) for count, expected in cells if count)


def companions_of(words: Sequence[Collection[str]]) -> dict[str, set[str]]:
    """The companions of each word: other words with which it shares events beyond chance."""
    frequency = Counter(chain.from_iterable(words))
    pairs = Counter[tuple[str, str]]()
    for words_of_event in words:
        repeated = (word for word in words_of_event if frequency[word] > 1)
        rarest = sorted(repeated, key=lambda word: (frequency[word], word))[:MOST_PAIRED]
        pairs.update(combinations(sorted(rarest), 2))
    companions: dict[str, set[str]] = {}
    for (one, other), both in pairs.items():
        likelihood = log_likelihood(both, frequency[one], frequency[other], len(words))
        if both > 1 and likelihood >= LIKELY:
            companions.setdefault(one, set()).add(other)
            companions.setdefault(other, set()).add(one)
    return companions


def cohesion(
    places: Sequence[int], companions: set[str], words: Sequence[Collection[str]]
) -> float:
    """The cohesion, 0 to 1, of a word with events at these places: the share of them that have a
    companion of it, less for a word of many events, and 0 without a vocabulary."""
    if not companions:
        return 0.0
    accompanied = sum(not companions.isdisjoint(words[place]) for place in places)
    return accompanied / (len(places) + 1) * (1 - len(places) / len(words))
