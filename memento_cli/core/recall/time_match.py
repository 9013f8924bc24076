"""A time in the question: what happened or was recorded then counts more, and is found without any
word of the question."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from memento_cli.core.time.named_times import AskedTime

    Date = tuple[int, int, int]

GAIN = 0.75  # the share of the best score that is gained by the time
OUTSIDE = 0.5  # what is left of a score outside of a time told from today, as yesterday
ALONE, ALONG = 0.6, 0.3  # shares of the best score: found by the time alone, few or many
FEW, MANY = 10, 50
SAME_DAY, SAME_MONTH, SAME_YEAR = 1.0, 0.5, 0.25


def with_time(
    scores: Mapping[int, float],
    time: AskedTime,
    days: Mapping[int, str],
    within: Collection[int],
    saying: Collection[int] = (),
) -> dict[int, float]:
    """The text scores with what the time of the question gives and takes.

    `days` are those on which the scored memories were recorded, as YYYY-MM-DD; `within` are the
    memories of that time, which are added. What is `saying` the words of the time loses nothing.
    A time told from today leaves out what is of another; a date may be of what was told later. A
    time of many memories, or of none, tells little: it counts as a year does.
    """
    best = max(scores.values(), default=0.0) or 1.0
    is_relative = time.named == (0, 0, 0)
    is_telling = 0 < len(within) <= MANY
    gained = {}
    for key, score in scores.items():
        match = (SAME_DAY if is_telling else SAME_YEAR) if key in within else 0.0
        if not is_relative:
            match = max(date_match(one.named, days[key]) for one in time.readings)
        elif is_telling and not match and key not in saying:
            score *= OUTSIDE
        gained[key] = score + GAIN * best * match
    is_lonely = len(within) <= FEW and scores.keys().isdisjoint(within)
    share = ALONE if is_lonely else ALONG
    return dict.fromkeys(within, share * best) | gained


def date_match(asked: Date, day: str) -> float:
    """How well a day, YYYY-MM-DD, matches the date: 1 by day, 0.5 by month, 0.25 by
    year, else 0."""
    year, month, of_month = asked
    if (year and year != int(day[:4])) or (month and month != int(day[5:7])):
        return 0.0
    if of_month and of_month == int(day[8:10]):
        return SAME_DAY
    return SAME_MONTH if month else SAME_YEAR
