"""Recall from states, blocks, the graph, kv and events: the sources other than memories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import groupby
from operator import attrgetter, itemgetter

from memento_cli.actions.facts.blocks import block_ref, blocks
from memento_cli.actions.facts.facts import every_facts
from memento_cli.actions.facts.kv import kv_ref, list_kv
from memento_cli.actions.facts.preferences import preferences
from memento_cli.actions.facts.states import states
from memento_cli.actions.graph.graph import graph_of, world
from memento_cli.actions.memory.feedback import events_aside
from memento_cli.actions.memory.reading import state_files
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.facts.states import holds
from memento_cli.core.facts.timeline import held_facts, past_of
from memento_cli.core.fading.strength import Shown, shown, tier_of
from memento_cli.core.graph.entities import edge_ref
from memento_cli.core.graph.graph import Reach
from memento_cli.core.memory.memory import Memory
from memento_cli.core.memory.record_kinds import BLOCKS, EVENTS, GRAPH, KV, STATES, held
from memento_cli.core.recall.passages import (
    as_shown,
    block_passage,
    current_of,
    fact_passage,
    kv_passage,
    other_passage,
    preference_passages,
    state_passage,
    triple_passage,
)
from memento_cli.core.recall.query import Hit, Recalled, Standing
from memento_cli.core.security.trust import TRUSTS
from memento_cli.core.text.words import terms
from memento_cli.errors import Usage
from memento_cli.index.database.events import event_index
from memento_cli.index.database.temporary import score_among, temporary_index
from memento_cli.index.recall.finding import Finding, hits_of, matching
from memento_cli.index.recall.places import with_places
from memento_cli.index.recall.search import seen_of
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.store import Store

TYPE_CHECKING = False

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.recall.query import Query
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.index.recall.links import Gains


MOST_HOPS = 3


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
    found = [
        (source, passage)
        for source in sources
        if source in PASSAGES
        for passage in PASSAGES[source](store, wanted)
    ]
    passages = {passage.id: passage for _, passage in found}
    with ExitStack() as stack:
        answers = list[SourceHits]()
        if passages:
            index = stack.enter_context(temporary_index(store, list(passages.values()), now))
            answers.append(_answer(index, query._replace(limit=None, offset=0), deep))
        if EVENTS in sources:
            index = stack.enter_context(event_index(store, now))
            within = query._replace(until=min(query.until or until, until)) if until else query
            events = _answer(index, within)
            answers.append(events if everything else _searched(store, events, until))
        if beside:
            index = stack.enter_context(open_index(store, now))
            answers.append(SourceHits(index.database, beside))
        bests = _bests(answers, query)
        newer = {id: current_of(passage) for id, passage in passages.items()}
        standing = Standing({id: ref for id, ref in newer.items() if ref in passages})
        lifted = everything or deep or bool(query.tiers)
        pages = dict.fromkeys(sources, Recalled((), 0))
        for answer, best in zip(answers[: -1 if beside else None], bests, strict=False):
            for source, hits in _by_source(answer.hits, found):
                tiers: Mapping[str, int] = {}
                if source == GRAPH and not lifted:
                    hits, tiers = _in_tiers(store, hits, beside)
                page = _page(answer, hits, query, passages, places=places)
                pages[source] = page._replace(tiers=tiers, standing=standing, best=best)
    return PassageResults(pages, bests[-1] if beside else 0.0)


def _page(
    answer: SourceHits,
    all_hits: Sequence[Hit],
    query: Query,
    passages: Mapping[str, Memory],
    *,
    places: bool,
) -> Recalled:
    """The page of one source: passages as they are shown, and events as they are."""
    finding, hits = answer.finding, tuple(all_hits[: query.limit])
    if places:
        hits = with_places(answer.database, hits, query, finding)
    page = (
        hit._replace(memory=as_shown(hit.memory, passages[hit.id]), flags=None)
        if hit.id in passages
        else hit
        for hit in hits
    )
    return Recalled(
        tuple(page),
        len(all_hits),
        aside=answer.aside,
        more=finding.more,
        meant=finding.meant,
        missing=finding.missing,
        partly=finding.partly,
        coverage=finding.coverage,
        unfit=finding.unfit,
    )


def _searched(store: Store, events: SourceHits, until: datetime | None) -> SourceHits:
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


def _bests(answers: Sequence[SourceHits], query: Query) -> list[float]:
    """The text score of the best hit of each collection, by word frequencies over all."""
    words, visible = terms(" ".join(query.sought)), seen_of(query)
    databases = [answer.database for answer in answers]
    return [score_among(one.database, databases, one.hits, words, visible) for one in answers]


def _by_source(
    hits: Sequence[Hit], found: Sequence[tuple[str, Memory]]
) -> Collection[tuple[str, list[Hit]]]:
    """The hits grouped by source; a hit that is no passage is an event."""
    sources, groups = {passage.id: source for source, passage in found}, dict[str, list[Hit]]()
    for hit in hits:
        groups.setdefault(sources.get(hit.id, EVENTS), []).append(hit)
    return groups.items()


class PassageQuery(NamedTuple):
    """Which passages are wanted: those that hold `now`, with `everything` also those that held
    before. What was recorded after `until` is left out, and without `placeless` what belongs to
    nobody. What is less trusted than `least` does not hide what it replaced."""

    now: datetime
    everything: bool = False
    until: datetime | None = None
    placeless: bool = True
    least: str = TRUSTS[-1]


Passages = Callable[[Store, PassageQuery], Iterator[Memory]]


def _states(store: Store, wanted: PassageQuery) -> Iterator[Memory]:
    now, everything, until, _, least = wanted
    files = state_files(store)
    for all_facts in every_facts(store, files):
        facts = all_facts.trusted(least)
        for key, stretches in groupby(held_facts(facts, now, now), key=itemgetter(0)):
            yield fact_passage(facts.subject, key, [stretch for _, stretch in stretches])
        for key in facts.claims if everything else ():
            past = (
                stretch
                for stretch in past_of(facts, key, now)
                if stretch.believed_until is None and not stretch.covers(now)  # nor corrected since
            )
            for _, stretches_of_value in groupby(past, key=attrgetter("start")):
                yield other_passage(facts.subject, key, list(stretches_of_value), now)
    for state in states(store, until=until, among=files, least=least):
        if everything or (holds(state, now) and not state.is_done):
            yield state_passage(state)
    for preference in preferences(store, until, files, least):
        yield from preference_passages(preference, now)


def _blocks(store: Store, wanted: PassageQuery) -> Iterator[Memory]:
    for block in blocks(store, until=wanted.until, least=wanted.least):
        if block.persona is not None or wanted.placeless:
            yield block_passage(block_ref(block), block)


def _graph(store: Store, wanted: PassageQuery) -> Iterator[Memory]:
    if not wanted.placeless:
        return
    for edge in graph_of(store, wanted.now).edges:  # ghosts too: the tiers hide them, or do not
        triple = edge.subject_name, edge.edge.predicate, edge.object_name
        ref = edge_ref(edge.subject, edge.edge)
        yield triple_passage(ref, triple, edge.edge, edge.weight, "edge")


def _kv(store: Store, wanted: PassageQuery) -> Iterator[Memory]:
    for fact in list_kv(store, wanted.now, until=wanted.until, min_trust=wanted.least):
        if fact.person is not None or wanted.placeless:
            yield kv_passage(kv_ref(fact.key, fact.person), fact)


PASSAGES: Mapping[str, Passages] = {STATES: _states, BLOCKS: _blocks, GRAPH: _graph, KV: _kv}
"""The passages of each source other than memories and events."""


def gains_of(store: Store, index: Strengths, query: Query, hops: int, *, deep: bool) -> Gains:
    """The function that computes what memories gain from hits within 1 to 3 hops in the graph.

    Two memories are linked by a person that both mention, and by a topic if it is an entity of the
    graph; other topics are found by words already. Usage for other hops, or a query without words.
    """
    if not 0 < hops <= MOST_HOPS:
        raise Usage(f"a recall follows the graph for 0 to {MOST_HOPS} hops, not {hops}")
    if not query.sought:
        raise Usage("the graph is followed from what has some words", "say which words")

    def gains(scores: Mapping[str, float]) -> Mapping[str, float]:
        graph = graph_of(store, index.moment)
        world_graph = world(store, index, graph, deep=deep, topics=graph.known)
        gained = Reach(world_graph.triples).gains(scores, hops)
        return {node: score for node, score in gained.items() if not held(node)}

    return gains
