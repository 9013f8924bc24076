"""What was done, in lines: an act by its title, and what a memory or a record went through."""

from __future__ import annotations

from itertools import groupby

from rich.text import Text

from memento_cli.actions.undo.telling import DID, act_words, undo_title
from memento_cli.core.journal.event_types import UNDONE
from memento_cli.tui.cells import shown
from memento_cli.tui.preview_content import below, minute

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import tzinfo

    from memento_cli.actions.fading.explain import LogRow

UNDONE_SINCE = "undone since"


def history_text(rows: Sequence[LogRow], zone: tzinfo) -> Text:
    """Acts, a line each: when, what, and why. Of undos that follow one another the last is told."""
    told = (row for row in rows if row.act != UNDONE or not (row.undone or is_redo(row)))
    ends = (next(group) for _, group in groupby(told, lambda row: _undone_act(row) or row))
    return below(act_text(row, zone) for row in ends)


def _undone_act(row: LogRow) -> str:
    """What an undo took back; "" for other acts."""
    return act_title(row) if row.act == UNDONE else ""


def act_text(row: LogRow, zone: tzinfo) -> Text:
    """An act on a line: when, what, and why."""
    details = row.more[1:] if row.act == UNDONE else row.more
    note = ", ".join(filter(None, (row.reason, *details, UNDONE_SINCE if row.undone else "")))
    text = Text.assemble((f"{minute(row.at, zone)}  ", "dim"), shown(act_title(row)))
    return text.append(f"  {shown(note)}", "dim") if note else text


def act_title(row: LogRow) -> str:
    """What an act was: `pinned`, `Undo: pinned`, or `Redo: pinned` for an undo of an undo."""
    is_undo = row.act == UNDONE and row.more
    return undo_title(row.more[0]) if is_undo else act_words(row.act)


def is_redo(row: LogRow) -> bool:
    """Whether an act is the undo of an undo."""
    return row.act == UNDONE and any(detail.startswith(DID) for detail in row.more[:1])
