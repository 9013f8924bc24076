"""The curves of the laws of forgetting, as plain functions of elapsed days."""

from __future__ import annotations

DAY_MICROS = 86_400_000_000


def half_life_curve(days: float, half_life_days: float) -> float:
    """The share that is left, 1 down to 0: half of it after each half-life (document 001)."""
    return float(0.5 ** (days / half_life_days))


def strength_now(
    initial: float,
    last: int,
    half_life_days: float | None,
    floor: float,
    pinned: object,
    now: int,
) -> float:
    """max(floor, initial · what is left), with moments in microseconds since 1970.

    The same as `strength_at` of a memory; without a half-life, or pinned, it does not fade.
    """
    days = max(0, now - last) / DAY_MICROS
    left = 1.0 if half_life_days is None or pinned else half_life_curve(days, half_life_days)
    return max(floor, initial * left)
