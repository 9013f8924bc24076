"""Memories for one turn: a few sentences of each, within a budget (document 002).

The sentences are chosen by a digest (`core/text/digest.py`) and formatted as in a context
(`core/context/item_text.py`).
"""

from __future__ import annotations

from memento_cli.core.context.budget import Section, fitted_sections, fitting_places, token_cost
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
"""The separator of sentences, which may lack a full stop."""


def injected_text(
    memories: Sequence[Memory],
    words: Sequence[str],
    budget: int,
    nonce: str,
    zone: tzinfo | None = None,
    standing: Standing = Standing(),
) -> str:
    """The memories as one fenced text of at most `budget` tokens; "" if none fits.

    Each names its `standing` as in a context: whether it is history, what contradicts it. Texts are
    complete if there is room, or else the sentences that cover most of `words`. The heads of
    memories take at most half of the room, except a single one.
    """

    def part_with(memory: Memory, words: str) -> Part:
        shown = memory._replace(content=memory.content._replace(summary=words, detail=""))
        newer, against = standing.of(memory.id)
        return memory_part(shown, newer, "", zone, several=False, against=against)

    room = budget - FRAME - token_cost(HEADING)
    heads = [token_cost(part_with(memory, "").text) for memory in memories]
    places = fitting_places(heads, room // 2) or fitting_places(heads, room)[:1]
    memories = [memories[place] for place in places]
    left = room - sum(heads[place] for place in places)
    from memento_cli.core.text.digest import digest  # few contexts need it

    extract = digest([source_of(memory) for memory in memories], max(0, left), words=words)
    sentences = {memory.id: list[str]() for memory in memories}
    for sentence in extract.sentences:
        sentences[sentence.ref].append(sentence.text)
    parts = tuple(
        part_with(memory, BETWEEN.join(sentences[memory.id]))
        for memory in memories
        if sentences[memory.id]
    )
    section = Section("memories", HEADING, parts)
    fitting = fitted_sections([section], room + token_cost(HEADING)).sections
    return fenced("\n".join(section.text for section in fitting), nonce) if fitting else ""


def source_of(memory: Memory) -> Source:
    """The text of a memory as a source of a digest."""
    from memento_cli.core.text.digest import Source

    return Source(memory.id, f"{memory.content.summary}\n{memory.content.detail}".strip())
