"""The grammar of times: which days a row of words means, seen from a day."""

from __future__ import annotations

from datetime import date, timedelta

from memento_cli.core.time import time_words
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.core.time.time_tokens import Token

    Found = tuple["Days", int]
    """The days, and the number of tokens that name them."""

CENTURIES = ("19", "20")
ORDINALS = ("st", "nd", "rd", "th", "er")
LINKS = ("of", "de", "del", "des", "do", "the", "г", "года", "году")
POSTPOSED = ("derniere", "dernier", "pasada", "pasado", "scorsa", "scorso", "passada", "passado",
             "prochaine", "prochain", "proxima", "proximo", "prossima", "prossimo")  # fmt: skip
ENGLISH_NAMES = ("march", "may", "april", "june", "august")


class Days(NamedTuple):
    """The first and the last day of a time, and the date in it: year, month, day, each 0 if not
    named. `relative` to today is a time without a date; `morning` is that of the first day."""

    first: date
    last: date
    named: tuple[int, int, int] = (0, 0, 0)
    morning: bool = False

    @property
    def relative(self) -> bool:
        """Whether it was named by its distance from today."""
        return self.named == (0, 0, 0)


def phrase(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """The time that begins at a token, and how many tokens it has."""
    for read in (_figures, _cjk_date, _counted, _word, _moved, _dated, _season, _weekday, _year):
        found = read(tokens, at, today)
        if found:
            return found
    return None


def _meaning(tokens: Sequence[Token], at: int, name: str) -> int | None:
    text = tokens[at].meanings.get(name) if 0 <= at < len(tokens) else None
    return None if text is None else int(text)


def _text(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].text if 0 <= at < len(tokens) else ""


def _number(tokens: Sequence[Token], at: int) -> int:
    """The number at a token: 2, 7th, two, zwei; 0 if there is none."""
    text = _text(tokens, at)
    if text[:1].isdecimal():
        for ending in ORDINALS:
            text = text.removesuffix(ending)
        return int(text) if text.isdecimal() and len(text) <= 4 else 0
    return _meaning(tokens, at, "numbers") or 0


def _of_day(tokens: Sequence[Token], at: int) -> int:
    """The day of a month at a token, in figures; 0 if there is none."""
    number = _number(tokens, at) if _text(tokens, at)[:1].isdecimal() else 0
    return number if number <= 31 else 0


def _year_at(tokens: Sequence[Token], at: int) -> int:
    text = _text(tokens, at)
    return int(text) if len(text) == 4 and text[:2] in CENTURIES and text.isdecimal() else 0


def _day(day: date, named: tuple[int, int, int] = (0, 0, 0)) -> Days:
    return Days(day, day, named)


def month_of(year: int, month: int, named: tuple[int, int, int] = (0, 0, 0)) -> Days:
    """A whole month."""
    after = date(year, month + 1, 1) if month < 12 else None
    last = after - timedelta(days=1) if after else date(year, 12, 31)
    return Days(date(year, month, 1), last, named)


def _years(year: int, named: tuple[int, int, int] = (0, 0, 0)) -> Days:
    return Days(date(year, 1, 1), date(year, 12, 31), named)


def shifted(today: date, unit: str, by: int) -> Days:
    """The day, week, weekend, month or year so many away from that of today."""
    if unit == "day":
        return _day(today + timedelta(days=by))
    if unit in ("week", "weekend"):
        monday = today + timedelta(weeks=by, days=-today.weekday())
        return Days(monday + timedelta(days=5 * (unit == "weekend")), monday + timedelta(days=6))
    if unit == "month":
        year, month = divmod(today.year * 12 + today.month - 1 + by, 12)
        return month_of(year, month + 1)
    return _years(today.year + by)


def _word(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """A day or a period in one word: yesterday, 先週."""
    if _meaning(tokens, at, "mornings") is not None:
        return _day(today)._replace(morning=True), 1
    day = _meaning(tokens, at, "days")
    if tokens[at].text == "hier" and any(f" {one.text} " in time_words.GERMAN for one in tokens):
        return None
    if day is not None:
        return _day(today + timedelta(days=day)), 1
    unit, comma, by = tokens[at].meanings.get("periods", "").partition(",")
    return (shifted(today, unit, int(by)), 1) if comma else None


def _counted(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """So many units ago: two weeks ago, vor zwei Wochen, 三日前."""
    before = _meaning(tokens, at, "ago") == 1
    count = _number(tokens, at + before)
    unit_at = at + before + 1
    unit = tokens[unit_at].meanings.get("units") if unit_at < len(tokens) else None
    after = _meaning(tokens, unit_at + 1, "ago") == -1
    if not count or unit is None or not (before or after):
        return None
    return shifted(today, unit, -count), 3


def _moved(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """Last, this or next, with a unit, a weekday, a month or a season on either side."""
    by, other = _meaning(tokens, at, "relative"), at + 1
    if by is None and _text(tokens, at + 1) in POSTPOSED:
        by, other = _meaning(tokens, at + 1, "relative"), at
    if by is None or other >= len(tokens):
        return None
    meanings = tokens[other].meanings
    if "units" in meanings and (meanings["units"] != "day" or by == 0):
        return shifted(today, meanings["units"], by), 2
    if "weekdays" in meanings:
        return _day(nearest_weekday(int(meanings["weekdays"]), by, today)), 2
    if "months" in meanings:
        month = int(meanings["months"])
        year = today.year + (by if by else 0)
        year += (by < 0 and month < today.month) - (by > 0 and month > today.month)
        return month_of(year, month, (year, month, 0)), 2
    if "seasons" in meanings:
        return _last_season(int(meanings["seasons"]), by, today), 2
    return None


def nearest_weekday(weekday: int, by: int, today: date) -> date:
    """The last such day before today (-1), that of this week (0), or the next after today (1)."""
    if by == 0:
        return today + timedelta(days=weekday - today.weekday())
    days = (weekday - today.weekday()) % 7
    return today + timedelta(days=(days or 7) if by > 0 else days - 7)


def _last_season(start: int, by: int, today: date) -> Days:
    """The last, this or next season: of the last it is the newest that is over."""
    seasons = [_season_of(start, today.year + years) for years in (-2, -1, 0, 1, 2)]
    if by < 0:
        return [one for one in seasons if one.last < today][-1]
    return next(one for one in seasons if (one.first > today if by else one.last >= today))


def _season_of(start: int, year: int) -> Days:
    if start == 25:
        return Days(date(year, 12, 24), date(year, 12, 26), (year, 12, 25))
    first = date(year, start, 1)
    last = (first + timedelta(days=93)).replace(day=1) - timedelta(days=1)
    return Days(first, last, (year, start, 0))


def _season(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """A season with its year: summer 2025, 2025年夏."""
    start = _meaning(tokens, at, "seasons")
    if start is not None:
        link = int(_text(tokens, at + 1) in LINKS)
        year = _year_at(tokens, at + 1 + link)
        return (_season_of(start, year), 2 + link) if year else None
    year = _year_at(tokens, at)
    link = int(_text(tokens, at + 1) == "年")
    link += link == 1 and _text(tokens, at + 2) in ("の", "的")
    start = _meaning(tokens, at + 1 + link, "seasons") if year else None
    return None if start is None else (_season_of(start, year), 2 + link)


def _figures(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """2026-03-14, 2026-03, 14.03.2026; of 10/11/2026 it is not known which is the month."""
    sign = _text(tokens, at + 1)
    if not sign or sign not in "-/.":
        return None
    numbers = [_number(tokens, at), _number(tokens, at + 2)]
    is_long = _text(tokens, at + 3) == sign
    if year := _year_at(tokens, at):
        day = _of_day(tokens, at + 4) if is_long else 0
        if day:
            return _day(date(year, numbers[1], day), (year, numbers[1], day)), 5
        is_month = sign != "." and not is_long and len(_text(tokens, at + 2)) == 2
        return (month_of(year, numbers[1], (year, numbers[1], 0)), 3) if is_month else None
    year = _year_at(tokens, at + 4) if is_long else 0
    if not year:
        return None
    day, month = numbers
    if sign != "." and two_readings(tokens, at):
        return None
    if month > 12:
        day, month = month, day
    return _day(date(year, month, day), (year, month, day)), 5


def two_readings(tokens: Sequence[Token], at: int) -> tuple[date, date] | None:
    """The days that figures such as 10/11/2026 mean if the day comes first, and if the month does;
    None for other figures, and where both are the same day or one is none."""
    first, sign, second, other = (_text(tokens, at + by) for by in range(4))
    year, numbers = _year_at(tokens, at + 4), (_number(tokens, at), _number(tokens, at + 2))
    if not year or sign != other or sign not in ("-", "/", ".") or first == second:
        return None
    day, month = numbers
    if day == month or not (1 <= day <= 12 and 1 <= month <= 12):
        return None
    return date(year, month, day), date(year, day, month)


def _cjk_date(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """2026年3月14日, 3月14日, 2026年, 三月."""
    year = _year_at(tokens, at) if _text(tokens, at + 1) == "年" else 0
    begin = at + 2 * bool(year)
    is_unspaced = _text(tokens, begin) > "\u2e80"
    named = _meaning(tokens, begin, "months") if is_unspaced else 0
    in_figures = _text(tokens, begin + 1) == "月"
    month = named or (_of_day(tokens, begin) if in_figures else 0)
    if not month:
        is_year = year and not _has_season(tokens, begin)
        return (_years(year, (year, 0, 0)), 2) if is_year else None
    end = begin + (1 if named else 2)
    day = _of_day(tokens, end) if _text(tokens, end + 1) in ("日", "号", "號") else 0
    return in_month(year, month, day, today), end + 2 * bool(day) - at


def _has_season(tokens: Sequence[Token], at: int) -> bool:
    return _meaning(tokens, at + (_text(tokens, at) in ("の", "的")), "seasons") is not None


def _dated(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """A month by its name, with a day or a year or after a word such as in."""
    day, begin = _of_day(tokens, at), at
    if day:
        begin = at + 1 + (_text(tokens, at + 1) in LINKS)
    month = _meaning(tokens, begin, "months")
    if not month:
        return None
    end = begin + 1
    if not day and (day := _of_day(tokens, end)):
        end += 1
    link = _text(tokens, end) in LINKS
    year = _year_at(tokens, end + link)
    end += (1 + link) * bool(year)
    if day or year:
        return in_month(year, month, day, today), end - at
    return (in_month(0, month, 0, today), 1) if _is_month(tokens, begin) else None


def _is_month(tokens: Sequence[Token], at: int) -> bool:
    """Whether a name is surely that of a month, though it has no day and no year beside it."""
    name, before = _text(tokens, at), _text(tokens, at - 1) or "?"
    if f" {name} " not in time_words.UNCERTAIN:
        return len(name) > 3 or not name.isascii()  # sun, mar and dec are words
    words = time_words.ENGLISH_BEFORE if name in ENGLISH_NAMES else time_words.BEFORE
    return f" {before} " in words


def in_month(year: int, month: int, day: int, today: date) -> Days:
    """A month or a day of it; without a year the newest that has begun."""
    named = (year, month, day)
    if not year:
        year = today.year - ((month, day) > (today.month, today.day))
    return _day(date(year, month, day), named) if day else month_of(year, month, named)


def _weekday(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    weekday = _meaning(tokens, at, "weekdays")
    before = _text(tokens, at - 1)
    if weekday is None or (len(tokens) > 1 and f" {before or '?'} " not in time_words.BEFORE):
        return None  # friday prayers are no time
    return _day(nearest_weekday(weekday, -1, today)), 1


def _year(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    year = 0 if _text(tokens, at - 1) in ("-", "/", ".") else _year_at(tokens, at)
    return (_years(year, (year, 0, 0)), 1) if year else None
