"""Several lines of one act that tell of one file, as the one line that they come to.

So an undo asks of a file only whether it says what the whole act made of it.
"""

from __future__ import annotations

from memento_cli.core.journal.event_types import CONTENT, CREATED, REVISED
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.proposal_entries import FILE
from memento_cli.store.toml.changes import removals_first
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.splice import REMOVED, edited
from memento_cli.store.toml.writer import path_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any


SIDES = ("before", "after")
CHANGING = (*CONTENT, REVISED)
Effect = tuple[JournalEntry, bool]
"""A line, and whether what it did is done, or taken back."""


def combined(effects: Iterable[Effect]) -> list[Effect]:
    """The effects of an act; those on the keys of one file are one, in the place of the first."""
    groups: dict[object, list[Effect]] = {}
    for entry, forward in effects:
        one_file = (entry.memory, forward) if entry.act in (CREATED, *CHANGING) else entry.id
        groups.setdefault(one_file, []).append((entry, forward))
    return [
        effect
        for group in groups.values()
        for effect in (group if len(group) == 1 else _together(group))
    ]


def _together(group: Sequence[Effect]) -> list[Effect]:
    entries = sorted((entry for entry, _ in group), key=lambda entry: entry.id)
    first, *others = entries
    if any(entry.act == CREATED for entry in others) or not all(map(_is_told, entries)):
        return list(group)
    text: Mapping[str, Any]
    if first.act == CREATED:
        text = {FILE: _edited(str(first.text[FILE]), others)}
    else:
        before: dict[str, Any] = {}
        after: dict[str, Any] = {}
        for entry in entries:
            before = _side(entry, "before") | before  # as it stood at first
            after |= _side(entry, "after")
        text = dict(zip(SIDES, (before, after), strict=True))
    return [(entries[-1]._replace(act=first.act, text=text), group[0][1])]


def _is_told(entry: JournalEntry) -> bool:
    """Whether the journal has what a line did; an erasure may have taken it."""
    if entry.act == CREATED:
        return isinstance(entry.text.get(FILE), str)
    return all(isinstance(entry.text.get(side), dict) for side in SIDES)


def _edited(text: str, entries: Iterable[JournalEntry]) -> str:
    """The text of a file after it was changed so."""
    for entry in entries:
        keys = _side(entry, "after")
        changes = {
            path_of(key): REMOVED if said is None else said for key, said in removals_first(keys)
        }
        text = edited(parsed(text.encode(), entry.memory), changes)
    return text


def _side(entry: JournalEntry, side: str) -> dict[str, Any]:
    keys = entry.text.get(side)
    return dict(keys) if isinstance(keys, dict) else {}
