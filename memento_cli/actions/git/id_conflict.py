"""Two memories that had one id, told apart: each in its file, and in the journal."""

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
    former_ids,
    line_of_link,
    parted,
    recordings_of,
    was_archived,
)
from memento_cli.core.git.merging import CREATED, SUMMARY, differs_in_words, same
from memento_cli.core.journal.event_types import ADOPTION, RECORDED
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.projection import projected
from memento_cli.core.security.allowances import allowed_in
from memento_cli.errors import BadData, Conflict, NotFound
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
    """The ids that a memory shared with others before merges gave it its own, the last one first.

    The day that its file says tells them.
    """
    return list(former_ids(id, str(value_at(document.data, CREATED))))


def lines_under(store: Store, former: str) -> tuple[list[JournalEntry], dict[str, str]]:
    """The lines of an id, and by their ids the name of the log that each is in."""
    writers, lines = dict[str, str](), list[JournalEntry]()
    for path in store.journal.files():
        for _, line in numbered_entries(path, former.encode()):
            if not isinstance(line, str) and line.memory == former:
                writers.setdefault(line.id, os.path.basename(path))
                lines.append(line)
    return lines, writers


def part(store: Store, id: str, now: datetime, *, first_seen: bool = False) -> bool:
    """Give a memory that a merge renamed its lines of the journal, and the links that lead to it;
    whether it got any lines.

    `first_seen`: until now, this clone has known it under the id that it had.
    """
    with store.lock.held():
        found = home_of(store, id).read(id)
        asking = "{}-{}.jsonl".format(*store.writer()) if first_seen else ""
        told = list[str]()
        for former in formers(id, found.document):
            lines, writers = lines_under(store, former)
            fresh = parted(lines, writers, found.value.created, id, asking)
            told += [former] if store.journal.append(fresh) else []
            its = recordings_of(lines, found.value.created, id)
            who = {writers[line.id] for line in its}
            if len(who) == 1 and (fresh or asking in who):
                _follow(store, former, id, who.pop(), min(line.id for line in its))
        for each in (id, *told) if told else ():
            _send_home(store, each)
            show(store, each, now)
        return bool(told)


def _send_home(store: Store, id: str) -> None:
    """Move a memory's file to where its own acts have put it: git may have done to it what was
    done to the other."""
    folders = (store.memories, store.archive)
    here, there = folders[::-1] if was_archived(store.journal.lines(id).lines) else folders
    if id in there and id not in here:
        there.move([id], here)


def _follow(store: Store, former: str, id: str, writer: str, since: str) -> None:
    """Let the links lead to `id` that its writer made to it while it was called `former`.

    They are those that this writer made since the line by which it was recorded.
    """
    for folder in (store.memories, store.archive):
        for this in list(folder.scan()):
            links = () if isinstance(this, Broken) else this.value.links
            if all(link.target != former for link in links):
                continue
            lines, writers = lines_under(store, this.id)
            made = {link: line_of_link(lines, link) for link in links if link.target == former}
            its = {
                link
                for link, line in made.items()
                if line and writers[line.id] == writer and line.id > since
            }
            folder.change(this.id, partial(_led, its=its, id=id))


def _led(memory: Memory, its: Set[Link], id: str) -> Memory:
    led = (link._replace(target=id) if link in its else link for link in memory.links)
    return memory._replace(links=tuple(dict.fromkeys(led)))


def home_of(store: Store, id: str) -> Collection[Memory]:
    """The folder that has a memory, or would have it."""
    return store.archive if id not in store.memories and id in store.archive else store.memories


def folder_of(store: Store, path: str) -> Collection[Memory]:
    """The folder of the store that a memory's file is in."""
    known = {here.folder: here for here in (store.memories, store.proposals)}
    return known.get(os.path.dirname(path), store.archive)


def show(store: Store, id: str, now: datetime) -> None:
    """Show the journal's numbers in a memory's file: what merged files have may be nobody's."""
    lines, until = store.journal.lines(id).lines, settled_until(store, now)

    def shown(memory: Memory) -> Memory:
        return projected(memory, lines, history_of(store, memory, lines, until))

    for collection in (store.memories, store.archive):
        if id in collection:
            collection.change(id, shown)


def waiting_files(store: Store) -> list[str]:
    """Files of memories, and proposals, that waited for the end of a merge to get a place."""
    return [
        os.path.join(collection.folder, name)
        for collection in (store.memories, store.archive, store.proposals)
        for name in parted_names(collection.folder)
    ]


def waiting_id(path: str) -> str:
    """The id of the memory that a waiting file has."""
    return stem_of(os.path.basename(path).removesuffix(WAITING))


def settle_in(store: Store, path: str, now: datetime) -> str:
    """Put a memory that waited in its place; merged, if it is there already. Its id.

    Where another memory of the same moment has the place, it gets a place of its own. One that
    still has the place that it was to leave, as git has taken the merge back, stays: no id. One
    that was erased meanwhile is gone.
    """
    with store.lock.held():  # which takes out what was erased
        if not os.path.lexists(path):
            return ""
        collection, pair, decided = waiting_in(store, path)
        if collection is store.proposals:
            place_proposal(store, waiting_id(path), pair)
            with os_errors(path):
                os.unlink(path)
            return waiting_id(path)
        stays = _never_left(store, waiting_id(path), pair.ours)
        id = "" if stays else put_in_place(store, collection, waiting_id(path), pair, now)
        with os_errors(path):
            os.unlink(path)
        if id:
            part(store, id, now, first_seen=True)
            tell_decided(store, id, decided, now)
    return id


def _never_left(store: Store, id: str, text: str) -> bool:
    """Whether a memory that waits is still under the id that it had, by its moment and words."""
    document = document_of(text, id)
    for former in formers(id, document):
        with suppress(NotFound, BadData):
            there = home_of(store, former).read(former).document
            moments = (value_at(each.data, CREATED) for each in (document, there))
            if same(*moments) and not differs_in_words(document.data, there.data):
                return True
    return False


def put_in_place(
    store: Store, collection: Collection[Memory], id: str, pair: Sides, now: datetime
) -> str:
    """Make `pair.ours` the file of a memory, or merge it with the one that it has already. Its id.

    What is there already stays there, if it is another memory.
    """
    if id not in store.memories and id not in store.archive:
        collection.create_raw(id, pair.ours.encode())
        return id
    there = home_of(store, id)
    pair = pair._replace(theirs=_text_of(there, id, pair.ours))
    if pair.theirs == pair.ours:
        return id
    lines = store.journal.lines(id).lines
    if are_two(store, id, pair, lines):
        fresh, text = renamed(id, document_of(pair.ours, id))
        return put_in_place(store, collection, fresh, pair._replace(ours=text), now)
    whole = made_whole(there, id, pair, lines)
    if whole is None:
        raise Conflict(f"{there.path(id)} cannot be merged with {id}{WAITING}", "see both")
    if whole.other:
        put_in_place(store, collection, whole.other[0], Sides(whole.other[1], "", None), now)
    replace(there.path(id), whole.text.encode())
    store.changed.append(there.path(id))
    tell_decided(store, id, whole, now)
    return id


def _text_of(there: Collection[Memory], id: str, text: str) -> str:
    """What a memory's file says; a merge that is yet to be mended says all that its sides do."""
    try:
        return there.read(id).document.text
    except BadData:
        pair = sides(read_regular(there.path(id), SIZE_LIMIT).decode(errors="replace"))
        if pair and text in pair:
            return text
        raise


def are_two(store: Store, id: str, pair: Sides | None, lines: Sequence[JournalEntry]) -> bool:
    """Whether both sides are memories of one moment, and not one that was edited meanwhile.

    The journal tells: under the id that they had before, several were recorded then, and none of
    the `lines` of this id makes the words of one those of the other.
    """
    if pair is None:
        return False
    try:
        known = document_of(pair.theirs, id)
        created = store.memories.codec.value(id, known.data).created
    except BadData:
        return False
    words = {_summary(text) for text in (pair.ours, pair.base) if text}
    there, chain = _summary(pair.theirs), set(_words_of(lines))
    if there in words or (there in chain and words & chain):
        return False
    recorded = {
        line.id
        for former in formers(id, known)
        for line in lines_under(store, former)[0]
        if line.act == RECORDED and line.via != ADOPTION and line.strength
        if line.strength.last_reinforced == created
    }
    return len(recorded) > 1


def _summary(text: str) -> str:
    try:
        return str(value_at(document_of(text, "").data, SUMMARY))
    except BadData:
        return ""


def _words_of(lines: Sequence[JournalEntry]) -> list[str]:
    """The summaries that a memory had before and after its edits."""
    key = ".".join(SUMMARY)
    texts = (line.text.get(side) for line in lines for side in ("before", "after"))
    return [str(text[key]) for text in texts if isinstance(text, Mapping) and key in text]


def tell_decided(store: Store, id: str, whole: MendedFile, now: datetime) -> None:
    """What was decided between two sides is an act: undo brings the other side's words."""
    if whole.decided.after:
        signature = store.signed(now, "cli", REASON)
        allowed = allowed_in(store.journal.lines(id).lines)
        line = content_entry(signature, "edited", id, whole.decided, allowed)
        store.journal.append([line])


def waiting_in(store: Store, path: str) -> tuple[Collection[Memory], Sides, MendedFile]:
    """A waiting file's folder, and what it has; BadData or BadId if it is no memory.

    It may have waited while it was changed on both sides: what is decided then is told, too.
    """
    collection, id = folder_of(store, path), waiting_id(path)
    pair = sides(read_regular(path, SIZE_LIMIT).decode(errors="replace"))
    if pair is None:
        raise BadData(path, ["is not as memento leaves it"])
    whole = made_whole(collection, id, sides(pair.ours), store.journal.lines(id).lines)
    whole = whole or MendedFile(pair.ours)
    as_memory(collection, id, whole.text)
    return collection, pair._replace(ours=whole.text), whole
