"""Members who write SQL by hand, and mean no good: what they can keep others from, and how far they
can make a tenant unusable for those who share it with them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from typing import Any

import psycopg
import pytest
from psycopg import errors
from psycopg.types.json import Jsonb

from memento_cli.errors import Conflict
from memento_cli.hub.administration import add_member, erase_tenant
from memento_cli.hub.connection import connected
from tests.hub.meeting import TENANT, let_in, reached
from tests.hub.tenants import (
    CLONE,
    CONTENT,
    FILE,
    ITEM,
    Database,
    fill,
    note_clone,
    put_file,
    put_line,
)

MALLORY = "mallory"


@pytest.fixture
def acme(new_hub: Database) -> Database:
    """A hub with a tenant, whose member postgres is honest."""
    let_in(new_hub)
    return new_hub


def ended(seconds: float, work: Callable[[], object]) -> bool:
    """Whether some work comes to its end in time."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    return not thread.is_alive()


def test_a_strangers_locks_hold_nobody_up(acme: Database) -> None:
    """A push takes no advisory lock: whoever may connect could take it first, by its number, and
    see in pg_locks which tenants there are."""
    stranger = acme.server.role()
    text = "select count(*) from pg_locks where locktype = 'advisory'"
    with acme.connected(autocommit=True) as one, acme.connected(stranger) as other:
        one.execute("begin")
        fill(one, TENANT)
        assert other.execute(text.encode()).fetchone() == (0,)
        other.execute("select pg_advisory_lock(hashtextextended(%s, 0))", (f"memento {TENANT}",))
        one.execute("commit")
        assert ended(5, lambda: erase_tenant(one, TENANT))


def test_an_open_transaction_holds_others_up_for_a_time(acme: Database) -> None:
    """Who tells of an erasure and then does nothing more keeps others waiting, but not for ever:
    each call sets a limit for the transaction, unless there is one."""
    with acme.connected() as idle, acme.connected() as honest:
        note_clone(idle, TENANT)
        assert idle.execute("show lock_timeout").fetchone() == ("1min",)
        idle.execute("select memento.check_writer(%s, true)", (TENANT,))
        honest.execute("set lock_timeout = '50ms'")
        with pytest.raises(errors.LockNotAvailable):
            note_clone(honest, TENANT, "0000000a")


def test_nobody_writes_as_a_clone_that_has_begun_no_push(acme: Database) -> None:
    """What is written under a clone's id is not told to this clone, so that who writes so without
    its token would hide lines and files from it for ever. With its token the clone is told all
    again."""
    with acme.connected() as connection:
        fill(connection, TENANT)
    for write in (
        lambda c: put_line(c, TENANT, "02"),
        lambda c: put_file(c, TENANT, expected=None, path="memories/other.toml"),
    ):
        with acme.connected() as mallory, pytest.raises(psycopg.DatabaseError) as problem:
            write(mallory)
        assert problem.value.sqlstate == "ME001"


VECTORS = (
    *("[]", '"x"', "1", "null", '{"a": "x"}', '{"a": 1.5}', '{"a": 0}', '{"a": -1}', "x"),
    *('{"a": null}', '{"a": [1]}', '{"a": {}}', '{"a": 1e400}', '{"a": 9007199254740992}'),
    str({f"{n:08x}": 1 for n in range(10_000)}).replace("'", '"'),
    '{"a":' * 3000 + "1" + "}" * 3000,
)


def test_a_version_vector_is_one(acme: Database) -> None:
    """Names with counts from 1 on, and not too many: no clone could read anything else, nor pull
    past it."""
    put = "select memento.put_files(%s, %s, %s, array[null::bytea], %s::bytea[], %s, true)"
    with acme.connected() as connection:
        note_clone(connection, TENANT)
        good = (TENANT, CLONE, ["memories/good.toml"], [b"x"], ['{"0123abcd": 9007199254740991}'])
        connection.execute(put, good)
        for vector in VECTORS:
            with pytest.raises(psycopg.DatabaseError) as problem, connection.transaction():
                connection.execute(put, (TENANT, CLONE, [FILE], [b"x"], [vector]))
            assert problem.value.sqlstate in ("23514", "22P02", "54001"), vector[:50]


ODD: tuple[dict[str, Any], ...] = (
    *({"views": -1}, {"uses": -1}, {"edits": -5}, {"length": -1}, {"length": 0}),
    *({"importance": "NaN"}, {"importance": "Infinity"}, {"origin_trace": []}),
    *({"created_at": "infinity"}, {"expires_at": "-infinity"}),
    *({"word_set": [None]}, {"word_set": [[1, 2], [3, 4]]}),
)


def test_no_row_spoils_the_recall_of_others(acme: Database) -> None:
    """Numbers that no formula takes are refused; with what is taken, everybody's recall works."""
    with acme.connected() as connection:
        note_clone(connection, TENANT)
        put_file(connection, TENANT)
        for changes in ODD:
            item = {**ITEM, "words": {"A": "blue", "C": "words"}, **changes}
            with suppress(psycopg.DataError, psycopg.IntegrityError), connection.transaction():
                call = "select memento.put_items(%s, %s, %s)"
                connection.execute(call, (TENANT, ["blue"], Jsonb([item])))
            connection.execute("select * from memento.recall(%s, 'blue words')", (TENANT,))


def test_a_role_that_was_made_anew_inherits_no_tenant(acme: Database) -> None:
    """Another person may get the name of a role that was dropped. Who adds it to one tenant does
    not let it into those where the former one was."""
    name = acme.server.role()
    with connected(acme.url()) as connection:
        add_member(connection, name, "blue")
        add_member(connection, name, "green")
        connection.execute(f"drop role {name}".encode())
        acme.server.role(name)
    with (
        pytest.raises(Conflict, match=f"{name} is still a member of blue, green"),
        connected(acme.url()) as connection,
    ):
        add_member(connection, name, "red")
    with acme.connected(name) as fresh, pytest.raises(errors.InsufficientPrivilege):
        fresh.execute("select memento.is_member('blue')")


def test_a_call_without_values_changes_nothing(acme: Database) -> None:
    """Each function that members may call takes null for each of its arguments, and lists that do
    not fit each other, and has an answer or refuses."""
    functions = """
        select proname::text, proargtypes::regtype[]::text[] from pg_proc
        where pronamespace = 'memento'::regnamespace
            and has_function_privilege('memento_member', oid, 'execute')"""
    with reached(acme) as connection:
        with connection.transaction():
            fill(connection, TENANT)
        for name, types in connection.execute(functions.encode()).fetchall():
            for first in (None, TENANT):
                values = [first, *[None] * (len(types) - 1)][: len(types)]
                places = ", ".join(f"%s::{type_}" for type_ in types)
                with suppress(psycopg.DatabaseError):
                    connection.execute(f"select memento.{name}({places})".encode(), values)
        pull = "select path, hash from memento.pull_files(%s, null, null, 9)"
        rows = connection.execute(pull, (TENANT,)).fetchall()
    assert (FILE, sha256(CONTENT).digest()) in rows
