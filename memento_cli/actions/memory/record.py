"""record: write a new memory."""

from __future__ import annotations

import os

from memento_cli.actions.memory.naming import check_names
from memento_cli.actions.memory.reading import is_journalled, resolve_id
from memento_cli.actions.recall.index_session import open_index
from memento_cli.actions.security.approval import check_history
from memento_cli.core.journal.event_types import RECORDED
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.creation import created_from
from memento_cli.core.memory.ids import memory_id, with_suffix
from memento_cli.core.memory.memory import one_line
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.security.secret_checks import allowance, allowed_kinds
from memento_cli.core.security.trust import USER, capped, is_persons
from memento_cli.core.tidy.supersession import at_once
from memento_cli.core.time.when import aware
from memento_cli.errors import BadData, BadValue, Failed
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.toml.parse import SIZE_LIMIT

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.memory.memory import Draft, Memory
    from memento_cli.core.recall.query import Query
    from memento_cli.core.tidy.near_duplicates import NearDuplicate
    from memento_cli.store.directory.store import Store

ATTEMPTS = 20
USUAL_IMPORTANCE = 0.5


class Recorded(NamedTuple):
    """The memory as it was written, and the path of its file."""

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
    """Write a new memory: its file first, then its journal entry. Never overwrites a file.

    SecretFound if a text in it contains a secret; with `allow_secret` the journal entry lists the
    kinds. Unasked if an agent (`by` is a trust level) supersedes a memory that a person vouches for
    without `agreed`. What an agent records has at most the agent's trust, whatever it claims.
    """
    (recorded,) = record_all(
        store, [draft], now, via=via, by=by, agreed=agreed, allow_secret=allow_secret
    )
    return recorded


def record_all(
    store: Store,
    drafts: Sequence[Draft],
    now: datetime,
    *,
    via: str = "cli",
    by: str = USER,
    agreed: bool = False,
    allow_secret: bool = False,
) -> list[Recorded]:
    """Write several new memories as `record` writes one: all as one act, or none."""
    if not is_persons(by):
        drafts = [draft._replace(more=capped(draft.more, by)) for draft in drafts]
    # each may get another id
    memories = [memory_of_draft(store, draft, now)._replace(id="") for draft in drafts]
    allowed = [allowance(allowed_kinds(draft, allow_secret)) for draft in drafts]
    written = list[Recorded]()
    with store.lock.held(), store.one_act():
        store.writer()  # this can fail, so it comes before a file is written
        provenance = Provenance(store.signed(now, via), trust=by, agreed=agreed)
        drafts = [_resolved(store, draft) for draft in drafts]
        for memory, draft in zip(memories, drafts, strict=True):
            check_history(store, provenance, memory, draft.links)
        try:
            for draft in drafts:
                written.append(create_file(store, draft, now))  # what is there is taken back below
            entries = [opening_entry(store, one.memory, now, via) for one in written]
            pairs = zip(entries, allowed, strict=True)
            store.journal.append([entry._replace(more=kinds) for entry, kinds in pairs])
        except BaseException:
            for one in written:
                os.unlink(one.path)  # after a kill instead, files remain and are adopted
            raise
    return written


def _resolved(store: Store, draft: Draft) -> Draft:
    """The complete draft, with whole ids in its links."""
    draft = complete_draft(store, draft)
    links = (link._replace(target=resolve_id(store, link.target)) for link in draft.links)
    return draft._replace(links=tuple(links))


def importance_of(
    store: Store, importance: float | None, summary: str, topics: Iterable[str] = ()
) -> tuple[float, str]:
    """The importance of a new memory and, if it is inferred from the summary, the reason.

    It is inferred if `importance` is None and the setting `importance.infer` is on.
    """
    if importance is not None:
        return importance, ""
    if not store.settings["importance.infer"]:
        return USUAL_IMPORTANCE, ""
    from memento_cli.core.memory.weighing import weighed  # its patterns take a while to compile

    weight = weighed(summary, topics)
    return (weight.importance, weight.reason) if weight else (USUAL_IMPORTANCE, "")


def complete_draft(store: Store, draft: Draft) -> Draft:
    """The draft with people as references, no empty topics, and the store's person by default."""
    people = tuple(person_ref(name) for name in draft.tags.people)
    topics = tuple(topic.strip() for topic in draft.tags.topics if topic.strip())
    person = person_ref(draft.person or store.settings["person"])
    return draft._replace(person=person, tags=draft.tags._replace(people=people, topics=topics))


def memory_of_draft(store: Store, draft: Draft, now: datetime) -> Memory:
    """The memory that a draft would become; its id may be taken. BadValue names all problems.

    NotFound if the target of a link is missing.
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
        problems = [text.removeprefix("memory.") for text in problem.problems]
        raise BadValue("; ".join(problems)) from None
    one_line(draft.summary)
    for link in draft.links:
        resolve_id(store, link.target)
    return memory


def check_size(draft: Draft) -> None:
    """BadValue for more text than a file may have; called before the text is parsed."""
    length = len(draft.summary) + len(draft.detail)
    if length > SIZE_LIMIT:
        raise BadValue(f"a memory of {length} signs", f"{SIZE_LIMIT} are the most")


def duplicates_of(store: Store, draft: Draft, now: datetime) -> list[NearDuplicate]:
    """Memories that a draft nearly repeats, most similar first."""
    return repeated_by(store, draft, sharing_words(store, draft, now), now)


def repeated_by(
    store: Store, draft: Draft, among: Sequence[Memory], now: datetime
) -> list[NearDuplicate]:
    """The memories among some that a draft nearly repeats, most similar first."""
    from memento_cli.core.tidy.near_duplicates import near_duplicates

    draft = complete_draft(store, draft)
    likeness = store.settings["duplicates.likeness"]
    similarity = store.settings["duplicates.similarity"]
    return near_duplicates(draft, among, now, likeness, similarity)


def sharing_words(
    store: Store, draft: Draft, now: datetime, within: Query | None = None
) -> list[Memory]:
    """The memories that share most words with a draft, within the bounds of a query."""
    from memento_cli.index.recall.finding import sharing
    from memento_cli.index.recall.search import where_of

    with open_index(store, now) as index:
        seen = None if within is None else where_of(within)
        return list(index.by_keys(sharing(index.database, draft.summary, seen)))


def losses(
    store: Store, draft: Draft, twins: Sequence[NearDuplicate], now: datetime, how: str
) -> list[list[str]]:
    """For each duplicate what would be lost if it were reinforced instead of recording the draft
    (how: "r"), or if the draft superseded it ("s")."""
    from memento_cli.core.tidy.near_duplicates import lost_without

    memory = memory_of_draft(store, draft, now)
    links = ["links"] if how == "r" and draft.links else []
    lost = []
    for twin in twins:
        pair = (memory, twin.memory)[:: 1 if how == "r" else -1]
        is_apart = draft.created is not None and not at_once(*pair)
        lost.append(lost_without(*pair) + links + ["date"] * is_apart)
    return lost


def create_file(store: Store, draft: Draft, now: datetime, *, sync: bool = True) -> Recorded:
    """Create the file of a new memory under the first id that was never given."""
    settings = store.settings
    topic = next(iter(draft.tags.topics), None)
    base = memory_id(draft.person, topic, draft.created or now)
    for id in _free_ids(store, base):
        memory = created_from(draft, id, now, settings.defaults)
        try:
            return Recorded(memory, store.memories.create(id, memory, sync=sync))
        except FileExistsError:  # another command was quicker
            continue
    raise Failed(f"no free id for {base}")


def _free_ids(store: Store, base: str) -> Iterator[str]:
    """Some ids that were never given: the plain one if it may be, and then with drawn ends."""
    if not needs_suffix(store, base):
        yield base
    for _ in range(ATTEMPTS):
        id = with_suffix(base, os.urandom(4))
        try:
            was_given = _was_given(store, id)
        except Failed:  # a log cannot be read, which hardly has the one id that was drawn
            was_given = False
        if not was_given:
            yield id


def needs_suffix(store: Store, id: str) -> bool:
    """Whether an id was given before, or has to end with drawn characters anyway."""
    return bool(store.settings["ids.unique"]) or _was_given(store, id)


def _was_given(store: Store, id: str) -> bool:
    """Also to a memory that is in the archive, or was erased: its lines would be the new one's."""
    return id in store.archive or id in store.memories or is_journalled(store, id)


def opening_entry(store: Store, memory: Memory, now: datetime, via: str) -> JournalEntry:
    """The `recorded` entry, which opens a memory's history with its full strength."""
    return store.signed(now, via).line(RECORDED, memory.id, strength=memory.strength)
