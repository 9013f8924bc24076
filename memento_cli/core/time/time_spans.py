"""Times made of others: last year in June, the first week of March, early 2025, between 9 and 11
April, since Monday. What is none of these is left to `time_phrases.py`."""

from __future__ import annotations

from datetime import date, timedelta

from memento_cli.core.time import time_words
from memento_cli.core.time.days import Days, day_of, in_month, month_of, quarter_of, season_of
from memento_cli.core.time.time_phrases import (
    LATIN,
    MONTH,
    meaning,
    of_day,
    phrase,
    text_at,
    year_at,
)

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memento_cli.core.time.time_phrases import Found
    from memento_cli.core.time.time_tokens import Token

WEEK = 7
MOST_LINKS = 3


def time_at(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """The time that begins at a token, and how many tokens it has."""
    for read in (_between, _since, _part, _week, _quarter, _within):
        found = read(tokens, at, today)
        if found:
            return found
    found = phrase(tokens, at, today)
    return _part_after(tokens, at, found) or found if found else None


def _past(tokens: Sequence[Token], at: int, words: str = time_words.INSIDE) -> int:
    """The place after words that only link."""
    for _ in range(MOST_LINKS):
        if f" {text_at(tokens, at) or '?'} " not in words:
            break
        at += 1
    return at


def _plain(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """A time, or the name of a month, which a word before it makes a time."""
    month, year = meaning(tokens, at, "months"), year_at(tokens, at + 1)
    if month and not of_day(tokens, at + 1):
        return in_month(year, month, 0, today), 1 + bool(year)
    return phrase(tokens, at, today)


def _within(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """A month or a season of a year, or a weekday of a week, told from today: last year in June,
    Freitag letzter Woche."""
    if outer := _told(tokens, at, today):
        inner_at = _past(tokens, at + outer[1])
        inner = _inside(tokens, inner_at, outer[0])
        return (inner[0], inner_at + inner[1] - at) if inner else None
    width = _width(tokens, at)
    outer_at = _past(tokens, at + width)
    outer = _told(tokens, outer_at, today) if width else None
    inner = _inside(tokens, at, outer[0]) if outer else None
    return (inner[0], outer_at + outer[1] - at) if inner and outer else None


def _told(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """A week or a year told from today."""
    found = phrase(tokens, at, today) if at < len(tokens) else None
    if not found or not found[0].relative:
        return None
    return found if _is_week(found[0]) or _is_year(found[0]) else None


def _is_week(days: Days) -> bool:
    return (days.last - days.first).days == WEEK - 1


def _is_year(days: Days) -> bool:
    first, last = days.first, days.last
    return (first.year, first.month, first.day) == (last.year, 1, 1) and last.month == 12


def _width(tokens: Sequence[Token], at: int) -> int:
    """The number of tokens of a day, a month, a season or a weekday at a token; 0 for another."""
    meanings = tokens[at].meanings
    if of_day(tokens, at):
        month_at = _past(tokens, at + 1)
        return month_at + 1 - at if meaning(tokens, month_at, "months") else 0
    if "months" in meanings:
        return 1 + bool(of_day(tokens, at + 1))
    return int("seasons" in meanings or "weekdays" in meanings)


def _inside(tokens: Sequence[Token], at: int, outer: Days) -> Found | None:
    """What is named at a token, within these days."""
    if at >= len(tokens):
        return None
    if _is_week(outer):
        weekday = meaning(tokens, at, "weekdays")
        if weekday is None and text_at(tokens, at - 1)[-1:] in ("周", "週", "期", "拜"):
            number = meaning(tokens, at, "numbers") or 7 * (text_at(tokens, at) in ("日", "天"))
            weekday = number - 1 if 0 < number <= WEEK else None
        return None if weekday is None else (day_of(outer.first + timedelta(days=weekday)), 1)
    if text_at(tokens, at + 1) in MONTH:
        return phrase(tokens, at, outer.last)
    year, width = outer.first.year, _width(tokens, at)
    season = meaning(tokens, at, "seasons")
    if season is not None:
        return season_of(season, year), 1
    places = range(at, at + width)
    month = next((m for place in places if (m := meaning(tokens, place, "months"))), 0)
    day = next((d for place in places if (d := of_day(tokens, place))), 0)
    return (in_month(year, month, day, outer.first), width) if month else None


def _part(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """The first, second or last third of a month or a year: early 2025, Ende April."""
    part = meaning(tokens, at, "parts")
    if part is None or (text_at(tokens, at) > LATIN and len(text_at(tokens, at)) == 1):
        return None
    whole_at = _past(tokens, at + 1)
    whole = _plain(tokens, whole_at, today) if whole_at < len(tokens) else None
    return (_third(whole[0], part), whole_at + whole[1] - at) if whole and _is_long(whole) else None


def _part_after(tokens: Sequence[Token], at: int, whole: Found) -> Found | None:
    """The same after its month or year: 3月末."""
    part = meaning(tokens, at + whole[1], "parts")
    if part is None or text_at(tokens, at + whole[1]) < LATIN or not _is_long(whole):
        return None
    return _third(whole[0], part), whole[1] + 1


def _is_long(found: Found) -> bool:
    return (found[0].last - found[0].first).days >= 27


def _third(days: Days, part: int) -> Days:
    if _is_year(days):
        year, month = days.first.year, 4 * part + 1
        return Days(date(year, month, 1), month_of(year, month + 3).last)
    count = (days.last - days.first).days + 1
    first = days.first + timedelta(days=count * part // 3)
    return Days(first, days.first + timedelta(days=count * (part + 1) // 3 - 1))


def _week(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """A week of a month by its number: the first week of March, die letzte Woche im Mai."""
    number = meaning(tokens, at, "ordinals")
    if number is None or at + 2 >= len(tokens):
        return None
    if tokens[at + 1].meanings.get("units") != "week":
        return None
    month_at = _past(tokens, at + 2)
    month = _plain(tokens, month_at, today) if month_at < len(tokens) else None
    if not month or month[0].first.day != 1 or not 27 <= (month[0].last - month[0].first).days < 31:
        return None
    first = month[0].first + timedelta(days=WEEK * (number - 1))
    if number < 0:
        first = month[0].last - timedelta(days=WEEK - 1)
    return Days(first, first + timedelta(days=WEEK - 1)), month_at + month[1] - at


def _quarter(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """A quarter by its number: Q1 2026, 2026 Q1, the first quarter of 2026."""
    before = bool(year_at(tokens, at))
    number_at = at + before
    number = meaning(tokens, number_at, "quarters")
    end = number_at + 1
    if number is None and end < len(tokens) and tokens[end].meanings.get("units") == "quarter":
        number, end = meaning(tokens, number_at, "ordinals") or of_day(tokens, number_at), end + 1
    if number is None or not 1 <= number <= 4 or meaning(tokens, end, "ago"):
        return None
    year_place = _past(tokens, end)
    after = 0 if before else year_at(tokens, year_place)
    year = year_at(tokens, at) or after
    end = year_place + 1 if after else end
    if not year:
        year = today.year - (date(today.year, 3 * number - 2, 1) > today)
    return quarter_of(year, number), end - at


def _since(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """All days from one on until today: since Monday, seit März."""
    if f" {text_at(tokens, at)} " not in time_words.SINCE:
        return None
    start_at = _past(tokens, at + 1)
    start = _plain(tokens, start_at, today) if start_at < len(tokens) else None
    if not start or start[0].first >= today:
        return None
    return Days(start[0].first, today), start_at + start[1] - at


def _between(tokens: Sequence[Token], at: int, today: date) -> Found | None:
    """The days from one to another: between 9 and 11 April, von März bis Mai, 9 to 11 April."""
    opened = f" {text_at(tokens, at)} " in time_words.BETWEEN
    first_at = _past(tokens, at + 1) if opened else at
    if first_at >= len(tokens):
        return None
    bare = of_day(tokens, first_at)
    first = _plain(tokens, first_at, today) if opened or not bare else None
    link_at = first_at + (first[1] if first else 1)
    if not (first or bare) or not _is_until(tokens, link_at):
        return None
    last_at = _past(tokens, link_at + 1)
    last = _plain(tokens, last_at, today) if last_at < len(tokens) else None
    if last and not first and last[0].named[2]:
        return Days(last[0].first.replace(day=bare), last[0].last), last_at + last[1] - at
    if last and first and (opened or text_at(tokens, link_at) > LATIN):
        days = _joined(first[0], last[0])
        return (days, last_at + last[1] - at) if days else None
    end = of_day(tokens, last_at)
    if not last and first and end > first[0].named[2] > 0:
        return first[0]._replace(last=first[0].last.replace(day=end)), last_at + 1 - at
    return None


def _is_until(tokens: Sequence[Token], at: int) -> bool:
    text = text_at(tokens, at)
    return text == "-" or f" {text or '?'} " in time_words.UNTIL


def _joined(first: Days, last: Days) -> Days | None:
    """From the first day of one to the last of the other, which may tell the year of both."""
    year = last.named[0]
    if first.first > last.last or (year and not first.named[0] and first.named[1]):
        year = (year or last.first.year) - (
            first.first.replace(year=2000) > last.first.replace(year=2000)
        )
        if not first.named[1]:
            return None
        whole = month_of(year, first.named[1])
        first = whole if not first.named[2] else day_of(whole.first.replace(day=first.named[2]))
    return Days(first.first, last.last) if first.first <= last.last else None
