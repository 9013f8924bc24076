"""The filters of a query by name: `topic`, `since`, `strength` …, and how their values are read."""

from __future__ import annotations

from math import inf, nextafter

from memento_cli.core.fading.tiers import TIERS
from memento_cli.core.memory.memory import KINDS, OUTCOMES
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.recall.query import EXCLUDABLE, NAMED
from memento_cli.core.security.trust import PRIVACIES, TRUSTS
from memento_cli.errors import BadTime, Usage
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from typing import Any

    Moment = Callable[[str, bool], datetime]
    """Reads a typed time: its first instant, or with True its last. BadTime if it is no time."""

FILTERS = (*EXCLUDABLE, "strength", "importance", "privacy", "since", "until", "about")
CHOICES = {
    "outcome": OUTCOMES,
    "kind": KINDS,
    "tier": TIERS,
    "trust": TRUSTS,
    "privacy": PRIVACIES,
}
BOUNDS = {
    ("strength", ">"): "min_strength",
    ("strength", "<"): "max_strength",
    ("importance", ">"): "min_importance",
}
AT_LEAST = ">="
LIMITS = {"strength": 100, "importance": 1}
NUMBER_SIGNS = frozenset("0123456789.eE+-")
WITH_YEAR = r"(?:\b(?:in|during)\s+)?(?P<time>(?:\.\.)?(?<!\d)\d{4}[\d.-]*)(?:年の?)?"
"""A year, a day, or a span of these, alone or beside a stage of life."""


class Part(NamedTuple):
    """A field of a query, or one value of it, and the typed text that it comes from."""

    field: str
    value: Any
    said: str


def filter_parts(name: str, text: str, moment: Moment, said: str) -> list[Part]:
    """The parts of the filter `name:text`, typed as `said`; Usage or BadTime if it
    cannot be read."""
    values: list[tuple[str, Any]]
    match name:
        case "since" | "until":
            values = [(name, moment(text, name == "until"))]
        case "about":
            values = _about(text, moment)
        case "strength" | "importance":
            values = [_bound(name, text)]
        case "trust" if text.startswith(AT_LEAST):
            values = [("min_trust", _value(name, text.removeprefix(AT_LEAST)))]
        case "privacy":
            values = [("min_privacy", _value(name, text))]
        case _:
            values = [(NAMED.get(name, name), _value(name, text))]
    return [Part(field, value, said) for field, value in values]


def excluded(name: str, text: str, said: str) -> Part:
    """The part of the filter `-name:text`; Usage or BadTime if it cannot be excluded or read."""
    if name not in EXCLUDABLE:
        raise Usage(f"{name} cannot be excluded", "one of: " + ", ".join(EXCLUDABLE))
    return Part("unless", (name, _value(name, text)), said)


def _value(name: str, text: str) -> str:
    """A value as memories have it: a person's reference, or one of the choices."""
    if name in ("person", "with"):
        return person_ref(text)
    choices = CHOICES.get(name)
    if choices and text.lower() not in choices:
        raise Usage(f"{name} cannot be {text[:40]!r}", "one of: " + ", ".join(choices))
    return text.lower() if choices else text


def _bound(name: str, text: str) -> tuple[str, float]:
    """The field and the limit in `>=0.5`, `>0.5`, `<=0.5`, `<0.5` or `0.5`, which
    means at least."""
    number = text.lstrip("<>").removeprefix("=") if text[:1] in ("<", ">") else text
    sign = text[: len(text) - len(number)] or ">="
    field = BOUNDS.get((name, sign[0])) if sign in ("<", "<=", ">", ">=") else None
    limit = _number(number.strip())
    if field is None or limit > LIMITS[name]:
        raise Usage(f"{name} cannot be {text[:40]!r}", f"a number up to {LIMITS[name]}, or >0.5")
    if sign in (">", "<"):
        limit = nextafter(limit, inf if sign == ">" else -inf)
    return field, limit


def _number(text: str) -> float:
    """The number in a text of digits, also `.5`, `5.` and `1e-3`; infinity for any other text."""
    try:
        normalized = NUMBER_SIGNS.issuperset(text) and text[:1] not in ("+", "-")
        return float(text) if normalized else inf
    except ValueError:
        return inf


def _about(text: str, moment: Moment) -> list[tuple[str, Any]]:
    """The values of a stage of life in words, a time, or both: `high school 2005`."""
    import re

    from memento_cli.core.recall.life_stages import STAGES, normalized, stage_named

    text_read = normalized(text)
    years = list(re.finditer(WITH_YEAR, text_read))
    rest = re.sub(WITH_YEAR, "", text_read).strip()
    stage = stage_named(rest)
    stages = [("about_stages", stage)] if stage else []
    try:
        if len(years) == 1 and (stage or not rest):
            return [*stages, *_span(years[0]["time"], moment)]
        if stages and not years and not _tells_a_time(rest):
            return stages
        return _span(text, moment)
    except BadTime as problem:
        alternative = "" if ".." in text else " or a stage of life"
        hint = f"2018, 2018-04..2018-09, one of {', '.join(STAGES)}, or both: high 2018"
        raise Usage(f"{problem.message}{alternative}", hint) from None


def is_year(text: str) -> bool:
    """Whether a text is a year of four digits."""
    return len(text) == 4 and text.isdecimal()


def _tells_a_time(text: str) -> bool:
    """Whether a text names days as well, such as last year in `last year at work`."""
    from datetime import date

    from memento_cli.core.time.date_extraction import mentioned_span

    return mentioned_span(text, date(2000, 1, 1)) is not None


def _span(text: str, moment: Moment) -> list[tuple[str, Any]]:
    """The ends of `2018`, `2018-04..2018-09`, `2018..` or `..yesterday`; None for an open end."""
    first, dots, last = text.partition("..")
    if not first and not last:
        raise Usage(f"cannot read {text[:40]!r} as a time")
    ends = ((first, "01-01"), (last if dots else first, "12-31"))
    since, until = (f"{end}-{day}" if is_year(end) else end for end, day in ends)
    return [
        ("about_since", moment(since, False) if since else None),
        ("about_until", moment(until, True) if until else None),
    ]
