"""No pattern explodes: what it takes grows as the text does, whatever the text."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import LONGER
from tests.faults.patterns import MADE, MATCHING, SEARCHING, Used, made_elsewhere, patterns

SHORT, TIMES = 1500, 4
MOST = 2.2
"""So many times more than in proportion it may take."""
QUICK_SECONDS = 0.004
"""What is quicker than this cannot be told from chance."""
TRIES = 4
PIECES = (
    *" \t\n\"'`.,;:!?-_=+*/\\|~@#$%&^<>()[]{}01aAé。」ก",
    "\r\n", ". ", "a ", "1 ", "a.", "0.", "1,", "- ", "# ", '"a', '\\"', "''", '""', "[[", "]]",
    "- [", "](", "a=", "=\n", "a: ", "<<<<<<<", "=======\n", "12:", "a@a", "://", "$(", "--a",
    "-00000000", "「」", "。」", "a\n", "\n\n", "1-", "年1", "Jan 1 ", "and ",
)  # fmt: skip
WORD = re.compile(r"[A-Za-z]{2,}|[^\w\s\\\[\](){}|?*+^$.]")
USED = patterns() if LONGER else []
"""All of them, which takes a look at the whole package; the usual run only counts them."""


def pieces(pattern: str) -> Iterator[str]:
    """What a text of nothing else may hold: signs that many know, and words that this one does."""
    yield from PIECES
    for word in dict.fromkeys(WORD.findall(pattern)[:40]):
        yield from (word, f"{word} ")


def texts(pattern: str, size: int) -> Iterator[str]:
    """Texts of one piece over and over, alone and between what it does not expect."""
    for piece in pieces(pattern):
        for start, end in (("", ""), ("", "!"), ("a", "x"), ("a", "\nx")):
            yield start + (piece * size)[:size] + end


def seconds(used: Used, text: Any) -> float:
    """What the calls by which the package uses a pattern take of the processor."""
    start = time.process_time()
    if used.methods & SEARCHING:
        for _ in used.pattern.finditer(text):
            pass
    if used.methods & MATCHING:
        used.pattern.match(text)
        used.pattern.fullmatch(text)
    return time.process_time() - start


def explodes(used: Used, short: Any, long: Any) -> bool:
    """Whether the longer text takes more than its length explains, each time that it is tried."""
    for _ in range(TRIES):
        took = seconds(used, long)
        if took < QUICK_SECONDS or took < MOST * TIMES * seconds(used, short):
            return False
    return True


@pytest.mark.longer
@pytest.mark.parametrize("used", USED, ids=[used.name for used in USED])
def test_fault_u7_no_pattern_explodes(used: Used) -> None:
    """It is linear, within a factor, over every text of one piece again and again."""
    source = used.pattern.pattern
    is_bytes = isinstance(source, bytes)
    told = source.decode("latin-1") if is_bytes else source
    for short, long in zip(texts(told, SHORT), texts(told, TIMES * SHORT), strict=True):
        two = (short.encode(), long.encode()) if is_bytes else (short, long)
        assert not explodes(used, *two), f"{used.pattern.pattern!r} over {short[:20]!r}"


def test_all_patterns_are_timed() -> None:
    """Those that a function makes are known, and there are as many as were ever found."""
    assert made_elsewhere() == MADE.keys()
    assert len(patterns()) > 100
