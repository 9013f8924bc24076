"""The hub's schema: numbered SQL files, and the script that brings a database to the newest.

`init` runs the same script that a database administrator hands to psql. It is one transaction under
a lock, so that of two runs at once one waits, and it does only what is not done yet.
"""

from __future__ import annotations

import os

from memento_cli.errors import Refused
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    import psycopg

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schema")
VERSION = 4
"""The version of the schema that this memento knows: the number of the newest file."""
OLDEST_SERVER = 15
OWNER, MEMBER = "memento_owner", "memento_member"
"""The roles that the schema makes: its members administrate the hub, or call its functions."""
HEAD = f"""\
-- The hub of memento: its schema up to version {VERSION}. Run it in one transaction:
--     psql -1 -v ON_ERROR_STOP=1 -f FILE DATABASE
-- PostgreSQL {OLDEST_SERVER} or newer is needed. Whoever runs it is a superuser, or has the
-- attribute CREATEROLE and the privilege CREATE on the database. It makes two roles that cannot
-- log in:
--     {OWNER}   owns the schema "memento"; its members administrate the hub, and whoever runs
--                     this becomes one
--     {MEMBER}  may call the functions of the hub; `memento store hub add` grants it
-- What is done already is not done again.
"""
LOCK = "pg_advisory_xact_lock(hashtextextended('memento', 0))"
"""Of two transactions that make a schema, one waits until the other has ended."""
BEGIN = f"""
do $memento$
begin
    if current_setting('server_version_num')::integer < {OLDEST_SERVER}0000 then
        raise exception 'a hub needs PostgreSQL {OLDEST_SERVER} or newer, and this is %',
            current_setting('server_version') using errcode = 'feature_not_supported';
    end if;
    perform {LOCK};
    if to_regclass('memento.meta') is not null then
        set local role {OWNER};
        if (select version from memento.meta) > {VERSION} then
            raise exception 'the hub has version % of its schema, and this memento knows {VERSION}',
                (select version from memento.meta)
                using errcode = 'ME004', hint = 'upgrade memento';
        end if;
    end if;
end
$memento$;
"""
STEP = """
do $memento$
begin
    if to_regclass('memento.meta') is not null then
        if (select version from memento.meta) >= {number} then
            return;
        end if;
    end if;
    execute $step$
{text}$step$;
    insert into memento.meta (version) values ({number})
    on conflict (only_row) do update set version = excluded.version;
end
$memento$;
"""
VECTORS = """
do $memento$
begin
    perform memento.use_vectors();
end
$memento$;
"""
"""Whenever the script is run, it takes up the extension `vector`, if the database has it by now."""
END = "\nreset role;\n"
EMBEDDINGS = "memento.memory_embedding"


class Migrated(NamedTuple):
    """The version of the schema before and after; 0 where there was none. `takes_vectors`: from now
    on, as the database has got pgvector since."""

    before: int
    after: int
    takes_vectors: bool = False


def migrate(connection: psycopg.Connection[Any], version: int = VERSION) -> Migrated:
    """Bring a database to a version, or leave it as it is.

    Refused if the server is too old, or does not let this role do it. The server itself refuses
    for a schema that is newer (ME004).
    """
    from psycopg import errors

    try:
        with connection.transaction():
            connection.execute(BEGIN.encode())
            before, had_vectors = _version(connection), _is_there(connection, EMBEDDINGS)
            for step in (*_steps(version), END):
                connection.execute(step.encode())
            has_vectors = _is_there(connection, EMBEDDINGS)
    except errors.FeatureNotSupported as problem:
        raise Refused(f"{problem.diag.message_primary}") from None
    except errors.InsufficientPrivilege as problem:
        raise Refused(
            f"{connection.info.user} may not make a hub here ({problem.diag.message_primary})",
            "`memento store hub init --print` prints it for whoever may, and says what it takes",
        ) from None
    return Migrated(before, max(before, version), has_vectors and not had_vectors)


def script() -> str:
    """All that `migrate` does, as one text for psql."""
    return "".join((HEAD, BEGIN, *_steps(VERSION), END))


def _version(connection: psycopg.Connection[Any]) -> int:
    if not _is_there(connection, "memento.meta"):
        return 0
    row = connection.execute("select version from memento.meta").fetchone()
    return int(row[0]) if row else 0


def _is_there(connection: psycopg.Connection[Any], table: str) -> bool:
    row = connection.execute("select to_regclass(%s) is not null", (table,)).fetchone()
    return row == (True,)


def _steps(version: int) -> Iterator[str]:
    for number in range(1, version + 1):
        with open(os.path.join(FOLDER, f"{number:04}.sql"), encoding="utf-8") as file:
            yield STEP.format(number=number, text=file.read())
    if version == VERSION:
        yield VECTORS
