"""memento session"""

from __future__ import annotations

import os
from io import BytesIO
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memento_cli.cli.acting import acting, typed
from memento_cli.cli.call import Call, of, opened
from memento_cli.cli.options import Person, Reason, one_of
from memento_cli.cli.safe import safe
from memento_cli.cli.secrets import AllowSecret
from memento_cli.cli.stdin import read_bytes
from memento_cli.cli.verbs import check_verb, verb_argument
from memento_cli.core.sessions import ROLES, USER
from memento_cli.core.trust import marked
from memento_cli.errors import Usage

if TYPE_CHECKING:
    from memento_cli.actions.sessions import Said
    from memento_cli.actions.snapshots import Snapshot
    from memento_cli.core.sessions import Session

NAMED = "MEMENTO_SESSION"
TAKES = {
    "start": ("id", "budget", "project", "agent", "person", "reason", "allow_secret"),
    "add": ("role", "who", "source", "jsonl", "allow_secret"),
    "show": (),
    "list": (),
    "query": (),
    "summarize": ("reason", "allow_secret"),
    "end": ("reason", "allow_secret"),
}
COLUMNS = ("id", "title", "items", "tokens", "token_budget", "expires", "open")


def session(
    ctx: typer.Context,
    verb: Annotated[str, verb_argument(TAKES)] = "list",
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID] [TEXT]",
            help=f"Which session: ${NAMED}, or the only open one. For start a title, for add what "
            "was said (- is stdin), for query a message.",
        ),
    ] = None,
    id: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="Its id; else one is made.")
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option("--budget", metavar="TOKENS", help="Else session.token_budget."),
    ] = None,
    role: Annotated[
        str, typer.Option("--role", metavar="|".join(ROLES), help="Who says it.")
    ] = USER,
    who: Annotated[str, typer.Option("--who", metavar="NAME", help="Who, by name.")] = "",
    source: Annotated[
        list[str] | None,
        typer.Option("--from", metavar="REF", help="A memory or event that it came from."),
    ] = None,
    jsonl: Annotated[
        str | None,
        typer.Option("--jsonl", metavar="FILE", help="Many: JSON, one a line; - reads stdin."),
    ] = None,
    project: Annotated[
        str | None, typer.Option("--project", metavar="NAME", help="Of a project.")
    ] = None,
    agent: Annotated[
        str | None, typer.Option("--agent", metavar="NAME", help="Which agent talks.")
    ] = None,
    person: Person = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
) -> None:
    """Working memory: what a session has at hand, until it becomes a memory.

    Over its budget of tokens, at its end, or two days after its last item, it becomes one.
    """
    call = of(ctx)
    check_verb(ctx, verb, TAKES)
    given, said = what or [], ctx.params
    match verb:
        case "start":
            _start(call, given, said)
        case "add":
            _add(call, given, said)
        case "show":
            _show(call, given)
        case "list":
            _list(call, given)
        case "query":
            _query(call, given)
        case _:
            _become(call, verb, given, said)
    call.note_if_ahead()


def _start(call: Call, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.sessions import start_session

    if len(given) > 1:
        raise Usage("start takes one title", "in quotes, if it has spaces")
    call.store_or_new()
    made = acting(
        call,
        said,
        lambda act: start_session(
            call.store,
            act,
            *given,
            id=said["id"] or "",
            token_budget=said["budget"],
            person=said["person"] or "",
            project=said["project"],
            agent=said["agent"],
        ),
    )
    call.out.value(_row(call, made), safe(made.id))


def _add(call: Call, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.sessions import add_items

    most = 1 if said["jsonl"] else 2
    if not most - 1 <= len(given) <= most:
        raise Usage("add takes a text, or an id and a text", "- reads the text from stdin")
    items = _said(call, given[-1] if most == 2 else "", said)
    id = _meant(call, given[: len(given) - most + 1])
    made = acting(call, said, lambda act: add_items(call.store, id, items, act))
    _tell(call, id, made, f"{id}: {len(items)} added")


def _said(call: Call, text: str, said: dict[str, Any]) -> list[Said]:
    """What is to be added: one text, or the lines of a file."""
    from memento_cli.actions.sessions import Said

    if said["jsonl"] is None:
        refs = tuple(said["source"] or ())
        role = one_of(said["role"], ROLES, "the role")
        return [Said(typed(text, "what was said"), role, said["who"], refs)]
    from memento_cli.actions.sources.session_rows import said_in

    if said["jsonl"] == "-":
        raw = read_bytes("JSON lines", suffix=".jsonl")
        return list(said_in(BytesIO(raw), "stdin", call.zone, call.now))
    with opened(said["jsonl"]) as file:
        return list(said_in(file, said["jsonl"], call.zone, call.now))


def _show(call: Call, given: list[str]) -> None:
    from memento_cli.actions.sessions import session as session_of

    found = session_of(call.store, _only(call, "show", given))
    call.out.value(_whole(call, found), _text(call, found))


def _list(call: Call, given: list[str]) -> None:
    from memento_cli.actions.sessions import sessions

    if given:
        raise Usage("list takes no ids", "`memento session show ID` shows one")
    found = sessions(call.store)
    rows = [_row(call, one) for one in found]
    if not call.out.machine:
        rows = [row | {"title": marked(row["title"], row["trust"])} for row in rows]
    call.out.rows(rows, COLUMNS, "sessions")
    if not rows:
        call.out.note("No sessions; `memento session start TITLE` begins one")


def _query(call: Call, given: list[str]) -> None:
    from memento_cli.actions.sessions import session as session_of
    from memento_cli.core.sessions import query_of

    if not 1 <= len(given) <= 2:
        raise Usage("query takes a message, or an id and a message", "")
    found = session_of(call.store, _meant(call, given[:-1]))
    text = query_of(found, typed(given[-1], "the message"))
    call.out.value({"id": found.id, "query": text}, safe(text))


def _become(call: Call, verb: str, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.sessions import end_session, summarize

    id = _only(call, verb, given)
    do = end_session if verb == "end" else summarize
    made = acting(call, said, lambda act: do(call.store, id, act))
    nothing = f"{id} ended; there was nothing in it" if verb == "end" else f"{id} has nothing in it"
    _tell(call, id, [made] if made else [], "" if made else nothing)


def _only(call: Call, verb: str, given: list[str]) -> str:
    if len(given) > 1:
        raise Usage(f"{verb} takes one id", "`memento session list` shows them")
    return _meant(call, given)


def _meant(call: Call, given: list[str]) -> str:
    """The id of the session that is meant: by name, by the environment, or the only open one."""
    from memento_cli.actions.sessions import open_session
    from memento_cli.actions.sessions import session as session_of

    named = given[0] if given else os.environ.get(NAMED, "")
    found = session_of(call.store, named) if named else open_session(call.store, call.now)
    return found.id


def _tell(call: Call, id: str, made: list[Snapshot], text: str) -> None:
    """What a session has become by an act, if anything."""
    ids = [one.memory.id for one in made]
    lines = [text, *(f"{id} became {memory}" for memory in ids)]
    told = "\n".join(safe(line) for line in lines if line)
    call.out.value({"id": id, "snapshots": ids}, told)


def _row(call: Call, one: Session) -> dict[str, Any]:
    return {
        "id": one.id,
        "title": one.title,
        "person": one.person,
        "agent": one.agent,
        "project": one.project,
        "items": len(one.items),
        "tokens": one.tokens,
        "token_budget": one.token_budget,
        "created": one.created,
        "expires": one.expires,
        "open": not one.is_over(call.now),
        "trust": one.trust,
    }


def _whole(call: Call, one: Session) -> dict[str, Any]:
    items = [item._asdict() | {"refs": list(item.refs)} for item in one.in_order]
    told = {"summary": one.summary, "snapshots": list(one.snapshots), "items": items}
    return _row(call, one) | told


def _text(call: Call, one: Session) -> str:
    """A session on a terminal: what went before, the items, and how much room is left."""
    from memento_cli.core.sessions import speaker_of

    head = marked(f"{one.id}  {one.title}".rstrip(), one.trust)
    before = [one.summary, ""] if one.summary else []
    items = [
        marked(f"[{place}] {call.out.minute(item.at)} {speaker_of(item)}", item.trust)
        + f": {item.text}"
        for place, item in enumerate(one.in_order, 1)
    ]
    over = "" if not one.is_over(call.now) else "; its time is over"
    room = f"{one.tokens} of {one.token_budget} tokens, until {call.out.minute(one.expires)}{over}"
    return safe("\n".join([head, "", *before, *items, *([""] * bool(items)), room]), lines=True)
