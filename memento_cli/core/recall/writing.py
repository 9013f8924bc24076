"""Whether a text has a word of a query as it was typed, with its signs.

`C++`, `max_retries` and `.env` are more than the words in them: of texts with the same words the
one that writes them so is meant.
"""

from __future__ import annotations

from itertools import islice

from memento_cli.core.text.words import split

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WRITTEN = 0.2  # the share of the best score
LONGEST, MOST = 64, 16  # signs of a word, and words of a query
ENDS = "?!.,;:…)]}>"
QUOTES = "'\"`‘’“”«»([{<"
APOSTROPHES = dict.fromkeys(map(ord, "'’"), "")


def typed_with_signs(query: str) -> list[str]:
    """The first words of a query that have signs in or at them, without the signs of its
    sentences."""
    bare = (word.strip(QUOTES).rstrip(ENDS + QUOTES) for word in query.lower().split())
    written = (
        word
        for word in dict.fromkeys(bare)
        if word.isascii() and len(word) <= LONGEST and _has_signs(word.translate(APOSTROPHES))
    )
    return list(islice(written, MOST))


def with_writing(
    scores: Mapping[int, float], written: Sequence[str], words: int, texts: Mapping[int, str]
) -> dict[int, float]:
    """The text scores, raised by up to a fifth of the best one where a text has these words as they
    are written: the more, the more they are of all the words of the query. `texts` are those of the
    best candidates."""
    raised = dict(scores)
    best = max(scores.values(), default=0.0)
    for key in scores.keys() & texts.keys():
        text = texts[key].lower()
        found = sum(len(split(word)) for word in written if _stands_in(word, text))
        raised[key] += WRITTEN * best * min(1.0, found / words)
    return raised


def _has_signs(word: str) -> bool:
    return not word.isalnum() and any(map(str.isalnum, word))


def _stands_in(word: str, text: str) -> bool:
    """Whether a word stands in a text with no letter or digit beside its own."""
    at = text.find(word)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(word) : at + len(word) + 1]
        if not (
            (word[0].isalnum() and before.isalnum()) or (word[-1].isalnum() and after.isalnum())
        ):
            return True
        at = text.find(word, at + 1)
    return False
