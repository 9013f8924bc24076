"""context: what an agent is told before it answers (000's get_context, 002's memory_injection).

Reading it counts nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from memento_cli.actions.sections import Reader, sections
from memento_cli.core.budget import Section, cost, fitted, needed
from memento_cli.core.fence import fenced
from memento_cli.core.query import Query
from memento_cli.core.refs import person_ref
from memento_cli.core.tokens import tokens_in
from memento_cli.errors import BadValue
from memento_cli.store.store import Store

NONCE = "0" * 16
"""As long as any: which number stands in a fence costs nothing."""


class Context(NamedTuple):
    """What is told: the sections that have anything in them, as far as they fit a budget.

    `tokens` are those of the whole text in its fence. `left_out` says how many of what did not fit,
    `enough` with how many tokens all would.
    """

    sections: tuple[Section, ...]
    budget: int
    tokens: int
    left_out: Mapping[str, int]
    enough: int

    def fenced(self, nonce: str) -> str:
        """The sections as Markdown, between two marks; nothing if there are none."""
        text = "\n".join(section.text for section in self.sections)
        return fenced(text, nonce) if text else ""


def context(
    stores: Sequence[Store],
    query: Query,
    now: datetime,
    *,
    budget: int | None = None,
    persona: str | None = None,
) -> Context:
    """What is to be known now, and the best memories for a query, within a budget of tokens.

    The nearest store comes first. Without a budget it is that store's; it is never exceeded, as
    `core/tokens.tokens_in` counts. What does not fit is left out, but for blocks, which are never
    cut: BadValue if they do not fit, or if the budget is below 1.
    """
    most = stores[0].settings["context.budget"] if budget is None else budget
    if most < 1:
        raise BadValue(f"a budget is 1 token or more, not {most}")
    whole = sections(Reader(stores, now, person_ref(persona) if persona else None), query)
    frame = tokens_in(fenced("", NONCE))
    _check_blocks(whole[0], frame, most)
    fit = fitted(whole, most - frame)
    told = Context(fit.sections, most, 0, fit.left_out, frame + needed(whole))
    return told._replace(tokens=tokens_in(told.fenced(NONCE)))


def _check_blocks(blocks: Section, frame: int, budget: int) -> None:
    """BadValue, with the number that would do, if the blocks alone are more than the budget."""
    least = frame + needed([blocks])
    if not blocks.parts or least <= budget:
        return
    longest = max(blocks.parts, key=lambda part: cost(part.text))
    raise BadValue(
        f"the blocks are never cut and take {least} tokens; the budget is {budget}",
        f"--budget {least}, or shorten {longest.row['name']}: it takes {cost(longest.text)}",
    )
