"""memento task"""

from __future__ import annotations

from typing import Annotated, Any

import typer

from memento_cli.cli.acting import ACT, acting, spoken
from memento_cli.cli.call import Call, of
from memento_cli.cli.options import Event, Evidence, Person, Reason, one_of, refuse_others
from memento_cli.cli.safe import safe
from memento_cli.cli.secrets import AllowSecret
from memento_cli.cli.state import named, row_of
from memento_cli.core.refs import person_ref
from memento_cli.core.states import DUE, STATUS, TASK, State, is_open
from memento_cli.errors import Usage

TAKES = {
    "add": ("person", "due", *ACT),
    "done": ACT,
    "list": ("person", "everything"),
}
VERBS = tuple(TAKES)
COLUMNS = ("id", "status", "due", "body")


def task(
    ctx: typer.Context,
    verb: Annotated[
        str, typer.Argument(metavar="[" + "|".join(VERBS) + "]", help="What is done.")
    ] = "list",
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TEXT|ID...]", help="For add what is to be done."),
    ] = None,
    person: Person = None,
    due: Annotated[
        str | None, typer.Option(metavar="TIME", help="By when: tomorrow, +3d, 2026-05-01.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what is done or was given up.")
    ] = False,
    event: Event = "",
    evidence: Evidence = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
) -> None:
    """What is to be done. Tasks are states: `memento state update` changes them."""
    call = of(ctx)
    one_of(verb, VERBS, "the verb")
    refuse_others(ctx, verb, TAKES[verb])
    given = what or []
    match verb:
        case "add":
            _add(call, given, ctx.params)
        case "done":
            _done(call, given, ctx.params)
        case _:
            _list(call, given, person, everything)


def _add(call: Call, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.states import StateDraft, add_task

    if len(given) != 1:
        raise Usage("add takes what is to be done", 'memento task add "Call Ann" --due tomorrow')
    draft = StateDraft(TASK, spoken(given[0]), said["person"] or "")
    due = call.moment(said["due"], end=True).replace(microsecond=0) if said["due"] else None
    added = acting(call, said, lambda act: add_task(call.store, draft, due, act))
    call.out.value(_row(call, added), safe(added.id))


def _done(call: Call, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.states import finish_tasks

    tasks = named(call, "done", given, kind=TASK)
    ids = [one.id for one in tasks]
    done = acting(call, said, lambda act: finish_tasks(call.store, ids, act))
    rows = [_row(call, one) for one in done]
    call.out.values(rows, [f"{safe(id)} is done" for id in ids], "tasks")
    for one in tasks:
        if one.is_done:
            call.out.note(f"{safe(one.id)} was done already")


def _list(call: Call, given: list[str], person: str | None, everything: bool) -> None:
    from memento_cli.actions.states import states

    if given:
        raise Usage("list takes no ids", "`memento state show ID` shows one")
    whose = person_ref(person) if person else None
    found = [
        _row(call, one)
        for one in states(call.store)
        if one.kind == TASK and whose in (None, one.person)
        if everything or is_open(one, call.now)
    ]
    found.sort(key=lambda row: (row["due"] is None, str(row["due"])))
    call.out.rows(found, COLUMNS, "tasks")
    if not found:
        call.out.note("Nothing is to be done")


def _row(call: Call, task: State) -> dict[str, Any]:
    row = row_of(call, task)
    return {"id": task.id, **{key: task.payload.get(key) for key in (STATUS, DUE)}} | row
