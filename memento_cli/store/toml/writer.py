"""Writing TOML text: keys, values and whole files in memento's layout."""

from __future__ import annotations

from datetime import date, datetime, time

from memento_cli.errors import BadData, BadValue
from memento_cli.standard import Mapping
from memento_cli.store.toml.reader import DIGITS, START, loaded

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

KEY_PARTS = r'"(?:[^"\\]|\\.)*+"?+|[^."]+'
LETTERS = {"\b": "b", "\f": "f", "\r": "r", "\n": "n", "\t": "t", '"': '"', "\\": "\\"}
ESCAPES = {code: f"\\u{code:04x}" for code in (*range(32), *range(0x7F, 0xA0))} | {
    ord(sign): "\\" + letter for sign, letter in LETTERS.items()
}
ESCAPES_IN_LINES = {code: text for code, text in ESCAPES.items() if chr(code) not in '\n\t"'}


def rendered(data: Mapping[str, Any]) -> str:
    """The text of a new file: tables in the given order, scalars before the tables under them."""
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
    """The text of a table with its header; the root has none."""
    lines = [f"{opening}{'.'.join(key_text(key) for key in path)}{closing}"] if path else []
    lines += [f"{key_text(key)} = {value_text(value)}" for key, value in scalars.items()]
    return "\n".join(lines)


def is_tables(value: Any) -> bool:
    """Whether a value is a list of tables."""
    return isinstance(value, list) and bool(value) and all(isinstance(v, Mapping) for v in value)


def value_at(data: Any, path: Sequence[str]) -> Any:
    """The value at a path of a document; None if there is none."""
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
    """The parts of a dotted key, of which a quoted one may have dots; BadValue if it is no key."""
    from re import findall

    parts = findall(KEY_PARTS, key)
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
    """The bytes of a text; BadData for a lone surrogate, which UTF-8 does not have."""
    try:
        return text.encode()
    except UnicodeEncodeError as problem:
        sign = problem.object[problem.start]
        raise BadData("text", [f"has half a character (U+{ord(sign):04X})"]) from None
