"""The contenders: laws of forgetting with the product's own formulas, and plainer orders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memento_cli.bench.again import Contender
from memento_cli.core.curves import DAILY, bare_strength
from memento_cli.core.laws import Law, code_of, parameter_of
from memento_cli.core.memory import Fade, fade_of

if TYPE_CHECKING:
    from memento_cli.core.curves import Fading, Numbers

COUNTING: Fading = (DAILY, 0.0, 1.0, 0.0)
"""Counts every use, and knows the last: what is plainer than a law goes by one of the two."""


def strength(numbers: Numbers, fading: Fading, at: int) -> float:
    """The strength without floor and pin, by which memento orders what is as strong."""
    return bare_strength(numbers, fading, False, at)


def plain_fading(fade: Fade) -> Fading:
    """How a memory fades, as plain numbers."""
    return code_of(fade.law), parameter_of(fade.law), fade.weight, fade.min_strength


def of_law(name: str, law: Law) -> Contender:
    """All memories by one law, as important as a new one is by default."""
    fading = plain_fading(fade_of(law, 0.0, 0.5))
    return Contender(name, lambda id: fading, strength)


def _counting(id: str) -> Fading:
    return COUNTING


LAST_USE = Contender("last use only", _counting, lambda numbers, fading, at: float(numbers[1]))
MOST_USED = Contender("most used", _counting, lambda numbers, fading, at: float(numbers[2]))
CONSTANT = Contender("constant", _counting, lambda numbers, fading, at: 1.0)
PLAINER = (LAST_USE, MOST_USED, CONSTANT)
