"""The places of a query's words in a text, and the passage with most of them.

The index compares words by their stems; here a form of a word differs from it only by a usual
English ending, so that a text can be marked without the index.
"""

from __future__ import annotations

from memento_cli.core.text.normal_forms import folded
from memento_cli.core.text.words import is_unit, terms

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Span = tuple[int, int]

PASSAGE_SIGNS = 160
LEAST_STEM = 3
ENGLISH_ENDINGS = "s 's es d ed ing ying e y ies ied ly er ers ion ions"
ENDINGS = frozenset(("", *ENGLISH_ENDINGS.split()))


def spans(text: str, words: Sequence[str]) -> list[Span]:
    """The places of the words in a text: pairs of offsets in rising order, without overlaps."""
    wanted = [folded(term) for term in terms(" ".join(words))]
    matches = sorted({*_whole_words(text, wanted), *_unit_spans(text, wanted)})
    joined: list[Span] = []
    for start, end in matches:
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def passage(text: str, words: Sequence[str]) -> str:
    """The sentence with most of the words, cut to PASSAGE_SIGNS around the first of them; "" if no
    sentence has any."""
    from memento_cli.core.text.sentences import sentences

    best, best_count = "", 0
    for sentence in sentences(text):
        count = len({folded(sentence[start:end]) for start, end in spans(sentence, words)})
        if count > best_count:
            best, best_count = sentence, count
    return _cut(best, words)


def _cut(sentence: str, words: Sequence[str]) -> str:
    if len(sentence) <= PASSAGE_SIGNS:
        return sentence
    first = spans(sentence, words)[0][0]
    start = max(0, min(first - PASSAGE_SIGNS // 3, len(sentence) - PASSAGE_SIGNS))
    start = sentence.rfind(" ", 0, start + 1) + 1 if start else 0
    end = start + PASSAGE_SIGNS
    excerpt = sentence[start:end].rstrip()
    return f"{'… ' if start else ''}{excerpt}{' …' if end < len(sentence) else ''}"


def _whole_words(text: str, wanted: Sequence[str]) -> Iterator[Span]:
    """The places of words of a text, between blanks and punctuation, that are forms of these."""
    start = -1
    for index, character in enumerate(f"{text} "):
        if character.isalnum() and not is_unit(character):
            start = index if start < 0 else start
        elif start >= 0:
            word = folded(text[start:index])
            if any(_is_form(word, term) for term in wanted):
                yield start, index
            start = -1


def _is_form(word: str, term: str) -> bool:
    """Whether two words differ only by an English ending: run, running; study, studies."""
    if word == term:
        return True
    common = 0
    for one, other in zip(word, term, strict=False):
        if one != other:
            break
        common += 1
    if common < LEAST_STEM:
        return False
    last = word[common - 1]
    return all(
        rest in ENDINGS or (rest[:1] == last and rest[1:] in ENDINGS)
        for rest in (word[common:], term[common:])
    )


def _unit_spans(text: str, wanted: Sequence[str]) -> Iterator[Span]:
    """The places of the words in scripts without spaces: pairs of characters, or a single one."""
    units = [term for term in wanted if term and all(map(is_unit, term))]
    pairs = [term for term in units if len(term) > 1]
    for term in pairs or units:
        place = text.find(term)
        while place >= 0:
            yield place, place + len(term)
            place = text.find(term, place + 1)
