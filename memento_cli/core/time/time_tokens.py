"""The words of a text that may name a time, each with what it means by `time_words.py`."""

from __future__ import annotations

from memento_cli.core.time import time_words
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MOST_JOINED = 5
"""The most words of one meaning, such as the day before yesterday."""
END_OF_YEAR = ("", " ", ".", ",", ";", ":", "?", "!", ")")
OF_LAST_CENTURY = "70"
"""From which on a year of two figures is of the last century."""


class Token(NamedTuple):
    """A word, a number or a sign of a text, folded, and its meanings by the name of a table."""

    text: str
    meanings: Mapping[str, str]


_TABLE: dict[str, dict[str, str]] = {}
"""The meanings of each word by the name of a table; made when first asked."""


def _table() -> dict[str, dict[str, str]]:
    names = ("days", "mornings", "periods", "units", "clock_units", "short_units", "months",
             "seasons", "weekdays", "short_weekdays", "noons", "relative", "ago", "ahead",
             "numbers", "few", "ordinals", "parts", "quarters")  # fmt: skip
    for name in () if _TABLE else names:
        for entry in getattr(time_words, name.upper()).split("|"):
            meaning, *words = entry.split()
            for word in words:
                _TABLE.setdefault(word.replace("_", " "), {})[name] = meaning
    return _TABLE


def token_of(word: str) -> Token:
    """A folded word, with its meanings."""
    return Token(word, _table().get(word, {}))


def tokens_of(text: str) -> list[Token]:
    """The words of a folded text, the longest known where several begin."""
    table, words = _table(), list(_split(_with_centuries(text)))
    tokens, at = list[Token](), 0
    while at < len(words):
        for count in range(min(MOST_JOINED, len(words) - at), 0, -1):
            group = words[at : at + count]
            is_unspaced = all(ord(word[0]) > 0x2E80 for word in group)
            joined = ("" if is_unspaced else " ").join(group)
            if joined in table or count == 1:
                tokens.append(Token(joined, table.get(joined, {})))
                at += count
                break
    return tokens


def _with_centuries(text: str) -> str:
    """The text with years such as '25 as 2025, and '99 as 1999."""
    whole, *parts = text.replace("\u2019", "'").split("'")
    for at, part in enumerate(parts):
        is_quoted = len(part) == 2 and at + 1 < len(parts)
        is_year = part[:2].isdecimal() and len(part) > 1 and part[2:3] in END_OF_YEAR
        if is_year and not is_quoted and not whole[-1:].isalnum():
            whole += "20" if part[:2] < OF_LAST_CENTURY else "19"
        else:
            whole += "'"
        whole += part
    return whole


def _split(text: str) -> Iterator[str]:
    """Words, numbers, each sign of an unspaced script, and the marks between figures."""
    word = ""
    for at, sign in enumerate(text):
        unspaced = ord(sign) > 0x2E80
        same = word and word[-1].isdecimal() == sign.isdecimal()
        if sign.isalnum() and not unspaced and (same or not word or word[0].isalpha()):
            word += sign
            continue
        if sign.isalpha() and not unspaced and word[:1].isdecimal():
            word += sign  # 7th, and 2018b is no year
            continue
        if word:
            yield word
        word = sign if sign.isalnum() and not unspaced else ""
        if (unspaced and sign.isalnum()) or (
            sign in "-/." and text[at - 1 : at].isdecimal() and text[at + 1 : at + 2].isdecimal()
        ):
            yield sign
    if word:
        yield word
