"""memento store vectors fill"""

from __future__ import annotations

from memento_cli.cli.commands.vectors.provider import held_text, the_embedder
from memento_cli.cli.output.rows import memories_of
from memento_cli.cli.output.values import safe
from memento_cli.errors import Ended, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.actions.vectors.embedding import Embedder
    from memento_cli.actions.vectors.fill import Filled, Filling
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import DryRun

FAILED = 1
WAITING = "waiting for the provider"


def fill(
    call: Call,
    limit: Annotated[
        int | None, typer.Option(metavar="N", help="Embed at most so many memories now.")
    ] = None,
    dry_run: DryRun = False,
) -> None:
    """Give every memory the vector of its present text.

    Each batch is kept as it comes: a fill that was ended goes on where it was. Code 1 if the
    provider failed before all was done.
    """
    from contextlib import ExitStack

    from memento_cli.actions.vectors.fill import filling

    if limit is not None and limit < 1:
        raise Usage("--limit is a number of memories, 1 or more")
    embedder = the_embedder()
    if dry_run:
        _preview(call, embedder)
        return
    with ExitStack() as stack:
        try:
            with call.out.progress("", waiting=WAITING):
                fills = filling(call.store, embedder, call.out.note, patient=True)
                work = stack.enter_context(fills)
        except KeyboardInterrupt:
            call.out.note("Interrupted before the first batch: nothing was filled")
            raise
        if work.new_model:
            call.out.note("The model answers otherwise than it did: all vectors are made anew")
        done = _run(call, work, limit)
    _report(call, embedder, done)


def _run(call: Call, work: Filling, limit: int | None) -> Filled:
    """Let a fill run, and say what is kept of one that Ctrl-C ends."""
    total = len(work.pending.missing[:limit])
    waiting = f"waiting for the first of {memories_of(total)}" if total else WAITING
    try:
        with call.out.progress("embedding", total, waiting) as tick:
            return work.run(limit, tick)
    except KeyboardInterrupt:
        have = len(work.pending.owners) + work.filled
        kept = f"{have} of {memories_of(work.pending.memories)} with a vector"
        call.out.note(f"Interrupted; what came is kept: {kept}, {work.filled} of them new")
        raise


def _preview(call: Call, embedder: Embedder) -> None:
    """Tell how many memories would be sent where; nothing is sent or written."""
    from memento_cli.actions.vectors.fill import plan

    todo, provider = plan(call.store, embedder), embedder.provider
    where = "another machine" if provider.is_remote else "this machine"
    held = held_text(todo.held, embedder.settings.privacy)
    value = {
        "memories": todo.memories,
        "have": len(todo.owners),
        "missing": len(todo.missing),
        "held": todo.held,
        "provider": provider.name,
        "remote": provider.is_remote,
        "dry_run": True,
    }
    text = f"would send {memories_of(len(todo.missing))} to {provider.name}, on {where}"
    call.out.value(value, safe(text + (f"; held back: {held}" if held else "")))


def _report(call: Call, embedder: Embedder, done: Filled) -> None:
    problem = done.problem.message if done.problem else None
    value = done._asdict() | {"problem": problem, "dry_run": False}
    made = f"Filled {memories_of(done.filled)} in {done.seconds:.1f} s"
    text = f"{done.have} of {memories_of(done.memories)} with a vector"
    call.out.value(value, f"{made}: {text}" if done.filled else f"Nothing filled: {text}")
    if held := held_text(done.held, embedder.settings.privacy):
        call.out.note(f"Held back: {held}")
    if done.empty:
        call.out.note(f"{memories_of(done.empty)} of which the provider makes no vector")
    if done.problem:
        call.out.error(done.problem)
        raise Ended(FAILED)
