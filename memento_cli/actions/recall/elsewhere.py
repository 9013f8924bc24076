"""Recall from states, blocks, the graph and events: the sources other than memories."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack

from memento_cli.actions.memory.feedback import events_aside
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.recall.passages import PASSAGES, PassageQuery
from memento_cli.actions.recall.recalled import Recalled
from memento_cli.core.fading.tiers import Shown, shown, tier_of
from memento_cli.core.memory.record_kinds import EVENTS, GRAPH
from memento_cli.core.recall.passages import as_shown, current_of
from memento_cli.core.recall.query import Hit
from memento_cli.core.recall.standing import Standing
from memento_cli.core.security.trust import TRUSTS
from memento_cli.core.text.words import terms
from memento_cli.index.events.event_index import event_index
from memento_cli.index.recall.filters import seen_of
from memento_cli.index.recall.finding import Finding, hits_of, matching
from memento_cli.index.recall.matched import with_places
from memento_cli.index.recall.temporary import score_among, temporary_index
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Query
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.store.directory.store import Store


class SourceHits(NamedTuple):
    """The hits of one collection of texts, the index that they are from, and how many events were
    set aside. `hits` are those of `finding` that are not set aside."""

    database: sqlite3.Connection
    hits: Sequence[Hit]
    finding: Finding = Finding(())
    aside: int = 0


class PassageResults(NamedTuple):
    """The hits of each source, and the text score of the best memory when word frequencies are
    counted over all collections, which makes their scores comparable."""

    pages: Mapping[str, Recalled]
    best: float


class _View(NamedTuple):
    """How hits are shown: the passages by id, each with its source, the best score of the
    collection, whether faded edges are shown, and whether each hit says which words matched."""

    passages: Mapping[str, tuple[str, Memory]]
    best: float
    lifted: bool
    places: bool


def search(
    store: Store,
    sources: Sequence[str],
    query: Query,
    now: datetime,
    *,
    everything: bool = False,
    deep: bool = False,
    until: datetime | None = None,
    beside: Sequence[Hit] = (),
    places: bool = False,
    placeless: bool = True,
) -> PassageResults:
    """The hits of a query in each of these sources; with `everything` also what held before.

    Edges fade: their tiers are hidden as those of memories, ghosts always, except with `everything`
    and in a `deep` recall. What was recorded after `until` is left out. `beside` are the memories
    among the hits. With `places` each hit says which words matched. What belongs to nobody is
    searched only with `placeless`.
    """
    wanted = PassageQuery(now, everything, until, placeless, query.min_trust or TRUSTS[-1])
    passages = {
        passage.id: (source, passage)
        for source in sources
        if source in PASSAGES
        for passage in PASSAGES[source](store, wanted)
    }
    with ExitStack() as stack:
        answers = list[SourceHits]()
        if passages:
            index = stack.enter_context(
                temporary_index(store, [passage for _, passage in passages.values()], now)
            )
            answers.append(_answer(index, query._replace(limit=None, offset=0), deep))
        if EVENTS in sources:
            index = stack.enter_context(event_index(store, now))
            events = _answer(index, _until(query, until))
            answers.append(events if everything else _searched(store, events, until))
        if beside:
            index = stack.enter_context(open_index(store, now))
            answers.append(SourceHits(index.database, beside))
        bests = list(_bests(answers, query))
        lifted = everything or deep or bool(query.tiers)
        pages = dict.fromkeys(sources, Recalled((), 0))
        for answer, best in zip(answers[: -1 if beside else None], bests, strict=False):
            view = _View(passages, best, lifted, places)
            pages |= _pages(store, answer, query, beside, view)
    return PassageResults(pages, bests[-1] if beside else 0.0)


def _pages(
    store: Store, answer: SourceHits, query: Query, beside: Sequence[Hit], view: _View
) -> dict[str, Recalled]:
    """A page of hits for each source of a collection."""
    finding, pages = answer.finding, dict[str, Recalled]()
    newer = {id: current_of(one) for id, (_, one) in view.passages.items()}
    standing = Standing({id: ref for id, ref in newer.items() if ref in view.passages})
    kinds = {id: source for id, (source, _) in view.passages.items()}
    for source, all_hits in _by_source(answer.hits, kinds):
        shows_all = source != GRAPH or view.lifted
        hits, tiers = (all_hits, {}) if shows_all else _in_tiers(store, all_hits, beside)
        page = tuple(hits[: query.limit])
        if view.places:
            page = with_places(answer.database, page, query, finding.instead)
        page = tuple(_as_shown(hit, view.passages) for hit in page)
        pages[source] = Recalled(
            page,
            len(hits),
            aside=answer.aside if source == EVENTS else 0,
            tiers=tiers,
            more=finding.more,
            meant=finding.meant,
            missing=finding.missing,
            standing=standing,
            best=view.best,
        )
    return pages


def _as_shown(hit: Hit, passages: Mapping[str, tuple[str, Memory]]) -> Hit:
    """A hit with its passage as it is shown; an event is left as it is."""
    memory = hit.memory
    if memory.id not in passages:
        return hit
    return hit._replace(memory=as_shown(memory, passages[memory.id][1]), flags=None)


def _searched(store: Store, events: SourceHits, until: datetime | None) -> SourceHits:
    """The hits among events without those set aside by `until`."""
    aside = events_aside(store, until) if events.hits else ()
    hits = [hit for hit in events.hits if hit.memory.id not in aside]
    return events._replace(hits=hits, aside=len(events.hits) - len(hits))


def _in_tiers(store: Store, edges: Sequence[Hit], beside: Sequence[Hit]) -> Shown[Hit]:
    """The edges that are not ghosts, and how many of each tier are hidden. If the settings hide
    tiers, faded edges are shown only if no edge and no memory `beside` them is active."""
    if store.settings["recall.hide_tiers"]:
        ids = {edge.memory.id for edge in edges}
        shown_edges = [
            hit for hit in shown([*beside, *edges], hide=True).hits if hit.memory.id in ids
        ]
    else:
        shown_edges = [edge for edge in edges if tier_of(edge.strength) != "ghost"]
    tiers = Counter(tier_of(edge.strength) for edge in edges)
    tiers.subtract(tier_of(edge.strength) for edge in shown_edges)
    return Shown(shown_edges, +tiers)


def _answer(index: Strengths, query: Query, deep: bool = False) -> SourceHits:
    """The hits of a collection. Only edges fade in it, so where recency is part of a sum it is
    computed from the time of recording, or of the last confirmation (003 §6-1)."""
    scheme = index.store.settings.scheme
    if scheme.form == "sum":
        scheme = scheme._replace(recency="kind")
    finding = matching(index, query, scheme, deep=deep)
    return SourceHits(index.database, hits_of(index, finding, finding.rows), finding)


def _until(query: Query, until: datetime | None) -> Query:
    """The query limited to what was recorded until a moment."""
    if until is None:
        return query
    return query._replace(until=min(query.until or until, until))


def _bests(answers: Sequence[SourceHits], query: Query) -> Iterator[float]:
    """The text score of the best hit of each collection, by word frequencies over all."""
    words = terms(" ".join(query.sought))
    databases, visible = [answer.database for answer in answers], seen_of(query)
    return (
        score_among(answer.database, databases, answer.hits, words, visible) for answer in answers
    )


def _by_source(hits: Sequence[Hit], places: Mapping[str, str]) -> Collection[tuple[str, list[Hit]]]:
    """The hits grouped by source; a hit that is no passage is an event."""
    groups = dict[str, list[Hit]]()
    for hit in hits:
        groups.setdefault(places.get(hit.memory.id, EVENTS), []).append(hit)
    return groups.items()
