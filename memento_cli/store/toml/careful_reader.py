"""Reading the TOML that the compiled reader leaves: tomllib decides what is valid."""

from __future__ import annotations

import re
import tomllib

from memento_cli.errors import BadData
from memento_cli.standard import Mapping
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
    """The data of a text; BadData names the file and the place."""
    if "\0" in text[:64]:
        raise bad_utf16(where)
    if too_dotted(text):
        raise BadData(where, [f"a key of more than {DOTS} dotted parts"])
    try:
        data = tomllib.loads(text)
        if has_conflict(text):  # in a string of several lines
            raise ValueError("within a text")
        return _printable(text, data, where)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError, OverflowError) as problem:
        newer_data = None if has_conflict(text) else newer(text)
        if newer_data is not None:  # valid in TOML 1.1, which tomllib does not know
            return _printable(text, newer_data, where)
        raise _bad_toml(text, where, problem) from None


def has_conflict(text: str) -> bool:
    """Whether a text has git's three conflict markers, each on a line of its own."""
    place, lines = 0, f"\n{text}"
    for mark in (f"\n{START}", "\n=======", "\n>>>>>>> "):
        place = lines.find(mark, place)
        if place < 0:
            return False
    return True


def _printable(text: str, data: dict[str, Any], where: str) -> dict[str, Any]:
    """The data; BadData if it has a number that is too long to be written again."""
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
