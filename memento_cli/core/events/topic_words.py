"""The words of an event that may name its subject, and the title that such words make.

A word is a run of letters, or in Japanese a run of kanji or of katakana, since hiragana write
endings and particles; a single kanji counts before a particle. Chinese and other scripts without
spaces have overlapping pairs of characters.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import groupby
from unicodedata import category, normalize

from memento_cli.core.text.common_words import is_common
from memento_cli.core.text.words import is_unit, split
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from memento_cli.core.events.events import Event

LONGEST_WORD = 30  # characters; what is longer is an address or a key
SHORTEST_WORD = 3  # letters, where letters are not syllables
SHORT_NAME = 3  # characters that are enough for a name
TITLE_WORDS = 3
COMMON_SHARE = 0.4
"""The least frequency of a word in a title, relative to the most frequent one."""
PLURALS = (("ies", "y"), ("ss", "ss"), ("us", "us"), ("s", ""))
"""Harman's weak stemmer (1991): only singular and plural of an English noun are one word."""
ENDINGS = ("ing", "ed", "en", "er", "em", "e")
"""Endings of English verbs and of German nouns, of which one is cut."""
STEMMED, LEFT = 4, 3
"""The least number of letters of a word with a plural, and of what a cut ending leaves."""
NUMERALS = "一二三四五六七八九十"
PARTICLES = frozenset("がをはのにへともで")
SYLLABIC = ("\u0e00", "\u17ff")
"""Thai to Khmer, with the marks that stand on their letters."""
GAP, LETTERS, HAN, KATAKANA, HIRAGANA, OTHER = range(6)


class TextRun(NamedTuple):
    """Characters of one script, side by side."""

    script: int
    text: str


def spoken_text(event: Event) -> str:
    """The words of an event without the names of the speakers."""
    words = event.words
    return "\n".join((words.user, words.assistant, words.said, *words.images))


def name_words(names: Iterable[str]) -> set[str]:
    """The words of these names, and their short forms: Melanie, Mel."""
    names = [name.casefold() for name in names]
    words = {word for name in names for word in split(name)}
    short_forms = {word[:end] for word in words for end in range(SHORT_NAME, len(word))}
    return words.union(names, short_forms)


def event_words(event: Event, names: Collection[str]) -> dict[str, str]:
    """The content words of an event, each with its form there; without `names`."""
    words = dict[str, str]()
    for form in _forms(spoken_text(event)):
        word = form.casefold()
        if word not in names and _is_content_word(word):
            words.setdefault(_root(word), form)
    return words


def with_parts(words: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """The words of each event, with the words at the ends of compounds: 陶芸教室 has 陶芸, if that
    is a word of an event, too."""
    known = {word for words_of_event in words for word in words_of_event}
    parts = {word: [part for part in _ends(word) if part in known] for word in known}
    return [
        {part: part for word in words_of_event for part in parts[word]} | words_of_event
        for words_of_event in words
    ]


def _ends(word: str) -> Iterator[str]:
    """The beginnings and ends of a compound of at least three characters."""
    if len(word) > 2 and is_unit(word[0]):
        for cut in range(2, len(word)):
            yield word[:cut]
            yield word[-cut:]


def topic_words(
    events: Sequence[Event], words: Sequence[Mapping[str, str]], topic: Sequence[str]
) -> list[tuple[str, int]]:
    """The words of a topic in their usual form, with the number of events, the most frequent first.

    Overlapping pairs of characters are joined to words.
    """
    texts = [spoken_text(event) for event in events]
    has_pairs = not any(_script(sign) == HIRAGANA for text in texts for sign in text)
    pairs = {word for word in topic if has_pairs and len(word) == 2 and is_unit(word[0])}
    forms: dict[str, Counter[str]] = {word: Counter() for word in topic if word not in pairs}
    pattern = _run_pattern("".join(sorted(pairs))) if pairs else None
    for text, forms_of_event in zip(texts, words, strict=True):
        for word in forms.keys() & forms_of_event.keys():
            forms[word][forms_of_event[word]] += 1
        for run in sorted(set(pattern.findall(text))) if pattern else ():
            forms.setdefault(run, Counter())[run] += 1
    counts = list[tuple[str, int]]()
    for counter in filter(None, forms.values()):
        commonest = min((-count, form) for form, count in counter.items())[1]
        counts.append((commonest, counter.total()))
    return sorted(counts, key=lambda pair: (-pair[1], pair[0]))


def title_of(counted: Sequence[tuple[str, int]], texts: Iterable[str]) -> str:
    """A title of the most frequent words, in their order in one of the texts."""
    minimum = counted[0][1] * COMMON_SHARE
    chosen = [word for word, count in counted if count >= minimum][:TITLE_WORDS]
    fullest = max(texts, key=lambda text: sum(word in text for word in chosen))
    return " ".join(sorted(chosen, key=lambda word: fullest.find(word) % (len(fullest) + 1)))


def _run_pattern(signs: str) -> re.Pattern[str]:
    return re.compile(f"[{re.escape(signs)}]{{2,}}")


def _forms(text: str) -> Iterator[str]:
    """The words of a text as they are written, in order."""
    runs = [
        TextRun(script, "".join(signs))
        for script, signs in groupby(normalize("NFKC", text), key=_script)
    ]
    is_japanese = any(run.script == HIRAGANA for run in runs)
    for run, following in zip(runs, [*runs[1:], TextRun(GAP, "")], strict=True):
        if run.script == LETTERS or (run.script == KATAKANA and len(run.text) > 1):
            yield run.text.strip("'")
        elif run.script == OTHER or (run.script == HAN and not is_japanese):
            yield from map(str.__add__, run.text, run.text[1:])
        elif run.script == HAN and (len(run.text) > 1 or _ends_word(following)):
            yield run.text


def _ends_word(following: TextRun) -> bool:
    """Whether a kanji before this run is a word, and not the stem of a verb or an adjective."""
    return following.script != HIRAGANA or following.text[0] in PARTICLES


def _script(sign: str) -> int:
    if sign.isascii():
        return LETTERS if sign.isalnum() or sign == "'" else GAP
    if "\u3041" <= sign <= "\u309f":
        return HIRAGANA
    if "\u30a1" <= sign <= "\u30fa" or sign == "ー":
        return KATAKANA
    if "\u3400" <= sign <= "\u9fff" or sign == "々":
        return HAN
    if sign == "’":
        return LETTERS
    if not sign.isalnum() and category(sign)[0] != "M":
        return GAP
    return OTHER if is_unit(sign) or SYLLABIC[0] <= sign <= SYLLABIC[1] else LETTERS


def _is_content_word(word: str) -> bool:
    """Whether a word may name a subject of talk."""
    if len(word) > LONGEST_WORD or any(sign.isdigit() for sign in word):
        return False
    if is_unit(word[0]):
        return word[0] not in NUMERALS and not is_common(word)
    plain = word.replace("’", "'").removesuffix("'s")
    return len(plain) >= SHORTEST_WORD and not any(map(is_common, (plain, plain.partition("'")[0])))


def _root(word: str) -> str:
    if is_unit(word[0]) or len(word) < STEMMED:
        return word
    word = word.replace("’", "'").removesuffix("'s")
    plural = next((pair for pair in PLURALS if word.endswith(pair[0])), ("", ""))
    word = word.removesuffix(plural[0]) + plural[1]
    ending = next((end for end in ENDINGS if word.endswith(end)), "")
    return word.removesuffix(ending) if len(word) - len(ending) >= LEFT else word
