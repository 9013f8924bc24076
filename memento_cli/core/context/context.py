"""A context: what an agent is told before it answers, as one fenced text within a budget."""

from __future__ import annotations

from collections import Counter

from memento_cli.core.context.budget import cost, equal_share, fitted_sections, fitting, needed
from memento_cli.core.context.fence import fenced
from memento_cli.core.context.item_text import cut_block
from memento_cli.core.security.trust import TRUSTS, UNLABELLED, is_open, is_trusted
from memento_cli.core.text.tokens import tokens_in
from memento_cli.errors import BadValue
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from memento_cli.core.context.budget import Fitted, Section
    from memento_cli.core.journal.past import Reach


SECTIONS = (
    "blocks", "session", "facts", "preferences", "mood", "tasks", "hard_facts", "events",
    "memories",
)  # fmt: skip
"""All that a context may have, in its order."""
ANY_NONCE = "0" * 16
"""Which number stands in a fence changes nothing of what it costs."""
FRAME = tokens_in(fenced("", ANY_NONCE))
MORE_DIGITS = 2
"""Tokens by which an answer may grow because a number in it has more digits."""


class Context(NamedTuple):
    """The sections that have anything in them, as far as they fit a budget.

    `tokens` are those of the whole text in its fence. `left_out` says how many of what did not fit,
    `enough` with how many tokens all would. `withheld` says how many of what is told to nobody who
    asks for more trust, or for what is more public. `known`: of so many memories none answers.
    `raised`: the blocks alone are more than the budget; `cut` is how many of them are cut. `reach`
    tells, of the past, where history does not reach.
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

    def text(self, nonce: str) -> str:
        """The sections as Markdown in a fence with this number; nothing if there are none."""
        return _fenced(self.sections, nonce)

    def value(self) -> dict[str, Any]:
        """The context as JSON has it: each section with its rows, none left out."""
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
    """A section without what is less trusted, or more private (`core/security/trust.py`).

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


def composed_context(
    blocks: Section,
    others: Sequence[Section],
    budget: int,
    most: int = 0,
    size: Callable[[Context], int] | None = None,
    *,
    withheld: Mapping[str, int] = {},
    known: int = 0,
) -> Context:
    """The blocks, and of the others what there is room for. BadValue for a budget below 1.

    Blocks are always told: if they alone are more than the budget they raise it, and they are cut
    where they are more than `most`, too. Nothing else goes beyond the budget, as `size` counts what
    is handed over; without it, that is the text.
    """
    if budget < 1:
        raise BadValue(f"a budget is 1 token or more, not {budget}")
    whole = (blocks, *others)
    enough = FRAME + needed(whole)
    kept = _within(blocks, max(budget, most) - FRAME)
    lost = Counter({blocks.name: len(blocks.parts) - len(kept.parts)})
    cut = sum("cut" in part.row for part in kept.parts)
    base = Context((), budget, 0, +lost, enough, withheld, known, cut=cut)
    if size is None:
        return _fitted(base, kept, others, _tokens)
    full = _filled(base, fitted_sections(whole, enough))
    return _fitted(base._replace(enough=size(full) + MORE_DIGITS), kept, others, size)


def _fitted(
    base: Context, kept: Section, others: Sequence[Section], size: Callable[[Context], int]
) -> Context:
    """These blocks and what else fits, so that what is handed over is within the budget."""
    first = (kept,) if kept.parts else ()
    if first and size(_filled(base, fitted_sections(others, 0), first)) > base.budget:
        heading = (
            f"{kept.heading}: more than the budget of {base.budget} tokens, so all that is told"
        )
        raised = (kept._replace(heading=heading),)
        return _filled(base, fitted_sections(others, 0), raised)._replace(raised=True)
    room = base.budget - FRAME - needed(first)
    told = _filled(base, fitted_sections(others, room), first)
    while room > 0 and (over := size(told) - base.budget) > 0:
        room -= over
        told = _filled(base, fitted_sections(others, room), first)
    return told


def _filled(base: Context, rest: Fitted, first: tuple[Section, ...] = ()) -> Context:
    sections = (*first, *rest.sections)
    return base._replace(
        sections=sections,
        tokens=tokens_in(_fenced(sections, ANY_NONCE)),
        left_out={**base.left_out, **rest.left_out},
    )


def _within(blocks: Section, room: int) -> Section:
    """The blocks whole, if there is room; else the longest are cut, each to what all may take."""
    room -= cost(blocks.heading)
    costs = [cost(part.text) for part in blocks.parts]
    if sum(costs) <= room:
        return blocks
    most = equal_share(costs, room)
    parts = [
        part if own <= most else cut_block(part, most)
        for part, own in zip(blocks.parts, costs, strict=True)
    ]
    places = fitting([cost(part.text) for part in parts], room)
    return blocks._replace(parts=tuple(parts[place] for place in places))


def _tokens(told: Context) -> int:
    return told.tokens


def _fenced(sections: Sequence[Section], nonce: str) -> str:
    text = "\n".join(section.text for section in sections)
    return fenced(text, nonce) if text else ""
