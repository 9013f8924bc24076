"""observe, events: what happened, in turns, kept as it was (document 003 §1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memento_cli.actions.events.events import EventQuery, matches, newest_events
from memento_cli.actions.events.events import events as every_event
from memento_cli.actions.events.feelings import feel, felt_about
from memento_cli.actions.events.notes import links_of
from memento_cli.actions.events.observe import observe as append
from memento_cli.actions.recall.find import EVENTS, find
from memento_cli.core.context.item_text import event_part
from memento_cli.core.events.affect import affect_text
from memento_cli.core.events.events import (
    CHAT,
    IMAGE,
    SOURCES,
    Event,
    Words,
    about_of_event,
    is_complete,
)
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.about import About, about_told, checked_about
from memento_cli.core.memory.memory import Draft
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.core.memory.refs import name_of
from memento_cli.core.recall.about_said import about_asked, about_said
from memento_cli.core.recall.query import Query
from memento_cli.core.recall.query_parser import parsed_query
from memento_cli.core.security.trust import AGENT, marked
from memento_cli.tools.mood_tools import AFFECT_PARTS, affect_given
from memento_cli.tools.recall_tools import LIMIT
from memento_cli.tools.records_seen import (
    LEFT_OUT,
    OF,
    event_ref,
    listed,
    named_thread,
    person_of,
    seen_titles,
    time_in,
    user_of,
)
from memento_cli.tools.tool import LABELS, Tool, told, wordless

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.core.context.budget import Part
    from memento_cli.tools.request_context import RequestContext
    from memento_cli.tools.tool import Arguments, ToolResult

MOST_WHOLE = 10
"""So many events are told whole at once."""
SPARE = 4
"""So many times as many of the last events are looked at as are told, before all are."""
SIGNS = 4_000
"""So much is told of the words of each."""


def observe(request: RequestContext, args: Arguments) -> ToolResult:
    """Keep a turn, or a notice, for ever; and what it felt like, if that is said."""
    request.check_unlabelled()
    feels = any(args[f"affect.{part.path}"] is not None for part in AFFECT_PARTS)
    felt = affect_given(args, "affect.") if feels else None
    if felt:
        request.check_placeless()
        request.act().kinds(felt.text)  # SecretFound before anything is written
    event = append(request.store, _event(request, args))
    if felt:
        by = request.act(evidence=(event.id,))
        feel(request.store, event, felt, by, person=person_of(request, args))
    replied = request.store.events.named([event.reply_to] if event.reply_to else ())
    replies = (request.told_id(one.ref) for one in replied.values() if request.sees_event(one))
    reply = next(replies, None)
    value = {"event_id": event.ref, "source": event.source, "reply_to": reply}
    return told("Kept.", value, request.note)


def _event(request: RequestContext, args: Arguments) -> Event:
    """What a call says happened; its words are an agent's, whomever it quotes."""
    words = Words(
        user=args["user"] or "",
        assistant=args["assistant"] or "",
        said=args["said"] or "",
        images=args["images"] or (),
    )
    shows = bool(words.images) and not (words.user or words.said)
    source = args["source"] or (IMAGE if shows else CHAT)
    claimed = request.scope.claimed(Draft("", user_of(request, args)))
    about = about_of_call(request, args, "about.")
    return Event(
        id="",
        at=time_in(request, args, "at") or request.now,
        source=source,
        by="",
        person=claimed.person,
        words=words,
        client=args["client"] or request.client,
        session=args["session"] or "",
        project=claimed.project or "",
        people=args["people"] or (),
        done=is_complete(words, source),
        about=about or About(),
        trust=AGENT,
    )


def about_of_call(request: RequestContext, args: Arguments, under: str = "") -> About | None:
    """The time that a call says something is about; None if it says none."""
    text, confidence = args[f"{under}time"], args[f"{under}confidence"]
    if not text:
        return None
    return checked_about(about_said(text, confidence, None, request.moment, f"about {text}"))


def events(request: RequestContext, args: Arguments) -> ToolResult:
    """What happened, the newest first or, for words, the best; or these events whole."""
    request.check_unlabelled()
    if args["ids"]:
        named = [request.event(text) for text in args["ids"][:MOST_WHOLE]]
        return _whole(request, list({event.id: event for event in named}.values()))
    limit = args["limit"]
    found = (_best if args["query"] else _newest)(request, args, limit + 1)
    parts = [event_part(one, "", request.zone, several=False) for one in found[:limit]]
    text = request.fenced("\n".join(part.text for part in parts))
    rows = [_row(request, part) for part in parts]
    more = len(found) > limit or None
    return told(text or "Nothing that happened fits.", {"events": rows, "more": more})


def _newest(request: RequestContext, args: Arguments, limit: int) -> list[Event]:
    """The newest events that a call asks for and this server may show: of those that the index has
    last, where enough of them fit, as most calls ask for what was just now."""
    store, wanted = request.store, _wanted(request, args)
    ids = newest_events(store, wanted.until or request.now, limit * SPARE)
    last = store.events.named(ids)
    found = [last[id] for id in ids if id in last and _fits(request, last[id], wanted)]
    if len(found) < limit and len(ids) == limit * SPARE:
        every = every_event(store, wanted, None).events
        found = [one for one in every if request.sees_event(one)]
    return found[:limit]


def _best(request: RequestContext, args: Arguments, limit: int) -> list[Event]:
    """The events that answer words, the best first; of a thread, the best among all."""
    store, wanted = request.store, _wanted(request, args)
    asked = parsed_query(args["query"], request.moment).query
    asked = request.narrowed(
        asked._replace(
            since=wanted.since or asked.since,
            until=wanted.until or asked.until,
            person=wanted.person or asked.person,
            about_since=wanted.about.about_since or asked.about_since,
            about_until=wanted.about.about_until or asked.about_until,
            about_stages=wanted.about.about_stages or asked.about_stages,
            limit=limit if wanted.ids is None else None,
        )
    )
    page = find((store,), (EVENTS,), asked, request.now).page
    ids = [event_in(one.hit.id) for one in page]
    ids = [id for id in ids if wanted.ids is None or id in wanted.ids]
    found = store.events.named(ids)
    return [found[id] for id in ids if id in found and _fits(request, found[id], wanted)][:limit]


def _wanted(request: RequestContext, args: Arguments) -> EventQuery:
    """The filters of a call."""
    about, members = Query(), None
    if args["about"]:
        about = about_asked(args["about"], request.moment, f"about {args['about']}")
    if args["thread"]:
        members = {one.event for one in named_thread(request, args["thread"]).members}
    return EventQuery(
        since=time_in(request, args, "since"),
        until=time_in(request, args, "until", end=True) or request.now,
        person=user_of(request, args) if args[OF.path] else "",
        ids=members,
        about=about,
    )


def _fits(request: RequestContext, event: Event, wanted: EventQuery) -> bool:
    return request.sees_event(event) and matches(event, wanted, request.store.zone)


def _whole(request: RequestContext, found: list[Event]) -> ToolResult:
    """Events with what is known of each: feelings, threads, links, and the time it is about."""
    titles = seen_titles(request, found)
    items = [_with_all(request, one, titles[one.id]) for one in found]
    every = (link for one in found for link in _links(request, one))
    links = {tuple(link.values()): link for link in every}  # one between two of them: once
    return listed(request, "events", items, "", links=list(links.values()) or None)


def _with_all(request: RequestContext, one: Event, titles: list[str]) -> tuple[str, dict[str, Any]]:
    part = event_part(one, "", request.zone, several=False)
    known = [*_known(request, one), *(f"in the thread {title}" for title in titles)]
    notes = [f"  - {' '.join(line.split())}" for line in known]
    text = "\n".join([part.text, *filter(None, [part.detail[:SIGNS]]), *notes])
    return text, _row(request, part)


def _row(request: RequestContext, part: Part) -> dict[str, Any]:
    """An event beside its words."""
    return {"id": request.told_id(part.row["id"])} | wordless(part.row, "date", "source")


def _known(request: RequestContext, one: Event) -> Iterator[str]:
    """What was found out about an event, in lines."""
    zone = request.store.zone
    about = about_told(about_of_event(one, zone), zone, estimated=one.about == About())
    if about:
        yield f"about {about}"
    for felt in felt_about(request.store, one.id):
        if request.sees_of(felt.person) and request.trusts(felt.trust):
            said = f"{name_of(felt.person)} felt {affect_text(felt.affect)}: {felt.affect.text}"
            yield marked(said, felt.trust)


def _links(request: RequestContext, one: Event) -> list[dict[str, Any]]:
    """The links from and to an event, but for those from and to what is not shown."""
    found = links_of(request.store, one.id, request.config.now)
    others = {link.target if link.event == one.id else link.event for link in found}
    events = request.store.events.named(sorted(others))
    seen = {id for id, event in events.items() if request.sees_event(event)}
    return [
        {
            "from": request.told_id(event_ref(link.event)),
            "rel": link.rel,
            "to": request.told_id(event_ref(link.target)),
        }
        for link in found
        if (link.target if link.event == one.id else link.event) in seen
    ]


ABOUT_TIME = (
    Field("time", "text", "2018, 2018-05..2018-07; or a stage: high school."),
    Field("confidence", "number", "", low=0, high=1),
)
"""When the matter of something was; how sure that is must be said, too."""
OBSERVE = Tool(
    "observe",
    "Keep a turn of talk, a notice, or what an image shows: unchanged, for ever.",
    (
        Field("user", "text", "What the user said."),
        Field("assistant", "text", "What was answered."),
        Field("said", "text", "A notice, or what was done unasked."),
        Field("images", "texts", "What each image shows."),
        Field("source", "choice", "", choices=SOURCES),
        Field("client", "text", "The program; else this one."),
        Field("session", "text", "Which talk."),
        Field("people", "texts", ""),
        Field("at", "text", "When; else now."),
        *(one._replace(path=f"about.{one.path}") for one in ABOUT_TIME),
        *(one._replace(path=f"affect.{one.path}", doc="") for one in AFFECT_PARTS),
        OF,
    ),
    observe,
    gives=(
        Field("event_id", "text", "Its id."),
        Field("source", "text", "Where it comes from."),
        Field("reply_to", "text", "The turn before it in the same talk."),
    ),
)
EVENTS_TOOL = Tool(
    "events",
    "What happened, the newest first; ids tells events whole.",
    (
        Field("query", "text", "Words; the best come first."),
        Field("ids", "texts", "These, with feelings, threads and links."),
        Field("since", "text", "From when."),
        Field("until", "text", "Until when."),
        Field("about", "text", "That tell of then: 2018, high school."),
        Field("thread", "text", "Of this thread."),
        OF,
        LIMIT,
    ),
    events,
    writes=False,
    gives=(
        Field("events", "tables", "The events, in the order of the text.", of=(
            Field("id", "text", "Its id."),
            Field("date", "text", "When."),
            Field("source", "text", "Where it comes from."),
            *LABELS,
        )),
        LEFT_OUT,
        Field("more", "flag", "Whether more are there than the limit."),
        Field("links", "tables", "What goes back to what.", of=(
            Field("from", "text", "An event."),
            Field("rel", "text", "How it goes back to"),
            Field("to", "text", "an earlier one."),
        )),
    ),
)  # fmt: skip
