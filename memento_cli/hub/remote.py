"""A tenant of a hub, as one clone talks to it: the functions of `schema/0001.sql`."""

from __future__ import annotations

from memento_cli.core.text.strict_json import dumped, loaded
from memento_cli.errors import Failed, MementoError, Refused
from memento_cli.hub.lines import ERASURES, HubLine
from memento_cli.hub.migrations import VERSION
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeVar

    import psycopg

    from memento_cli.hub.items import Item, Rows
    from memento_cli.hub.version_vectors import Vector

    T = TypeVar("T")

FEW = 1000
"""So many rows come with the first answer; of more, the rest is streamed."""
CHUNK = 500
"""Rows that the client of PostgreSQL hands over at once, from its version 17 on."""
BATCH_ROWS, BATCH_BYTES = 2000, 1 << 22
HELLO = "select * from memento.hello(%s, %s)"
LINES = "select * from memento.pull_lines(%s, %s, %s, %s)"
FILES = "select * from memento.pull_files(%s, %s, %s, %s)"
PUT_ITEMS = "select memento.put_items(%s, %s, %s::jsonb)"
PUT_BUFFERS = "select memento.put_buffers(%s, %s, %s::jsonb)"


class Greeting(NamedTuple):
    """What the hub says of itself and of this clone: the version of its tables, its history, its
    snapshot, the number of erasures, and the token of this clone's last act, if it was here."""

    version: int
    epoch: str
    snapshot: str
    erasures: int
    token: str


class HubFile(NamedTuple):
    """A file of the hub with its version vector; a removed one has neither hash (SHA-256) nor
    content."""

    path: str
    hash: bytes | None
    content: bytes | None
    vector: Vector


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
        connection, who = self._connection, (self.tenant, self.clone)
        connection.execute("begin isolation level repeatable read, read only")
        try:
            with connection.pipeline():
                hello, lines, files = (connection.cursor(binary=True) for _ in range(3))
                hello.execute(HELLO, who)
                lines.execute(LINES, (*who, snapshot or None, FEW))
                files.execute(FILES, (*who, snapshot or None, FEW))
            greeting = _greeting(hello.fetchone())
            is_same = (epoch, token) == (greeting.epoch, greeting.token)
            since = snapshot or None if is_same else None
            line_rows, file_rows = lines.fetchall(), files.fetchall()
            if since != (snapshot or None) or FEW in (len(line_rows), len(file_rows)):
                line_rows = self._streamed(LINES, since)
                file_rows = self._streamed(FILES, since)
            return Pulled(
                greeting,
                [HubLine(*row) for row in line_rows],
                [HubFile(row[0], row[1], row[2], loaded(row[3])) for row in file_rows],
            )
        finally:
            connection.rollback()

    def _streamed(self, text: str, since: str | None) -> list[tuple[Any, ...]]:
        """All rows, as they come."""
        from psycopg import capabilities

        size = CHUNK if capabilities.has_stream_chunked() else 1
        cursor = self._connection.cursor(binary=True)
        return list(cursor.stream(text, (self.tenant, self.clone, since, None), size=size))

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
        return [HubLine(*row) for row in rows]

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
        """Write all, or nothing; the ids of lines that the hub has otherwise, and keeps. `rows` are
        those of the lines and files in the tables of document 002. `keep`: former contents of the
        files serve later merges, as nothing was erased from them.

        Outdated if the hub is no longer as it was when it greeted.
        """
        from psycopg import errors

        connection, who = self._connection, (self.tenant, self.clone)
        erases = any(line.log.startswith(ERASURES) for line in lines)
        try:
            with connection.transaction():
                connection.execute(
                    "select memento.begin_push(%s, %s, %s, %s)",
                    (self.tenant, greeting.epoch, greeting.erasures, erases),
                )
                is_same = connection.execute(
                    "select memento.note_clone(%s, %s, %s, %s, %s)",
                    (*who, actor, greeting.token or None, token),
                ).fetchone()
                if is_same != (True,):
                    raise Outdated("another run of this clone was here")
                others = list(self._put_lines(lines))
                if list(self._put_files(edits, keep and not erases)):
                    raise Outdated("another clone has written a file meanwhile")
                self._put_rows(PUT_ITEMS, rows.memories)
                self._put_rows(PUT_BUFFERS, rows.sessions)
                return others
        except (errors.SerializationFailure, errors.DeadlockDetected) as problem:
            raise Outdated(str(problem)) from None
        except errors.DatabaseError as problem:
            raise _told(problem) from None

    def _put_lines(self, lines: Sequence[HubLine]) -> Iterator[str]:
        text = "select memento.put_lines(%s, %s, %s, %s, %s::bytea[], %s::bytea[])"
        ordered = sorted(lines, key=lambda line: line.id)
        for batch in _batches(ordered, lambda line: len(line.raw)):
            columns = list(map(list, zip(*batch, strict=True)))
            rows = self._connection.execute(text, (self.tenant, self.clone, *columns), binary=True)
            yield from (id for (id,) in rows)

    def _put_files(self, edits: Sequence[Edit], keep: bool) -> Iterator[str]:
        text = "select memento.put_files(%s, %s, %s, %s::bytea[], %s::bytea[], %s, %s)"
        ordered = sorted(edits, key=lambda edit: edit.path)
        for batch in _batches(ordered, lambda edit: len(edit.content or b"")):
            columns = (self.tenant, self.clone, *map(list, zip(*batch, strict=True)), keep)
            rows = self._connection.execute(text, columns, binary=True)
            yield from (path for (path,) in rows)

    def _put_rows(self, text: str, rows: Mapping[str, Item | None]) -> None:
        ordered = sorted((id, row and dumped(row)) for id, row in rows.items())
        for batch in _batches(ordered, lambda pair: len(pair[1] or "")):
            there = ",".join(row for _, row in batch if row)
            self._connection.execute(text, (self.tenant, [id for id, _ in batch], f"[{there}]"))


def _greeting(row: tuple[Any, ...] | None) -> Greeting:
    if row is None:
        raise Failed("the hub does not answer as a hub does")
    version, epoch, snapshot, erasures, token, _ = row
    if version > VERSION:
        raise Refused(
            f"the hub has version {version} of its schema, and this memento knows {VERSION}",
            "upgrade memento",
        )
    if version < VERSION:
        raise Refused(
            f"the hub has version {version} of its schema, and this memento needs {VERSION}",
            "an administrator of the hub brings it there: `memento store hub init HUB`",
        )
    return Greeting(version, epoch, snapshot, erasures, str(token or ""))


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
