"""When that was which a text tells: dates, words for them, stages; never without a doubt."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.about import About, about_keys, about_of_event, checked_about, estimate
from memento_cli.core.events import CHAT, Event, Words
from memento_cli.core.query import about_of
from memento_cli.errors import BadValue
from tests.core.values import moments

TOLD = datetime(2026, 1, 10, 5, 6, 59, tzinfo=UTC)  # a Saturday


def noon(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day, 12, tzinfo=UTC)


def years(first: int, last: int | None = None, confidence: float = 0.8) -> About:
    return About(year_start=first, year_end=last or first, confidence=confidence)


def days(first: datetime, last: datetime | None = None, confidence: float = 0.9) -> About:
    return About(first, last or first, confidence=confidence)


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("We met in 2018.", years(2018)),
        ("back in 2018, I", years(2018)),
        ("summer 2018", years(2018)),
        ("at the end of 2018", years(2018)),
        ("from 2015 to 2018", years(2015, 2018)),
        ("2015-2018", years(2015, 2018)),
        ("in 2018 and 2020", years(2018, 2020)),
        ("in the 1990s", years(1990, 1999)),
        ("in April 2018", days(noon(2018, 4, 1), noon(2018, 4, 30), 0.85)),
        ("Feb 2020", days(noon(2020, 2, 1), noon(2020, 2, 29), 0.85)),
        ("on 7 May 2023", days(noon(2023, 5, 7))),
        ("May 7th, 2023", days(noon(2023, 5, 7))),
        ("on 2018-04-01", days(noon(2018, 4, 1))),
        ("2018/4/1", days(noon(2018, 4, 1))),
        ("2018年に京都へ", years(2018)),
        ("２０１８年", years(2018)),
        ("2018年4月", days(noon(2018, 4, 1), noon(2018, 4, 30), 0.85)),
        ("2018年4月1日", days(noon(2018, 4, 1))),
        ("2015年から2018年", years(2015, 2018)),
        ("1990年代", years(1990, 1999)),
        ("平成30年", years(2018)),
        ("令和元年5月1日", days(noon(2019, 5, 1))),
        ("yesterday", days(noon(2026, 1, 9), confidence=0.6)),
        ("the day before yesterday", days(noon(2026, 1, 8), confidence=0.6)),
        ("3 days ago", days(noon(2026, 1, 7), confidence=0.6)),
        ("last week", days(noon(2025, 12, 29), noon(2026, 1, 4), 0.6)),
        ("last month", days(noon(2025, 12, 1), noon(2025, 12, 31), 0.6)),
        ("Last year we", years(2025, confidence=0.6)),
        ("three years ago", years(2023, confidence=0.6)),
        ("昨日は", days(noon(2026, 1, 9), confidence=0.6)),
        ("一昨日", days(noon(2026, 1, 8), confidence=0.6)),
        ("去年の夏", years(2025, confidence=0.6)),
        ("10年前", years(2016, confidence=0.6)),
        ("十年前", years(2016, confidence=0.6)),
        ("来週", days(noon(2026, 1, 12), noon(2026, 1, 18), 0.6)),
        ("high school was fun", About(life_stage="high", confidence=0.6)),
        ("高校の頃", About(life_stage="high", confidence=0.6)),
        ("in 2018, at work", About(None, None, 2018, 2018, "work", 0.6)),
        ("in April 2018, yes, in 2018", days(noon(2018, 4, 1), noon(2018, 4, 30), 0.85)),
        ("high school, then college", None),
    ],
)
def test_a_text_tells_when_it_was(text: str, about: About | None) -> None:
    """By dates, by words seen from the day it was told, by a stage; each as sure as its sort is."""
    assert estimate(text, TOLD) == about


@pytest.mark.parametrize(
    "text",
    [
        "", "Hello", "2018 people came", "room 2018", "in room 2018", "in 2018 words", "v2018",
        "a total of 2018", "Tokyo 2020", "version 2018.4.1", "12018年", "2018年間", "2018年前",
        "2018-13-45", "2018-02-30", "in 2,018 ways", "http://x.org/2018/04/01/post",
        "tel 1990-2020-11", "平成50年", "2、3年前", "数年前", "二十年前", "some day", "I may",
        "born in 1990, moved in 2015", "yesterday, not last week, no: in 2018", "in 20189",
    ],
)  # fmt: skip
def test_what_is_not_clear_is_no_time(text: str) -> None:
    """A number alone is no year, and a text that tells of different times is about none of them."""
    assert estimate(text, TOLD) is None


def test_yesterday_is_seen_from_the_zone() -> None:
    """The day on which it was told is that of the clock on the wall."""
    night = datetime(2026, 1, 9, 20, tzinfo=UTC)  # in Tokyo it is the 10th
    tokyo = timezone(timedelta(hours=9))
    assert estimate("yesterday", night) == days(noon(2026, 1, 8), confidence=0.6)
    assert estimate("yesterday", night, tokyo) == days(noon(2026, 1, 9), confidence=0.6)


def test_what_the_observer_said_counts_before_the_words() -> None:
    """Then what the user or a speaker said, and what was answered last."""
    said = Words("I was in Rome in 2018", "Rome fell, in 1453 too")
    event = Event("e", TOLD, CHAT, "a", "ctx://person/alex", said)
    assert about_of_event(event) == years(2018)
    assert about_of_event(event._replace(about=years(1999))) == years(1999)
    assert about_of_event(event._replace(words=Words("Hm", "In 2018?"))) == years(2018)
    assert about_of_event(event._replace(words=Words("Hm"))) == About()


parts = st.sampled_from(
    ["in 2018", "2018年", "4月1日", "昭和", "64年", "yesterday", "3 days ago", "9999年前", "from ",
     "1999 ", "to 2000", "-", "May 31, ", "31 ", "feb ", "高1", " at work", "年前", "a year ago"]
)  # fmt: skip
texts = st.text() | st.lists(parts | st.text(max_size=2), max_size=8).map("".join)


@given(texts, moments | st.sampled_from([datetime.max, datetime.min]).map(
    lambda edge: edge.replace(tzinfo=UTC)
))  # fmt: skip
def test_an_estimate_is_never_without_a_doubt(text: str, told: datetime) -> None:
    """Whatever is said: none, or a time that ends after it began, with a confidence below 1."""
    about = estimate(text, told, timezone(timedelta(hours=9)))
    if about is None:
        return
    assert checked_about(about) and about.confidence and 0 < about.confidence < 1
    span = about_of(about_keys(about))
    assert (span is not None and span[0] <= span[1]) or about.life_stage


@pytest.mark.parametrize("said", [{}, {"confidence": 1.5}, {"confidence": float("nan")}])
def test_when_it_was_is_not_kept_without_a_confidence(said: dict[str, Any]) -> None:
    """None, or one that is none, is an error that names it (document 003 §6-3)."""
    with pytest.raises(BadValue, match="confidence"):
        checked_about(About(year_start=2018, **said))
    assert checked_about(About()) == About()
