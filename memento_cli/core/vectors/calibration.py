"""What a cosine means in a space: how much nearer a text is than texts that have nothing to do with
the question.

Models differ: in one the cosine of two strange texts is .1, in another .8, and a question is
farther from all texts than they are from each other. So a cosine is compared with the *background*
of its own question, its cosines with any texts. A question fits without a word only where the
cosine is also that of two texts of the store, taken at random. The numbers here were chosen with
two models, on questions in three languages (ARCHITECTURE.md, Decisions).
"""

from __future__ import annotations

from math import log, sqrt

from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

ABOVE = 1.5
"""From how many spreads above the background a cosine counts at all."""
LEAST_ALONE, BELOW_CHANCE = 2.5, 0.5
"""From how many spreads at least a text is found that has no word of the question, and how far
below what the nearest of so many strange texts has by chance: of these the nearest is √(2 ln n)
standard deviations above the middle."""
BESIDE_BEST = 0.6
"""The share of the best meaning that others need that have no word of the question either."""
LOWER = 0.16
"""The share of a normal distribution that is more than one standard deviation below its middle."""
ENOUGH = 100
"""The number of texts of which the background is their own; with fewer, references are added."""
LEAST_AGREEMENT, FEWEST = 0.5, 24
"""How many spreads nearer than any two the texts with the most words in common must be, on average
over at least so many pairs, for vectors to be believed: with models it was .9 to 3.2, with random
vectors up to .3."""
REFERENCES = (
    "The train to the coast leaves at seven in the morning.",
    "She has decided to learn the cello.",
    "The server returned an error after the update.",
    "We had soup, bread and a glass of water.",
    "Interest rates went up again this quarter.",
    "My brother broke his arm when he fell off the ladder.",
    "The function takes a list and returns its median.",
    "It rained the whole weekend, so nobody went out.",
    "Thank you, that was very kind of you!",
    "The museum is closed on Mondays.",
    "Der Vertrag läuft im Herbst aus.",
    "Notre voisine a deux chats et un jardin.",
    "El partido terminó sin goles.",
    "昨日は友達と映画を見た。",
    "この薬は食後に飲んでください。",
    "我们下周要搬到新的办公室。",
)
"""Sentences of all sorts, the background of a store that has few texts of its own."""


class Background(NamedTuple):
    """The cosines of a question with texts that have nothing to do with it: their middle and their
    spread, the standard deviation of those below the middle, where no text is that answers."""

    middle: float
    spread: float

    @property
    def floor(self) -> float:
        """The cosine from which a text counts as near at all."""
        return self.middle + ABOVE * self.spread


class Calibration(NamedTuple):
    """What is known of a space: the mean and standard deviation of the cosines of random pairs of
    its texts, how many of these deviations nearer texts are that share words (None where too few
    do), and the rows of the references, one after the other."""

    mean: float = 0.0
    spread: float = 0.0
    agreement: float | None = None
    references: bytes = b""

    @property
    def is_believed(self) -> bool:
        """Whether the vectors say anything of the texts: those that share words are nearer."""
        return self.agreement is None or self.agreement >= LEAST_AGREEMENT


def background(cosines: Sequence[float]) -> Background:
    """The background of a question, from its cosines with texts taken at random."""
    ordered = sorted(cosines)
    if not ordered:
        return Background(0.0, 0.0)
    middle = ordered[len(ordered) // 2]
    return Background(middle, middle - ordered[int(LOWER * len(ordered))])


def calibrated(cosine: float, behind: Background) -> float:
    """How near a text is, 0 to 1: the share of the way from the floor of the background to
    identity."""
    floor = behind.floor
    return max(0.0, min(1.0, (cosine - floor) / (1 - floor))) if floor < 1 else 0.0


def least_alone(behind: Background, calibration: Calibration, many: int) -> float:
    """The cosine from which, among so many texts, one without any word of a question fits it."""
    spreads = max(LEAST_ALONE, sqrt(2 * log(max(1, many))) - BELOW_CHANCE)
    return max(behind.middle + spreads * behind.spread, calibration.mean)


def calibration_of(
    random_pairs: Sequence[float], sharing_words: Sequence[float], references: bytes
) -> Calibration:
    """The calibration of a space, from the cosines of random pairs of its texts, and of pairs that
    share the most words."""
    if not random_pairs:
        return Calibration(references=references)
    mean = _mean(random_pairs)
    spread = sqrt(_mean([(cosine - mean) ** 2 for cosine in random_pairs]))
    agreement = None
    if spread and len(sharing_words) >= FEWEST:
        agreement = (_mean(sharing_words) - mean) / spread
    return Calibration(mean, spread, agreement, references)


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)
