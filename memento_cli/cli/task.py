"""memento task"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memento_cli.cli.acting import ACT, ASKED, acting, spoken
from memento_cli.cli.call import Call, of
from memento_cli.cli.options import Event, Evidence, Person, Reason, Yes
from memento_cli.cli.safe import safe
from memento_cli.cli.secrets import AllowSecret
from memento_cli.cli.state import in_short, named, note_alike, row_of
from memento_cli.cli.verbs import check_verb, verb_argument
from memento_cli.core.refs import name_of
from memento_cli.core.states import (
    CLOSED,
    DONE,
    DUE,
    STATUS,
    TASK,
    State,
    due_of,
    is_open,
    status_of,
)
from memento_cli.errors import Usage

if TYPE_CHECKING:
    from memento_cli.actions.holding import Act

TAKES = {
    "add": ("person", "due", *ACT),
    "done": ASKED,
    "update": ("due", "text", *ASKED),
    "close": ASKED,
    "list": ("person", "everything"),
}
COLUMNS = ("id", "person", "status", "due", "body")
ENDS = {"done": DONE, "close": CLOSED}
"""How a task stands after each verb that ends it."""


def task(
    ctx: typer.Context,
    verb: Annotated[str, verb_argument(TAKES)] = "list",
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TEXT|ID...]", help="For add what is to be done."),
    ] = None,
    person: Person = None,
    due: Annotated[
        str | None, typer.Option(metavar="TIME", help="By when: tomorrow, +3d, 2026-05-01.")
    ] = None,
    text: Annotated[
        str | None, typer.Option("--text", metavar="TEXT", help="What is to be done; - is stdin.")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what is done or was given up.")
    ] = False,
    event: Event = "",
    evidence: Evidence = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """What is to be done, and by when: what is done is kept, and what is given up is closed.

    Tasks are states: `memento state show ID` tells all of one. An agent asks before it changes or
    ends what a person told.
    """
    call = of(ctx)
    check_verb(ctx, verb, TAKES)
    given = what or []
    match verb:
        case "add":
            _add(call, given, ctx.params)
        case "update":
            _update(call, given, ctx.params)
        case "done" | "close":
            _end(call, verb, given, ctx.params)
        case _:
            _list(call, given, person, everything)
    call.note_if_ahead()


def _add(call: Call, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.states import StateDraft, add_task, like_it

    if len(given) != 1:
        raise Usage("add takes what is to be done", 'memento task add "Call Ann" --due tomorrow')
    draft = StateDraft(TASK, spoken(given[0]), said["person"] or "")
    due = _due(call, said["due"])
    alike = like_it(call.store, draft, call.now)
    added = acting(call, said, lambda act: add_task(call.store, draft, due, act))
    call.out.value(_row(call, added), safe(added.id))
    note_alike(call, alike)


def _due(call: Call, text: str | None) -> datetime | None:
    return call.end_moment("--due", text, end=True).replace(microsecond=0) if text else None


def _update(call: Call, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.states import update_state

    (task,) = named(call, "update", given, most=1, kind=TASK)
    due, text = _due(call, said["due"]), said["text"]
    changes: dict[str, Any] = {"payload": {DUE: due}} if due else {}
    if text is not None:
        changes["body"] = spoken(text)
    if not changes:
        raise Usage("update what?", "--due TIME, --text TEXT")
    done = acting(call, said, lambda act: update_state(call.store, task.id, changes, act))
    call.out.value(_row(call, done), f"{safe(done.id)} says so now")


def _end(call: Call, verb: str, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.states import close_states, finish_tasks

    tasks, end = named(call, verb, given, kind=TASK), ENDS[verb]
    ids = [one.id for one in tasks]

    def ended(act: Act) -> list[State]:
        if end == DONE:
            return finish_tasks(call.store, ids, act)
        return close_states(call.store, ids, None, act)

    rows = [_row(call, one) for one in acting(call, said, ended)]
    call.out.values(rows, [f"{safe(id)} is {end}" for id in ids], "tasks")
    for one in tasks:
        if status_of(one, call.now) == end:
            call.out.note(f"{safe(one.id)} was {end} already")


def _list(call: Call, given: list[str], person: str | None, everything: bool) -> None:
    from memento_cli.actions.states import states

    if given:
        raise Usage("list takes no ids", "`memento state show ID` shows one")
    found = [
        _row(call, one)
        for one in states(call.store, person or None, until=call.named_now)
        if one.kind == TASK and (everything or is_open(one, call.now))
    ]
    found.sort(key=lambda row: (row["due"] is None, str(row["due"])))
    if not call.out.machine:
        found = [row | {"person": name_of(row["person"])} for row in found]
    call.out.rows(in_short(call, found), COLUMNS, "tasks")
    if not found:
        call.out.note("Nothing is to be done")


def _row(call: Call, task: State) -> dict[str, Any]:
    due = due_of(task) or task.payload.get(DUE)
    return {STATUS: status_of(task, call.now), DUE: due} | row_of(call, task)
