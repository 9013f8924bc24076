"""Fitting sections into a budget of tokens, in their order.

Tokens are estimated by `core/text/words.py`. Each piece is rounded up, but in a section that is
filled, and a whole never counts more than its pieces, so that the result stays within the budget.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from itertools import islice

from memento_cli.core.context.fence import harmless
from memento_cli.core.text.words import SIGNS_A_TOKEN, quarters_in, tokens_in
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from memento_cli.core.journal.past import Reach


DETAILS = "details"
CUT = " ... (cut)"


class Part(NamedTuple):
    """One item of a context: its `row` for JSON, its text, and a detail that is optional.

    The row has the detail under `detail`. What has a `day` stands below a heading of that day.
    `name` is what the text calls it, where that is not its id.
    """

    row: Mapping[str, Any]
    text: str
    detail: str = ""
    day: str = ""
    name: str = ""

    @property
    def short(self) -> Part:
        """The part without its detail."""
        return self._replace(row={**self.row, "detail": None}, detail="") if self.detail else self


class Section(NamedTuple):
    """A heading and its parts, the most important first; at most `most` of them are shown.

    Further parts replace those that do not fit; where the section is `filled` they are shown, too,
    as far as there is room, each with its detail. `reach` is where the history of a past moment
    does not reach. With `words_alone` the meaning of the query was to count, and is missing.
    """

    name: str
    heading: str
    parts: tuple[Part, ...]
    most: int | None = None
    reach: Reach | None = None
    filled: bool = False
    words_alone: bool = False

    @property
    def text(self) -> str:
        """The section as Markdown; the days in the order of their first parts."""
        lines, days = [self.heading], dict[str, list[str]]()
        for part in self.parts:
            days.setdefault(part.day, []).extend(filter(None, (part.text, part.detail)))
        for day, said in days.items():
            lines += [day_heading(day), *said] if day else said
        return "\n".join(lines)


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


def cut_to(text: str, limit: int) -> str:
    """The text, cut to about `limit` tokens with a mark if it has more."""
    if tokens_in(text) <= limit:
        return text
    length = bisect_right(range(1, len(text)), limit, key=lambda end: tokens_in(text[:end]))
    return text[:length] + CUT


def day_heading(day: str) -> str:
    """The line above what is of one day."""
    return f"## {day}"


def day_cost(days: Iterable[str]) -> int:
    """The tokens of the headings of these days, each of which is counted once."""
    return sum(token_cost(day_heading(day)) for day in dict.fromkeys(days) if day)


def tokens_needed(sections: Iterable[Section]) -> int:
    """The tokens that all sections need."""
    return sum(
        token_cost(section.heading)
        + sum(
            token_cost(part.text) + token_cost(part.detail)
            for part in section.parts[: section.most]
        )
        + day_cost(part.day for part in section.parts[: section.most])
        for section in sections
        if section.parts[: section.most]
    )


def fitted_sections(sections: Iterable[Section], room: int) -> Fitted:
    """The parts of the sections that fit into `room` tokens; each section has what earlier ones
    leave."""
    result, left_out = list[Section](), Counter[str]()
    for section in sections:
        parts, short = _filled(section, room) if section.filled else _in_turn(section, room)
        wanted = section.parts[: section.most]
        left_out[section.name] += max(0, len(wanted) - len(parts))
        left_out[DETAILS] += short
        if parts:
            shown = section._replace(parts=tuple(parts), most=None)
            result.append(shown)
            room -= tokens_needed([shown])
    return Fitted(tuple(result), +left_out)


def _in_turn(section: Section, room: int) -> tuple[list[Part], int]:
    """The parts that fit, then the details of these; and how many details do not."""
    left = room - token_cost(section.heading)
    places = fitting_places([token_cost(part.text) for part in section.parts], left)
    chosen = [section.parts[place] for place in places[: section.most]]
    left -= sum(token_cost(part.text) for part in chosen)
    with_detail = fitting_places([token_cost(part.detail) for part in chosen], left)
    parts = [part if place in with_detail else part.short for place, part in enumerate(chosen)]
    return parts, sum(map(_is_shorter, parts, chosen))


def _filled(section: Section, room: int) -> tuple[list[Part], int]:
    """The parts that fit whole, the best first, then the others without their details; and how many
    of those wanted have none. The best of all is told in short before others are told whole."""
    chosen, days = dict[int, Part](), set[str]()
    left = room * SIGNS_A_TOKEN - _quarters(section.heading)
    shortened = enumerate(part.short for part in section.parts)
    whole = list(enumerate(section.parts))
    for place, part in (*whole[:1], *islice(shortened, 1), *whole[1:], *shortened):
        if left <= 0:
            break
        heading = day_heading(part.day) if part.day and part.day not in days else ""
        cost = sum(map(_quarters, (heading, part.text, part.detail)))
        if place not in chosen and cost <= left:
            chosen[place] = part
            days.add(part.day)
            left -= cost
    parts = [chosen[place] for place in sorted(chosen)]
    wanted = section.parts[: section.most]
    return parts, sum(
        _is_shorter(chosen.get(place, part), part) for place, part in enumerate(wanted)
    )


def _quarters(text: str) -> int:
    """The cost of a piece before it is rounded up: of a hundred pieces the rounding is a line."""
    return quarters_in(harmless(text) + "\n") if text else 0


def _is_shorter(part: Part, whole: Part) -> bool:
    return part.detail != whole.detail
