"""memento state"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Any

import typer

from memento_cli.cli.acting import ACT, ASKED, act_of, acting, spoken
from memento_cli.cli.call import Call, of
from memento_cli.cli.options import DryRun, Event, Evidence, Person, Reason, Yes, one_of
from memento_cli.cli.rows import counted, labelled
from memento_cli.cli.safe import safe
from memento_cli.cli.secrets import AllowSecret
from memento_cli.cli.state_options import BESIDE, about_text, changes_of
from memento_cli.cli.verbs import check_verb, verb_argument
from memento_cli.core.held import STATES, ref_of
from memento_cli.core.refs import name_of
from memento_cli.core.states import KINDS, TASK, State, holds, is_closed, is_over
from memento_cli.errors import Usage

TAKES = {
    "add": ("person", *BESIDE, *ASKED),
    "show": (),
    "list": ("kind", "everything", "as_of", "person"),
    "update": ("body", *BESIDE, *ASKED),
    "close": ("at", *ASKED),
    "confirm": ACT,
    "tidy": ("dry_run",),
}
COLUMNS = ("id", "kind", "confirmed", "body")
EVERY = ("id", "kind", "holds", "valid_from", "valid_until", "body")
"""Those of states that may not hold now."""


def state(
    ctx: typer.Context,
    verb: Annotated[str, verb_argument(TAKES)] = "list",
    what: Annotated[
        list[str] | None,
        typer.Argument(metavar="[KIND TEXT|ID...]", help="For add a kind and what it says."),
    ] = None,
    person: Person = None,
    kind: Annotated[
        str | None, typer.Option(metavar="KIND", help="Of this kind: " + ", ".join(KINDS) + ".")
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what is closed, done, or not begun.")
    ] = False,
    as_of: Annotated[
        str | None, typer.Option("--as-of", metavar="TIME", help="What held then.")
    ] = None,
    body: Annotated[
        str | None, typer.Option("--body", metavar="TEXT", help="What it says now; - is stdin.")
    ] = None,
    valid_from: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="From when it holds.")
    ] = None,
    valid_until: Annotated[
        str | None, typer.Option("--until", metavar="TIME", help="From then on it holds no more.")
    ] = None,
    confidence: Annotated[
        float | None, typer.Option(metavar="0..1", help="How sure it is.")
    ] = None,
    payload: Annotated[
        str | None, typer.Option(metavar="JSON", help="A table beside its words; update merges.")
    ] = None,
    about: Annotated[
        str | None,
        typer.Option(metavar="TIME|STAGE", help="When its matter was: 2018, high school."),
    ] = None,
    about_confidence: Annotated[
        float | None, typer.Option(metavar="0..1", help="How sure that time is; about needs it.")
    ] = None,
    life_stage: Annotated[
        str | None, typer.Option(metavar="STAGE", help="Or the stage of life: high, work …")
    ] = None,
    at: Annotated[
        str | None, typer.Option(metavar="TIME", help="For close: until when it held.")
    ] = None,
    event: Event = "",
    evidence: Evidence = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """What holds, in somebody's own words: facts, relations, summaries, the long mood.

    An agent asks before it changes or closes what a person told.
    """
    call = of(ctx)
    check_verb(ctx, verb, TAKES)
    given, said = what or [], ctx.params
    match verb:
        case "add":
            _add(call, given, said)
        case "show":
            _show(call, given)
        case "list":
            _list(call, given, said)
        case "update":
            _update(call, given, said)
        case "close" | "confirm":
            _end_or_confirm(call, verb, given, said)
        case _:
            _tidy(call, given, dry_run)
    call.note_if_ahead()


def _add(call: Call, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.states import StateDraft, add_state, like_it

    if len(given) != 2:
        raise Usage("add takes a kind and what it says", 'memento state add fact "I live in Rome"')
    kind, text = given
    draft = StateDraft(kind, spoken(text), said["person"] or "", **changes_of(call, said))
    alike = like_it(call.store, draft, call.now)
    added = acting(call, said, lambda act: add_state(call.store, draft, act))
    call.out.value(row_of(call, added), safe(added.id))
    note_alike(call, alike)


def note_alike(call: Call, alike: Iterable[State]) -> None:
    """Say which states said already what was added."""
    for one in alike:
        call.out.note(f"There is one like it: {safe(one.id)}")


def _show(call: Call, given: list[str]) -> None:
    shown = named(call, "show", given)
    rows = [row_of(call, state) for state in shown]
    call.out.values(rows, [_text(call, state) for state in shown], "states")


def _list(call: Call, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.states import states

    if given:
        raise Usage("list takes no ids", "`memento state show ID` shows one")
    kind = one_of(said["kind"], KINDS, "kind") if said["kind"] else None
    at = call.moment(said["as_of"]) if said["as_of"] else call.now
    found = [
        state
        for state in states(call.store, said["person"] or None, until=call.named_now)
        if kind in (None, state.kind)
        if said["everything"] or (holds(state, at) and (said["as_of"] or not is_over(state, at)))
    ]
    columns = EVERY if said["everything"] or said["as_of"] else COLUMNS
    call.out.rows(in_short(call, [row_of(call, state) for state in found]), columns, "states")
    if not found:
        call.out.note("Nothing is held")


def _update(call: Call, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.states import update_state

    (state,) = named(call, "update", given, most=1)
    changes = changes_of(call, said)
    if said["body"] is not None:
        changes["body"] = spoken(said["body"])
    if not changes:
        raise Usage("update what?", "--body TEXT, --payload JSON, --from TIME …")
    done = acting(call, said, lambda act: update_state(call.store, state.id, changes, act))
    says = f"held until {_end(call, done)}" if is_closed(done, call.now) else "says so now"
    call.out.value(row_of(call, done), f"{safe(done.id)} {says}")


def _end_or_confirm(call: Call, verb: str, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.states import close_states, confirm_states

    ids = [state.id for state in named(call, verb, given)]
    at = call.moment(said["at"]) if said["at"] else None
    if verb == "close":
        done = acting(call, said, lambda act: close_states(call.store, ids, at, act))
        texts = [f"{safe(one.id)} held until {_end(call, one)}" for one in done]
    else:
        done = acting(call, said, lambda act: confirm_states(call.store, ids, act))
        texts = [f"{safe(one.id)} holds still" for one in done]
    call.out.values([row_of(call, one) for one in done], texts, "states")


def _end(call: Call, state: State) -> str:
    return call.out.minute(state.valid_until) if state.valid_until else "now"


def _tidy(call: Call, given: list[str], dry: bool) -> None:
    from memento_cli.actions.tidying import tidy

    if given:
        raise Usage("tidy takes no ids", "it looks at every state")
    found = tidy(call.store, act_of(call), dry=dry)
    word = "would close" if dry else "closed"
    values = [
        {"id": ref_of(STATES, state.id), "kept": ref_of(STATES, kept.id), "dry_run": dry}
        for state, kept in found
    ]
    texts = [
        f"{word} {safe(state.id)}, which says what {safe(kept.id)} says" for state, kept in found
    ]
    call.out.values(values, texts, "tidied")
    call.out.note(f"{counted(len(found), 'twin')} {'found' if dry else 'closed'}")


def named(
    call: Call, verb: str, given: Sequence[str], *, most: int | None = None, kind: str | None = None
) -> list[State]:
    """The states, or those of a kind, that are meant, each once."""
    from memento_cli.actions.states import state_named

    if not given or (most and len(given) > most):
        listed = TASK if kind == TASK else "state"
        what = "one id" if most else "ids"
        raise Usage(f"{verb} takes {what}", f"`memento {listed} list` shows them")
    found = [state_named(call.store, id, call.now, kind) for id in given]
    return list({state.id: state for state in found}.values())


def row_of(call: Call, state: State) -> dict[str, Any]:
    """A state as JSON has it."""
    about = {key: value for key, value in state.about._asdict().items() if value is not None}
    ref = ref_of(STATES, state.id)
    return state._asdict() | {"id": ref, "about": about, "holds": holds(state, call.now)}


def in_short(call: Call, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows of states for a table: without the folder, which is the same in all their ids."""
    if call.out.machine or call.out.format == "ids":
        return rows
    return [row | {"id": row["id"].removeprefix(f"{STATES}/")} for row in rows]


def _text(call: Call, state: State) -> str:
    from memento_cli.cli.told import json_text

    moments = ("created", "confirmed", "valid_from", "valid_until")
    times = {key: getattr(state, key) for key in moments if getattr(state, key)}
    facts = [
        ("id", state.id),
        ("kind", state.kind),
        ("person", name_of(state.person)),
        *((key.replace("_", " "), call.out.minute(at)) for key, at in times.items()),
        ("confidence", state.confidence),
        ("payload", json_text(state.payload) if state.payload else ""),
        ("about", about_text(call, state.about)),
    ]
    return f"{safe(state.body, lines=True)}\n\n{labelled(facts, call.out)}"
