"""A database, and tenants with something in them, put there by SQL that is written by hand."""

from __future__ import annotations

from contextlib import AbstractContextManager
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import uuid4

import psycopg
from psycopg.types.json import Jsonb

from tests.hub.servers import Server

CLONE, LOG = "0123abcd", "journal/2026-11/bob@host-0123abcd.jsonl"
FILE, CONTENT = "memories/blue.toml", b"[memory]\nid = 'blue'\n"
WORDS = b'"text": {"summary": "blue words"}}'
ITEM = {
    **dict.fromkeys(("agent_id", "project_id", "expires_at")),
    **{"id": "blue", "type": "episodic", "title": "Blue", "content": "Blue words"},
    **{"source": "cli", "user_id": "bob", "privacy_scope": "private", "origin_trace": {}},
    **{"created_at": "2026-11-01", "last_accessed_at": "2026-11-01", "importance": 0.5},
    **{"pinned": False, "views": 0, "uses": 0, "edits": 0, "words": {}, "length": 2},
    **{"word_set": [1, 2], "tags": ["sky"], "links": [["cause_of", "red"]]},
    "feedback": [["01jz", "used", 0.5, "2026-11-02"]],
}
TENANTED = """
    select relname::text from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'memento'::regnamespace and relkind in ('r', 'p') and not relispartition
        and attname = 'tenant'
"""

Connection = psycopg.Connection[Any]


class Database(NamedTuple):
    """A database of a server, as its superuser or another role reaches it."""

    server: Server
    name: str

    def url(self, role: str = "postgres") -> str:
        """Its name as a hub."""
        return self.server.url(self.name, role)

    def connected(
        self, role: str = "postgres", autocommit: bool = False
    ) -> AbstractContextManager[Connection]:
        """A connection, which commits at the end of the block."""
        return psycopg.connect(self.url(role), autocommit=autocommit)


def note_clone(connection: Connection, tenant: str, clone: str = CLONE) -> None:
    """Begin a push as this clone."""
    connection.execute(
        "select memento.begin_push(%s, %s, 'bob@host', token, %s, epoch, erasures, false)"
        " from memento.hello(%s, %s)",
        (tenant, clone, uuid4(), tenant, clone),
    )


def put_line(connection: Connection, tenant: str, id: str, clone: str = CLONE) -> None:
    """Add a line."""
    row = ([id], [LOG], [b'{"id": "%s", ' % id.encode()], [WORDS])
    text = "select memento.put_lines(%s, %s, %s, %s, %s::bytea[], %s::bytea[])"
    connection.execute(text, (tenant, clone, *row))


def put_file(
    connection: Connection,
    tenant: str,
    clone: str = CLONE,
    expected: bytes | None = None,
    content: bytes = CONTENT,
    path: str = FILE,
) -> None:
    """Write a file over the version of that hash."""
    text = "select memento.put_files(%s, %s, %s, %s::bytea[], %s::bytea[], %s, true)"
    connection.execute(text, (tenant, clone, [path], [expected], [content], ["{}"]))


def fill(connection: Connection, tenant: str) -> None:
    """Something in each table: a clone with a line, a file and a former version of it, a memory
    and a session."""
    note_clone(connection, tenant)
    put_line(connection, tenant, "01jz")
    put_file(connection, tenant, content=b"former")
    put_file(connection, tenant, expected=sha256(b"former").digest())
    buffer = {"session_id": "01ja", "items": [], "token_budget": 9, "expires_at": "2026-12-01"}
    put_file(connection, tenant, path="sessions/01ja.toml")
    for kind, id, row in (("items", "blue", ITEM), ("buffers", "01ja", buffer)):
        text = f"select memento.put_{kind}(%s, %s, %s)"
        connection.execute(text.encode(), (tenant, [id], Jsonb([row])))


def rows_of(hub: Database, tenant: str) -> dict[str, list[tuple[Any, ...]]]:
    """All that is a tenant's, by table; empty if nothing is."""
    found = {}
    with hub.connected() as connection:
        for (table,) in connection.execute(TENANTED).fetchall():
            text = f"select * from memento.{table} where tenant = %s order by 1, 2"
            if rows := connection.execute(text.encode(), (tenant,)).fetchall():
                found[table] = rows
    return found
