"""Imports entities, edges and files of records; what exists already is not changed."""

from __future__ import annotations

from memento_cli.actions.exchange.sources.entry import (
    NOT_AGAIN,
    BadItem,
    EdgeItem,
    EntityItem,
    RecordFile,
    reason_of,
)
from memento_cli.actions.facts.records import TableEntry, add_entries, create, create_raw, place_of
from memento_cli.actions.graph.graph import entities_of
from memento_cli.actions.memory.naming import checked_name
from memento_cli.core.graph.entities import (
    Edge,
    Entity,
    Names,
    edge_ref,
    entity_name,
    predicate_of,
    same_edges,
)
from memento_cli.core.journal.event_types import RELATED
from memento_cli.core.memory.record_kinds import GRAPH, ref_of
from memento_cli.core.security.secret_checks import allowed_kinds
from memento_cli.errors import BadData, MementoError
from memento_cli.store.files.files import read_regular
from memento_cli.store.records.entities import EDGES, edge_row
from memento_cli.store.redaction.erasure import erasures
from memento_cli.store.toml.parse import SIZE_LIMIT, parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.store.directory.store import Store


def take_in(
    store: Store,
    items: Iterable[EntityItem | EdgeItem | RecordFile],
    provenance: Provenance,
    *,
    dry: bool = False,
) -> TakingIn:
    """Write items, each file once. A bad item is skipped."""
    work = TakingIn(store, provenance)
    for item in items:
        try:
            work.take(item)
        except MementoError as problem:
            work.skipped.append(BadItem(item.where, reason_of(problem)))
    if not dry:
        work.write()
    return work


def take_all(
    store: Store, items: Iterable[EntityItem | EdgeItem], provenance: Provenance
) -> TakingIn:
    """Write all items or none: the error of the first bad one is raised."""
    work = TakingIn(store, provenance)
    for item in items:
        work.take(item)
    work.write()
    return work


class TakingIn:
    """The entities of a store with the items added, and what is to be written for them.

    Its outcome: the references added and those that existed already, the items skipped, and the
    entities and edges that did not exist (`new`).
    """

    def __init__(self, store: Store, provenance: Provenance) -> None:
        self.store, self.provenance = store, provenance
        self.existing = entities_of(store)
        self.entities = dict(self.existing)
        self.names = Names(self.existing)
        self.erased = erasures(store)
        self.files: list[RecordFile] = []
        self.added: list[str] = []
        self.already: list[str] = []
        self.skipped: list[BadItem] = []
        self.new: list[EntityItem | EdgeItem] = []

    def take(self, item: EntityItem | EdgeItem | RecordFile) -> None:
        """Add one item, unless it exists. Raises MementoError for a bad one."""
        values = item._asdict()
        del values["where"]
        allowed_kinds(values, self.provenance.allow_secret)
        before = len(self.already)
        match item:
            case EntityItem():
                self._add_entity(item)
            case EdgeItem():
                self._add_edge(item)
            case RecordFile():
                self._add_file(item)
        if len(self.already) == before and not isinstance(item, RecordFile):
            self.new.append(item)

    def _add_file(self, item: RecordFile) -> None:
        if item.ref in self.erased:
            raise BadData(item.where, [f"was erased here and {NOT_AGAIN}"])
        folder, id = place_of(self.store, item.ref)
        data = parsed(item.raw, item.where)
        folder.codec.value(id, data.data)
        allowed_kinds(data.text, self.provenance.allow_secret)
        if id not in folder:
            self.files.append(item)
            self.added.append(item.ref)
        elif read_regular(folder.path(id), SIZE_LIMIT) == item.raw:
            self.already.append(item.ref)
        else:
            raise BadData(item.where, [f"{item.ref} is there already, with other content"])

    def _add_entity(self, item: EntityItem) -> None:
        id = self.names.resolve(entity_name(item.name))
        if id in self.entities:
            self.already.append(ref_of(GRAPH, id))
            return
        name = checked_name(self.store, "the name", entity_name(item.name))
        self.entities[id] = Entity(name, kind=item.kind or None)
        self.added.append(ref_of(GRAPH, id))

    def _add_edge(self, item: EdgeItem) -> None:
        subject, other = entity_name(item.subject), entity_name(item.object)
        predicate, id = predicate_of(item.predicate), self.names.resolve(subject)
        to = self.names.resolve(other)
        entity = self.entities.get(id, Entity(subject))
        same = same_edges(entity, self.names, predicate, to)
        if same:
            self.already.append(edge_ref(id, entity.edges[same[0]]))
            return
        for new, name in ((id, subject), (to, other)):
            if new not in self.entities:
                self.entities[new] = Entity(checked_name(self.store, "the name", name))
                self.added.append(ref_of(GRAPH, new))
        name = self.entities[to].name
        edge = Edge(
            predicate,
            name,
            self.provenance.signature.at,
            evidence=self.provenance.evidence,
            trust=self.provenance.trust,
        )
        self.entities[id] = entity._replace(edges=(*entity.edges, edge))
        self.added.append(edge_ref(id, edge))

    def write(self) -> None:
        """Write new files and entities, and new edges of existing entities."""
        for file in self.files:
            create_raw(self.store, file.ref, file.raw, self.provenance)
        for id, entity in self.entities.items():
            before = self.existing.get(id)
            if before is None:
                create(self.store, ref_of(GRAPH, id), entity, self.provenance)
            elif entity.edges != before.edges:
                fresh = entity.edges[len(before.edges) :]
                rows = [(edge_ref(id, edge), TableEntry(EDGES, edge_row(edge))) for edge in fresh]
                add_entries(self.store, RELATED, rows, self.provenance)
