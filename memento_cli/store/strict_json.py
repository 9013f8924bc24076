"""JSON texts, read strictly: a doubled key, NaN, an infinity, endless nesting are errors.

The reader is the compiled one of the standard library; the package around it imports `re`, which
every command would pay for. It is asked where there is something to complain of.
"""

from __future__ import annotations

from math import isfinite

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LINE_LIMIT = 1 << 22


def loaded(raw: bytes | str) -> Any:
    """The value of a JSON text; ValueError says what is wrong with it."""
    if len(raw) > LINE_LIMIT:
        raise ValueError(f"more than {LINE_LIMIT} bytes")
    try:
        if isinstance(raw, bytes):
            raw = raw.decode(_encoding(raw), "surrogatepass")
        return _decoded(raw)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _encoding(raw: bytes) -> str:
    if raw[:2] == b'{"':  # as nearly every line begins: UTF-8 (RFC 4627, section 3)
        return "utf-8"
    from json import detect_encoding

    return detect_encoding(raw)


def _decoded(text: str) -> Any:
    if text[:1] == "{":
        try:
            value, end = SCAN(text, 0)
        except StopIteration:  # how it says that a value is missing
            end = -1
        if end == len(text):
            return value
    from json import JSONDecoder

    return JSONDecoder(
        object_pairs_hook=_object, parse_constant=_constant, parse_float=_finite
    ).decode(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text[:20]} is not finite")
    return number


class Strict:
    """What the compiled reader wants to know, as attributes."""

    strict = True
    object_hook = None
    object_pairs_hook = staticmethod(_object)
    parse_float = staticmethod(_finite)
    parse_int = int
    parse_constant = staticmethod(_constant)


def _scanner() -> Callable[[str, int], tuple[Any, int]]:
    module: Any
    try:
        module = __import__("_json")
    except ImportError:  # a Python that has its own
        module = __import__("json.scanner", fromlist=["make_scanner"])
    scan: Callable[[str, int], tuple[Any, int]] = module.make_scanner(Strict)
    return scan


SCAN = _scanner()
