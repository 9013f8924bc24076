"""Notes of basic-memory: Markdown with observations and relations among its lines.

    - [category] what was observed #tag (context)
    - relation_type [[Other note]] (context)

The note becomes an entity of the graph, each observation a memory that mentions it, each relation
an edge; what else it says is a memory of its own (docs.basicmemory.com, Knowledge Format).
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
"""The key that each of its notes has, and the sort of those that say no other."""
OBSERVED = re.compile(r"\s*[-*]\s+\[([^\[\]()]*)\](?!\(|\[)\s+(\S.*)")
RELATED = re.compile(r"\s*[-*]\s([^\[\]]*)\[\[([^\[\]]+)\]\]\s*(?:\(.*\)\s*)?")
TICKED = ("", " ", "x", "X", "-")
"""What stands in the brackets of a task that is to be ticked off, and of no observation."""
TAGGED = re.compile(r"(?<!\S)#([^\s#,;()\[\]]+)")
LINKED = "links_to"
"""The relation of a bare `[[link]]` in a list."""
HEADS = ("observations", "relations")
FENCES = ("```", "~~~")


def is_basic_memory(said: Mapping[str, Any], body: str) -> bool:
    """Whether a note with this front matter is one of basic-memory's, and has what it marks."""
    return KEY in said and any(_observed(line) or RELATED.fullmatch(line) for line in _lines(body))


def items_of_note(draft: Draft, said: Mapping[str, Any], where: str) -> Iterator[Item]:
    """What a note offers. `draft` is the whole of it, as any Markdown is read."""
    title, kind = draft.summary, said.get("type")
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
    """An observation as a memory: about the note, its category, and its own tags."""
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
    """The category and the words of the observation that a line is, if it is one."""
    found = OBSERVED.fullmatch(line)
    if not found or found[1].strip(" ") in TICKED or RELATED.fullmatch(line):
        return None
    return one_line(found[1]), found[2].strip()


def _lines(text: str) -> list[str]:
    """The lines of a text; those of code are read as one with what stands around them."""
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
    """The lines without the headings of what was taken out of them."""
    return (line for line in lines if heading_in(line).casefold() not in HEADS)
