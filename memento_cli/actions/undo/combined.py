"""Journal entries of one act about one file, combined into one entry.

So an undo compares the file only with the result of the whole act.
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
"""An entry, and whether its act is done (True) or undone (False)."""


def combined(effects: Iterable[Effect]) -> list[Effect]:
    """The effects of an act; those on the keys of one file become one, in place of the first."""
    groups: dict[object, list[Effect]] = {}
    for entry, forward in effects:
        key = (entry.memory, forward) if entry.act in (CREATED, *CHANGING) else entry.id
        groups.setdefault(key, []).append((entry, forward))
    return [
        effect
        for group in groups.values()
        for effect in (group if len(group) == 1 else _merged(group))
    ]


def _merged(group: Sequence[Effect]) -> list[Effect]:
    entries = sorted((entry for entry, _ in group), key=lambda entry: entry.id)
    first, *later = entries
    if any(entry.act == CREATED for entry in later) or not all(map(_has_effect, entries)):
        return list(group)
    text: Mapping[str, Any]
    if first.act == CREATED:
        text = {FILE: _edited(str(first.text[FILE]), later)}
    else:
        before: dict[str, Any] = {}
        after: dict[str, Any] = {}
        for entry in entries:
            before = _side(entry, "before") | before  # the first value of each key counts
            after |= _side(entry, "after")
        text = dict(zip(SIDES, (before, after), strict=True))
    return [(entries[-1]._replace(act=first.act, text=text), group[0][1])]


def _has_effect(entry: JournalEntry) -> bool:
    """Whether an entry still has its texts; an erasure may have removed them."""
    if entry.act == CREATED:
        return isinstance(entry.text.get(FILE), str)
    return all(isinstance(entry.text.get(side), dict) for side in SIDES)


def _edited(text: str, entries: Iterable[JournalEntry]) -> str:
    """The text of a file after the changes of these entries."""
    for entry in entries:
        keys = _side(entry, "after")
        changes = {
            path_of(key): REMOVED if value is None else value for key, value in removals_first(keys)
        }
        text = edited(parsed(text.encode(), entry.memory), changes)
    return text


def _side(entry: JournalEntry, side: str) -> dict[str, Any]:
    keys = entry.text.get(side)
    return dict(keys) if isinstance(keys, dict) else {}
