"""state: what holds in somebody's own words, and what is to be done (document 003 §2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memento_cli.actions.facts.states import (
    StateDraft,
    add_state,
    add_task,
    close_states,
    confirm_states,
    duplicate_states,
    finish_tasks,
    update_state,
)
from memento_cli.core.context.item_text import stated_fact_part, task_part
from memento_cli.core.facts.states import (
    DUE,
    OPEN,
    TASK,
    due_of,
    holds,
    is_over,
    status_of,
)
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.record_kinds import STATES, ref_of
from memento_cli.core.memory.refs import same_person
from memento_cli.core.text.visible import visible
from memento_cli.core.time.when import told_time
from memento_cli.errors import BadValue, Usage
from memento_cli.tools.memory_tools import REASON
from memento_cli.tools.records_seen import (
    EVIDENCE,
    LEFT_OUT,
    OF,
    USER_AGREES,
    listed,
    named_in,
    person_of,
    provenance_of,
    seen_states,
    time_in,
)
from memento_cli.tools.request_context import copied_id
from memento_cli.tools.tool import LABELS, Tool, filled, told, wordless

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import datetime

    from memento_cli.core.context.budget import Part
    from memento_cli.core.facts.states import State
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.tools.request_context import RequestContext
    from memento_cli.tools.tool import Arguments, ToolResult

FACT = "fact"
KINDS = (FACT, "relation", "summary", TASK)
"""The long mood, which is a state too, has a tool of its own."""
ADD, LIST, UPDATE, CLOSE, CONFIRM, DONE = ("add", "list", "update", "close", "confirm", "done")


def state(request: RequestContext, args: Arguments) -> ToolResult:
    """What holds, in somebody's own words, and what is to be done: several may hold at once, and
    each change is kept."""
    act = args["act"]
    if act == LIST:
        request.check_unlabelled()
        return _listed(request, args)
    request.check_placeless()
    by = provenance_of(request, args)
    if act == ADD:
        return _added(request, args, args["kind"] or FACT, by)
    named = [_named(request, text, act) for text in args["ids"] or ()]
    ids = list(dict.fromkeys(one.id for one in named))
    if not ids:
        raise Usage(f"{act} which?", "ids says it; act: list shows them")
    if args[DUE]:
        _check_due(*(one.kind for one in named))
    return _told(request, ACTS[act](request, ids, args, by), request.note)


def _check_due(*kinds: str) -> None:
    """Usage if a state of another kind than a task is to be due."""
    if set(kinds) != {TASK}:
        raise Usage("only a task is due", f"kind: {TASK}")


def _added(request: RequestContext, args: Arguments, kind: str, by: Provenance) -> ToolResult:
    """Those that say the same already are named."""
    if not args["text"]:
        raise Usage("add what?", "text says it")
    if args[DUE]:
        _check_due(kind)
    said = {key: one for key, one in _changes(request, args).items() if key not in ("body", DUE)}
    draft = StateDraft(kind, args["text"], person_of(request, args), **said)
    twins = duplicate_states(request.store, draft, request.now)
    if kind == TASK:
        made = add_task(request.store, draft, _moment(request, args, DUE, end=True), by)
    else:
        made = add_state(request.store, draft, by)
    seen = seen_states(request)
    alike = [ref for one in twins if (ref := ref_of(STATES, one.id)) in seen]
    answer = _told(request, [made], request.note)
    similar = {"similar": request.told_ids(alike)} if alike else {}
    return answer._replace(value=answer.value | similar)


def _updated(
    request: RequestContext, ids: list[str], args: Arguments, by: Provenance
) -> list[State]:
    changes = _changes(request, args)
    due = changes.pop(DUE, None)
    changes |= {"payload": {DUE: due}} if due else {}
    if not changes:
        raise Usage("update what?", "text, valid_from, valid_until, or due of a task")
    if len(ids) > 1:
        raise BadValue("update changes one at a time", "one id")
    return [update_state(request.store, ids[0], changes, by)]


ACTS: dict[str, Callable[[RequestContext, list[str], Arguments, Provenance], list[State]]] = {
    UPDATE: _updated,
    CLOSE: lambda request, ids, args, by: close_states(
        request.store, ids, _moment(request, args, "valid_until"), by
    ),
    CONFIRM: lambda request, ids, args, by: confirm_states(request.store, ids, by),
    DONE: lambda request, ids, args, by: finish_tasks(request.store, ids, by),
}
"""What changes states that are there."""


def _changes(request: RequestContext, args: Arguments) -> dict[str, Any]:
    """What a call says of a state, by the names of its fields; only what was given."""
    said = {
        "body": args["text"],
        "valid_from": _moment(request, args, "valid_from"),
        "valid_until": _moment(request, args, "valid_until"),
        "confidence": args.get("confidence"),
        DUE: _moment(request, args, DUE, end=True),
    }
    return filled(said)


def _moment(
    request: RequestContext, args: Arguments, name: str, *, end: bool = False
) -> datetime | None:
    """A time of a call; a day whose end is meant ends with its last second."""
    moment = time_in(request, args, name, end=end)
    return moment and moment.replace(microsecond=0)


def _named(request: RequestContext, text: str, act: str) -> State:
    """The state that an id means, with or without `states/` before it; who is done with it, means
    a task."""
    kinds = (TASK,) if act == DONE else KINDS
    found = {ref: one for ref, one in seen_states(request).items() if one.kind in kinds}
    short = {one.id: one for one in found.values()}
    return named_in(request, text, found if copied_id(text) in found else short, "state")


def _listed(request: RequestContext, args: Arguments) -> ToolResult:
    """What holds, and the tasks that are open, what is due first before the others. With `all`
    also the rest."""
    now, whose = request.now, args[OF.path] and person_of(request, args)
    kinds = (args["kind"],) if args["kind"] else KINDS
    shown = [
        one
        for one in seen_states(request).values()
        if one.kind in kinds
        and (not whose or same_person(one.person, whose))
        and (args["all"] or (not is_over(one, now) and (one.kind == TASK or holds(one, now))))
    ]
    shown.sort(key=lambda one: (one.kind == TASK, due_of(one) is None, due_of(one) or one.created))
    items = ((_line(request, one), _row(request, one)) for one in shown)
    return listed(request, "states", items, "Nothing is there.")


def _told(request: RequestContext, done: Iterable[State], *notes: str) -> ToolResult:
    return told("Kept.", {"states": [_row(request, one) for one in done]}, *notes)


def _part(request: RequestContext, one: State) -> Part:
    is_task = one.kind == TASK
    part = (
        task_part(one, request.now, request.zone)
        if is_task
        else stated_fact_part(one, request.zone)
    )
    note = status_of(one, request.now) if is_task else one.kind
    return part if note in (FACT, OPEN) else part._replace(text=f"{part.text} ({note})")


def _line(request: RequestContext, one: State) -> str:
    """A state with its id, by which it is changed; that of a task stands in its words."""
    text = _part(request, one).text
    return text if one.kind == TASK else f"- {visible(one.id)}: {text.removeprefix('- ')}"


def _row(request: RequestContext, one: State) -> dict[str, Any]:
    """A state beside its words."""
    zone, is_task = request.zone, one.kind == TASK
    row = {
        "id": request.told_id(ref_of(STATES, one.id)),
        "kind": one.kind,
        "status": status_of(one, request.now) if is_task else None,
        "due": told_time(due_of(one), zone) if is_task else None,
        "valid_from": told_time(one.valid_from, zone),
        "valid_until": told_time(one.valid_until, zone),
        "confirmed": told_time(one.confirmed, zone),
        "confidence": one.confidence,
    }
    return filled(row) | wordless(_part(request, one).row)


IDS = Field("ids", "texts", "Which.")
ALL = Field("all", "flag", "Also what is over.", False)
ROW = (
    Field("id", "text", "Its id."),
    Field("kind", "text", "What sort of state."),
    Field("status", "text", "A task: open, done or closed."),
    Field("due", "text", "By when it is to be done."),
    Field("valid_from", "text", "Since when."),
    Field("valid_until", "text", "Until when."),
    Field("confirmed", "text", "When it was said or confirmed last."),
    Field("confidence", "number", "How sure."),
    *LABELS,
)
GIVES = (
    Field("states", "tables", "The states, in the order of the text.", of=ROW),
    LEFT_OUT,
    Field("similar", "texts", "Those that say the same."),
)
STATE = Tool(
    "state",
    "What holds, in somebody's own words, and what is to be done (task).",
    (
        Field("act", "choice", "", LIST, choices=(ADD, LIST, *ACTS)),
        IDS,
        Field("kind", "choice", "What sort; else fact.", choices=KINDS),
        Field("text", "text", "What it says."),
        Field(DUE, "text", "A task: by when."),
        OF,
        Field("valid_from", "text", "From when."),
        Field("valid_until", "text", "Until when."),
        Field("confidence", "number", "How sure.", low=0, high=1),
        ALL,
        EVIDENCE,
        REASON,
        USER_AGREES,
    ),
    state,
    reads=(LIST,),
    gives=GIVES,
)
