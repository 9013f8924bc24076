"""What the compiled reader does not read, read with care: tomllib decides what is valid TOML."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

from memento_cli.errors import BadData
from memento_cli.store.toml.reader import DIGITS, START, bad_utf16, newer
from memento_cli.store.toml.tokens import DOTS, too_dotted
from memento_cli.store.toml.writer import key_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


LONG_NUMBER = re.compile(r"0[xob][0-9A-Fa-f_]{3500}")
CONFLICT = re.compile(r"^(?:<{7} |\|{7} |={7}\r?$|>{7} )", re.M)
MARKERS = "keep one side of each conflict; `memento doctor` says whether --fix can do it"


def read(text: str, where: str) -> dict[str, Any]:
    """What a text says, or BadData that names the file and the place."""
    if "\0" in text[:64]:
        raise bad_utf16(where)
    if too_dotted(text):
        raise BadData(where, [f"a key of more than {DOTS} dotted parts"])
    try:
        said = tomllib.loads(text)
        if has_conflict(text):  # which stands in a text of several lines
            raise ValueError("within a text")
        return _printable(text, said, where)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError, OverflowError) as problem:
        data = None if has_conflict(text) else newer(text)
        if data is not None:  # what TOML 1.1 allows and tomllib does not know
            return _printable(text, data, where)
        raise _bad_toml(text, where, problem) from None


def has_conflict(text: str) -> bool:
    """Whether git left both sides of a conflict in a text: its three markers, each a line."""
    place, lines = 0, f"\n{text}"
    for mark in (f"\n{START}", "\n=======", "\n>>>>>>> "):
        place = lines.find(mark, place)
        if place < 0:
            return False
    return True


def _printable(text: str, data: dict[str, Any], where: str) -> dict[str, Any]:
    """The data, unless it has a number that could be read and never written again."""
    if LONG_NUMBER.search(text):
        long = list(_long_numbers(data, ()))
        if long:
            raise BadData(where, [f"{key}: a number of more than {DIGITS} digits" for key in long])
    return data


def _long_numbers(value: Any, path: tuple[str, ...]) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, entry in value.items():
            yield from _long_numbers(entry, (*path, key))
    elif isinstance(value, list):
        for entry in value:
            yield from _long_numbers(entry, path)
    elif isinstance(value, int) and abs(value) >= 10**DIGITS:
        yield ".".join(map(key_text, path))


def _bad_toml(text: str, where: str, problem: Exception) -> BadData:
    if isinstance(problem, RecursionError):
        return BadData(where, ["nested too deeply"])
    if CONFLICT.search(text):
        return BadData(where, [f"has git conflict markers ({problem})"], MARKERS)
    return BadData(where, [f"not TOML: {problem}"])
