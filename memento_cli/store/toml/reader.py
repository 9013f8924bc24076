"""Reading TOML with a compiled reader wherever tomllib would give the same data."""

from __future__ import annotations

import marshal

from memento_cli.errors import BadData
from memento_cli.standard import cache
from memento_cli.store.toml.tokens import is_plain

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def loaded(text: str) -> dict[str, Any]:
    """The data of a text in TOML 1.0; tomllib's error if it is not valid."""
    data = quick(text)
    if data is None:
        from tomllib import loads

        data = loads(text)
    return data


START = "<" * 7 + " "
"""The beginning of a conflict of git. No line that memento writes begins so (`_several_lines`)."""
DIGITS = 4300  # the longest number that Python prints


def quick(text: str) -> dict[str, Any] | None:
    """The data by the compiled reader if tomllib would give the same; otherwise None.

    It is fifteen times faster, but it reads TOML 1.1, too, keeps `\\r\\n` in texts, and gives times
    zone classes of its own.
    """
    data = newer(text) if START not in text and is_plain(text) else None
    try:
        marshal.dumps(data)  # cannot dump a moment
    except ValueError:
        return None
    return data


def newer(text: str) -> dict[str, Any] | None:
    """The data of a text in TOML 1.1; None if it is not valid."""
    text = text.replace("\r\n", "\n") if "\r" in text else text
    if text[:1] == "\ufeff" or "\r" in text:
        return None
    try:
        return _reader()(text)
    except ValueError:
        return None


@cache
def _reader() -> Callable[[str], dict[str, Any]]:
    """rtoml's reader alone: importing the package around it takes as long as Python's own start."""
    finder: Any = __import__("_frozen_importlib_external").PathFinder  # `importlib` imports more
    package = finder.find_spec("rtoml")
    spec = package and finder.find_spec("rtoml._rtoml", package.submodule_search_locations)
    if not spec or not spec.loader:  # in a zip archive or a frozen program
        from rtoml import loads

        return loads
    module = __import__("_frozen_importlib").module_from_spec(spec)
    spec.loader.exec_module(module)
    deserialize: Callable[[str], dict[str, Any]] = module.deserialize
    return deserialize


def bad_utf16(where: str) -> BadData:
    """The error for a file in UTF-16."""
    return BadData(where, ["not UTF-8 (it looks like UTF-16)"], "save it as UTF-8")
