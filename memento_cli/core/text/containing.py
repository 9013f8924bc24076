"""Texts that contain all of some words, in any script, also as parts of longer words."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeVar

    T = TypeVar("T")

LEAST_SIGNS = 2
"""The least number of characters of a word."""


def texts_with_words(words: str, texts: Iterable[tuple[T, str]]) -> list[T]:
    """The keys of the texts that contain all the words, ignoring case and accents.

    Words are separated by blanks and may be parts of longer ones. [] if no word has two characters.
    """
    wanted = [word for word in folded(words).split() if len(word) >= LEAST_SIGNS]
    if not wanted:
        return []
    return [key for key, text in texts if all(map(folded(text).__contains__, wanted))]


def folded(text: str) -> str:
    """The text without differences of case, accents and forms of one letter."""
    if text.isascii():
        return text.lower()
    import unicodedata  # names are mostly ASCII

    parts = unicodedata.normalize("NFKD", text.casefold())
    kept = (sign for sign in parts if not unicodedata.combining(sign))
    return unicodedata.normalize("NFKC", "".join(kept))
