"""Times in a text, in ten languages: the days meant, how they are told, and what is none."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.recall.time_match import ALONE, ALONG, date_match, with_time
from memento_cli.core.text.normal_forms import folded
from memento_cli.core.time import time_words
from memento_cli.core.time.date_order import DAY, MONTH, UNKNOWN
from memento_cli.core.time.named_times import AskedTime, asked_time, named_time, reading_of
from memento_cli.core.time.time_words import HEADS, LONGEST, may_name_time
from memento_cli.core.time.typed_times import typed_moment
from memento_cli.core.time.when import micros

TODAY = date(2026, 11, 18)  # a Wednesday


@pytest.mark.parametrize(
    ("reading", "texts"),
    [
        ("17 November 2026", "yesterday|gestern|hier|ayer|ieri|ontem|gisteren|вчера|昨日|昨天"),
        ("16 November 2026", "day before yesterday|vorgestern|avant-hier|anteayer|l'altro ieri"
                             "|anteontem|eergisteren|позавчера|一昨日|前天"),
        ("19 November 2026", "tomorrow|morgen|demain|mañana|domani|amanhã|завтра|明日|明天"),
        ("9 to 15 November 2026", "last week|letzte Woche|la semaine dernière|la semana pasada"
                                  "|la settimana scorsa|a semana passada|vorige week"
                                  "|на прошлой неделе|先週|上周"),
        ("October 2026", "last month|letzten Monat|le mois dernier|el mes pasado|il mese scorso"
                         "|o mês passado|vorige maand|в прошлом месяце|先月|上个月"),
        ("2025", "last year|letztes Jahr|去年|in 2025|2025年|в 2025 году|en 2025"),
        ("2 to 8 November 2026", "two weeks ago|vor zwei Wochen|il y a deux semaines"
                                 "|hace dos semanas|due settimane fa|há duas semanas"
                                 "|twee weken geleden|две недели назад|2週間前|两周前"),
        ("2024", "two years ago|vor 2 Jahren|il y a deux ans|hace dos años|due anni fa"
                 "|há dois anos|twee jaar geleden|два года назад|二年前|两年前"),
        ("March 2026", "in March|im März|en mars|en marzo|a marzo|em março|in maart|в марте|3月"
                       "|三月|March 2026|2026-03|2026年3月|en marzo de 2026"),
        ("14 March 2026", "2026-03-14|14/03/2026|03/14/2026|14.03.2026|Mar 14, 2026|14 March"
                          "|March 14th|14. März|14 de marzo de 2026|le 14 mars|14 марта"
                          "|3月14日|2026年3月14日|3月14号"),
        ("1 June to 31 August 2025", "summer 2025|summer '25|in summer of 2025|Sommer 2025|été 2025"
                                     "|verano de 2025|estate 2025|летом 2025|2025年夏|2025年の夏"),
        ("1 December 2025 to 28 February 2026", "last winter|winter 2025|letzten Winter"),
        ("14 to 15 November 2026", "last weekend|letztes Wochenende"),
        ("13 November 2026", "last friday|friday|am Freitag|vendredi dernier|金曜日"),
        ("20 November 2026", "next friday|nächsten Freitag"),
        ("the morning of 18 November 2026", "this morning|今朝"),
        ("24 to 26 December 2025", "christmas 2025|Weihnachten 2025|last year at christmas"
                         "|an Weihnachten"
                                   "|l'an dernier à Noël"),
        ("June 2025", "last year in June|in June of last year|letztes Jahr im Juni"
                         "|im Juni letzten Jahres"
                      "|l'année dernière en juin|el año pasado en junio|l'anno scorso a giugno"
                      "|ano passado em junho|в прошлом году в июне|去年6月|去年の六月|작년 6월"),
        ("5 June 2025", "June 5 last year|5 June last year"),
        ("1 June to 31 August 2026", "this summer|in summer|im Sommer|en été|летом|今年の夏"
                         "|여름에|夏天"),
        ("13 November 2026", "friday last week|Freitag letzter Woche"
                         "|vendredi de la semaine dernière"
                             "|上周五|先週の金曜日|지난주 금요일"),
        ("17 November 2026", "어제|أمس|אתמול"),
        ("9 to 15 November 2026", "지난주|الأسبوع الماضي|שבוע שעבר|неделю назад|a week ago"),
        ("15 November 2026", "3일 전|three days ago"),
        ("13 to 16 November 2026", "a few days ago|vor ein paar Tagen|il y a quelques jours"
                         "|数日前"),
        ("11 November 2026", "on the 11th|11日に|11号"),
        ("20 October 2026", "on the 20th"),
        ("1 to 7 March 2026", "the first week of March|die erste Woche im März"
                         "|la primera semana de marzo"),
        ("25 to 31 March 2026", "last week of March"),
        ("1 to 10 April 2026", "early April|Anfang April|début avril|a principios de abril|4月初"),
        ("21 to 30 April 2026", "late April|end of April|Ende April|fin avril|в конце апреля"
                         "|四月末"),
        ("1 January to 30 April 2025", "early 2025|beginning of 2025|anfang 2025"),
        ("1 April to 30 June 2026", "Q2 2026|2026 Q2|Q2|the second quarter of 2026"
                         "|2. Quartal 2026"),
        ("1 July to 30 September 2026", "last quarter|letztes Quartal"),
        ("9 to 11 April 2026", "between 9 and 11 April|9 to 11 April|April 9-11"
                         "|vom 9. bis 11. April"
                               "|du 9 au 11 avril|from 9 April to 11 April"),
        ("1 December 2025 to 28 February 2026", "from December to February"
                         "|von Dezember bis Februar"),
        ("16 to 18 November 2026", "since monday|seit Montag|depuis lundi|desde el lunes"),
    ],
)  # fmt: skip
def test_a_time_in_ten_languages(reading: str, texts: str) -> None:
    """Each phrase means the days of its reading, alone or in a question, and passes the test."""
    for text in texts.split("|"):
        for asked in (text, text.upper() if text.isascii() else text):
            found = named_time(asked, TODAY)
            assert found and (reading_of(found.days), found.alone) == (reading, True), asked
            assert may_name_time(asked), asked


@pytest.mark.parametrize(
    "text",
    ["march hike", "may I park here", "a march of 4000 people", "second monitor", "sun cream",
     "sat down", "how did Ben fall", "spring in the mattress", "April's number", "mark the page",
     "august personality", "last name", "day care", "mon mari", "friday prayers",
     "early bird", "a few days", "spring boot", "in spring boot", "the 11th floor", "fine dining",
     "between us", "from here to there", "part 2 of 3", "since then", "quarter past", "第一",
     "was ist hier los", "31.02.2026", "room 2018b", "3.14", "error 1904x", "version 1.2.3",
     "the '60s", "the '25' errors", "o'25 winter", "birthday of mei", "notes by mai",
     "file 2026/4471", "ticket 2019-88123", ""],
)  # fmt: skip
def test_what_is_no_time(text: str) -> None:
    """A word that only looks like a time, a day that is none and an order unknown name nothing."""
    assert named_time(text, TODAY) is None


PARTS = [word for table in HEADS for word in table.replace("|", " ").replace("_", " ").split()]
PARTS += ["2026", "0", "31", "99", "-", "/", "年", "月", "ago", "last"]


@given(
    st.lists(st.sampled_from(PARTS))
    .map(" ".join) | st.text(max_size=60),
    st.dates(),
)  # fmt: skip
def test_any_text_names_days_in_order_or_none(text: str, today: date) -> None:
    """No text and no day of the calendar is a traceback; a time is told, and passes the test."""
    may_name_time(text)
    found = named_time(text, today)
    if found:
        assert found.days.first <= found.days.last
        assert reading_of(found.days)


@pytest.mark.parametrize("figures", ["10/11/2026", "10.11.2026", "10-11-2026"])
@pytest.mark.parametrize("words", ["{}", "lunch on {}", "was war am {}"])
def test_a_question_and_an_option_order_figures_alike(words: str, figures: str) -> None:
    """The day that the door reads in an option is the one that it reads in a question; where it
    refuses to say, both days are meant, and both are told."""
    now = datetime(2026, 11, 18, 11, 30, tzinfo=UTC)

    def asked(first: str) -> AskedTime | None:
        def moment(text: str, end: bool) -> datetime:
            return typed_moment(text, now, UTC, end=end, first=first)

        text = words.format(figures)
        assert may_name_time(text)
        return asked_time(text, moment)

    for first, day in ((DAY, "10 November 2026"), (MONTH, "11 October 2026")):
        one = asked(first)
        assert one and (one.note, one.told["reading"], one.other) == (day, day, None)
        assert one.words == " ".join(figures.replace("/", " / ").replace(".", " . ")
                                     .replace("-", " - ").split())  # fmt: skip
    both = asked(UNKNOWN)
    assert both and len(both.readings) == 2
    reading = "10 November 2026 or 11 October 2026"
    assert both.note == f"{reading}: write 2026-11-10 or 2026-10-11"
    assert both.told == {
        "reading": reading, "since": None, "until": None, "either": ["2026-11-10", "2026-10-11"],
    }  # fmt: skip


def test_of_two_days_a_match_of_either_counts() -> None:
    """What was recorded on the one day or on the other gains alike."""
    other = YESTERDAY._replace(named=(2026, 10, 11))
    both = YESTERDAY._replace(named=(2026, 11, 10), other=other)
    days = {1: "2026-11-10", 2: "2026-10-11", 3: "2025-05-05"}
    gained = with_time({1: 2.0, 2: 2.0, 3: 2.0}, both, days, {1, 2})
    assert gained[1] == gained[2] > gained[3] == 2.0


def test_days_are_of_the_zone_of_the_person() -> None:
    """Yesterday begins and ends at a person's midnight, wherever that is."""
    now = datetime(2026, 11, 18, 11, 30, tzinfo=UTC)
    for name in ("Pacific/Kiritimati", "Europe/Berlin", "Pacific/Pago_Pago"):
        zone = ZoneInfo(name)

        def moment(text: str, end: bool, zone: ZoneInfo = zone) -> datetime:
            return typed_moment(text, now, zone, end=end)

        asked = asked_time("what happened yesterday", moment)
        day = now.astimezone(zone).date() - timedelta(days=1)
        begin = datetime(day.year, day.month, day.day, tzinfo=zone)
        assert asked and asked.since == micros(begin.astimezone(UTC))
        assert asked.until == asked.since + 86_400_000_000 - 1
    assert asked_time("what else", lambda text, end: typed_moment(text, now, UTC, end=end)) is None


@pytest.mark.parametrize("zone", ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"])
@pytest.mark.parametrize("now", [datetime.min, datetime(1, 1, 2), datetime.max])
def test_at_the_edge_of_the_calendar_a_question_is_only_words(now: datetime, zone: str) -> None:
    """Where today has no yesterday, no tomorrow or no midnight in UTC, no question is an error."""

    def moment(text: str, end: bool) -> datetime:
        return typed_moment(text, now.replace(tzinfo=UTC), ZoneInfo(zone), end=end)

    for text in ("yesterday", "today", "tomorrow", "this year", "this morning", "next friday"):
        asked = asked_time(text, moment)
        assert asked is None or asked.since <= asked.until


def test_only_the_beginning_of_a_long_text_is_read_for_a_time() -> None:
    """Neither the quick test nor the reading takes longer for a text that goes on."""
    assert not may_name_time("x " * LONGEST + "yesterday")
    assert named_time("x " * LONGEST + "yesterday", TODAY) is None
    assert not may_name_time("a-" * LONGEST)


YESTERDAY = AskedTime(0, 1, "", "yesterday", (0, 0, 0), False)


def test_what_is_of_the_time_counts_more_and_is_added() -> None:
    """A text hit of the time gains, one of another time loses half unless it says the words, and
    what only the time finds stands above them if it is little and no text hit is of the time."""
    days = {1: "2026-11-17", 2: "2026-11-10", 3: "2026-11-10"}
    assert with_time({1: 2.0, 2: 4.0}, YESTERDAY, days, {1, 9}) == {1: 5.0, 2: 2.0, 9: 4 * ALONG}
    assert with_time({2: 4.0, 3: 3.0}, YESTERDAY, days, {9}, {3}) == {2: 2.0, 3: 3.0, 9: 4 * ALONE}
    assert with_time({2: 4.0}, YESTERDAY, days, range(10, 30))[10] == 4 * ALONG
    dated = YESTERDAY._replace(named=(2026, 11, 0))
    assert with_time({2: 4.0}, dated, days, {2}) == {2: 4 + 4 * 0.75 * 0.5}


@pytest.mark.parametrize(
    ("date", "match"),
    [((2023, 5, 7), 1.0), ((0, 5, 7), 1.0), ((2023, 5, 8), 0.5), ((0, 5, 0), 0.5),
     ((2023, 6, 7), 0.0), ((2023, 0, 0), 0.25), ((2022, 5, 7), 0.0)],
)  # fmt: skip
def test_date_match(date: tuple[int, int, int], match: float) -> None:
    """The day counts most, then the month, then the year; another month or year is none."""
    assert date_match(date, "2023-05-07") == match


def test_the_tables_are_written_as_texts_are_compared() -> None:
    """No word of a table has an accent or a capital that a folded text has not, so that none has to
    be folded when a question names a time."""
    tables = (value for name, value in vars(time_words).items() if name.isupper())
    words = {word for table in tables for word in str(table).replace("|", " ").split()}
    assert len(words) > 500
    assert [word for word in words if folded(word) != word] == []
