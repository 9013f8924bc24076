"""conflicts: what contradicts what, by links, by time, by preference, and by likely words."""

from __future__ import annotations

from memento_cli.actions.facts.facts import every_facts
from memento_cli.actions.facts.preferences import preferences
from memento_cli.actions.memory.reading import state_files
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.recall.recall import recall
from memento_cli.actions.tidy.proposals import proposals
from memento_cli.actions.tidy.proposed_links import pairing
from memento_cli.core.facts.preferences import contradictions
from memento_cli.core.facts.timeline import facts_id, overlapping
from memento_cli.core.memory.memory import CONTRADICTS
from memento_cli.core.memory.record_kinds import STATES, ref_of
from memento_cli.core.tidy.conflicts import likely
from memento_cli.core.tidy.supersession import in_turn, superseding
from memento_cli.index.recall.mentions import links
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.facts.claims import Claim
    from memento_cli.core.facts.preferences import Preference
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Query
    from memento_cli.core.tidy.conflicts import Likely
    from memento_cli.core.tidy.supersession import DatedClaim
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.store.directory.store import Store

LINK, FACT, PREFERENCE, LIKELY = "link", "fact", "preference", "likely"
COMPARED = 20
"""So many of the best hits of a recall are compared with each other."""


class Contradiction(NamedTuple):
    """Two things that cannot both be true: what each says, and which is current (document 004).

    `current` is empty where neither is newer. `evidence` are the ids of what tells of it.
    """

    kind: str
    older: str
    newer: str
    says: tuple[str, str]
    current: str
    evidence: tuple[str, ...] = ()


def conflicts(store: Store, now: datetime) -> list[Contradiction]:
    """What contradicts what for certain: linked memories, facts of one moment, opposite likes.

    Newer wins, by when it was true.
    """
    with open_index(store, now) as here:
        found = [*_linked(here)]
    files = state_files(store)
    for facts in every_facts(store, files):
        for key, one, other in overlapping(facts, now):
            ref = ref_of(STATES, facts_id(facts.subject), key)
            says = _claim(key, one), _claim(key, other)
            evidence = tuple(dict.fromkeys((*one.evidence, *other.evidence)))
            found.append(Contradiction(FACT, ref, ref, says, "", evidence))
    opposite = contradictions(preferences(store, among=files))
    return [*found, *map(_opposite, opposite)]


def likely_conflicts(store: Store, query: Query, now: datetime) -> list[Contradiction]:
    """What among the hits of a recall may contradict each other, by its words.

    What is linked, or proposed, already is left out.
    """
    best = recall(store, query._replace(limit=COMPARED, offset=0), now).hits
    with open_index(store, now) as here:
        known = {frozenset((one, other)) for one, _, other in links(here.database)}
        places = here.places(hit.memory.id for hit in best)
    for proposal in proposals(store):
        known.add(frozenset(link.target for link in proposal.links))
    pairs = (pair for pair in likely(hit.memory for hit in best) if pair.ids not in known)
    return [_likely(pair, places) for pair in pairs]


def propose_conflicts(store: Store, found: Sequence[Contradiction], now: datetime) -> list[str]:
    """Propose a link `contradicts` for each likely pair; answers the ids of the proposals."""
    with store.one_act():
        return [
            pairing(store, (one.newer, CONTRADICTS, one.older), one.says, now)
            for one in found
            if one.kind == LIKELY
        ]


def _linked(here: Strengths) -> Iterator[Contradiction]:
    opposed = dict.fromkeys(
        (min(one, other), max(one, other))
        for one, rel, other in links(here.database)
        if rel == CONTRADICTS and one != other
    )
    places = here.places(id for pair in opposed for id in pair)
    said = frozenset(superseding(link.pair for link in here.opposing()))
    for one, other in opposed:
        turn = in_turn(one, other, places, said)
        yield _of_memories(LINK, here.by_ids(turn[:2]), turn.current)


def _of_memories(kind: str, both: Sequence[Memory], current: str) -> Contradiction:
    older, newer = both
    says = older.content.summary, newer.content.summary
    return Contradiction(kind, older.id, newer.id, says, current)


def _likely(pair: Likely, places: Mapping[str, DatedClaim]) -> Contradiction:
    by_id = {one.id: one for one in (pair.one, pair.other)}
    older, newer, current = in_turn(pair.one.id, pair.other.id, places)
    found = _of_memories(LIKELY, (by_id[older], by_id[newer]), current)
    return found._replace(evidence=pair.apart)


def _claim(key: str, claim: Claim) -> str:
    until = f" until {claim.valid_until:%Y-%m-%d}" if claim.valid_until else ""
    return f"{key}: {claim.value}, from {claim.valid_from:%Y-%m-%d}{until}"


def _opposite(one: Preference) -> Contradiction:
    """A like and a dislike of one subject: what is confirmed is current, else neither."""
    ref = ref_of(STATES, one.id)
    says = tuple(
        f"{polarity}s {one.subject} ({one.domain}, {stance.status})"
        for polarity, stance in one.stances.items()
    )
    sure = [polarity for polarity, stance in one.stances.items() if stance.status == "confirmed"]
    evidence = tuple(dict.fromkeys(id for stance in one.stances.values() for id in stance.evidence))
    current = f"{ref}/{sure[0]}" if len(sure) == 1 else ""
    first, second = (f"{ref}/{polarity}" for polarity in one.stances)
    return Contradiction(PREFERENCE, first, second, (says[0], says[1]), current, evidence)
