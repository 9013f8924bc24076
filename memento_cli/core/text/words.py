"""Which words a text holds, for the index and for a query, and its tokens in a model, an estimate.

SQLite splits plain text by itself (`TOKENIZE`), and Porter's stemmer serves English. Python helps
only where they would fail: scripts that put no space between words are cut into signs and
overlapping pairs of signs; words of scripts that inflect much are cut to their first letters
(McNamee and Mayfield, 2004); the scheme of a reference is no word. SQLite's table of signs is years
old and takes what it does not know for letters, so what is none is not left to it.
"""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


VERSION = 9
TOKENIZE = "porter unicode61 remove_diacritics 2 categories 'L* N* Co So M*'"
PARTS = "parts"
COLUMN_WEIGHTS = {"summary": 1.5, "detail": 1.0, "topics": 1.0, "people": 1.0, PARTS: 0.7}
"""The texts of a memory that are searched, and what a word in each counts in BM25.

The parts are other writings of what is in the others (`word_parts`)."""
MOST_TERMS = 128
SCHEMES = ("ctx://person/", "ctx://", "https://", "http://")
LETTER, ROOTED, MARK, UNIT, SYMBOL, GAP, MODIFIER = range(7)
SHORTEST_ROOT, ARABIC_ROOT, ROOT = 3, 4, 5  # letters that are kept of a word
UNSPACED = (
    ("\u0e00", "\u0eff"),  # Thai, Lao
    ("\u1000", "\u109f"),  # Burmese
    ("\u1780", "\u17ff"),  # Khmer
    ("\u2e80", "\ua4cf"),  # Han, kana
    ("\uac00", "\ud7ff"),  # Hangul
    ("\uf900", "\ufaff"),
    ("\U00020000", "\U0003ffff"),
)
MODIFIERS = (
    ("\u00ad", "\u00ad"),  # the soft hyphen
    ("\u0591", "\u05bd"),  # the points of Hebrew, but for what stands between words
    *((point, point) for point in "\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"),
    ("\u061c", "\u061c"),
    ("\u180b", "\u180f"),
    ("\u200d", "\u200f"),  # the joiner, marks of direction
    ("\u202a", "\u202e"),
    ("\u2060", "\u206f"),
    ("\ufe00", "\ufe0f"),  # which form of a sign is wanted
    ("\ufeff", "\ufeff"),
    ("\U0001f3fb", "\U0001f3ff"),  # tones of skin
    ("\U000e0000", "\U000e0fff"),  # tags, more forms
)
"""Signs that only change how the one before them looks, or nothing. Marks that enclose do, too."""
INFLECTED = (("\u0370", "\u058f"), ("\u05d0", "\u05ea"), ("\u0600", "\u06ff"), ("\u0900", "\u0dff"))
ARABIC: dict[int, str] = {
    ord(one): other for one, other in zip("أإآىیکةے", "اااييكهي", strict=True)
}
ARABIC |= dict.fromkeys([0x640, 0x670, *range(0x64B, 0x660)], "")  # the stretch, the vowel marks
HEBREW = {ord(one): other for one, other in zip("ךםןףץ", "כמנפצ", strict=True)}
HEBREW_PARTICLES, HEBREW_PLURALS = "הובכלמש", ("ימ", "ות")
ARTICLES = ("وال", "بال", "كال", "فال", "لل", "ال")
SYLLABIC = (("\u0e00", "\u17ff"), ("\u3040", "\u30ff"))  # Thai to Khmer, kana
FOLDED = dict.fromkeys("°©®¦", " ") | {
    "ß": "ss", "ẞ": "SS", "ё": "е", "Ё": "Е", "ł": "l", "Ł": "L", "ø": "o", "Ø": "O",
    "đ": "d", "Đ": "D", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ı": "i",
}  # fmt: skip
FOLDED |= zip("٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९", 3 * "0123456789", strict=True)
FOLDED |= zip("άέήίόύώϊϋΐΰΆΈΉΊΌΎΏς", "αεηιουωιυιυΑΕΗΙΟΥΩσ", strict=True)
"""Signs that are no letters, though SQLite takes them for such, and letters that many type as
others, or that SQLite does not take apart."""
SCRIPTS = (
    (("\u3040", "\u309f"),),  # hiragana
    (("\u30a0", "\u30ff"), ("\u31f0", "\u31ff"), ("\uac00", "\ud7ff")),  # katakana, Hangul
    (("\u0e00", "\u17ff"),),  # Thai to Khmer
)
HIRAGANA, THAI, HAN = 0, 2, 3
SIGNS_A_WORD = {THAI: 4, HAN: 2}
ENGLISH = """
    a about after all also am an and any are as at be because been before being but by can could
    d did do does doing don during each few for from further had has have having he her here
    hers him his how i if in into is it its itself just ll m me more most my no nor not of off
    on once only or other our ours out over own re s same she should so some such t than that
    the their theirs them then there these they this those through to too under until up ve very
    was we were what when where which while who whom why will with would you your yours
"""
STOP_WORDS = frozenset(ENGLISH.split())
QUESTION_MARKS = ("?", "？", "؟")
SENTENCE_ENDS = ("\n", ". ", "! ", "? ", "。", "！", "？", "। ", "؟ ")
"""What ends a sentence within a text; `sentences.py` is exact, and loads `re`."""


class _Kinds(dict[str, int]):
    """What each sign is; asked once a sign."""

    def __missing__(self, sign: str) -> int:
        from unicodedata import category

        kind = category(sign)
        found = GAP
        if kind == "Me" or _within(sign, MODIFIERS):
            found = MODIFIER
        elif kind[0] == "M":
            found = MARK
        elif kind[0] in "LN" or kind in ("Co", "Cn"):  # what Python does not know yet, SQLite may
            spaced = ROOTED if _within(sign, INFLECTED) else LETTER
            found = UNIT if _within(sign, UNSPACED) else spaced
        elif kind == "So":
            found = SYMBOL
        self[sign] = found
        return found


KINDS = _Kinds()


def ends_in_question(text: str) -> bool:
    """Whether a text ends in a question mark."""
    return text.rstrip().endswith(QUESTION_MARKS)


def common_prefix(one: str, other: str) -> int:
    """The number of characters by which two words begin alike."""
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length


def indexed(text: str) -> str:
    """The text as the index's tokenizer should see it; plain ASCII is given back as it is."""
    text = _spaced(text)
    if text.isascii() or all(KINDS[sign] != ROOTED for sign in set(text)):
        return text
    return " ".join(map(_root, _apart(text)))


def whole(text: str) -> list[str]:
    """All words of a text, in order, with all their letters, which the index may cut."""
    return _words(_spaced(text))


def terms(text: str) -> list[str]:
    """The words to look for, at most 128, without repeats and stop-words; [] if there are none."""
    return all_terms(text)[:MOST_TERMS]


def all_terms(text: str) -> list[str]:
    """The words to look for, however many, without repeats and stop-words; [] if there are none.

    Of more than 128 the signs of scripts without spaces are left out where pairs of signs have
    them: a sign tells little.
    """
    words = list(dict.fromkeys(split(text)))
    telling = [w for w in words if w.lower() not in STOP_WORDS and _telling_alone(w)]
    if len(telling) > MOST_TERMS:
        telling = [w for w in telling if not (is_unit(w[0]) and is_sign(w))] or telling
    return telling or words


def word_count(text: str) -> int:
    """About how many telling words a text has, each once; 0 only if it has no words.

    Where no space stands between words it is an estimate: two Han signs or four of Thai, Lao, Khmer
    or Burmese are a word, and so is a run of katakana or Hangul; hiragana counts only by itself,
    because beside others it is mostly particles and endings.
    """
    runs = {run.lower() for run in _runs(text)}
    telling = runs - STOP_WORDS or runs
    return sum(map(_words_in, telling)) or min(1, len(telling))


def _runs(text: str) -> list[str]:
    """The words of a text, those without spaces as runs of signs of one script."""
    if text.isascii():
        return _words(text)
    from itertools import groupby

    words = _apart("".join(sign for sign in _plain(text) if KINDS[sign] != MODIFIER))
    return ["".join(run) for word in words for _, run in groupby(word, key=_script)]


def _script(sign: str) -> int:
    """The place in SCRIPTS of the script of a sign; -1 for those that put spaces between words."""
    if not is_unit(sign):
        return -1
    return next((n for n, script in enumerate(SCRIPTS) if _within(sign, script)), len(SCRIPTS))


def _words_in(run: str) -> int:
    """About how many words a run of signs of one script has."""
    script = _script(run[0])
    if script == HIRAGANA:
        return 0
    signs = sum(KINDS[sign] == UNIT for sign in run)
    return -(-signs // SIGNS_A_WORD[script]) if script in SIGNS_A_WORD else 1


def is_cut(word: str) -> bool:
    """Whether only the first letters of a word like this are kept."""
    return word > "\u0370" and KINDS[word[0]] == ROOTED


def is_unit(sign: str) -> bool:
    """Whether it is a sign of a script that puts no space between words."""
    return sign > "\u0e00" and KINDS[sign] == UNIT


def is_hiragana(sign: str) -> bool:
    """Whether it is a sign of hiragana."""
    return _within(sign, SCRIPTS[HIRAGANA])


def is_sign(word: str) -> bool:
    """Whether a word has one sign, beside marks on it."""
    return len(word) == 1 or sum(KINDS[sign] != MARK for sign in word) == 1


def _telling_alone(word: str) -> bool:
    """Whether a word is more than one sign of a script whose signs mean nothing by themselves."""
    units = [sign for sign in word if is_unit(sign)]
    return len(units) != 1 or not _within(units[0], SYLLABIC)


def split(text: str) -> list[str]:
    """All words of a text, in order, as the index knows them."""
    return _words(indexed(text))


def _words(text: str) -> list[str]:
    if not text.isascii():
        return _apart(text)
    return "".join(sign if sign.isalnum() else " " for sign in text).split()


def _apart(text: str) -> list[str]:
    return "".join(sign if KINDS[sign] != GAP else " " for sign in text).split()


def _spaced(text: str) -> str:
    """The text with a space wherever a word ends, its letters written in one way."""
    if "://" in text:
        for scheme in SCHEMES:
            text = text.replace(scheme, " ")
    if text.isascii():
        return text
    text = _plain(text)
    signs = set(text)
    for sign in signs:
        if KINDS[sign] >= GAP and not sign.isascii():
            text = text.replace(sign, " " if KINDS[sign] == GAP else "")
    if any(KINDS[sign] in (UNIT, SYMBOL) for sign in signs):
        text = "".join(_cut(text))
    return text


def _root(word: str) -> str:
    """What stays the same in most forms of a word of an inflected script."""
    if not is_cut(word):
        return word
    if "\u05d0" <= word[0] <= "\u05ea":
        return _hebrew_root(word)
    if not "\u0600" <= word[0] <= "\u06ff":
        return word[: min(ROOT, max(SHORTEST_ROOT, len(word) - 1))]
    word = word.translate(ARABIC)
    for article in ARTICLES:
        if word.startswith(article) and len(word) - len(article) > 1:
            return word[len(article) :][:ARABIC_ROOT]
    without_and = word[1:] if word.startswith("و") and len(word) > 3 else word
    return without_and[:ARABIC_ROOT]


def _hebrew_root(word: str) -> str:
    """A Hebrew word without its plural and without the particles before it, three letters at least:
    הדלת and לדלת are דלת. A first letter of the word itself may go with them, in all its forms."""
    word = word.translate(HEBREW)
    if word.endswith(HEBREW_PLURALS) and len(word) > SHORTEST_ROOT + 1:
        word = word[:-2]
    while len(word) > SHORTEST_ROOT and word[0] in HEBREW_PARTICLES:
        word = word[1:]
    return word.translate(HEBREW)


def _plain(text: str) -> str:
    """Text in which one letter is written in one way, and which UTF-8 can hold."""
    from unicodedata import normalize

    text = normalize("NFKC", text.encode("utf-8", "replace").decode())
    for sign in FOLDED.keys() & set(text):
        text = text.replace(sign, FOLDED[sign])
    return text


def _cut(text: str) -> Iterator[str]:
    """The text with each run of unspaced script as its signs, then its pairs of signs."""
    run: list[str] = []
    for sign in text:
        kind = KINDS[sign]
        if kind == UNIT:
            run.append(sign)
        elif kind == MARK and run:
            run[-1] += sign
        else:
            yield from _pieces(run)
            run.clear()
            yield f" {sign} " if kind == SYMBOL else sign if kind != GAP else " "
    yield from _pieces(run)


def _pieces(run: list[str]) -> Iterable[str]:
    if not run:
        return ()
    pairs = map(str.__add__, run, run[1:])
    return (" ", " ".join((*run, *pairs)), " ")


def _within(sign: str, ranges: tuple[tuple[str, str], ...]) -> bool:
    return any(first <= sign <= last for first, last in ranges)


SIGNS_A_TOKEN = 4
ALPHABETS, UNSPACED_FROM = "\u0370", "\u0e00"
"""From here on: Greek, Cyrillic, Arabic, the scripts of India; Thai, kana, Han, Hangul, emoji."""


def token_estimate(signs: int) -> int:
    """The tokens of so many signs: a token for every four, rounded up (document 002's program).

    Fair for English: OpenAI's rule of thumb; DeepSeek documents 0.3 tokens a sign. Of Chinese,
    Japanese and Korean it tells 3 to 6 times too few: their signs cost 0.6 (DeepSeek), 0.6 to 1
    (counts of o200k_base) or 1 to 1.7 tokens (of cl100k_base). `tokens_in` knows the script.
    """
    return -(-signs // SIGNS_A_TOKEN)


def tokens_in(text: str) -> int:
    """The tokens of a text: Latin signs a quarter each, other alphabets a half, the rest one.

    The same as `token_estimate` for ASCII. How unlike scripts are in this: Petrov et al., Language
    Model Tokenizers Introduce Unfairness Between Languages, NeurIPS 2023. Of today's tokenizers it
    rather tells too many: a context that is too long is worse than one with room left.
    """
    return token_estimate(quarters_in(text))


def quarters_in(text: str) -> int:
    """The quarters of a token in a text, which add up without rounding, as `tokens_in` does not."""
    if text.isascii():
        return len(text)
    return sum([1 if sign < ALPHABETS else 2 if sign < UNSPACED_FROM else 4 for sign in text])
