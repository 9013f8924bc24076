"""A server of a hub's tenant: it works on a replica, and what it says is kept is on the hub."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

import anyio
import pytest

from memento_cli.errors import Conflict, Failed
from memento_cli.hub.administration import add_member, erase_tenant, remove_member
from memento_cli.hub.follower import Follower
from memento_cli.store.directory.store import Store
from tests.conftest import Ran
from tests.hub.meeting import TENANT, clone, let_in, meet
from tests.hub.serving import SOON, command, on_machine, recalled, remembered, serving
from tests.hub.tenants import Database
from tests.mcp.clients import ADDRESS, Lines, at, error_of, text_of
from tests.mcp.test_faults import VERSION
from tests.mcp.test_subscribing import SEARCH, Notices, subscribed
from tests.starting import started
from tests.store.helpers import NOW, new_store, recorded

DEADLINE, PAUSE = 60.0, 0.02
MANY = 1024
"""So many handles `select` can wait for."""
Run = Callable[..., Ran]


def replica_in(cache: Path) -> Store:
    """The replica that a server has made on a machine."""
    (root,) = (path for path in (cache / "memento/replicas").iterdir() if path.is_dir())
    return Store(str(root))


def test_two_servers_see_each_others_writes(new_hub: Database, tmp_path: Path) -> None:
    """An empty tenant gets a store by its first server. What one server has acknowledged is on the
    hub, and within a second in the recall of another on another machine."""
    let_in(new_hub)

    async def both() -> None:
        with anyio.fail_after(DEADLINE):
            async with serving(new_hub, tmp_path / "a") as one:
                first = await remembered(one, "The green lamp is broken")
                on_hub = clone(new_hub, tmp_path / "look")
                assert first in on_hub.memories
                async with serving(new_hub, tmp_path / "b") as two:
                    assert await recalled(two, "green lamp") == [first]
                    second = await remembered(two, "The ferry leaves at nine")
                    assert await recalled(one, "ferry", seconds=SOON) == [second]

    anyio.run(both)
    folder = tmp_path / "a/memento/replicas"
    assert folder.stat().st_mode & 0o777 == 0o700


def test_servers_share_a_replica(new_hub: Database, tmp_path: Path) -> None:
    """Two servers on one machine work on one replica, and lose nothing of what clients say at
    once."""
    let_in(new_hub)

    async def many() -> None:
        with anyio.fail_after(DEADLINE):
            async with (
                serving(new_hub, tmp_path / "a") as one,
                serving(new_hub, tmp_path / "a") as two,
                anyio.create_task_group() as tasks,
            ):
                for number in range(6):
                    client = (one, two)[number % 2]
                    tasks.start_soon(remembered, client, f"owl number {number}")

    anyio.run(many)
    for store in (clone(new_hub, tmp_path / "look"), replica_in(tmp_path / "a")):
        assert len(list(store.memories.ids())) == 6


def test_a_hub_that_is_away_is_told_and_waited_for(new_hub: Database, tmp_path: Path) -> None:
    """While the hub is away reads go on, a write fails in a sentence and is kept, one with
    --local-ack is acknowledged; both are on the hub once it is back."""
    let_in(new_hub)

    async def cut_off() -> None:
        with anyio.fail_after(DEADLINE):
            async with (
                serving(new_hub, tmp_path / "a") as one,
                serving(new_hub, tmp_path / "b", "--local-ack") as two,
            ):
                first = await remembered(one, "The green lamp is broken")
                new_hub.server.kill()
                failed = await one.call_tool("remember", {"content": "The ferry leaves at nine"})
                assert failed.is_error
                assert "hub is away" in text_of(failed) and "kept here" in text_of(failed)
                assert error_of(failed) == "Kept"
                assert await recalled(one, "green lamp") == [first]
                late = await remembered(two, "A heron on the roof")
                new_hub.server.start()
                assert len(await recalled(two, "ferry", seconds=10)) == 1
                assert await recalled(one, "heron", seconds=10) == [late]
                await remembered(one, "and on it goes")

    anyio.run(cut_off)
    assert len(list(clone(new_hub, tmp_path / "look").memories.ids())) == 4


def test_what_was_acknowledged_is_pushed_before_a_signal_ends_a_server(
    new_hub: Database, tmp_path: Path
) -> None:
    """`--local-ack` has answered, the hub is slow, and whoever runs the server stops it: it ends
    when the hub has all of it, as its disk may be gone with it."""
    let_in(new_hub)
    pipe, say = subprocess.PIPE, {"name": "remember", "arguments": {"content": "A late owl"}}
    args = command(new_hub.url(), "--local-ack")
    with subprocess.Popen(args, env=on_machine(tmp_path / "a"), stdin=pipe, stdout=pipe) as process:
        try:
            server = Lines(process)
            server.begin(VERSION)
            with new_hub.connected() as connection:
                connection.execute("lock table memento.line in exclusive mode")
                assert not server.ask("tools/call", say)["result"]["isError"]
                process.send_signal(signal.SIGTERM)
                with pytest.raises(subprocess.TimeoutExpired):
                    process.wait(SOON / 2)
            assert process.wait(DEADLINE) == 128 + signal.SIGTERM
        finally:
            process.kill()
    assert len(list(clone(new_hub, tmp_path / "look").memories.ids())) == 1


def test_a_server_starts_without_its_hub(new_hub: Database, tmp_path: Path) -> None:
    """A server whose hub is away answers from the replica that it has."""
    let_in(new_hub)

    async def twice() -> None:
        with anyio.fail_after(DEADLINE):
            async with serving(new_hub, tmp_path / "a") as one:
                first = await remembered(one, "The green lamp is broken")
            new_hub.server.kill()
            async with serving(new_hub, tmp_path / "a") as one:
                assert await recalled(one, "green lamp") == [first]

    try:
        anyio.run(twice)
    finally:
        new_hub.server.start()


def test_a_start_waits_little_for_a_hub_that_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it takes connections and answers none, as hosts give up on a server that starts late.
    The hub is tried on meanwhile."""
    monkeypatch.setattr("memento_cli.hub.follower.FIRST_SECONDS", SOON / 10)
    root = new_store(tmp_path / "a").root
    with socket.create_server(("127.0.0.1", 0)) as silent:
        hub = f"postgresql://ana@127.0.0.1:{silent.getsockname()[1]}/hub"
        follower = Follower(root, hub, TENANT, lambda: NOW, lambda text: None)
        start = time.monotonic()
        assert isinstance(follower.start(), Failed)
        assert time.monotonic() - start < SOON
    follower.stop()


def test_a_hub_is_tried_again_by_a_server_with_many_handles(tmp_path: Path) -> None:
    """Where the handles of a thousand clients are open, which `select` cannot count."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 2 * MANY:
        pytest.skip(f"no more than {hard} handles may be open here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2 * MANY), hard))
    told = list[str]()
    try:
        with ExitStack() as handles:
            for _ in range(MANY):
                handles.callback(os.close, os.open(os.devnull, os.O_RDONLY))
            root, hub = new_store(tmp_path / "a").root, "postgresql://ana@127.0.0.1:1/hub"
            follower = Follower(root, hub, TENANT, lambda: NOW, told.append)
            for _ in range(2):
                problem = follower.synced(SOON) if told else follower.start()
                assert problem and "does not answer (" in problem.message
            follower.stop()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_what_a_clone_pushes_is_recalled(new_hub: Database, tmp_path: Path) -> None:
    """A store that syncs by the command line is heard of as well, also by who subscribes."""
    let_in(new_hub)
    notices = Notices()

    async def heard() -> None:
        with anyio.fail_after(DEADLINE):
            async with serving(new_hub, tmp_path / "a") as one, subscribed(one, notices, SEARCH):
                other = clone(new_hub, tmp_path / "two")
                id = recorded(other, "Ana drinks sencha").id
                meet(other, new_hub)
                assert await recalled(one, "sencha", seconds=SOON) == [id]
                while SEARCH not in notices.told:
                    await anyio.sleep(PAUSE)

    anyio.run(heard)


def test_a_tenant_of_somebody_else_is_refused(new_hub: Database, tmp_path: Path) -> None:
    """Neither a tenant of others nor one that is none is served, and no replica is left."""
    let_in(new_hub)
    role = new_hub.server.role()
    for tenant in (TENANT, "none"):
        done = subprocess.run(
            command(new_hub.url(role), tenant=tenant),
            env=on_machine(tmp_path / "a"),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 6 and done.stdout == "", done
    assert not [path for path in (tmp_path / "a/memento/replicas").iterdir() if path.is_dir()]


def test_a_replica_of_a_former_store_is_not_served(new_hub: Database, tmp_path: Path) -> None:
    """Where the tenant was erased, and made anew with another store: what it had does not come
    back, and it is told which folder is in the way."""
    let_in(new_hub)

    async def said(cache: Path) -> str:
        async with serving(new_hub, cache) as one:
            return await remembered(one, "The green lamp is broken")

    former = anyio.run(said, tmp_path / "a")
    with new_hub.connected() as connection:
        erase_tenant(connection, TENANT)
    let_in(new_hub)
    other = anyio.run(said, tmp_path / "b")
    done = subprocess.run(
        command(new_hub.url()),
        env=on_machine(tmp_path / "a"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    replica = replica_in(tmp_path / "a")
    assert done.returncode == Conflict.code and replica.root in done.stderr, done
    assert former in replica.memories
    assert list(clone(new_hub, tmp_path / "look").memories.ids()) == [other]


def test_limits_of_a_tenant_hold(new_hub: Database, tmp_path: Path) -> None:
    """A tenant that is full takes no more: the first write that is too much stays in the replica,
    as it is told, further ones are not begun. Calls are counted, too."""
    let_in(new_hub)

    async def full() -> None:
        with anyio.fail_after(DEADLINE):
            async with serving(new_hub, tmp_path / "a") as one:
                await remembered(one, "The green lamp is broken")
                limit(new_hub, "line_limit = 1")
                told = await one.call_tool("remember", {"content": "one too many"})
                assert told.is_error and "is full" in text_of(told) and "kept here" in text_of(told)
                told = await one.call_tool("remember", {"content": "two too many"})
                assert told.is_error and "nothing was written" in text_of(told)
                assert not await recalled(one, "two")
                limit(new_hub, "line_limit = null, call_limit = 4")
                await remembered(one, "room again")
            async with serving(new_hub, tmp_path / "a") as one:
                answers = [await one.call_tool("recall", {"query": "lamp"}) for _ in range(5)]
                assert [answer.is_error for answer in answers] == [False] * 4 + [True]
                assert "may have 4 a minute" in text_of(answers[-1])

    anyio.run(full)
    there = clone(new_hub, tmp_path / "look").memories
    words = {there.read(id).value.content.summary for id in there.ids()}
    assert words == {"The green lamp is broken", "one too many", "room again"}


def limit(hub: Database, change: str) -> None:
    """Change a limit of the tenant."""
    with hub.connected() as connection:
        connection.execute(f"update memento.tenant set {change}".encode())


def test_tokens_over_http_are_the_replicas(new_hub: Database, tmp_path: Path) -> None:
    """Over HTTP each member has a token of the replica, with bounds of its own, and what they write
    is acknowledged as by any server."""
    let_in(new_hub)
    env = on_machine(tmp_path / "a") | {"MEMENTO_MCP_TOKEN": ""}

    async def said(url: str, token: str) -> str:
        with anyio.fail_after(DEADLINE):
            async with at(url, token) as one:
                return await remembered(one, "The green lamp is broken")

    async def begun() -> None:
        async with serving(new_hub, tmp_path / "a") as one:
            assert await recalled(one, "lamp") == []

    anyio.run(begun)
    root = replica_in(tmp_path / "a").root
    made = subprocess.run(
        [*started(), "--store", root, "agent", "token", "add", "ann"],
        env=env,
        capture_output=True,
        text=True,
    )
    with subprocess.Popen(
        command(new_hub.url(), "--http", "0"), env=env, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr
        try:
            found = next(filter(None, map(ADDRESS.search, process.stderr)), None)
            assert found, "it tells no address"
            id = anyio.run(said, found[0], made.stdout.strip())
        finally:
            process.terminate()
    line = next(line for line in Store(root).journal.lines().lines if line.memory == id)
    assert line.via == "mcp:ann"
    assert id in clone(new_hub, tmp_path / "look").memories


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        (("--hub", "team"), 2, "which tenant?"),
        (("--tenant", TENANT), 2, "--tenant is of --hub"),
        (("--local-ack",), 2, "--local-ack is of --hub"),
        (("--hub", "team", "--tenant", "A"), 2, "is no name of a tenant"),
        (("--hub", "postgresql://a:b@h/d", "--tenant", TENANT), 6, "a password may not stand"),
        (("--hub", "nosuch", "--tenant", TENANT), 3, "nosuch is no service"),
        (("--hub", "postgresql://127.0.0.1:1/d", "--tenant", TENANT), 1, "does not answer"),
    ],
)
def test_slips_are_told(
    run: Run, tmp_path: Path, args: Sequence[str], code: int, told: str
) -> None:
    """Each in a sentence, before anything is served."""
    done = run("agent", "mcp", *args, env=on_machine(tmp_path / "a"))
    assert (done.code, done.stdout) == (code, "") and told in done.stderr, done


def test_a_member_who_is_removed_writes_no_more(new_hub: Database, tmp_path: Path) -> None:
    """What was acknowledged stays readable on their machine; a write fails, and is on no hub."""
    let_in(new_hub)
    role = new_hub.server.role()
    with new_hub.connected() as connection:
        add_member(connection, role, TENANT)

    async def removed() -> None:
        with anyio.fail_after(DEADLINE):
            async with serving(new_hub, tmp_path / "a", role=role) as one:
                first = await remembered(one, "The green lamp is broken")
                with new_hub.connected() as connection:
                    remove_member(connection, role, TENANT)
                told = await one.call_tool("remember", {"content": "The ferry leaves at nine"})
                assert told.is_error and "does not take it" in text_of(told)
                assert await recalled(one, "green lamp") == [first]

    anyio.run(removed)
    done = subprocess.run(
        command(new_hub.url(role)), env=on_machine(tmp_path / "a"), stdin=subprocess.DEVNULL
    )
    assert done.returncode == 6
    assert len(list(clone(new_hub, tmp_path / "look").memories.ids())) == 1
