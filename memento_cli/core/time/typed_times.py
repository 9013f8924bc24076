"""The moment that a person types in an option or a filter: `2025-02-01T14:30`, `3d`, `november`,
`yesterday 23:30`, `nächsten Freitag`, 昨日.

Its words are those of a time in a question (`time_words.py`); what those do not read is a full
date with a clock and a zone, which dateutil reads. Nothing is guessed.
"""

from __future__ import annotations

from datetime import date, datetime, time

from memento_cli.core.time.when import DAY, has_day, utc
from memento_cli.errors import BadTime

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from memento_cli.core.time.days import Days
    from memento_cli.core.time.time_tokens import Token

CENTURIES = ("19", "20")  # of a year that may be typed alone; other bare numbers are errors
LONGEST = 100  # signs of a date in words: dateutil takes 14 s to refuse a million
HALVES = ("am", "pm")
FORMS = (
    "2025-02-01, 2025-02-01T14:30, 2025-02, 2025, 3d, 2 weeks ago, +6mo, yesterday, last month, "
    "3 November 2026"
)


def typed_moment(
    text: str,
    now: datetime,
    zone: tzinfo,
    *,
    end: bool = False,
    ahead: bool = False,
    first: str = "",
) -> datetime:
    """The moment that a person typed, in their `zone`, in one of ten languages.

    ISO 8601, and a year or a month of it; `now`; a length from now (`3d` and `2 weeks ago` are
    back, `+6mo` and `in 2 weeks` ahead); the words for days, weeks, months and years of a question.
    Such a time is its first instant, or its last with `end`; a clock after a day is of that day,
    and alone of today. A weekday is the last before today, and a month, a day of one or a season
    without a year the newest that has begun, or with `ahead` the next, as is a clock alone. `first`
    is what comes first in 10/11/2026 (`date_order.py`); if it is not known, that is an error that
    names both readings.
    """
    text = text.strip()
    if not text:
        raise BadTime("no time given")
    if text.lower() == "now":
        return utc(now)
    if len(text) > LONGEST:
        raise _no_time(text)
    try:
        here = now.astimezone(zone)
        moment = _iso(text, here, end) or _in_words(text, here, first, end=end, ahead=ahead)
        return utc(moment or _in_full(text, here, end))
    except OverflowError:
        raise BadTime(f"{text[:40]!r} is outside the calendar") from None


def _edge(day: date, zone: tzinfo | None, end: bool) -> datetime:
    return datetime.combine(day, time.max if end else time.min, zone)


def _iso(text: str, here: datetime, end: bool) -> datetime | None:
    """A moment, a day, a month or a year in ISO 8601; None for another text."""
    if not text[:4].isdecimal():  # july-04-99
        return None
    typed = text
    if len(text) == 4 and text[:2] in CENTURIES:
        text += "-12" if end else "-01"
    is_month = len(text) == 7 and has_day(f"{text}-01")
    if not is_month and not has_day(text):
        return None
    try:
        moment = datetime.fromisoformat(f"{text}-01" if is_month else text)
    except ValueError:
        if of_day := _with_half_day(text, here):
            return of_day
        raise _no_time(typed) from None
    if is_month and end:
        from memento_cli.core.time.days import month_of

        return _edge(month_of(moment.year, moment.month).last, here.tzinfo, end)
    if is_month or len(text) == 10:
        return _edge(moment.date(), here.tzinfo, end)
    return moment if moment.tzinfo else moment.replace(tzinfo=here.tzinfo)


def _with_half_day(text: str, here: datetime) -> datetime | None:
    """The moment of a day in ISO 8601 with a clock of twelve hours: 2025-02-01 2:30 pm."""
    day, clock = _clock_of(" ".join(text.lower().split()))
    if len(day) != len("2025-02-01") or not clock.endswith(HALVES):
        return None
    try:
        return datetime.combine(date.fromisoformat(day), _hour(clock, text), here.tzinfo)
    except ValueError:
        return None


def _in_words(text: str, here: datetime, first: str, *, end: bool, ahead: bool) -> datetime | None:
    """The moment of a length from now, or of the words for a time; None for another text."""
    from memento_cli.core.text.normal_forms import folded
    from memento_cli.core.time.counted_times import counted_time, moved
    from memento_cli.core.time.time_tokens import token_of, tokens_of

    try:
        if counted := counted_time(text):
            return moved(here, counted)
        if text[0] in "+-":
            return None
        said, clock = _clock_of(" ".join(text.lower().split()))
        tokens = tokens_of(folded(said))
        tokens, noon = _without_noon(tokens)
        if hour := _hour(clock, text) if clock else noon:
            of_day = _before_clock(tokens)
            days = _days(of_day or [token_of("today")], text, here.date(), first, ahead)
            if days is None or days.first < days.last:
                return None
            moment = datetime.combine(days.first, hour, here.tzinfo)
            is_over = ahead and not of_day and moment <= here
            return moment + DAY if is_over else moment
        days = _days(tokens, text, here.date(), first, ahead) if tokens else None
    except ValueError:  # the calendar has no such day or year
        raise OverflowError from None
    if days is None:
        return None
    return _of_days(days, here.tzinfo, end)


def _of_days(days: Days, zone: tzinfo | None, end: bool) -> datetime:
    """The first or the last instant of days, or of a morning."""
    if days.morning:
        from memento_cli.core.time.named_times import MORNING_HOURS

        return datetime.combine(days.first, time(MORNING_HOURS[end]), zone)
    return _edge(days.last if end else days.first, zone, end)


def _clock_of(text: str) -> tuple[str, str]:
    """The words before a clock at the end of a text, and the clock (18:00, 10am, 10:30 pm); "" if
    there is none."""
    said, _, clock = text.rpartition(" ")
    if clock in HALVES:
        said, _, hour = said.rpartition(" ")
        clock = hour + clock
    half = clock[-2:] if clock[-2:] in HALVES else ""
    parts = clock.removesuffix(half).split(":")
    is_clock = (1 if half else 2) <= len(parts) <= 3 and all(
        part.isascii() and part.isdecimal() and len(part) <= 2 for part in parts
    )
    return (said, clock) if is_clock else (text, "")


def _hour(clock: str, text: str) -> time:
    """The time of a clock. BadTime if no clock shows it."""
    half = clock[-2:] if clock[-2:] in HALVES else ""
    hour, minute, second, *_ = (*map(int, clock.removesuffix(half).split(":")), 0, 0)
    if half:
        if not 1 <= hour <= 12:
            raise _no_time(text)
        hour = hour % 12 + 12 * (half == "pm")
    try:
        return time(hour, minute, second)
    except ValueError:
        raise _no_time(text) from None


def _without_noon(tokens: list[Token]) -> tuple[list[Token], time | None]:
    """The other words beside a word for noon at the end or the beginning, and its time."""
    for at in (-1, 0):
        if tokens and "noons" in tokens[at].meanings:
            rest = tokens[:-1] if at else tokens[1:]
            return rest, time(int(tokens[at].meanings["noons"]))
    return tokens, None


def _before_clock(tokens: list[Token]) -> list[Token]:
    """The words of a day before its clock."""
    from memento_cli.core.time.time_words import CLOCK_WORDS

    while tokens and f" {tokens[-1].text} " in CLOCK_WORDS:
        tokens = tokens[:-1]
    return tokens


def _days(tokens: Sequence[Token], text: str, today: date, first: str, ahead: bool) -> Days | None:
    """The days of a row of words, all of which must belong to it."""
    from memento_cli.core.time.time_phrases import two_readings
    from memento_cli.core.time.time_spans import time_at
    from memento_cli.core.time.time_tokens import token_of
    from memento_cli.core.time.time_words import ARTICLES, BEFORE

    words = [token_of("in"), *map(_with_weekday, tokens)]  # march is a month after it
    for at in range(1, len(words)):
        if readings := two_readings(words, at) if len(words) == at + 5 else None:
            return _ordered(readings, text, first)
        found = _name(words[at:], today, ahead) or time_at(words, at, today)
        if found and at + found[1] == len(words):
            return _next(found[0], words[at:], today) if ahead else found[0]
        if f" {words[at].text} " not in BEFORE + ARTICLES:
            return None
    return None


def _with_weekday(token: Token) -> Token:
    """The word, a short name of a weekday as its whole name: tue."""
    short = token.meanings.get("short_weekdays")
    return token._replace(meanings={**token.meanings, "weekdays": short}) if short else token


def _name(tokens: Sequence[Token], today: date, ahead: bool) -> tuple[Days, int] | None:
    """The name of a month alone, even a short one: nov; or that of a season."""
    from memento_cli.core.time.days import in_month, newest_season, season_near

    meanings = tokens[0].meanings if len(tokens) == 1 else {}
    if month := meanings.get("months"):
        return in_month(0, int(month), 0, today), 1
    if season := meanings.get("seasons"):
        start = int(season)
        return (season_near(start, 1, today) if ahead else newest_season(start, today)), 1
    return None


def _next(days: Days, tokens: Sequence[Token], today: date) -> Days:
    """The same weekday, or the same month or day of it, that lies ahead, where no word says."""
    from memento_cli.core.time.days import in_month, nearest_weekday

    if len(tokens) == 1 and (weekday := tokens[0].meanings.get("weekdays")):
        day = nearest_weekday(int(weekday), 1, today)
        return days._replace(first=day, last=day)
    year, month, of_month = days.named
    if year or not month or days.first >= today:
        return days
    return in_month(days.first.year + 1, month, of_month, today)


def _ordered(readings: tuple[date, date], text: str, first: str) -> Days:
    """The day that is meant by a person who puts the day, or the month, first. BadTime if it is
    not known which."""
    from memento_cli.core.time.date_order import MONTH
    from memento_cli.core.time.days import Days
    from memento_cli.core.time.named_times import told_day

    if first:
        day = readings[first == MONTH]
        return Days(day, day, (day.year, day.month, day.day))
    told = " or ".join(map(told_day, readings))
    plain = " or ".join(day.isoformat() for day in readings)
    raise BadTime(f"{text!r} may be {told}", f"write {plain}")


def _in_full(text: str, here: datetime, end: bool) -> datetime:
    """A date in words with a clock or a zone that the tables do not have.

    It is parsed with different defaults and orders of day, month and year; if the dates differ, a
    part was guessed, which is an error.
    """
    if not any(letter.isalpha() for letter in text):
        raise _no_time(text)
    first = _parsed(text, datetime(2000, 1, 1, tzinfo=here.tzinfo))
    second = _parsed(text, datetime(2001, 2, 2, 1, 1, 1, tzinfo=here.tzinfo))
    others = (
        second,
        _parsed(text, first, dayfirst=True),
        _parsed(text, first, yearfirst=True),
    )
    if any(other.date() != first.date() for other in others):
        raise _no_time(text)
    return first if first.hour == second.hour else _edge(first.date(), first.tzinfo, end)


def _parsed(
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


def _no_time(text: str) -> BadTime:
    """The error for a text that is no time, with the word that may have been meant."""
    from memento_cli.core.text.normal_forms import nearest  # only a mistake comes here
    from memento_cli.core.time.time_words import DAYS, MONTHS, WEEKDAYS

    entries = "|".join((DAYS, WEEKDAYS, MONTHS)).split("|")
    words = [entry.split()[1] for entry in entries]
    near = nearest(text, ("now", *(word for word in words if word.isascii() and "_" not in word)))
    suggestion = f"did you mean {near[0]}? Or " if near else ""
    return BadTime(f"cannot read {text[:40]!r} as a time", f"{suggestion}try {FORMS}")
