"""TOML text: reading it with one kind of error, and writing new files in the house's layout."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any, NamedTuple

from memento_cli.errors import BadData, BadValue

SIZE_LIMIT = 1 << 20
NEWER_LIMIT = 1 << 15  # tomlkit takes seconds for more
DOTS = 100
DIGITS = 4300  # Python prints no longer number
LONG_NUMBER = re.compile(r"0[xob][0-9A-Fa-f_]{3500}")
PART = r"""(?>[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
# Texts and comments are stepped over whole, and nothing is looked at twice.
TOKENS = re.compile(
    r'''"""(?:[^"\\]|\\.|"(?!""))*+(?:"""|\Z)|\'{3}(?:[^']|'(?!''))*+(?:\'{3}|\Z)|#[^\n]*+'''
    rf"""|(?P<deep>(?:{PART}){{{DOTS}}})|(?:{PART})++"""
    r"""|"(?:[^"\\\n]|\\.)*+"?+|'[^'\n]*+'?+|[\w-]++|[^"'#\w-]++""",
    re.S,
)
NEWER = re.compile(r"\\[ex]|\{|\d\d:\d\d(?!:)")
CONFLICT = re.compile(r"^(?:<{7} |={7}\r?$|>{7} )", re.M)
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
KEY_PARTS = re.compile(r'"(?:[^"\\]|\\.)*"|[^."]+')
ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "\b": "\\b",
    "\f": "\\f",
    "\r": "\\r",
    "\n": "\\n",
    "\t": "\\t",
}
UNSAFE = re.compile(r'["\\\x00-\x1f\x7f-\x9f]')
UNSAFE_IN_LINES = re.compile(r'\\|"{3,}|"+\Z|[\x00-\x08\x0b-\x1f\x7f-\x9f]')


class Document(NamedTuple):
    """A file that was read: its text as it stands (no byte order mark), and what it says."""

    text: str
    data: dict[str, Any]


def parsed(raw: bytes, where: str) -> Document:
    """The document in these bytes, or BadData that names the file and the place."""
    if len(raw) > SIZE_LIMIT:
        raise BadData(where, [f"{len(raw)} bytes are more than the {SIZE_LIMIT} a file may have"])
    text = _decoded(raw, where)
    if _too_dotted(text):
        raise BadData(where, [f"a key of more than {DOTS} dotted parts"])
    try:
        return _printable(Document(text, tomllib.loads(text)), where)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError, OverflowError) as problem:
        data = _newer_toml(text)
        if data is not None:
            return _printable(Document(text, data), where)
        raise _bad_toml(text, where, problem) from None


def _printable(document: Document, where: str) -> Document:
    """The document, unless it has a number that could be read and never written again."""
    if LONG_NUMBER.search(document.text):
        long = list(_long_numbers(document.data, ()))
        if long:
            raise BadData(where, [f"{key}: a number of more than {DIGITS} digits" for key in long])
    return document


def _long_numbers(value: Any, path: tuple[str, ...]) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, entry in value.items():
            yield from _long_numbers(entry, (*path, key))
    elif isinstance(value, list):
        for entry in value:
            yield from _long_numbers(entry, path)
    elif isinstance(value, int) and abs(value) >= 10**DIGITS:
        yield ".".join(map(key_text, path))


def _too_dotted(text: str) -> bool:
    """Whether a key has so many parts that tomllib would take seconds for it."""
    if text.count(".") < DOTS:
        return False
    return any(found["deep"] for found in TOKENS.finditer(text))


def _decoded(raw: bytes, where: str) -> str:
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\x00" in raw[:64]:
        raise BadData(where, ["not UTF-8 (it looks like UTF-16)"], "save it as UTF-8")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise BadData(where, [f"not UTF-8 at byte {problem.start}"], "save it as UTF-8") from None


def _bad_toml(text: str, where: str, problem: Exception) -> BadData:
    if isinstance(problem, RecursionError):
        return BadData(where, ["nested too deeply"])
    if CONFLICT.search(text):
        hint = "keep one side of each conflict"
        return BadData(where, [f"has git conflict markers ({problem})"], hint)
    return BadData(where, [f"not TOML: {problem}"])


def _newer_toml(text: str) -> dict[str, Any] | None:
    """What TOML 1.1 allows and tomllib does not yet know; we write 1.0 only."""
    if len(text) > NEWER_LIMIT or not NEWER.search(text):
        return None
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        return tomlkit.parse(text).unwrap()
    except (TOMLKitError, RecursionError, ValueError, TypeError, KeyError, IndexError):
        return None


def statements(text: str) -> list[str]:
    """The text cut where a key or a header can begin; values of several lines stay whole."""
    found, start, depth = [], 0, 0
    for token in TOKENS.finditer(text):
        if token[0][0] in "\"'#":
            continue
        for place, sign in enumerate(token[0], start=token.start()):
            depth += (sign in "[{") - (sign in "]}")
            if sign == "\n" and depth <= 0:
                found.append(text[start : place + 1])
                start, depth = place + 1, 0
    return [*found, text[start:]] if start < len(text) else found


def rendered(data: Mapping[str, Any]) -> str:
    """A whole new file: tables in the order given, scalars before the tables under them."""
    return "\n\n".join(_blocks(data, ())) + "\n"


def _blocks(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    scalars = {
        key: value
        for key, value in table.items()
        if not isinstance(value, Mapping) and not is_tables(value)
    }
    if scalars:
        yield block(path, scalars, "[", "]")
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _blocks(value, (*path, key))
        elif is_tables(value):
            yield from (block((*path, key), entry, "[[", "]]") for entry in value)


def block(path: tuple[str, ...], scalars: Mapping[str, Any], opening: str, closing: str) -> str:
    """One table with its header; no header for the root."""
    lines = [f"{opening}{'.'.join(key_text(key) for key in path)}{closing}"] if path else []
    lines += [f"{key_text(key)} = {value_text(value)}" for key, value in scalars.items()]
    return "\n".join(lines)


def is_tables(value: Any) -> bool:
    """Whether a value is a list of tables, which has a header for each."""
    return isinstance(value, list) and bool(value) and all(isinstance(v, Mapping) for v in value)


def value_at(data: Any, path: Sequence[str]) -> Any:
    """What a document says at a path; None where it says nothing."""
    for key in path:
        data = data.get(key) if isinstance(data, Mapping) else None
    return data


def key_text(key: str) -> str:
    """A key, quoted where it must be."""
    return key if BARE_KEY.fullmatch(key) else _one_line(key)


def path_of(key: str) -> tuple[str, ...]:
    """The parts of a dotted key; one in quotes may hold dots. BadValue where it is none."""
    parts = KEY_PARTS.findall(key)
    try:
        if not parts or ".".join(parts) != key:
            raise ValueError
        return tuple(tomllib.loads(f"x={part}")["x"] if part[0] == '"' else part for part in parts)
    except ValueError:
        raise BadValue(f"{key[:60]!r} is no key") from None


def value_text(value: Any) -> str:
    """A value as TOML 1.0; texts of several lines stay several lines, tables are inline."""
    if isinstance(value, str):
        return _several_lines(value) if "\n" in value else _one_line(value)
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{key_text(key)} = {_one_line(entry)}" for key, entry in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_one_line(entry) for entry in value)}]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if not isinstance(value, int | float):
        raise BadValue(f"a value of type {type(value).__name__} cannot stand in a file")
    try:
        return repr(value)
    except ValueError:
        raise BadValue(f"a number of more than {DIGITS} digits") from None


def _one_line(value: Any) -> str:
    return f'"{UNSAFE.sub(_escaped, value)}"' if isinstance(value, str) else value_text(value)


def _several_lines(text: str) -> str:
    return f'"""\n{UNSAFE_IN_LINES.sub(_escaped, text)}"""'


def _escaped(found: re.Match[str]) -> str:
    return "".join(ESCAPES.get(sign) or f"\\u{ord(sign):04x}" for sign in found[0])
