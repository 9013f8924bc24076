"""Questions for what no memory tells, by their words that no memory has."""

from __future__ import annotations

from memento_cli.core.text.common_words import is_common
from memento_cli.core.text.words import is_unit

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

QUESTION = 3
"""The number of telling words from which on a question may ask for what nobody told."""


def asks_for_unknown(terms: Sequence[str], unknown: Iterable[str]) -> bool:
    """Whether a question has at least three telling words, and more than half of these, and two
    thirds of all its terms, are `unknown` in whatever way.

    Function words and small talk tell nothing. A script that puts no space between words is not
    judged, as most of its signs are known.
    """
    missing = frozenset(unknown)
    if 3 * len(missing) < 2 * len(terms) or any(is_unit(term[0]) for term in terms):
        return False
    telling = [term for term in terms if not is_common(term)]
    return len(telling) >= QUESTION and 2 * len(missing.intersection(telling)) > len(telling)
