"""The kinds of secrets that somebody allowed, in journal entries; never the secrets themselves."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memento_cli.core.journal.history import JournalEntry

ALLOWED = "allowed"
"""The key in an entry's `more` with the kinds of secrets that were allowed with it."""


def allowance(kinds: list[str]) -> dict[str, object]:
    """The `more` of an entry for allowed kinds of secrets; empty for none."""
    return {ALLOWED: kinds} if kinds else {}


def allowed_in(entries: Iterable[JournalEntry]) -> set[str]:
    """The kinds of secrets that journal entries allow."""
    allowances = (entry.more.get(ALLOWED) for entry in entries)
    return {str(kind) for kinds in allowances if isinstance(kinds, list) for kind in kinds}
