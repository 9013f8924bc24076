"""memento session"""

from __future__ import annotations

import os
from io import BytesIO

from memento_cli.cli.call import opened
from memento_cli.cli.command_line.options import one_of
from memento_cli.cli.input.acting import acting, typed
from memento_cli.cli.input.selecting import row_named
from memento_cli.cli.input.stdin import read_bytes
from memento_cli.cli.output.values import safe
from memento_cli.core.memory.record_kinds import SESSIONS
from memento_cli.core.security.trust import marked
from memento_cli.core.sessions.sessions import ROLES, USER
from memento_cli.errors import NotFound, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.sessions.sessions import NewItem
    from memento_cli.actions.sessions.snapshots import Snapshot
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import AllowSecret, Jsonl, Of, Reason, SessionId
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.core.sessions.sessions import Session
    from memento_cli.store.directory.store import Store

NAMED = "MEMENTO_SESSION"
COLUMNS = ("id", "title", "items", "tokens", "token_budget", "expires", "open")


def start(
    call: Call,
    title: Annotated[str, typer.Argument(metavar="[TITLE]", help="What it is about.")] = "",
    id: Annotated[str, typer.Option("--id", metavar="ID", help="Its id; else one is made.")] = "",
    budget: Annotated[
        int | None, typer.Option("--budget", metavar="TOKENS", help="Else session.token_budget.")
    ] = None,
    project: Annotated[
        str | None, typer.Option("--project", metavar="NAME", help="Of a project.")
    ] = None,
    agent: Annotated[
        str | None, typer.Option("--agent", metavar="NAME", help="Which agent talks.")
    ] = None,
    of: Of = "",
    reason: Reason = "",
    allow_secret: AllowSecret = False,
) -> None:
    """Begin a session, and print its id.

    Over its budget of tokens, at its end, or two days after its last item, it becomes a memory.
    """
    from memento_cli.actions.sessions.sessions import start_session

    call.store_or_new()
    session_made = acting(
        call,
        lambda act: start_session(
            call.store, act, title, id=id, token_budget=budget, person=of,
            project=project, agent=agent,
        ),
    )  # fmt: skip
    call.out.value(_row(call, session_made), safe(session_made.id))
    call.note_if_ahead()


def add(
    call: Call,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID] TEXT", help="Which session; and what was said, - reads it from stdin."
        ),
    ] = None,
    role: Annotated[
        str, typer.Option("--role", metavar="|".join(ROLES), help="Who says it.")
    ] = USER,
    who: Annotated[str, typer.Option("--who", metavar="NAME", help="Who, by name.")] = "",
    source: Annotated[
        list[str] | None,
        typer.Option("--from", metavar="REF", help="A memory or event that it came from."),
    ] = None,
    jsonl: Jsonl = None,
    allow_secret: AllowSecret = False,
) -> None:
    """Add to a session what was said, by a role and from what it came.

    Without an id it is $MEMENTO_SESSION, or the only session that is open.
    """
    from memento_cli.actions.sessions.sessions import NewItem, add_items

    texts = words or []
    if jsonl is None:
        named, text = _named_and_text(texts, "add takes a text, or an id and a text")
        role = one_of(role, ROLES, "the role")
        items = [NewItem(typed(text, "what was said"), role, who, tuple(source or ()))]
    else:
        if len(texts) > 1:
            raise Usage("add with --jsonl takes one id", "`memento session list` shows them")
        named, items = texts, _rows_of(call, jsonl)
    try:
        id = _meant(call, *named)
    except NotFound as unknown:
        unknown.hint += "; a text of several words stands in quotes" if len(texts) > 1 else ""
        raise
    snapshots = acting(call, lambda act: add_items(call.store, id, items, act))
    _tell(call, id, snapshots, f"{id}: {len(items)} added")


def show(call: Call, id: SessionId = "") -> None:
    """Show a session: what went before, its items, and how much room is left."""
    from memento_cli.actions.sessions.sessions import session

    one = session(call.store, _meant(call, id))
    items = [item._asdict() | {"refs": list(item.refs)} for item in one.in_order]
    value = {"summary": one.summary, "snapshots": list(one.snapshots), "items": items}
    call.out.value(_row(call, one) | value, _text(call, one))


def list_(call: Call) -> None:
    """List the sessions that have not ended."""
    from memento_cli.actions.sessions.sessions import sessions

    open_sessions = sessions(call.store)
    rows = [_row(call, one) for one in open_sessions]
    if not call.out.machine:
        rows = [row | {"title": marked(row["title"], row["trust"])} for row in rows]
    call.out.rows(rows, COLUMNS, SESSIONS)
    if not rows:
        call.out.note("No sessions; `memento session start TITLE` begins one")


def query(
    call: Call,
    words: Annotated[
        list[str],
        typer.Argument(metavar="[ID] TEXT", help="Which session; and a message, - is stdin."),
    ],
) -> None:
    """Print what to recall for a message: its words, and those that the session lends it."""
    from memento_cli.actions.sessions.sessions import session
    from memento_cli.core.sessions.sessions import query_of

    named, message = _named_and_text(words, "query takes a message, or an id and a message")
    session_asked = session(call.store, _meant(call, *named))
    text = query_of(session_asked, typed(message, "the message"))
    call.out.value({"id": session_asked.id, "query": text}, safe(text))


def summarize(
    call: Call, id: SessionId = "", reason: Reason = "", allow_secret: AllowSecret = False
) -> None:
    """Make a memory of what a session has at hand, and go on with it."""
    from memento_cli.actions.sessions.sessions import summarize as act

    _settle(call, id, act, "has nothing in it")


def end(
    call: Call, id: SessionId = "", reason: Reason = "", allow_secret: AllowSecret = False
) -> None:
    """End a session: what it has at hand becomes a memory."""
    from memento_cli.actions.sessions.sessions import end_session

    _settle(call, id, end_session, "ended; there was nothing in it")


def _settle(
    call: Call, id: str, act: Callable[[Store, str, Provenance], Snapshot | None], nothing: str
) -> None:
    """Do what may make a memory of a session, and tell it; `nothing` is said of an empty one."""
    whole = _meant(call, id)
    made = acting(call, lambda by: act(call.store, whole, by))
    _tell(call, whole, [made] if made else [], "" if made else f"{whole} {nothing}")


def _named_and_text(words: list[str], problem: str) -> tuple[list[str], str]:
    """The id of a session, if one is named, and the text behind it."""
    if not 1 <= len(words) <= 2:
        raise Usage(problem, "a text of several words stands in quotes; - reads it from stdin")
    return words[:-1], words[-1]


def _rows_of(call: Call, path: str) -> list[NewItem]:
    """The items that the lines of a file say, or those of standard input."""
    from memento_cli.actions.exchange.sources.rows import session_items

    if path == "-":
        raw = read_bytes("JSON lines", suffix=".jsonl")
        return list(session_items(BytesIO(raw), "stdin", call.zone, call.now))
    with opened(path) as file:
        return list(session_items(file, path, call.zone, call.now))


def _meant(call: Call, id: str = "") -> str:
    """The id of the session that is meant: by name, by the environment, or the only open one."""
    from memento_cli.actions.sessions.sessions import open_session, session

    named = row_named(call, id, SESSIONS) if id else os.environ.get(NAMED, "")
    session_found = session(call.store, named) if named else open_session(call.store, call.now)
    return session_found.id


def _tell(call: Call, id: str, snapshots: list[Snapshot], text: str) -> None:
    """Print what a session has become by an act, if anything."""
    ids = [one.memory.id for one in snapshots]
    lines = [text, *(f"{id} became {memory}" for memory in ids)]
    call.out.value({"id": id, "snapshots": ids}, "\n".join(safe(line) for line in lines if line))
    call.note_if_ahead()


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


def _text(call: Call, one: Session) -> str:
    """A session on a terminal: what went before, the items, and how much room is left."""
    from memento_cli.core.sessions.sessions import speaker_of

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
