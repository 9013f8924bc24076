"""The sentences of a text in any script, by punctuation and lines alone, without a dictionary.

In doubt a sentence goes on: two sentences as one cost little, but half a sentence says nothing, or
the opposite.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAST_WRAPPED = 40
"""The least characters of a line that may have been wrapped before a line in lower case."""
LEAST_CLAUSE = 60
"""The least characters of a clause in a script that ends sentences with a space alone."""
LONGEST_SHORT = 4
"""The most letters of a capitalised abbreviation: Dr., Prof., Sept."""

CLOSING = "\"'”’»)\\]}」』）】》〉"
ENDS = "。！？｡।॥؟۔։።፧။៕"
DOTS = ".!?…‼⁇"
END = re.compile(
    rf"(?P<sure>[{ENDS}]++)(?P<closed>[{CLOSING}]*+)"
    rf"|(?<![{DOTS}])(?P<dot>[{DOTS}]++)[{CLOSING}]*+(?=\s)"
)
SPACE_OF_THAI = re.compile(
    r"(?<=[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])\s(?=[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff])"
)
CONTINUATION = re.compile(r" {0,3}(?!\w{1,3}[.)]\s)(\w)")
OPENING = frozenset("([{\"'“‘«")
FENCES = ("```", "~~~")
VOWELS = frozenset("aeiouy")


def sentences(text: str) -> list[str]:
    """The sentences of a text, in order, each on one line with single spaces.

    A line ends a sentence, except before a line in lower case after a long one, which was wrapped.
    Items of lists and lines of code are pieces of their own.
    """
    return [
        piece
        for line, prose in _lines(text)
        for piece in (_sentences_of(line) if prose else [line])
    ]


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """The lines of a text, wrapped ones joined, and whether each is prose."""
    pending: list[str] = []
    fenced = False
    for line in text.splitlines():
        bare = " ".join(line.split())
        fence = bare.startswith(FENCES)
        fenced ^= fence
        if pending and not fenced and not fence and _is_continued(pending, line):
            pending.append(bare)
            continue
        if pending:
            yield " ".join(pending), True
        pending = [bare] if bare and not (fenced or fence) else []
        if fenced and bare and not fence:
            yield bare, False
    if pending:
        yield " ".join(pending), True


def _is_continued(pending: list[str], line: str) -> bool:
    match = CONTINUATION.match(line)
    is_long = len(pending) > 1 or len(pending[0]) >= LEAST_WRAPPED
    return is_long and bool(match and match[1].islower())


def _sentences_of(line: str) -> Iterator[str]:
    begin = 0
    for end in END.finditer(line):
        if _is_end(line, begin, end):
            yield from _clauses(line[begin : end.end()].strip())
            begin = end.end()
    yield from _clauses(line[begin:].strip())


def _is_end(line: str, begin: int, end: re.Match[str]) -> bool:
    """Whether a punctuation mark ends the sentence from `begin`, by the text around it."""
    after = line[end.end() : end.end() + 2]
    if end["sure"]:  # 「はい。」と言った goes on
        return not end["closed"] or not after or after[0].isspace()
    next_character = after.lstrip()[:1]
    if end.start() == begin or next_character.islower():
        return False
    return end["dot"] != "." or not (
        next_character.isdigit() or _may_be_short(line, begin, end.start())
    )


def _may_be_short(line: str, begin: int, stop: int) -> bool:
    """Whether the word before a full stop may be an abbreviation, an initial or an ordinal."""
    start = stop
    while start > begin and not (line[start - 1].isspace() or line[start - 1] in OPENING):
        start -= 1
    word = line[start:stop]
    if word.isdigit():
        return len(word) <= 2
    if not word.isalpha():
        return "." in word
    short = word[0].isupper() and len(word) <= LONGEST_SHORT
    return len(word) == 1 or short or (word.isascii() and VOWELS.isdisjoint(word.lower()))


def _clauses(sentence: str) -> Iterator[str]:
    """A sentence divided at spaces in scripts that have nothing else between sentences."""
    begin = 0
    for space in SPACE_OF_THAI.finditer(sentence):
        if space.start() - begin >= LEAST_CLAUSE:
            yield sentence[begin : space.start()]
            begin = space.end()
    if sentence[begin:]:
        yield sentence[begin:]
