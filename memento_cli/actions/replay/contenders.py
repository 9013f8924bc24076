"""The contenders: laws of forgetting with the product's own formulas, and simple orders."""

from __future__ import annotations

from memento_cli.actions.replay.judging import Contender
from memento_cli.core.fading.laws import DAILY, Law
from memento_cli.core.fading.strength import Fade, bare_strength
from memento_cli.core.memory.memory import fade_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.fading.strength import Strength

COUNTING = Fade(Law(DAILY), 0.0)
"""A fading under which every use is counted and the last one known, for the simple orders."""


def strength(numbers: Strength, fade: Fade, at: int) -> float:
    """The strength without floor and pin, which orders memories of equal strength."""
    return bare_strength(numbers, fade, False, at)


def law_contender(name: str, law: Law) -> Contender:
    """All memories by one law, with the default importance of a new one."""
    fade = fade_of(law, 0.0, 0.5)
    return Contender(name, lambda id: fade, strength)


def _counting(id: str) -> Fade:
    return COUNTING


LAST_USE = Contender("last use only", _counting, lambda numbers, fade, at: float(numbers.last))
MOST_USED = Contender(
    "most used", _counting, lambda numbers, fade, at: float(numbers.reinforcement_count)
)
CONSTANT = Contender("constant", _counting, lambda numbers, fade, at: 1.0)
SIMPLE_ORDERS = (LAST_USE, MOST_USED, CONSTANT)
