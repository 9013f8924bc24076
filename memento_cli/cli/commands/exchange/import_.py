"""memento import"""

from __future__ import annotations

from memento_cli.actions.exchange.sources.host_places import HOSTS
from memento_cli.cli.command_line.options import one_of
from memento_cli.cli.input.acting import acting
from memento_cli.cli.input.piped import Piped, not_lost, standard_input
from memento_cli.cli.output.rows import counted
from memento_cli.cli.output.values import safe
from memento_cli.core.memory.record_kinds import EVENTS, ref_of
from memento_cli.core.security.trust import READS, USER
from memento_cli.errors import PARTLY, Ended, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Annotated

    import typer

    from memento_cli.actions.exchange.imports import Imported
    from memento_cli.actions.exchange.sources.entry import Item, Source
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import AllowSecret, DryRun, Person, Yes

SHOWN = 5
PIPED = ("jsonl", "openai", "anthropic", "locomo", "mem0")
KINDS = (*PIPED, "markdown", "jrnl", "csv", "toml", *HOSTS)


def import_(
    call: Call,
    path: Annotated[
        str | None, typer.Argument(metavar="PATH", help="A file or a folder; - reads stdin.")
    ] = None,
    git: Annotated[
        str | None, typer.Option("--git", metavar="PATH", help="The history of a git repository.")
    ] = None,
    kind: Annotated[
        str | None, typer.Option("--from", metavar="|".join(KINDS), help="If the names do not say.")
    ] = None,
    person: Person = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Code 7 if anything had to be skipped.")
    ] = False,
    keep_trust: Annotated[
        bool, typer.Option("--keep-trust", help="Your own: it keeps the trust that it claims.")
    ] = False,
    allow_secret: AllowSecret = False,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Take in memories and chats from elsewhere, with their own times; twice adds nothing.

    An agent asks before it keeps the trust that they claim, as an export of a whole store does.
    """
    from memento_cli.actions.exchange.imports import import_memories

    store = call.store if dry_run else call.store_or_new()
    if keep_trust:
        _ask(call)
    rows = _rows(call, kind, allow_secret) if path == "-" and git is None else None
    source = _source(call, path, git, kind, rows)
    with not_lost(rows, dry=dry_run), call.out.progress("importing", source.total) as tick:
        done = import_memories(
            store,
            source.items if dry_run else _asking(call, source.items),
            call.now,
            person=person or "",
            tick=tick,
            dry=dry_run,
            keep_trust=keep_trust,
            allow_secret=allow_secret,
        )
        if rows is not None:
            rows.settle(done.skipped)
    _report(call, done, dry_run)
    call.warn_kept()
    if strict and done.skipped:
        raise Ended(PARTLY)


def _ask(call: Call) -> None:
    question = "Take in words as whoever's they claim to be?"
    acting(call, lambda act: act.check_asked(USER, question, {}))


def _asking(call: Call, items: Iterable[Item]) -> Iterator[Item]:
    """The items; an agent asks before the first row of an export, each of which keeps its trust."""
    from memento_cli.store.exchange.export_rows import Row

    has_asked = False
    for item in items:
        if isinstance(item, Row) and not has_asked:
            _ask(call)
            has_asked = True
        yield item


def _rows(call: Call, kind: str | None, allow: bool) -> Piped:
    """What standard input brings."""
    if kind not in (None, *PIPED):
        raise Usage(f"{kind} is read from files", f"- reads {', '.join(PIPED)}")
    parts = kind in PIPED[1:]
    return Piped(standard_input(call, "JSON"), parts=parts, allow=allow)


def _source(
    call: Call, path: str | None, git: str | None, kind: str | None, rows: Piped | None
) -> Source:
    from memento_cli.actions.exchange.sources.opened import source_of, source_of_stream

    if (path is None) == (git is None):
        raise Usage("what should be imported?", "give a PATH, - for stdin, or --git PATH")
    if kind is not None:
        one_of(kind, KINDS, "from")
    if git is not None:
        return source_of(git, call.store.zone, "git")
    if rows is not None:
        return source_of_stream(rows.reader, "-", call.store.zone, kind)
    return source_of(path or "", call.store.zone, kind)


def _report(call: Call, done: Imported, dry_run: bool) -> None:
    for bad in (each.told for each in done.skipped):
        call.out.note(safe(f"{bad.where}: {bad.reason}"))
    value = {
        "added": [*done.added, *(ref_of(EVENTS, id) for id in done.observed)],
        "events": done.events,
        "lines": done.lines,
        "already": done.already,
        "skipped": [bad.told._asdict() for bad in done.skipped],
        "flagged": [*done.flagged],
        "batch": done.batch,
        "dry_run": dry_run,
    }
    verb = "would be added" if dry_run else "added"
    skipped = f", {len(done.skipped)} skipped" if done.skipped else ""
    count = f"{len(done.added)} {verb}" if done.added or not done.events else ""
    events_text = f"{counted(done.events, 'event')} {verb}" if done.events else ""
    lines = f"{counted(done.lines, 'log line')} {verb}" if done.lines else ""
    added = ", ".join(filter(None, (count, events_text, lines)))
    text = f"{added}, {done.already} there already{skipped}"
    call.out.value(value, text)
    if done.flagged:
        flagged = ", ".join(map(safe, done.flagged[:SHOWN]))
        more = f" and {len(done.flagged) - SHOWN} more" if len(done.flagged) > SHOWN else ""
        call.out.note(f"{READS.capitalize()}, and marked so wherever shown: {flagged}{more}")
    if done.dated and not dry_run:
        call.out.note("They keep their own times, so old ones may be weak: `memento list --all`")
