"""What fits a budget of tokens: sections in their order, and of each what there is room for.

The estimate is that of `core/text/tokens.py`. Each piece is rounded up by itself, and a whole never
counts more than its pieces, so what is put together here stays within the budget.
"""

from __future__ import annotations

from collections import Counter

from memento_cli.core.context.fence import harmless
from memento_cli.core.text.tokens import tokens_in
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from memento_cli.core.journal.past import Reach


DETAILS = "details"


class Part(NamedTuple):
    """One thing that is told: its `row` for JSON, its text, and what is only told if room is left.

    The row has that under `detail`.
    """

    row: Mapping[str, Any]
    text: str
    detail: str = ""

    @property
    def short(self) -> Part:
        """The same without its detail."""
        return Part({**self.row, "detail": None}, self.text) if self.detail else self


class Section(NamedTuple):
    """A heading and its parts, the most important first; `most` of them are told.

    Those beyond that are there for the case that one before them does not fit. `reach` tells, of
    the past, where history does not reach.
    """

    name: str
    heading: str
    parts: tuple[Part, ...]
    most: int | None = None
    reach: Reach | None = None

    @property
    def text(self) -> str:
        """The section as Markdown, a heading and what stands under it."""
        lines = [line for part in self.parts for line in (part.text, part.detail) if line]
        return "\n".join((self.heading, *lines))


class Fitted(NamedTuple):
    """The sections that have anything in them, and how many parts of which did not fit."""

    sections: tuple[Section, ...]
    left_out: Mapping[str, int]


def fitting(costs: Sequence[int], room: int) -> list[int]:
    """The places of those that fit: each in its turn, if there is room for it.

    One that does not fit is passed over; later ones may still fit, until no room is left at all
    (document 002's program).
    """
    taken = list[int]()
    for place, cost in enumerate(costs):
        if 0 < room >= cost:
            taken.append(place)
            room -= cost
    return taken


def equal_share(costs: Sequence[int], room: int) -> int:
    """How much each may take, so that all together fit: what takes less leaves more to others."""
    rest = sorted(costs)
    for place, cost in enumerate(rest):
        share = max(0, room) // (len(rest) - place)
        if cost > share:
            return share
        room -= cost
    return rest[-1] if rest else 0


def cost(text: str) -> int:
    """The tokens of a piece as it stands within a fence, on lines of its own."""
    return tokens_in(harmless(text) + "\n") if text else 0


def needed(sections: Iterable[Section]) -> int:
    """The tokens with which all fits."""
    return sum(
        cost(section.heading)
        + sum(cost(part.text) + cost(part.detail) for part in section.parts[: section.most])
        for section in sections
        if section.parts[: section.most]
    )


def fitted_sections(sections: Iterable[Section], room: int) -> Fitted:
    """What of the sections fits into so many tokens; each has what those before it leave."""
    kept, left_out = list[Section](), Counter[str]()
    for section in sections:
        here = room - cost(section.heading)
        places = fitting([cost(part.text) for part in section.parts], here)[: section.most]
        taken = [section.parts[place] for place in places]
        here -= sum(cost(part.text) for part in taken)
        whole = fitting([cost(part.detail) for part in taken], here)
        parts = [part if place in whole else part.short for place, part in enumerate(taken)]
        left_out[section.name] += len(section.parts[: section.most]) - len(parts)
        left_out[DETAILS] += sum(part != told for part, told in zip(taken, parts, strict=True))
        if parts:
            kept.append(section._replace(parts=tuple(parts)))
            room -= needed(kept[-1:])
    return Fitted(tuple(kept), +left_out)
