"""The valid parameter of each law, and the law in words."""

from __future__ import annotations

from math import isfinite

from memento_cli.core.fading.laws import (
    BASE_LEVEL,
    DAILY,
    DAYS_LIMIT,
    DECAY_LIMIT,
    EBBINGHAUS,
    HALF_LIFE,
    LAWS,
    NEVER,
    PERCENT_LIMIT,
    TTL,
    Law,
)
from memento_cli.core.time.spans import span_text
from memento_cli.errors import BadValue, unknown

PARAMETERS = (
    "half_life_days", "stability_days", "daily_percent", "ttl_days", "", "decay",
)  # fmt: skip
"""The name of each law's parameter, by the law's code."""
SHORTEST_TTL = 1 / 86_400


def law_of(name: str, parameter: float = 0.0) -> Law:
    """The law with this name and parameter; BadValue if there is no such law.

    Half-lives, stabilities and times to live are above 0 days, percentages from 0 to below 100,
    decays above 0 up to 5.
    """
    if name not in LAWS:
        raise unknown("law", name, LAWS)
    code = LAWS.index(name)
    key = PARAMETERS[code]
    if code == NEVER:
        return Law(NEVER)
    if code == DAILY:
        in_range = 0 <= parameter < PERCENT_LIMIT
        _require(in_range, key, f"must be >= 0 and < {PERCENT_LIMIT:g}", parameter)
    else:
        most = DECAY_LIMIT if code == BASE_LEVEL else DAYS_LIMIT
        _require(isfinite(parameter) and parameter > 0, key, "must be > 0", parameter)
        _require(parameter <= most, key, f"must be <= {most:g}", parameter)
    if code == TTL:
        _require(parameter >= SHORTEST_TTL, key, "must be a second or more", parameter)
    return Law(code, float(parameter))


def _require(holds: bool, key: str, rule: str, value: float) -> None:
    if not holds:
        raise BadValue(f"{key} {rule}, not {value:g}")


def law_text(law: Law) -> str:
    """The law with its parameter, for people."""
    code, parameter = law
    if code == HALF_LIFE:
        return f"half-life {_days(parameter)}"
    if code == EBBINGHAUS:
        return f"ebbinghaus, stability {_days(parameter)} at first"
    if code == DAILY:
        return f"daily, minus {parameter:g} % a day"
    if code == TTL:
        return f"time to live {span_text(parameter)}"
    return "never fades" if code == NEVER else f"base-level, decay {parameter:g}"


def _days(days: float) -> str:
    return "1 day" if days == 1 else f"{days:g} days"
