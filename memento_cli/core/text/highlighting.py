"""The places of a query's words in a text, and the passage with most of them.

The index compares words by their stems; here a form of a word differs from it only by a usual
English ending, so that a text can be marked without the index. A text is read in linear time: each
place in it begins at most three of the searched beginnings of words.
"""

from __future__ import annotations

from memento_cli.core.text.normal_forms import folded
from memento_cli.core.text.words import SENTENCE_ENDS, common_prefix, is_unit, terms

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    Span = tuple[int, int]
    Wanted = dict[str, list[str]]
    Match = tuple[int, int, str]
    """The place of a word in a text, and the term of the query that it is a form of."""

PASSAGE_SIGNS, PASSAGE_UNITS = 160, 80
"""The most characters of a passage; the same of a script without spaces, whose signs are wide."""
LEAST_STEM, LONGEST_ENDING = 3, 4
ENGLISH_ENDINGS = "s 's es d ed ing ying e y ies ied ly er ers ion ions"
ENDINGS = frozenset(("", *ENGLISH_ENDINGS.split()))
ITEM = "-*#> "
"""What an item, a heading or a quotation begins with, which is no part of a passage."""
NEW, TOLD = 100, 1
"""What a word counts in a passage: a new one, up to twice that if it is rare, and one that the
summary has, too."""


def sought_forms(words: Sequence[str]) -> Wanted:
    """The terms in the words of a query, as a text is searched for them: by how they begin.

    Of scripts without spaces these are pairs of characters, or single ones if there are no pairs.
    """
    beginnings: Wanted = {}
    units = list[str]()
    for term in map(folded, terms(" ".join(words))):
        if is_unit(term[:1]):
            units.append(term)
        else:
            beginnings.setdefault(term[:LEAST_STEM], []).append(term)
    for unit in [term for term in units if len(term) > 1] or units:
        beginnings[unit] = [unit]
    return beginnings


def spans(text: str, words: Sequence[str]) -> list[Span]:
    """The places of the words in a text: pairs of offsets in rising order, without overlaps."""
    joined: list[Span] = []
    for start, end, _ in _matches(text, sought_forms(words)):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def passage(text: str, wanted: Wanted, summary: str = "") -> str:
    """The part of a text with most of the terms, on one line, from the beginning of a sentence to
    the end of one as far as PASSAGE_SIGNS reach; "" if the text has none that its summary has not.

    Those that the summary lacks come first, and those that are rare in the text before others.
    """
    found = _matches(text, wanted)
    told = {term for _, _, term in _matches(summary, wanted)} if found else set()
    if all(term in told for _, _, term in found):
        return ""
    most = PASSAGE_UNITS if is_unit(text[found[0][0]]) else PASSAGE_SIGNS
    counts: dict[str, int] = {}
    for _, _, term in found:
        counts[term] = counts.get(term, 0) + 1
    weights = {term: TOLD if term in told else NEW + NEW // n for term, n in counts.items()}
    return _excerpt(text, *_densest(found, weights, most), most)


def _densest(found: Sequence[Match], weights: Mapping[str, int], most: int) -> Span:
    """The ends of the stretch of at most so many characters whose words weigh most: of equal ones
    the shortest, and then the first."""
    inside = dict.fromkeys(weights, 0)
    best, ends, weight, left = (0, 0), found[0][:2], 0, 0
    for right, (_, end, term) in enumerate(found):
        weight += 0 if inside[term] else weights[term]
        inside[term] += 1
        while left < right and (end - found[left][0] > most or inside[found[left][2]] > 1):
            first = found[left][2]
            inside[first] -= 1
            weight -= 0 if inside[first] else weights[first]
            left += 1
        start = found[left][0]
        if (weight, start - end) > best or not best[0]:
            best, ends = (weight, start - end), (start, end)
    return ends


def _excerpt(text: str, start: int, end: int, most: int) -> str:
    """A stretch of a text with the rest of its sentences, as far as there is room."""
    begin, before = _begun(text, start, max(0, end - most), most)
    stop, after = _ended(text, end, begin + most)
    shown = " ".join(text[begin:stop].split())
    return f"{before}{shown.lstrip(ITEM) or shown}{after}"


def _begun(text: str, start: int, least: int, most: int) -> tuple[int, str]:
    """Where a sentence begins before a place, not before `least`; else where a word does."""
    places = [(text.rfind(mark, least, start), mark) for mark in SENTENCE_ENDS]
    begins = [place + len(mark) for place, mark in places if place >= 0]
    if begins or not least:
        return max(begins, default=0), ""
    begin = max(least, start - most // 3)
    return text.find(" ", begin, start) + 1 or begin, "… "


def _ended(text: str, end: int, last: int) -> tuple[int, str]:
    """Where the sentence ends after a place, not after `last`; else where a word does."""
    places = [(text.find(mark, end, last), mark) for mark in SENTENCE_ENDS]
    ends = [place + len(mark) for place, mark in places if place >= 0]
    if ends or last >= len(text):
        return min(ends, default=len(text)), ""
    return max(end, text.rfind(" ", end, last)), " …"


def _matches(text: str, wanted: Wanted) -> list[Match]:
    """The places of forms of the terms in a text, in rising order."""
    plain = _plain(text)
    found: list[Match] = []
    for beginning, alike in wanted.items():
        if is_unit(beginning[:1]):
            found += [(at, at + len(beginning), beginning) for at in _places(text, beginning)]
        else:
            found += _whole_words(text, plain, beginning, alike)
    return sorted(found)


def _whole_words(text: str, plain: str, beginning: str, alike: Sequence[str]) -> Iterator[Match]:
    """The places of words between blanks and punctuation that are forms of these, which begin
    alike."""
    longest = max(map(len, alike)) + LONGEST_ENDING
    for place in _places(plain, beginning):
        if not place or not plain[place - 1].isalnum():
            end = _word_end(plain, place + len(beginning), place + longest)
            term = _form_of(folded(text[place:end]), alike)
            if term:
                yield place, end, term


def _places(text: str, part: str) -> Iterator[int]:
    place = text.find(part)
    while place >= 0:
        yield place
        place = text.find(part, place + 1)


def _plain(text: str) -> str:
    """The text without capitals and accents, each character in its place, and a blank for those of
    scripts without spaces."""
    if text.isascii():
        return text.lower()
    table: dict[int, str] = {}
    for sign in set(text):
        if sign > "\x7f" and sign.isalnum():
            table[ord(sign)] = " " if is_unit(sign) else (folded(sign) or sign)[0]
    lower = text.lower()
    return (lower if len(lower) == len(text) else text).translate(table)


def _word_end(plain: str, place: int, last: int) -> int:
    """Where the word ends that goes on at a place; beyond `last`, if it is no form of any term."""
    for sign in plain[place : last + 1]:
        if not sign.isalnum():
            break
        place += 1
    return place


def _form_of(word: str, terms: Sequence[str]) -> str:
    """The first of the terms that the word is a form of; "" if it is of none."""
    if word in terms:
        return word
    return next((term for term in terms if _is_form(word, term)), "")


def _is_form(word: str, term: str) -> bool:
    """Whether two words differ only by an English ending: run, running; study, studies."""
    common = common_prefix(word, term)
    if common < LEAST_STEM:
        return False
    last = word[common - 1]
    return all(
        rest in ENDINGS or (rest[:1] == last and rest[1:] in ENDINGS)
        for rest in (word[common:], term[common:])
    )
