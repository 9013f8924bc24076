"""The date that a query names, and how well a memory's day matches it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    Date = tuple[int, int, int]

MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
ALSO_VERBS = ("march", "may")
BEFORE_A_MONTH = ("in", "of", "since", "until", "by", "during", "last", "this", "next")
SAME_DAY, SAME_MONTH, SAME_YEAR = 1.0, 0.5, 0.25


def named_date(words: Sequence[str]) -> Date | None:
    """The year, month and day that words name, each 0 if it is not named: 2023-05-07, 7 May 2023,
    May.

    Months are English; a number from 1900 to 2099 is a year.
    """
    words = [word.lower() for word in words]
    year = 0
    for at, word in enumerate(words):
        if _is_year(word) and not year:
            year = int(word)
            month, day = (_number(words, at + 1, 12), _number(words, at + 2, 31))
            if month:
                return year, month, day
    for at, word in enumerate(words):
        if word in MONTHS:
            day = _number(words, at + 1, 31) or _number(words, at - 1, 31)
            if word not in ALSO_VERBS or day or _is_surely_a_month(words, at):
                return year, MONTHS.index(word) + 1, day
    return (year, 0, 0) if year else None


def date_match(asked: Date, day: str) -> float:
    """How well a day, YYYY-MM-DD, matches the date: 1 by day, 0.5 by month, 0.25 by
    year, else 0."""
    year, month, of_month = asked
    if (year and year != int(day[:4])) or (month and month != int(day[5:7])):
        return 0.0
    if of_month and of_month == int(day[8:10]):
        return SAME_DAY
    return SAME_MONTH if month else SAME_YEAR


def _is_year(word: str) -> bool:
    return len(word) == 4 and word[:2] in ("19", "20") and word.isascii() and word.isdecimal()


def _number(words: Sequence[str], at: int, most: int) -> int:
    """The number at a place, such as 7 or 7th, if it is from 1 to `most`; else 0."""
    word = words[at] if 0 <= at < len(words) else ""
    for ending in ("st", "nd", "rd", "th"):
        word = word.removesuffix(ending)
    is_number = 0 < len(word) < 3 and word.isascii() and word.isdecimal()
    return int(word) if is_number and 1 <= int(word) <= most else 0


def _is_surely_a_month(words: Sequence[str], at: int) -> bool:
    before = words[at - 1] if at else ""
    after = words[at + 1] if at + 1 < len(words) else ""
    return before in BEFORE_A_MONTH or _is_year(after)
