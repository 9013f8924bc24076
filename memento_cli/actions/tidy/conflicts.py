"""conflicts: contradictions by links, by time, by preference, and likely ones by words."""

from __future__ import annotations

from memento_cli.actions.facts.facts import every_facts
from memento_cli.actions.facts.preferences import preferences
from memento_cli.actions.memory.reading import state_files
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.recall.recall import recall
from memento_cli.actions.tidy.proposal_files import new_file, proposal_entry
from memento_cli.actions.tidy.proposals import CONFLICT, proposals
from memento_cli.core.facts.preferences import contradictions
from memento_cli.core.facts.timeline import facts_id, overlapping
from memento_cli.core.journal.proposal_entries import PROPOSED
from memento_cli.core.memory.memory import CONTRADICTS, Draft, Link
from memento_cli.core.memory.record_kinds import STATES, ref_of
from memento_cli.core.security.secret_checks import allowed_in
from memento_cli.core.tidy.conflicts import is_of_one_time, likely_pairs, likely_pairs_of_many
from memento_cli.core.tidy.supersession import ordered_pair, superseding
from memento_cli.index.recall.links import links
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from memento_cli.core.facts.claims import Claim
    from memento_cli.core.facts.preferences import Preference
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.recall.query import Query
    from memento_cli.core.tidy.conflicts import Likely
    from memento_cli.index.fading.strengths import Strengths
    from memento_cli.store.directory.store import Store

LINK, FACT, PREFERENCE, LIKELY = "link", "fact", "preference", "likely"
COMPARED = 20
"""The number of best hits of a recall that are compared with each other."""


class Contradiction(NamedTuple):
    """Two things that cannot both be true: what each says, and which is current (document 004).

    `current` is empty if neither is newer. `evidence` has the ids or words that show it.
    """

    kind: str
    older: str
    newer: str
    says: tuple[str, str]
    current: str
    evidence: tuple[str, ...] = ()


def conflicts(store: Store, now: datetime) -> list[Contradiction]:
    """The certain contradictions: linked memories, facts of one moment, opposite preferences.

    The newer, by when it was true, is current.
    """
    with open_index(store, now) as index:
        conflicts_found = [*_linked_contradictions(index)]
    files = state_files(store)
    for facts in every_facts(store, files):
        for key, first, second in overlapping(facts, now):
            ref = ref_of(STATES, facts_id(facts.subject), key)
            says = _claim_text(key, first), _claim_text(key, second)
            evidence = tuple(dict.fromkeys((*first.evidence, *second.evidence)))
            conflicts_found.append(Contradiction(FACT, ref, ref, says, "", evidence))
    opposed = contradictions(preferences(store, among=files))
    return [*conflicts_found, *map(_opposite_stances, opposed)]


def likely_conflicts(store: Store, query: Query | None, now: datetime) -> list[Contradiction]:
    """The memories that may contradict each other, by their words: the hits of a recall, or all.

    Episodes of several days that tell of nothing lasting are several episodes. Pairs that are
    linked or proposed already are left out, and so is what is superseded.
    """
    if query is None:
        with open_index(store, now) as index:
            past = index.superseded()
            known = index.memories("created <= ? AND kind <> 'working' ORDER BY id", (index.now,))
            pairs = list(likely_pairs_of_many(one for one in known if one.id not in past))
    else:
        hits = recall(store, query._replace(limit=COMPARED, offset=0), now).hits
        pairs = list(likely_pairs(hit.memory for hit in hits))
    return _unsettled(store, [pair for pair in pairs if is_of_one_time(pair)], now)


def _unsettled(store: Store, pairs: Sequence[Likely], now: datetime) -> list[Contradiction]:
    """The pairs, the older first, that are neither linked nor proposed."""
    with open_index(store, now) as index:
        linked = {frozenset((one, other)) for one, _, other in links(index.database)}
        places = index.places(id for pair in pairs for id in pair.ids)
    for proposal in proposals(store):
        linked.add(frozenset(link.target for link in proposal.links))
    contradictions = list[Contradiction]()
    for pair in pairs:
        if pair.ids in linked:
            continue
        by_id = {one.id: one for one in (pair.one, pair.other)}
        older, newer, current = ordered_pair(pair.one.id, pair.other.id, places)
        found = _contradiction(LIKELY, (by_id[older], by_id[newer]), current)
        contradictions.append(found._replace(evidence=pair.apart))
    return contradictions


def propose_conflicts(
    store: Store, contradictions: Sequence[Contradiction], now: datetime
) -> list[str]:
    """Propose a link `contradicts` for each likely pair; answers the ids of the proposals."""
    with store.one_act():
        return [
            _propose_link(store, (one.newer, CONTRADICTS, one.older), one.says, now)
            for one in contradictions
            if one.kind == LIKELY
        ]


def _propose_link(
    store: Store, pair: tuple[str, str, str], summaries: tuple[str, str], now: datetime
) -> str:
    """Propose a link and return the proposal's id.

    `pair` is the memory that gets the link, the relation and the target; `summaries` are those of
    the target and of the memory.
    """
    id_from, rel, id_to = pair
    memory, signature = store.memories.read(id_from).value, store.signed(now, "cli")
    draft = Draft(
        f"{summaries[1]} ({rel.replace('_', ' ')}: {summaries[0]})",
        person=memory.person,
        source=CONFLICT,
        kind=memory.kind,
        privacy=memory.privacy,
        links=(Link(rel, id_from), Link(rel, id_to)),
    )
    proposal_id, raw = new_file(store, draft, now)
    with store.all_or_nothing(proposals=[proposal_id]):
        store.proposals.create_raw(proposal_id, raw)
        allowed = allowed_in(store.journal.lines(id_from).lines)
        store.journal.append(
            [proposal_entry(signature, PROPOSED, id_from, proposal_id, raw, allowed)]
        )
    return proposal_id


def _linked_contradictions(index: Strengths) -> Iterator[Contradiction]:
    opposed = dict.fromkeys(
        (min(one, other), max(one, other))
        for one, rel, other in links(index.database)
        if rel == CONTRADICTS and one != other
    )
    places = index.places(id for pair in opposed for id in pair)
    supersessions = frozenset(superseding(link.pair for link in index.opposing()))
    for one, other in opposed:
        turn = ordered_pair(one, other, places, supersessions)
        yield _contradiction(LINK, index.by_ids(turn[:2]), turn.current)


def _contradiction(kind: str, memories: Sequence[Memory], current: str) -> Contradiction:
    older, newer = memories
    says = older.content.summary, newer.content.summary
    return Contradiction(kind, older.id, newer.id, says, current)


def _claim_text(key: str, claim: Claim) -> str:
    until = f" until {claim.valid_until:%Y-%m-%d}" if claim.valid_until else ""
    return f"{key}: {claim.value}, from {claim.valid_from:%Y-%m-%d}{until}"


def _opposite_stances(preference: Preference) -> Contradiction:
    """A like and a dislike of one subject; a confirmed one is current, if only one is."""
    ref = ref_of(STATES, preference.id)
    says = tuple(
        f"{polarity}s {preference.subject} ({preference.domain}, {stance.status})"
        for polarity, stance in preference.stances.items()
    )
    confirmed = [
        polarity for polarity, stance in preference.stances.items() if stance.status == "confirmed"
    ]
    evidence = tuple(
        dict.fromkeys(id for stance in preference.stances.values() for id in stance.evidence)
    )
    current = f"{ref}/{confirmed[0]}" if len(confirmed) == 1 else ""
    first, second = (f"{ref}/{polarity}" for polarity in preference.stances)
    return Contradiction(PREFERENCE, first, second, (says[0], says[1]), current, evidence)
