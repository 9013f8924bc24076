"""Words of the index that are nearly those that were typed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

from memento_cli.core.words import TOKENIZE

LIKE = 80.0  # of rapidfuzz's ratio, 0 to 100: one wrong sign in five
VERY_LIKE = 86.0  # of a word beside others that were found: it may be right, and new
FEW = 3
SHORTEST = 5
TABLES = f"""
CREATE VIRTUAL TABLE temp.known USING fts5vocab (main, text, row);
CREATE VIRTUAL TABLE temp.typed USING fts5 (text, tokenize = "{TOKENIZE}");
CREATE VIRTUAL TABLE temp.stems USING fts5vocab (temp, typed, row);
"""


def nearly(database: sqlite3.Connection, typed: Iterable[str], *, alone: bool = True) -> list[str]:
    """For each typed word that the index has not: its words most like it, as it keeps them.

    `alone` if none of the words that were typed is there.
    """
    from rapidfuzz import fuzz, process

    database.executescript(TABLES)
    database.executemany("INSERT INTO typed VALUES (?)", [(word,) for word in typed])
    stems = [stem for (stem,) in database.execute("SELECT term FROM stems WHERE term <> ''")]
    near: dict[str, None] = {}
    cutoff = LIKE if alone else VERY_LIKE
    for stem in stems:
        here = "SELECT 1 FROM known WHERE term = ?"
        if len(stem) >= SHORTEST and not database.execute(here, (stem,)).fetchone():
            query = "SELECT term FROM known WHERE length(term) BETWEEN ? AND ?"
            spread = len(stem) // 3 + 1
            rows = database.execute(query, (len(stem) - spread, len(stem) + spread))
            known = [term for (term,) in rows]
            found = process.extract(stem, known, scorer=fuzz.ratio, score_cutoff=cutoff, limit=FEW)
            near |= dict.fromkeys(term for term, *_ in found)
    return list(near)


def in_full(stems: Sequence[str], texts: Iterable[str]) -> tuple[str, ...]:
    """The words of the texts that begin like these stems: what a person reads."""
    from memento_cli.core.words import split

    words = dict.fromkeys(word.lower() for text in texts for word in split(text))
    starts = tuple(stem[:-1] if len(stem) > SHORTEST else stem for stem in stems)
    return tuple(word for word in words if _bare(word).startswith(starts))[:FEW]


def _bare(word: str) -> str:
    """A word without the marks on its letters, as the index has it."""
    from unicodedata import category, normalize

    signs = normalize("NFD", word)
    return "".join(sign for sign in signs if category(sign)[0] != "M")
