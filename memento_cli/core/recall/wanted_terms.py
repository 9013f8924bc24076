"""Which terms a text of a query looks for: its words, their other forms, and other writings."""

from __future__ import annotations

from memento_cli.core.text.irregular_forms import other_forms
from memento_cli.core.text.words import MOST_TERMS, all_terms, is_unit, split

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

DIGITS = frozenset("0123456789")
LONGEST_CHAIN = 8  # parts of a number
DIALOGUE = 24  # terms from which on a question is a text by itself
MOST_TIMES = 3


def with_forms(term: str) -> list[str]:
    """A term and the other forms of its word that the index does not take for the same."""
    return [term, *(other_forms(term.lower()) if term.isascii() else ())]


def is_dialogue(terms: Sequence[str]) -> bool:
    """Whether a query of these terms is a text by itself, such as a dialogue so far."""
    return len(terms) > DIALOGUE


def telling_terms(terms: Sequence[str]) -> list[str]:
    """The terms of a long text without those that say nothing by themselves, such as `really`: in a
    text some of them always stand, and few memories have them, so they would count as rare."""
    from memento_cli.core.text.function_words import KINDS, MOMENTS  # few questions are so long

    needless = KINDS.keys() | MOMENTS
    return [term for term in terms if term.lower() not in needless] or list(terms)


def repeated(terms: Iterable[str], text: str) -> list[str]:
    """The terms of a long text, each as often as the text has it, up to three times.

    What a text is about it says again. BM25 has a saturated weight for that (k3 in Robertson et
    al., Okapi at TREC-3, 1994). FTS5 has none, but counts a term as often as a query has it.
    """
    times: dict[str, int] = {}
    for word in map(str.lower, split(text)):
        times[word] = times.get(word, 0) + 1
    return [
        term
        for term in dict.fromkeys(map(str.lower, terms))
        for _ in range(min(MOST_TIMES, times.get(term, 1)))
    ]


def must_groups(text: str) -> list[list[str]]:
    """The terms of a required text, each with its other forms; the last begins a word, if the text
    ends in a star."""
    terms = all_terms(text)[:MOST_TERMS]
    groups = [with_forms(term) for term in terms]
    if text.endswith("*") and groups:
        groups[-1] = [begun(terms[-1])]
    return groups


def begun(term: str) -> str:
    """The term for words that begin so; of a script without spaces the term itself."""
    return term if is_unit(term[-1]) else f"{term}*"


def writings(text: str) -> list[str]:
    """Other writings of what is in a text, as phrases: `160cm` is also `160 cm`."""
    if DIGITS.isdisjoint(text) and all(word[1:] == word[1:].lower() for word in text.split()):
        return []  # no figure, and no capital inside a word
    from memento_cli.core.text.word_parts import word_parts  # few queries have any

    return list(dict.fromkeys([*word_parts(text), *_chains(text)]))[:MOST_TERMS]


def _chains(text: str) -> Iterator[str]:
    """The numbers of several parts with no space between: 1.2.3, 192.168.1.40, 9:30."""
    for typed in text.split():
        if typed.isalnum() or not typed.isascii():
            continue
        words = split(typed)
        if 1 < len(words) <= LONGEST_CHAIN and all(word[-1].isdigit() for word in words):
            yield " ".join(words)
            if words[0][:1] in "vV" and words[0][1:].isdigit():  # v1.2.3 is 1.2.3
                yield " ".join((words[0][1:], *words[1:]))
