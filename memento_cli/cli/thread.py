"""memento thread"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memento_cli.cli.acting import acting
from memento_cli.cli.call import Call, of
from memento_cli.cli.options import Reason
from memento_cli.cli.rows import counted, labelled
from memento_cli.cli.safe import safe
from memento_cli.cli.secrets import AllowSecret
from memento_cli.cli.verbs import check_verb, verb_argument
from memento_cli.core.held import EVENTS, ref_of
from memento_cli.core.trust import marked
from memento_cli.errors import Usage

if TYPE_CHECKING:
    from memento_cli.actions.holding import Act
    from memento_cli.actions.threads import Woven
    from memento_cli.core.events import Event
    from memento_cli.core.proposed_threads import Proposed
    from memento_cli.core.threads import Member, Thread

SAID_SIGNS = 100
ACT = ("reason", "allow_secret")
TAKES = {
    "add": ("confidence", *ACT),
    "remove": ACT,
    "split": ACT,
    "merge": ACT,
    "list": (),
    "show": (),
    "propose": ("since", "apply", "queue", *ACT),
}
ARGUMENTS = {
    "add": (2, "a title and events"),
    "remove": (2, "a thread and events"),
    "split": (3, "a thread, the title of the new one, and events"),
    "merge": (2, "the thread that stays, and others"),
    "list": (0, "no words"),
    "show": (1, "one thread"),
    "propose": (0, "no words"),
}
"""So many words a verb takes at least, and which; those that name no several take no more."""
ONE = ("list", "show", "propose")
COLUMNS = ("id", "size", "since", "until", "title")
PROPOSED = ("title", "confidence", "size", "occasions", "since", "until", "words", "people")


def thread(
    ctx: typer.Context,
    verb: Annotated[str, verb_argument(TAKES)] = "list",
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[THREAD] [EVENT]...",
            help="A title or an id; then events, or for merge threads.",
        ),
    ] = None,
    confidence: Annotated[
        float, typer.Option(metavar="0..1", help="How sure it is that they belong there.")
    ] = 1.0,
    since: Annotated[
        str | None, typer.Option("--since", metavar="TIME", help="What went on then or later.")
    ] = None,
    apply: Annotated[
        bool, typer.Option("--apply", help="Weave all that is proposed, as one act.")
    ] = False,
    queue: Annotated[
        bool, typer.Option("--queue", help="Keep it for `memento proposals`, each by itself.")
    ] = False,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
) -> None:
    """Threads of events: what hangs together, woven by you or proposed by words, people and time.

    add TITLE EVENT... puts events into a thread, remove THREAD EVENT... takes them out. split
    THREAD NEW_TITLE EVENT... moves them into a new one, merge KEPT OTHER... all of others into the
    first. show THREAD tells one; list and propose take no words.

    An event may be in several. Nothing changes an event; the journal tells of threads.
    """
    call = of(ctx)
    check_verb(ctx, verb, TAKES)
    given = what or []
    least, words = ARGUMENTS[verb]
    if len(given) < least or (verb in ONE and len(given) > least):
        raise Usage(f"{verb} takes {words}", "`memento thread list` shows the threads")
    match verb:
        case "list":
            _list(call)
        case "show":
            show_thread(call, given[0])
        case "propose":
            _propose(call, ctx.params)
        case _:
            _change(call, verb, given, ctx.params)
    call.note_if_ahead()


def _change(call: Call, verb: str, given: list[str], said: dict[str, Any]) -> None:
    from memento_cli.actions.threads import merge_threads, split_thread, unweave, weave

    store, (name, *rest) = call.store, given
    match verb:
        case "add":
            sure = said["confidence"]
            done = acting(call, said, lambda act: weave(store, name, rest, act, confidence=sure))
            how = "added" if done.events else "added: they are there already"
        case "remove":
            done, how = acting(call, said, lambda act: unweave(store, name, rest, act)), "taken out"
        case "split":
            title, *events = rest
            done = acting(call, said, lambda act: split_thread(store, name, title, events, act))
            how = "moved there"
        case _:
            done = acting(call, said, lambda act: merge_threads(store, name, rest, act))
            how = "moved there"
    told = f"{done.ref} ({done.title}): {counted(len(done.events), 'event')} {how}"
    call.out.value(_woven_row(done), safe(told))
    if done.is_new:
        call.out.note(f"A new thread: {safe(done.title)}")


def _woven_row(done: Woven) -> dict[str, Any]:
    events = _refs(done.events)
    return {"id": done.ref, "title": done.title, "events": events, "new": done.is_new}


def _list(call: Call) -> None:
    from memento_cli.actions.threads import threads

    found = threads(call.store, call.named_now)
    rows = [row_of(one) for one in found]
    if not call.out.machine:
        rows = [row | {"title": marked(row["title"], row["trust"])} for row in rows]
    call.out.rows(rows, COLUMNS, "threads")
    if not found:
        call.out.note("No threads; `memento thread propose` finds some")


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
    from memento_cli.actions.events import Wanted, events
    from memento_cli.actions.threads import thread_named

    found = thread_named(call.store, name, call.named_now)
    ids = {member.event for member in found.members}
    told = {event.id: event for event in events(call.store, Wanted(ids=ids), None).events}
    head = [marked(call.out.style(safe(found.title), "bold"), found.trust), ""]
    facts = labelled([("id", found.ref), ("events", len(found.members))], call.out)
    lines = [_member_line(call, one, told.get(one.event)) for one in found.members]
    call.out.value(row_of(found), "\n".join([*head, *lines, "", facts]))


def _member_line(call: Call, member: Member, event: Event | None) -> str:
    said = event.text.partition("\n")[0] if event else "(erased)"
    short = said if len(said) <= SAID_SIGNS else f"{said[:SAID_SIGNS]} …"
    sure = "" if member.confidence == 1 else f" ({member.confidence:.0%} sure)"
    return safe(f"{call.out.minute(member.at)}  {ref_of(EVENTS, member.event)}  {short}{sure}")


def _propose(call: Call, said: dict[str, Any]) -> None:
    from memento_cli.actions.threads import proposed_threads

    if said["apply"] and said["queue"]:
        raise Usage("--apply weaves them, --queue keeps them for later", "one of the two")
    since = call.moment(said["since"]) if said["since"] else None
    found = proposed_threads(call.store, call.now, since)
    if found and (said["apply"] or said["queue"]):
        acting(call, said, lambda act: (_weave if said["apply"] else _queue)(call, found, act))
    call.out.rows([_proposed_row(one) for one in found], PROPOSED, "threads")
    if not found:
        call.out.note("Nothing hangs together that is not woven")
    elif said["apply"]:
        call.out.note(f"{counted(len(found), 'thread')} woven; `memento undo` takes that back")
    elif said["queue"]:
        call.out.note("`memento proposals` shows them")


def _weave(call: Call, found: Sequence[Proposed], act: Act) -> None:
    from memento_cli.actions.threads import weave_proposed

    weave_proposed(call.store, found, act)


def _queue(call: Call, found: Sequence[Proposed], act: Act) -> None:
    from memento_cli.actions.queued_threads import queue_threads

    queue_threads(call.store, found, act)


def _proposed_row(one: Proposed) -> dict[str, Any]:
    return {
        "id": one.ref,
        "title": one.title,
        "confidence": one.confidence,
        "size": len(one.events),
        "occasions": one.occasions,
        "since": one.start,
        "until": one.end,
        "words": one.words,
        "people": one.people,
        "events": _refs(one.events),
    }


def _refs(events: Iterable[str]) -> list[str]:
    return [ref_of(EVENTS, event) for event in events]
