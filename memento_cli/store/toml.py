"""TOML text: reading it with one kind of error, and writing new files in the house's layout."""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, time
from functools import cache
from typing import Any, NamedTuple

from memento_cli.errors import BadData, BadValue
from memento_cli.store.tokens import PART as PART
from memento_cli.store.tokens import is_plain
from memento_cli.store.tokens import statements as statements

START = "<" * 7 + " "
"""How git begins what two sides wrote; no line of a text of ours begins so (`_several_lines`)."""
SIZE_LIMIT = 1 << 20
DIGITS = 4300  # Python prints no longer number
KEY_PARTS = r'"(?:[^"\\]|\\.)*+"?+|[^."]+'
LETTERS = {"\b": "b", "\f": "f", "\r": "r", "\n": "n", "\t": "t", '"': '"', "\\": "\\"}
ESCAPES = {code: f"\\u{code:04x}" for code in (*range(32), *range(0x7F, 0xA0))} | {
    ord(sign): "\\" + letter for sign, letter in LETTERS.items()
}
ESCAPES_IN_LINES = {code: text for code, text in ESCAPES.items() if chr(code) not in '\n\t"'}


class Document(NamedTuple):
    """A file that was read: its text as it stands (no byte order mark), and what it says."""

    text: str
    data: dict[str, Any]


def parsed(raw: bytes, where: str) -> Document:
    """The document in these bytes, or BadData that names the file and the place."""
    if len(raw) > SIZE_LIMIT:
        raise BadData(where, [f"{len(raw)} bytes are more than the {SIZE_LIMIT} a file may have"])
    text = _decoded(raw, where)
    data = quick(text)
    if data is None:
        from memento_cli.store.careful import read

        data = read(text, where)
    return Document(text, data)


def loaded(text: str) -> dict[str, Any]:
    """What a text says in TOML 1.0; tomllib's error if it says nothing."""
    data = quick(text)
    if data is None:
        from tomllib import loads

        data = loads(text)
    return data


def quick(text: str) -> dict[str, Any] | None:
    """What the compiled reader says where tomllib would say the same; otherwise nothing.

    It is fifteen times faster; but it takes TOML 1.1, too, keeps the line ends of Windows in texts,
    and gives moments zones of its own.
    """
    text = text.replace("\r\n", "\n") if "\r" in text else text
    if text[:1] == "\ufeff" or "\r" in text or START in text or not is_plain(text):
        return None
    try:
        data = _reader()(text)
        marshal.dumps(data)  # cannot dump a moment
    except ValueError:
        return None
    return data


@cache
def _reader() -> Callable[[str], dict[str, Any]]:
    """rtoml's reader alone: importing the package around it takes as long as Python's own start."""
    from importlib.machinery import PathFinder
    from importlib.util import module_from_spec

    package = PathFinder.find_spec("rtoml")
    spec = package and PathFinder.find_spec("rtoml._rtoml", package.submodule_search_locations)
    if not spec or not spec.loader:  # in an archive, or bound into a program
        from rtoml import loads

        return loads
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    reader: Callable[[str], dict[str, Any]] = module.deserialize
    return reader


def _decoded(raw: bytes, where: str) -> str:
    try:
        return raw.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as problem:
        if raw[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in raw[:64]:
            raise bad_utf16(where) from None
        raise BadData(where, [f"not UTF-8 at byte {problem.start}"], "save it as UTF-8") from None


def bad_utf16(where: str) -> BadData:
    """The error for a file that some editor of Windows saved."""
    return BadData(where, ["not UTF-8 (it looks like UTF-16)"], "save it as UTF-8")


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


def nested(paths: Mapping[str, Any]) -> dict[str, Any]:
    """A document from its dotted paths."""
    document: dict[str, Any] = {}
    for path, value in paths.items():
        table = document
        *tables, last = path_of(path)
        for key in tables:
            table = table.setdefault(key, {})
        table[last] = value
    return document


def key_text(key: str) -> str:
    """A key, quoted where it must be."""
    bare = key.isascii() and key.replace("-", "0").replace("_", "0").isalnum()
    return key if bare else _one_line(key)


def path_of(key: str) -> tuple[str, ...]:
    """The parts of a dotted key; one in quotes may hold dots. BadValue where it is none."""
    parts = re.findall(KEY_PARTS, key)
    try:
        if not parts or ".".join(parts) != key:
            raise ValueError
        return tuple(loaded(f"x={part}")["x"] if part[0] == '"' else part for part in parts)
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
    return f'"{value.translate(ESCAPES)}"' if isinstance(value, str) else value_text(value)


def _several_lines(text: str) -> str:
    lines = text.rstrip('"')
    inside = lines.translate(ESCAPES_IN_LINES).replace('"""', r"\"\"\"")
    inside = f"\n{inside}".replace(f"\n{START}", f"\n\\u003c{START[1:]}")[1:]
    return '"""\n' + inside + r"\"" * (len(text) - len(lines)) + '"""'


def encoded(text: str) -> bytes:
    """The bytes of a text; BadData for half a character, which no file can keep."""
    try:
        return text.encode()
    except UnicodeEncodeError as problem:
        sign = problem.object[problem.start]
        raise BadData("text", [f"has half a character (U+{ord(sign):04X})"]) from None
