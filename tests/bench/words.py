"""Made-up words and names, and how often each is said: a few very often, most hardly ever."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

WORDS, TOPICS = 20_000, 300
COMMON_SHARE = 0.01
SAMPLE = 5_000
RARE = "quixotically"  # no syllables of ours make it
STARTS = ("b", "br", "c", "d", "dr", "f", "g", "gr", "h", "k", "l", "m", "n", "p", "pl", "r", "s",
          "st", "t", "tr", "v", "w", "z")  # fmt: skip
MIDDLES = ("a", "e", "i", "o", "u", "ai", "ea", "ou")
ENDS = ("", "", "l", "m", "n", "nd", "r", "s", "t")
PEOPLE = ("alex", "viktor", "maria", "chen", "amara", "jonas", "priya", "lena", "omar", "yuki",
          "sofia", "ravi")  # fmt: skip


def vocabulary(random: Random, count: int) -> list[str]:
    """So many different words of one to four syllables, the short ones first."""
    found: dict[str, None] = {}
    while len(found) < count:
        syllables = (_syllable(random) for _ in range(random.choice((1, 2, 2, 3, 3, 4))))
        found["".join(syllables)] = None
    return sorted(found, key=len)


def _syllable(random: Random) -> str:
    return random.choice(STARTS) + random.choice(MIDDLES) + random.choice(ENDS)


class Zipf:
    """Words of which the n-th is drawn with a chance of 1/n, as in natural language."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self._weights = list(accumulate(1 / rank for rank in range(1, len(words) + 1)))

    def drawn(self, random: Random, count: int) -> list[str]:
        """So many words, in the order in which they were drawn."""
        return random.choices(self.words, cum_weights=self._weights, k=count)


def middling(texts: Sequence[str]) -> str:
    """The word whose share of the texts is nearest to 1 %."""
    found = Counter(word for text in texts for word in set(text.split()))
    wanted = COMMON_SHARE * len(texts)
    return min(sorted(found), key=lambda word: abs(found[word] - wanted))
