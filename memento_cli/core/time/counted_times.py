"""A number of units before or after now, as typed: `3d`, `+6mo`, `in zwei Wochen`, 三日前."""

from __future__ import annotations

from datetime import timedelta

from memento_cli.core.text.normal_forms import folded
from memento_cli.core.time.days import month_of
from memento_cli.core.time.time_tokens import token_of, tokens_of
from memento_cli.core.time.when import utc
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memento_cli.core.time.time_tokens import Token

MOST_FIGURES = 5
MOST_SIGNS = 100
"""The most signs of a length of time in words."""


class Counted(NamedTuple):
    """So many units, negative before now. It is `bare` if no word or sign says on which side."""

    number: int
    unit: str
    bare: bool


def counted_time(text: str) -> Counted | None:
    """The units that a whole text counts, back if it does not say; None for another text."""
    if len(text) > MOST_SIGNS:
        return None
    text = folded(text.strip())
    sign = {"+": 1, "-": -1}.get(text[:1], 0)
    tokens = _apart(tokens_of(text[abs(sign) :]))
    before = _side(tokens, 0, "1")
    tokens = tokens[abs(before) :]
    after = _side(tokens, 2, "-1")
    count, unit = _count(tokens), _unit(tokens)
    if not unit or len(tokens) != 2 + abs(after) or abs(sign) + abs(before) + abs(after) > 1:
        return None
    side = sign or before or after
    return Counted(count * (side or -1), unit, bare=not side)


def is_bare_length(text: str) -> bool:
    """Whether a person typed a bare length such as 3d, which means so long ago."""
    counted = counted_time(text)
    return counted is not None and counted.bare


def moved(here: datetime, counted: Counted) -> datetime:
    """The moment so many units away. OverflowError or ValueError outside of the calendar."""
    count, unit = counted.number, counted.unit
    if unit in ("second", "minute", "hour"):  # an hour is an hour, in any zone
        return utc(here) + timedelta(**{f"{unit}s": count})
    if unit in ("day", "week"):
        return here + timedelta(**{f"{unit}s": count})
    months = here.year * 12 + here.month - 1 + count * (12 if unit == "year" else 1)
    year, month = divmod(months, 12)
    last = month_of(year, month + 1).last
    return here.replace(year=year, month=month + 1, day=min(here.day, last.day))


def _apart(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with a number and its unit as two: 3d."""
    parts = list[str]()
    for token in tokens:
        unit = token.text.lstrip("0123456789")
        figures = token.text.removesuffix(unit) if unit else ""
        parts += [figures, unit] if figures else [token.text]
    return [token_of(part) for part in parts]


def _side(tokens: Sequence[Token], at: int, place: str) -> int:
    """1 for a word that counts ahead from its place, -1 for one that counts back, else 0."""
    meanings = tokens[at].meanings if at < len(tokens) else {}
    return (meanings.get("ahead") == place) - (meanings.get("ago") == place)


def _count(tokens: Sequence[Token]) -> int:
    if not tokens:
        return 0
    text = tokens[0].text
    if text.isascii() and text.isdecimal() and len(text) <= MOST_FIGURES:
        return int(text)
    return int(tokens[0].meanings.get("numbers", 0))


def _unit(tokens: Sequence[Token]) -> str:
    """The unit after a number; "" if there is none."""
    text = tokens[0].text if tokens else ""
    if len(tokens) < 2 or not (text.isdecimal() or "numbers" in tokens[0].meanings):
        return ""
    if text.isdecimal() and not (text.isascii() and len(text) <= MOST_FIGURES):
        return ""
    meanings = tokens[1].meanings
    names = ("units", "clock_units", "short_units")
    unit = next((meanings[name] for name in names if name in meanings), "")
    return "" if unit in ("weekend", "quarter") else unit
