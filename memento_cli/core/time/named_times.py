"""The time that a text names: `yesterday`, `im März`, `two years ago`, `14/03/2026`, 昨日.

What is named is a span of whole days. A text is read once from left to right; each word by the
table in `time_words.py`. Nothing is guessed: `march hike` names no time, and `10/11/2026` two days,
of which the reader of options says which is meant, or that it is not known.
"""

from __future__ import annotations

from datetime import timedelta

from memento_cli.core.text.normal_forms import folded
from memento_cli.core.time import time_words
from memento_cli.core.time.days import day_of, month_of
from memento_cli.core.time.time_phrases import two_readings
from memento_cli.core.time.time_spans import time_at
from memento_cli.core.time.time_tokens import tokens_of
from memento_cli.core.time.when import from_micros, iso, micros
from memento_cli.errors import BadTime
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date, datetime
    from typing import Any

    from memento_cli.core.time.days import Days
    from memento_cli.core.time.time_tokens import Token

    Moment = Callable[[str, bool], datetime]
    """Reads a day: its first instant, or with True its last."""

MORNING_HOURS = (4, 12)
GRAMMAR = frozenset(["relative", "units", "ago", "ahead", "numbers", "few", "ordinals", "parts"])
"""Tables of words that only say how a time is told."""
FIGURES = 5
"""The tokens of 10/11/2026."""


class NamedTime(NamedTuple):
    """The days that a text names, the words that name them (folded), whether it asks for nothing
    else, and those of its words that only say how the days are told, such as `last` and `in`.
    `other` is the day of figures such as 10/11/2026 if the month comes first; then `days` is that
    if the day does."""

    days: Days
    words: str
    alone: bool
    grammar: frozenset[str] = frozenset()
    other: Days | None = None


class AskedTime(NamedTuple):
    """A time in a question: its first and last microsecond since 1970, its reading, its words, the
    date in it (`Days.named`), whether the question is nothing but it, and the words that say
    nothing beside it (`NamedTime.grammar`). `other` is what it means as well, where it is not known
    which of two days is meant."""

    since: int
    until: int
    reading: str
    words: str
    named: tuple[int, int, int]
    alone: bool
    grammar: frozenset[str] = frozenset()
    other: AskedTime | None = None

    @property
    def readings(self) -> tuple[AskedTime, ...]:
        """What it may mean: itself, and the other day."""
        return (self, self.other) if self.other else (self,)

    @property
    def note(self) -> str:
        """The reading as a person is told it; of two, with what says which is meant."""
        told = " or ".join(one.reading for one in self.readings)
        return f"{told}: write {' or '.join(self._plain)}" if self.other else told

    @property
    def told(self) -> dict[str, Any]:
        """The time as programs and agents are told it. Of two days it is not known which is meant:
        `either` has both, and there is no one beginning and end."""
        told = {"reading": " or ".join(one.reading for one in self.readings)}
        if self.other:
            return told | {"since": None, "until": None, "either": self._plain}
        ends = {"since": self.since, "until": self.until}
        return told | {key: iso(from_micros(end)) for key, end in ends.items()}

    @property
    def _plain(self) -> list[str]:
        return [f"{year}-{month:02}-{day:02}" for year, month, day in
                (one.named for one in self.readings)]  # fmt: skip


def named_time(text: str, today: date) -> NamedTime | None:
    """The first date that a text names, or else its first time seen from today; None if there is
    none. What is told from another day, as the last week of August 2023, is not from today."""
    tokens = tokens_of(folded(text[: time_words.LONGEST]))
    first, at = None, 0
    while at < len(tokens):
        count = 1
        try:
            found = _two_days(tokens, at) or time_at(tokens, at, today)
        except (ValueError, OverflowError):  # the calendar has no such day
            found = None
        if found and (first is None or not found[0].relative):
            days, count, *other = found
            first = _named(tokens, at, count, days)._replace(other=next(iter(other), None))
            if not days.relative:
                break
        at += count
    return first


def _two_days(tokens: Sequence[Token], at: int) -> tuple[Days, int, Days] | None:
    """The day of figures such as 10/11/2026 if the day comes first, the number of their tokens, and
    the day if the month does."""
    readings = two_readings(tokens, at)
    if readings is None:
        return None
    day, other = (day_of(one, (one.year, one.month, one.day)) for one in readings)
    return day, FIGURES, other


def _named(tokens: Sequence[Token], at: int, count: int, days: Days) -> NamedTime:
    rest = [token.text for token in (*tokens[:at], *tokens[at + count :])]
    words = [token.text for token in tokens[at : at + count]]
    alone = all(f" {word} " in time_words.IDLE for word in rest)
    return NamedTime(days, " ".join(words), alone, _grammar(tokens, at, count))


def _grammar(tokens: Sequence[Token], at: int, count: int) -> frozenset[str]:
    """The words of a time that say nothing alone, with those before it: `last year in`."""
    start = at
    while start and f" {tokens[start - 1].text} " in time_words.BEFORE + time_words.ARTICLES:
        start -= 1
    inside = tokens[at : at + count]
    idle = [token.text for token in inside if GRAMMAR.intersection(token.meanings)]
    small = time_words.BEFORE + time_words.INSIDE + time_words.BETWEEN + time_words.UNTIL
    idle += [token.text for token in inside if f" {token.text} " in small + time_words.SINCE]
    words = " ".join((*idle, *(token.text for token in tokens[start:at]))).split()
    return frozenset(word for word in words if word.isalpha())


def asked_time(text: str, moment: Moment) -> AskedTime | None:
    """The time that a question names, in the zone in which `moment` reads a day; of 10/11/2026 the
    day that it reads, or both where it refuses to say. None also at the edge of the calendar, where
    a day has no beginning or no end in UTC."""
    try:
        found = named_time(text, _today(moment))
        return _meant(found, moment) if found else None
    except (BadTime, OverflowError):
        return None


def _meant(found: NamedTime, moment: Moment) -> AskedTime:
    """The time that is meant by one that may have two readings."""
    meant = [_asked(found, days, moment) for days in (found.days, found.other) if days]
    if len(meant) == 1:
        return meant[0]
    try:
        since = micros(moment(found.words.replace(" ", ""), False))
    except BadTime:
        return meant[0]._replace(other=meant[1])
    return next(one for one in meant if one.since == since)


def _asked(found: NamedTime, days: Days, moment: Moment) -> AskedTime:
    """One reading of a time, with its ends as `moment` reads them."""
    since, until = moment(days.first.isoformat(), False), moment(days.last.isoformat(), True)
    if days.morning:
        first, last = MORNING_HOURS
        since, until = since + timedelta(hours=first), since + timedelta(hours=last)
    ends, reading = (micros(since), micros(until)), reading_of(days)
    return AskedTime(*ends, reading, found.words, days.named, found.alone, found.grammar)


def _today(moment: Moment) -> date:
    """Today in the zone in which `moment` reads a day."""
    now = moment("now", False)
    near = (now.date() + timedelta(days=by) for by in (0, 1, -1))
    days = (day for day in near if moment(day.isoformat(), False) <= now)
    return next(day for day in days if now <= moment(day.isoformat(), True))


def reading_of(days: Days) -> str:
    """How the days are told: 14 March 2026, March 2026, 2026, 9 to 15 November 2026."""
    first, last = days.first, days.last
    if days.morning:
        return f"the morning of {told_day(first)}"
    if first == last:
        return told_day(first)
    if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31):
        return str(first.year) if first.year == last.year else f"{first.year} to {last.year}"
    if first.day == 1 and last == month_of(first.year, first.month).last:
        return told_day(first).partition(" ")[2]
    if first.year != last.year:
        return f"{told_day(first)} to {told_day(last)}"
    begin = str(first.day) if first.month == last.month else told_day(first).rpartition(" ")[0]
    return f"{begin} to {told_day(last)}"


def told_day(day: date) -> str:
    """A day as it is told: 14 March 2026."""
    month = time_words.MONTHS.split("|")[day.month - 1].split()[1]
    return f"{day.day} {month.capitalize()} {day.year}"
