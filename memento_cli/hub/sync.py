"""sync: unite a store with a tenant of a hub. Pull, settle, push; again if another was quicker."""

from __future__ import annotations

import os
from uuid import uuid4

from memento_cli.core.text.strict_json import loaded
from memento_cli.core.time.when import iso
from memento_cli.errors import Busy
from memento_cli.hub.local import Changed, content_of, hash_of, scanned
from memento_cli.hub.notes import Here, Meeting, opened
from memento_cli.hub.outgoing import gathered
from memento_cli.hub.pulled_files import Taking, unit_of
from memento_cli.hub.pulled_lines import blank_copies, is_rolled_back, missing_lines, take_lines
from memento_cli.hub.remote import Outdated, Remote
from memento_cli.hub.turns import alone
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import contextmanager
from memento_cli.store.directory.clone import actor
from memento_cli.store.directory.folders import PRIVATE
from memento_cli.store.files.names import SUFFIX

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from datetime import datetime
    from typing import Any

    import psycopg

    from memento_cli.hub.notes import Notes
    from memento_cli.hub.outgoing import Outgoing
    from memento_cli.hub.remote import Pulled
    from memento_cli.store.directory.store import Store

ROUNDS = 8
"""So often a sync begins again because another was quicker; then it gives up for now."""
SHOWN = 5


class Synced(NamedTuple):
    """What a sync did: lines and files that came and went, and what both sides had changed.

    `held` are the files and lines that did not go, each with the reason.
    """

    lines_in: int = 0
    files_in: int = 0
    lines_out: int = 0
    files_out: int = 0
    merged: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    rounds: int = 1


def sync(
    store: Store,
    hub: str,
    tenant: str,
    connection: psycopg.Connection[Any],
    now: datetime,
    tick: Callable[[], None] = lambda: None,
) -> Synced:
    """Unite a store with a tenant, over a connection to its hub, whose name is `hub`.

    Busy if another sync of this clone is under way, or others were quicker ROUNDS times; Refused,
    with all reasons, if what would be pushed has secrets or is too private, once the pull is done.
    """
    with alone(store):
        total = Synced()
        for nth in range(1, ROUNDS + 1):
            with _reached(store, hub, tenant, connection) as (notes, remote):
                done, again = _round(store, notes, remote, now, tick)
            total = _added(total, done, nth)
            if not again:
                if total.lines_out or total.files_out:
                    from memento_cli.hub.embeddings import push_embeddings

                    push_embeddings(store, connection, tenant)
                return total
        raise Busy(f"the hub changed {ROUNDS} times while this store was synced", "try again")


def preview(store: Store, hub: str, tenant: str, connection: psycopg.Connection[Any]) -> Synced:
    """What a sync would do now, as far as one can tell before it is done: nothing is written. What
    both sides have changed counts as merged only. Refused as a sync is."""
    with alone(store), _reached(store, hub, tenant, connection) as (notes, remote):
        pulled = _pulled(notes, remote)
        if not notes.meeting().epoch:
            from memento_cli.hub.joining import is_empty

            is_empty(store, pulled.files)
        here = scanned(store, notes)
        taking = Taking(store, remote, notes, here)
        units, apart = taking.sorted_out(pulled.files)
        plain = (file for name in units.keys() - apart for file in units[name])
        outgoing = gathered(store, notes, remote, here)
        return Synced(
            missing_lines(store, pulled.lines),
            sum(not taking.is_known(file) for file in plain),
            len(outgoing.lines),
            sum(unit_of(edit.path) not in apart for edit in outgoing.edits),
            tuple(sorted(apart)),
            tuple(outgoing.held),
        )


@contextmanager
def _reached(
    store: Store, hub: str, tenant: str, connection: psycopg.Connection[Any]
) -> Iterator[tuple[Notes, Remote]]:
    """The notes about a tenant, and the tenant, as this clone has and sees them."""
    with store.lock.held():
        _, clone = store.writer()
    with opened(store.root, hub, tenant, clone) as notes:
        yield notes, Remote(connection, tenant, clone)


def _pulled(notes: Notes, remote: Remote) -> Pulled:
    """What the hub has since the last meeting; all if it, or this clone, is not the same any more,
    which is noted."""
    last = notes.meeting()
    pulled = remote.pull(last.epoch, last.token, last.snapshot)
    if last.epoch and (last.epoch, last.token) != (pulled.greeting.epoch, pulled.greeting.token):
        notes.forget()
    return pulled


def _added(total: Synced, done: Synced, rounds: int) -> Synced:
    return Synced(
        total.lines_in + done.lines_in,
        total.files_in + done.files_in,
        total.lines_out + done.lines_out,
        total.files_out + done.files_out,
        (*total.merged, *done.merged),
        done.held,
        rounds,
    )


def _round(
    store: Store,
    notes: Notes,
    remote: Remote,
    now: datetime,
    tick: Callable[[], None],
) -> tuple[Synced, bool]:
    """One round: what it did, and whether another is needed."""
    pulled = _pulled(notes, remote)
    last, greeting = notes.meeting(), pulled.greeting  # none if the tenant was made anew
    if is_rolled_back(store, remote.clone, pulled.lines):
        store.warn("this clone was restored from a copy: it goes on in logs of its own")
        _give_new_id(store)
        return Synced(), True
    if not last.epoch:
        from memento_cli.hub.joining import is_empty, make_ids_unique

        if is_empty(store, pulled.files):
            make_ids_unique(store)
    is_news = greeting.erasures != last.erasures
    done, again = _taken(store, notes, remote, pulled, now, tick, after_erasure=is_news)
    if again:
        return done, True
    try:
        here = scanned(store, notes)
        outgoing = gathered(store, notes, remote, here)
        if _has_lost(store, notes, outgoing):
            return done, True
        token = _pushed(store, remote, pulled, outgoing, here, keep=not is_news)
    except (Changed, Outdated):
        return done, True
    news = (greeting.epoch, token, greeting.snapshot, greeting.erasures, iso(now))
    _note(notes, Meeting(*news), outgoing)
    lines_out, files_out = len(outgoing.lines), len(outgoing.edits)
    held = tuple(outgoing.held)
    return done._replace(lines_out=lines_out, files_out=files_out, held=held), False


def _taken(
    store: Store,
    notes: Notes,
    remote: Remote,
    pulled: Pulled,
    now: datetime,
    tick: Callable[[], None],
    *,
    after_erasure: bool,
) -> tuple[Synced, bool]:
    """Take in what was pulled: what came, and whether files changed here meanwhile, so that another
    round is needed. `after_erasure`: the hub has one of which this clone had not heard."""
    done, again = Synced(take_lines(store, notes, pulled.lines)), False
    memories: tuple[str, ...] = ()
    with store.lock.held():  # whoever takes it first removes what was erased
        pass
    if pulled.files:
        taking = Taking(store, remote, notes, scanned(store, notes))
        files, merged, memories, again = taking.take(pulled.files, now, tick)
        done = done._replace(files_in=files, merged=merged)
    if memories or after_erasure:
        from memento_cli.hub.finishing import finish  # most syncs bring nothing

        finish(store, memories, now, after_erasure=after_erasure)
    return done, again


def _has_lost(store: Store, notes: Notes, outgoing: Outgoing) -> bool:
    """Whether a replica has lost files. The next round compares everything, and has them again."""
    gone = [edit.path for edit in outgoing.edits if edit.content is None]
    if not gone:
        return False
    from memento_cli.hub.lost_files import lost_files  # most syncs remove nothing

    lost = lost_files(store, gone)
    if lost:
        what = "1 file is" if len(lost) == 1 else f"{len(lost)} files are"
        store.warn(f"{what} gone from this replica by no act, and fetched again")
        notes.forget()
        notes.note_here(dict.fromkeys(lost, Here()))
    return bool(lost)


def _pushed(
    store: Store,
    remote: Remote,
    pulled: Pulled,
    outgoing: Outgoing,
    here: Mapping[str, Here],
    *,
    keep: bool,
) -> str:
    """Push what goes out, if anything came or goes, or this clone is new there; the token of this
    clone's last act. Changed if a file is not any more as it was looked at."""
    greeting = pulled.greeting
    if not (outgoing or pulled.lines or pulled.files) and greeting.token:
        return greeting.token
    from memento_cli.hub.items import rows_of

    token, lines, edits = str(uuid4()), outgoing.lines, outgoing.edits
    rows = rows_of(store, lines, (edit.path for edit in edits))
    for id, row in rows.memories.items():
        if row:  # made of a file that is read again, and must be the one that was checked
            path = f"memories/{id}{SUFFIX}"
            content_of(store, path, here.get(path, Here()))
    others = remote.push(greeting, actor(), token, lines, edits, rows, keep=keep)
    _give_way(store, remote, others)
    return token


def _note(notes: Notes, meeting: Meeting, outgoing: Outgoing) -> None:
    """Note a meeting, and what both have since."""
    with notes.together():
        notes.note_logs({log.path: log.note for log in outgoing.logs})
        notes.note_common(
            (edit.path, hash_of(edit.content), loaded(edit.vector)) for edit in outgoing.edits
        )
        notes.note_meeting(meeting)


def _give_way(store: Store, remote: Remote, ids: Sequence[str]) -> None:
    """Take the words of lines away that the hub has without, as they were erased; of other lines
    that it has otherwise, warn."""
    if not ids:
        return
    blanked = blank_copies(store, remote.lines(ids))
    others = [id for id in ids if id not in blanked]
    if others:
        few, many = "1 line of the logs says", f"{len(others)} lines of the logs say"
        which = few if len(others) == 1 else many
        shown = ", ".join(others[:SHOWN])
        store.warn(f"{which} something else here than on the hub, which keeps its own: {shown}")


def _give_new_id(store: Store) -> None:
    with store.lock.held():
        os.unlink(os.path.join(store.root, PRIVATE, "clone"))
        store.writer()
