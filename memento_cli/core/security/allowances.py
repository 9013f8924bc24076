"""What a journal line says of secrets that somebody allowed: their kinds, and nothing of them."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memento_cli.core.journal.history import JournalEntry

ALLOWED = "allowed"
"""The key of a journal line that names the kinds of secrets that someone allowed with it."""


def allowance(kinds: list[str]) -> dict[str, object]:
    """What a journal line says of the secrets that were allowed with it; nothing of none."""
    return {ALLOWED: kinds} if kinds else {}


def allowed_in(lines: Iterable[JournalEntry]) -> set[str]:
    """The kinds of secrets that lines of the journal allow."""
    told = (line.more.get(ALLOWED) for line in lines)
    return {str(kind) for kinds in told if isinstance(kinds, list) for kind in kinds}
