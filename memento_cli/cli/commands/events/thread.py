"""memento event thread, and memento event link"""

from __future__ import annotations

from memento_cli.cli.input.acting import act_of, acting
from memento_cli.cli.input.events_named import event_selected, events_selected, thread_selected
from memento_cli.cli.output.rows import counted, labelled
from memento_cli.cli.output.values import safe
from memento_cli.core.events.threads import CAUSED_BY, LABELS, REPLY_TO, SAME_TOPIC, label_of
from memento_cli.core.memory.record_kinds import EVENTS, ref_of
from memento_cli.core.security.trust import marked
from memento_cli.errors import Ambiguous, BadId, NotFound, Usage
from memento_cli.standard import suppress

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.events.threads import Woven
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import (
        AllowSecret,
        EventIds,
        EventName,
        Reason,
        ThreadName,
    )
    from memento_cli.core.events.events import Event
    from memento_cli.core.events.threads import Member, Thread


SAID_SIGNS = 100
COLUMNS = ("id", "size", "since", "until", "title")
MOVED = "moved there"


def add(
    call: Call,
    thread: Annotated[
        str, typer.Argument(metavar="THREAD", help="A thread's title or id, or a new title.")
    ],
    events: EventIds,
    confidence: Annotated[
        float, typer.Option(metavar="0..1", help="How sure it is that they belong there.")
    ] = 1.0,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
) -> None:
    """Put events into a thread, which is made if there is none of that title.

    An event may be in several threads. No event is changed by it: the journal tells of threads.
    """
    from memento_cli.actions.events.threads import add_to_thread

    name, ids = thread_selected(call, thread), events_selected(call, events)
    done = acting(
        call, lambda act: add_to_thread(call.store, name, ids, act, confidence=confidence)
    )
    _tell(call, done, "added" if done.events else "added: they are there already")


def remove(
    call: Call,
    thread: ThreadName,
    events: EventIds,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
) -> None:
    """Take events out of a thread. The events themselves stay."""
    from memento_cli.actions.events.threads import remove_from_thread

    name, ids = thread_selected(call, thread), events_selected(call, events)
    done = acting(call, lambda act: remove_from_thread(call.store, name, ids, act))
    _tell(call, done, "taken out")


def split(
    call: Call,
    thread: ThreadName,
    title: Annotated[str, typer.Argument(metavar="TITLE", help="The title of the new thread.")],
    events: EventIds,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
) -> None:
    """Move events of a thread into a new one."""
    from memento_cli.actions.events.threads import split_thread

    name, ids = thread_selected(call, thread), events_selected(call, events)
    done = acting(call, lambda act: split_thread(call.store, name, title, ids, act))
    _tell(call, done, MOVED)


def merge(
    call: Call,
    thread: Annotated[str, typer.Argument(metavar="THREAD", help="The thread that stays.")],
    others: Annotated[
        list[str], typer.Argument(metavar="THREAD...", help="Those whose events move into it.")
    ],
    reason: Reason = "",
    allow_secret: AllowSecret = False,
) -> None:
    """Move all events of other threads into one."""
    from memento_cli.actions.events.threads import merge_threads

    name, more = thread_selected(call, thread), [thread_selected(call, one) for one in others]
    done = acting(call, lambda act: merge_threads(call.store, name, more, act))
    _tell(call, done, MOVED)


def list_(call: Call) -> None:
    """List the threads; the thread of the newest event comes first."""
    from memento_cli.actions.events.threads import threads

    threads_found = threads(call.store, call.named_now)
    rows = [row_of(one) for one in threads_found]
    if not call.out.machine:
        rows = [row | {"title": marked(row["title"], row["trust"])} for row in rows]
    call.out.rows(rows, COLUMNS, "threads")
    if not threads_found:
        call.out.note("No threads; `memento tidy propose --only threads` finds some")


def show(call: Call, thread: ThreadName) -> None:
    """Show one thread, with its events in order of time."""
    show_thread(call, thread_selected(call, thread))


def _tell(call: Call, done: Woven, how: str) -> None:
    """Print which events of which thread an act has changed."""
    text = f"{done.ref} ({done.title}): {counted(len(done.events), 'event')} {how}"
    events = [ref_of(EVENTS, event) for event in done.events]
    value = {"id": done.ref, "title": done.title, "events": events, "new": done.is_new}
    call.out.value(value, safe(text))
    if done.is_new:
        call.out.note(f"A new thread: {safe(done.title)}")
    call.note_if_ahead()


def row_of(thread: Thread) -> dict[str, Any]:
    """A thread as JSON has it."""
    return {
        "id": thread.ref,
        "title": thread.title,
        "size": len(thread.members),
        "since": thread.members[0].at,
        "until": thread.members[-1].at,
        "events": [
            {"id": ref_of(EVENTS, one.event), "at": one.at, "confidence": one.confidence}
            for one in thread.members
        ],
        "trust": thread.trust,
    }


def show_thread(call: Call, name: str) -> None:
    """Print one thread, with its events in order of time."""
    from memento_cli.actions.events.events import EventQuery, events
    from memento_cli.actions.events.threads import thread_named

    thread = thread_named(call.store, name, call.named_now)
    ids = {member.event for member in thread.members}
    events_by_id = {
        event.id: event for event in events(call.store, EventQuery(ids=ids), None).events
    }
    head = [marked(call.out.style(safe(thread.title), "bold"), thread.trust), ""]
    facts = labelled([("id", thread.ref), ("events", len(thread.members))], call.out)
    lines = [_member_line(call, one, events_by_id.get(one.event)) for one in thread.members]
    call.out.value(row_of(thread), "\n".join([*head, *lines, "", facts]))


def _member_line(call: Call, member: Member, event: Event | None) -> str:
    first_line = event.text.partition("\n")[0] if event else "(erased)"
    short = first_line if len(first_line) <= SAID_SIGNS else f"{first_line[:SAID_SIGNS]} …"
    sure = "" if member.confidence == 1 else f" ({member.confidence:.0%} sure)"
    return safe(f"{call.out.minute(member.at)}  {ref_of(EVENTS, member.event)}  {short}{sure}")


WORDS = {REPLY_TO: "replies to", SAME_TOPIC: "has the same topic as", CAUSED_BY: "was caused by"}


def link(
    call: Call,
    event: EventName,
    relation: Annotated[
        str, typer.Argument(metavar="REL", help=f"How it goes back: {', '.join(LABELS)}.")
    ],
    target: Annotated[str, typer.Argument(metavar="EVENT", help="The event it goes back to.")],
    confidence: Annotated[
        float, typer.Option(metavar="0..1", help="How sure it is that the link holds.")
    ] = 1.0,
    remove: Annotated[
        bool, typer.Option("--remove", help="Take the link away, also one that was assumed.")
    ] = False,
    reason: Reason = "",
) -> None:
    """Link an event to an earlier one that it goes back to, or take such a link away.

    An event replies to at most one other: a new reply_to takes the place of the one before.
    """
    from memento_cli.actions.events.notes import link_events, unlink_events

    if remove and "confidence" in call.given:
        raise Usage("--confidence is for a link that is made", "--remove takes one away")
    label = label_of(relation)
    one, other = _event(call, event), _event(call, target)
    by = act_of(call, {"reason": reason})
    if remove:
        changed = unlink_events(call.store, one, label, other, by)
        note = ": taken away" if changed else ": there was no such link"
    else:
        changed = link_events(call.store, one, label, other, by, confidence=confidence)
        note = "" if changed else ": so already"
    value = {"id": one, "rel": label, "target": other, "changed": changed}
    call.out.value(value, safe(f"{one} {WORDS[label]} {other}{note}"))
    call.note_if_ahead()


def _event(call: Call, text: str) -> str:
    """The reference of the event that a text names; Usage if it names a memory."""
    from memento_cli.actions.memory.reading import resolve_id

    try:
        return event_selected(call, text).ref
    except NotFound:
        with suppress(NotFound, Ambiguous, BadId):
            memory = resolve_id(call.store, text)
            hint = f"`memento edit {memory} --link REL:ID` links memories"
            raise Usage(f"{memory} is a memory, and no event", hint) from None
        raise
