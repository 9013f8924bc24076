"""A text as a statement: its words in order, and what each does in it.

Words carry what is said; light words (is, very, note) could be left out; numbers, names, negations
and words of quantity make another fact wherever they stand. By tables and capitals alone, in some
languages; what no table knows is a word.
"""

from __future__ import annotations

from memento_cli.core.text.function_words import (
    ARTICLES,
    GERMAN,
    JOINING,
    KINDS,
    LIGHT,
    NAME,
    NEGATION,
    NUMBER,
    PLACE,
    PRONOUN,
    QUANTITY,
    WORD,
)
from memento_cli.core.text.normal_forms import folded
from memento_cli.core.text.word_forms import NUMBERS, SHORT, word_key
from memento_cli.core.text.words import ends_in_question, is_unit
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

OPENING, CLOSING = "\"'`“”‘’«»([{「『（<*_#", ".,;:!?…\"'`“”‘’«»)]}。、，！？；：」』）>*_"
BREAKS = ",;:.、，；："
"""Marks after which what follows is one more of a list, or a part of its own."""
COUNTED = frozenset(("bit", "couple", "few", "little", "lot"))
"""Words with which an article counts: few came, a few came."""
SHORT_NEGATIONS = {"can't": "can", "won't": "will", "cannot": "can", "shan't": "shall"}
ENGLISH_VERB_ENDS = ("'ll", "'re", "'ve", "'m", "'d")
SIGNS = {"€": "euro", "$": "dollar", "£": "pound", "¥": "yen", "%": "percent"}
ALL_SIGNS = "".join(SIGNS)
HALVES = ("am", "pm")
ORDINALS = ("st", "nd", "rd", "th")
JAPANESE_NOT = ("ではありません", "じゃありません", "ではない", "じゃない", "ませんでした",
                "ません", "なかった", "ない")  # fmt: skip
JAPANESE_ENDS = ("でした", "です", "ました", "ます", "だった")


class Word(NamedTuple):
    """A word as it stands, what its forms share, what it does, and whether it follows a comma or
    an "and"."""

    text: str
    key: str
    kind: int
    joined: bool


class Statement(NamedTuple):
    """The words of a text in order without articles, and whether it asks."""

    words: tuple[Word, ...]
    asks: bool


def statement(text: str) -> Statement:
    """Read a text."""
    asks = ends_in_question(text)
    return Statement(tuple(_words(list(_parts(text)))), asks)


def _parts(text: str) -> Iterator[tuple[str, bool]]:
    """The words as they stand, without marks beside them, and whether a comma or "and" is before
    them. A text in capitals is read in lower case."""
    if not text.isascii():
        text = _unspaced(text)
    text = (text.lower() if text.isupper() else text).replace("’", "'")
    joined = False
    for raw in text.split():
        pieces = _pieces(raw.lstrip(OPENING))
        for piece in pieces:
            word = piece.rstrip(CLOSING)
            if len(pieces) == 1 and word.lower() in JOINING:
                joined = True
            elif word:
                yield word, joined
                joined = False
        joined |= raw[-1] in BREAKS


def _pieces(word: str) -> Sequence[str]:
    """A word cut where its number ends, and at hyphens and slashes if it has no number."""
    low = word.lower()
    if low.rstrip(CLOSING) in SHORT_NEGATIONS:
        return SHORT_NEGATIONS[low.rstrip(CLOSING)], "not"
    if low.rstrip(CLOSING).endswith("n't"):
        return word.rstrip(CLOSING)[:-3], "not"
    if not word.isascii() or not word.isalpha():
        if any(map(str.isdigit, word)) or word[:1] in SIGNS:
            return _measured(word.rstrip(".,;:!?)"))
        for end in ENGLISH_VERB_ENDS:
            low = low.rstrip(CLOSING)
            if low.endswith(end):
                return (word[: low.rindex(end)],)
        if "-" in word or "/" in word or "_" in word:
            return word.replace("/", " ").replace("_", " ").replace("-", " ").split()
        if word[1:2] == "'" and len(word) > 3:
            return (word[2:],)
    return (word,)


def _measured(word: str) -> Sequence[str]:
    """A number, and what it counts: 160cm, €50, 12,000."""
    bare = word.strip(ALL_SIGNS)
    if bare != word:
        beside = next(sign for sign in (word[0], word[-1]) if sign in SIGNS)
        return (*_measured(bare), SIGNS[beside]) if bare else (word,)
    end = len(word)
    while end and word[end - 1].isalpha():
        end -= 1
    number, unit = word[:end], word[end:]
    if unit and number and number[-1].isdigit() and (number[0].isdigit() or number[0] == "-"):
        return (_number(number),) if unit.lower() in ORDINALS else (_number(number), unit)
    return (_number(word),)


def _number(word: str) -> str:
    """A number in one form: without the commas of thousands and the v of a version."""
    groups = word.split(",")
    if len(groups) > 1 and all(len(group) == 3 and group.isdigit() for group in groups[1:]):
        word = "".join(groups)
    return word[1:] if word[:1] in "vV" and word[1:2].isdigit() else word


def _unspaced(text: str) -> str:
    """The text with each sign of a script without spaces as a word; runs of katakana are words."""
    from unicodedata import normalize

    text = normalize("NFKC", text)
    if not any(map(is_unit, text)):
        return text
    for end in JAPANESE_NOT:
        text = text.replace(end, " not ")
    for end in JAPANESE_ENDS:
        text = text.replace(end, " ")
    text = text.replace("。", " ").replace("、", ", ").replace("，", ", ")
    return "".join(
        sign if not is_unit(sign) or "\u30a1" <= sign <= "\u30ff" else f" {sign} " for sign in text
    )


def _words(parts: list[tuple[str, bool]]) -> Iterator[Word]:
    plain_words = [folded(text) if not is_unit(text[0]) else text for text, _ in parts]
    has_names = _tells_names_by_capitals(parts, plain_words)
    carried = False
    for place, (text, joined) in enumerate(parts):
        plain, after = plain_words[place], plain_words[place + 1 : place + 2]
        is_counted = plain == "a" and not COUNTED.isdisjoint(after)
        is_letter = text.isupper() and (place or len(text) > 1)
        if plain in ARTICLES and not is_counted and not is_letter:
            carried |= joined
            continue
        is_hour = plain in HALVES and place > 0 and parts[place - 1][0][-1:].isdigit()
        word = _word(text, plain, joined or carried, has_names and place > 0)
        yield word._replace(kind=NUMBER) if is_hour else word
        carried = False


def _tells_names_by_capitals(parts: list[tuple[str, bool]], plain_words: list[str]) -> bool:
    """Whether a capital within a text makes a name: not in German, and not in a title."""
    if not GERMAN.isdisjoint(plain_words) and not {"the", "is", "and"} & set(plain_words):
        return False
    long_words = [text for (text, _), plain in zip(parts, plain_words, strict=True)
                  if text[:1].isalpha() and KINDS.get(plain) != PLACE]  # fmt: skip
    return not (len(long_words) > 3 and all(text[:1].isupper() for text in long_words))


def _word(text: str, plain: str, joined: bool, may_be_name: bool) -> Word:
    number = NUMBERS.get(plain)
    if number or any(map(str.isdigit, plain)):
        return Word(plain, number or plain, NUMBER, joined)
    is_acronym = len(text) > 1 and text.isupper() and text.isascii()
    is_short = may_be_name and text[0].isupper() and plain in SHORT  # Mon is not French mon
    kind = WORD if is_short else QUANTITY if plain == "a" else KINDS.get(plain, WORD)
    if is_acronym and kind not in (NEGATION, QUANTITY):  # US is not us
        return Word(plain, text if kind in (PRONOUN, LIGHT) else word_key(plain), NAME, joined)
    if kind == WORD and may_be_name and text[:1].isupper():
        kind = NAME
    if kind in (NEGATION, WORD, NAME):
        return Word(plain, "not" if kind == NEGATION else word_key(plain), kind, joined)
    return Word(plain, plain, kind, joined)
