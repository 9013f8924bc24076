"""memento log: the acts, and with --changes what each change of one thing changed."""

from __future__ import annotations

from memento_cli.actions.undo.telling import act_words
from memento_cli.cli.input.selecting import ACTS, named
from memento_cli.cli.output.out import broken
from memento_cli.cli.output.rows import note_cut
from memento_cli.cli.output.values import safe
from memento_cli.core.journal.event_types import CLI
from memento_cli.core.memory.record_kinds import KV
from memento_cli.core.memory.refs import name_of
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.fading.explain import LogRow
    from memento_cli.actions.undo.revisions import Revision
    from memento_cli.cli.call import Call


MOST = 10  # acts, unless --limit says otherwise
SHORT = 16  # signs of a batch that tell it from the others
ACT = 10  # signs of most acts
GAP, LEAST = "  ", 12  # between the columns; signs of a memory's words that are worth showing
AGENTS = ("mcp:", "python:", f"{CLI}:")
"""What the doors of agents are called: `mcp:claude-code`, `python:langgraph`, `cli:claude`."""
COLUMNS = ("at", "act", "memory", "by", "note", "batch")


def log(
    call: Call,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="MEMORY", help="Of one memory, or of anything else that is kept."),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", "-l", min=0, metavar="N", help="So many; else 10; 0 for all."),
    ] = None,
    git: Annotated[
        bool, typer.Option("--git", help="With the commits of its file between them.")
    ] = False,
    changes: Annotated[
        bool, typer.Option("--changes", help="What each change changed, before and after; all.")
    ] = False,
) -> None:
    """Show what was done, the newest first: who did it, when, why, and what it changed.

    On a terminal `memento undo 3` takes back the third act of the last log.
    """
    from memento_cli.actions.facts.record_reading import resolve_any
    from memento_cli.actions.fading.explain import log_of

    if (git or changes) and not words:
        option = "--git" if git else "--changes"
        raise Usage(f"{option} is for one memory's log", f"memento log ID {option}")
    if git and changes:
        raise Usage("--git and --changes are two lists", "leave out one of them")
    if changes and words:
        from memento_cli.actions.undo.revisions import revised_ref

        print_changes(call, named(call, words, revised_ref), limit or 0)
        return
    whole = named(call, words, resolve_any) if words else None
    most = MOST if limit is None else limit
    logged = log_of(call.store, whole, most + 1 if most and whole is None else None)
    if git and whole is not None:
        from memento_cli.actions.git.history import with_commits

        logged = with_commits(call.store, whole, logged)
    entries = logged[: most or None]
    _print(call, entries)
    total = len(entries) if whole is None else len(logged)
    note_cut(call, len(entries), total, more=len(logged) > total)


def _print(call: Call, entries: Sequence[LogRow]) -> None:
    names = [entry.batch or entry.id for entry in entries]
    if call.out.format is None and call.out.terminal and not call.out.fields:
        import sys

        from memento_cli.cli.output.table_view import WIDE  # rarely on the way of a script
        from memento_cli.cli.output.wrapping import columns_of

        call.out.remember(ACTS, names)
        columns = columns_of(sys.stdout)
        summaries = _summaries(call, entries)
        for number, entry in enumerate(entries, 1):
            line = _line(call, number, entry, columns >= WIDE)
            call.out.say(broken(_with_words(line, summaries.get(entry.memory), columns)))
        return
    rows = [entry._asdict() | {"note": _note(entry)} for entry in entries]
    call.out.rows(rows, COLUMNS, "log", noun=ACTS, named=names)


def _line(call: Call, number: int, entry: LogRow, wide: bool) -> str:
    """An act on one line; a `wide` terminal has room for its batch, which the number stands for."""
    when = call.out.style(f"{number:>3}  {call.out.here(entry.at):%Y-%m-%d %H:%M}", "dim")
    batch = call.out.style(f"{safe(entry.batch[:SHORT]):<{SHORT}}  ", "dim") if wide else ""
    act = f"{safe(act_words(entry.act)):<{ACT}}"
    rest = "  ".join(filter(None, (safe(entry.memory), _note(entry), _who(entry))))
    return f"{when}  {batch}{act} {rest}".rstrip()


def _summaries(call: Call, entries: Sequence[LogRow]) -> Mapping[str, str]:
    """What the memories of these acts say, as far as it can be read."""
    from memento_cli.actions.memory.naming import summaries_of

    with call.out.advice():
        return summaries_of(call.store, [entry.memory for entry in entries], call.now)
    return {}


def _with_words(line: str, summary: str | None, columns: int) -> str:
    """An act with the first words of its memory, where the terminal has room for some."""
    from memento_cli.cli.output.wrapping import shown_cells
    from memento_cli.pictures.canvas import fitted

    room = columns - shown_cells(line) - len(GAP)
    return f"{line}{GAP}{fitted(summary, room)}" if summary and room >= LEAST else line


def _note(entry: LogRow) -> str:
    reason = [f'"{entry.reason}"'] if entry.reason else []
    undone = ["undone since"] if entry.undone else []
    agent = [f"by {entry.via}"] if entry.via.startswith(AGENTS) else []
    return safe(", ".join([*reason, *entry.more, *agent, *undone]))


def _who(entry: LogRow) -> str:
    """Whose act it was, if it was not done by this user on this machine."""
    from memento_cli.store.directory.clone import actor

    return "" if entry.by in ("", actor()) else f"by {safe(entry.by)}"


def print_changes(call: Call, ref: str, limit: int) -> None:
    """Print each change of what a reference names, the newest first: what stood there before and
    after, who changed it, why, and by what evidence. A `limit` of 0 prints all."""
    from memento_cli.actions.undo.revisions import revisions_of

    revisions = revisions_of(call.store, ref)
    page = revisions[: limit or None]
    texts = [_text(call, revision) for revision in page]
    call.out.values([revision._asdict() for revision in page], texts, "revisions")
    note_cut(call, len(page), len(revisions))
    if not revisions:
        is_kv = ref.startswith(f"{KV}/")
        note = "what a kv value said is kept nowhere" if is_kv else f"{ref} was never changed"
        call.out.note(safe(note))


def _text(call: Call, revision: Revision) -> str:
    undone = ", undone since" if revision.undone else ""
    head = f"{call.out.minute(revision.at)}  {revision.act} by {safe(name_of(revision.by))}{undone}"
    lines = [call.out.style(head, "bold"), f"  {safe(revision.reason)}"]
    if revision.evidence:
        lines.append(f"  evidence: {safe(', '.join(revision.evidence))}")
    before, after = revision.before or {}, revision.after or {}
    for key in dict.fromkeys((*before, *after)):
        was = "" if before.get(key) is None else f"{_told(call, before[key])} -> "
        lines.append(f"  {safe(key)}: {was}{_told(call, after.get(key))}")
    return "\n".join(lines) + "\n"


def _told(call: Call, value: Any) -> str:
    """A value on one line; what is not there is none."""
    from memento_cli.cli.output.values import json_text

    return "nothing" if value is None else safe(json_text(value, call.out.zone))
