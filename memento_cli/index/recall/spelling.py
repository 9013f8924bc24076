"""Words of the store that are similar to misspelt ones.

The index has stems, and MATCH would stem a stem again. So whole words are compared and searched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from memento_cli.core.text.words import COLUMN_WEIGHTS, STOP_WORDS, TOKENIZE, is_unit, split, whole
from memento_cli.index.database.database import rows_among
from memento_cli.index.recall.search import EVERY

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Container, Iterator

    from memento_cli.index.recall.search import Where


ASCII = "abcdefghijklmnopqrstuvwxyz"
LIKE = 80.0  # the least `ratio` of two stems: one wrong character in five
FORM_LIKE = 66.0  # of two words with similar stems
VERY_LIKE = 86.0  # of two words if others of the query were found: the word may be right, and new
FEW = 3
SHORTEST = 5
LONGEST = 64  # letters of a word that may have been typed
MOST = 8  # misspelt words of a query that are corrected
SOME = 5  # memories with a stem that are searched for words of it
MANY = 500  # memories with a stem that are searched for one word
BLOCK = 128  # code points in which the letters of a script stand together
TABLES = (
    "temp.known USING fts5vocab (main, text, row)",
    "temp.places USING fts5vocab (main, text, instance)",
    f'temp.typed USING fts5 (text, tokenize = "{TOKENIZE}")',
    "temp.stems USING fts5vocab (temp, typed, instance)",
)

Texts = Callable[[Sequence[int]], Iterable[str]]
"""A function from keys to the texts of these memories."""


def nearly(
    database: sqlite3.Connection,
    text: str,
    unknown: Iterable[str],
    texts: Texts,
    *,
    alone: bool = True,
    seen: Where = EVERY,
) -> list[str]:
    """The words of the store that are most similar to the misspelt words of a text.

    They are words one letter away, else forms of such words, else similar words; of one stem only
    the most similar. `unknown` are the terms that the store does not have, and `alone` tells that
    it has no other term of the text. Only words of memories that are `seen` are taken.
    """
    near: dict[str, None] = {}
    for word in misspelt(text, frozenset(unknown)):
        for search in (_one_letter_off, _like_it):
            liked = [
                one
                for one in search(database, word, texts, seen)
                if not _is_short(one) and (alone or ratio(word, one) >= VERY_LIKE)
            ]
            near |= dict.fromkeys(sorted(liked, key=lambda one: -ratio(word, one)))
            if liked:
                break
    return list(near)


def _is_short(word: str) -> bool:
    """Whether it is a short word that says nothing: nobody who thanks means than."""
    return len(word) < SHORTEST and word in STOP_WORDS


def misspelt(text: str, unknown: frozenset[str]) -> list[str]:
    """The words that may be misspelt: not too short, and all of their terms are unknown."""
    long = (word for word in dict.fromkeys(whole(text)) if SHORTEST - 1 <= len(word) <= LONGEST)
    bare = (word for word in long if not any(map(is_unit, word.lower())))
    words = (word.lower() for word in bare if unknown.issuperset(split(word)))
    return list(islice(dict.fromkeys(words), MOST))


def _one_letter_off(
    database: sqlite3.Connection, word: str, texts: Texts, visible: Where
) -> list[str]:
    """The words of the store that are one letter away from a word; else forms of such words."""
    edits = " ".join(edit for edit in _edits(word) if len(edit) >= SHORTEST)
    typed = stems(database, dict.fromkeys(split(edits)))
    known = _known(database, {stem for stem, _ in typed}, word[0])
    terms_of: dict[str, list[str]] = {}
    for stem, term in typed:
        if stem in known:
            terms_of.setdefault(stem, []).append(bare_text(term))
    exact: list[str] = []
    forms: list[str] = []
    for stem, terms in terms_of.items():
        rows = having(database, stem, MANY, visible)
        if not rows:
            continue
        bare = ((key, bare_text(text)) for key, text in rows)
        keys = [key for key, text in bare if any(_has_word(text, term) for term in terms)][:1]
        likest = _likest(database, stem, word, texts(keys or [key for key, _ in rows[:SOME]]))
        (exact if keys or len(rows) == MANY else forms).append(likest)
    return exact or forms


def _has_word(text: str, word: str) -> bool:
    """Whether a word stands in a text by itself, with no letter or digit beside it."""
    place = text.find(word)
    while place >= 0:
        end = place + len(word)
        before = text[place - 1] if place else ""
        if not (before.isalnum() or text[end : end + 1].isalnum()):
            return True
        place = text.find(word, place + 1)
    return False


def _edits(word: str) -> Iterator[str]:
    """The words one edit away: a letter left out, replaced, swapped with the next, or inserted."""
    letters = _letters(word)
    for place in range(len(word) + 1):
        before, after = word[:place], word[place:]
        if after:
            yield before + after[1:]
            yield from (before + letter + after[1:] for letter in letters)
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        yield from (before + letter + after for letter in letters)


def _letters(word: str) -> str:
    """The letters of the scripts of a word, as the index has them."""
    if word.isascii():
        return ASCII if any(map(str.isalpha, word)) else ""
    from unicodedata import category

    blocks = {ord(sign) // BLOCK for sign in word if category(sign)[0] in "LM"}
    letters = ASCII if 0 in blocks else ""
    for block in sorted(blocks - {0}):
        signs = map(chr, range(block * BLOCK, (block + 1) * BLOCK))
        letters += "".join(sign for sign in signs if category(sign) in ("Ll", "Lo", "Mn", "Mc"))
    return letters


def _like_it(database: sqlite3.Connection, word: str, texts: Texts, visible: Where) -> list[str]:
    words: list[str] = []
    for stem, _ in stems(database, split(word)):
        if len(stem) >= SHORTEST:
            near = _near_terms(database, stem)
            keys = ([key for key, _ in having(database, other, SOME, visible)] for other in near)
            likest = (
                _likest(database, other, word, texts(some))
                for other, some in zip(near, keys, strict=True)
                if some
            )
            words += islice((one for one in likest if ratio(word, one) >= FORM_LIKE), FEW)
    return words


def _near_terms(database: sqlite3.Connection, stem: str) -> list[str]:
    """The terms of the index that are similar to a stem and have its first letter, best first.

    A word with a wrong first letter is found by `_one_letter_off` if the rest is right.
    """
    spread = len(stem) // 3 + 1
    query = "SELECT term FROM known WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?"
    first = stem[0]
    args = (first, chr(ord(first) + 1), len(stem) - spread, len(stem) + spread)
    rated = [(ratio(stem, term), term) for (term,) in database.execute(query, args)]
    return [term for rate, term in sorted(rated, key=lambda one: -one[0]) if rate >= LIKE]


def having(
    database: sqlite3.Connection,
    stem: str,
    most: int,
    visible: Where,
    without: Container[int] = (),
) -> list[tuple[int, str]]:
    """The keys and indexed texts, in lower case, of memories that have a stem, by id; `without` are
    keys of those whose texts are not wanted."""
    query = (
        "SELECT key FROM memory WHERE key IN (SELECT doc FROM places WHERE term = ?)"
        f" AND ({visible.sql}) ORDER BY id LIMIT ?"
    )
    rows = database.execute(query, (stem, *visible.args, most))
    keys = [key for (key,) in rows if key not in without]
    columns = f"SELECT rowid, {', '.join(COLUMN_WEIGHTS)} FROM text WHERE rowid IN"
    texts_of = {key: texts for key, *texts in rows_among(database, columns, keys)}
    return [(key, " ".join(texts_of[key]).lower()) for key in keys if key in texts_of]


def _likest(database: sqlite3.Connection, stem: str, word: str, texts: Iterable[str]) -> str:
    """The word of some texts that has this stem and is most similar to a word."""
    words = {one.lower() for text in texts for one in whole(text)}
    likely = {term: one for one in sorted(words) for term in split(one) if _may_have(term, stem)}
    having = [likely[term] for own, term in stems(database, likely) if own == stem]
    return max(having, key=lambda one: ratio(word, one), default=stem)


def _may_have(term: str, stem: str) -> bool:
    """Whether a term may have this stem: Porter's are prefixes, but for their last letter."""
    return term.startswith(stem[:-1]) or bare_text(term).startswith(stem[:-1])


def stems(database: sqlite3.Connection, terms: Iterable[str]) -> list[tuple[str, str]]:
    """The stems of terms by the index's tokenizer, each with its term.

    Plain terms are one token each, so they are one text, in which a token's offset tells which
    term it is of; a row for each would take a hundred times as long.
    """
    plain: list[str] = []
    others: list[str] = []
    for term in terms:
        (plain if term.isascii() and term.isalnum() else others).append(term)
    texts = [plain, *([term] for term in others)]
    for table in TABLES:
        database.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS {table}")
    database.execute("DELETE FROM typed")
    rows = [(row, " ".join(text)) for row, text in enumerate(texts)]
    database.executemany("INSERT INTO typed (rowid, text) VALUES (?, ?)", rows)
    found = database.execute(
        "SELECT term, doc, offset FROM stems WHERE term <> '' ORDER BY doc, offset"
    )
    return [(stem, texts[row][offset if row == 0 else 0]) for stem, row, offset in found]


def _known(database: sqlite3.Connection, stems: Iterable[str], first: str) -> set[str]:
    """Those of these stems that a memory has. Most begin with the same letter, and all terms of the
    index that do are read sooner than so many are looked up."""
    query = "SELECT term FROM known WHERE term >= ? AND term < ?"
    having = {term for (term,) in database.execute(query, (first, chr(ord(first) + 1)))}
    others = [stem for stem in stems if not stem.startswith(first)]
    rows = rows_among(database, "SELECT term FROM known WHERE term IN", others)
    return having.union(term for (term,) in rows)


def ratio(one: str, other: str) -> float:
    """The similarity of two words, 0 to 100: twice the length of their longest common subsequence,
    of the length of both.

    Computed as in Hyyrö, "Bit-parallel LCS-length computation revisited" (2004). rapidfuzz has it
    as `fuzz.ratio`, and takes longer to import than a recall may take.
    """
    places: dict[str, int] = {}
    for place, sign in enumerate(one):
        places[sign] = places.get(sign, 0) | 1 << place
    free = whole = (1 << len(one)) - 1
    for sign in other:
        matched = free & places.get(sign, 0)
        free = ((free + matched) | (free - matched)) & whole
    return 200 * (len(one) - free.bit_count()) / (len(one) + len(other) or 1)


def bare_text(text: str) -> str:
    """A text without combining marks, as the index has it."""
    if text.isascii():
        return text
    from unicodedata import category, normalize

    return "".join(sign for sign in normalize("NFD", text) if category(sign)[0] != "M")
