"""A text as a statement: its words in order, and what each does in it.

Words carry what is said; light words (is, very, note) could be left out; numbers, names, negations
and words of quantity make another fact wherever they stand. By tables and capitals alone, in some
languages; what no table knows is a word.
"""

from __future__ import annotations

from functools import lru_cache

from memento_cli.core.text.figures import HALVES, SIGNS, Part, in_one_form, measured, with_figures
from memento_cli.core.text.function_words import (
    ARTICLES,
    CONTRACTIONS,
    GERMAN,
    JOINING,
    KINDS,
    LABELS,
    LIGHT,
    LONGEST_PHRASE,
    NAME,
    NEGATION,
    NUMBER,
    PHRASES,
    PLACE,
    PRONOUN,
    QUANTITY,
    WORD,
)
from memento_cli.core.text.normal_forms import folded
from memento_cli.core.text.word_forms import LONG_FORMS, NUMBERS, SHORT, word_key
from memento_cli.core.text.words import ends_in_question, is_unit
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

OPENING, CLOSING = "\"'`“”‘’«»([{「『（<*_#:;,!?", ".,;:!?…\"'`“”‘’«»)]}。、，！？；：」』）>*_"
BREAKS = ",;:.、，；："
"""Marks after which what follows is one more of a list, or a part of its own."""
STOPS, QUOTES = ".!?:…", "\"'”’»)]*_"
DUTIES = ("has", "have", "had", "need", "needs", "needed")
"""Words that say "must" before a "to"."""
INTENTION_WORDS = """
    want wants wanted plan plans planned hope hopes hoped try tries tried intend intends intended
    forgot refuse refuses refused fail fails failed
"""
INTENTIONS = frozenset(INTENTION_WORDS.split())
"""Words before a "to" by which what follows is not done, or not yet."""
WHOLES = ("all", "anyone", "everybody", "everyone", "everything", "nobody", "none", "nothing")
WISHES = ("like", "love", "prefer", "rather")
"""Words before which 'd is would."""
BEARERS = ("it", "that", "there", "here", "what", "who", "where", "she", "he", "how", "let")
"""Words after which 's is a verb."""
CAPITALS = ("mr", "os")
"""Words that are short for several only in capitals: MR, Mr Hill."""
LONGEST_LABEL, LONGEST_SHORT = 4, 6
REFERRING = ("it", "them", "this", "that")
"""Words that stand for the topic before a colon: ferns: mist them."""
COUNTED = frozenset(("bit", "couple", "few", "little", "lot"))
"""Words with which an article counts: few came, a few came."""
SHORT_NEGATIONS = {"can't": "can", "won't": "will", "cannot": "can", "shan't": "shall"}
ENGLISH_VERB_ENDS = ("'ll", "'re", "'ve", "'m", "'d")
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


@lru_cache(maxsize=64)
def statement(text: str) -> Statement:
    """Read a text. The last ones are kept, since one text is compared with many."""
    asks = ends_in_question(text)
    return Statement(tuple(_words(_without_phrases(in_one_form(list(_parts(text)))))), asks)


def _parts(text: str) -> Iterator[Part]:
    """The words as they stand, without marks beside them, and whether a comma or "and" is before
    them. A text in capitals is read in lower case."""
    if not text.isascii():
        text = _unspaced(text)
    text = (text.lower() if text.isupper() else text).replace("’", "'")
    joined, opens = False, True
    raws = _without_label(text.split())
    for raw, following in zip(raws, [*raws[1:], ""], strict=False):
        pieces = _pieces(raw.lstrip(OPENING))
        if raw.lower() == "no." and following[:1].isdigit():
            pieces = ("number",)
        elif raw.lower().endswith("'d") and following.lower() in WISHES:
            pieces = (*pieces, "would")
        for piece in pieces:
            word = piece.rstrip(CLOSING)
            if len(pieces) == 1 and word.lower() in JOINING:
                joined = True
            elif word:
                yield Part(word, joined, opens)
                joined = opens = False
        joined |= raw[-1] in BREAKS
        opens |= _ends_sentence(raw)


def _without_label(raws: list[str]) -> list[str]:
    """The words without a label that says nothing (note:), and a topic before a colon where a word
    stands for it: ferns: mist them."""
    end = next((at for at, raw in enumerate(raws[:LONGEST_LABEL], 1) if raw[-1] == ":"), 0)
    label = [*raws[: max(0, end - 1)], *(raw.rstrip(":") for raw in raws[max(0, end - 1) : end])]
    if end == 1 and label[0].strip(OPENING).lower() in LABELS:
        return raws[1:]
    for at in range(end + 1, end + 3) if end else ():
        if at < len(raws) and raws[at].rstrip(CLOSING).lower() in REFERRING:
            return [*raws[end:at], *label, *raws[at + 1 :]]
    return raws


def _ends_sentence(raw: str) -> bool:
    """Whether a full stop ends a sentence, and is no part of a short form: Dr., no., 5."""
    word = raw.rstrip(CLOSING)
    is_long = len(word) > 2 and word.lower() not in SHORT
    return raw.rstrip(QUOTES)[-1:] in STOPS and (is_long or not word.isalpha())


def _without_phrases(parts: Sequence[Part]) -> list[Part]:
    """The words without phrases that say nothing, and with "must" for have to and need to."""
    found, place = list[Part](), 0
    plain_words = [folded(part.text) for part in parts]
    while place < len(parts):
        longest = range(min(LONGEST_PHRASE, len(parts) - place), 0, -1)
        length = next((n for n in longest if tuple(plain_words[place : place + n]) in PHRASES), 0)
        if not length and plain_words[place] == "to" and found and plain_words[place - 1] in DUTIES:
            found[-1] = found[-1]._replace(text="must")
        elif not length:
            before = plain_words[place - 1] if place else ""
            found.append(_with_sense(parts[place], plain_words[place], before))
        place += length or 1
    return found


def _with_sense(part: Part, plain: str, before: str) -> Part:
    """A word in the sense that the one before it gives: wants to, everyone but."""
    if plain == "to" and before in INTENTIONS:
        return part._replace(text="might")
    if plain == "but" and before in WHOLES:
        return part._replace(text="except")
    return part


def _pieces(word: str) -> Sequence[str]:
    """A word cut where its number ends, and at hyphens and slashes if it has no number."""
    low = word.lower()
    if low.rstrip(CLOSING) in SHORT_NEGATIONS:
        return SHORT_NEGATIONS[low.rstrip(CLOSING)], "not"
    if low.rstrip(CLOSING).endswith("n't"):
        return word.rstrip(CLOSING)[:-3], "not"
    bare = low.rstrip(CLOSING) if len(low) <= LONGEST_SHORT else low
    if bare in LONG_FORMS and (word[:2].isupper() or bare not in CAPITALS):
        return LONG_FORMS[bare]
    if not word.isascii() or not word.isalpha():
        if any(map(str.isdigit, word)) or word[:1] in SIGNS:
            return measured(word.rstrip(".,;:!?)"))
        for end in ENGLISH_VERB_ENDS:
            low = low.rstrip(CLOSING)
            if low.endswith(end):
                return (word[: low.rindex(end)],)
        if low.endswith("'s") and low[:-2] in BEARERS:
            return (word[:-2],)
        if "-" in word or "/" in word or "_" in word:
            word = word.rstrip(CLOSING).removesuffix("(")  # parse_header()
            return word.replace("/", " ").replace("_", " ").replace("-", " ").split()
        if word[1:2] == "'" and len(word) > 3:
            return (word[2:],)
    return (word,)


def _unspaced(text: str) -> str:
    """The text with each sign of a script without spaces as a word; runs of katakana are words."""
    from unicodedata import normalize

    text = normalize("NFKC", text)
    if not any(map(is_unit, text)):
        return text
    text = with_figures(text)
    if "です" in text and "は" in text:  # what is told of a topic stands as after an "is"
        text = text.replace("は", "は 是", 1)
    for end in JAPANESE_NOT:
        text = text.replace(end, " not ")
    for end in JAPANESE_ENDS:
        text = text.replace(end, " ")
    text = text.replace("。", " ").replace("、", ", ").replace("，", ", ")
    return "".join(
        sign if not is_unit(sign) or "\u30a1" <= sign <= "\u30ff" else f" {sign} " for sign in text
    )


def _words(parts: Sequence[Part]) -> Iterator[Word]:
    plain_words = [folded(part.text) if not is_unit(part.text[0]) else part.text for part in parts]
    has_names = _tells_names_by_capitals(parts, plain_words)
    carried = False
    for place, (text, joined, opens) in enumerate(parts):
        plain, after = plain_words[place], plain_words[place + 1 : place + 2]
        is_counted = plain == "a" and not COUNTED.isdisjoint(after)
        is_letter = text.isupper() and (place or len(text) > 1)
        if not plain or (plain in ARTICLES and not is_counted and not is_letter):
            carried |= joined
            continue
        is_half = plain in HALVES and place > 0 and parts[place - 1].text[-1:].isdigit()
        if is_half:
            yield Word(plain, plain, NUMBER, joined or carried)
        elif plain == "one" and _stands_for_noun(parts, plain_words, place):
            yield Word(plain, plain, PRONOUN, joined or carried)
        elif is_unit(text[0]) and _ends_verb(parts, place):
            yield Word(plain, plain, PLACE, joined or carried)
        else:
            yield _word(text, plain, joined or carried, has_names and not opens)
        carried = False


def _stands_for_noun(parts: Sequence[Part], plain_words: Sequence[str], place: int) -> bool:
    """Whether "one" is no number: the old one, one of them."""
    if place + 1 == len(parts) or parts[place + 1].joined or parts[place + 1].opens:
        return True
    return KINDS.get(plain_words[place + 1], WORD) in (PLACE, PRONOUN, LIGHT)


def _ends_verb(parts: Sequence[Part], place: int) -> bool:
    """Whether a sign is kana after a Chinese one: the ending of a Japanese verb or adjective."""
    before = parts[place - 1].text if place else ""
    is_kana = "\u3041" <= parts[place].text[0] <= "\u309f"
    return is_kana and KINDS.get(parts[place].text) is None and before[:1] >= "\u3400"


def _tells_names_by_capitals(parts: Sequence[Part], plain_words: list[str]) -> bool:
    """Whether a capital within a text makes a name: not in German, and not in a title."""
    if not GERMAN.isdisjoint(plain_words) and not {"the", "is", "and"} & set(plain_words):
        return False
    long_words = [part.text for part, plain in zip(parts, plain_words, strict=True)
                  if part.text[:1].isalpha() and not part.opens and KINDS.get(plain) != PLACE
                  ]  # fmt: skip
    return not (len(long_words) > 3 and all(text[:1].isupper() for text in long_words))


def _word(text: str, plain: str, joined: bool, may_be_name: bool) -> Word:
    number = NUMBERS.get(plain)
    if number or (any(map(str.isdigit, plain)) and plain not in SHORT):
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
    return Word(plain, CONTRACTIONS.get(plain, plain), kind, joined)
