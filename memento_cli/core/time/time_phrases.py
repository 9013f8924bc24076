"""The grammar of times: which days a row of words means, seen from a day."""

from __future__ import annotations

from datetime import date, timedelta

from memento_cli.core.time import time_words
from memento_cli.core.time.days import (
    Days,
    day_of,
    in_month,
    month_of,
    nearest_weekday,
    newest_season,
    season_near,
    season_of,
    shifted,
    year_of,
)

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.core.time.time_tokens import Token

    Found = tuple[Days, int]
    """The days, and the number of tokens that name them."""

CENTURIES = ("19", "20")
LATIN = "\u0370"
"""Scripts after those of Latin letters: no `years ago` without a number is written with these."""
MARKS = ("-", "/", ".")
ORDINALS = ("st", "nd", "rd", "th", "er")
YEAR, MONTH, DAY = ("年", "년"), ("月", "월"), ("日", "号", "號", "일")
LINKS = ("of", "de", "del", "des", "do", "the", "г", "года", "году")
POSTPOSED = ("derniere", "dernier", "pasada", "pasado", "scorsa", "scorso", "passada", "passado",
             "prochaine", "prochain", "proxima", "proximo", "prossima", "prossimo",
             "الماضي", "الماضية", "القادم", "القادمة", "שעבר", "שעברה")  # fmt: skip
ENGLISH_NAMES = ("march", "may", "april", "june", "august")


def phrase(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """The time that begins at a token, and how many tokens it has."""
    for read in (
        _figures,
        _cjk_date,
        _counted,
        _word,
        _moved,
        _dated,
        _season,
        _day_alone,
        _weekday,
        _year,
    ):
        found = read(tokens, at, today)
        if found:
            return found
    return None


def meaning(tokens: Sequence[Token], at: int, name: str) -> int | None:
    """The meaning of a token by a table that holds numbers; None if it is not in it."""
    text = tokens[at].meanings.get(name) if 0 <= at < len(tokens) else None
    return None if text is None else int(text)


def text_at(tokens: Sequence[Token], at: int) -> str:
    """The text of a token; "" where there is none."""
    return tokens[at].text if 0 <= at < len(tokens) else ""


def _number(tokens: Sequence[Token], at: int) -> int:
    """The number at a token: 2, 7th, two, zwei; 0 if there is none."""
    text = text_at(tokens, at)
    if text[:1].isdecimal():
        for ending in ORDINALS:
            text = text.removesuffix(ending)
        return int(text) if text.isdecimal() and len(text) <= 4 else 0
    return meaning(tokens, at, "numbers") or 0


def of_day(tokens: Sequence[Token], at: int) -> int:
    """The day of a month at a token, in figures; 0 if there is none."""
    number = _number(tokens, at) if text_at(tokens, at)[:1].isdecimal() else 0
    return number if number <= 31 else 0


def year_at(tokens: Sequence[Token], at: int) -> int:
    """The year in figures at a token; 0 if there is none."""
    text = text_at(tokens, at)
    return int(text) if len(text) == 4 and text[:2] in CENTURIES and text.isdecimal() else 0


def _word(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """A day or a period in one word: yesterday, 先週."""
    if meaning(tokens, at, "mornings") is not None:
        return day_of(today)._replace(morning=True), 1
    day = meaning(tokens, at, "days")
    if tokens[at].text == "hier" and any(f" {one.text} " in time_words.GERMAN for one in tokens):
        return None
    if day is not None:
        return day_of(today + timedelta(days=day)), 1
    unit, comma, by = tokens[at].meanings.get("periods", "").partition(",")
    return (shifted(today, unit, int(by)), 1) if comma else None


def _counted(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """So many units ago: two weeks ago, vor zwei Wochen, 三日前, a few days ago, неделю назад."""
    before = meaning(tokens, at, "ago") == 1
    few = meaning(tokens, at + before, "few")
    count = few or _number(tokens, at + before)
    unit_at = at + before + bool(count)
    unit = tokens[unit_at].meanings.get("units") if unit_at < len(tokens) else None
    after = meaning(tokens, unit_at + 1, "ago") == -1
    has_side = after or (before and (count or text_at(tokens, at) > LATIN))
    if unit is None or not has_side:
        return None
    words = unit_at + after + 1 - at
    if few:
        first, last = shifted(today, unit, -few - 2), shifted(today, unit, 1 - few)
        return Days(first.first, last.last), words
    return shifted(today, unit, -(count or 1)), words


def _moved(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """Last, this or next, with a unit, a weekday, a month or a season on either side."""
    by, other = meaning(tokens, at, "relative"), at + 1
    if by is None and text_at(tokens, at + 1) in POSTPOSED:
        by, other = meaning(tokens, at + 1, "relative"), at
    if by is None or other >= len(tokens):
        return None
    meanings = tokens[other].meanings
    if "units" in meanings and (meanings["units"] != "day" or by == 0):
        return shifted(today, meanings["units"], by), 2
    if "weekdays" in meanings:
        return day_of(nearest_weekday(int(meanings["weekdays"]), by, today)), 2
    if "months" in meanings:
        month = int(meanings["months"])
        year = today.year + (by if by else 0)
        year += (by < 0 and month < today.month) - (by > 0 and month > today.month)
        return month_of(year, month, (year, month, 0)), 2
    if "seasons" in meanings:
        return season_near(int(meanings["seasons"]), by, today), 2
    return None


def _season(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """A season with its year: summer 2025, 2025年夏."""
    start = meaning(tokens, at, "seasons")
    if start is not None:
        link = int(text_at(tokens, at + 1) in LINKS)
        year = year_at(tokens, at + 1 + link)
        if year:
            return season_of(start, year), 2 + link
        return (newest_season(start, today), 1) if _is_season(tokens, at) else None
    year = year_at(tokens, at)
    link = int(text_at(tokens, at + 1) in YEAR)
    link += link == 1 and text_at(tokens, at + 2) in ("の", "的")
    start = meaning(tokens, at + 1 + link, "seasons") if year else None
    return None if start is None else (season_of(start, year), 2 + link)


def _is_season(tokens: Sequence[Token], at: int) -> bool:
    """Whether the name of a season without a year is a time: in winter, летом, 夏に."""
    name, after = text_at(tokens, at), text_at(tokens, at + 1)
    is_last = not after or f" {after} " in time_words.IDLE  # not in spring boot
    if name > LATIN:
        return is_last or f" {name} " in time_words.ADVERBS
    return is_last and f" {text_at(tokens, at - 1) or '?'} " in time_words.AT_SEASON


def _figures(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """2026-03-14, 2026-03, 14.03.2026; not 10/11/2026, of which `two_readings` tells."""
    sign = text_at(tokens, at + 1)
    if not sign or sign not in "-/.":
        return None
    numbers = [_number(tokens, at), _number(tokens, at + 2)]
    is_long = text_at(tokens, at + 3) == sign
    if year := year_at(tokens, at):
        day = of_day(tokens, at + 4) if is_long else 0
        if day:
            return day_of(date(year, numbers[1], day), (year, numbers[1], day)), 5
        is_month = sign != "." and not is_long and len(text_at(tokens, at + 2)) == 2
        return (month_of(year, numbers[1], (year, numbers[1], 0)), 3) if is_month else None
    year = year_at(tokens, at + 4) if is_long else 0
    if not year:
        return None
    if two_readings(tokens, at):
        return None
    day, month = numbers if numbers[1] <= 12 else reversed(numbers)
    return day_of(date(year, month, day), (year, month, day)), 5


def two_readings(tokens: Sequence[Token], at: int) -> tuple[date, date] | None:
    """The days that figures such as 10/11/2026 mean if the day comes first, and if the month does;
    None for other figures, and where both are the same day or one is none."""
    first, sign, second, other = (text_at(tokens, at + by) for by in range(4))
    year, numbers = year_at(tokens, at + 4), (_number(tokens, at), _number(tokens, at + 2))
    if not year or sign != other or sign not in MARKS or first == second:
        return None
    day, month = numbers
    if day == month or not (1 <= day <= 12 and 1 <= month <= 12):
        return None
    return date(year, month, day), date(year, day, month)


def _cjk_date(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """2026年3月14日, 3月14日, 2026年, 三月."""
    year = year_at(tokens, at) if text_at(tokens, at + 1) in YEAR else 0
    begin = at + 2 * bool(year)
    is_unspaced = text_at(tokens, begin) > "\u2e80"
    named = meaning(tokens, begin, "months") if is_unspaced else 0
    in_figures = text_at(tokens, begin + 1) in MONTH
    month = named or (of_day(tokens, begin) if in_figures else 0)
    if not month:
        is_year = year and not _has_season(tokens, begin)
        return (year_of(year, (year, 0, 0)), 2) if is_year else None
    end = begin + (1 if named else 2)
    day = of_day(tokens, end) if text_at(tokens, end + 1) in DAY else 0
    return in_month(year, month, day, today), end + 2 * bool(day) - at


def _has_season(tokens: Sequence[Token], at: int) -> bool:
    return meaning(tokens, at + (text_at(tokens, at) in ("の", "的")), "seasons") is not None


def _dated(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """A month by its name, with a day or a year or after a word such as in."""
    day, begin = of_day(tokens, at), at
    if day:
        begin = at + 1 + (text_at(tokens, at + 1) in LINKS)
    month = meaning(tokens, begin, "months")
    if not month:
        return None
    end = begin + 1
    if not day and (day := of_day(tokens, end)):
        end += 1
    link = text_at(tokens, end) in LINKS
    year = year_at(tokens, end + link)
    end += (1 + link) * bool(year)
    if day or year:
        return in_month(year, month, day, today), end - at
    return (in_month(0, month, 0, today), 1) if _is_month(tokens, begin) else None


def _is_month(tokens: Sequence[Token], at: int) -> bool:
    """Whether a name is surely that of a month, though it has no day and no year beside it."""
    name, before = text_at(tokens, at), text_at(tokens, at - 1) or "?"
    if f" {name} " not in time_words.UNCERTAIN:
        is_sure = len(name) > 3 or not name.isascii()  # sun, mar and dec are words
        return is_sure or f" {before} " in time_words.ENGLISH_BEFORE
    words = time_words.ENGLISH_BEFORE if name in ENGLISH_NAMES else time_words.OTHER_BEFORE
    return f" {before} " in words


def _day_alone(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """A day of a month that is not named: on the 11th, 5日に; the newest that has begun."""
    text, after = text_at(tokens, at), text_at(tokens, at + 1)
    day = of_day(tokens, at)
    is_english = text[-2:] in ORDINALS and text_at(tokens, at - 1) == "the" and not after
    is_unspaced = after in DAY and not _is_length(tokens, at + 2)
    if not day or not (is_english or is_unspaced):
        return None
    first = today.replace(day=1)
    months = (first, first - timedelta(days=1))
    days = (one.replace(day=day) for one in months if day <= month_of(one.year, one.month).last.day)
    found = next((one for one in days if one <= today), None)
    return (day_of(found, (found.year, found.month, day)), 1 + is_unspaced) if found else None


def _is_length(tokens: Sequence[Token], at: int) -> bool:
    """Whether what follows makes a number of days of a day: 5日間, 5日前."""
    meanings = tokens[at].meanings if at < len(tokens) else {}
    return (
        "ago" in meanings or "ahead" in meanings or text_at(tokens, at) in ("間", "间", "目", "동")
    )


def _weekday(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    weekday = meaning(tokens, at, "weekdays")
    before = text_at(tokens, at - 1)
    if weekday is None or (len(tokens) > 1 and f" {before or '?'} " not in time_words.BEFORE):
        return None  # friday prayers are no time
    return day_of(nearest_weekday(weekday, -1, today)), 1


def _year(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    year = 0 if text_at(tokens, at - 1) in MARKS else year_at(tokens, at)
    if year and text_at(tokens, at + 1) in MARKS:  # 2026/4471 is no year, 2025/26 and 2024-2025 are
        is_other = len(text_at(tokens, at + 2)) == 2 or year_at(tokens, at + 2)
        year = year if is_other else 0
    return (year_of(year, (year, 0, 0)), 1) if year else None
