"""Questions for what no memory tells, by their words that no memory has."""

from __future__ import annotations

from memento_cli.core.text.common_words import is_common
from memento_cli.core.text.words import is_hiragana, is_sign, is_unit

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

QUESTION = 3
"""The number of telling words from which on a question may ask for what nobody told."""
LEAST_FOUND = 2
"""With so many of its words in one hit a question is not asked in vain."""


def asks_for(terms: Sequence[str], unknown: Sequence[str], found: int) -> list[str]:
    """The words for which a question asks in vain, if nothing fits it: of its `terms` those
    `unknown`, where the best hit has `found` of them; [] if something may fit."""
    if any(is_unit(term[0]) for term in terms):
        return _unknown_signs(terms, unknown)
    return [*unknown] if found < LEAST_FOUND and asks_for_unknown(terms, unknown) else []


def asks_for_unknown(terms: Sequence[str], unknown: Iterable[str]) -> bool:
    """Whether a question has at least three telling words, and more than half of these, and two
    thirds of all its terms, are `unknown` in whatever way.

    Function words and small talk tell nothing.
    """
    missing = frozenset(unknown)
    if 3 * len(missing) < 2 * len(terms):
        return False
    telling = [term for term in terms if not is_common(term)]
    return len(telling) >= QUESTION and 2 * len(missing.intersection(telling)) > len(telling)


def _unknown_signs(terms: Sequence[str], unknown: Iterable[str]) -> list[str]:
    """The pairs of signs of a script without spaces, if a question has three telling ones at least,
    and all of these are `unknown`, as are its other words; else [].

    A pair with hiragana is mostly of particles and endings, and a sign alone tells little.
    """
    missing = frozenset(unknown)
    pairs = [term for term in terms if is_unit(term[0]) and not is_sign(term)]
    telling = [pair for pair in pairs if not any(map(is_hiragana, pair))]
    others = [term for term in terms if not (is_unit(term[0]) or is_common(term))]
    in_vain = len(telling) >= QUESTION and missing.issuperset([*telling, *others])
    return telling if in_vain else []
