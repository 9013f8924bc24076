"""A tenant of a hub, as one clone talks to it: the functions of `schema/0001.sql`."""

from __future__ import annotations

from memento_cli.core.text.strict_json import dumped
from memento_cli.errors import MementoError, Refused
from memento_cli.hub.answers import file_in, greeting_in, line_in
from memento_cli.hub.lines import ERASURES
from memento_cli.named_tuple import NamedTuple
from memento_cli.standard import contextmanager

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeVar

    import psycopg

    from memento_cli.hub.answers import Greeting, HubFile
    from memento_cli.hub.items import Item, Rows
    from memento_cli.hub.lines import HubLine

    T = TypeVar("T")

FEW = 1000
"""So many rows come with the first answer; of more, the rest is streamed."""
CHUNK = 500
"""Rows that the client of PostgreSQL hands over at once, from its version 17 on."""
BATCH_ROWS, BATCH_BYTES = 2000, 1 << 22
READ = "begin isolation level repeatable read, read only"
HELLO = "select * from memento.hello(%s, %s)"
LINES = "select * from memento.pull_lines(%s, %s, %s, %s)"
FILES = "select * from memento.pull_files(%s, %s, %s, %s)"
BEGIN_PUSH = "select memento.begin_push(%s, %s, %s, %s, %s, %s, %s, %s)"
PUT_LINES = "select memento.put_lines(%s, %s, %s, %s, %b::bytea[], %b::bytea[])"
PUT_FILES = "select memento.put_files(%s, %s, %s, %b::bytea[], %b::bytea[], %s, %s)"
PUT_ITEMS = "select memento.put_items(%s, %s, %s::jsonb)"
PUT_BUFFERS = "select memento.put_buffers(%s, %s, %s::jsonb)"


class Pulled(NamedTuple):
    """What a hub has that this clone may lack."""

    greeting: Greeting
    lines: list[HubLine]
    files: list[HubFile]


class Edit(NamedTuple):
    """A file to push over the version with the hash `expected` (None: no file), and its version
    vector as JSON; without content it is removed."""

    path: str
    expected: bytes | None
    content: bytes | None
    vector: str


class Outdated(MementoError):
    """The hub has changed since this clone pulled from it: pull again."""


class Full(Refused):
    """The tenant has as many lines or bytes as it may."""


class Remote:
    """One tenant, seen by the clone with this id. No state of a session is used, so that a pool of
    connections may stand between."""

    def __init__(self, connection: psycopg.Connection[Any], tenant: str, clone: str) -> None:
        self.tenant, self.clone = tenant, clone
        self._connection = connection

    def pull(self, epoch: str, token: str, snapshot: str) -> Pulled:
        """What is new since a snapshot, in one round trip; everything if the hub or the clone is
        not the one of that epoch and token."""
        who = (self.tenant, self.clone)
        hello, lines, files = (self._connection.cursor(binary=True) for _ in range(3))
        with _in_one_trip(self._connection, READ):
            hello.execute(HELLO, who)
            lines.execute(LINES, (*who, snapshot or None, FEW))
            files.execute(FILES, (*who, snapshot or None, FEW))
        greeting = greeting_in(hello.fetchone())
        is_same = (epoch, token) == (greeting.epoch, greeting.token)
        if FEW in (lines.rowcount, files.rowcount) or (snapshot and not is_same):
            return self._pull_all(epoch, token, snapshot)
        return _pulled(greeting, lines, files)

    def _pull_all(self, epoch: str, token: str, snapshot: str) -> Pulled:
        """The same, however much it is: rows are read as they come."""
        connection, who = self._connection, (self.tenant, self.clone)
        connection.execute(READ)
        try:
            greeting = greeting_in(connection.execute(HELLO, who, binary=True).fetchone())
            is_same = (epoch, token) == (greeting.epoch, greeting.token)
            since = snapshot or None if is_same else None
            return _pulled(greeting, self._streamed(LINES, since), self._streamed(FILES, since))
        finally:
            _end(connection)

    def _streamed(self, text: str, since: str | None) -> Iterator[tuple[Any, ...]]:
        """All rows, as they come."""
        from psycopg import capabilities

        size = CHUNK if capabilities.has_stream_chunked() else 1
        cursor = self._connection.cursor(binary=True)
        return cursor.stream(text, (self.tenant, self.clone, since, None), size=size)

    def versions(self, asked: Sequence[tuple[str, bytes | None]]) -> dict[tuple[str, bytes], bytes]:
        """The former contents of files by (path, hash); without a hash all kept hashes of a path,
        with empty contents."""
        cursor = self._connection.cursor(binary=True)
        paths, hashes = [path for path, _ in asked], [hash for _, hash in asked]
        cursor.execute(
            "select * from memento.versions(%s, %s, %s::bytea[])", (self.tenant, paths, hashes)
        )
        rows = cursor.fetchall()
        return {(path, hash): content or b"" for path, hash, content in rows}

    def content_of(self, path: str) -> bytes | None:
        """What one file says; None if there is none."""
        text = "select memento.content_of(%s, %s)"
        row = self._connection.execute(text, (self.tenant, path), binary=True).fetchone()
        return row[0] if row else None

    def channel(self) -> str:
        """The channel on which the hub tells of changes for the next two minutes."""
        text = "select memento.watch(%s, %s)"
        row = self._connection.execute(text, (self.tenant, self.clone)).fetchone()
        return str(row[0]) if row else ""

    def lines(self, ids: Sequence[str]) -> list[HubLine]:
        """These lines, as the hub has them."""
        text = "select * from memento.lines(%s, %s)"
        rows = self._connection.execute(text, (self.tenant, list(ids)), binary=True)
        return [line_in(row) for row in rows]

    def unknown(self, digests: Sequence[tuple[str, bytes]]) -> set[str]:
        """Of lines, each with its SHA-256, the ids of those that the hub lacks or has otherwise."""
        ids = set[str]()
        for batch in _batches(digests, lambda _: 64):
            rows = self._connection.execute(
                "select memento.unknown_lines(%s, %s, %s)",
                (self.tenant, [id for id, _ in batch], [digest for _, digest in batch]),
            )
            ids.update(id for (id,) in rows)
        return ids

    def push(
        self,
        greeting: Greeting,
        actor: str,
        token: str,
        lines: Sequence[HubLine],
        edits: Sequence[Edit],
        rows: Rows,
        *,
        keep: bool,
    ) -> list[str]:
        """Write all, or nothing, in one round trip; the ids of lines that the hub has otherwise,
        and keeps. `rows` are those of the lines and files in the tables of document 002. `keep`:
        former contents of the files serve later merges, as nothing was erased from them.

        Outdated if the hub is no longer as it was when it greeted.
        """
        from psycopg import errors

        erases = any(line.log.startswith(ERASURES) for line in lines)
        clone = (self.tenant, self.clone, actor, greeting.token or None, token)
        try:
            with _in_one_trip(self._connection, "begin"):
                hub = (greeting.epoch, greeting.erasures, erases)
                self._connection.execute(BEGIN_PUSH, (*clone, *hub))
                others = [self._put(PUT_LINES, lines) for lines in _line_batches(lines)]
                for batch in _file_batches(edits):
                    self._put(PUT_FILES, batch, keep and not erases)
                self._put_rows(PUT_ITEMS, rows.memories)
                self._put_rows(PUT_BUFFERS, rows.sessions)
            return [id for answer in others for (id,) in answer]
        except (errors.SerializationFailure, errors.DeadlockDetected) as problem:
            raise Outdated(str(problem)) from None
        except errors.DatabaseError as problem:
            raise _told(problem) from None

    def _put(self, text: str, rows: Sequence[tuple[Any, ...]], *more: Any) -> psycopg.Cursor[Any]:
        """Call a function that takes rows by columns; its answer."""
        columns = map(list, zip(*rows, strict=True))
        what = (self.tenant, self.clone, *columns, *more)
        return self._connection.execute(text, what, binary=True)

    def _put_rows(self, text: str, rows: Mapping[str, Item | None]) -> None:
        ordered = sorted((id, row and dumped(row)) for id, row in rows.items())
        for batch in _batches(ordered, lambda pair: len(pair[1] or "")):
            there = ",".join(row for _, row in batch if row)
            self._connection.execute(text, (self.tenant, [id for id, _ in batch], f"[{there}]"))


@contextmanager
def _in_one_trip(connection: psycopg.Connection[Any], begin: str) -> Iterator[None]:
    """The statements of the block as one transaction, in one round trip to the server.

    Their answers, and their errors, come at the end of the block.
    """
    try:
        with connection.pipeline():
            connection.execute(begin)
            yield
            connection.execute("commit")
    finally:
        _end(connection)


def _end(connection: psycopg.Connection[Any]) -> None:
    """End a transaction that is still open, as when a statement of it failed."""
    if not connection.closed:
        connection.rollback()


def _pulled(
    greeting: Greeting, lines: Iterable[tuple[Any, ...]], files: Iterable[tuple[Any, ...]]
) -> Pulled:
    return Pulled(greeting, [line_in(row) for row in lines], [file_in(row) for row in files])


def _line_batches(lines: Iterable[HubLine]) -> Iterator[list[HubLine]]:
    """Lines in the order in which all writers lock them."""
    return _batches(sorted(lines, key=lambda line: line.id), lambda line: len(line.raw))


def _file_batches(edits: Iterable[Edit]) -> Iterator[list[Edit]]:
    """Files in the order in which all writers lock them."""
    ordered = sorted(edits, key=lambda edit: edit.path)
    return _batches(ordered, lambda edit: len(edit.content or b""))


def _told(problem: Exception) -> MementoError:
    """An error of the hub's functions as memento's."""
    code, text = getattr(problem, "sqlstate", ""), str(problem).partition("\n")[0]
    if code == "ME001":
        return Outdated(text)
    if code == "ME003":
        return Full(text, "an administrator of the hub can raise it: `memento store hub limit`")
    raise problem


def _batches(items: Iterable[T], size: Any) -> Iterator[list[T]]:
    """Items in lists of at most BATCH_ROWS and about BATCH_BYTES."""
    batch: list[T] = []
    total = 0
    for item in items:
        batch.append(item)
        total += size(item)
        if len(batch) >= BATCH_ROWS or total >= BATCH_BYTES:
            yield batch
            batch, total = [], 0
    if batch:
        yield batch
