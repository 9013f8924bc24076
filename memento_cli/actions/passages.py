"""Recall of what holds beside memories: facts, states, preferences, blocks and edges."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from memento_cli.actions.blocks import block_ref, blocks
from memento_cli.actions.facts import every_facts
from memento_cli.actions.graph import graph_of
from memento_cli.actions.preferences import preferences
from memento_cli.actions.reading import indexed, state_files
from memento_cli.actions.recall import Recalled
from memento_cli.actions.states import states
from memento_cli.core.entities import edge_ref
from memento_cli.core.held import BLOCKS, GRAPH, STATES
from memento_cli.core.memory import Memory
from memento_cli.core.passages import (
    block_passage,
    current_of,
    fact_passage,
    past_passage,
    preference_passages,
    state_passage,
    triple_passage,
)
from memento_cli.core.query import Hit, Query
from memento_cli.core.states import holds
from memento_cli.core.timeline import known, past_of
from memento_cli.core.words import terms
from memento_cli.index.finding import matching
from memento_cli.index.told import among, told_index
from memento_cli.store.store import Store


class Asked(NamedTuple):
    """When it is asked what holds; `everything` is also what held before. What was recorded after
    `until` is left out."""

    now: datetime
    everything: bool = False
    until: datetime | None = None


Passages = Callable[[Store, Asked], Iterator[Memory]]


def search(
    store: Store,
    sources: Sequence[str],
    query: Query,
    now: datetime,
    *,
    everything: bool = False,
    until: datetime | None = None,
    beside: Sequence[Hit] = (),
) -> tuple[dict[str, Recalled], float]:
    """What answers a query in each of these sources; with `everything` also what held before. What
    was recorded after `until` is left out.

    And, of memories that are hits `beside`, the text score of the best: such scores can be compared
    only if words are as rare for both.
    """
    asked = Asked(now, everything, until)
    told = [
        (source, one)
        for source in sources
        if source in PASSAGES
        for one in PASSAGES[source](store, asked)
    ]
    hits, best, other = _searched(store, [one for _, one in told], query, now, beside)
    places = {one.id: source for source, one in told}
    newer = {one.id: current_of(one) for _, one in told}
    history = {id: ref for id, ref in newer.items() if ref in places}
    found = {}
    for source in sources:
        its = [hit for hit in hits if places[hit.memory.id] == source]
        page = tuple(its[: query.limit])
        found[source] = Recalled(page, len(its), best=best, history=history)
    return found, other


def _searched(
    store: Store, told: Sequence[Memory], query: Query, now: datetime, beside: Sequence[Hit]
) -> tuple[list[Hit], float, float]:
    """The passages that answer, and the text scores of the best of them and of those beside."""
    if not told:
        return [], 0.0, 0.0
    asked = terms(" ".join((*query.words, *query.required, *query.phrases)))
    with told_index(store, told, now) as here:
        found = matching(here, query._replace(limit=None, offset=0), store.settings.scheme)
        with indexed(store, now) as memories:
            best = among(here.database, memories.database, found.hits, asked)
            other = among(memories.database, here.database, beside, asked)
    return found.hits, best, other


def _states(store: Store, asked: Asked) -> Iterator[Memory]:
    now, everything, until = asked
    files = state_files(store)
    for facts in every_facts(store, files):
        for key, held in groupby(known(facts, now, now), key=itemgetter(0)):
            yield fact_passage(facts.subject, key, [stretch for _, stretch in held])
        for key in facts.claims if everything else ():
            for stretch in past_of(facts, key, now):
                if not stretch.covers(now):
                    yield past_passage(facts.subject, key, stretch)
    for state in states(store, until=until, among=files):
        if everything or (holds(state, now) and not state.is_done):
            yield state_passage(state)
    for preference in preferences(store, until, files):
        yield from preference_passages(preference, now)


def _blocks(store: Store, asked: Asked) -> Iterator[Memory]:
    for block in blocks(store, until=asked.until):
        yield block_passage(block_ref(block), block)


def _graph(store: Store, asked: Asked) -> Iterator[Memory]:
    for one in graph_of(store, asked.now).followed(deep=asked.everything):
        triple = one.subject_name, one.edge.predicate, one.object_name
        ref = edge_ref(one.subject, one.edge)
        yield triple_passage(ref, triple, one.edge.since, one.weight, "edge")


PASSAGES: Mapping[str, Passages] = {STATES: _states, BLOCKS: _blocks, GRAPH: _graph}
"""What there is to search in each source beside the memories."""
