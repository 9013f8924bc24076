"""What holds beside memories, told for a recall: facts, states, preferences, blocks and edges."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from operator import attrgetter, itemgetter

from memento_cli.actions.facts.blocks import block_ref, blocks
from memento_cli.actions.facts.facts import every_facts
from memento_cli.actions.facts.preferences import preferences
from memento_cli.actions.facts.states import states
from memento_cli.actions.graph.graph import graph_of
from memento_cli.actions.memory.reading import state_files
from memento_cli.core.facts.states import holds
from memento_cli.core.facts.timeline import known, past_of
from memento_cli.core.graph.entities import edge_ref
from memento_cli.core.memory.memory import Memory
from memento_cli.core.memory.record_kinds import BLOCKS, GRAPH, STATES
from memento_cli.core.recall.passages import (
    block_passage,
    fact_passage,
    other_passage,
    preference_passages,
    state_passage,
    triple_passage,
)
from memento_cli.core.security.trust import TRUSTS
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.store import Store

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from memento_cli.core.facts.claims import Stretch


class PassageQuery(NamedTuple):
    """When it is asked what holds; `everything` is also what held before. What was recorded after
    `until` is left out, and what is nobody's unless `placeless` things are told. What is less
    trusted than `least` takes no other's place."""

    now: datetime
    everything: bool = False
    until: datetime | None = None
    placeless: bool = True
    least: str = TRUSTS[-1]


Passages = Callable[[Store, PassageQuery], Iterator[Memory]]


def _states(store: Store, asked: PassageQuery) -> Iterator[Memory]:
    now, everything, until, _, least = asked
    files = state_files(store)
    for every in every_facts(store, files):
        facts = every.trusted(least)
        for key, held in groupby(known(facts, now, now), key=itemgetter(0)):
            yield fact_passage(facts.subject, key, [stretch for _, stretch in held])
        for key in facts.claims if everything else ():
            held_then = (one for one in past_of(facts, key, now) if _is_elsewhen(one, now))
            for _, together in groupby(held_then, key=attrgetter("start")):
                yield other_passage(facts.subject, key, list(together), now)
    for state in states(store, until=until, among=files, least=least):
        if everything or (holds(state, now) and not state.is_done):
            yield state_passage(state)
    for preference in preferences(store, until, files, least):
        yield from preference_passages(preference, now)


def _is_elsewhen(stretch: Stretch, now: datetime) -> bool:
    """Whether it is true of another time than now: not what was only believed, and corrected."""
    return stretch.believed_until is None and not stretch.covers(now)


def _blocks(store: Store, asked: PassageQuery) -> Iterator[Memory]:
    for block in blocks(store, until=asked.until, least=asked.least):
        if block.persona is not None or asked.placeless:
            yield block_passage(block_ref(block), block)


def _graph(store: Store, asked: PassageQuery) -> Iterator[Memory]:
    if not asked.placeless:
        return
    for one in graph_of(store, asked.now).edges:  # ghosts too: the tiers hide them, or do not
        triple = one.subject_name, one.edge.predicate, one.object_name
        ref = edge_ref(one.subject, one.edge)
        yield triple_passage(ref, triple, one.edge, one.weight, "edge")


PASSAGES: Mapping[str, Passages] = {STATES: _states, BLOCKS: _blocks, GRAPH: _graph}
"""What there is to search in each source beside the memories."""
