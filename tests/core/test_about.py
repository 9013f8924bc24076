"""When that was which a text tells: dates, words for them, stages; never without a doubt."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.events.events import CHAT, Event, Words, about_of_event
from memento_cli.core.memory.about import About, about_keys, checked_about, estimate
from memento_cli.core.recall.life_stages import STAGES
from memento_cli.core.recall.query import about_of
from memento_cli.core.time.when import iso
from memento_cli.errors import BadValue
from tests.core.values import moments

TOLD = datetime(2026, 1, 10, 5, 6, 59, tzinfo=UTC)  # a Saturday


TOKYO = timezone(timedelta(hours=9))


def years(first: int, last: int | None = None, confidence: float = 0.8) -> About:
    return About(year_start=first, year_end=last or first, confidence=confidence)


def days(
    first: date, last: date | None = None, confidence: float = 0.9, zone: tzinfo = UTC
) -> About:
    start = datetime.combine(first, time.min, zone)
    return About(start, datetime.combine(last or first, time.max, zone), confidence=confidence)


UNCLEAR = (
    "1年前後かかる", "3日前後", "1年前半", "4月3日前に", "平成30年前", "二、三年前", "二三年前",
    "数十年前", "百年前", "数か月前", "2年半前", "明日香村へ行った", "明日菜さん", "明日美さん",
    "将来年金をもらう", "過去年間", "あのときのうれしさ", "つくえはきのうえ", "1.5 years ago",
    "half a year ago", "two or three years ago", "2-3 weeks ago", "twenty two years ago",
    "less than a year ago", "in my last year of school", "the next week we left",
    "We march 2019 miles", "march 2019 kilometers", "from May to March 2019",
)  # fmt: skip
"""Other words than those for a time, and counts that are not whole."""


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
        ("in April 2018", days(date(2018, 4, 1), date(2018, 4, 30), 0.85)),
        ("Feb 2020", days(date(2020, 2, 1), date(2020, 2, 29), 0.85)),
        ("on 7 May 2023", days(date(2023, 5, 7))),
        ("May 7th, 2023", days(date(2023, 5, 7))),
        ("on 2018-04-01", days(date(2018, 4, 1))),
        ("2018/4/1", days(date(2018, 4, 1))),
        ("2018年に京都へ", years(2018)),
        ("２０１８年", years(2018)),
        ("2018年4月", days(date(2018, 4, 1), date(2018, 4, 30), 0.85)),
        ("2018年4月1日", days(date(2018, 4, 1))),
        ("2015年から2018年", years(2015, 2018)),
        ("1990年代", years(1990, 1999)),
        ("平成30年", years(2018)),
        ("令和元年5月1日", days(date(2019, 5, 1))),
        ("yesterday", days(date(2026, 1, 9), confidence=0.6)),
        ("the day before yesterday", days(date(2026, 1, 8), confidence=0.6)),
        ("3 days ago", days(date(2026, 1, 7), confidence=0.6)),
        ("last week", days(date(2025, 12, 29), date(2026, 1, 4), 0.6)),
        ("last month", days(date(2025, 12, 1), date(2025, 12, 31), 0.6)),
        ("Last year we", years(2025, confidence=0.6)),
        ("three years ago", years(2023, confidence=0.6)),
        ("昨日は", days(date(2026, 1, 9), confidence=0.6)),
        ("一昨日", days(date(2026, 1, 8), confidence=0.6)),
        ("去年の夏", years(2025, confidence=0.6)),
        ("10年前", years(2016, confidence=0.6)),
        ("十年前", years(2016, confidence=0.6)),
        ("来週", days(date(2026, 1, 12), date(2026, 1, 18), 0.6)),
        ("one year ago", years(2025, confidence=0.6)),
        ("the day after tomorrow", days(date(2026, 1, 12), confidence=0.6)),
        ("two weeks ago", days(date(2025, 12, 22), date(2025, 12, 28), 0.6)),
        ("a month ago", days(date(2025, 12, 1), date(2025, 12, 31), 0.6)),
        ("2週間前", days(date(2025, 12, 22), date(2025, 12, 28), 0.6)),
        ("3か月前", days(date(2025, 10, 1), date(2025, 10, 31), 0.6)),
        ("一ヶ月前", days(date(2025, 12, 1), date(2025, 12, 31), 0.6)),
        ("半年前", days(date(2025, 7, 1), date(2025, 7, 31), 0.6)),
        ("二十年前", years(2006, confidence=0.6)),
        ("たしか十二年前", years(2014, confidence=0.6)),
        ("再来年", years(2028, confidence=0.6)),
        ("再来月", days(date(2026, 3, 1), date(2026, 3, 31), 0.6)),
        ("再来週", days(date(2026, 1, 19), date(2026, 1, 25), 0.6)),
        ("先々週", days(date(2025, 12, 22), date(2025, 12, 28), 0.6)),
        ("さきおととし", years(2023, confidence=0.6)),
        ("一昨昨日", days(date(2026, 1, 7), confidence=0.6)),
        ("さきおととい", days(date(2026, 1, 7), confidence=0.6)),
        ("一昨夜", days(date(2026, 1, 8), confidence=0.6)),
        ("ぼくはきのう", days(date(2026, 1, 9), confidence=0.6)),
        ("明日会う", days(date(2026, 1, 11), confidence=0.6)),
        ("between March and May 2019", days(date(2019, 3, 1), date(2019, 5, 31), 0.85)),
        ("Nov 2018 to Feb 2019", days(date(2018, 11, 1), date(2019, 2, 28), 0.85)),
        ("on 3 and 5 May 2019", days(date(2019, 5, 1), date(2019, 5, 31), 0.85)),
        ("In March 2019", days(date(2019, 3, 1), date(2019, 3, 31), 0.85)),
        ("high school was fun", About(life_stage="high", confidence=0.6)),
        ("高校の頃", About(life_stage="high", confidence=0.6)),
        ("in 2018, at work", About(None, None, 2018, 2018, "work", 0.6)),
        ("in April 2018, yes, in 2018", days(date(2018, 4, 1), date(2018, 4, 30), 0.85)),
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
        "tel 1990-2020-11", "平成50年", "2、3年前", "数年前", "some day", "I may", *UNCLEAR,
        "born in 1990, moved in 2015", "yesterday, not last week, no: in 2018", "in 20189",
    ],
)  # fmt: skip
def test_what_is_not_clear_is_no_time(text: str) -> None:
    """A number alone is no year, and a text that tells of different times is about none of them."""
    assert estimate(text, TOLD) is None


def test_only_the_beginning_of_a_long_text_is_read() -> None:
    """A text of which each sign becomes many, or each part a date, costs no more than another."""
    start = process_time()
    for part in ("\ufdfa", "3日前 ", "in 2018 ", "march ", "二十", "a ", "昨", "明日香"):
        estimate(part * 340_000, TOLD)
    assert process_time() - start < 3
    assert estimate("x " * 340_000 + "in 2018", TOLD) is None


def test_yesterday_is_seen_from_the_zone() -> None:
    """The day on which it was told is that of the clock on the wall."""
    night = datetime(2026, 1, 9, 20, tzinfo=UTC)  # in Tokyo it is the 10th
    assert estimate("yesterday", night) == days(date(2026, 1, 8), confidence=0.6)
    told = estimate("yesterday", night, TOKYO)
    assert told == days(date(2026, 1, 9), confidence=0.6, zone=TOKYO)
    assert told and told.start and told.start.tzinfo is UTC


def test_a_day_at_the_edge_of_the_calendar_is_still_a_time() -> None:
    """In UTC it would be a day that there is not."""
    told = estimate("tomorrow", datetime.min.replace(tzinfo=UTC), timezone(timedelta(hours=14)))
    assert told and told.start and told.end and told.start < told.end
    first = estimate("on 2 days ago", datetime(1, 1, 3, tzinfo=UTC), TOKYO)
    assert first and first.start and iso(first.start) == "0001-01-01T00:00:00Z"


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
    about = estimate(text, told, TOKYO)
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


@pytest.mark.parametrize("stage", ["kindergarten", "", "high school, then college"])
def test_a_stage_of_life_is_one_that_there_is(stage: str) -> None:
    """What names none, or several, is an error that lists them."""
    with pytest.raises(BadValue, match="stage of life") as problem:
        checked_about(About(life_stage=stage, confidence=0.5))
    assert all(stage in problem.value.hint for stage in STAGES)
    for named in ("High school", "高校の頃"):
        assert checked_about(About(life_stage=named, confidence=0.5)).life_stage == named
