"""Front matter of Markdown files: simple keys between `---` lines, or TOML between `+++` lines.

Of YAML it reads strings, lists and multi-line strings; nested keys and anything else are ignored.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


FENCED = re.compile(r"(---|\+\+\+)[ \t]*\n(.*?)^(?:\1|\.\.\.)[ \t]*(?:\n|\Z)", re.S | re.M)
ENTRY = re.compile(r"[ \t]*-(?:[ \t]+(.*)|)")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*+)"|\'((?:[^\']|\'\')*+)\'')
PART = re.compile(r'(?<!\s)\s*+("(?:[^"\\]|\\.)*+"|\'(?:[^\']|\'\')*+\'|[^,]+)')
ESCAPED = re.compile(r"\\(.)")
COMMENT = re.compile(r"(?:^|[ \t])#.*")


def split_front_matter(text: str) -> tuple[dict[str, Any], str]:
    """The keys of the front matter, and the text after it. BadData for invalid TOML."""
    match = FENCED.match(text)
    if not match:
        return {}, text
    rest = text[match.end() :]
    if match[1] == "+++":
        from memento_cli.store.toml.parse import parsed

        return parsed(match[2].encode(), "front matter").data, rest
    keys = simple_keys(match[2])
    return (keys, rest) if keys else ({}, text)  # a rule above a text is no front matter


def simple_keys(text: str) -> dict[str, Any]:
    """The keys of a text in the subset of YAML that this module reads."""
    values: dict[str, Any] = {}
    for key, first, below in _blocks(text):
        first = "" if first.startswith("#") else first
        if first[:1] in ("|", ">"):
            lines = [line.strip() for line in below]
            values[key] = ("\n" if first[0] == "|" else " ").join(lines).strip()
        elif first:
            whole = " ".join([first, *(line.strip() for line in below if line[:1] in (" ", "\t"))])
            values[key] = _list(whole) if first[0] == "[" else _scalar(whole)
        else:
            entries = [ENTRY.fullmatch(line) for line in below if line.strip()]
            values[key] = [_scalar(entry[1] or "") for entry in entries if entry]
    return {key: value for key, value in values.items() if key and value not in ("", [])}


def _blocks(text: str) -> Iterator[tuple[str, str, list[str]]]:
    """Each key with the rest of its line and the lines below that belong to it."""
    key, first, below = "", "", list[str]()
    for line in text.split("\n"):
        name, colon, rest = line.partition(":")
        if colon and name[:1].isalpha() and rest[:1] in ("", " ", "\t"):
            yield key, first, below
            key, first, below = name.strip().lower(), rest.strip(), []
        else:
            below.append(line)
    yield key, first, below


def _list(text: str) -> list[str]:
    """A list on one line, `[a, "b, c"]`."""
    inside = text[1:].rpartition("]")[0] if "]" in text else text[1:]
    return [part for match in PART.finditer(inside) if (part := _scalar(match[1]))]


def _scalar(text: str) -> str:
    """A string without its quotes and the comment after it."""
    text = text.strip()
    quoted = QUOTED.match(text)
    if quoted and text[0] == '"':
        return ESCAPED.sub(lambda match: {"n": "\n", "t": "\t"}.get(match[1], match[1]), quoted[1])
    if quoted:
        return quoted[2].replace("''", "'")
    text = COMMENT.sub("", text).strip()
    return "" if text in ("~", "null") else text
