"""Entities and their edges: names, and the weight of an edge (document 004, 3).

An edge is a triple of subject, predicate and object. It fades; the entities at its ends do not.
"""

from __future__ import annotations

from memento_cli.core.fading.laws import BASE_LEVEL
from memento_cli.core.fading.strength import Fade
from memento_cli.core.journal.event_types import USES
from memento_cli.core.journal.history import distinct, undone_ids
from memento_cli.core.memory.creation import Defaults, law_for
from memento_cli.core.memory.memory import calculate_strength, strength_from
from memento_cli.core.memory.record_kinds import GRAPH, filed_name, ref_of
from memento_cli.core.memory.refs import LIMIT, SCHEME, name_of, person_ref
from memento_cli.core.security.trust import USER
from memento_cli.core.text.normal_forms import plain_key
from memento_cli.core.text.visible import checked_visible
from memento_cli.errors import Ambiguous, BadValue
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from memento_cli.core.fading.laws import Law
    from memento_cli.core.fading.strength import Strength
    from memento_cli.core.journal.history import JournalEntry

WEIGHT = 1.0


class Edge(NamedTuple):
    """An edge in an entity's file; `object` is a name or an alias.

    `weight`, 0 to 1, is the weight at `since`. Without a `law` it fades by the store's. `trust` is
    that of who stated it (`core/security/trust.py`).
    """

    predicate: str
    object: str
    since: datetime
    weight: float = WEIGHT
    law: Law | None = None
    evidence: tuple[str, ...] = ()
    trust: str = USER


class Entity(NamedTuple):
    """A person or a thing, its other names, and its outgoing edges.

    `kind` is any word: person, company, tool.
    """

    name: str
    aliases: tuple[str, ...] = ()
    kind: str | None = None
    edges: tuple[Edge, ...] = ()


def entity_name(text: str) -> str:
    """The name in a text; for a reference to a person its last part. BadValue if it is no name."""
    name = " ".join((name_of(person_ref(text)) if text.startswith(SCHEME) else text).split())
    if not name:
        raise BadValue("an entity needs a name")
    if len(name) > LIMIT:
        raise BadValue(f"a name of {len(name)} signs; {LIMIT} are the most")
    return checked_visible(name, "the name")


def predicate_of(text: str) -> str:
    """A predicate in the form of files: `Works at` is works_at. BadValue if it is no name."""
    return _filed_predicate(entity_name(text))


def _filed_predicate(text: str) -> str:
    return plain_key(text).replace(" ", "_")


def edge_ref(id: str, edge: Edge) -> str:
    """The reference in the journal of an edge of the entity with this id."""
    from hashlib import blake2s

    key = f"{_filed_predicate(edge.predicate)}\0{plain_key(edge.object)}"
    return ref_of(GRAPH, id, blake2s(key.encode(errors="surrogatepass"), digest_size=5).hexdigest())


class Names:
    """The ids of entities by their names and aliases.

    A name means its own entity even if it is an alias of others; an alias of several means none.
    """

    def __init__(self, entities: Mapping[str, Entity]) -> None:
        self._own = {filed_name(entity.name): id for id, entity in entities.items()}
        self._own |= {id: id for id in entities}
        self._aliases: dict[str, list[str]] = {}
        for id, entity in sorted(entities.items()):
            for alias in {filed_name(alias) for alias in entity.aliases}:
                self._aliases.setdefault(alias, []).append(id)

    def claiming(self, text: str) -> list[str]:
        """The ids of the entities with this name, alias or reference (such as graph/acme)."""
        key, id = filed_name(text), text.removeprefix(f"{GRAPH}/")
        own = self._own.get(text) or self._own.get(key) or self._own.get(id)
        return [own] if own else self._aliases.get(key, [])

    def resolve(self, text: str) -> str:
        """The id of the entity, or the one that a new one would have. Ambiguous for an alias of
        several."""
        ids = self.claiming(text)
        if len(ids) > 1:
            raise Ambiguous(f"{text!r} is an alias of {len(ids)} entities", ", ".join(ids))
        return ids[0] if ids else filed_name(text)

    def node(self, text: str) -> str:
        """The id as in `resolve`, but for an alias of several the id of a new entity."""
        ids = self.claiming(text)
        return ids[0] if len(ids) == 1 else filed_name(text)


def edge_law(edge: Edge, name: str, defaults: Defaults = Defaults()) -> Law:
    """The law of an edge: its own, or the one of this name with the parameter that a semantic
    memory of medium significance gets."""
    return edge.law or law_for(name, "medium", "semantic", {}, defaults)


def edge_strength(edge: Edge, law: Law, entries: Iterable[JournalEntry], now: datetime) -> Strength:
    """The strength of an edge at a moment, from its journal entries.

    A use, such as stating it again, brings the weight back to 1 by any law (document 004). Entries
    from before `since` are of an edge that was removed.
    """
    ordered = distinct(entries)
    undone = undone_ids(ordered)
    uses = [
        entry.at
        for entry in ordered
        if entry.act in USES and edge.since <= entry.at <= now and entry.id not in undone
    ]
    if not uses:
        return strength_from(edge.weight, edge.since)
    times = (edge.since, *uses) if law.code == BASE_LEVEL else ()
    return strength_from(WEIGHT, uses[-1], len(uses), times)


def weight_at(numbers: Strength, law: Law, now: datetime) -> float:
    """The weight of an edge with this strength at a moment, 0 to 1."""
    return calculate_strength(numbers, Fade(law, 0.0), now)


def edges_to(
    entities: Mapping[str, Entity], names: Names, *ids: str
) -> list[tuple[str, int, Edge]]:
    """The edges from other entities to those of the ids: the owner, the edge's place, the edge."""
    return [
        (owner, place, edge)
        for owner, entity in sorted(entities.items())
        if owner not in ids
        for place, edge in enumerate(entity.edges)
        if names.node(edge.object) in ids
    ]


def same_edges(entity: Entity, names: Names, predicate: str, object: str) -> tuple[int, ...]:
    """The places of an entity's edges with this predicate to the entity with this id."""
    return tuple(
        place
        for place, edge in enumerate(entity.edges)
        if _filed_predicate(edge.predicate) == predicate and names.node(edge.object) == object
    )
