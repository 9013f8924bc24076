"""session, summarize_thread: working memory, and how it becomes an episodic memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memento_cli.actions.sessions.sessions import NewItem as Words
from memento_cli.actions.sessions.sessions import (
    add_items,
    end_session,
    sessions,
    start_session,
    summarize,
)
from memento_cli.core.context.item_text import session_parts
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.refs import name_of
from memento_cli.core.security.trust import marked
from memento_cli.core.sessions.sessions import ROLES, USER, item_trust
from memento_cli.core.time.when import iso
from memento_cli.errors import Ambiguous, MementoError, NotFound, Usage
from memento_cli.tools.records_seen import LEFT_OUT, fitting, listed
from memento_cli.tools.request_context import copied_id
from memento_cli.tools.tool import LABELS, Tool, told, wordless

if TYPE_CHECKING:
    from memento_cli.actions.sessions.snapshots import Snapshot
    from memento_cli.core.sessions.sessions import Session
    from memento_cli.tools.request_context import RequestContext
    from memento_cli.tools.tool import Arguments, ToolResult

HOW = "session with act: start begins one, act: list shows them"
START, ADD, SHOW, LIST, END = ACTS = ("start", "add", "show", "list", "end")
ID = Field("session_id", "text", "Which; else the one that is open. start: its id.")
ROLE = Field("role", "choice", "Who said it.", USER, choices=ROLES)
MESSAGES = Field(
    "messages",
    "tables",
    "What was said.",
    (),
    of=(
        ROLE._replace(path="role"),
        Field("text", "text", "The words.", required=True, aliases=("content",)),
    ),
)


def session(request: RequestContext, args: Arguments) -> ToolResult:
    """Start, add to, show, list or end a buffer of what is at hand."""
    request.check_unlabelled()
    act = args["act"]
    if args["messages"] and act != ADD:
        raise Usage(f"{act} keeps no messages", f"act: {ADD} does")
    if act == LIST:
        every = reversed(sessions(request.store))
        found = [one for one in every if _is_seen(request, one) and request.trusts(one.trust)]
        lines = (marked(f"{one.id}: {one.title or 'no title'}", one.trust) for one in found)
        rows = (_row(request, one) for one in found)
        return listed(request, "sessions", zip(lines, rows, strict=True), "No sessions.")
    if act == START:
        if args["session_id"] and request.is_bounded:  # a taken one would tell of what is hidden
            raise Usage("here ids are made", "leave session_id out")
        row = _row(request, _started(request, args))
        return told("Begun.", {"session": row}, request.note)
    one = meant(request, args["session_id"])
    if act == ADD:
        if not args["messages"]:
            raise Usage("add what?", "messages are what was said")
        return _told(request, one.id, add_items(request.store, one.id, _words(args), request.act()))
    if act == END:
        ids = _ids(request, [end_session(request.store, one.id, request.act())])
        return told("Ended.", {"session_id": request.told_id(one.id), "memory_ids": ids})
    parts = [part for part in session_parts(one, request.zone) if request.trusts(part.row["trust"])]
    shown, left = fitting([(it.text, wordless(it.row, "date", "role")) for it in parts])
    text = request.fenced("\n".join(text for text, _ in shown)) or "Nothing is in it."
    items = [row for _, row in shown]
    return told(text, {"session": _row(request, one), "items": items, "left_out": left})


def summarize_thread(request: RequestContext, args: Arguments) -> ToolResult:
    """Make an episodic memory of a session, or of these messages alone if none is open."""
    request.check_unlabelled()
    alone = bool(args["messages"]) and not args["session_id"]
    one = _started(request, args) if alone else meant(request, args["session_id"])
    try:
        words = _words(args)
        made = add_items(request.store, one.id, words, request.act()) if words else []
    except MementoError:
        if alone:
            end_session(request.store, one.id, request.act())
        raise
    close = end_session if alone else summarize
    ids = _ids(request, [*made, close(request.store, one.id, request.act())])
    told_id = None if alone else request.told_id(one.id)
    return told("Kept.", {"session_id": told_id, "memory_ids": ids}, request.note)


def _started(request: RequestContext, args: Arguments) -> Session:
    scope = request.scope
    return start_session(
        request.store,
        request.act(),
        args["title"] or "",
        id=args["session_id"] or "",
        token_budget=args.get("token_budget"),
        person=name_of(scope.person) if scope.person else "",
        project=scope.project,
        agent=request.client,
    )


def meant(request: RequestContext, id: str | None) -> Session:
    """The session that an id means, or the one that is open. NotFound for one that is not seen."""
    seen = [one for one in sessions(request.store) if _is_seen(request, one)]
    if id:
        found = [one for one in seen if one.id == copied_id(id)]
    else:
        found = [
            one for one in seen if one.agent == request.client and not one.is_over(request.now)
        ]
    if not found:
        raise NotFound(f"No session {id[:80] if id else 'is open'}", HOW)
    if len(found) > 1:
        raise Ambiguous(f"{len(found)} sessions are open", "session_id says which")
    return found[0]


def _is_seen(request: RequestContext, one: Session) -> bool:
    is_of_project = request.scope.project in (None, one.project)
    if not is_of_project or request.scope.hides_unlabelled:
        return False
    is_own = one.agent == request.client  # who began it knows what it is called
    return request.sees_of(one.person) and (is_own or request.trusts(one.trust))


def _words(args: Arguments) -> list[Words]:
    return [Words(one["text"], one["role"]) for one in args["messages"]]


def _told(request: RequestContext, id: str, made: list[Snapshot]) -> ToolResult:
    row = _row(request, meant(request, id))
    return told("Added.", {"session": row, "memory_ids": _ids(request, made)}, request.note)


def _ids(request: RequestContext, made: list[Snapshot] | list[Snapshot | None]) -> list[str]:
    return request.told_ids(one.memory.id for one in made if one)


def _row(request: RequestContext, one: Session) -> dict[str, Any]:
    seen = one._replace(items=tuple(it for it in one.items if request.trusts(item_trust(it))))
    return {
        "id": request.told_id(one.id),
        "items": len(seen.items),
        "tokens": seen.tokens,
        "token_budget": one.token_budget,
        "expires": iso(one.expires),
        "snapshots": request.told_ids(filter(request.sees_id, one.snapshots)),
    }


ROW = (
    Field("id", "text", "Its id."),
    Field("items", "whole", "So many items are in it."),
    Field("tokens", "whole", "So many tokens they have."),
    Field("token_budget", "whole", "So many it holds before it becomes a memory."),
    Field("expires", "text", "When it is over, if nothing is added."),
    Field("snapshots", "texts", "The memories that it has become."),
)
OF_SESSION = Field("session_id", "text", "Of which session.")
BECAME = Field("memory_ids", "texts", "The memories that it has become.")
TITLE = Field("title", "text", "What it is about.")
SESSION = Tool(
    "session",
    "What is at hand in a conversation, kept for hours; over its budget it becomes a memory.",
    (
        Field("act", "choice", "What to do.", SHOW, choices=ACTS),
        ID,
        TITLE,
        MESSAGES,
        Field("token_budget", "whole", "start: how much it holds.", low=1),
    ),
    session,
    reads=(SHOW, LIST),
    gives=(
        *(one._replace(path=f"session.{one.path}") for one in ROW),
        Field("sessions", "tables", "All sessions.", of=ROW),
        Field("items", "tables", "What was said, in the order of the text.", of=(
            Field("date", "text", "When."), Field("role", "text", "By whom."), *LABELS,
        )),
        OF_SESSION,
        BECAME,
        LEFT_OUT,
    ),
)  # fmt: skip
SUMMARIZE_THREAD = Tool(
    "summarize_thread",
    "Make an episodic memory of the session, or of messages.",
    (ID, TITLE, MESSAGES),
    summarize_thread,
    gives=(OF_SESSION, BECAME),
)
