"""Notes of basic-memory: Markdown with observations and relations among its lines.

    - [category] what was observed #tag (context)
    - relation_type [[Other note]] (context)

A note becomes an entity of the graph, each observation a memory that mentions it, each relation an
edge, and the rest of its text one more memory (docs.basicmemory.com, Knowledge Format).
"""

from __future__ import annotations

import re

from memento_cli.actions.exchange.sources.entry import (
    BadItem,
    EdgeItem,
    EntityItem,
    MemoryItem,
    heading_in,
    one_line,
    reason_of,
)
from memento_cli.actions.exchange.sources.keys import words
from memento_cli.errors import BadData

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from memento_cli.actions.exchange.sources.entry import (
        Item,
    )
    from memento_cli.core.memory.memory import Draft


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
FENCES = ("```", "~~~")


def is_basic_memory(keys: Mapping[str, Any], body: str) -> bool:
    """Whether a note with this front matter has the key and the lines of basic-memory."""
    return KEY in keys and any(_observed(line) or RELATED.fullmatch(line) for line in _lines(body))


def items_of_note(draft: Draft, keys: Mapping[str, Any], where: str) -> Iterator[Item]:
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
        detail = "\n".join(_without_empty_heads(rest)).strip("\n")
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


def _without_empty_heads(lines: Sequence[str]) -> Iterator[str]:
    """The lines without the headings `Observations` and `Relations`."""
    return (line for line in lines if heading_in(line).casefold() not in HEADS)
