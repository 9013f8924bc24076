"""Words and meaning in one relevance.

The words' part is the share of the best text score, times how much of the question that text
covers: where words have found little, they say little. A text without a vector competes by its
words. Document 002 has relevance of its own, .6 of the cosine as it is, and .4 of the words.
"""

from __future__ import annotations

from memento_cli.core.recall.ranking import relevance, weighted_sum
from memento_cli.core.vectors.calibration import calibrated
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.vectors.calibration import Background


class Fused(NamedTuple):
    """The relevance of a text, 0 to 1, and its parts: by words, by meaning, and the cosine that
    this was computed from; None for a text without a vector."""

    relevance: float
    words: float
    meaning: float | None = None
    cosine: float | None = None


def fused(words: float, cosine: float | None, behind: Background, weight: float) -> Fused:
    """The relevance of a text by its words, 0 to 1, and by its cosine with the question, if it has
    one, which has so much weight, 0 to 1 (`vectors.weight`)."""
    if cosine is None:
        return Fused(words, words)
    meaning = calibrated(cosine, behind)
    return Fused(weighted_sum([(1 - weight, words), (weight, meaning)]), words, meaning, cosine)


def fused_as_002(words: float, cosine: float | None) -> Fused:
    """Document 002's relevance, of which the words of text, tags and title are one measure."""
    positive = None if cosine is None else max(0.0, cosine)
    return Fused(relevance(positive, words, words, words), words, positive, cosine)
