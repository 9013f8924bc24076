"""Numbers, dates and times of the clock in one form each, however they are written: 1,000 and 1000,
3 May 2026 and 2026-05-03, 5pm and 17:00.

What may be read in two ways (3/5/2026, 12.5, a 5 without am or pm) stays as it is.
"""

from __future__ import annotations

from functools import lru_cache

from memento_cli.core.text.normal_forms import folded
from memento_cli.core.text.word_forms import NUMBERS
from memento_cli.core.time.time_words import MONTHS, NOONS
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SIGNS = {"€": "euro", "$": "dollar", "£": "pound", "¥": "yen", "%": "percent"}
ALL_SIGNS = "".join(SIGNS)
ORDINALS = ("st", "nd", "rd", "th")
HALVES = {"am": 0, "a.m": 0, "pm": 12, "p.m": 12}
CLOCKS = ("uhr", "h")
BEFORE_CLOCK = ("at", "um", "à", "a", "las", "vers", "gegen", "ab", "bis", "dès", "desde", "hasta")
"""Words after which 14h is a time, and no duration."""
PAST = {("half", "past"): 30, ("quarter", "past"): 15, ("quarter", "to"): -15}
"""The minutes after the hour that words tell; of the hour before, if there are less than none."""
GERMAN_DAYS = ("am", "vom", "zum", "den", "dem")
"""Words before which 12.5 is a day and its month."""
LINKS = ("of", "de", "del")
"""Words between a day and its month."""
UNITS = {"g": "gram", "gr": "gram", "l": "litre", "ml": "millilitre", "mm": "millimetre",
         "m": "metre", "h": "hour", "s": "seconds", "ms": "millisecond", "d": "day", "lb": "pound",
         "lbs": "pound", "oz": "ounce", "ft": "foot", "mi": "mile", "tb": "terabyte",
         "kb": "kilobyte", "liter": "litre", "meter": "metre"}  # fmt: skip
"""Units that are so short that they are units only beside a number."""
CJK_FIGURES = dict(zip("一二三四五六七八九两兩", (*range(1, 10), 2, 2), strict=True))
TEN = "十"


class Part(NamedTuple):
    """A word as it stands, whether it follows a comma or an "and", and whether it opens a
    sentence."""

    text: str
    joined: bool
    opens: bool = False


def measured(word: str) -> Sequence[str]:
    """A number, and what it counts: 160cm, €50, 12,000, 10k."""
    if word in SIGNS:
        return (SIGNS[word],)
    first, mark, last = word.lower().replace("–", "-").partition("-")
    if mark and all(one.isdecimal() and len(one) <= 2 for one in (first, last)):
        return first, last  # July 1-15
    first, mark, last = word.lower().partition("h")
    if mark and last.isdecimal() and len(last) == 2 and _is_hour(first):
        return (f"{int(first)}:{last}",)  # 14h30
    bare = word.strip(ALL_SIGNS)
    if bare != word:
        beside = next(sign for sign in (word[0], word[-1]) if sign in SIGNS)
        return (*measured(bare), SIGNS[beside]) if bare else (word,)
    end = len(word)
    while end and word[end - 1].isalpha():
        end -= 1
    number, unit = word[:end], word[end:]
    if unit and number and number[-1].isdigit() and (number[0].isdigit() or number[0] == "-"):
        if unit in ("k", "K"):
            return (_thousands(number),)
        if len(unit) == 1 and unit.lower() not in UNITS:  # house 7a
            return (word,)
        return (_number(number),) if unit.lower() in ORDINALS else (_number(number), unit)
    return (_number(word),)


def _thousands(number: str) -> str:
    whole, _, part = _number(number).partition(".")
    return f"{whole}{part:0<3}" if len(part) <= 3 else f"{number}k"


def _number(word: str) -> str:
    """A number in one form: without the marks of thousands, a fraction of zeros, and the v of a
    version."""
    for mark in (",", "."):
        groups = word.split(mark)
        is_long = len(groups) > 1 and all(len(one) == 3 and one.isdigit() for one in groups[1:])
        if is_long and len(groups[0]) <= 3 and groups[0].isdigit() and groups[0][0] != "0":
            return "".join(groups)
    word = word[1:] if word[:1] in "vV" and word[1:2].isdigit() else word
    whole, mark, part = word.replace(",", ".").partition(".")
    if mark and whole.isdigit() and part.isdigit():
        return whole if part in ("0", "00") else f"{whole}.{part}"
    return word


def with_figures(text: str) -> str:
    """A text with figures for Chinese numbers from two to 99; a single 一 is many words."""
    result, run = list[str](), ""
    for sign in f"{text} ":
        if sign in CJK_FIGURES or sign == TEN:
            run += sign
            continue
        result += (_figure(run), sign)
        run = ""
    return "".join(result)[:-1]


def _figure(run: str) -> str:
    tens, ten, ones = run.partition(TEN)
    if len(tens) > 1 or len(ones) > 1 or TEN in ones or run in ("", "一"):
        return run
    if not ten:
        return str(CJK_FIGURES[run])
    return str(10 * CJK_FIGURES.get(tens, 1) + CJK_FIGURES.get(ones, 0))


def in_one_form(parts: Sequence[Part]) -> list[Part]:
    """The words of a text, its dates as day, month and year, its times as of 24 hours, and units
    beside numbers in full."""
    found, place = list[Part](), 0
    while place < len(parts):
        texts, taken = _read(parts, place)
        part = parts[place]
        found += (Part(text, part.joined and not at, part.opens and not at)
                  for at, text in enumerate(texts))  # fmt: skip
        place += taken
    return found


def _read(parts: Sequence[Part], place: int) -> tuple[Sequence[str], int]:
    """What stands for the words from a place on, and for how many of them."""
    text = parts[place].text
    after = [part.text.lower() for part in parts[place + 1 : place + 3]]
    if text[0].isdigit():
        date = _figures_of_date(text)
        return (date, 1) if date else _with_number(parts, place, after)
    spoken = _spoken_clock(text.lower(), after) if len(after) > 1 else None
    if spoken:
        return spoken[:1], spoken[1]
    if folded(text) in _noons():
        return ("12:00",), 1
    month = _months().get(folded(text)) if after and _is_day(after[0]) else None
    if month and (len(text) > 3 or text[0].isupper()):
        return (after[0], month), 2
    before = parts[place - 1].text if place else ""
    if before[-1:].isdigit() and text.lower() in UNITS:
        return (UNITS[text.lower()],), 1
    return (text,), 1


def _with_number(
    parts: Sequence[Part], place: int, after: Sequence[str]
) -> tuple[Sequence[str], int]:
    """A number that is a day of a month, or a time of the clock, or neither."""
    text, unit = parts[place].text, after[0] if after else ""
    before = parts[place - 1].text.lower() if place else ""
    clock = _clock(text, unit, before)
    if clock:
        return (clock,), 1 + (unit in HALVES or unit in CLOCKS)
    if before in GERMAN_DAYS and text.count(".") == 1:  # am 12.5.
        day, _, number = text.partition(".")
        if _is_day(day) and _is_day(number) and int(number) <= 12:
            return (str(int(day)), _names_of_months()[int(number)]), 1
    words = after[unit in LINKS :] if _is_day(text) else ()
    month = _months().get(folded(words[0])) if words and words[0] != "may" else None
    return ((text, month), 2 + (unit in LINKS)) if month else ((text,), 1)


def _is_day(text: str) -> bool:
    return len(text) <= 2 and text.isdecimal() and 1 <= int(text) <= 31


def _figures_of_date(text: str) -> Sequence[str]:
    """Day, month and year of 2026-05-03, 3.5.2026 and 25/12/2026; () of anything else."""
    mark = next((mark for mark in "-/." if text.count(mark) == 2), None)
    figures = text.split(mark)
    if not mark or not all(one.isdecimal() and len(one) in (1, 2, 4) for one in figures):
        return ()
    if len(figures[0]) == 4:
        year, month, day = figures
    else:
        day, month, year = figures
        if mark == "/" and _is_day(month) and int(month) > 12:
            day, month = month, day
        elif len(year) != 4 or (mark != "." and int(day) <= 12 and day != month):
            return ()
    if not _is_day(day) or not _is_day(month) or int(month) > 12:
        return ()
    return str(int(day)), _names_of_months()[int(month)], year


def _is_hour(text: str) -> bool:
    return text.isdecimal() and len(text) <= 2 and int(text) <= 24


def _spoken_clock(text: str, after: Sequence[str]) -> tuple[str, int] | None:
    """The time that words tell, and how many they are: half past nine, quarter to ten."""
    minutes = PAST.get((text, after[0]))
    hour = NUMBERS.get(after[1], after[1])
    if minutes is None or not _is_hour(hour):
        return None
    return f"{(int(hour) - (minutes < 0)) % 24}:{minutes % 60}", 3


def _clock(text: str, unit: str, before: str) -> str | None:
    """The time of 24 hours that a number is, if it is one: 9:05, 17:00."""
    hours, mark, minutes = text.partition(":")
    if not mark and (unit == "uhr" or unit in HALVES):
        hours, _, minutes = text.partition(".")
    if not _is_hour(hours):
        return None
    is_named = unit in HALVES or unit == "uhr" or (unit == "h" and before in BEFORE_CLOCK)
    if not (len(minutes) == 2 and minutes.isdecimal()) and (minutes or mark or not is_named):
        return None
    half = HALVES.get(unit)
    hour = int(hours) if half is None or int(hours) > 12 else int(hours) % 12 + half
    return f"{hour}:{minutes or '00'}"


@lru_cache(maxsize=1)
def _months() -> dict[str, str]:
    """The English name of a month by its names in ten languages."""
    names = _names_of_months()
    return {name: names[int(number)] for number, *words in _lines() for name in words}


@lru_cache(maxsize=1)
def _noons() -> frozenset[str]:
    return frozenset(NOONS.split()[1:])


@lru_cache(maxsize=1)
def _names_of_months() -> dict[int, str]:
    return {int(number): words[0].capitalize() for number, *words in _lines()}


def _lines() -> Iterator[list[str]]:
    return map(str.split, MONTHS.split("|"))
