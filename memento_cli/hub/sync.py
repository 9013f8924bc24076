"""sync: unite a store with a tenant of a hub. Pull, settle, push; again if another was quicker."""

from __future__ import annotations

import os
from hashlib import sha256
from uuid import uuid4

from memento_cli.actions.git.checks import problems_of
from memento_cli.actions.security.secrets import secrets_among
from memento_cli.core.security.trust import is_open
from memento_cli.core.time.when import iso
from memento_cli.errors import BadData, Busy, Refused
from memento_cli.hub.finishing import finish
from memento_cli.hub.lines import hub_line
from memento_cli.hub.local import changed_files, new_lines, place_of, settled_stamp
from memento_cli.hub.notes import EPOCH, ERASED, SNAPSHOT, SYNCED, TOKEN, FileNote, opened
from memento_cli.hub.pulling import Taking, is_rolled_back, take_lines
from memento_cli.hub.remote import Edit, Outdated, Remote
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import contextmanager
from memento_cli.store.directory.clone import actor
from memento_cli.store.directory.folders import PRIVATE
from memento_cli.store.files.lock import Lock
from memento_cli.store.files.names import stem_of
from memento_cli.store.redaction.erasure import erasures
from memento_cli.store.toml.parse import parsed

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime
    from typing import Any

    import psycopg

    from memento_cli.hub.lines import HubLine
    from memento_cli.hub.local import LocalFile, NewLines
    from memento_cli.hub.notes import Notes
    from memento_cli.hub.remote import Greeting
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


class Outgoing(NamedTuple):
    """What a push has: lines and files, the notes to make once it is done, and what stays here."""

    lines: list[HubLine]
    logs: list[NewLines]
    files: list[LocalFile]
    held: list[str]


Tick = "Callable[[str, int], None]"


def sync(
    store: Store,
    hub: str,
    tenant: str,
    connection: psycopg.Connection[Any],
    now: datetime,
    tick: Callable[[str, int], None] = lambda what, count: None,
) -> Synced:
    """Unite a store with a tenant, over a connection to its hub, whose name is `hub`.

    Busy if another sync of this clone is under way, or others were quicker ROUNDS times; Refused,
    with all reasons, if what would be pushed has secrets or is too private, once the pull is done.
    """
    with _alone(store):
        _, clone = _writer(store)
        total = Synced()
        for nth in range(1, ROUNDS + 1):
            with opened(store.root, hub, tenant, clone) as notes:
                done, again = _round(store, notes, connection, tenant, clone, now, tick)
            total = _added(total, done, nth)
            if not again:
                return total
            _, clone = _writer(store)
        raise Busy(f"the hub changed {ROUNDS} times while this store was synced", "try again")


@contextmanager
def _alone(store: Store) -> Iterator[None]:
    """While one sync of this clone is under way, another waits as for the store's lock."""
    path = os.path.join(store.root, PRIVATE, "sync")
    with Lock(path, store.settings["lock.timeout_seconds"]).held():
        yield


def _writer(store: Store) -> tuple[str, str]:
    with store.lock.held():
        return store.writer()


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
    connection: psycopg.Connection[Any],
    tenant: str,
    clone: str,
    now: datetime,
    tick: Callable[[str, int], None],
) -> tuple[Synced, bool]:
    """One round: what it did, and whether another is needed."""
    remote = Remote(connection, tenant, clone)
    facts = [notes.fact(key) for key in (EPOCH, TOKEN, SNAPSHOT)]
    pulled = remote.pull(*facts)
    greeting = pulled.greeting
    if facts[2] and facts[:2] != [greeting.epoch, greeting.token]:
        notes.forget()
    if is_rolled_back(store, clone, pulled.lines):
        store.warn("this clone was restored from a copy: it goes on in logs of its own")
        _give_new_id(store)
        return Synced(), True
    lines_in = take_lines(store, notes, pulled.lines)
    with store.lock.held():  # whoever takes it first removes what was erased
        pass
    changed = changed_files(store, notes)
    taken = Taking(store, remote, notes, changed).take(
        pulled.files, now, lambda count: tick("pulling", count)
    )
    done = Synced(lines_in, taken.written, merged=taken.merged)
    is_news = str(greeting.erasures) != (notes.fact(ERASED) or "0")
    if taken.memories or is_news:
        finish(store, taken.memories, now, after_erasure=is_news)
    if taken.again:
        return done, True
    outgoing = gathered(store, notes, remote.unknown)
    done = done._replace(held=tuple(outgoing.held))
    token = greeting.token
    if outgoing.lines or outgoing.files or pulled.lines or pulled.files or not token:
        token = str(uuid4())
        try:
            _push(store, remote, greeting, token, outgoing, keep=not is_news)
        except Outdated:
            return done, True
        done = done._replace(lines_out=len(outgoing.lines), files_out=len(outgoing.files))
    with notes.together():
        _note(store, notes, outgoing)
        beliefs = {EPOCH: greeting.epoch, TOKEN: token, SNAPSHOT: greeting.snapshot}
        notes.set(beliefs | {ERASED: str(greeting.erasures), SYNCED: iso(now)})
    return done, False


def _give_new_id(store: Store) -> None:
    with store.lock.held():
        os.unlink(os.path.join(store.root, PRIVATE, "clone"))
        store.writer()


def gathered(
    store: Store, notes: Notes, unknown: Callable[[Sequence[tuple[str, bytes]]], set[str]]
) -> Outgoing:
    """What this store has for a hub. Refused if any of it has a secret or is too private."""
    logs, held = new_lines(store, notes), list[str]()
    tails = [(log, _hub_lines(log)) for log in logs if log.is_tail]
    whole = [(log, _hub_lines(log)) for log in logs if not log.is_tail]
    digests = [(line.id, sha256(line.raw).digest()) for _, lines in whole for line in lines]
    asked = unknown(digests) if digests else set()
    lines = [line for _, some in tails for line in some]
    lines += [line for _, some in whole for line in some if line.id in asked]
    lines = list({line.id: line for line in lines}.values())
    files: list[LocalFile] = []
    refused: list[str] = []
    erased = erasures(store)
    for file in changed_files(store, notes).values():
        problem, is_private = _problem(store, file, erased)
        if is_private:
            refused.append(f"{file.path}: {problem}")
        elif problem:
            held.append(f"{file.path}: {problem}")
        else:
            files.append(file)
    refused += _secrets(store, lines, files)
    if refused:
        more = f" and {len(refused) - SHOWN} more" if len(refused) > SHOWN else ""
        raise Refused(
            "nothing was pushed: " + "; ".join(refused[:SHOWN]) + more,
            "`memento help secrets` tells how one is taken out, or allowed",
        )
    return Outgoing(lines, logs, files, held)


def _hub_lines(log: NewLines) -> list[HubLine]:
    return [line for row in log.rows if (line := hub_line(log.path, row))]


def _problem(store: Store, file: LocalFile, erased: Any) -> tuple[str, bool]:
    """Why a file is not pushed, or "", and whether that is because it is too private."""
    if file.content is None:
        return "", False
    least = store.settings["git.privacy"]
    if least != "private" and file.path.startswith(("memories/", "archive/", "proposals/")):
        try:
            value = store.memories.codec.value(
                stem_of(os.path.basename(file.path)), parsed(file.content, file.path).data
            )
            if not is_open(value.privacy, least):
                return f"is {value.privacy}; only what is {least} is shared (git.privacy)", True
        except BadData:
            pass
    return next(problems_of(store, file.path, file.content, erased), ""), False


def _secrets(store: Store, lines: Sequence[HubLine], files: Sequence[LocalFile]) -> list[str]:
    """The secrets in lines and files that nobody has allowed, each with its place."""
    by_log: dict[str, list[bytes]] = {}
    for line in lines:
        by_log.setdefault(line.log, []).append(line.raw)
    texts = [(log, b"\n".join(rows)) for log, rows in by_log.items()]
    texts += [(file.path, file.content) for file in files if file.content is not None]
    return [f"{s.where}: {s.kind}: {s.shown}" for s in secrets_among(store, texts)]


def _push(
    store: Store, remote: Remote, greeting: Greeting, token: str, outgoing: Outgoing, *, keep: bool
) -> None:
    edits = [Edit(file.path, file.expected, file.content) for file in outgoing.files]
    others = remote.push(greeting, actor(), token, outgoing.lines, edits, keep=keep)
    if others:
        store.warn(
            f"{len(others)} lines of the logs say something else here than on the hub, which keeps"
            f" its own: {', '.join(others[:SHOWN])}"
        )


def _note(store: Store, notes: Notes, outgoing: Outgoing) -> None:
    """Note what the hub has by now."""
    notes.note_logs({log.path: log.note for log in outgoing.logs})
    rows: list[tuple[str, FileNote | None]] = []
    for file in outgoing.files:
        if file.content is None:
            rows.append((file.path, None))
            continue
        try:
            stamp = settled_stamp(os.lstat(place_of(store, file.path)))
        except FileNotFoundError:
            stamp = ""
        rows.append((file.path, FileNote(sha256(file.content).digest(), stamp)))
    notes.note_files(rows)
