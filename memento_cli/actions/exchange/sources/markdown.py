"""Markdown files, with or without front matter: one memory a file.

Front matter is simple keys between `---` lines, or TOML between `+++` lines. Of YAML strings, lists
and multi-line strings are read; nested keys and anything else are ignored. A note that memento has
written becomes the same memory.

A note of basic-memory (docs.basicmemory.com, Knowledge Format) has observations and relations:

    - [category] what was observed #tag (context)
    - relation_type [[Other note]] (context)

It becomes an entity of the graph, each observation a memory that mentions it, each relation an
edge, and the rest of its text one more memory.
"""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime

from memento_cli.actions.exchange.sources.entry import (
    BadItem,
    EdgeItem,
    EntityItem,
    MemoryItem,
    decoded,
    heading_in,
    heading_of,
    one_line,
    reason_of,
    shown_path,
)
from memento_cli.actions.exchange.sources.keys import draft_of, words
from memento_cli.actions.exchange.sources.own_files import file_of_data
from memento_cli.core.memory.memory import KINDS
from memento_cli.errors import BadData
from memento_cli.store.exchange.memory_formats import START, note_data
from memento_cli.store.files.files import read_regular
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import tzinfo
    from typing import Any

    from memento_cli.actions.exchange.sources.entry import Item
    from memento_cli.core.memory.memory import Draft

FENCES = ("```", "~~~")
KEY, NOTE = "permalink", "note"
"""The key that each note of basic-memory has, and the default kind of a note."""
OBSERVED = re.compile(r"\s*[-*]\s+\[([^\[\]()]*)\](?!\(|\[)\s+(\S.*)")
RELATED = re.compile(r"\s*[-*]\s([^\[\]]*)\[\[([^\[\]]+)\]\]\s*(?:\(.*\)\s*)?")
TICKED = ("", " ", "x", "X", "-")
"""What the brackets of a task in Markdown hold: such a line is no observation."""
TAGGED = re.compile(r"(?<!\S)#([^\s#,;()\[\]]+)")
LINKED = "links_to"
"""The relation of a bare `[[link]]` in a list."""
HEADS = ("observations", "relations")
"""The headings of basic-memory, which are no text of a note."""
FENCED = re.compile(r"(---|\+\+\+)[ \t]*\n(.*?)^(?:\1|\.\.\.)[ \t]*(?:\n|\Z)", re.S | re.M)
ENTRY = re.compile(r"[ \t]*-(?:[ \t]+(.*)|)")
QUOTED = re.compile(r'"((?:[^"\\]|\\.)*+)"|\'((?:[^\']|\'\')*+)\'')
PART = re.compile(r'(?<!\s)\s*+("(?:[^"\\]|\\.)*+"|\'(?:[^\']|\'\')*+\'|[^,]+)')
ESCAPED = re.compile(r"\\(.)")
COMMENT = re.compile(r"(?:^|[ \t])#.*")


def markdown_items(path: str, folder: str, zone: tzinfo) -> Iterator[Item]:
    """The items of a file. The source of a memory is the file's path relative to the folder, after
    the folder's name."""
    where = shown_path(path)
    text = decoded(read_regular(path, SIZE_LIMIT)).replace("\r\n", "\n")
    if text.startswith(START.decode()):
        yield file_of_data(where, note_data(text, where), zone)
        return
    keys, body = split_front_matter(text)
    if not keys and not body.strip():
        raise BadData(path, ["is empty"])
    stem = shown_path(os.path.splitext(os.path.basename(path))[0])
    headings = filter(None, map(heading_in, _lines(body)))  # code has none
    heading = next(headings, "") or heading_of(body)[0]
    title = keys.get("title") or keys.get("summary") or heading or stem
    draft = draft_of(_known(keys) | {"title": title, "body": body}, zone)
    modified = datetime.fromtimestamp(int(os.stat(path).st_mtime), UTC)
    draft = draft._replace(source=_source(path, folder), created=draft.created or modified)
    if KEY in keys and any(_observed(line) or RELATED.fullmatch(line) for line in _lines(body)):
        yield from _items_of_note(draft, keys, where)
    else:
        yield MemoryItem(where, draft)


def _known(keys: dict[str, Any]) -> dict[str, Any]:
    """The front matter without keys that mean something else to other programs; a `source` that is
    a URL becomes the origin."""
    foreign = keys.get("type") if keys.get("type") not in KINDS else None
    rest = {key: value for key, value in keys.items() if key != "type" or not foreign}
    for key in ("summary", "content", "detail", "files"):
        rest.pop(key, None)
    url = rest.pop("source", None)
    if isinstance(url, str) and "://" in url:
        rest["origin"] = {"url": url}
    return rest


def _source(path: str, folder: str) -> str:
    """A source such as `file:notes/2024/walk.md`, which does not depend on where `notes` is."""
    name = os.path.basename(folder) or "files"
    inside = os.path.relpath(os.path.abspath(path), folder).replace(os.sep, "/")
    return shown_path(f"file:{name}/{inside}")


def split_front_matter(text: str) -> tuple[dict[str, Any], str]:
    """The keys of the front matter, and the text after it. BadData for invalid TOML."""
    match = FENCED.match(text)
    if not match:
        return {}, text
    rest = text[match.end() :]
    if match[1] == "+++":
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


def _items_of_note(draft: Draft, keys: Mapping[str, Any], where: str) -> Iterator[Item]:
    """The items of a note. `draft` is the whole note as read from Markdown."""
    title, kind = draft.summary, keys.get("type")
    yield EntityItem(where, title, one_line(kind) if isinstance(kind, str) else NOTE)
    rest = list[str]()
    for number, line in enumerate(_lines(draft.detail), 1):
        observed, related = _observed(line), RELATED.fullmatch(line)
        if observed:
            yield from _observation(draft, *observed, f"{where}[{number}]")
        elif related:
            predicate, target = one_line(related[1]) or LINKED, related[2].partition("|")[0]
            yield EdgeItem(where, title, predicate, one_line(target))
        else:
            rest.append(line)
    if any(line.strip() and not heading_in(line) for line in rest):
        kept = (line for line in rest if heading_in(line).casefold() not in HEADS)
        detail = "\n".join(kept).strip("\n")
        yield MemoryItem(where, draft._replace(detail=detail))


def _observation(draft: Draft, category: str, text: str, where: str) -> Iterator[Item]:
    """The memory of an observation, with the note, the category and its own tags as topics."""
    topics = (draft.summary, category, *TAGGED.findall(text), *draft.tags.topics)
    tags = draft.tags._replace(topics=tuple(dict.fromkeys(filter(None, map(one_line, topics)))))
    try:
        summary, detail = words("", text)
        yield MemoryItem(
            where, draft._replace(summary=summary, detail=detail, tags=tags, kind="semantic")
        )
    except BadData as problem:
        yield BadItem(where, reason_of(problem))


def _observed(line: str) -> tuple[str, str] | None:
    """The category and the text of an observation; None if a line is none."""
    match = OBSERVED.fullmatch(line)
    if not match or match[1].strip(" ") in TICKED or RELATED.fullmatch(line):
        return None
    return one_line(match[1]), match[2].strip()


def _lines(text: str) -> list[str]:
    """The lines of a text; a fenced block of code is one line with its fences."""
    lines, fence = list[str](), ""
    for line in text.split("\n"):
        mark = line.lstrip()[:3]
        if fence:
            lines[-1] += "\n" + line
        else:
            lines.append(line)
        if mark in FENCES and fence in ("", mark):
            fence = "" if fence else mark
    return lines
