"""What one call of an agent is given: the store, the clock, who calls, and what it may see."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from memento_cli.actions.context.context import context_zone, new_nonce
from memento_cli.actions.events.events import event_named
from memento_cli.actions.memory.reading import memory_at, resolve_id
from memento_cli.actions.store.opening import open_indexed_store
from memento_cli.core.context.fence import fenced, fenced_id, id_in
from memento_cli.core.events.events import event_trust
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.record_kinds import (
    BLOCKS,
    EVENTS,
    GRAPH,
    KV,
    SESSIONS,
    STATES,
    is_reference,
)
from memento_cli.core.memory.refs import stored_ref
from memento_cli.core.recall.query import Query
from memento_cli.core.security.scope import OPEN
from memento_cli.core.security.trust import AGENT, capped, is_trusted, trust_of
from memento_cli.core.time.typed_times import typed_moment
from memento_cli.errors import Ambiguous, BadData, MementoError, NotFound, Refused, Unasked
from memento_cli.index.refresh.freshness import note_written
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.clone import agent_slug
from memento_cli.store.directory.folders import ignore_warning
from memento_cli.store.directory.location import store_location
from memento_cli.store.directory.platform_folders import user_file
from memento_cli.store.directory.trust import guarded
from memento_cli.tools.leniency import unix_moment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import tzinfo

    Progress = Callable[[int, int | None], None]

    from memento_cli.core.events.events import Event
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.security.scope import Scope
    from memento_cli.store.directory.store import Store


MCP = "mcp"
"""How the journal names the door of the Model Context Protocol; the client's name follows it."""


class ServerConfig(NamedTuple):
    """What holds for all calls through a door: which store, what may be done, what may be seen.

    `warn` hears of what was skipped: stdout is the protocol's. The `door` stands in the journal,
    and behind it the client: as it calls itself, unless `client` is a name that it was given.
    `persona` is whose blocks and facts are meant where a call does not say whose.
    """

    path: str | None = None
    read_only: bool = False
    destructive: bool = False
    scope: Scope = OPEN
    min_trust: str | None = None
    now: datetime | None = None
    warn: Callable[[str], None] = ignore_warning
    door: str = MCP
    persona: str | None = None
    client: str = ""

    def request(self, client: str) -> RequestContext:
        """The context of one call of a client."""
        return RequestContext(self, self.client or client)


STOPS, AROUND = ".,;:!?", "\"'`()[]{}<>*@#\u201c\u201d\u2018\u2019 "
ONLY_MEMORIES = "here an id of a memory is needed, which has no slash"
KEPT_BY = {
    STATES: "fact and state change it",
    BLOCKS: "block changes it",
    KV: "save_memory changes it",
    GRAPH: "save_memory adds to it, and feedback with event: used strengthens a relation",
    SESSIONS: "session changes it",
    EVENTS: "an event stays as it was observed; feedback takes it",
}
"""By the folder of a record, which tools change it."""


def no_progress(done: int, total: int | None) -> None:
    """Tell nobody how far it is."""


class RequestContext:
    """One call: the store is opened anew for it, so that settings and locks are those of now.

    `agreed`, if the user has to what they must be asked about. What takes long calls `progress`
    with what is done and, if it is known, with all there is; who waits for the lock, with nothing.
    It raises if nobody waits for the answer any more.
    """

    def __init__(self, config: ServerConfig, client: str) -> None:
        self.config = config
        self.scope = config.scope
        self.agreed = self.is_embedded = False
        self.progress: Progress = no_progress
        self.client = agent_slug(client.strip())
        self.via = f"{config.door}:{self.client}"

    @cached_property
    def now(self) -> datetime:
        """The moment of the call."""
        return self.config.now or datetime.now(UTC).replace(microsecond=0)

    @cached_property
    def store(self) -> Store:
        """The store; NotFound if somebody has deleted it, which is theirs to do."""
        path = store_location(self.config.path, os.environ)
        store = guarded(open_indexed_store(path, self.config.warn), self.config.path)
        if self.is_bounded:  # a suffix only where an id is taken would tell of what is hidden
            store.settings = store.settings.replaced({"ids.unique": True})
        store.lock.waiting = lambda: self.progress(0, None)
        return store

    @property
    def person(self) -> str | None:
        """Whose blocks, facts and context are meant where a call does not say whose."""
        return self.scope.person or self.config.persona

    def close(self) -> None:
        """Note what was written, so that the next call need not look at every file, and give it
        vectors where the user has set a provider."""
        if self.has_written:
            note_written(self.store)
            self._embed(compares=False)

    @property
    def has_written(self) -> bool:
        """Whether the call has changed the store."""
        store: Store | None = vars(self).get("store")
        return store is not None and bool(store.changed)

    def said_before(self) -> Memory | None:
        """The memory that seems to say in other words what was just written, of those that may be
        seen; None where the user has set no provider of vectors."""
        return self._embed(compares=True)

    def _embed(self, *, compares: bool) -> Memory | None:
        """Give what was written its vectors, if that has not been done yet."""
        if self.is_embedded or not os.path.lexists(user_file()):
            return None
        from memento_cli.actions.vectors.written import embed_written

        self.is_embedded = True
        note, same = embed_written(self.store, self.sees, compares=compares)
        if note:
            self.config.warn(note)
        return same

    @property
    def zone(self) -> tzinfo | None:
        """In which zone times are told; None is UTC."""
        return context_zone(self.store)

    def moment(self, text: str, end: bool = False) -> datetime:
        """A time as an agent says it: ISO 8601, 2w, yesterday, a number since 1970. BadTime if it
        is none."""
        return unix_moment(text) or typed_moment(text, self.now, self.store.zone, end=end)

    def act(self, reason: str = "", evidence: tuple[str, ...] = ()) -> Provenance:
        """Who acts, and why: an agent, through this door."""
        signature = self.store.signed(self.now, self.via, reason)
        return Provenance(signature, evidence, trust=AGENT, agreed=self.agreed)

    def ask(self, question: str, memory: Memory) -> None:
        """Unasked, unless the user has agreed to what is to become of a memory."""
        if not self.agreed:
            raise Unasked(question, {"it says": memory.content.summary}, trust_of(memory))

    def memory(self, text: str) -> Memory:
        """The memory that an id means, with its strength of now.

        NotFound for one that this server may not show, as if there were none. Where it may not show
        all, only a whole id means anything: what it is short for would tell of others. One in
        capitals is that in small letters, if there is one.
        """
        said, text = text, copied_id(text)
        if not text:
            raise _nothing(said)
        if is_safe_id(text) and text not in self.store.memories:
            text = text.lower() if text.lower() in self.store.memories else text
        if folder := text.partition("/")[0] if is_reference(text) else "":
            raise NotFound(f"{text[:80]} is no memory", f"{KEPT_BY[folder]}; {ONLY_MEMORIES}")
        if self.is_bounded and text not in self.store.memories:
            raise _nothing(text)
        try:
            memory = memory_at(self.store, resolve_id(self.store, text), self.now)
        except BadData:  # whose it is cannot be read either
            if self.is_bounded:
                raise _nothing(text) from None
            raise
        if not self.sees(memory):
            raise _nothing(text)
        return memory

    def event(self, text: str) -> Event:
        """The event that a reference means; NotFound for one that is not shown here."""
        text = copied_id(text)
        try:
            event = event_named(self.store, text)
        except (NotFound, Ambiguous):
            if self.is_bounded:
                raise _nothing(text, "event") from None
            raise
        whole = text in (event.id, event.ref)
        if self.is_bounded and not (whole and self.sees_event(event)):
            raise _nothing(text, "event")
        return event

    def sees_event(self, event: Event) -> bool:
        """Whether this server may show an event."""
        is_of_project = self.scope.project in (None, event.project)
        return (
            is_of_project
            and self.sees_of(event.person)
            and not self.scope.hides_unlabelled
            and self.trusts(event_trust(event))
        )

    @property
    def is_bounded(self) -> bool:
        """Whether there may be something that this server does not show."""
        return self.scope != OPEN or self.config.min_trust is not None

    def sees(self, memory: Memory) -> bool:
        """Whether this server may show a memory."""
        return self.scope.admits(memory) and self.trusts(trust_of(memory))

    def sees_id(self, id: str) -> bool:
        """Whether it may show the memory with this id, if there is one that can be read."""
        try:
            return not self.is_bounded or self.sees(self.store.memories.read(id).value)
        except MementoError:
            return False

    def trusts(self, trust: str) -> bool:
        """Whether this server shows what is vouched for so."""
        return self.config.min_trust is None or is_trusted(trust, self.config.min_trust)

    @property
    def note(self) -> str:
        """What an agent is to be told of what it has just written, if this server hides that."""
        if self.trusts(AGENT):
            return ""
        least = self.config.min_trust
        return (
            f"Kept as an agent's word: here only what is vouched for as {least} is seen, so no "
            "tool shows or forgets it, but the user can."
        )

    @property
    def bounds(self) -> Query | None:
        """The bounds of this server as a query asks for them; None where there are none."""
        return self._narrowed(Query()) if self.is_bounded else None

    def narrowed(self, query: Query) -> Query:
        """The query within the bounds of this server."""
        return self._narrowed(query)._replace(within=self.bounds)

    def _narrowed(self, query: Query) -> Query:
        query = self.scope.narrowed(query)
        least = self.config.min_trust
        if least and (query.min_trust is None or is_trusted(least, query.min_trust)):
            query = query._replace(min_trust=least)
        return query

    def check_unlabelled(self) -> None:
        """Refused where only what has a label of privacy may be seen: nothing else has one."""
        if self.scope.hides_unlabelled:
            raise Refused(
                f"here only memories are seen that are {self.scope.privacy} at least",
                "blocks, facts and sessions have no label of privacy",
            )

    def check_placeless(self) -> None:
        """The same, and Refused where only one project may be written to: this is of none."""
        self.check_unlabelled()
        if self.scope.project is not None:
            raise Refused(
                f"here only memories of the project {self.scope.project} are written",
                "blocks and facts are of no project; remember keeps a memory of this one",
            )

    @property
    def sees_placeless(self) -> bool:
        """Whether what is nobody's may be seen: the store's own kv values, the graph, and blocks
        without a persona."""
        return self.scope.has_own(stored_ref(self.store.settings["person"]))

    def sees_of(self, person: str | None) -> bool:
        """Whether what is of a person, or of nobody, may be seen."""
        return self.scope.is_of(person) if person else self.sees_placeless

    def check_own(self) -> None:
        """Refused where the graph may not be seen, and so not be written either."""
        self.check_unlabelled()
        if not self.sees_placeless:
            raise Refused(
                "here no graph is seen: it is the store's own",
                "remember and fact keep what is of somebody",
            )

    def told_id(self, id: str) -> str:
        """An id as it stands beside a fence (`core/context/fence.py`)."""
        return fenced_id(id, new_nonce())

    def told_ids(self, ids: Iterable[str]) -> list[str]:
        """The same of several."""
        return list(map(self.told_id, ids))

    def fenced(self, text: str) -> str:
        """The text between marks with a number of its own, as data that instructs nobody."""
        return fenced(text, new_nonce()) if text else ""

    @property
    def origin(self) -> dict[str, Any]:
        """What a new memory says of where it comes from."""
        return capped({"memory.origin.tool": self.via}, AGENT)


def copied_id(text: str) -> str:
    """The id in a text as models copy it: fenced, quoted, in brackets, after the label with which a
    hit tells it, as the address of a resource or the path of a file, or with the full stop of a
    sentence. No id begins or ends with such a sign."""
    id = id_in(text).strip().rstrip(STOPS).strip(AROUND).rstrip(STOPS)
    id = id.removeprefix("id:").strip(AROUND).removesuffix(".toml")
    return id.removeprefix("memento://").removeprefix("memory/").removeprefix("memories/")


def _nothing(text: str, what: str = "memory") -> NotFound:
    return NotFound(f"No {what} with id {text[:80]}", "recall finds what there is, with ids")
