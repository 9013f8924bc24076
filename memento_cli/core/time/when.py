"""Moments and lengths of time: aware UTC datetimes, and days as floats."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from math import inf

from memento_cli.errors import BadTime

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import tzinfo
    from typing import Any

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
DAY_MILLIS = 86_400_000
SECOND_MICROS = 1_000_000

LENGTH = (
    r"(?P<sign>[+-]|in )?\s*(?P<count>\d{1,5})\s*"
    r"(?P<unit>s|sec|seconds?|min|minutes?|h|hours?|d|days?|w|weeks?|mo|months?|y|years?)"
    r"(?P<ago> ago)?"
)
UNITS = {"s": "seconds", "mi": "minutes", "h": "hours", "d": "days", "w": "weeks", "mo": "months",
         "y": "years"}  # fmt: skip
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
CENTURIES = ("19", "20")  # of a year that may be typed alone; other bare numbers are errors
OF_THE_CLOCK = ("seconds", "minutes", "hours")
LONGEST = 100  # signs of a date in words: dateutil takes 14 s to refuse a million


def utc(moment: datetime) -> datetime:
    """The moment in UTC; BadTime for one outside of the calendar."""
    if moment.tzinfo is UTC:
        return moment
    try:
        return moment.astimezone(UTC)
    except (OverflowError, ValueError):
        raise BadTime(f"bad timestamp {moment.isoformat()}: outside the calendar") from None


def aware(moment: datetime) -> datetime:
    """The moment; BadTime if it has no time zone."""
    if moment.tzinfo is None:
        raise BadTime(f"{moment.isoformat()} names no time zone", "datetime.now(UTC) does")
    return moment


def iso(moment: datetime) -> str:
    """The stored form of a moment: ISO 8601 in UTC with `Z`."""
    return utc(moment).isoformat().replace("+00:00", "Z")


def in_zone(moment: datetime, zone: tzinfo) -> datetime:
    """The moment in a zone; at the edge of the calendar unchanged."""
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return moment


def local_iso(moment: datetime, zone: tzinfo) -> str:
    """The local time in a zone: ISO 8601 to the second, without an offset (003 §6-2).

    A moment outside of the local calendar stays in UTC, with `Z`.
    """
    try:
        return moment.astimezone(zone).replace(tzinfo=None).isoformat(timespec="seconds")
    except OverflowError:
        return iso(moment.replace(microsecond=0))


def micros(moment: datetime) -> int:
    """Microseconds since 1970."""
    since = moment - EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000_000 + since.microseconds


def from_micros(count: int) -> datetime:
    """The moment so many microseconds after 1970."""
    return EPOCH + timedelta(microseconds=count)


def later(moment: datetime, days: float) -> datetime | None:
    """The moment exactly so many days later; None if outside of the calendar."""
    try:
        return moment + timedelta(days=days)
    except OverflowError:  # infinite, or beyond the calendar
        return None


def moment_after(moment: datetime, days: float) -> datetime | None:
    """The moment so many days later, rounded up to a second; None if outside of the calendar."""
    try:
        exact = moment + timedelta(days=days)
        exact += ((exact - moment) / DAY < days) * exact.resolution  # timedelta may round down
        return exact + timedelta(microseconds=-exact.microsecond % SECOND_MICROS)
    except OverflowError:
        return None


def stored_moment(text: str, zone: tzinfo = UTC) -> datetime:
    """The moment in a file; one without an offset is in the store's `zone`."""
    try:  # `_has_day`, as every moment in a store comes through here
        has_day = text[4:5] == "-" == text[7:8] and text[10:11] in "Tt "
        moment = datetime.fromisoformat(text if has_day else "")
    except ValueError:
        raise BadTime(f"bad timestamp {text[:40]!r}", "write it as 2025-02-01T14:30:00Z") from None
    if moment.tzinfo is UTC:
        return moment
    return utc(moment if moment.tzinfo else moment.replace(tzinfo=zone))


def _has_day(text: str) -> bool:
    """Whether a text begins with a year, a month and a day as 2025-02-01, alone or with a time."""
    return text[4:5] == "-" == text[7:8] and text[10:11] in "Tt "


def typed_moment(
    text: str, now: datetime, zone: tzinfo, *, end: bool = False, ahead: bool = False
) -> datetime:
    """The moment that a person typed, in their `zone`.

    ISO 8601; `now`, `today`, `yesterday`, `tomorrow`; `3d`, `2w`, `6mo` (ago), `+6mo` (ahead);
    `last week|month|year`; a year of this century or the last; a day of the week, which is the last
    one before today, or with `ahead` the next; and any date that names its day, month and year. A
    date without a time is its first instant, or its last with `end`. `18:00` is today's, and
    `yesterday 23:30` and `monday 9:00` are of that day.
    """
    words = " ".join(text.lower().split())
    if not words:
        raise BadTime("no time given")
    if words == "now":
        return utc(now)
    try:
        here = now.astimezone(zone)
        day, _, clock = words.rpartition(" ")
        if _is_clock(clock) and (not day or day in WEEKDAYS or _named_day(day, here)):
            return utc(_at_clock(_day(day or "today", here, ahead), clock))
        if words in WEEKDAYS:
            return utc(_at_edge(_day(words, here, ahead), end))
        if named := _named_day(words, here):
            return utc(_at_edge(named, end))
        moment = _length(words, here) or _calendar(words, here)
        return utc(moment) if moment else _parsed_date(text.strip(), here, end)
    except OverflowError:
        raise BadTime(f"{text[:40]!r} is outside the calendar") from None


def whole_moment(text: str) -> datetime | None:
    """The moment of a time in ISO 8601 that names its zone, as `typed_moment` reads it, which needs
    a clock and a zone for all else; None for any other text."""
    try:
        is_iso = text[:4].isdecimal() and _has_day(text)
        moment = datetime.fromisoformat(text) if is_iso else None
        return utc(moment) if moment and moment.tzinfo else None
    except (ValueError, OverflowError):  # told by `typed_moment`
        return None


def is_bare_length(text: str) -> bool:
    """Whether a person typed a bare length such as 3d, which means so long ago."""
    import re

    match = re.fullmatch(LENGTH, " ".join(text.lower().split()))
    return match is not None and not (match["sign"] or match["ago"])


def days_between(earlier: datetime, later: datetime) -> float:
    """Days from `earlier` to `later`; negative in the other order."""
    return (later - earlier) / DAY


def elapsed_days(since: datetime, now: datetime) -> float:
    """Days since a moment; 0 before it."""
    return max(0.0, days_between(since, now))


def _at_edge(day: datetime, end: bool) -> datetime:
    return datetime.combine(day.date(), time.max if end else time.min, day.tzinfo)


def _named_day(words: str, here: datetime) -> datetime | None:
    shift = {"today": 0, "yesterday": -1, "tomorrow": 1}.get(words)
    return None if shift is None else here + shift * DAY


def _is_clock(text: str) -> bool:
    parts = text.split(":")
    return len(parts) in (2, 3) and all(part.isdecimal() and len(part) <= 2 for part in parts)


def _at_clock(day: datetime, clock: str) -> datetime:
    hour, *others = map(int, clock.split(":"))
    try:
        return day.replace(hour=hour, minute=others[0], second=sum(others[1:]), microsecond=0)
    except ValueError:
        raise _no_time(clock) from None


def _day(name: str, here: datetime, ahead: bool) -> datetime:
    """The day of a name: today, yesterday, tomorrow, or the nearest weekday before or after it."""
    if named := _named_day(name, here):
        return named
    days = (WEEKDAYS.index(name) - here.weekday()) % 7
    return here + (days or 7 if ahead else days - 7) * DAY


def _length(words: str, here: datetime) -> datetime | None:
    import re

    match = re.fullmatch(LENGTH, words)
    if not match:
        return None
    ahead = match["sign"] in ("+", "in ") and not match["ago"]
    count = int(match["count"]) * (1 if ahead else -1)
    return _shifted(here, match["unit"], count)


def _calendar(words: str, here: datetime) -> datetime | None:
    side, _, unit = words.partition(" ")
    if side not in ("last", "next") or unit not in ("week", "month", "year"):
        return None
    return _shifted(here, unit, -1 if side == "last" else 1)


def _shifted(here: datetime, unit: str, count: int) -> datetime:
    from dateutil.relativedelta import relativedelta

    name = UNITS.get(unit[:2]) or UNITS[unit[0]]
    start = utc(here) if name in OF_THE_CLOCK else here  # an hour is an hour, in any zone
    try:
        shift: Any = {name: count}
        shifted: datetime = start + relativedelta(**shift)
    except (OverflowError, ValueError):
        raise BadTime(f"{abs(count)} {name} is outside the calendar") from None
    return shifted


def _parsed_date(text: str, here: datetime, end: bool) -> datetime:
    if len(text) == 4 and text[:2] in CENTURIES and text.isdecimal():
        text += "-12" if end else "-01"
    numeric = text[:4].isdecimal()  # unlike july-04-99
    if numeric and len(text) == 7 and _has_day(text + "-01"):
        import calendar

        month = _iso(f"{text}-01", text).replace(tzinfo=here.tzinfo)
        last = calendar.monthrange(month.year, month.month)[1]
        return utc(_at_edge(month.replace(day=last if end else 1), end))
    if numeric and _has_day(text):
        moment = _iso(text, text)
        if len(text) == 10:
            moment = _at_edge(moment, end)
        return utc(moment if moment.tzinfo else moment.replace(tzinfo=here.tzinfo))
    moment, is_day = _dateutil(text, here)
    return utc(_at_edge(moment, end) if is_day else moment)


def _iso(text: str, typed: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise _no_time(typed) from None


def _dateutil(text: str, here: datetime) -> tuple[datetime, bool]:
    """A date in words, and whether it has no hour.

    It is parsed with different defaults and orders of day, month and year; if the dates differ, a
    part was guessed, which is an error.
    """
    if len(text) > LONGEST or not any(letter.isalpha() for letter in text):
        raise _no_time(text)
    first = _dateutil_parsed(text, datetime(2000, 1, 1, tzinfo=here.tzinfo))
    second = _dateutil_parsed(text, datetime(2001, 2, 2, 1, 1, 1, tzinfo=here.tzinfo))
    others = (
        second,
        _dateutil_parsed(text, first, dayfirst=True),
        _dateutil_parsed(text, first, yearfirst=True),
    )
    if any(other.date() != first.date() for other in others):
        raise _no_time(text)
    return first, first.hour != second.hour


def _dateutil_parsed(
    text: str, default: datetime, *, dayfirst: bool = False, yearfirst: bool = False
) -> datetime:
    import warnings

    from dateutil.parser import UnknownTimezoneWarning, parse

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", UnknownTimezoneWarning)
            moment = parse(text, default=default, dayfirst=dayfirst, yearfirst=yearfirst)
            moment.utcoffset()  # an offset of days is an error only now
            return moment
    except (ValueError, ArithmeticError, TypeError, UnknownTimezoneWarning):
        raise _no_time(text) from None


WORDS = (
    *("today", "yesterday", "tomorrow", "now", "monday", "tuesday", "wednesday", "thursday"),
    *("friday", "saturday", "sunday", "january", "february", "march", "april", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
"""Words for times that are often mistyped."""


def _no_time(text: str) -> BadTime:
    from memento_cli.core.text.normal_forms import nearest  # only a mistake comes here

    near = nearest(text, WORDS)
    forms = (
        "2025-02-01, 2025-02-01T14:30, 2025-02, 2025, 3d, 2 weeks ago, +6mo, yesterday, "
        "last month, 3 November 2026"
    )
    suggestion = f"did you mean {near[0]}? Or " if near else ""
    return BadTime(f"cannot read {text[:40]!r} as a time", f"{suggestion}try {forms}")


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
