"""The time that a text names: `yesterday`, `im März`, `two years ago`, `14/03/2026`, 昨日.

What is named is a span of whole days. A text is read once from left to right; each word by the
table in `time_words.py`. Nothing is guessed: `march hike` and `10/11/2026` name no time.
"""

from __future__ import annotations

from datetime import timedelta

from memento_cli.core.text.normal_forms import folded
from memento_cli.core.time import time_words
from memento_cli.core.time.time_phrases import month_of, phrase
from memento_cli.core.time.time_tokens import tokens_of
from memento_cli.core.time.when import from_micros, iso, micros
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date, datetime

    from memento_cli.core.time.time_phrases import Days

    Moment = Callable[[str, bool], datetime]
    """Reads a day: its first instant, or with True its last."""

LONGEST = 2_000
"""The most signs of a text that are read for a time."""
MORNING_HOURS = (4, 12)


class NamedTime(NamedTuple):
    """The days that a text names, the words that name them (folded), and whether it asks for
    nothing else."""

    days: Days
    words: str
    alone: bool


class AskedTime(NamedTuple):
    """A time in a question: its first and last microsecond since 1970, its reading, its words, the
    date in it (`Days.named`), and whether the question is nothing but it."""

    since: int
    until: int
    reading: str
    words: str
    named: tuple[int, int, int]
    alone: bool

    @property
    def told(self) -> dict[str, str]:
        """The time as programs and agents are told it."""
        ends = {"since": self.since, "until": self.until}
        return {"reading": self.reading} | {key: iso(from_micros(end)) for key, end in ends.items()}


def named_time(text: str, today: date) -> NamedTime | None:
    """The first date that a text names, or else its first time seen from today; None if there is
    none. What is told from another day, as the last week of August 2023, is not from today."""
    tokens = tokens_of(folded(text[:LONGEST]))
    first = None
    for at in range(len(tokens)):
        try:
            found = phrase(tokens, at, today)
        except (ValueError, OverflowError):  # the calendar has no such day
            continue
        if found and (first is None or not found[0].relative):
            days, count = found
            rest = [token.text for token in (*tokens[:at], *tokens[at + count :])]
            words = " ".join(token.text for token in tokens[at : at + count])
            first = NamedTime(days, words, all(f" {word} " in time_words.IDLE for word in rest))
            if not days.relative:
                break
    return first


def asked_time(text: str, moment: Moment) -> AskedTime | None:
    """The time that a question names, in the zone in which `moment` reads a day."""
    begin = moment("today", False)
    near = (begin.date() + timedelta(days=by) for by in (-1, 0, 1))
    today = next(day for day in near if moment(day.isoformat(), False) == begin)
    found = named_time(text, today)
    if found is None:
        return None
    days = found.days
    since, until = moment(days.first.isoformat(), False), moment(days.last.isoformat(), True)
    if days.morning:
        first, last = MORNING_HOURS
        since, until = since + timedelta(hours=first), since + timedelta(hours=last)
    reading = reading_of(days)
    return AskedTime(micros(since), micros(until), reading, found.words, days.named, found.alone)


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
