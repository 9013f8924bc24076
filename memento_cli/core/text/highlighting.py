"""Where the words of a query stand in a text, and the passage that tells most of them.

The index knows words by their stems; here a form of a word is one that differs from it by a usual
English ending alone, so that a text can be marked without the index.
"""

from __future__ import annotations

from memento_cli.core.text.containing import folded
from memento_cli.core.text.words import is_unit, terms

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Span = tuple[int, int]

PASSAGE_SIGNS = 160
LEAST_STEM = 3
ENDINGS = frozenset(
    (
        "",
        *[
            "s",
            "'s",
            "es",
            "d",
            "ed",
            "ing",
            "ying",
            "e",
            "y",
            "ies",
            "ied",
            "ly",
            "er",
            "ers",
            "ion",
            "ions",
        ],
    )
)
"""What may follow the stem of an English word."""


def spans(text: str, words: Sequence[str]) -> list[Span]:
    """Where the words stand in a text, as pairs of offsets in rising order that do not overlap."""
    wanted = [folded(term) for term in terms(" ".join(words))]
    found = sorted({*_whole_words(text, wanted), *_runs(text, wanted)})
    joined: list[Span] = []
    for start, end in found:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def passage(text: str, words: Sequence[str]) -> str:
    """The sentence of a text that has most of the words, cut to PASSAGE_SIGNS around the first of
    them; empty if no sentence has any."""
    from memento_cli.core.text.sentences import sentences

    best, most = "", 0
    for sentence in sentences(text):
        number = len({folded(sentence[start:end]) for start, end in spans(sentence, words)})
        if number > most:
            best, most = sentence, number
    return _cut(best, words)


def _cut(sentence: str, words: Sequence[str]) -> str:
    if len(sentence) <= PASSAGE_SIGNS:
        return sentence
    first = spans(sentence, words)[0][0]
    start = max(0, min(first - PASSAGE_SIGNS // 3, len(sentence) - PASSAGE_SIGNS))
    start = sentence.rfind(" ", 0, start + 1) + 1 if start else 0
    end = start + PASSAGE_SIGNS
    cut = sentence[start:end].rstrip()
    return f"{'… ' if start else ''}{cut}{' …' if end < len(sentence) else ''}"


def _whole_words(text: str, wanted: Sequence[str]) -> Iterator[Span]:
    """The words of a text, as blanks and punctuation part them, that are a form of one of these."""
    start = -1
    for place, sign in enumerate(f"{text} "):
        if sign.isalnum() and not is_unit(sign):
            start = place if start < 0 else start
        elif start >= 0:
            word = folded(text[start:place])
            if any(_is_form(word, term) for term in wanted):
                yield start, place
            start = -1


def _is_form(word: str, term: str) -> bool:
    """Whether two words differ by an English ending alone: run, running; study, studies."""
    if word == term:
        return True
    same = 0
    for one, other in zip(word, term, strict=False):
        if one != other:
            break
        same += 1
    if same < LEAST_STEM:
        return False
    last = word[same - 1]
    return all(
        rest in ENDINGS or (rest[:1] == last and rest[1:] in ENDINGS)
        for rest in (word[same:], term[same:])
    )


def _runs(text: str, wanted: Sequence[str]) -> Iterator[Span]:
    """Where pairs of signs stand that a script without spaces is searched by, or a lone sign."""
    units = [term for term in wanted if term and all(map(is_unit, term))]
    pairs = [term for term in units if len(term) > 1]
    for term in pairs or units:
        place = text.find(term)
        while place >= 0:
            yield place, place + len(term)
            place = text.find(term, place + 1)
