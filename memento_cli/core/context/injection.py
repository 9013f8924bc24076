"""Memories for one turn: what each says of it in a few sentences, within a budget (document 002).

Which sentences is a digest's to say (`core/text/digest.py`), how they are told a context's
(`core/context/item_text.py`).
"""

from __future__ import annotations

from memento_cli.core.context.budget import Section, cost, fitted_sections, fitting
from memento_cli.core.context.context import FRAME
from memento_cli.core.context.fence import fenced
from memento_cli.core.context.item_text import memory_part
from memento_cli.core.recall.standing import Standing

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from memento_cli.core.context.budget import Part
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.text.digest import Source

TOKENS, FETCHED = 1200, 6
"""The document's budget, and how many memories its sample fetches."""
HEADING = "# Related memories"
BETWEEN = " · "
"""What stands between two sentences, which need not end with a full stop."""


def injected_text(
    memories: Sequence[Memory],
    words: Sequence[str],
    budget: int,
    nonce: str,
    zone: tzinfo | None = None,
    standing: Standing = Standing(),
) -> str:
    """The memories as one fenced text of at most `budget` tokens; nothing if none fits.

    Each says of its `standing` what it says in a context: that it is history, what contradicts it.

    All is told where there is room, else the sentences that tell most of what `words` ask for. The
    heads of memories take at most half of the room, unless that is too little for a single one: of
    a small budget more is left for the words of the best.
    """

    def told(memory: Memory, words: str) -> Part:
        shown = memory._replace(content=memory.content._replace(summary=words, detail=""))
        newer, against = standing.of(memory.id)
        return memory_part(shown, newer, "", zone, several=False, against=against)

    room = budget - FRAME - cost(HEADING)
    heads = [cost(told(memory, "").text) for memory in memories]
    places = fitting(heads, room // 2) or fitting(heads, room)[:1]
    memories = [memories[place] for place in places]
    left = room - sum(heads[place] for place in places)
    from memento_cli.core.text.digest import digest  # few contexts stand before a turn

    found = digest([source_of(memory) for memory in memories], max(0, left), words=words)
    said = {memory.id: list[str]() for memory in memories}
    for sentence in found.sentences:
        said[sentence.ref].append(sentence.text)
    parts = tuple(
        told(memory, BETWEEN.join(said[memory.id])) for memory in memories if said[memory.id]
    )
    kept = fitted_sections([Section("memories", HEADING, parts)], room + cost(HEADING)).sections
    return fenced("\n".join(section.text for section in kept), nonce) if kept else ""


def source_of(memory: Memory) -> Source:
    """All that a memory says, as a digest is made of it."""
    from memento_cli.core.text.digest import Source

    return Source(memory.id, f"{memory.content.summary}\n{memory.content.detail}".strip())
