"""Fitting sections into a budget of tokens, in their order.

Tokens are estimated by `core/text/words.py`. Each piece is rounded up, and a whole never counts
more than its pieces, so that the result stays within the budget.
"""

from __future__ import annotations

from collections import Counter

from memento_cli.core.context.fence import harmless
from memento_cli.core.text.words import tokens_in
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from memento_cli.core.journal.past import Reach


DETAILS = "details"


class Part(NamedTuple):
    """One item of a context: its `row` for JSON, its text, and a detail that is optional.

    The row has the detail under `detail`.
    """

    row: Mapping[str, Any]
    text: str
    detail: str = ""

    @property
    def short(self) -> Part:
        """The part without its detail."""
        return Part({**self.row, "detail": None}, self.text) if self.detail else self


class Section(NamedTuple):
    """A heading and its parts, the most important first; at most `most` of them are shown.

    Further parts replace those that do not fit. `reach` is where the history of a past moment does
    not reach.
    """

    name: str
    heading: str
    parts: tuple[Part, ...]
    most: int | None = None
    reach: Reach | None = None

    @property
    def text(self) -> str:
        """The section as Markdown."""
        lines = [line for part in self.parts for line in (part.text, part.detail) if line]
        return "\n".join((self.heading, *lines))


class Fitted(NamedTuple):
    """The sections that are not empty, and the numbers of parts that did not fit, by section."""

    sections: tuple[Section, ...]
    left_out: Mapping[str, int]


def fitting_places(costs: Sequence[int], room: int) -> list[int]:
    """The places of the costs that fit, taken in order while there is room.

    One that does not fit is skipped; later ones may still fit (document 002's program).
    """
    places = list[int]()
    for place, tokens in enumerate(costs):
        if 0 < room >= tokens:
            places.append(place)
            room -= tokens
    return places


def equal_share(costs: Sequence[int], room: int) -> int:
    """The greatest share for each so that all fit together; those that need less leave more to
    others."""
    ordered = sorted(costs)
    for place, tokens in enumerate(ordered):
        share = max(0, room) // (len(ordered) - place)
        if tokens > share:
            return share
        room -= tokens
    return ordered[-1] if ordered else 0


def token_cost(text: str) -> int:
    """The tokens of a piece within a fence, on lines of its own."""
    return tokens_in(harmless(text) + "\n") if text else 0


def tokens_needed(sections: Iterable[Section]) -> int:
    """The tokens that all sections need."""
    return sum(
        token_cost(section.heading)
        + sum(
            token_cost(part.text) + token_cost(part.detail)
            for part in section.parts[: section.most]
        )
        for section in sections
        if section.parts[: section.most]
    )


def fitted_sections(sections: Iterable[Section], room: int) -> Fitted:
    """The parts of the sections that fit into `room` tokens; each section has what earlier ones
    leave."""
    result, left_out = list[Section](), Counter[str]()
    for section in sections:
        left = room - token_cost(section.heading)
        places = fitting_places([token_cost(part.text) for part in section.parts], left)[
            : section.most
        ]
        chosen = [section.parts[place] for place in places]
        left -= sum(token_cost(part.text) for part in chosen)
        with_detail = fitting_places([token_cost(part.detail) for part in chosen], left)
        parts = [part if place in with_detail else part.short for place, part in enumerate(chosen)]
        left_out[section.name] += len(section.parts[: section.most]) - len(parts)
        left_out[DETAILS] += sum(
            part != short_part for part, short_part in zip(chosen, parts, strict=True)
        )
        if parts:
            result.append(section._replace(parts=tuple(parts)))
            room -= tokens_needed(result[-1:])
    return Fitted(tuple(result), +left_out)
