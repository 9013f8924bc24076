"""Spans of whole days of the calendar, some seen from a day: last month, the newest summer."""

from __future__ import annotations

from datetime import date, timedelta

from memento_cli.named_tuple import NamedTuple


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


def day_of(day: date, named: tuple[int, int, int] = (0, 0, 0)) -> Days:
    """One day."""
    return Days(day, day, named)


def month_of(year: int, month: int, named: tuple[int, int, int] = (0, 0, 0)) -> Days:
    """A whole month."""
    after = date(year, month + 1, 1) if month < 12 else None
    last = after - timedelta(days=1) if after else date(year, 12, 31)
    return Days(date(year, month, 1), last, named)


def year_of(year: int, named: tuple[int, int, int] = (0, 0, 0)) -> Days:
    """A whole year."""
    return Days(date(year, 1, 1), date(year, 12, 31), named)


def quarter_of(year: int, number: int) -> Days:
    """Three months of a year, 1 to 4."""
    return Days(date(year, 3 * number - 2, 1), month_of(year, 3 * number).last)


def season_of(start: int, year: int) -> Days:
    """A season of a year by its first month, or its Christmas."""
    if start == 25:
        return Days(date(year, 12, 24), date(year, 12, 26), (year, 12, 25))
    first = date(year, start, 1)
    last = (first + timedelta(days=93)).replace(day=1) - timedelta(days=1)
    return Days(first, last, (year, start, 0))


def newest_season(start: int, today: date) -> Days:
    """The newest that has begun."""
    seasons = (season_of(start, today.year - years) for years in (0, 1))
    return next(one for one in seasons if one.first <= today)


def season_near(start: int, by: int, today: date) -> Days:
    """The last, this or next season: of the last it is the newest that is over."""
    seasons = [season_of(start, today.year + years) for years in (-2, -1, 0, 1, 2)]
    if by < 0:
        return [one for one in seasons if one.last < today][-1]
    if by > 0:
        return next(one for one in seasons if one.first > today)
    now = (one for one in seasons if one.first <= today <= one.last)
    return next(now, season_of(start, today.year))


def nearest_weekday(weekday: int, by: int, today: date) -> date:
    """The last such day before today (-1), that of this week (0), or the next after today (1)."""
    if by == 0:
        return today + timedelta(days=weekday - today.weekday())
    days = (weekday - today.weekday()) % 7
    return today + timedelta(days=(days or 7) if by > 0 else days - 7)


def in_month(year: int, month: int, day: int, today: date) -> Days:
    """A month or a day of it; without a year the newest that has begun."""
    named = (year, month, day)
    if not year:
        year = today.year - ((month, day) > (today.month, today.day))
    return day_of(date(year, month, day), named) if day else month_of(year, month, named)


def shifted(today: date, unit: str, by: int) -> Days:
    """The day, week, weekend, month, quarter or year so many away from that of today."""
    if unit == "day":
        return day_of(today + timedelta(days=by))
    if unit in ("week", "weekend"):
        monday = today + timedelta(weeks=by, days=-today.weekday())
        return Days(monday + timedelta(days=5 * (unit == "weekend")), monday + timedelta(days=6))
    if unit == "month":
        year, month = divmod(today.year * 12 + today.month - 1 + by, 12)
        return month_of(year, month + 1)
    if unit == "quarter":
        year, number = divmod(today.year * 4 + (today.month - 1) // 3 + by, 4)
        return quarter_of(year, number + 1)
    return year_of(today.year + by)
