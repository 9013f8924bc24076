"""memento status"""

from __future__ import annotations

import typer

from memento_cli.actions.status import Status
from memento_cli.cli.call import of
from memento_cli.cli.rows import counted, labelled


def status(ctx: typer.Context) -> None:
    """The store, its index, and how far the index is behind the files. Changes neither."""
    from memento_cli.actions.status import status as act

    call = of(ctx)
    found = act(call.store)
    rows = [
        ("store", found.store),
        ("memories", f"{found.memories} and {found.archived} in the archive"),
        ("trusted", "" if found.trusted else "no, so only read here: `memento trust`"),
        ("profile", found.profile),
        ("writer", f"{found.writer}; {counted(found.journal_files, 'log file')} in all"),
        ("index", found.index_file or "none yet; the next recall makes it"),
        ("holds", _held(found) if found.index_file else ""),
        ("drift", _drift(found)),
        ("maintained", call.out.minute(found.maintained) if found.maintained else ""),
        ("problems", f"{found.problems}: `memento doctor` explains" if found.problems else ""),
    ]
    call.out.value(found._asdict(), labelled(rows, call.out))


def _held(found: Status) -> str:
    return f"{found.indexed} memories, {found.index_bytes / 1e6:.1f} MB"


def _drift(found: Status) -> str:
    parts = [
        f"{count} {what}"
        for count, what in (
            (found.added, "added"),
            (found.changed, "changed"),
            (found.removed, "removed"),
        )
        if count
    ]
    parts += [counted(found.logs, "log file")] if found.logs else []
    return ", ".join(parts) + " (the next command sees to it)" if parts else "none"
