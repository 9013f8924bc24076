"""The laws of forgetting: the share of a strength that is left so many days after the last use.

A law is a number (its `code`, which the index stores) and one parameter. The tables here have one
row for each code. A retention is a share, from 1 down to 0.
"""

from __future__ import annotations

from math import exp, isfinite, log1p

from memento_cli.errors import BadValue, unknown
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence


HALF_LIFE, EBBINGHAUS, DAILY, TTL, NEVER, BASE_LEVEL = CODES = range(6)
"""The codes of the laws. The index stores them, so a new law gets the next free number."""
LAWS = ("half-life", "ebbinghaus", "daily", "ttl", "never", "base-level")
"""The name of each law, by its code, as the key `memory.fade.law` of a file has it."""
DAYS_LIMIT = 1e9
DECAY_LIMIT = 5.0
PERCENT_LIMIT = 100.0
LEAST_POSITIVE = 5e-324
LEAST_PARAMETER = (LEAST_POSITIVE, 0.0, 0.0, LEAST_POSITIVE, 0.0, LEAST_POSITIVE)
"""The least valid parameter of each law, by its code."""
GREATEST_PARAMETER = (DAYS_LIMIT, DAYS_LIMIT, 99.99999999999999, DAYS_LIMIT, 0.0, DECAY_LIMIT)
"""The greatest valid parameter of each law, by its code; a percentage is below 100."""
GROWTH, LONGEST_DAYS, SHORTEST_DAYS = 1.5, 365.0, 0.01
MOST_GROWTHS = 200  # by then even the shortest stability has grown far beyond LONGEST_DAYS
SOONEST_DAYS = 1e-9  # shorter spans count as none
EXP_THRESHOLD = exp(-1.0)
"""e^τ for ACT-R's retrieval threshold τ = −1: an activation B with e^B of this is retrieved with
probability 1/2."""


class Law(NamedTuple):
    """A law of forgetting and its one parameter.

    The parameter is, by law: `half-life`, the days in which half is lost; `ebbinghaus`, the
    stability in days that a memory begins with; `daily`, the percentage lost each day, from 0 to
    below 100; `ttl`, the days to live; `never`, 0; `base-level`, the decay d, the power by which
    each use loses weight with its age, above 0 up to 5, about 0.5.
    """

    code: int
    parameter: float = 0.0

    @property
    def name(self) -> str:
        """The law's name, as files have it."""
        return LAWS[self.code]


def stability_after(stability_days: float, uses: int) -> float:
    """The stability in days after so many uses: each use makes it half as long again.

    It is at most 365 days, or the initial stability if that is longer (document 000).
    """
    grown: float = stability_days * GROWTH ** min(uses, MOST_GROWTHS)
    return max(stability_days, min(LONGEST_DAYS, grown), SHORTEST_DAYS)


def base_level_retention(ages: Sequence[float], uses: int, decay: float) -> float:
    """The probability of retrieval by ACT-R's base level (Anderson & Schooler 1991).

    The activation B is ln Σ age^−decay over the opening and all uses, and the probability of
    retrieval is e^B / (e^B + e^τ) with τ = −1 and s = 1. `ages` are days since the opening and
    since each known use; uses beyond these count as being as old as the first age.
    """
    if min(ages) < SOONEST_DAYS:
        return 1.0
    unlisted = 1 + uses - len(ages)
    return retrieval_probability(
        sum([days**-decay for days in ages]) + unlisted * ages[0] ** -decay
    )


def retrieval_probability(exp_activation: float) -> float:
    """e^B / (e^B + e^τ), the probability of retrieval, from `exp_activation` = e^B."""
    return float(exp_activation / (exp_activation + EXP_THRESHOLD))


def retention(law: Law, days: float, uses: int = 0, ages: Sequence[float] = ()) -> float:
    """The share that a law leaves `days` after the last of so many uses.

    `ages`, which only `base-level` reads, are the days since the opening and since each use.
    BadValue where the parameter is not valid for the law.
    """
    code, parameter = law
    if not LEAST_PARAMETER[code] <= parameter <= GREATEST_PARAMETER[code]:
        raise BadValue(f"{law.name}: {parameter:g} is no number that this law can have")
    if code == HALF_LIFE:
        return float(0.5 ** (days / parameter))  # document 001
    if code == EBBINGHAUS:
        return exp(-days / stability_after(parameter, uses))  # document 000
    if code == DAILY:
        return exp(
            days * log1p(-parameter / PERCENT_LIMIT)
        )  # (1 − percent / 100)^days (004), exactly
    if code == TTL:
        return 1.0 if days < parameter else 0.0  # documents 002 and 004
    if code == BASE_LEVEL:
        return base_level_retention(ages or (days,), uses, parameter)
    return 1.0


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
