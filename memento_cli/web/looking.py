"""What a document is made from, and how its values become JSON."""

from __future__ import annotations

from datetime import datetime
from math import isfinite

from memento_cli.core.text.visible import visible
from memento_cli.core.time.when import iso
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import tzinfo
    from typing import Any

    from memento_cli.actions.browse.acts import Hand
    from memento_cli.store.directory.store import Store

    Document = dict[str, Any]

DIGITS = 4
LONGEST = 12
"""Of a number that is asked for, so many digits count."""


class Looking(NamedTuple):
    """Who looks at which store: at what moment, in which time zone, and what they ask for.

    `asked` are the arguments of a document by name. `hand` is who acts; by None the page may only
    look.
    """

    store: Store
    now: datetime
    zone: tzinfo
    asked: Mapping[str, str] = {}
    hand: Hand | None = None

    def number(self, name: str, default: int, most: int) -> int:
        """An argument as a number from 0 to `most`; the default if it is none."""
        text = self.asked.get(name, "")
        is_number = text.isascii() and text.isdecimal()
        return min(int(text[:LONGEST]), most) if is_number else default

    def cell(self, value: object) -> str:
        """A value of a file as a text; of a list its entries, nothing for none."""
        if isinstance(value, list | tuple):
            return ", ".join(map(self.cell, value))
        if isinstance(value, datetime):
            return self.minute(value)
        return "" if value is None else str(value)

    def minute(self, at: datetime) -> str:
        """A moment to the minute in the person's zone, as the page writes it."""
        from memento_cli.core.time.when import in_zone

        here = in_zone(at, self.zone)
        return f"{here.day} {here:%b %Y, %H:%M}"


def plain(value: Any) -> Any:
    """A value as JSON has it: moments in UTC with `Z`, numbers to four places, None for infinite
    ones, and every text of a store with what cannot be seen shown, so that nothing in it hides or
    turns a line around."""
    if isinstance(value, str):
        return visible(value, lines=True)
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, float):
        return round(value, DIGITS) if isfinite(value) else None
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return plain(value._asdict())
    if isinstance(value, dict):
        return {visible(str(key)): plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(entry) for entry in value]
    return value
