"""memento tidy propose: what to make of what was recorded of late, as proposals to decide on."""

from __future__ import annotations

from memento_cli.cli.command_line.options import one_of
from memento_cli.cli.input.acting import acting
from memento_cli.cli.output.rows import counted
from memento_cli.core.memory.record_kinds import EVENTS, ref_of
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.events.planned import Drafted
    from memento_cli.actions.tidy.propose import Slept
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import DryRun, Only

COLUMNS = ("id", "do", "summary", "reason")
THREADS = ("title", "confidence", "size", "occasions", "since", "until", "words", "people")


def propose(
    call: Call,
    everything: Annotated[
        bool, typer.Option("--all", help="Look at every memory, however old.")
    ] = False,
    since: Annotated[
        str | None, typer.Option("--since", metavar="TIME", help="What was recorded then or later.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="So many proposals at most, not 100.")
    ] = None,
    only: Only = None,
    apply_safe: Annotated[
        bool,
        typer.Option(
            "--apply-safe", help="Merge exact copies at once; of episodes those of half a day."
        ),
    ] = False,
    dry_run: DryRun = False,
) -> None:
    """Look at what was recorded of late, and propose what to make of it. Only proposals are
    written.

    merge: memories that say the same, or nearly. supersede, contradict: two that cannot both be
    true. rule: what episodes say again and again. promote: knowledge of what several episodes are
    about. convert: a law by which a memory lasts that is used often. thread: events that hang
    together; `--only threads` looks for these alone, at all events.

    `tidy show` tells what a proposal would change; `tidy apply` does it, of which an agent asks,
    and `memento undo` takes it back.
    """
    from memento_cli.core.time.when import EPOCH

    if everything and since:
        raise Usage("--all looks at everything, --since at a part", "one of the two")
    began = EPOCH if everything else call.moment(since) if since else None
    if only is None:
        _propose(call, began, limit, apply_safe, dry_run)
        return
    one_of(only, ("threads",), "only")
    others = [name for key, name in call.given.items() if key in ("limit", "apply_safe")]
    if others:
        raise Usage(f"--only threads goes without {others[0]}")
    _propose_threads(call, began, dry_run)


def _propose(
    call: Call, began: datetime | None, limit: int | None, safely: bool, dry: bool
) -> None:
    from memento_cli.actions.tidy.propose import LIMIT, apply_safe
    from memento_cli.actions.tidy.propose import propose as act

    with call.out.progress("looking") as tick:
        tick()
        done = act(
            call.store,
            call.now,
            since=began,
            limit=LIMIT if limit is None else limit,
            dry=dry,
            remember=call.now_text is None,
        )
    applied = apply_safe(call.store, call.now) if safely and not dry else []
    ids = done.ids or ("",) * len(done.drafts)
    rows = [_row(*pair) for pair in zip(ids, done.drafts, strict=True)]
    call.out.rows([row | {"applied": row["id"] in applied} for row in rows], COLUMNS, "proposals")
    _talk(call, done, len(applied), dry)


def _propose_threads(call: Call, began: datetime | None, dry: bool) -> None:
    from memento_cli.actions.events.planned import queue_threads
    from memento_cli.actions.events.threads import proposed_threads

    proposed = proposed_threads(call.store, call.now, began)
    if proposed and not dry:
        acting(call, lambda act: queue_threads(call.store, proposed, act))
    rows = [
        {
            "id": one.ref,
            "title": one.title,
            "confidence": one.confidence,
            "size": len(one.events),
            "occasions": one.occasions,
            "since": one.start,
            "until": one.end,
            "words": one.words,
            "people": one.people,
            "events": [ref_of(EVENTS, event) for event in one.events],
        }
        for one in proposed
    ]
    call.out.rows(rows, THREADS, "threads")
    if not proposed:
        call.out.note("All events that hang together are in a thread already")
    elif not dry:
        call.out.note("`memento tidy apply --only threads` weaves them; `tidy list` shows each")


def _talk(call: Call, done: Slept, applied: int, dry: bool) -> None:
    """What is to be said beside what was proposed."""
    if not done.drafts:
        call.out.note("Nothing new to propose")
    elif not dry:
        call.out.note("`memento tidy show ID` shows what one would do; apply ID does it")
    if applied:
        call.out.note(f"{counted(applied, 'proposal')} applied; `memento undo` takes that back")
    if done.left:
        call.out.note(f"{done.left} more for the next time, or a higher --limit")
    if done.changed:
        files = "files that have changed, or cannot be read now"
        call.out.note(f"{done.changed} more for the next time: of {files}")


def _row(id: str, one: Drafted) -> dict[str, Any]:
    draft, step = one
    return {
        "id": id,
        "do": step.do,
        "summary": draft.summary,
        "reason": step.reason,
        "detail": draft.detail,
        "kind": draft.kind,
        "evidence": list(step.evidence),
    }
