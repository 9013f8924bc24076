"""Markdown files, with or without front matter: one memory a file.

What its front matter does not say is taken from the text (`#tags`, `@people`) and the file's name
(title, date); a `[[link]]` to another note that is imported is an edge of the graph. A note that
memento has written becomes the same memory.

A note of basic-memory (docs.basicmemory.com, Knowledge Format) has observations and relations:

    - [category] what was observed #tag (context)
    - relation_type [[Other note]] (context)

It becomes an entity of the graph, each observation a memory that mentions it, each relation an
edge, and the rest of its text one more memory.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from datetime import UTC, datetime

from memento_cli.actions.exchange.sources.entry import (
    BadItem,
    EdgeItem,
    EntityItem,
    MemoryItem,
    decoded,
    heading_of,
    one_line,
    reason_of,
    shown_path,
)
from memento_cli.actions.exchange.sources.front_matter import split_front_matter
from memento_cli.actions.exchange.sources.keys import draft_of, words
from memento_cli.actions.exchange.sources.note_marks import dated_name, marks_in
from memento_cli.actions.exchange.sources.own_files import file_of_data
from memento_cli.core.exchange.entries import heading_in
from memento_cli.core.memory.memory import KINDS
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.text.normal_forms import plain_key
from memento_cli.errors import BadData, BadRef
from memento_cli.store.exchange.memory_formats import START, note_data
from memento_cli.store.files.files import read_regular
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import tzinfo
    from typing import Any

    from memento_cli.actions.exchange.sources.entry import Item
    from memento_cli.actions.exchange.sources.note_marks import Marks
    from memento_cli.core.memory.memory import Draft, Tags

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


def markdown_items(
    path: str, folder: str, zone: tzinfo, titled: Callable[[str], str] = lambda target: ""
) -> Iterator[Item]:
    """The items of a file. The source of a memory is the file's path relative to the folder, after
    the folder's name. `titled` gives the title of the note that a link means, or ""."""
    where = shown_path(path)
    text = text_of(path)
    if text.startswith(START.decode()):
        yield file_of_data(where, note_data(text, where), zone)
        return
    keys, body = split_front_matter(text)
    if not keys and not body.strip():
        raise BadData(path, ["is empty"])
    dated, name = _named(path, zone)
    marks = marks_in(_lines(body))
    draft = draft_of(_known(keys) | {"title": _title(keys, body) or name, "body": body}, zone)
    modified = datetime.fromtimestamp(int(os.stat(path).st_mtime), UTC)
    draft = draft._replace(
        source=source_of_file(path, folder),
        created=draft.created or dated or modified,
        tags=with_marks(draft.tags, marks),
    )
    if KEY in keys and any(_observed(line) or RELATED.fullmatch(line) for line in _lines(body)):
        yield from _items_of_note(draft, keys, where)
        return
    yield MemoryItem(where, draft)
    note = _note_name(keys, body, path)
    for target in dict.fromkeys(map(titled, marks.links)):
        if target and target != note:
            yield EdgeItem(where, note, LINKED, target)


def name_of_note(path: str) -> str:
    """What the note in a file is called in the graph; "" if it cannot be read, or memento wrote it,
    as it is a memory with links of its own then."""
    try:
        text = text_of(path)
        is_own = text.startswith(START.decode())
        return "" if is_own else _note_name(*split_front_matter(text), path)
    except (BadData, OSError):
        return ""


def _note_name(keys: Mapping[str, Any], body: str, path: str) -> str:
    """The title of a note, or of a daily note without one the name of its file."""
    title = _title(keys, body)
    named = _named(path, UTC)[1] or shown_path(os.path.splitext(os.path.basename(path))[0])
    return one_line(title if isinstance(title, str) and title.strip() else named)


def text_of(path: str, limit: int = SIZE_LIMIT) -> str:
    """The text of a file of at most so many bytes, with plain line ends."""
    return decoded(read_regular(path, limit)).replace("\r\n", "\n")


def with_marks(tags: Tags, marks: Marks) -> Tags:
    """The tags with the marks of the text after those that they have."""
    people = list[str]()
    for name in marks.people:
        with suppress(BadRef):
            people.append(person_ref(name))
    return tags._replace(
        topics=_distinct((*tags.topics, *marks.tags)), people=_distinct((*tags.people, *people))
    )


def _distinct(names: Iterable[str]) -> tuple[str, ...]:
    """The names without those that differ from earlier ones in case alone."""
    firsts: dict[str, str] = {}
    for name in names:
        firsts.setdefault(plain_key(name), name)
    return tuple(firsts.values())


def _title(keys: Mapping[str, Any], body: str) -> Any:
    """The title in the front matter, or the first heading, or ""."""
    headings = filter(None, map(heading_in, _lines(body)))  # code has none
    return keys.get("title") or keys.get("summary") or next(headings, "") or heading_of(body)[0]


def _named(path: str, zone: tzinfo) -> tuple[datetime | None, str]:
    """The moment in the name of a file, and its title."""
    parts = os.path.splitext(os.path.abspath(path))[0].split(os.sep)
    return dated_name([shown_path(part) for part in parts], zone)


def _known(keys: dict[str, Any]) -> dict[str, Any]:
    """The front matter without keys that mean something else to other programs; a `source` that is
    a URL becomes the origin."""
    foreign = keys.get("type") if keys.get("type") not in KINDS else None
    rest = {key: value for key, value in keys.items() if key != "type" or not foreign}
    for key in ("summary", "content", "detail", "files"):
        rest.pop(key, None)
    tags = rest.get("tags")
    if isinstance(tags, str) and "," not in tags:
        rest["tags"] = tags.split()  # as Jekyll and Obsidian read it
    url = rest.pop("source", None)
    if isinstance(url, str) and "://" in url:
        rest["origin"] = {"url": url}
    return rest


def source_of_file(path: str, folder: str) -> str:
    """A source such as `file:notes/2024/walk.md`, which does not depend on where `notes` is."""
    name = os.path.basename(folder) or "files"
    inside = os.path.relpath(os.path.abspath(path), folder).replace(os.sep, "/")
    return shown_path(f"file:{name}/{inside}")


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
    lines, block, fence = list[str](), list[str](), ""
    for line in text.split("\n"):
        mark = line.lstrip()[:3]
        block.append(line)
        if mark in FENCES and fence in ("", mark):
            fence = "" if fence else mark
        if not fence:
            lines.append("\n".join(block))
            block.clear()
    return [*lines, "\n".join(block)] if block else lines
