"""Coverage: how much of what a query asks for its best hit has, an absolute measure by words.

A text score tells how hits compare with each other: the best is 1, however bad it is. Coverage is
the share of the query's words that one hit has, each weighed by its rarity, as Zipf's few rare
words tell most of what is asked for. It is the factor by which all scores of an answer are shown.
"""

from __future__ import annotations

from math import exp, log1p

from memento_cli.core.recall.rereading import next_begun, stem_of
from memento_cli.core.text.words import is_unit
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


class AskedWord(NamedTuple):
    """A term of a query: the texts by which a hit has it, its weight, and what it counts if it is
    found, 1 or less."""

    term: str
    forms: Sequence[str]
    weight: float
    credit: float = 1.0


def weight_of(rarity: float) -> float:
    """The weight of a word of this rarity in BM25, without its zero: a word that every second
    memory has still tells something (the formula of Lucene, log(1 + (N − n + ½) / (n + ½)))."""
    return log1p(exp(rarity))


def coverage(words: Iterable[AskedWord], found: Iterable[AskedWord]) -> float:
    """The share, 0 to 1, of what is asked for by `words` that those `found` in a text have."""
    asked = sum(word.weight for word in words)
    return sum(word.weight * word.credit for word in found) / asked if asked else 1.0


def having(words: Sequence[AskedWord], texts: Mapping[int, str]) -> dict[int, list[AskedWord]]:
    """The words that each text has by their beginnings; a quick test, which knows not all forms."""
    forms = [(word, stem_of(form.rstrip("*"))) for word in words for form in word.forms]
    stems = [(word, stem, is_unit(stem[0])) for word, stem in forms]
    found: dict[int, list[AskedWord]] = {}
    for key, text in texts.items():
        own, text = found.setdefault(key, []), f" {text.lower()}"
        for word, stem, anywhere in stems:
            if next_begun(text, stem, 0, anywhere) >= 0 and word not in own:
                own.append(word)
    return found
