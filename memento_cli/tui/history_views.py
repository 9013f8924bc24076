"""The views of what happened: threads, events, and what was done."""

from __future__ import annotations

from itertools import groupby

from rich.text import Text

from memento_cli.actions.browse.events import event_listing
from memento_cli.actions.events.events import EventQuery, event_named, events
from memento_cli.actions.events.feelings import affect_of
from memento_cli.actions.events.threads import thread_named, threads, threads_of
from memento_cli.actions.fading.explain import log_of
from memento_cli.actions.memory.naming import summaries_of
from memento_cli.core.events.affect import affect_text
from memento_cli.core.events.events import dialogue
from memento_cli.core.journal.event_types import UNDONE
from memento_cli.core.memory.refs import name_of
from memento_cli.core.security.trust import marks
from memento_cli.errors import NotFound
from memento_cli.tui.act_lines import UNDONE_SINCE, act_text, act_title, is_redo
from memento_cli.tui.cells import age, shown
from memento_cli.tui.listing import Line
from memento_cli.tui.preview_content import (
    Way,
    below,
    content_of,
    joined,
    labelled,
    minute,
    paragraph,
    title,
    ways_text,
)
from memento_cli.tui.results import Results, found_among
from memento_cli.tui.view import View
from memento_cli.tui.view_names import EVENTS_NAME, MEMORIES_NAME, THREADS_NAME

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, tzinfo

    from memento_cli.actions.fading.explain import LogRow
    from memento_cli.core.events.events import Event
    from memento_cli.store.directory.store import Store
    from memento_cli.tui.preview_content import PreviewContent
    from memento_cli.tui.store_access import Host

MOST_EVENTS, MOST_FOUND, MOST_ACTS = 1000, 500, 500
SHOWN = 20


def found_threads(store: Store, text: str, now: datetime, zone: tzinfo) -> Results:
    """The threads, those with the newest events first; a text finds what was said in them."""
    rows = threads(store)
    lines = {
        one.ref: Line(
            one.title or one.ref,
            age(one.members[-1].at, now) if one.members else "",
            f"{len(one.members)} events",
        )
        for one in rows
    }
    if not text.strip():
        return Results(tuple(lines), lines)
    said = {event.id: event.text for event in events(store, EventQuery(), None).events}
    seen = {one.ref: " ".join(said.get(member.event, "") for member in one.members) for one in rows}
    return found_among(lines, text, seen)


def see_thread(store: Store, key: str, now: datetime, host: Host) -> PreviewContent:
    """A thread with all its events, in order of time."""
    thread = thread_named(store, key)
    ids = {member.event for member in thread.members}
    page = events(store, EventQuery(ids=ids), None).events
    turns = [_turn(event, host.zone) for event in reversed(page)]
    ways = [Way(EVENTS_NAME, event.ref, event.text) for event in reversed(page)]
    return content_of(("", title(thread.title or thread.ref)), ("", spaced(turns)), ways=ways)


def spaced(parts: Sequence[Text]) -> Text:
    """Texts with a line between them."""
    return joined(*(("", part) for part in parts))


def found_events(store: Store, text: str, now: datetime, zone: tzinfo) -> Results:
    """The newest events, or those that have the words of a text, the best first."""
    is_asked = bool(text.strip())
    found = event_listing(store, text, now, zone, MOST_FOUND if is_asked else MOST_EVENTS)
    lines = {event.ref: _event_line(event, now) for event in found.events}
    more = not is_asked and found.total > len(lines)
    return Results(tuple(lines), lines, more, found.words, found.notes)


def _event_line(event: Event, now: datetime) -> Line:
    return Line(" ".join(event.text.split()), age(event.at, now), event.source)


def see_event(store: Store, key: str, now: datetime, host: Host) -> PreviewContent:
    """An event as it was observed, what it felt like, and its threads."""
    event = event_named(store, key)
    affect = affect_of(store, event.ref)
    ways = [Way(THREADS_NAME, one.ref, one.title or one.ref) for one in threads_of(store, event)]
    facts = [
        ("source", event.source),
        ("session", event.session or ""),
        ("with", name_of(event.person) if event.person else ""),
        ("felt like", affect_text(affect) if affect else ""),
        ("", ", ".join(marks(event.trust))),
        ("id", event.ref),
    ]
    return content_of(
        ("", _turn(event, host.zone)),
        ("Threads", ways_text(ways)),
        ("What else is known", labelled(facts)),
        ways=ways,
    )


def _turn(event: Event, zone: tzinfo) -> Text:
    """When it was, and who said what."""
    said = (
        Text(f"{shown(who)}: ", "bold").append_text(paragraph(words, "not bold"))
        for who, words in dialogue(event)
    )
    return below([Text(minute(event.at, zone), "dim"), *said])


def found_log(store: Store, text: str, now: datetime, zone: tzinfo) -> Results:
    """The newest acts: what one undo takes back is one line."""
    rows = log_of(store, None, MOST_ACTS)
    summaries = summaries_of(store, [row.memory for row in rows], now)
    lines = {}
    for batch, group in groupby(rows, lambda row: row.batch or row.id):
        acts = list(group)
        lines[batch] = _act_line(acts, summaries.get(acts[0].memory, ""), now)
    return found_among(lines, text)


def _act_line(acts: Sequence[LogRow], summary: str, now: datetime) -> Line:
    first = acts[0]
    more = f" and {len(acts) - 1} more" if acts[1:] else ""
    undone = f", {UNDONE_SINCE}" if first.undone else ""
    of = f"“{summary}”" if summary else first.memory
    what = f"{act_title(first)} {of}{more}{undone}"
    return Line(what, age(first.at, now), first.reason, faint=first.undone)


def see_act(store: Store, key: str, now: datetime, host: Host) -> PreviewContent:
    """An act with all that it did, who did it, and why."""
    rows = [row for row in log_of(store, None, MOST_ACTS) if key == (row.batch or row.id)]
    if not rows:
        raise NotFound("this act is further back than the list")
    ids = list(dict.fromkeys(row.memory for row in rows if row.memory))
    summaries = summaries_of(store, ids, now)
    ways = [Way(MEMORIES_NAME, id, summaries[id]) for id in ids if id in summaries]
    first = rows[0]
    facts = [
        ("when", minute(first.at, host.zone)),
        ("by", first.by),
        ("through", first.via),
        ("why", first.reason),
        ("undone", "yes" if first.undone else "no"),
        ("key t", _key_does(first)),
        ("about", ", ".join(id for id in ids[:SHOWN] if id not in summaries)),
        ("id", key),
    ]
    return content_of(
        ("", title(" and ".join(dict.fromkeys(map(act_title, rows))))),
        ("", labelled(facts)),
        ("About", ways_text(ways)),
        ("Steps", below(act_text(row, host.zone) for row in rows[:SHOWN])),
        ways=ways,
    )


def _key_does(row: LogRow) -> str:
    """What the key t does with an act."""
    is_undo = row.act == UNDONE and not is_redo(row)
    return "does it again" if is_undo != row.undone else "undoes it"


THREADS = View(
    "4",
    THREADS_NAME,
    "thread",
    "words of a title, or of what was said",
    "No threads yet: `memento tidy propose --only threads` looks for some among the events",
    found_threads,
    see_thread,
)
EVENTS_VIEW = View(
    "5",
    EVENTS_NAME,
    "event",
    "words that were said, or since:2w",
    "No events yet: `memento event add` keeps a turn of talk",
    found_events,
    see_event,
)
LOG = View(
    "8",
    "log",
    "act",
    "words of an act",
    "Nothing was done yet",
    found_log,
    see_act,
    frozenset(("take_back",)),
)
