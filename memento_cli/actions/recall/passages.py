"""The passages that a recall searches: facts, states, preferences, blocks and edges as texts."""

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
from memento_cli.core.facts.timeline import held_facts, past_of
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
            past = (stretch for stretch in past_of(facts, key, now) if _is_elsewhen(stretch, now))
            for _, stretches_of_value in groupby(past, key=attrgetter("start")):
                yield other_passage(facts.subject, key, list(stretches_of_value), now)
    for state in states(store, until=until, among=files, least=least):
        if everything or (holds(state, now) and not state.is_done):
            yield state_passage(state)
    for preference in preferences(store, until, files, least):
        yield from preference_passages(preference, now)


def _is_elsewhen(stretch: Stretch, now: datetime) -> bool:
    """Whether a stretch is of another time than now, and was not corrected since."""
    return stretch.believed_until is None and not stretch.covers(now)


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


PASSAGES: Mapping[str, Passages] = {STATES: _states, BLOCKS: _blocks, GRAPH: _graph}
"""The passages of each source other than memories and events."""
