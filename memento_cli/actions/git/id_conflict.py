"""Parts two memories that had one id: their files, their journal lines, and links to them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from functools import partial

from memento_cli.actions.checkup.whole import MendedFile, as_memory, made_whole, renamed
from memento_cli.actions.memory.edit import content_entry
from memento_cli.actions.memory.reading import history_of
from memento_cli.actions.memory.reinforce import settled_until
from memento_cli.actions.tidy.proposal_files import place_proposal
from memento_cli.core.git.id_conflict import (
    entry_of_link,
    former_ids,
    parting_entries,
    recordings_of,
    was_archived,
)
from memento_cli.core.git.merging import CREATED, SUMMARY, differs_in_words, same_value
from memento_cli.core.journal.event_types import ADOPTION, RECORDED, REVISED
from memento_cli.core.journal.history import JournalEntry, projected
from memento_cli.core.memory.record_kinds import held
from memento_cli.core.security.secret_checks import allowed_in
from memento_cli.errors import BadData, Conflict, NotFound
from memento_cli.store.directory.folders import collection_of
from memento_cli.store.files.files import os_errors, read_regular, replace
from memento_cli.store.files.names import WAITING, parted_names, stem_of
from memento_cli.store.journal.journal import numbered_entries
from memento_cli.store.records.loaded import Broken
from memento_cli.store.toml.merge import Sides, document_of, sides
from memento_cli.store.toml.parse import SIZE_LIMIT
from memento_cli.store.toml.writer import value_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence, Set
    from datetime import datetime

    from memento_cli.core.memory.memory import Link, Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection
    from memento_cli.store.toml.parse import Document

REASON = "both sides of a merge had changed it"


def formers(id: str, document: Document) -> list[str]:
    """The ids that a memory had before merges gave it new ones, the last one first."""
    return list(former_ids(id, str(value_at(document.data, CREATED))))


def lines_under(store: Store, former: str) -> tuple[list[JournalEntry], dict[str, str]]:
    """The entries about an id, and the name of the log file of each by the entry's id."""
    writers, entries = dict[str, str](), list[JournalEntry]()
    for path in store.journal.files():
        for _, entry in numbered_entries(path, former.encode()):
            if not isinstance(entry, str) and entry.memory == former:
                writers.setdefault(entry.id, os.path.basename(path))
                entries.append(entry)
    return entries, writers


def part(store: Store, id: str, now: datetime, *, first_seen: bool = False) -> bool:
    """Give a memory that a merge renamed its journal lines, and redirect the links that mean it;
    whether it got any lines.

    `first_seen`: until now this clone has known it under its former id.
    """
    with store.lock.held():
        record = home_of(store, id).read(id)
        own_log = "{}-{}.jsonl".format(*store.writer()) if first_seen else ""
        parted_from = list[str]()
        for former in formers(id, record.document):
            entries, writers = lines_under(store, former)
            fresh = parting_entries(entries, writers, record.value.created, id, own_log)
            parted_from += [former] if store.journal.append(fresh) else []
            recordings = recordings_of(entries, record.value.created, id)
            logs = {writers[entry.id] for entry in recordings}
            if len(logs) == 1 and (fresh or own_log in logs):
                since = min(entry.id for entry in recordings)
                _redirect_links(store, former, id, logs.pop(), since)
        for each in (id, *parted_from) if parted_from else ():
            move_to_own_folder(store, each)
            show(store, each, now)
        return bool(parted_from)


def move_to_own_folder(store: Store, id: str) -> None:
    """Move a memory's file to the folder of its own last act: git may have moved it with the other
    memory's."""
    folders = (store.memories, store.archive)
    target, other = folders[::-1] if was_archived(store.journal.lines(id).lines) else folders
    if id in other and id not in target:
        other.move([id], target)


def _redirect_links(store: Store, former: str, id: str, writer: str, since: str) -> None:
    """Redirect links from `former` to `id` that mean the memory which now has that id.

    These are the links that its writer made after the entry that recorded it (`since`).
    """
    for folder in (store.memories, store.archive):
        for record in list(folder.scan()):
            links = () if isinstance(record, Broken) else record.value.links
            if all(link.target != former for link in links):
                continue
            entries, writers = lines_under(store, record.id)
            made = {link: entry_of_link(entries, link) for link in links if link.target == former}
            redirected = {
                link
                for link, entry in made.items()
                if entry and writers[entry.id] == writer and entry.id > since
            }
            folder.change(record.id, partial(_with_target, redirected=redirected, id=id))


def _with_target(memory: Memory, redirected: Set[Link], id: str) -> Memory:
    links = (link._replace(target=id) if link in redirected else link for link in memory.links)
    return memory._replace(links=tuple(dict.fromkeys(links)))


def home_of(store: Store, id: str) -> Collection[Memory]:
    """The folder of a memory's file; `memories` if it has none."""
    return store.archive if id not in store.memories and id in store.archive else store.memories


def folder_of(store: Store, path: str) -> Collection[Memory]:
    """The folder of the store that a memory's file is in."""
    return collection_of(store, os.path.basename(os.path.dirname(path)))


def show(store: Store, id: str, now: datetime) -> None:
    """Write the journal's strength into a memory's file: that of a merged file may be invalid."""
    entries, until = store.journal.lines(id).lines, settled_until(store, now)

    def shown(memory: Memory) -> Memory:
        return projected(memory, entries, history_of(store, memory, entries, until))

    for collection in (store.memories, store.archive):
        if id in collection:
            collection.change(id, shown)


def waiting_files(store: Store) -> list[str]:
    """The files of memories and proposals that wait for the end of a merge to get their own."""
    return [
        os.path.join(collection.folder, name)
        for collection in (store.memories, store.archive, store.proposals)
        for name in parted_names(collection.folder)
    ]


def waiting_id(path: str) -> str:
    """The id of the memory in a waiting file."""
    return stem_of(os.path.basename(path).removesuffix(WAITING))


def settle_in(store: Store, path: str, now: datetime) -> str:
    """Give a waiting memory its file, merged with an existing one, and answer its id.

    Where another memory has that file, it gets a new id. The answer is "" for one that was erased
    meanwhile, and for one that still has its former file, as the merge was aborted.
    """
    with store.lock.held():  # taking the lock finishes erasures
        if not os.path.lexists(path):
            return ""
        id = waiting_id(path)
        collection, pair, decided = waiting_in(store, path)
        if collection is store.proposals:
            place_proposal(store, id, pair)
        elif _has_former_file(store, id, pair.ours):
            id = ""
        else:
            id = put_in_place(store, collection, id, pair, now)
        with os_errors(path):
            os.unlink(path)
        if id and collection is not store.proposals:
            part(store, id, now, first_seen=True)
            log_decision(store, id, decided, now)
    return id


def _has_former_file(store: Store, id: str, text: str) -> bool:
    """Whether a waiting memory still has a file under a former id, by its creation and words."""
    document = document_of(text, id)
    for former in formers(id, document):
        with suppress(NotFound, BadData):
            existing = home_of(store, former).read(former).document
            times = (value_at(each.data, CREATED) for each in (document, existing))
            if same_value(*times) and not differs_in_words(document.data, existing.data):
                return True
    return False


def put_in_place(
    store: Store, collection: Collection[Memory], id: str, pair: Sides, now: datetime
) -> str:
    """Write `pair.ours` as the file of a memory, or merge it into the existing one; its id.

    If the existing file is another memory's, that stays, and this memory gets a new id.
    """
    if not store.has_memory(id):
        collection.create_raw(id, pair.ours.encode())
        return id
    home = home_of(store, id)
    pair = pair._replace(theirs=_text_of(home, id, pair.ours))
    if pair.theirs == pair.ours:
        return id
    entries = store.journal.lines(id).lines
    if are_two(store, id, pair, entries):
        fresh, text = renamed(id, document_of(pair.ours, id))
        return put_in_place(store, collection, fresh, pair._replace(ours=text), now)
    whole = made_whole(home, id, pair, entries)
    if whole is None:
        raise Conflict(f"{home.path(id)} cannot be merged with {id}{WAITING}", "see both")
    if whole.other:
        put_in_place(store, collection, whole.other[0], Sides(whole.other[1]), now)
    replace(home.path(id), whole.text.encode())
    store.changed.append(home.path(id))
    log_decision(store, id, whole, now)
    return id


def _text_of(there: Collection[Memory], id: str, text: str) -> str:
    """The text of a memory's file; `text` if the file is in conflict and that is a side of it."""
    try:
        return there.read(id).document.text
    except BadData:
        pair = sides(read_regular(there.path(id), SIZE_LIMIT).decode(errors="replace"))
        if pair and text in pair:
            return text
        raise


def are_two(store: Store, id: str, pair: Sides | None, entries: Sequence[JournalEntry]) -> bool:
    """Whether the sides are two memories created at one moment, and not one that was edited.

    They are if the journal recorded several under a former id at that moment, and none of the
    entries of this id edits the words of one side into those of the other.
    """
    if pair is None:
        return False
    try:
        existing = document_of(pair.theirs, id)
        created = store.memories.codec.value(id, existing.data).created
    except BadData:
        return False
    ours = {_summary(text) for text in (pair.ours, pair.base) if text}
    theirs, edited = _summary(pair.theirs), set(_edited_summaries(entries))
    if theirs in ours or (theirs in edited and ours & edited):
        return False
    recorded = {
        entry.id
        for former in formers(id, existing)
        for entry in lines_under(store, former)[0]
        if entry.act == RECORDED and entry.via != ADOPTION and entry.strength
        if entry.strength.last_reinforced == created
    }
    return len(recorded) > 1


def _summary(text: str) -> str:
    try:
        return str(value_at(document_of(text, "").data, SUMMARY))
    except BadData:
        return ""


def _edited_summaries(entries: Sequence[JournalEntry]) -> list[str]:
    key = ".".join(SUMMARY)
    texts = (entry.text.get(side) for entry in entries for side in ("before", "after"))
    return [str(text[key]) for text in texts if isinstance(text, Mapping) and key in text]


def log_decision(store: Store, name: str, whole: MendedFile, now: datetime) -> None:
    """Append what was decided between two sides to the journal: undo brings the other side's."""
    if whole.decided.after:
        signature = store.signed(now, "cli", REASON)
        allowed = allowed_in(store.journal.lines(name).lines)
        act = REVISED if held(name) else "edited"
        store.journal.append([content_entry(signature, act, name, whole.decided, allowed)])


def waiting_in(store: Store, path: str) -> tuple[Collection[Memory], Sides, MendedFile]:
    """The folder of a waiting file, its sides, and how a conflict inside it was decided.

    BadData or BadId if it is no memory. It has a conflict if both sides changed it while it waited.
    """
    collection, id = folder_of(store, path), waiting_id(path)
    pair = sides(read_regular(path, SIZE_LIMIT).decode(errors="replace"))
    if pair is None:
        raise BadData(path, ["is not as memento leaves it"])
    whole = made_whole(collection, id, sides(pair.ours), store.journal.lines(id).lines)
    whole = whole or MendedFile(pair.ours)
    as_memory(collection, id, whole.text)
    return collection, pair._replace(ours=whole.text), whole
