"""memento recall"""

from __future__ import annotations

from typing import Annotated

import typer

from memento_cli.cli import options
from memento_cli.cli.call import Call, of
from memento_cli.cli.rows import explained, note_nothing, print_hits
from memento_cli.cli.safe import safe
from memento_cli.core.query import Hit, Query
from memento_cli.core.summary import summary_of


def recall(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="WORDS", help="All of them must be in it.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", "-a", help="All hits; superseded too.")
    ] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say why each is a hit.")] = False,
    why_not: Annotated[
        str | None, typer.Option("--why-not", metavar="ID", help="Why is that one no hit?")
    ] = None,
) -> None:
    """Find memories by words, people, topics and time. Reading changes nothing."""
    from memento_cli.actions.recall import recall as act

    call = of(ctx)
    most = None if everything else call.store.settings["recall.limit"]
    query = options.query(call, words or (), most)
    if why_not is not None:
        _why_not(call, query, why_not, everything)
        return
    found = act(call.store, query, call.now, everything=everything)
    if explain:
        _explain(call, found.hits, query)
    else:
        print_hits(call.out, found.hits, call.now)
    if not found.hits:
        note_nothing(call, query)
    if found.superseded:
        call.out.note(f"{found.superseded} superseded, hidden; --all shows them")
    if len(found.hits) < found.total:
        call.out.note(f"{len(found.hits)} of {found.total} shown; --limit shows more")


def _explain(call: Call, hits: tuple[Hit, ...], query: Query) -> None:
    reasons = [explained(hit, query.words, call.now) for hit in hits]
    if call.out.machine:
        rows = [
            summary_of(hit.memory, call.now)._asdict() | {"why": reason}
            for hit, reason in zip(hits, reasons, strict=True)
        ]
        call.out.rows(rows, ("id", "why"))
        return
    for hit, reason in zip(hits, reasons, strict=True):
        call.out.say(
            f"{hit.strength:.3f}  {safe(hit.memory.id)}  {safe(hit.memory.content.summary)}"
        )
        call.out.say(f"       {reason}")


def _why_not(call: Call, query: Query, id: str, everything: bool) -> None:
    from memento_cli.actions.recall import why_not

    memory, reasons = why_not(call.store, query, id, call.now, everything=everything)
    text = "\n".join(f"  {safe(reason)}" for reason in reasons)
    call.out.value(
        {"id": memory.id, "hit": not reasons, "reasons": reasons},
        f"{safe(memory.id)} is not shown:\n{text}" if reasons else f"{safe(memory.id)} is shown",
    )
