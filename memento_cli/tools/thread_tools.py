"""thread: events that belong together, corrected at any time (document 003 §4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memento_cli.actions.events.threads import (
    add_to_thread,
    merge_threads,
    remove_from_thread,
    split_thread,
)
from memento_cli.core.context.item_text import event_part
from memento_cli.core.events.threads import THREADS
from memento_cli.core.fields.field import Field
from memento_cli.core.security.trust import marked
from memento_cli.core.time.when import told_time
from memento_cli.errors import Conflict, NotFound, Usage
from memento_cli.tools.memory_tools import REASON
from memento_cli.tools.records_seen import (
    LEFT_OUT,
    event_ref,
    listed,
    named_thread,
    seen_thread,
    seen_threads,
)
from memento_cli.tools.tool import Tool, told

if TYPE_CHECKING:
    from memento_cli.actions.events.threads import Woven
    from memento_cli.core.events.threads import Thread
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.tools.request_context import RequestContext
    from memento_cli.tools.tool import Arguments, ToolResult

LIST, SHOW, ADD, REMOVE, SPLIT, MERGE = ACTS = (
    "list", "show", "add", "remove", "split", "merge",
)  # fmt: skip

MOST_SHOWN = 50
"""So many events of a thread are told, the last ones."""


def thread(request: RequestContext, args: Arguments) -> ToolResult:
    """List, show or correct what belongs together; the events themselves stay as they are."""
    request.check_unlabelled()
    act = args["act"]
    if act == LIST:
        items = ((_line(one), _row(request, one)) for one in seen_threads(request))
        return listed(request, "threads", items, "No threads.")
    if not args["thread"]:
        raise Usage(f"{act} which thread?", "thread is its title or its id")
    if act == SHOW:
        return _shown(request, seen_thread(request, args["thread"]))
    done = _changed(request, args)
    refs = request.told_ids(map(event_ref, done.events))
    value = {"thread_id": request.told_id(done.ref), "event_ids": refs}
    return told("Done.", value, request.note)


def _changed(request: RequestContext, args: Arguments) -> Woven:
    """What an act has changed. Errors name no title, which is a word of the store."""
    act, store, by = args["act"], request.store, request.act(args["reason"] or "")
    if act == MERGE:
        return _merged(request, args, by)
    events = [request.event(text) for text in args["event_ids"] or ()]
    refs = [event.ref for event in events]
    if not refs:
        raise Usage(f"{act} which events?", "event_ids says it")
    apart = request.is_bounded  # a title may be taken by what is hidden, and so may its id
    if act == ADD:
        return add_to_thread(store, _name(request, args["thread"]), refs, by, apart=apart)
    one = named_thread(request, args["thread"])
    members = {member.event for member in one.members}
    if others := [event.ref for event in events if event.id not in members]:
        raise NotFound(f"{', '.join(others)} is not in that thread", "act: show tells what is")
    if act == REMOVE:
        return remove_from_thread(store, one.ref, refs, by)
    if not args["title"]:
        raise Usage("split into what?", "title is that of the new thread")
    into = _name(request, args["title"])
    if into == one.ref:
        raise Conflict("a thread cannot be split into itself", "the new one needs a title")
    return split_thread(store, one.ref, into, refs, by, apart=apart)


def _merged(request: RequestContext, args: Arguments, by: Provenance) -> Woven:
    others = [named_thread(request, text).ref for text in args["others"] or ()]
    into = named_thread(request, args["thread"]).ref
    if not others:
        raise Usage("merge which into it?", "others are their titles or ids")
    if into in others:
        raise Conflict("a thread cannot be merged into itself", "name the others")
    return merge_threads(request.store, into, others, by)


def _name(request: RequestContext, text: str) -> str:
    """The reference of the thread that is meant, or the title of a new one."""
    try:
        return named_thread(request, text).ref
    except NotFound:
        if text.startswith(f"{THREADS}/"):
            raise
        return text


def _line(one: Thread) -> str:
    return marked(f"- {one.ref}: {' '.join(one.title.split())}", one.trust)


def _shown(request: RequestContext, one: Thread) -> ToolResult:
    """A thread with its last events in order of time."""
    last = one.members[-MOST_SHOWN:]
    events = request.store.events.named([member.event for member in last])
    known = (events[member.event] for member in last if member.event in events)
    parts = [event_part(event, "", request.zone, several=False) for event in known if event.text]
    text = request.fenced("\n".join((_line(one), *(part.text for part in parts))))
    value = {
        "threads": [_row(request, one)],
        "event_ids": request.told_ids(part.row["id"] for part in parts),
        LEFT_OUT.path: len(one.members) - len(last) or None,
    }
    return told(text, value)


def _row(request: RequestContext, one: Thread) -> dict[str, Any]:
    """A thread beside its words."""
    zone = request.zone
    return {
        "id": request.told_id(one.ref),
        "events": len(one.members),
        "since": told_time(one.members[0].at, zone),
        "until": told_time(one.members[-1].at, zone),
        "trust": one.trust,
    }


THREAD = Tool(
    "thread",
    "Events that belong together.",
    (
        Field("act", "choice", "", LIST, choices=ACTS),
        Field("thread", "text", "Its title or id; add: or a new title."),
        Field("event_ids", "texts", "Which events."),
        Field("title", "text", "split: the new thread's."),
        Field("others", "texts", "merge: those that move into it."),
        REASON,
    ),
    thread,
    reads=(LIST, SHOW),
    gives=(
        Field("threads", "tables", "The threads, in the order of the text.", of=(
            Field("id", "text", "Its id."),
            Field("events", "whole", "So many events are in it."),
            Field("since", "text", "When its first was."),
            Field("until", "text", "When its last was."),
            Field("trust", "text", "Who vouches for its title."),
        )),
        LEFT_OUT,
        Field("thread_id", "text", "The thread that has changed."),
        Field("event_ids", "texts", "Its events, or those that were added, moved or removed."),
    ),
)  # fmt: skip
