"""memento event list, and one event shown"""

from __future__ import annotations

from datetime import UTC

from memento_cli.cli.command_line.options import one_of
from memento_cli.cli.commands.facts.state_options import about_asked, about_text
from memento_cli.cli.input.events_named import thread_selected
from memento_cli.cli.output.rows import labelled, note_cut, people_text
from memento_cli.cli.output.values import safe
from memento_cli.core.events.event_rows import talk_row
from memento_cli.core.events.events import SOURCES, about_of_event, dialogue
from memento_cli.core.events.threads import CAUSED_BY, REPLY_TO, SAME_TOPIC
from memento_cli.core.memory.about import About
from memento_cli.core.memory.record_kinds import EVENTS, ref_of
from memento_cli.core.recall.query import Query
from memento_cli.core.security.trust import marked

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import tzinfo
    from typing import Annotated, Any

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import Person
    from memento_cli.core.events.events import Event


COLUMNS = ("id", "at", "source", "text")


def list_(
    call: Call,
    since: Annotated[
        str | None, typer.Option("--since", metavar="TIME", help="Then or later: 2w, 2025-02.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="TIME", help="By then; a day counts whole.")
    ] = None,
    source: Annotated[
        list[str] | None,
        typer.Option("--source", metavar="|".join(SOURCES), help="From any of these; repeatable."),
    ] = None,
    about: Annotated[
        str | None, typer.Option(metavar="TIME|STAGE", help="That tell of then: 2018, high school.")
    ] = None,
    client: Annotated[str, typer.Option(metavar="NAME", help="Through this program.")] = "",
    session: Annotated[str, typer.Option(metavar="NAME", help="In this session.")] = "",
    person: Person = None,
    thread: Annotated[
        str | None, typer.Option("--thread", metavar="THREAD", help="In this thread.")
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", "-l", min=0, metavar="N", help="So many, 0 all.")
    ] = 20,
    offset: Annotated[int, typer.Option(min=0, metavar="N", help="Leave out the first N.")] = 0,
) -> None:
    """List what was observed, the newest first."""
    from memento_cli.actions.events.events import EventQuery, events

    wanted = EventQuery(
        since=call.moment(since) if since else None,
        until=call.moment(until, end=True) if until else call.named_now,
        sources=tuple(one_of(name, SOURCES, "source") for name in source or ()),
        client=client,
        session=session,
        person=person or "",
        about=about_asked(call, about) if about else Query(),
    )
    if thread:
        from memento_cli.actions.events.threads import thread_named  # few ask for one

        found = thread_named(call.store, thread_selected(call, thread), call.named_now)
        wanted = wanted._replace(ids={member.event for member in found.members})
    page = events(call.store, wanted, limit or None, offset)
    guess = call.out.machine or "about" in call.out.fields  # a table does not show it
    rows = [row_of(event, call.store.zone, guess=guess) for event in page.events]
    if not call.out.machine:
        rows = [_in_short(call, row) for row in rows]
    call.out.rows(rows, COLUMNS, "events")
    if page.total:
        note_cut(call, len(page.events), page.total, offset)
    else:
        any_there = call.store.events.files()
        call.out.note("Nothing that was observed fits" if any_there else "Nothing was observed")


def _in_short(call: Call, row: dict[str, Any]) -> dict[str, Any]:
    """The row of an event with its text on one line; in a table the time is to the minute."""
    at = call.out.minute(row["at"]) if call.out.tabular else row["at"]
    return row | {"at": at, "text": " ".join(row["text"].split())}


def row_of(event: Event, zone: tzinfo = UTC, *, guess: bool = True) -> dict[str, Any]:
    """An event as JSON has it; without `guess` what nobody said it is about is not estimated."""
    return {
        "id": event.ref,
        "at": event.at,
        "source": event.source,
        "text": event.text,
        **event.words._asdict(),
        "project": event.project or None,
        "person": event.person,
        "with": event.people,
        "done": event.done,
        "by": event.by,
        **talk_row(event, zone, guess=guess),
    }


def show_event(call: Call, event: Event) -> None:
    """Print one event, whole, with what it felt like and what it hangs together with."""
    from memento_cli.actions.events.feelings import felt_about
    from memento_cli.cli.commands.events.affect import felt_lines, felt_row

    felt, zone = felt_about(call.store, event.id), call.store.zone
    woven_row, woven_lines = _woven(call, event)
    lines = [f"{call.out.style(safe(who), 'bold')}: {safe(text, lines=True)}"
            for who, text in dialogue(event)]  # fmt: skip
    facts = [
        ("id", event.ref),
        ("at", call.out.minute(event.at)),
        ("source", event.source + ("" if event.done else " (unfinished)")),
        ("client", event.client),
        ("session", event.session),
        ("project", event.project),
        ("with", people_text(event.people)),
        ("about", about_text(call, about_of_event(event, zone), estimated=event.about == About())),
        ("by", event.by),
        *woven_lines,
        *(line for one in felt for line in felt_lines(one)),
    ]
    head = lines or ["(erased)"]
    row = row_of(event, zone) | woven_row | {"felt": [felt_row(one) for one in felt]}
    call.out.value(row, "\n".join([*head, "", labelled(facts, call.out)]))


FROM = {REPLY_TO: "replies to", SAME_TOPIC: "same topic", CAUSED_BY: "caused by"}
TO = {REPLY_TO: "replied to by", SAME_TOPIC: "same topic", CAUSED_BY: "causes"}
"""A link as it is told of the event that it comes from, and of that to which it leads."""


def _woven(call: Call, event: Event) -> tuple[dict[str, Any], list[tuple[str, str]]]:
    """How an event hangs together with others by links and threads: as JSON has it, and as pairs
    of a label and a value."""
    from memento_cli.actions.events.notes import links_of
    from memento_cli.actions.events.threads import threads_of

    until, lines = call.named_now, list[tuple[str, str]]()
    links: list[dict[str, Any]] = []
    threads: list[dict[str, Any]] = []
    for link in links_of(call.store, event.id, until):
        links.append(link._asdict() | {"event": _ref(link.event), "target": _ref(link.target)})
        own = link.event == event.id
        other = _ref(link.target if own else link.event)
        lines.append(((FROM if own else TO)[link.rel], other + _sure(link.confidence)))
    for one in threads_of(call.store, event, until):
        sure = one.members[0].confidence
        threads.append({"id": one.ref, "title": one.title, "confidence": sure, "trust": one.trust})
        thread_text = one.ref if one.title == one.id else f"{one.ref}: {one.title}"
        lines.append(("thread", marked(thread_text, one.trust) + _sure(sure)))
    return {"links": links, "threads": threads}, lines


def _ref(event: str) -> str:
    return ref_of(EVENTS, event)


def _sure(confidence: float) -> str:
    return "" if confidence == 1 else f" ({confidence:.0%} sure)"
