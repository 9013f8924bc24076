"""Words of the index that are nearly those that were typed.

The index keeps stems, and a stem is no word: MATCH would cut it once more. So what is compared, and
looked for, are whole words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from memento_cli.core.text.words import COLUMN_WEIGHTS, TOKENIZE, is_unit, split, whole
from memento_cli.index.recall.filters import EVERY
from memento_cli.index.recall.search import ANY

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from memento_cli.index.recall.filters import Where


ASCII = "abcdefghijklmnopqrstuvwxyz"
LIKE = 80.0  # of `ratio`: one wrong sign in five
FORM_LIKE = 66.0  # of whole words whose stems look alike: apartment's does as part
VERY_LIKE = 86.0  # of a word beside others that were found: it may be right, and new
FEW = 3
SHORTEST = 5
LONGEST = 64  # letters; what is longer was hardly typed
MOST = 8  # words are looked at, the first ones
SOME = 5  # memories with a stem, in which one finds words that have it
MANY = 500  # memories with a stem, in which one looks for a word itself
KNOWN = "EXISTS (SELECT 1 FROM known WHERE known.term = stems.term)"
"""Whether a memory has a stem: of some 400 that one letter makes of a word, few are of any."""
BLOCK = 128  # signs of a script stand together in so many
TABLES = f"""
CREATE VIRTUAL TABLE IF NOT EXISTS temp.known USING fts5vocab (main, text, row);
CREATE VIRTUAL TABLE IF NOT EXISTS temp.places USING fts5vocab (main, text, instance);
CREATE VIRTUAL TABLE IF NOT EXISTS temp.typed USING fts5 (text, tokenize = "{TOKENIZE}");
CREATE VIRTUAL TABLE IF NOT EXISTS temp.stems USING fts5vocab (temp, typed, instance);
"""

Texts = Callable[[Sequence[int]], Iterable[str]]
"""What the memories with these keys say."""


def nearly(
    database: sqlite3.Connection,
    text: str,
    unknown: Iterable[str],
    texts: Texts,
    *,
    alone: bool = True,
    seen: Where = EVERY,
) -> list[str]:
    """The words of the store that are most like words of a text of which it has no term.

    Those that one letter makes of it, else forms of such, else those that look like it; of one
    stem the likest alone. `alone` if the store has none of the words of the text. The words are
    those of memories that are `seen`.
    """
    near: dict[str, None] = {}
    for word in _misspelt(text, frozenset(unknown)):
        for search in (_one_letter_off, _like_it):
            liked = [
                one
                for one in search(database, word, texts, seen)
                if alone or ratio(word, one) >= VERY_LIKE
            ]
            near |= dict.fromkeys(sorted(liked, key=lambda one: -ratio(word, one)))
            if liked:
                break
    return list(near)


def _misspelt(text: str, unknown: frozenset[str]) -> list[str]:
    """The words that may be misspelt: whole, not too short, and none of their terms is there."""
    long = (word for word in dict.fromkeys(whole(text)) if SHORTEST - 1 <= len(word) <= LONGEST)
    bare = (word for word in long if not any(map(is_unit, word.lower())))
    words = (word.lower() for word in bare if unknown.issuperset(split(word)))
    return list(islice(dict.fromkeys(words), MOST))


def _one_letter_off(
    database: sqlite3.Connection, word: str, texts: Texts, seen: Where
) -> list[str]:
    """The words of the store that one letter makes of a word; if none does, forms of such."""
    edited = " ".join(made for made in _edits(word) if len(made) >= SHORTEST)
    made: dict[str, list[str]] = {}
    for stem, term in stems(database, dict.fromkeys(split(edited)), KNOWN):
        made.setdefault(stem, []).append(_bare(term))
    itself: list[str] = []
    forms: list[str] = []
    for stem, terms in made.items():
        rows = _with(database, stem, MANY, seen)
        if not rows:
            continue
        keys = [key for key, text in rows if any(_has_word(text, term) for term in terms)][:1]
        found = _likest(database, stem, word, texts(keys or [key for key, _ in rows[:SOME]]))
        (itself if keys or len(rows) == MANY else forms).append(found)
    return itself or forms


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
    """What one letter makes of a word: left out, changed, swapped with the next, put in."""
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


def _like_it(database: sqlite3.Connection, word: str, texts: Texts, seen: Where) -> list[str]:
    """Words of the store whose stems begin like that of a word, and look like it."""
    found: list[str] = []
    for stem, _ in stems(database, split(word)):
        if len(stem) >= SHORTEST:
            near = _near_terms(database, stem)
            keys = ([key for key, _ in _with(database, other, SOME, seen)] for other in near)
            likest = (
                _likest(database, other, word, texts(some))
                for other, some in zip(near, keys, strict=True)
                if some
            )
            found += islice((one for one in likest if ratio(word, one) >= FORM_LIKE), FEW)
    return found


def _near_terms(database: sqlite3.Connection, stem: str) -> list[str]:
    """The terms of the index that look like a stem and begin with its letter, the likest first.

    With another first letter, a word is found if all else in it is right (`_one_letter_off`).
    """
    spread = len(stem) // 3 + 1
    query = "SELECT term FROM known WHERE term >= ? AND term < ? AND length(term) BETWEEN ? AND ?"
    first = stem[0]
    args = (first, chr(ord(first) + 1), len(stem) - spread, len(stem) + spread)
    rated = [(ratio(stem, term), term) for (term,) in database.execute(query, args)]
    return [term for rate, term in sorted(rated, key=lambda one: -one[0]) if rate >= LIKE]


def _with(database: sqlite3.Connection, stem: str, most: int, seen: Where) -> list[tuple[int, str]]:
    """The keys and texts, as the index has them, of memories that have a stem, by their ids."""
    query = (
        f"SELECT text.rowid, {', '.join(f'text.{name}' for name in COLUMN_WEIGHTS)} FROM"
        " (SELECT key FROM memory WHERE key IN (SELECT doc FROM places WHERE term = ?)"
        f" AND ({seen.sql}) ORDER BY id LIMIT ?) CROSS JOIN text ON text.rowid = key"
    )
    rows = database.execute(query, (stem, *seen.args, most))
    return [(key, _bare(" ".join(texts).lower())) for key, *texts in rows]


def _likest(database: sqlite3.Connection, stem: str, word: str, texts: Iterable[str]) -> str:
    """The word of some texts that has this stem and is most like a word."""
    words = {one.lower() for text in texts for one in whole(text)}
    likely = {term: one for one in sorted(words) for term in split(one) if _may_have(term, stem)}
    found = [likely[term] for own, term in stems(database, likely) if own == stem]
    return max(found, key=lambda one: ratio(word, one), default=stem)


def _may_have(term: str, stem: str) -> bool:
    """Whether a term may have this stem: Porter's begin as their words do, but for one letter."""
    return term.startswith(stem[:-1]) or _bare(term).startswith(stem[:-1])


def stems(
    database: sqlite3.Connection, terms: Iterable[str], where: str = ANY
) -> list[tuple[str, str]]:
    """The stems of terms, as the index cuts them, that fit a condition, each with its term."""
    database.executescript(TABLES)
    database.execute("DELETE FROM typed")
    database.executemany("INSERT INTO typed VALUES (?)", [(term,) for term in terms])
    query = "SELECT term, text FROM stems CROSS JOIN typed ON typed.rowid = doc WHERE term <> ''"
    return database.execute(f"{query} AND {where}").fetchall()


def ratio(one: str, other: str) -> float:
    """How alike two words are, 0 to 100: twice the signs that both have in the same order (their
    longest common subsequence), of all signs of both.

    Bit by bit, as in Hyyrö, "Bit-parallel LCS-length computation revisited" (2004). rapidfuzz has
    it as `fuzz.ratio`, and takes longer to import than a recall may take.
    """
    places: dict[str, int] = {}
    for place, sign in enumerate(one):
        places[sign] = places.get(sign, 0) | 1 << place
    free = whole = (1 << len(one)) - 1
    for sign in other:
        matched = free & places.get(sign, 0)
        free = ((free + matched) | (free - matched)) & whole
    return 200 * (len(one) - free.bit_count()) / (len(one) + len(other) or 1)


def _bare(text: str) -> str:
    """A text without the marks on its letters, as the index has it."""
    if text.isascii():
        return text
    from unicodedata import category, normalize

    return "".join(sign for sign in normalize("NFD", text) if category(sign)[0] != "M")
