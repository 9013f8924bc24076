"""Memories as a page: an article each, with what it is about, when, and how strong it is."""

from __future__ import annotations

from memento_cli.cli.drawing.page import escaped, page_parts
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.memory.refs import name_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from memento_cli.cli.call import Call
    from memento_cli.core.memory.memory import Memory


def export_page(call: Call, memories: Iterable[Memory]) -> Iterator[str]:
    """The parts of the page, as they are made."""
    return page_parts("Memories", (_article(call, memory) for memory in memories))


def _article(call: Call, memory: Memory) -> str:
    """A memory. Each line of its detail is a paragraph."""
    lines = (line for line in memory.content.detail.split("\n") if line.strip())
    paragraphs = [f"<p><bdi>{escaped(line)}</bdi></p>" for line in lines]
    facts = f'<p class="soft">{_facts(call, memory)}</p>'
    head = f"<h2><bdi>{escaped(memory.content.summary)}</bdi></h2>"
    return "\n".join(["<article>", head, facts, *paragraphs, "</article>"])


def _facts(call: Call, memory: Memory) -> str:
    tags, strength = memory.tags, strength_at(memory, call.now)
    rows = (
        memory.id,
        call.out.minute(memory.created),
        name_of(memory.person),
        f"{memory.kind}, {memory.privacy}",
        f"strength {strength:.3f}" + (", pinned" if memory.pinned else ""),
        ", ".join(tags.topics),
        ", ".join(map(name_of, tags.people)) and f"with {', '.join(map(name_of, tags.people))}",
        tags.outcome or "",
    )
    return " · ".join(f"<bdi>{escaped(text)}</bdi>" for text in rows if text)
