"""Times as typed in options, in ten languages: the first and the last instant that they mean."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.time.counted_times import is_bare_length
from memento_cli.core.time.date_order import DAY, MONTH, UNKNOWN, first_in_date
from memento_cli.core.time.time_words import HEADS
from memento_cli.core.time.typed_times import typed_moment
from memento_cli.errors import BadTime

NOW = datetime(2026, 11, 18, 15, 30, tzinfo=UTC)  # a Wednesday


def ends(text: str, *, ahead: bool = False, first: str = "") -> str:
    """The first and the last day of a typed time, or its moment if it is one."""
    since, until = (
        typed_moment(text, NOW, UTC, end=end, ahead=ahead, first=first) for end in (False, True)
    )
    if since == until:
        return f"{since:%Y-%m-%dT%H:%M}"
    begins, stops = since.time().isoformat(), until.time().isoformat()
    assert (begins, stops) == ("00:00:00", "23:59:59.999999"), text
    return " ".join(dict.fromkeys(f"{moment:%Y-%m-%d}" for moment in (since, until)))


SPANS = {
    "2026-11-11": "wed|weds|Wed.|last wed|Mi|mer|mie|wo|ср",
    "2026-11-13": "fri|on fri|Fr|ven|vie|vr|пт",
    "2026-11-14": "sat|Sa|sam|sáb|sab|za|сб",
    "2026-11-15": "sun|So|dim|dom|zo|вс",
    "2026-11-12": "thu|thur|thurs|Do|jeu|jue|gio|чт",
    "2026-11-17": "tue|tues|Di|вт|yesterday|gestern|hier|ayer|ieri|ontem|gisteren|вчера|昨日|昨天",
    "2026-11-19": "tomorrow|morgen|demain|mañana|domani|amanhã|завтра|明日|明天",
    "2026-11-16": "mon|lun|Mo|пн|last mon|monday|on monday|Montag|am Montag|lundi|lunes|lunedì"
                  "|segunda-feira|maandag|в понедельник|月曜日|周一|last monday|letzten Montag"
                  "|lundi dernier",
    "2026-11-20": "next fri|next friday|nächsten Freitag|vendredi prochain|в следующую пятницу",
    "2026-11-09 2026-11-15": "last week|letzte Woche|la semaine dernière|la semana pasada"
                             "|la settimana scorsa|a semana passada|vorige week"
                             "|на прошлой неделе|先週|上周",
    "2026-11-23 2026-11-29": "next week|nächste Woche|la semaine prochaine|来週|下周",
    "2026-11-01 2026-11-30": "november|nov|Nov.|novembre|noviembre|novembro|ноябрь|11月|十一月"
                             "|this month|2026-11|2026年11月|im November",
    "2026-03-01 2026-03-31": "march|mars|März|marzo|março|maart|март|3月|三月|in march|March 2026"
                             "|en mars 2026|im März|marzo de 2026",
    "2025-12-01 2025-12-31": "december|dezember|décembre|diciembre|12月|december 2025",
    "2026-03-14": "14/03/2026|03/14/2026|2026/03/14|14 march|march 14th|14. März 2026"
                  "|le 14 mars|14 de marzo|3月14日|2026年3月14日|Mar 14, 2026",
    "2024-01-01 2024-01-31": "jan '24|January '24|janvier ’24",
    "2023-06-01 2023-08-31": "summer '23|été ’23",
    "1999-03-01 1999-03-31": "march '99",
    "2025-01-01 2025-12-31": "2025|last year|letztes Jahr|l'année dernière|去年|in 2025",
    "2026-06-01 2026-08-31": "summer|in summer|the summer|Sommer|im Sommer|été|en été|verano"
                             "|estate|verão|zomer|летом|夏|last summer|summer 2026|letzten Sommer"
                             "|2026年夏",
    "2026-11-04T15:30": "2w|2 weeks ago|two weeks ago|vor zwei Wochen|il y a deux semaines"
                        "|hace dos semanas|due settimane fa|há duas semanas|twee weken geleden"
                        "|две недели назад|2週間前|两周前|-2w",
    "2026-12-02T15:30": "+2w|in 2 weeks|in two weeks|in zwei Wochen|dans deux semaines"
                        "|en dos semanas|dentro de dos semanas|fra due settimane|em duas semanas"
                        "|over twee weken|через две недели|2週間後|两周后|two weeks from now",
    "2026-11-18T13:30": "2h|2 hours ago|vor 2 Stunden|il y a 2 heures|hace dos horas|due ore fa"
                        "|há duas horas|twee uur geleden|два часа назад|2時間前|两小时前",
    "2026-10-18T15:30": "1mo|a month ago|vor einem Monat|il y a un mois|1か月前|один месяц назад",
    "2026-11-18T12:00": "noon|at noon|mittags|midi|mediodía|mezzogiorno|meio-dia|полдень|正午|中午",
    "2026-11-18T00:00": "midnight|at midnight|Mitternacht|um Mitternacht|minuit|à minuit"
                        "|medianoche|mezzanotte|meia-noite|middernacht|полночь|真夜中|午夜",
    "2026-11-16T00:00": "monday midnight|monday at midnight|mon midnight|Montag um Mitternacht",
    "2026-11-17T12:00": "yesterday noon|yesterday at noon|gestern Mittag|hier à midi|昨日正午",
    "2026-11-16T09:00": "monday 9:00|Montag um 9:00|lundi à 9:00|monday 9am|monday at 9:00 am",
    "2026-09-01 2026-11-30": "autumn|fall|Herbst|automne|秋|this autumn",
    "2025-12-01 2026-02-28": "winter|Winter|hiver|冬|last winter",
    "2025-12-24 2025-12-26": "christmas|Weihnachten|Noël|圣诞节",
    "2026-11-17T22:05": "2026-11-17 10:05 pm|2026-11-17 10:05pm|2026-11-17 22:05"
                        "|2026-11-17T22:05Z",
    "2026-11-18T22:05": "22:05|10:05pm|10:05 PM|today 22:05|heute 22:05",
}  # fmt: skip


@pytest.mark.parametrize(("meant", "texts"), SPANS.items(), ids=SPANS)
def test_a_typed_time_in_ten_languages(meant: str, texts: str) -> None:
    """Every text of a row means the same, in small letters and in capitals."""
    for text in texts.split("|"):
        for typed in (text, f"  {text.upper()} "):
            assert ends(typed) == meant, typed


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("wednesday", "2026-11-25"), ("thursday", "2026-11-19"), ("vendredi", "2026-11-20"),
        ("march", "2027-03-01 2027-03-31"), ("november", "2027-11-01 2027-11-30"),
        ("14 march", "2027-03-14"), ("24 december", "2026-12-24"), ("18 november", "2026-11-18"),
        ("next friday", "2026-11-20"), ("march 2026", "2026-03-01 2026-03-31"),
        ("friday 9:00", "2026-11-20T09:00"), ("wed", "2026-11-25"), ("fri", "2026-11-20"),
        ("summer", "2027-06-01 2027-08-31"), ("winter", "2026-12-01 2027-02-28"),
        ("christmas", "2026-12-24 2026-12-26"), ("autumn", "2027-09-01 2027-11-30"),
        ("summer 2026", "2026-06-01 2026-08-31"), ("midnight", "2026-11-19T00:00"),
        ("noon", "2026-11-19T12:00"), ("9:00", "2026-11-19T09:00"), ("16:00", "2026-11-18T16:00"),
        ("today noon", "2026-11-18T12:00"), ("tomorrow midnight", "2026-11-19T00:00"),
        ("next week", "2026-11-23 2026-11-29"),
    ],
)  # fmt: skip
def test_what_ends_lies_ahead(text: str, meant: str) -> None:
    """A day or a month that does not say its year is the next one for what is due; one that says
    which is meant is that one."""
    assert ends(text, ahead=True) == meant


@pytest.mark.parametrize("text", ["10/11/2026", "10.11.2026", "10-11-2026", "on 10/11/2026"])
def test_the_order_of_figures_is_never_guessed(text: str) -> None:
    """The day first, or the month, as the person has it; if it is not known, both are named."""
    assert ends(text, first=DAY) == "2026-11-10"
    assert ends(text, first=MONTH) == "2026-10-11"
    assert ends(f"{text} 9:00", first=DAY) == "2026-11-10T09:00"
    with pytest.raises(BadTime) as problem:
        ends(text)
    assert "may be 10 November 2026 or 11 October 2026" in problem.value.message
    assert problem.value.hint == "write 2026-11-10 or 2026-10-11"


@pytest.mark.parametrize("first", [UNKNOWN, DAY, MONTH])
def test_figures_with_one_reading(first: str) -> None:
    """Where only one order is a date, or both are the same day, no locale is asked."""
    assert ends("14/03/2026", first=first) == ends("03/14/2026", first=first) == "2026-03-14"
    assert ends("05/05/2026", first=first) == "2026-05-05"


@pytest.mark.parametrize(
    ("locale", "first"),
    [("en_US.UTF-8", MONTH), ("en_US", MONTH), ("en-US", MONTH), ("de_DE.UTF-8", DAY),
     ("en_GB", DAY), ("de_DE@euro", DAY), ("fr_FR", DAY), ("pt_BR.UTF-8", DAY), ("ru_RU", DAY),
     ("ja_JP.UTF-8", UNKNOWN), ("zh_CN", UNKNOWN), ("sv_SE", UNKNOWN), ("en_CA", UNKNOWN),
     ("C", UNKNOWN), ("C.UTF-8", UNKNOWN), ("POSIX", UNKNOWN), ("", UNKNOWN), ("en", UNKNOWN)],
)  # fmt: skip
def test_the_order_of_a_locale(locale: str, first: str) -> None:
    """Most have the day first; C, one without a country, and those with the year first say none."""
    assert first_in_date(locale) == first


@pytest.mark.parametrize(
    "text",
    ["12", "10 11", "11/2026", "3/14", "march hike", "what happened yesterday", "friday prayers",
     "last", "next", "vor", "3 days ago ago", "+3 days ago", "2nd day",
     "31 november", "30/02/2026", "march 9:00", "last week noon", "99 weekends ago", "noon noon",
     "12 weekend", "13pm", "0am", "9:61", "５am５"],
)  # fmt: skip
def test_no_other_word_is_passed_over(text: str) -> None:
    """A bare number, a day that is none, and a time with a word beside it are refused."""
    with pytest.raises(BadTime):
        ends(text)


PARTS = [word for table in HEADS for word in table.replace("|", " ").replace("_", " ").split()]
PARTS += ["2026", "0", "31", "99", "-", "/", "+", "年", "月", "前", "後", "in", "ago", "9:00", "pm"]


@given(
    st.lists(st.sampled_from(PARTS), max_size=8).map(" ".join),
    st.datetimes(timezones=st.just(UTC)),
    st.booleans(),
)
def test_rows_of_words_are_a_time_or_refused(text: str, now: datetime, ahead: bool) -> None:
    """No row of words of time and no day of the calendar is a traceback, and no time ends before
    it begins."""
    try:
        since, until = (typed_moment(text, now, UTC, end=end, ahead=ahead) for end in (False, True))
    except BadTime:
        return
    assert since <= until


@pytest.mark.parametrize("text", ["в" * 100_000, "vor " * 50_000, "1 " * 50_000, "日" * 100_000])
def test_endless_words_are_refused_quickly(text: str) -> None:
    """What is longer than any time is not looked at."""
    began = process_time()
    with pytest.raises(BadTime):
        typed_moment(text, NOW, UTC)
    assert not is_bare_length(text)
    assert process_time() - began < 1


def test_a_month_back_ends_with_the_month() -> None:
    """A month before the 31st of a longer one is the last day of the shorter one."""
    late = datetime(2026, 3, 31, 8, tzinfo=UTC)
    assert typed_moment("1mo", late, UTC) == datetime(2026, 2, 28, 8, tzinfo=UTC)
    assert typed_moment("+1y", late + timedelta(days=1), UTC).date().isoformat() == "2027-04-01"
