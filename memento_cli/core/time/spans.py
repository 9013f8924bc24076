"""Lengths of time as people write them, `90m`, `48h`, `30d`, `2w`: days as a number, and back."""

from __future__ import annotations

from math import inf

SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
DAY_SECONDS = 86_400
NEVER = "never"
EXAMPLE = "a length is a number and one of s, m, h, d, w: 90m, 48h, 30d"


def span_days(text: str) -> float:
    """The days that a length means; infinite for `never`. ValueError if it is none."""
    text = text.strip()
    if text == NEVER:
        return inf
    number, unit = text[:-1], text[-1:]
    if unit not in SECONDS or not number.isascii() or not number.replace(".", "", 1).isdigit():
        raise ValueError(f"{text!r} is no length of time; {EXAMPLE}")
    return float(number) * SECONDS[unit] / DAY_SECONDS


def span_text(days: float) -> str:
    """The length in the largest unit, up to days, of which it is a whole number."""
    if days == inf:
        return NEVER
    seconds = round(days * DAY_SECONDS, 6)
    for unit in ("d", "h", "m"):
        if seconds % SECONDS[unit] == 0:
            return f"{int(seconds // SECONDS[unit])}{unit}"
    return f"{seconds:.6f}".rstrip("0").rstrip(".") + "s"
