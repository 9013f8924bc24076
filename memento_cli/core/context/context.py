"""A context: the text for an agent before it answers, fenced and within a budget.

For one turn it is a few sentences of each memory that matters (document 002), chosen by a digest
(`core/text/digest.py`).
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC

from memento_cli.core.context.budget import (
    Section,
    equal_share,
    fitted_sections,
    fitting_places,
    token_cost,
    tokens_needed,
)
from memento_cli.core.context.fence import fenced
from memento_cli.core.context.item_text import cut_block, memory_part
from memento_cli.core.recall.query import Standing
from memento_cli.core.security.instructions import flags_of
from memento_cli.core.security.trust import TRUSTS, UNLABELLED, is_open, is_trusted
from memento_cli.core.text.words import tokens_in
from memento_cli.errors import BadValue
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import tzinfo
    from typing import Any

    from memento_cli.core.context.budget import Fitted, Part
    from memento_cli.core.journal.past import Reach
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.text.digest import Source

SECTIONS = (
    "blocks", "session", "facts", "preferences", "mood", "tasks", "kv", "events",
    "memories",
)  # fmt: skip
"""All sections of a context, in order."""
ANY_NONCE = "0" * 16
"""A number for estimates: all numbers of a fence cost the same."""
FRAME = tokens_in(fenced("", ANY_NONCE))
MORE_DIGITS = 2
"""The tokens by which an answer may grow if a number in it has more digits."""

TOKENS, FETCHED = 1200, 6
"""The document's budget, and how many memories its sample fetches."""
HEADING = "# Related memories"
BETWEEN = " · "
"""The separator of sentences, which may lack a full stop."""


class Context(NamedTuple):
    """The sections that are not empty, as far as they fit a budget.

    `tokens` are those of the whole fenced text. `left_out` has the numbers of parts that did not
    fit, by section, `enough` the tokens with which all would fit. `withheld` has the numbers of
    parts below the required trust or publicity. `known` is the number of memories if none matches.
    `raised`: the blocks alone exceed the budget; `cut` is the number of shortened blocks. `reach`
    is where the history of a past moment does not reach. With `words_alone` the meaning of the
    query was to count, too, and is missing.
    """

    sections: tuple[Section, ...]
    budget: int
    tokens: int
    left_out: Mapping[str, int]
    enough: int
    withheld: Mapping[str, int] = {}
    known: int = 0
    raised: bool = False
    cut: int = 0
    reach: Reach | None = None
    words_alone: bool = False

    def text(self, nonce: str) -> str:
        """The sections as Markdown in a fence with this number, as `new_nonce` makes it; "" if
        there are none."""
        return _fenced(self.sections, nonce)

    def value(self) -> dict[str, Any]:
        """The context for JSON: the rows of every section, also of empty ones."""
        rows: dict[str, list[Mapping[str, Any]]] = {name: [] for name in SECTIONS}
        for section in self.sections:
            rows[section.name] += [part.row for part in section.parts]
        return {
            "budget": self.budget,
            "tokens": self.tokens,
            **rows,
            "left_out": self.left_out,
            "enough": self.enough,
            "withheld": self.withheld,
            "raised": self.raised,
            "cut": self.cut,
        }


def admitted(section: Section, min_trust: str | None, min_privacy: str | None) -> Section:
    """The section without less trusted or more private parts (`core/security/trust.py`).

    A row without a label of privacy counts as private.
    """
    trust, privacy = min_trust or TRUSTS[-1], min_privacy or UNLABELLED
    parts = [
        part
        for part in section.parts
        if is_trusted(part.row["trust"], trust)
        and is_open(part.row.get("privacy", UNLABELLED), privacy)
    ]
    return section._replace(parts=tuple(parts))


def composed_context(
    blocks: Section,
    others: Sequence[Section],
    budget: int,
    blocks_limit: int = 0,
    size: Callable[[Context], int] | None = None,
    *,
    withheld: Mapping[str, int] = {},
    known: int = 0,
    words_alone: bool = False,
) -> Context:
    """The context with the blocks, and what else fits. BadValue for a budget below 1.

    Blocks are always included: if they alone exceed the budget they raise it, and they are cut if
    they also exceed `blocks_limit`. Nothing else exceeds the budget, in tokens as `size` counts
    them; the default counts the text.
    """
    if budget < 1:
        raise BadValue(f"a budget is 1 token or more, not {budget}")
    sections = (blocks, *others)
    enough = FRAME + tokens_needed(sections)
    kept_blocks = _shortened_blocks(blocks, max(budget, blocks_limit) - FRAME)
    left_out = Counter({blocks.name: len(blocks.parts) - len(kept_blocks.parts)})
    cut = sum("cut" in part.row for part in kept_blocks.parts)
    base = Context(
        (), budget, 0, +left_out, enough, withheld, known, cut=cut, words_alone=words_alone
    )
    if size is None:
        return _fitted(base, kept_blocks, others, lambda context: context.tokens)
    full = _filled(base, fitted_sections(sections, enough))
    return _fitted(base._replace(enough=size(full) + MORE_DIGITS), kept_blocks, others, size)


def _fitted(
    base: Context, kept_blocks: Section, others: Sequence[Section], size: Callable[[Context], int]
) -> Context:
    """The context with these blocks and what else fits, by `size` within the budget."""
    first = (kept_blocks,) if kept_blocks.parts else ()
    if first and size(_filled(base, fitted_sections(others, 0), first)) > base.budget:
        why = f"more than the budget of {base.budget} tokens, so all that is told"
        heading = f"{kept_blocks.heading}: {why}"
        raised = (kept_blocks._replace(heading=heading),)
        return _filled(base, fitted_sections(others, 0), raised)._replace(raised=True)
    room = base.budget - FRAME - tokens_needed(first)
    context = _filled(base, fitted_sections(others, room), first)
    while room > 0 and (over := size(context) - base.budget) > 0:
        room -= over
        context = _filled(base, fitted_sections(others, room), first)
    return context


def _filled(base: Context, rest: Fitted, first: tuple[Section, ...] = ()) -> Context:
    sections = (*first, *rest.sections)
    return base._replace(
        sections=sections,
        tokens=tokens_in(_fenced(sections, ANY_NONCE)),
        left_out={**base.left_out, **rest.left_out},
    )


def _shortened_blocks(blocks: Section, room: int) -> Section:
    """The blocks, unchanged if there is room; else the longest are cut to an equal share."""
    room -= token_cost(blocks.heading)
    costs = [token_cost(part.text) for part in blocks.parts]
    if sum(costs) <= room:
        return blocks
    share = equal_share(costs, room)
    parts = [
        part if tokens <= share else cut_block(part, share)
        for part, tokens in zip(blocks.parts, costs, strict=True)
    ]
    places = fitting_places([token_cost(part.text) for part in parts], room)
    return blocks._replace(parts=tuple(parts[place] for place in places))


def _fenced(sections: Sequence[Section], nonce: str) -> str:
    text = "\n".join(section.text for section in sections)
    return fenced(text, nonce) if text else ""


def injected_text(
    memories: Sequence[Memory],
    words: Sequence[str],
    budget: int,
    nonce: str,
    zone: tzinfo | None = None,
    standing: Standing = Standing(),
    days: tzinfo = UTC,
) -> str:
    """The memories as one fenced text of at most `budget` tokens; "" if none fits.

    Each names what a context names: the time that it is about, in the `days` of its store, whether
    it is history, what contradicts it (`standing`). Texts are
    complete if there is room, or else the sentences that cover most of `words`. The heads of
    memories take at most half of the room, except a single one.
    """

    def part_with(memory: Memory, words: str) -> Part:
        shown = memory._replace(content=memory.content._replace(summary=words, detail=""))
        newer, against = standing.of(memory.id)
        return memory_part(
            shown, newer, "", zone, several=False, against=against, known_flags=flags[memory.id],
            days=days,
        )  # fmt: skip

    flags = {memory.id: flags_of(memory) for memory in memories}  # of all words, if few are told
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
