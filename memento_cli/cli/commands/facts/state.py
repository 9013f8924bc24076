"""memento state: what holds in somebody's own words, and what is to be done."""

from __future__ import annotations

from memento_cli.cli.command_line.options import one_of
from memento_cli.cli.commands.facts.state_options import changes_of
from memento_cli.cli.input.acting import acting, spoken
from memento_cli.cli.input.choosing import chosen, is_script
from memento_cli.cli.input.selecting import rows_named
from memento_cli.cli.output.values import safe
from memento_cli.core.facts.states import (
    CLOSED,
    DONE,
    DUE,
    KINDS,
    STATUS,
    TASK,
    due_of,
    holds,
    is_closed,
    is_over,
    status_of,
)
from memento_cli.core.memory.record_kinds import STATES, ref_of
from memento_cli.core.memory.refs import name_of
from memento_cli.errors import Ambiguous, NotFound, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from typing import Annotated, Any

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import (
        AboutSure,
        AboutTime,
        AllowSecret,
        Due,
        Event,
        Evidence,
        HeldFrom,
        HeldUntil,
        LifeStage,
        Of,
        Payload,
        Reason,
        StateIds,
        Sure,
        Yes,
    )
    from memento_cli.core.facts.states import State
    from memento_cli.errors import MementoError

COLUMNS = ("id", "kind", "confirmed", "body")
EVERY = ("id", "kind", "status", "holds", "valid_from", "valid_until", "body")
"""The columns of states that may not hold now."""
TASKS = ("id", "person", "status", "due", "body")


def add(
    call: Call,
    kind: Annotated[str, typer.Argument(metavar="KIND", help="One of " + ", ".join(KINDS) + ".")],
    text: Annotated[list[str], typer.Argument(metavar="TEXT", help="What it says; - is stdin.")],
    due: Due = None,
    of: Of = "",
    valid_from: HeldFrom = None,
    valid_until: HeldUntil = None,
    confidence: Sure = None,
    payload: Payload = None,
    about: AboutTime = None,
    about_confidence: AboutSure = None,
    life_stage: LifeStage = None,
    event: Event = "",
    evidence: Evidence = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """Add a sentence that holds, or a task, in somebody's own words; the words need no quotes.

    An agent asks before it changes the long mood, of which there is one, that a person told.
    """
    from memento_cli.actions.facts.states import StateDraft, add_state, add_task, duplicate_states

    if due is not None and kind != TASK:
        raise Usage(f"a {kind} has no --due", "`memento state add task TEXT --due TIME`")
    draft = StateDraft(kind, spoken(" ".join(text)), of, **changes_of(call, call.params))
    by = _due(call, due)
    alike = duplicate_states(call.store, draft, call.now)

    def add(act: Any) -> State:
        if kind == TASK:
            return add_task(call.store, draft, by, act)
        return add_state(call.store, draft, act)

    added = acting(call, add)
    call.out.value(row_of(call, added), safe(added.id))
    _note_due(call, by)
    for one in alike:
        call.out.note(f"There is one like it: {safe(one.id)}")
    call.note_if_ahead()


def list_(
    call: Call,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="Of this kind: " + ", ".join(KINDS) + ".")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", "-a", help="Also what is closed, done, or not begun.")
    ] = False,
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="TIME", help="What held then.")
    ] = None,
    of: Annotated[
        str,
        typer.Option("--of", metavar="WHO", help="Of this person alone: ana, ctx://person/ana."),
    ] = "",
) -> None:
    """List what holds, of everybody; of tasks those that are open, what is due first on top."""
    from memento_cli.actions.facts.states import states

    kind = one_of(kind, KINDS, "kind") if kind else None
    at = call.moment(as_of) if as_of else call.now
    shown = [
        state
        for state in states(call.store, of or None, until=call.named_now)
        if kind in (None, state.kind)
        if everything or _is_shown(state, at, over=as_of is not None)
    ]
    rows = [row_of(call, state) for state in shown]
    columns: Sequence[str] = EVERY if everything or as_of else COLUMNS
    if kind == TASK:
        columns = TASKS
        rows.sort(key=lambda row: (row[DUE] is None, str(row[DUE])))
        if not call.out.machine:
            rows = [row | {"person": name_of(row["person"])} for row in rows]
    elif call.out.tabular and any(row.get(DUE) for row in rows):
        columns = (*columns[:-1], DUE, columns[-1])
    if not call.out.machine and call.out.format != "ids":  # the folder is the same in all their ids
        rows = [row | {"id": row["id"].removeprefix(f"{STATES}/")} for row in rows]
    call.out.rows(rows, columns, "states")
    if not shown:
        call.out.note("Nothing is to be done" if kind == TASK else "Nothing is held")


def update(
    call: Call,
    id: Annotated[
        str,
        typer.Argument(
            metavar="STATE", help="A number of the last list, an id, a part of it, or words."
        ),
    ],
    body: Annotated[
        str | None, typer.Option("--body", metavar="TEXT", help="What it says now; - is stdin.")
    ] = None,
    due: Due = None,
    valid_from: HeldFrom = None,
    valid_until: HeldUntil = None,
    confidence: Sure = None,
    payload: Payload = None,
    about: AboutTime = None,
    about_confidence: AboutSure = None,
    life_stage: LifeStage = None,
    event: Event = "",
    evidence: Evidence = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """Change what a state says, its time, its payload, or when a task is due.

    An agent asks before it changes what a person told.
    """
    from memento_cli.actions.facts.states import update_state

    (state,) = _named(call, [id])
    changes, by = changes_of(call, call.params), _due(call, due)
    if by:
        if state.kind != TASK:
            raise Usage(f"{state.id} is no task, but a {state.kind}", "only a task has --due")
        changes["payload"] = {**changes.get("payload", {}), DUE: by}
    if body is not None:
        changes["body"] = spoken(body)
    if not changes:
        raise Usage("update what?", "--body TEXT, --due TIME, --payload JSON, --from TIME …")
    after = acting(call, lambda act: update_state(call.store, state.id, changes, act))
    says = f"held until {_end(call, after)}" if is_closed(after, call.now) else "says so now"
    call.out.value(row_of(call, after), f"{safe(after.id)} {says}")
    _note_due(call, by)
    call.note_if_ahead()


def done(
    call: Call, ids: StateIds, event: Event = "", evidence: Evidence = None, reason: Reason = "",
    allow_secret: AllowSecret = False, yes: Yes = False,
) -> None:  # fmt: skip
    """Say that tasks are done: they are kept. An agent asks before it ends a person's."""
    from memento_cli.actions.facts.states import finish_tasks

    tasks = _named(call, ids, TASK)
    names = [one.id for one in tasks]
    after = acting(call, lambda act: finish_tasks(call.store, names, act))
    _tell(call, after, [f"is {DONE}" for _ in after])
    _note_already(call, tasks, DONE)


def close(
    call: Call,
    ids: StateIds,
    at: Annotated[
        str | None, typer.Option(metavar="TIME", help="It held until then, not until now.")
    ] = None,
    event: Event = "",
    evidence: Evidence = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """Say that states hold no more, or that tasks are given up; nothing is deleted.

    An agent asks before it closes what a person told.
    """
    from memento_cli.actions.facts.states import close_states

    states = _named(call, ids)
    names, then = [state.id for state in states], call.moment(at) if at else None
    after = acting(call, lambda act: close_states(call.store, names, then, act))
    _tell(call, after, [f"held until {_end(call, one)}" for one in after])
    _note_already(call, [state for state in states if state.kind == TASK], CLOSED)


def confirm(
    call: Call, ids: StateIds, event: Event = "", evidence: Evidence = None, reason: Reason = "",
    allow_secret: AllowSecret = False,
) -> None:  # fmt: skip
    """Say that states hold still."""
    from memento_cli.actions.facts.states import confirm_states

    names = [state.id for state in _named(call, ids)]
    after = acting(call, lambda act: confirm_states(call.store, names, act))
    _tell(call, after, ["holds still" for _ in after])
    call.note_if_ahead()


def _tell(call: Call, states: Sequence[State], texts: Sequence[str]) -> None:
    """Print what became of states, each with a text."""
    told = [f"{safe(one.id)} {text}" for one, text in zip(states, texts, strict=True)]
    call.out.values([row_of(call, one) for one in states], told, "states")


def _is_shown(state: State, at: datetime, *, over: bool) -> bool:
    """Whether a state held at a moment, and, but for one that looks back, is not over."""
    if state.kind == TASK and not over:
        return not is_over(state, at)
    return holds(state, at) and (over or not is_over(state, at))


def _due(call: Call, text: str | None) -> datetime | None:
    """By when a task is to be done; of a day, its last second."""
    return call.end_moment("--due", text, end=True).replace(microsecond=0) if text else None


def _note_due(call: Call, by: datetime | None) -> None:
    if by:
        call.out.note(f"Due {call.out.minute(by)}")


def _end(call: Call, state: State) -> str:
    return call.out.minute(state.valid_until) if state.valid_until else "now"


def _note_already(call: Call, tasks: Sequence[State], status: str) -> None:
    """Say of which tasks it was so before."""
    for one in tasks:
        if status_of(one, call.now) == status:
            call.out.note(f"{safe(one.id)} was {status} already")
    call.note_if_ahead()


def _named(call: Call, ids: Sequence[str], kind: str | None = None) -> list[State]:
    """The states, or those of a kind, that are meant, each once."""
    from memento_cli.actions.facts.states import state_named

    texts = rows_named(call, ids, STATES)
    try:
        named = [state_named(call.store, text, call.now, kind) for text in texts]
    except (NotFound, Ambiguous) as unknown:
        named = [_worded(call, " ".join(texts), kind, unknown)]
    return list({state.id: state for state in named}.values())


def _worded(call: Call, words: str, kind: str | None, unknown: MementoError) -> State:
    """The state that is not over and has all these words, for a person at a terminal."""
    from memento_cli.actions.facts.states import states
    from memento_cli.actions.memory.naming import Named
    from memento_cli.core.text.normal_forms import texts_with_words

    open_ones = {
        one.id: one
        for one in states(call.store)
        if kind in (None, one.kind) and not is_over(one, call.now)
    }
    named = texts_with_words(
        words, ((Named(one.id, one.body), one.body) for one in open_ones.values())
    )
    if not named or is_script(call):
        raise unknown
    return open_ones[chosen(call, words, named, STATES)]


def row_of(call: Call, state: State) -> dict[str, Any]:
    """A state as JSON has it; a task also with how it stands, and by when it is due."""
    about = {key: value for key, value in state.about._asdict().items() if value is not None}
    row = state._asdict() | {
        "id": ref_of(STATES, state.id),
        "about": about,
        "holds": holds(state, call.now),
    }
    if state.kind != TASK:
        return row
    due = due_of(state) or state.payload.get(DUE)
    return {STATUS: status_of(state, call.now), DUE: due} | row
