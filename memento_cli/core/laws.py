"""Laws of forgetting: how elapsed days turn into a retention, from 1 down to 0.

A closed union: each law is one row here, in `law_of` and in `parameters`, and the type checker
names every place that has not heard of a new one.
"""

from __future__ import annotations

from math import inf, isfinite, log2
from typing import NamedTuple, assert_never

from memento_cli.core.curves import half_life_curve
from memento_cli.errors import BadValue


class HalfLife(NamedTuple):
    """Half of it is gone after each half-life (document 001)."""

    half_life_days: float


class Never(NamedTuple):
    """Does not fade: what is pinned."""


Law = HalfLife | Never
LAWS = ("half-life", "never")


def law_of(name: str, half_life_days: float) -> Law:
    """The law with this name and these parameters. Half-lives are finite and above 0 days."""
    if name == "never":
        return Never()
    if name not in LAWS:
        raise BadValue(f"unknown law {name!r}", "one of: " + ", ".join(LAWS))
    if not (isfinite(half_life_days) and half_life_days > 0):
        raise BadValue(f"half_life_days must be > 0, not {half_life_days}")
    return HalfLife(float(half_life_days))


def name_of(law: Law) -> str:
    """The name that a file gives the law."""
    match law:
        case HalfLife():
            return "half-life"
        case Never():
            return "never"
        case _:
            assert_never(law)


def law_text(law: Law) -> str:
    """The law with its parameters, for people."""
    match law:
        case HalfLife(half_life):
            return f"half-life {half_life:g} days"
        case Never():
            return "never fades"
        case _:
            assert_never(law)


def retention(law: Law, days: float) -> float:
    """The share, 1 down to 0, that is left of a memory `days` after its last reinforcement."""
    match law:
        case HalfLife(half_life):
            return half_life_curve(days, half_life)
        case Never():
            return 1.0
        case _:
            assert_never(law)


def retention_text(law: Law, days: float) -> str:
    """The arithmetic of `retention`, for people."""
    match law:
        case HalfLife(half_life):
            return f"0.5^({days:.1f}/{half_life:g})"
        case Never():
            return "1"
        case _:
            assert_never(law)


def days_until(law: Law, share: float) -> float:
    """The inverse of `retention`: the days until only `share` is left; infinite if it never is."""
    match law:
        case HalfLife(half_life):
            if share <= 0:
                return inf
            return max(0.0, -log2(share) * half_life)
        case Never():
            return inf if share < 1 else 0.0
        case _:
            assert_never(law)
