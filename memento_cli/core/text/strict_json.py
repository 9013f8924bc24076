"""JSON, read strictly and written safely.

A repeated key, NaN, an infinity and too deep nesting are errors. Reader and writer are the compiled
ones of the standard library, without the package `json`, which imports `re`; that is imported only
to word an error.
"""

from __future__ import annotations

from math import isfinite

from memento_cli.core.text.visible import is_visible

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

LINE_LIMIT = 1 << 22
# Characters that some readers take for a line end, or that a terminal cannot show or must not get.
LOOSE = (
    "[\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def loaded(raw: bytes | str, most: int = LINE_LIMIT) -> Any:
    """The value of a JSON text of at most `most` bytes; ValueError says what is wrong with it."""
    if len(raw) > most:
        raise ValueError(f"more than {most} bytes")
    try:
        if isinstance(raw, bytes):
            raw = raw.decode(_encoding(raw), "surrogatepass")
        return _decoded(raw)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def without_surrogates(value: Any) -> Any:
    """A value with U+FFFD in the place of each lone surrogate.

    A program that cuts texts between UTF-16 units writes them; neither UTF-8 nor SQLite takes them.
    """
    text = "".join(ENCODE(value, 0)).encode("utf-16-le", "surrogatepass")
    return _decoded(text.decode("utf-16-le", "replace"))


def dumped(value: Any) -> str:
    """A value as JSON in readable text that cannot break a line or a terminal."""
    text = "".join(ENCODE(value, 0))
    if is_visible(text):
        return text
    import re

    loose = re.findall(LOOSE, "".join(set(text)))
    return text.translate({ord(sign): _escaped(sign) for sign in loose})


def _escaped(sign: str) -> str:
    """A character as `\\u200b`; one beyond 16 bits as a surrogate pair (RFC 8259, section 7)."""
    halves = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{halves[at : at + 4]}" for at in range(0, len(halves), 4))


def _encoding(raw: bytes) -> str:
    if raw[:2] == b'{"':  # as nearly every line begins: UTF-8 (RFC 4627, section 3)
        return "utf-8"
    from json import detect_encoding

    return detect_encoding(raw)


def _decoded(text: str) -> Any:
    if text[:1] == "{":
        try:
            value, end = SCAN(text, 0)
        except (StopIteration, SystemError):  # a value is missing; or another error, for which
            end = -1  # the compiled reader needs the error class of the package
        if end == len(text):
            return value
    from json import JSONDecoder

    return JSONDecoder(
        object_pairs_hook=keyed_once, parse_constant=no_constant, parse_float=_finite
    ).decode(text)


def keyed_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of these keys and values; ValueError if a key stands twice."""
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a key stands twice")
    return table


def no_constant(name: str) -> None:
    """ValueError: NaN and the infinities, which Python would read, are not JSON."""
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(f"{text[:20]} is not finite")
    return number


def _refused(value: object) -> None:
    raise TypeError(f"a value of type {type(value).__name__} has no JSON")


class Strict:
    """The options of the compiled reader, which takes them as attributes."""

    strict = True
    object_hook = None
    object_pairs_hook = staticmethod(keyed_once)
    parse_float = staticmethod(_finite)
    parse_int = int
    parse_constant = staticmethod(no_constant)


def _compiled() -> tuple[Callable[[str, int], tuple[Any, int]], Callable[[Any, int], Any]]:
    """A function that reads a value from an index of a text on, and one that encodes a value."""
    try:
        module: Any = __import__("_json")
        signs = (module.encode_basestring, None, ": ", ", ", False, False, False)
        return module.make_scanner(Strict), module.make_encoder(None, _refused, *signs)
    except (ImportError, AttributeError, TypeError):  # another Python than CPython
        from json import JSONEncoder
        from json.scanner import make_scanner

        scan: Any = make_scanner
        encoder = JSONEncoder(ensure_ascii=False, allow_nan=False, default=_refused)
        return scan(Strict), lambda value, depth: encoder.iterencode(value)


SCAN, ENCODE = _compiled()
