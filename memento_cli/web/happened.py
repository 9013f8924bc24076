"""Documents of what happened and how things hang together: events, threads, the graph, the mood,
what will fade, and what was done."""

from __future__ import annotations

from collections import Counter

from memento_cli.actions.browse.events import event_listing
from memento_cli.actions.browse.listing import replaced
from memento_cli.actions.events.events import EventQuery
from memento_cli.actions.events.events import events as events_page
from memento_cli.actions.events.feelings import felt_by, long_mood
from memento_cli.actions.events.threads import thread_named
from memento_cli.actions.events.threads import threads as every_thread
from memento_cli.actions.fading.explain import log_of
from memento_cli.actions.fading.forecast import forecast as foretold
from memento_cli.actions.graph.graph import graph_of, shown_entity
from memento_cli.actions.memory.naming import summaries_of
from memento_cli.actions.memory.prune import prune_plan
from memento_cli.core.events.events import dialogue
from memento_cli.core.events.mood import mood_curve, moods_after
from memento_cli.core.events.mood_wording import mood_sentence, vad_words
from memento_cli.core.fading.forecast import MOST_DAYS
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.core.memory.refs import name_of, person_ref
from memento_cli.core.security.trust import marks
from memento_cli.core.time.when import in_zone
from memento_cli.pictures.mood import small_mood
from memento_cli.web.memories import act_document

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from memento_cli.actions.graph.graph import Joined
    from memento_cli.core.events.events import Event
    from memento_cli.core.events.threads import Thread
    from memento_cli.core.fading.forecast import ThresholdCrossing
    from memento_cli.web.looking import Document, Looking

EVENTS_LIMIT, LOG_LIMIT, MOST, MOST_EVENTS = 50, 100, 500, 10_000
MOST_TURNS = 10_000_000
DAYS = 60
WALKED = 60
"""So many edges of a name are drawn around it at most, the heaviest."""
LISTED, FEW = 500, 20
WORDS = 80
"""The most signs of an event that the log tells."""


def threads(looking: Looking) -> Document:
    """Every thread, the one with the newest event first."""
    return {"threads": [_thread(one) for one in every_thread(looking.store)]}


def thread(looking: Looking) -> Document:
    """One thread, by `id`, with its events in order of time."""
    found = thread_named(looking.store, looking.asked.get("id", ""))
    return _whole_threads(looking, [found])[found.ref]


def threads_by_ref(looking: Looking) -> dict[str, Document]:
    """The document `thread` of each thread."""
    return _whole_threads(looking, every_thread(looking.store))


def events(looking: Looking) -> Document:
    """What was observed, the newest first, from `offset` on; with `q` what a recall finds of
    it, the best first."""
    offset = looking.number("offset", 0, 10_000_000)
    limit = looking.number("limit", EVENTS_LIMIT, MOST_EVENTS)
    text = looking.asked.get("q", "")
    found = event_listing(looking.store, text, looking.now, looking.zone, limit, offset)
    return {"total": found.total, "events": [_event(event) for event in found.events]}


def graph(looking: Looking) -> Document:
    """The edges of a name, the heaviest first; without `name` all names, those of most edges
    first."""
    name = looking.asked.get("name", "")
    if not name:
        whole = graph_of(looking.store, looking.now)
        ends = Counter(end for edge in whole.edges for end in (edge.subject, edge.object))
        kinds = {id: entity.kind for id, entity in whole.entities.items()}
        ids = sorted(whole.known, key=lambda id: (-ends[id], id))[:LISTED]
        names = [{"name": whole.label(id), "kind": kinds.get(id, ""), "edges": ends[id]}
                 for id in ids]  # fmt: skip
        return {"names": names, "total": len(whole.known)}
    shown = shown_entity(looking.store, name, looking.now, deep=True, limit=WALKED)
    edges = sorted((*shown.out, *shown.into), key=lambda edge: -edge.weight)
    return {
        "name": shown.entity.name,
        "kind": shown.entity.kind,
        "aliases": shown.entity.aliases,
        "edges": [_edge(edge) for edge in edges[:WALKED]],
        "total": len(edges),
        "memories": [{"id": memory.id, "summary": memory.content.summary}
                     for memory in shown.memories],
        "mentions": shown.mentions,
    }  # fmt: skip


def graph_by_name(looking: Looking) -> dict[str, Document]:
    """The document `graph` of every name, and of none, without the memories that mention it."""
    whole = graph_of(looking.store, looking.now)
    edges: dict[str, list[Joined]] = {id: [] for id in whole.known}
    for edge in sorted(whole.edges, key=lambda edge: -edge.weight):
        for end in {edge.subject, edge.object}:
            edges[end].append(edge)
    return {"": graph(looking._replace(asked={}))} | {
        whole.label(id): {
            "name": whole.label(id),
            "kind": whole.entities[id].kind if id in whole.entities else "",
            "aliases": whole.entities[id].aliases if id in whole.entities else (),
            "edges": [_edge(edge) for edge in own[:WALKED]],
            "total": len(own),
            "memories": [],
            "mentions": 0,
        }
        for id, own in edges.items()
    }


def mood(looking: Looking) -> Document:
    """How somebody is and was, in words and as a picture, and what they felt, the newest first;
    `of` whom, else the store's own person."""
    person = person_ref(looking.asked.get("of") or looking.store.settings["person"])
    feelings = felt_by(looking.store, looking.now, person)
    after = moods_after(feelings)
    moods = [mood for _, mood in after]
    places = list(mood_curve(moods, moods[0].at, looking.now)) if moods else []
    moments = [felt.moment for felt in feelings]
    return {
        "of": name_of(person),
        "text": long_mood(looking.store, looking.now, person).text,
        "words": mood_sentence(after, looking.now, looking.zone),
        "svg": small_mood(places, moments, looking.zone) if places else None,
        "felt": [
            {
                "at": felt.moment,
                "text": felt.affect.text,
                "words": ", ".join(felt.affect.labels) or vad_words(felt.affect.vad),
                "marks": marks(felt.trust),
            }
            for felt in reversed(feelings[-MOST:])
        ],
    }


def forecast(looking: Looking) -> Document:
    """Which memories turn faded, ghost, prunable or expired within `days`, the earliest first,
    `limit` of them from `offset` on; of one `day`, as `2026-03-14`, if that is asked for. `days`
    counts those of each day, and `total` all. `prunable` are those that a prune would archive
    already, the weakest first, and `few` of them."""
    future = foretold(looking.store, looking.now, looking.number("days", DAYS, MOST_DAYS))
    by_day: dict[str, list[ThresholdCrossing]] = {}
    for turn in sorted(future.turns, key=lambda turn: (turn.at, turn.memory.id)):
        by_day.setdefault(f"{in_zone(turn.at, looking.zone):%Y-%m-%d}", []).append(turn)
    day = looking.asked.get("day")
    turns = by_day.get(day, []) if day else [turn for some in by_day.values() for turn in some]
    offset = looking.number("offset", 0, MOST_TURNS)
    turns = turns[offset : offset + looking.number("limit", MOST, MOST_TURNS)]
    newer = replaced(looking.store, [turn.memory.id for turn in turns], looking.now)
    prunable = prune_plan(looking.store, looking.now).prune
    return {
        "prunable": [
            {"id": one.memory.id, "summary": one.memory.content.summary, "strength": one.strength}
            for one in prunable[: looking.number("few", FEW, MOST_TURNS)]
        ],
        "prunable_total": len(prunable),
        "until": future.until,
        "total": len(future.turns),
        "days": {day: len(some) for day, some in by_day.items()},
        "before": future.before,
        "after": future.after,
        "turns": [
            {
                "id": turn.memory.id,
                "summary": turn.memory.content.summary,
                "turn": turn.turn,
                "at": turn.at,
                "strength": turn.strength,
                "with_a_use": turn.use_at,
                "newer": newer.get(turn.memory.id),
                "helps": turn.use.applied and turn.memory.id not in newer,
            }
            for turn in turns
        ],
    }


def log(looking: Looking) -> Document:
    """What was done, the newest first."""
    rows = log_of(looking.store, None, looking.number("limit", LOG_LIMIT, MOST))
    of = {row.memory for row in rows}
    summaries = {**summaries_of(looking.store, of, looking.now), **dict(_said(looking, of))}
    return {
        "acts": [
            act_document(row) | {"of": row.memory, "summary": summaries.get(row.memory, "")}
            for row in rows
        ]
    }


def _said(looking: Looking, refs: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Each of these references that is to an event, with the first words of it."""
    ids = {event_in(ref) for ref in refs} - {""}
    if ids:
        for event in events_page(looking.store, EventQuery(ids=ids), None).events:
            line = " ".join(event.text.split())
            yield event.ref, line[:WORDS] + "…" * (len(line) > WORDS)


def _thread(one: Thread) -> Document:
    return {
        "id": one.ref,
        "title": one.title,
        "count": len(one.members),
        "first": one.members[0].at if one.members else None,
        "last": one.members[-1].at if one.members else None,
        "marks": marks(one.trust),
    }


def _whole_threads(looking: Looking, some: Collection[Thread]) -> dict[str, Document]:
    members = {one.ref: [member.event for member in one.members] for one in some}
    ids = {id for events in members.values() for id in events}
    found = events_page(looking.store, EventQuery(ids=ids), None).events
    by_id = {event.id: _event(event) for event in found}
    return {
        one.ref: _thread(one) | {"events": [by_id[id] for id in members[one.ref] if id in by_id]}
        for one in some
    }


def _event(event: Event) -> Document:
    return {
        "id": event.ref,
        "at": event.at,
        "said": list(dialogue(event)),
        "source": event.source,
        "session": event.session,
        "marks": marks(event.trust),
    }


def _edge(edge: Joined) -> Document:
    return {
        "from": edge.subject_name,
        "rel": edge.edge.predicate.replace("_", " "),
        "to": edge.object_name,
        "weight": edge.weight,
        "since": edge.edge.since,
        "marks": marks(edge.edge.trust),
    }
