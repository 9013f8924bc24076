"""record: keep a new memory."""

from __future__ import annotations

import os

from memento_cli.actions.facts.records import Provenance
from memento_cli.actions.memory.naming import check_names
from memento_cli.actions.memory.reading import is_journalled, resolve_id
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.security.approval import check_history
from memento_cli.core.journal.event_types import RECORDED
from memento_cli.core.memory.creation import created_from
from memento_cli.core.memory.ids import memory_id, with_suffix
from memento_cli.core.memory.memory import one_line
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.security.allowances import allowance
from memento_cli.core.security.secret_checks import allowed_kinds
from memento_cli.core.security.trust import USER, capped, is_persons
from memento_cli.core.tidy.supersession import at_once
from memento_cli.core.time.when import aware
from memento_cli.errors import BadData, BadValue, Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from datetime import datetime

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Draft, Link, Memory
    from memento_cli.core.recall.query import Query
    from memento_cli.core.tidy.near_duplicates import NearDuplicate
    from memento_cli.store.directory.store import Store

ATTEMPTS = 20


class Recorded(NamedTuple):
    """The memory as it was written, and where."""

    memory: Memory
    path: str


def record(
    store: Store,
    draft: Draft,
    now: datetime,
    *,
    via: str = "cli",
    by: str = USER,
    agreed: bool = False,
    allow_secret: bool = False,
) -> Recorded:
    """Keep a new memory: its file first, then its journal line. Never overwrites.

    SecretFound if a text in it has a key or a password; allowed, the journal line says so. Unasked
    if an agent (`by`, a trust) lets what a person vouches for be history, and they have not
    `agreed`; what an agent records is no more trusted than it, whatever it claims.
    """
    if not is_persons(by):
        draft = draft._replace(more=capped(draft.more, by))
    one = memory_of_draft(store, draft, now)._replace(id="")  # an id that it may not get
    allowed = allowance(allowed_kinds(draft, allow_secret))
    with store.lock.held():
        store.writer()  # what can fail before the file is there
        draft = complete_draft(store, draft)
        draft = draft._replace(links=tuple(_resolved(store, link) for link in draft.links))
        check_history(
            store, Provenance(store.signed(now, via), trust=by, agreed=agreed), one, draft.links
        )
        recorded = create_file(store, draft, now)
        try:
            line = opening_entry(store, recorded.memory, now, via)
            store.journal.append([line._replace(more=allowed)])
        except BaseException:
            os.unlink(recorded.path)  # an error leaves nothing; a kill, a file to be adopted
            raise
    return recorded


def complete_draft(store: Store, draft: Draft) -> Draft:
    """The draft with people as references, no empty topics, and the store's person if none."""
    people = tuple(person_ref(name) for name in draft.tags.people)
    topics = tuple(topic.strip() for topic in draft.tags.topics if topic.strip())
    person = person_ref(draft.person or store.settings["person"])
    return draft._replace(person=person, tags=draft.tags._replace(people=people, topics=topics))


def memory_of_draft(store: Store, draft: Draft, now: datetime) -> Memory:
    """The memory that a draft would become, its id free or not; BadValue with all its problems.

    NotFound if it leads to a memory that is not there.
    """
    codec, settings = store.memories.codec, store.settings
    check_size(draft)
    aware(draft.created or now)
    draft = complete_draft(store, draft)
    check_names(store, draft)
    id = memory_id(draft.person, next(iter(draft.tags.topics), None), draft.created or now)
    memory = created_from(draft, id, now, settings.defaults)
    try:
        codec.value("the memory", codec.data(memory))
    except BadData as problem:
        told = [text.removeprefix("memory.") for text in problem.problems]
        raise BadValue("; ".join(told)) from None
    one_line(draft.summary)
    for link in draft.links:
        resolve_id(store, link.target)
    return memory


def check_size(draft: Draft) -> None:
    """BadValue for more words than a file may have, before anybody takes a closer look at them."""
    signs = len(draft.summary) + len(draft.detail)
    if signs > SIZE_LIMIT:
        raise BadValue(f"a memory of {signs} signs", f"{SIZE_LIMIT} are the most")


def duplicates_of(
    store: Store, draft: Draft, now: datetime, within: Query | None = None
) -> list[NearDuplicate]:
    """Memories that a draft nearly repeats, of those within bounds, the likest first."""
    from memento_cli.core.tidy.near_duplicates import near_duplicates
    from memento_cli.index.recall.filters import where_of
    from memento_cli.index.recall.search import sharing
    from memento_cli.index.recall.visible_scores import sharing_seen

    draft = complete_draft(store, draft)
    likeness = store.settings["duplicates.likeness"]
    similarity = store.settings["duplicates.similarity"]
    with open_index(store, now) as here:
        if within is None:
            keys = sharing(here.database, draft.summary)
        else:
            keys = sharing_seen(here.database, draft.summary, where_of(within))
        alike = here.by_keys(keys)
    return near_duplicates(draft, alike, now, likeness, similarity)


def replaceable(
    store: Store, draft: Draft, twins: list[NearDuplicate], now: datetime, how: str
) -> list[NearDuplicate]:
    """Those of which one is enough: to reinforce it instead of recording the draft (how: "r"), or
    to let the draft take its place ("s"). Nothing is lost by it."""
    from memento_cli.core.tidy.near_duplicates import stands_for

    fresh, found = memory_of_draft(store, draft, now), []
    for twin in twins:
        pair = (twin.memory, fresh) if how == "r" else (fresh, twin.memory)
        of_one_time = draft.created is None or at_once(*pair)
        if of_one_time and stands_for(*pair) and not (how == "r" and draft.links):
            found.append(twin)
    return found


def create_file(store: Store, draft: Draft, now: datetime, *, sync: bool = True) -> Recorded:
    """The file of a new memory under the first id that was never given."""
    settings = store.settings
    topic = next(iter(draft.tags.topics), None)
    base = memory_id(draft.person, topic, draft.created or now)
    taken = settings["ids.unique"] or base in store.archive or base in store.memories
    id = with_suffix(base, os.urandom(4)) if taken or is_journalled(store, base) else base
    for _ in range(ATTEMPTS):
        memory = created_from(draft, id, now, settings.defaults)
        try:
            return Recorded(memory, store.memories.create(id, memory, sync=sync))
        except FileExistsError:
            id = with_suffix(base, os.urandom(4))
    raise Failed(f"no free id for {base}")


def opening_entry(store: Store, memory: Memory, now: datetime, via: str) -> JournalEntry:
    """The journal line that opens a memory's history with its full numbers."""
    return store.signed(now, via).line(RECORDED, memory.id, strength=memory.strength)


def _resolved(store: Store, link: Link) -> Link:
    return link._replace(target=resolve_id(store, link.target))
