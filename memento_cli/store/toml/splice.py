"""Editing TOML: comments, order, unknown keys and line endings stay as they were.

Most edits change values on lines of their own: those lines are replaced, and the result is parsed
again and compared with the intended data. Files that are written in other ways go to tomlkit, which
is sixty times slower; its result is compared, too.
"""

from __future__ import annotations

import re
from itertools import islice

from memento_cli.errors import Conflict
from memento_cli.standard import Mapping
from memento_cli.store.toml.reader import loaded
from memento_cli.store.toml.tokens import statements
from memento_cli.store.toml.writer import block, is_tables, key_text, path_of, value_at, value_text

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from memento_cli.store.toml.parse import Document

    Path = tuple[str, ...]
    Changes = Mapping[Path, Any]

REMOVED: Any = object()
KEY_LINE = re.compile(
    r"""(?P<head>[ \t]*(?P<key>[A-Za-z0-9_-]+)[ \t]*=[ \t]*)"""
    r'''(?P<value>"""(?:[^"\\]|\\.|"(?!""))*+"{3,5}|\'{3}(?:[^']|'(?!''))*+'{3,5}'''
    r"""|"(?!"")(?:[^"\\\n]|\\.)*+"|'(?!'')[^'\n]*+'|\[[^][#"']*+\]"""
    r"""|\[(?:\s*+"(?:[^"\\\n]|\\.)*+"\s*+,?+)*+\s*+\]"""
    r"""|[^\s"'#\[{][^\s#]*)(?P<tail>[ \t]*(?:#[^\n]*)?\r?\n?)""",
    re.S,
)
NAME = r'(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*")'
PARTS = r'[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*+"?+'
HEADER = re.compile(rf"[ \t]*(\[\[?)[ \t]*({NAME}(?:[ \t]*\.[ \t]*{NAME})*)[ \t]*\]")


def edited(document: Document, changes: Changes) -> str:
    """The document's text with the changes made, and nothing else changed."""
    intended = applied(document.data, changes)
    for edit in (_spliced, _rewritten):
        try:
            text = edit(document, changes)
            if _same(loaded(text), intended):
                return text
        except (Unusual, ValueError, RecursionError):
            continue
    raise Conflict(
        "the file is written in a way that memento cannot edit without changing more",
        "change it in an editor",
    )


def _same(one: Any, other: Any) -> bool:
    """Whether two documents have the same data; NaN equals NaN, an empty table counts as none."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        keys, others = ({key for key in each if each[key] != {}} for each in (one, other))
        return keys == others and all(_same(one[key], other[key]) for key in keys)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other or (one != one and other != other))


def applied(data: Mapping[str, Any], changes: Changes) -> dict[str, Any]:
    """The data of a document after the changes."""
    result = _copy(data)
    for path, value in changes.items():
        table = result
        for depth, key in enumerate(path[:-1], start=1):
            table = table.setdefault(key, {})
            if not isinstance(table, dict):
                raise Conflict(f"{'.'.join(map(key_text, path[:depth]))} is no table in that file")
        if value is REMOVED:
            table.pop(path[-1], None)
        else:
            table[path[-1]] = list(value) if isinstance(value, tuple) else value
    return _pruned(result, {path[:-1] for path, value in changes.items() if value is REMOVED})


def _copy(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _copy(entry) for key, entry in value.items()}
    return list(value) if isinstance(value, list) else value


def _pruned(data: dict[str, Any], emptied: set[Path]) -> dict[str, Any]:
    """The data without tables that the changes have emptied."""
    for path in emptied:
        table = value_at(data, path[:-1])
        if path and isinstance(table, dict) and table.get(path[-1]) == {}:
            del table[path[-1]]
    return data


def _spliced(document: Document, changes: Changes) -> str:
    lines = statements(document.text)
    end = "\r\n" if lines and lines[0].endswith("\r\n") else "\n"
    for path, value in changes.items():
        before = value_at(document.data, path)
        if is_tables(before) or is_tables(value):
            old, new = before or [], [] if value is REMOVED else value
            if not isinstance(old, list) or not (is_tables(new) or new == []):
                raise Unusual
            splice_tables(lines, path, old, new, end)
        else:
            _splice_value(lines, path, value, end)
    return "".join(lines)


def _section(lines: list[str], path: Path) -> tuple[int, int]:
    """The numbers of a table's header line and of the line after its last."""
    all_headers = headers(lines)
    for nth, (place, opening, name) in enumerate(all_headers):
        if name == path and opening == "[":
            return place, all_headers[nth + 1][0] if nth + 1 < len(all_headers) else len(lines)
    raise Unusual


def _splice_value(lines: list[str], path: Path, value: Any, end: str) -> None:
    try:
        start, stop = _section(lines, path[:-1])
    except Unusual:
        if value is REMOVED or len(path) < 2:
            raise
        _splice_table(lines, path, value, end)
        return
    last = start
    for place in range(start + 1, stop):
        match = KEY_LINE.fullmatch(lines[place])
        if lines[place].strip() and not lines[place].lstrip().startswith("#"):
            last = place
        if match and match["key"] == path[-1]:
            if value is REMOVED:
                del lines[place]
                start, stop = _section(lines, path[:-1])
                if trimmed(lines, start, stop) == start + 1:
                    drop(lines, start, start + 1)
            else:
                lines[place] = _line(match["head"], value, match["tail"], end)
            return
        if lines[place].lstrip().startswith((path[-1] + " ", path[-1] + "=")):
            raise Unusual
    if value is not REMOVED:
        if not lines[last].endswith("\n"):
            lines[last] += end
        lines.insert(last + 1, _line(f"{path[-1]} = ", value, end, end))


def _line(head: str, value: Any, tail: str, end: str) -> str:
    return head + value_text(value).replace("\n", end) + tail


def _splice_table(lines: list[str], path: Path, value: Any, end: str) -> None:
    """Add a table with this value, before the first list of tables or at the end."""
    place = next((place for place, opening, _ in headers(lines) if opening == "[["), len(lines))
    while 0 < place < len(lines) and lines[place - 1].startswith("#"):
        place -= 1  # the list's own comment
    text = block(path[:-1], {path[-1]: value}, "[", "]").replace("\n", end) + end
    if place < len(lines):
        lines[place:place] = statements(text + end)
    else:
        append(lines, text, end)


def _rewritten(document: Document, changes: Changes) -> str:
    """The text after the changes, made by tomlkit."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    whole_crlf = document.text.count("\n") == document.text.count("\r\n") > 0
    text = document.text.replace("\r\n", "\n") if whole_crlf else document.text
    try:
        tree: Any = tomlkit.parse(text)
        for path, value in changes.items():
            _set(tree, path, value)
        for path in {path[:-1] for path, value in changes.items() if value is REMOVED}:
            if path and value_at(tree, path) == {}:
                _set(tree, path, REMOVED)
        text = tomlkit.dumps(tree)
    except (TOMLKitError, KeyError, TypeError, ValueError, AttributeError, IndexError):
        raise Unusual from None
    return text.replace("\n", "\r\n") if whole_crlf else text


def _set(tree: Any, path: Path, value: Any) -> None:
    import tomlkit

    table = tree
    for key in path[:-1]:
        if key not in table:
            table[key] = tomlkit.table()
        table = table[key]
    if value is REMOVED:
        table.pop(path[-1], None)
    elif is_tables(value):
        entries = tomlkit.aot()
        for entry in value:
            new = tomlkit.table()
            for key, item in entry.items():
                new[key] = tomlkit.value(value_text(item))
            entries.append(new)
        table[path[-1]] = entries
    else:
        table[path[-1]] = tomlkit.value(value_text(value))


class Unusual(Exception):
    """The text is written in a way that line editing does not handle."""


def headers(lines: list[str]) -> list[tuple[int, str, Path]]:
    """All headers, of tables and of entries: line number, opening bracket and path."""
    result = []
    for place, line in enumerate(lines):
        header = HEADER.match(line)
        if header:
            path = path_of(".".join(re.findall(PARTS, header[2])))
            result.append((place, header[1], path))
    return result


def splice_tables(lines: list[str], path: Path, old: list[Any], new: Any, end: str) -> None:
    """Change a list of tables: entries in both lists are not touched, the others come or go."""
    spans = _spans(lines, path)
    if len(spans) != len(old):
        raise Unusual
    staying, added = _matched(old, new)
    for nth in reversed(range(len(old))):
        start, stop = spans[nth]
        if nth in added:
            _insert(lines, stop, path, added[nth], end)
        if nth not in staying:
            drop(lines, start, stop)
    if -1 in added:
        _insert(lines, spans[0][0] if staying else len(lines), path, added[-1], end)


def _spans(lines: list[str], path: Path) -> list[tuple[int, int]]:
    """The first line of each entry and the one after its last, with the tables in it."""
    own, all_headers = len(path), headers(lines)
    spans = []
    for nth, (start, opening, name) in enumerate(all_headers):
        if (opening, name) == ("[[", path):
            rest = islice(all_headers, nth + 1, None)
            later = (at for at, _, name in rest if len(name) <= own or name[:own] != path)
            spans.append((start, trimmed(lines, start, next(later, len(lines)))))
    return spans


def _matched(old: list[Any], new: list[Any]) -> tuple[set[int], dict[int, list[Any]]]:
    """The numbers of the old entries that stay, and the added ones by the number of the entry that
    they come after, -1 for none."""
    staying: set[int] = set()
    added: dict[int, list[Any]] = {}
    last = -1
    for entry in new:
        place = next((nth for nth in range(last + 1, len(old)) if old[nth] == entry), None)
        if place is None:
            added.setdefault(last, []).append(entry)
        else:
            staying.add(place)
            last = place
    return staying, added


def _insert(lines: list[str], place: int, path: Path, entries: list[Any], end: str) -> None:
    blocks = [block(path, entry, "[[", "]]").replace("\n", end) + end for entry in entries]
    if place == len(lines):
        for text in blocks:
            append(lines, text, end)
    elif HEADER.match(lines[place]):
        lines[place:place] = statements("".join(text + end for text in blocks))
    else:
        lines[place:place] = statements("".join(end + text for text in blocks))


def trimmed(lines: list[str], start: int, stop: int) -> int:
    """The end of a table without the comments above the next one."""
    while stop > start + 1 and (
        not lines[stop - 1].strip() or lines[stop - 1].lstrip().startswith("#")
    ):
        stop -= 1
    return stop


def drop(lines: list[str], start: int, stop: int) -> None:
    """Remove lines, and one of the empty lines around them."""
    del lines[start:stop]
    if start < len(lines) and not lines[start].strip():
        del lines[start]
    elif start == len(lines) and start and not lines[start - 1].strip():
        del lines[start - 1]


def append(lines: list[str], text: str, end: str) -> None:
    """Add a table at the end, after an empty line."""
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += end
    if lines and lines[-1].strip():
        lines.append(end)
    lines += statements(text)
