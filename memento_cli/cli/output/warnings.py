"""Warnings of what goes on for long, each once."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_TOLD = 1000
"""So many warnings are remembered; then all are told anew."""


def once(warn: Callable[[str], None]) -> Callable[[str], None]:
    """Warn once of what each call finds again, or a server's log grows with its calls."""
    told = set[str]()

    def warned(text: str) -> None:
        if text not in told:
            if len(told) >= MOST_TOLD:
                told.clear()
            told.add(text)
            warn(text)

    return warned
