"""A context: what an agent is told before it answers, as one fenced text within a budget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from memento_cli.core.budget import Section, cost, fitted, needed
from memento_cli.core.fence import fenced
from memento_cli.core.tokens import tokens_in
from memento_cli.core.trust import TRUSTS, UNLABELLED, is_open, is_trusted
from memento_cli.errors import BadValue

SECTIONS = (
    "blocks", "session", "facts", "preferences", "mood", "tasks", "hard_facts", "events",
    "memories",
)  # fmt: skip
"""All that a context may have, in its order."""
ANY_NONCE = "0" * 16
"""Which number stands in a fence changes nothing of what it costs."""


class Context(NamedTuple):
    """The sections that have anything in them, as far as they fit a budget.

    `tokens` are those of the whole text in its fence. `left_out` says how many of what did not fit,
    `enough` with how many tokens all would. `withheld` says how many of what is told to nobody who
    asks for more trust, or for what is more public.
    """

    sections: tuple[Section, ...]
    budget: int
    tokens: int
    left_out: Mapping[str, int]
    enough: int
    withheld: Mapping[str, int] = {}

    def text(self, nonce: str) -> str:
        """The sections as Markdown in a fence with this number; nothing if there are none."""
        return _fenced(self.sections, nonce)

    def value(self) -> dict[str, Any]:
        """The context as JSON has it: each section with its rows, none left out."""
        rows = {name: list[Mapping[str, Any]]() for name in SECTIONS}
        for section in self.sections:
            rows[section.name] += [part.row for part in section.parts]
        return {
            "budget": self.budget,
            "tokens": self.tokens,
            **rows,
            "left_out": self.left_out,
            "enough": self.enough,
            "withheld": self.withheld,
        }


def let_in(section: Section, min_trust: str | None, min_privacy: str | None) -> Section:
    """A section without what is less trusted, or more private (`core/trust.py`).

    A part whose row has no label of privacy counts as private.
    """
    trust, privacy = min_trust or TRUSTS[-1], min_privacy or UNLABELLED
    kept = [
        part
        for part in section.parts
        if is_trusted(part.row["trust"], trust)
        and is_open(part.row.get("privacy", UNLABELLED), privacy)
    ]
    return section._replace(parts=tuple(kept))


def composed(blocks: Section, others: Sequence[Section], budget: int) -> Context:
    """Blocks whole, then of the others what there is room for.

    The budget is never exceeded, as `tokens_in` counts the text. BadValue if the blocks, which are
    never cut, are more than it, or if it is below 1.
    """
    if budget < 1:
        raise BadValue(f"a budget is 1 token or more, not {budget}")
    frame = tokens_in(fenced("", ANY_NONCE))
    _check(blocks, frame, budget)
    sections, left_out = fitted((blocks, *others), budget - frame)
    tokens = tokens_in(_fenced(sections, ANY_NONCE))
    return Context(sections, budget, tokens, left_out, frame + needed((blocks, *others)))


def _fenced(sections: Sequence[Section], nonce: str) -> str:
    text = "\n".join(section.text for section in sections)
    return fenced(text, nonce) if text else ""


def _check(blocks: Section, frame: int, budget: int) -> None:
    """BadValue, with the number that would do, if the blocks are more than the budget."""
    least = frame + needed([blocks])
    if not blocks.parts or least <= budget:
        return
    longest = max(blocks.parts, key=lambda part: cost(part.text))
    raise BadValue(
        f"the blocks are never cut and take {least} tokens; the budget is {budget}",
        f"--budget {least}, or shorten {longest.row['name']}: it takes {cost(longest.text)}",
    )
