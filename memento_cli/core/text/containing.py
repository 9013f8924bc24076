"""Which texts have all of some words, in any script, also as parts of longer words."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeVar

    T = TypeVar("T")

LEAST_SIGNS = 2
"""A word has so many signs at least; 歯医 is one."""


def texts_with_words(words: str, texts: Iterable[tuple[T, str]]) -> list[T]:
    """The keys of the texts in which all the words stand, whatever their case and accents.

    A word is what stands between blanks, and may be part of a longer one. None where no word has
    two signs.
    """
    wanted = [word for word in folded(words).split() if len(word) >= LEAST_SIGNS]
    if not wanted:
        return []
    return [key for key, text in texts if all(map(folded(text).__contains__, wanted))]


def folded(text: str) -> str:
    """A text in which case, accents and the ways of writing one letter do not matter."""
    if text.isascii():
        return text.lower()
    import unicodedata  # names are mostly ASCII

    parts = unicodedata.normalize("NFKD", text.casefold())
    kept = (sign for sign in parts if not unicodedata.combining(sign))
    return unicodedata.normalize("NFKC", "".join(kept))
