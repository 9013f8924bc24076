"""The baselines of the quality rows: SQLite's FTS5 as it comes, asked in two ways."""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING

from tests.bench.scores import DEPTH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.bench.scores import Ranking
    from tests.bench.sets import Set

COMMON = """
    a about above after again against all am an and any are aren't as at be because been before
    being below between both but by can't cannot could couldn't did didn't do does doesn't doing
    don't down during each few for from further had hadn't has hasn't have haven't having he he'd
    he'll he's her here here's hers herself him himself his how how's i i'd i'll i'm i've if in into
    is isn't it it's its itself let's me more most mustn't my myself no nor not of off on once only
    or other ought our ours ourselves out over own same shan't she she'd she'll she's should
    shouldn't so some such than that that's the their theirs them themselves then there there's
    these they they'd they'll they're they've this those through to too under until up very was
    wasn't we we'd we'll we're we've were weren't what what's when when's where where's which while
    who who's whom why why's with won't would wouldn't you you'd you'll you're you've your yours
    yourself yourselves"""
STOP_WORDS = frozenset(COMMON.split())
WORD = re.compile(r"[\w']+")


def as_typed(text: str) -> list[str]:
    """The question's words, all of them."""
    return WORD.findall(text)


def without_stop_words(text: str) -> list[str]:
    """The question's words without the most common English ones."""
    return [word for word in as_typed(text) if word.lower() not in STOP_WORDS]


PLAIN: dict[str, tuple[str, Callable[[str], list[str]]]] = {
    "FTS5 unicode61": ("unicode61", as_typed),
    "FTS5 porter": ("porter unicode61", without_stop_words),
}


def plain_rankings(name: str, data: Set, *, pooled: bool) -> list[Ranking]:
    """What a baseline answers to each question; of its project's documents, unless `pooled`."""
    tokenizer, words_of = PLAIN[name]
    base = sqlite3.connect(":memory:")
    options = f"key unindexed, project unindexed, text, tokenize='{tokenizer}'"
    base.execute(f"create virtual table t using fts5({options})")
    rows = ((document.key, document.project, document.text) for document in data.documents)
    base.executemany("insert into t values (?, ?, ?)", rows)
    return [
        list(_found(base, words_of(one.text), None if pooled else one.project))
        for one in data.questions
    ]


def _found(base: sqlite3.Connection, words: list[str], project: str | None) -> Iterator[str]:
    """The keys, the best first: any of the words will do."""
    quoted = (word.replace('"', '""') for word in words)
    match = " OR ".join(f'"{word}"' for word in quoted)
    if not match:
        return
    asked = "select key from t where t match ? and (? is null or project = ?) order by rank limit ?"
    yield from (key for (key,) in base.execute(asked, (match, project, project, DEPTH)))
