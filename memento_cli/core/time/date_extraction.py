"""Dates in a text, in English or Japanese: days, months, years, and words for them.

Only clear ones are taken: a wrong date is worse than none. A number is a year only with a word
beside it: in 2018, summer 2018, 2018年, not 2018 people or room 2018.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from memento_cli.core.recall.life_stages import normalized
from memento_cli.core.time import time_words
from memento_cli.core.time.days import month_of, shifted
from memento_cli.core.time.time_tokens import token_of
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

OF_DAY, OF_MONTH, OF_YEAR, OF_WORD = 0.9, 0.85, 0.8, 0.6
"""The confidences of a day in numbers, a month, a year, and a word such as yesterday."""
CONSUMED = "|"


class Span(NamedTuple):
    """The first and the last day that words mean, the confidence, and whether it is in years."""

    first: date
    last: date
    confidence: float
    in_years: bool = False


MONTHS = tuple(names.split()[1] for names in time_words.MONTHS.split("|"))
"""The English names of the months."""
Read = Callable[[re.Match[str], date], Span | None]
YEAR = r"(?:19|20)[0-9]{2}"
AT = r"(?<![\w.,/#$€£¥:+-])"
END = r"(?![\w%/]|[.,:-]?[0-9])"
MONTH = "|".join((*MONTHS, *(month[:3] for month in MONTHS), "sept"))
SEASON = "spring|summer|autumn|fall|winter|christmas|new year's"
YEAR_CONTEXT = (
    rf"in|during|since|from|circa|early|late|mid|(?:the )?year|(?:{SEASON})(?: of)?"
    r"|(?:end|middle|beginning|start|rest|class) of"
)
COUNTED = (
    r"people|persons?|times|ways|words|steps|points|pages|parts|pieces|places|items|units|lines"
    r"|dollars|euros|yen|pounds|usd|eur|miles|(?:kilo)?(?:meters|metres)|feet|km|kg|hours|days|minutes|seconds"
)
ERAS: Mapping[str, tuple[int, int]] = {"昭和": (1925, 64), "平成": (1988, 31), "令和": (2018, 99)}
"""The eras of Japan: the year before the first, and the number of years."""
KANJI = "〇一二三四五六七八九"


def _words() -> Iterator[tuple[str, tuple[str, int]]]:
    """The words for other times than today's, in English, which has the first of each meaning, and
    in Japanese."""
    for entry in time_words.DAYS.split("|"):
        by, first, *others = entry.split()
        japanese = filter(_is_japanese, (first, *others))
        yield from ((word, ("day", int(by))) for word in japanese if int(by))
        if first.isascii() and int(by):
            yield f"{'the ' * ('_' in first)}{first.replace('_', ' ')}", ("day", int(by))
    for entry in time_words.PERIODS.split("|"):
        meaning, *words = entry.split()
        unit, _, by = meaning.partition(",")
        yield from ((word, (unit, int(by))) for word in filter(_is_japanese, words) if int(by))
    for unit in ("week", "month", "year"):
        yield from ((f"{side} {unit}", (unit, by)) for side, by in (("last", -1), ("next", 1)))


def _is_japanese(word: str) -> bool:
    return ord(word[0]) > 0x2E80 and not (
        any(sign in time_words.NO_JAPANESE for sign in word)
        or f" {word} " in time_words.NOT_FROM_TODAY
    )


WORDS = dict(_words())
"""Words for a day, a week from Monday, a month or a year, relative to the day of the text."""
OTHER_WORDS = (
    r"(?<![未以本従将過])"  # 将来年金, 過去年間
    r"(?!明日(?:[香菜奈葉]|[一-龥](?:さん|ちゃん|くん|君|様)))"  # 明日香, 明日美さん
    r"(?!(?<=[ぁ-ん])(?<![はも])きのう|きのう[えち])"  # あのときのうれしさ, きのうえ
)
"""Japanese words that only contain one of these."""
NUMBERS = ("a", *(entry.split()[1] for entry in time_words.NUMBERS.split("|")))
"""The English words for numbers up to ten."""


def mentioned_span(text: str, day_told: date) -> Span | None:
    """The days that a text of a given day mentions; None if there are none.

    Of several times that contain each other the shortest counts. A text with separate times is
    about none.
    """
    text = normalized(text)
    spans = list(_spans(text, day_told)) if MAY_MENTION.search(text) else []
    if not spans:
        return None
    shortest = min(spans, key=lambda span: (span.last - span.first, -span.confidence))
    fits = all(one.first <= shortest.first and shortest.last <= one.last for one in spans)
    return shortest if fits else None


def _spans(text: str, day_told: date) -> Iterator[Span]:
    """The spans of all patterns; what one pattern has matched, later ones do not match again."""
    for pattern, read in PATTERNS:
        for match in list(pattern.finditer(text)):
            text = text[: match.start()] + CONSUMED * len(match[0]) + text[match.end() :]
            try:
                span = read(match, day_told)
            except (ValueError, OverflowError):  # the calendar has no such day
                continue
            if span:
                yield span


def _day(match: re.Match[str], told: date) -> Span:
    day = date(_year_in(match), _month_in(match["month"]), int(match["day"]))
    return Span(day, day, OF_DAY)


def _month(match: re.Match[str], told: date) -> Span:
    days = month_of(_year_in(match), _month_in(match["month"]))
    return Span(days.first, days.last, OF_MONTH)


def _months(match: re.Match[str], told: date) -> Span | None:
    """A range of months; the first may be of another year."""
    year = _year_in(match)
    first = month_of(int(match["early"] or year), _month_in(match["month"])).first
    last = month_of(year, _month_in(match["until"])).last
    return Span(first, last, OF_MONTH) if first <= last else None


def _years(match: re.Match[str], told: date) -> Span | None:
    first = _year_in(match)
    last = int(match.groupdict().get("last") or first)
    return _in_years(first, last, OF_YEAR) if first <= last else None


def _decade(match: re.Match[str], told: date) -> Span:
    first = int(match["year"])
    return _in_years(first, first + 9, OF_YEAR)


def _word(match: re.Match[str], told: date) -> Span:
    return _shifted(told, *WORDS[match["word"]])


def _ago(match: re.Match[str], told: date) -> Span:
    return _shifted(told, token_of(match["unit"]).meanings["units"], -_number(match["count"]))


def _number(text: str) -> int:
    """A number in figures, as an English word, or in Japanese up to 99: 二十三."""
    if text.isdecimal() or text in NUMBERS:
        return int(token_of(text).meanings.get("numbers") or text)
    tens, ten, ones = text.rpartition("十")
    return (KANJI.index(tens or "一") * 10 if ten else 0) + KANJI.index(ones or "〇")


def _shifted(told: date, unit: str, by: int) -> Span:
    """The day, week, month or year so many units away from the day of the text."""
    days = shifted(told, unit, by)
    return Span(days.first, days.last, OF_WORD, in_years=unit == "year")


def _in_years(first: int, last: int, confidence: float) -> Span:
    return Span(date(first, 1, 1), date(last, 12, 31), confidence, in_years=True)


def _year_in(match: re.Match[str]) -> int:
    """The year of the calendar, or that of an era, of which 元 is the first."""
    groups = match.groupdict()
    if not groups.get("era"):
        return int(match["year"])
    year_before, count = ERAS[match["era"]]
    number = 1 if match["nth"] == "元" else int(match["nth"])
    if not 1 <= number <= count:
        raise ValueError(number)
    return year_before + number


def _month_in(text: str) -> int:
    if text.isdecimal():
        return int(text)
    return next(number for number, month in enumerate(MONTHS, 1) if month.startswith(text[:3]))


def _either(words: Mapping[str, object], *, english: bool) -> str:
    of_one = [word for word in words if word.isascii() == english]
    return "|".join(sorted(of_one, key=len, reverse=True))


MAY_MENTION = re.compile(
    rf"[0-9]| ago\b|年|[日月週間]前|{_either(WORDS, english=True)}|{_either(WORDS, english=False)}"
)
"""A pattern in every text with a date: a quick test for the others."""
ANY_YEAR = rf"(?:(?<![0-9])(?P<year>{YEAR})|(?P<era>{'|'.join(ERAS)})(?P<nth>元|[0-9]{{1,2}}))年"
ORDINAL = r"(?P<day>[0-3]?[0-9])(?:st|nd|rd|th)?"
NAMED_MONTH = rf"(?P<month>{MONTH})\.?"
NOT_COUNTED = rf"(?! (?:{COUNTED})\b)"
COUNT = f"[0-9]{{1,2}}|[{KANJI[1:]}]?十[{KANJI[1:]}]?|[{KANJI[1:]}]"
UNCLEAR = f"(?<![0-9数何{KANJI}十百千月成和、,.~〜～・-])"
"""Not before a number of days or years: it would be another number or a date, 数十, 4月3日."""
AGO = "前(?![後半期])"
PATTERNS: tuple[tuple[re.Pattern[str], Read], ...] = tuple(
    (re.compile(pattern), read)
    for pattern, read in (
        (rf"{AT}(?P<year>{YEAR})(?P<sign>[-/])(?P<month>[01]?[0-9])(?P=sign)(?P<day>[0-3]?[0-9])"
         r"(?![0-9/-])", _day),
        (rf"{ANY_YEAR}(?P<month>[0-9]{{1,2}})月(?P<day>[0-9]{{1,2}})日", _day),
        (rf"{AT}(?<!and )(?<!to ){ORDINAL}(?: of)? {NAMED_MONTH},? (?P<year>{YEAR}){END}", _day),
        (rf"\b{NAMED_MONTH} {ORDINAL},? (?P<year>{YEAR}){END}", _day),
        (rf"{ANY_YEAR}(?P<month>[0-9]{{1,2}})月", _month),
        (rf"\b{NAMED_MONTH}(?: (?P<early>{YEAR}))? ?(?:and|or|to|until|through|[-–]) ?"
         rf"(?P<until>{MONTH})\.?(?:,| of)? (?P<year>{YEAR}){END}", _months),
        (rf"\b{NAMED_MONTH}(?:,| of)? (?P<year>{YEAR}){END}{NOT_COUNTED}", _month),
        (rf"{AT}(?:from|between|in) (?P<year>{YEAR}) (?:to|and|or|until) (?P<last>{YEAR}){END}",
         _years),
        (rf"{AT}(?:in |during |from )?(?P<year>{YEAR}) ?[-–] ?(?P<last>{YEAR}){END}", _years),
        (rf"(?<![0-9])(?P<year>{YEAR})年?(?:から|[-–~〜～])(?P<last>{YEAR})年", _years),
        (r"\b(?P<year>(?:19|20)[0-9]0)(?:s\b|年代)", _decade),
        (rf"{ANY_YEAR}(?!間|前|以前|[0-9])", _years),
        (rf"\b(?:{YEAR_CONTEXT})[ -](?P<year>{YEAR}){END}{NOT_COUNTED}", _years),
        (rf"{AT}(?<!half )(?<!than )(?<!ty )(?<!or )(?<!to )(?P<count>[0-9]{{1,2}}"
         rf"|{'|'.join(NUMBERS)}) (?P<unit>day|week|month|year)s? ago\b", _ago),
        (rf"{UNCLEAR}(?P<count>{COUNT})(?P<unit>日|週間?|[かヶケカヵ箇]月|年){AGO}", _ago),
        (rf"{UNCLEAR}半年{AGO}", lambda match, told: _shifted(told, "month", -6)),
        (rf"(?<!the )(?<!my )(?<!his )(?<!her )(?<!our )(?<!their )"
         rf"\b(?P<word>{_either(WORDS, english=True)})\b(?! of\b)", _word),
        (rf"{OTHER_WORDS}(?P<word>{_either(WORDS, english=False)})", _word),
    )
)  # fmt: skip
"""The patterns in order, each with the function that reads its match."""
