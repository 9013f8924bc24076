"""memento recall"""

from __future__ import annotations

from typing import Annotated

import typer

from memento_cli.actions.recall import Recalled
from memento_cli.cli import options
from memento_cli.cli.call import Call, of
from memento_cli.cli.rows import explained, note_nothing, note_page, print_fenced, print_hits
from memento_cli.cli.safe import safe
from memento_cli.core.query import Hit, Query
from memento_cli.core.summary import summary_of
from memento_cli.errors import Usage


def recall(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="WORDS", help="Any words, or a query: `memento manual queries`."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", "-a", help="All hits; superseded and hidden ones too.")
    ] = False,
    literal: Annotated[
        bool, typer.Option("--literal", help="The words are only words, no query.")
    ] = False,
    deep: Annotated[
        bool, typer.Option("--deep", help="What has faded counts as if it had not, this once.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Compare every file with the index first.")
    ] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say why each is a hit.")] = False,
    fence: options.Fence = False,
    why_not: Annotated[
        str | None, typer.Option("--why-not", metavar="ID", help="Why is that one no hit?")
    ] = None,
) -> None:
    """Find memories by what they say, about whom and when. Reading changes nothing."""
    from memento_cli.actions.recall import recall as act

    if fence and (explain or why_not is not None):
        raise Usage("--fence is of what is found", "leave out --explain and --why-not")
    call = of(ctx)
    most = None if everything else call.store.settings["recall.limit"]
    query = options.query(call, words or (), most, literal=literal)
    if why_not is not None:
        _why_not(call, query, why_not, everything, deep)
        return
    found = act(call.store, query, call.now, everything=everything, deep=deep, fresh=fresh)
    if found.missing:
        meant = safe(" or ".join(found.meant))
        call.out.note(f"Nothing has {safe(', '.join(found.missing))}; did you mean {meant}?")
    elif found.meant:
        call.out.note(f"Nothing has these words; looked for {safe(' '.join(found.meant))}")
    if explain:
        _explain(call, found.hits, query)
    elif fence:
        files = call.store.memories  # they alone say who vouches for a memory
        print_fenced(call.out, [files.read(hit.memory.id).value for hit in found.hits])
    else:
        print_hits(call.out, found.hits, call.now)
    if not found.hits:
        note_nothing(call, query)
    _note_hidden(call, found)
    note_page(call.out, found)


def _note_hidden(call: Call, found: Recalled) -> None:
    if found.superseded:
        call.out.note(f"{found.superseded} superseded, hidden; --all shows them")
    for tier, count in found.tiers.items():
        call.out.note(f"{count} {tier}, hidden; --deep shows them")


def _explain(call: Call, hits: tuple[Hit, ...], query: Query) -> None:
    scheme = call.store.settings.scheme
    reasons = [explained(hit, query, scheme, call.now) for hit in hits]
    if call.out.format not in (None, "table"):
        rows = [
            summary_of(hit.memory, call.now)._asdict()
            | {
                "score": hit.score,
                "parts": hit.parts and hit.parts._asdict(),
                "gains": dict(hit.gains),
                "why": reason,
            }
            for hit, reason in zip(hits, reasons, strict=True)
        ]
        call.out.rows(rows, ("id", "why"))
        return
    for hit, reason in zip(hits, reasons, strict=True):
        call.out.say(
            f"{hit.strength:.3f}  {safe(hit.memory.id)}  {safe(hit.memory.content.summary)}"
        )
        for line in reason.splitlines():
            call.out.say(f"       {line}")


def _why_not(call: Call, query: Query, id: str, everything: bool, deep: bool) -> None:
    from memento_cli.actions.recall import why_not

    memory, reasons = why_not(call.store, query, id, call.now, everything=everything, deep=deep)
    text = "\n".join(f"  {safe(reason)}" for reason in reasons)
    call.out.value(
        {"id": memory.id, "hit": not reasons, "reasons": reasons},
        f"{safe(memory.id)} is not shown:\n{text}" if reasons else f"{safe(memory.id)} is shown",
    )
