"""Which of several hundred marks are in a text, without a search for each."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

START = 3
"""So many first letters of a mark are looked up among those of a text's words."""
LETTERS = bytes(sign if chr(sign).isascii() and chr(sign).isalpha() else 32 for sign in range(256))


class MarkTable:
    """Marks, all in lower case. Those that begin with a letter of ASCII are found where a word
    begins, others anywhere."""

    def __init__(self, marks: Iterable[str]) -> None:
        self._by_word: dict[bytes, list[str]] = {}
        self._by_sign: dict[str, list[str]] = {}
        for mark in dict.fromkeys(marks):
            if "a" <= mark[0] <= "z":
                self._by_word.setdefault(_words(mark)[0][:START], []).append(mark)
            else:
                self._by_sign.setdefault(mark[0], []).append(mark)

    def found_in(self, text: str) -> Iterator[str]:
        """The marks that are in a text, which is in lower case."""
        for start in self._by_word.keys() & {word[:START] for word in _words(text)}:
            for mark in self._by_word[start]:
                if mark in text:
                    yield mark
        for sign in self._by_sign.keys() & set(text):
            for mark in self._by_sign[sign]:
                if mark in text:
                    yield mark


def _words(text: str) -> list[bytes]:
    """The words of letters of ASCII in a text."""
    return text.encode("ascii", "replace").translate(LETTERS).split()
