"""Memories, and questions that say the same with none of their words, in English and Japanese."""

from __future__ import annotations

from typing import NamedTuple

from tests.vectors.meanings import JAPANESE, MEANINGS

APART = (7, 19)
"""How far apart in the list the two meanings of a memory are: each meaning is in four of them."""
SAID = (
    "We talked about the {} and the {} over lasagne",
    "Ana loved that the {} followed the {}",
    "Nobody knew why the {} needed a {}",
    "Remember: the {} first, then the {}",
)
ASKED = ("Which {} was it, and what {}?", "Anything of a {} with a {}?")
SAID_IN_JAPANESE, ASKED_IN_JAPANESE = "{}ならびに{}。", "{}・{}？"


class Paraphrase(NamedTuple):
    """A question, and the place among the memories of the one that answers it."""

    question: str
    answer: int


def paraphrases() -> tuple[list[str], list[Paraphrase]]:
    """The memories, and for each a question in English and one in Japanese; every fourth memory is
    in Japanese. No memory has a word of a question."""
    groups = _groups()
    pairs = [
        (groups[place], groups[(place + apart) % len(groups)])
        for apart in APART
        for place in range(len(groups))
    ]
    memories, questions = list[str](), list[Paraphrase]()
    for place, (one, other) in enumerate(pairs):
        language = int(place % 4 == 3)
        said = SAID_IN_JAPANESE if language else SAID[place % len(SAID)]
        memories.append(said.format(one[language][0], other[language][0]))
        for asked, form in enumerate((ASKED[place % len(ASKED)], ASKED_IN_JAPANESE)):
            questions.append(Paraphrase(form.format(one[asked][-1], other[asked][-1]), place))
    return memories, questions


def _groups() -> list[tuple[list[str], list[str]]]:
    """The English and the Japanese words of each meaning that has two or more in both."""
    groups: dict[str, list[str]] = {}
    for word, meaning in MEANINGS.items():
        groups.setdefault(meaning, []).append(word)
    english = [[word for word in words if not JAPANESE.match(word)] for words in groups.values()]
    japanese = [[word for word in words if JAPANESE.match(word)] for words in groups.values()]
    pairs = zip(english, japanese, strict=True)
    return [pair for pair in pairs if min(map(len, pair)) > 1]
