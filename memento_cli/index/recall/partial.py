"""Words of the store in which the words of a query are found in part, or written otherwise.

For a word that no memory has these are, in this order: other Han signs for the same, its German
umlauts written otherwise, two words that stand side by side (roadtrip: road trip), words that begin
with it, words that have it inside, the long number in it, and the words that it is made of."""

from __future__ import annotations

from itertools import islice

from memento_cli.core.text.words import (
    COLUMN_WEIGHTS,
    STOP_WORDS,
    is_cut,
    is_sign,
    is_unit,
    split,
    whole,
)
from memento_cli.index.database.database import rows_among
from memento_cli.index.recall.search import EVERY, is_known, stand_together
from memento_cli.index.recall.spelling import LONGEST, MOST, TABLES, bare_text, having, stems

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from memento_cli.core.recall.query import Partly
    from memento_cli.index.recall.search import Where

    Search = Callable[[sqlite3.Connection, str, Where], Iterator[str]]

BEGINNING, INSIDE = 3, 4  # the fewest letters of what is a beginning, or a part
ENDING = 3  # letters at most that a stemmer takes from a word
SURELY = 6  # letters that are inside of another word by no mere chance
HALF = 4  # the fewest letters of a part of a compound
JOINTS = ("s", "n", "en", "es", "er")  # what joins them in German, Dutch and Scandinavian ones
FIGURES = 4  # the fewest digits of a number that is looked for without the letters around it
FOUND = 6  # words that stand for one
SOME = 20  # memories with a stem that are searched for words of it
STEMS = 1_000  # that are searched for words
UMLAUTS = (("ae", "ä"), ("oe", "ö"), ("ue", "ü"))
LAST = "\U0010ffff"


def partly_known(
    database: sqlite3.Connection,
    text: str,
    unknown: Iterable[str],
    seen: Where = EVERY,
    *,
    is_last: bool = False,
) -> Partly:
    """The words of a text of which all terms are `unknown`, each with the words of the store that
    it is a part of or another writing of; only words of memories that are `seen`.

    Four or five letters are inside of so many words that a misspelt word is likelier: these are
    looked for only in the last resort.
    """
    missing = frozenset(unknown)
    found: list[tuple[str, tuple[str, ...]]] = []
    if not is_last and not text.isascii():
        found += _written_otherwise(database, sorted(missing), seen)
    for word in _unknown_words(text, missing):
        for search in _searches(word, is_last=is_last):
            if words := tuple(islice(search(database, word, seen), FOUND)):
                found.append((word, words))
                break
    return tuple(found)


def _written_otherwise(
    database: sqlite3.Connection, unknown: Iterable[str], seen: Where
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The pairs of Han signs that the store has with other signs for the same: 臺北 for 台北."""
    pairs = [term for term in unknown if is_unit(term[0]) and not is_sign(term)]
    if not pairs:
        return
    from memento_cli.core.text.han import other_writings  # few queries have Han signs

    for pair in pairs:
        others = [one for one in other_writings(pair) if is_known(database, [one], seen)]
        if others:
            yield pair, tuple(others)


def having_parts(
    database: sqlite3.Connection, keys: Iterable[int], partly: Partly
) -> frozenset[int]:
    """Those of some memories found by these words that have one of them, not only another form:
    `stagin` is a part of staging, but not of the stage."""
    words = {bare_text(one): bare_text(word) for word, others in partly for one in others}
    if not all(word in one for one, word in words.items()):  # written otherwise, in whatever form
        return frozenset(keys)
    query = f"SELECT rowid, {', '.join(COLUMN_WEIGHTS)} FROM text WHERE rowid IN"
    texts = {key: " ".join(rest) for key, *rest in rows_among(database, query, keys)}
    found = {key: bare_text(text.lower()) for key, text in texts.items()}
    return frozenset(key for key, text in found.items() if any(one in text for one in words))


def _searches(word: str, *, is_last: bool) -> Sequence[Search]:
    """The ways in which a word is looked for, the surest first."""
    if is_last:
        return (_beginning, _inside, _ending)
    if is_cut(word):  # its beginning is all that the index has of any word
        return ()
    inside = (_inside,) if len(word) >= SURELY else ()
    return (_umlauts, _halves, _beginning, *inside, _figures, _compound)


def _unknown_words(text: str, unknown: frozenset[str]) -> list[str]:
    words = (word for word in whole(text) if BEGINNING <= len(word) <= LONGEST)
    spaced = (word for word in words if not any(map(is_unit, word)))
    missing = (word.lower() for word in spaced if unknown.issuperset(split(word)))
    return list(islice(dict.fromkeys(missing), MOST))


def _umlauts(database: sqlite3.Connection, word: str, seen: Where) -> Iterator[str]:
    """The word with ae for ä or the other way round, as in Mueller and Müller."""
    others = [word]
    for pair, letter in UMLAUTS:
        others += [one.replace(pair, letter) for one in others if pair in one]
        others += [one.replace(f"{pair[0]}\u0308", pair) for one in map(_apart, others)]
    for other in dict.fromkeys(others):
        if other != word and "\u0308" not in other and is_known(database, [other], seen):
            yield other


def _apart(word: str) -> str:
    """A word with its dots beside their letters."""
    if word.isascii():
        return word
    from unicodedata import normalize

    return normalize("NFD", word)


def _halves(database: sqlite3.Connection, word: str, seen: Where) -> Iterator[str]:
    """The two words that a word is made of, where a memory has them side by side."""
    if not is_cut(word):
        for place in range(1, len(word)):
            halves = word[:place], word[place:]
            is_short = any(len(half) == 1 and half in STOP_WORDS for half in halves)  # "a part"
            if not is_short and is_known(database, [" ".join(halves)], seen):
                yield " ".join(halves)


def _beginning(database: sqlite3.Connection, word: str, seen: Where) -> Iterator[str]:
    """The words that begin with a word."""
    start = bare_text(split(word)[0].lower())
    query = "SELECT term FROM known WHERE term >= ? AND term < ? ORDER BY length(term), term"
    first = start[:BEGINNING]
    terms = (term for (term,) in _vocabulary(database, query, first, first + LAST))
    likely = (term for term in terms if term.startswith(start) or _is_start(term, start))
    yield from _words_with(database, likely, lambda word: word.startswith(start), seen)


def _inside(database: sqlite3.Connection, word: str, seen: Where) -> Iterator[str]:
    """The words that have a word inside."""
    part = bare_text(word)
    if len(part) < INSIDE or is_cut(word):
        return
    query = "SELECT term FROM known WHERE instr(term, ?) > 1 ORDER BY length(term), term"
    stem = next((stem for stem, _ in stems(database, [part]) if part.startswith(stem)), part)
    core = part[: max(INSIDE, min(len(stem), len(part) - ENDING))]
    terms = (term for (term,) in _vocabulary(database, query, core))
    yield from _words_with(database, terms, lambda word: part in word, seen)


def _figures(database: sqlite3.Connection, word: str, seen: Where) -> Iterator[str]:
    """The long number in a word of letters and digits: BE447812."""
    if word.isascii() and not word.isalpha():
        runs = "".join(sign if sign.isdigit() else " " for sign in word).split()
        number = max(runs, key=len)
        if FIGURES <= len(number) < len(word) and is_known(database, [number], seen):
            yield number


def _compound(database: sqlite3.Connection, word: str, seen: Where) -> Iterator[str]:
    """The two words that a compound is made of, where a memory has both of them, though apart:
    Zahnarztrechnung."""
    for tail in _tails(database, word, seen):
        for head in _heads(word.removesuffix(tail)):
            if head not in STOP_WORDS and stand_together(database, [head, tail], seen):
                yield from (head, tail)
                return


def _ending(database: sqlite3.Connection, word: str, seen: Where) -> Iterator[str]:
    """The word that a compound ends with, if it is most of it: a misspelt word is likelier."""
    longest = next(_tails(database, word, seen), "")
    if len(longest) >= SURELY and 2 * len(longest) >= len(word):
        yield longest


def _tails(database: sqlite3.Connection, word: str, seen: Where) -> Iterator[str]:
    """The words of the store that a word ends with, the longest first."""
    tails = (word[place:] for place in range(HALF, len(word) - HALF + 1))
    return (tail for tail in tails if tail not in STOP_WORDS and is_known(database, [tail], seen))


def _heads(start: str) -> list[str]:
    """The words that the first part of a compound may be, without what joins it to the next."""
    bare = [start.removesuffix(joint) for joint in JOINTS if start.endswith(joint)]
    return [start, *(one for one in bare if len(one) >= HALF)]


def _is_start(term: str, start: str) -> bool:
    """Whether the stem of a longer word may be shorter than its beginning: stage, of staging."""
    return len(start) - len(term) <= ENDING and start.startswith(term[:-1])


def _vocabulary(database: sqlite3.Connection, query: str, *args: str) -> list[tuple[str]]:
    for table in TABLES:
        database.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS {table}")
    return database.execute(query, args).fetchall()


def _words_with(
    database: sqlite3.Connection, terms: Iterable[str], fits: Callable[[str], bool], seen: Where
) -> Iterator[str]:
    """The whole words that fit, of memories that have these stems, each once; what is longer than
    a word that is typed is none."""
    told: set[str] = set()
    read: set[int] = set()  # a long text may have all of the stems
    for term in islice(terms, STEMS):
        for key, text in having(database, term, SOME, seen, without=read):
            read.add(key)
            for bare, word in _words_in(text):
                if word not in told and len(word) <= LONGEST and fits(bare):
                    told.add(word)
                    yield word


def _words_in(text: str) -> Iterable[tuple[str, str]]:
    """The words of a text, each without and with its accents."""
    bare, words = _apart_words(bare_text(text)), _apart_words(text)
    return zip(bare, words if len(words) == len(bare) else bare, strict=True)


def _apart_words(text: str) -> list[str]:
    return "".join(sign if sign.isalnum() else " " for sign in text).split()
