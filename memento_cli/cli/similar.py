"""memento similar"""

from __future__ import annotations

from typing import Annotated

import typer

from memento_cli.cli.call import of
from memento_cli.cli.options import Id
from memento_cli.core.similarity import LIMIT, MIN_SCORE
from memento_cli.core.summary import summary_of

COLUMNS = ("id", "score", "summary")


def similar(
    ctx: typer.Context,
    id: Id,
    min_score: Annotated[
        float, typer.Option(min=0, max=1, metavar="S", help="At least this similar.")
    ] = MIN_SCORE,
    limit: Annotated[
        int, typer.Option("--limit", "-l", min=0, metavar="N", help="At most so many.")
    ] = LIMIT,
) -> None:
    """Memories like this one: topics 40 %, people 30 %, outcome 15 %, time 15 %."""
    from memento_cli.actions.recall import similar as act

    call = of(ctx)
    found = act(call.store, id, call.now, min_score, limit)
    rows = [summary_of(memory, call.now)._asdict() | like._asdict() for memory, like in found]
    call.out.rows(rows, COLUMNS, "similar")
    if not rows:
        call.out.note("Nothing found")
