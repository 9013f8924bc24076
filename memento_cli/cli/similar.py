"""memento similar"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, NamedTuple

import typer

from memento_cli.cli.call import Call, of
from memento_cli.cli.rows import page_note
from memento_cli.core.clusters import MIN_SCORE as GROUP_SCORE
from memento_cli.core.similarity import LIMIT, MIN_SCORE
from memento_cli.core.summary import summary_of
from memento_cli.errors import Usage

COLUMNS = ("id", "score", "summary")


class Cut(NamedTuple):
    """The rows that are shown, and a note if there are more."""

    rows: Sequence[Mapping[str, object]]
    note: str


def similar(
    ctx: typer.Context,
    id: Annotated[
        str | None, typer.Argument(metavar="ID", help="An id, or a unique part of one.")
    ] = None,
    groups: Annotated[
        bool, typer.Option("--groups", help="All that are like each other, group by group.")
    ] = False,
    min_score: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=1,
            metavar="S",
            help="At least this like it (0.3), or like one of its group (0.75).",
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", "-l", min=0, metavar="N", help="At most so many; 10, or groups all."
        ),
    ] = None,
) -> None:
    """Memories like this one: topics 40 %, people 30 %, outcome 15 %, time 15 %."""
    call = of(ctx)
    if groups and id is not None:
        raise Usage("--groups is of all memories", f"`memento similar {id}` is of this one")
    if not groups and id is None:
        raise Usage("which memory?", "give an ID, or --groups for all that are like each other")
    if id is None:
        cut = _groups(call, GROUP_SCORE if min_score is None else min_score, limit)
        call.out.rows(cut.rows, ("group", *COLUMNS), "similar")
    else:
        cut = _like(call, id, MIN_SCORE if min_score is None else min_score, limit)
        call.out.rows(cut.rows, COLUMNS, "similar")
    if cut.note:
        call.out.note(cut.note)
    elif not cut.rows:
        call.out.note("Nothing found" + ("; --min-score lowers what it takes" if groups else ""))


def _like(call: Call, id: str, min_score: float, limit: int | None) -> Cut:
    """One more than is shown tells whether there are more; to count them takes far longer."""
    from memento_cli.actions.similar import similar as act

    most = LIMIT if limit is None else limit
    found = act(call.store, id, call.now, min_score, most + 1)
    rows = [summary_of(memory, call.now)._asdict() | like._asdict() for memory, like in found]
    shown = rows[:most]
    return Cut(shown, page_note(len(shown), len(shown), more=len(rows) > most))


def _groups(call: Call, min_score: float, limit: int | None) -> Cut:
    from memento_cli.actions.similar import groups

    found = groups(call.store, call.now, min_score)
    rows = [
        {"group": number} | summary_of(member.memory, call.now)._asdict() | {"score": member.score}
        for number, group in enumerate(found[:limit], 1)
        for member in group
    ]
    return Cut(rows, page_note(len(found[:limit]), len(found)))
