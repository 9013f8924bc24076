"""Tokens of the server over HTTP: one a client, kept as hashes, and revoked at once."""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest

from memento_cli import Store
from tests.conftest import Ran
from tests.mcp.clients import command, environment, listening
from tests.mcp.test_http import GOOD, HELLO

Run = Callable[..., Ran]
OLDER = {"MCP-Protocol-Version": "2025-06-18"}


@pytest.fixture(autouse=True)
def of_nobody(
    store: Store, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A configuration folder of this test alone, and no token in the environment."""
    folder = tmp_path_factory.mktemp("config")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    monkeypatch.setenv("MEMENTO_STORE", store.root)
    return folder


@pytest.fixture
def tokens(call: Run) -> dict[str, str]:
    """The tokens of Ann, and of Bob, who may only read."""
    return {
        "ann": made(call, "ann", "--scope", "person:ann"),
        "bob": made(call, "bob", "--scope", "person:bob", "--read-only"),
    }


@pytest.fixture
def url(store: Store, tokens: dict[str, str]) -> Iterator[str]:
    """Where a server listens for both."""
    with listening(store, MEMENTO_MCP_TOKEN="") as found:
        yield found


def made(call: Run, *args: str) -> str:
    """A new token, as a script reads it."""
    done = call("agent", "token", "add", *args)
    assert done.code == 0 and done.stdout.count("\n") == 1, done
    return done.stdout.strip()


def sent(
    url: str, token: str, message: dict[str, object] = HELLO, **headers: str
) -> httpx2.Response:
    """What a message is answered under a token."""
    head = {**GOOD, "Authorization": f"Bearer {token}", **OLDER, **headers}
    return httpx2.post(url, content=json.dumps(message), headers=head, timeout=60)


def called(tool: str, **args: object) -> dict[str, object]:
    """A call of a tool as a message."""
    params = {"name": tool, "arguments": args}
    return {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": params}


def test_a_token_is_told_once_and_kept_as_a_hash(call: Run, of_nobody: Path, store: Store) -> None:
    """On stdout alone, in no file of the store or of the user; the file is the user's own."""
    token = made(call, "ann", "--scope", "person:ann", "--scope", "privacy:team")
    assert re.fullmatch(r"memento_[\w-]{43}", token)
    files = [path for root in (of_nobody, Path(store.root)) for path in root.rglob("*")]
    assert not any(token.encode() in path.read_bytes() for path in files if path.is_file())
    kept = of_nobody / "memento" / "tokens.toml"
    assert kept.stat().st_mode & 0o777 == 0o600
    (row,) = json.loads(call("agent", "token", "list", "--json").stdout)["tokens"]
    assert row["scope"] == ["person:ann", "privacy:team"] and token not in json.dumps(row)


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("ann",), 4), (("Ann B",), 2), (("x", "--scope", "planet:mars"), 2),
        (("x", "--scope", "person:a", "--scope", "person:b"), 2),
        (("x", "--min-trust", "much"), 2), (("x", "--scope", "privacy:secret"), 2),
    ],
)  # fmt: skip
def test_what_cannot_be_a_token_is_refused(
    call: Run, tokens: dict[str, str], args: tuple[str, ...], code: int
) -> None:
    """A name that is taken or that the journal could not have, and bounds that are none."""
    assert call("agent", "token", "add", *args).code == code
    assert call("agent", "token", "revoke", "nobody").code == 3


def test_each_token_has_bounds_and_a_name_of_its_own(
    url: str, tokens: dict[str, str], store: Store
) -> None:
    """Whatever the client calls itself; who only reads has no tools that write."""
    said = called("remember", content="Tea at noon")
    answers = {}
    for name, token in tokens.items():
        session = sent(url, token).headers["mcp-session-id"]
        answers[name] = sent(url, token, said, **{"Mcp-Session-Id": session}).text
    assert '"isError":false' in answers["ann"] and "unknown tool" in answers["bob"]
    (entry,) = store.journal.lines().lines
    assert entry.via == "mcp:ann"
    assert store.memories.read(entry.memory).value.person == "ctx://person/ann"
    for token in ("x", "memento_", tokens["ann"][:-1], f"{tokens['ann']}x", tokens["ann"].lower()):
        assert sent(url, token).status_code == 401


def test_a_proxy_may_call_it_as_it_likes(url: str, tokens: dict[str, str]) -> None:
    """The name of the world outside is no mistake; a page of another place still is."""
    assert sent(url, tokens["ann"], Host="memory.example.org").status_code == 200
    assert sent(url, tokens["ann"], Origin="https://evil.example").status_code == 403


def test_a_session_belongs_to_its_token(url: str, tokens: dict[str, str]) -> None:
    """To another it is not there, be it to talk, to listen or to end it."""
    session = sent(url, tokens["ann"]).headers["mcp-session-id"]
    listing = {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}
    head = {**GOOD, **OLDER, "Mcp-Session-Id": session}
    bobs = {**head, "Authorization": f"Bearer {tokens['bob']}"}
    assert sent(url, tokens["bob"], listing, **{"Mcp-Session-Id": session}).status_code == 404
    for method in ("GET", "DELETE"):
        assert httpx2.request(method, url, headers=bobs, timeout=60).status_code == 404
    assert sent(url, tokens["ann"], listing, **{"Mcp-Session-Id": session}).status_code == 200


def test_a_revoked_token_counts_no_more_and_its_streams_end(
    url: str, tokens: dict[str, str], call: Run
) -> None:
    """On the next request, without a restart; the other's stream goes on; a new one counts."""
    streams = {}
    with ThreadPoolExecutor() as pool:
        for name, token in tokens.items():
            session = sent(url, token).headers["mcp-session-id"]
            head = {**GOOD, **OLDER, "Authorization": f"Bearer {token}", "Mcp-Session-Id": session}
            streams[name] = pool.submit(ended, url, head)
        time.sleep(0.5)
        assert call("agent", "token", "revoke", "ann").code == 0
        assert sent(url, tokens["ann"]).status_code == 401
        assert sent(url, tokens["bob"]).status_code == 200
        assert streams["ann"].result(timeout=30) < 10 and not streams["bob"].done()
        again = made(call, "ann", "--scope", "person:ann")
        assert sent(url, again).status_code == 200 and sent(url, tokens["ann"]).status_code == 401
        assert call("agent", "token", "revoke", "bob").code == 0
        assert streams["bob"].result(timeout=30)


def ended(url: str, head: dict[str, str]) -> float:
    """How long a stream was open until the server ended it, in seconds."""
    begun = time.monotonic()
    with httpx2.stream("GET", url, headers=head, timeout=60) as stream:
        assert stream.status_code == 200
        for _ in stream.iter_raw():
            pass
    return time.monotonic() - begun


def test_a_file_that_others_may_write_serves_nobody(
    url: str, tokens: dict[str, str], of_nobody: Path
) -> None:
    """Nor one that cannot be read, or that has a bound mistyped, which would bound nothing; when it
    is mended, all go on."""
    kept = of_nobody / "memento" / "tokens.toml"
    whole = kept.read_bytes()
    kept.chmod(0o666)
    assert sent(url, tokens["ann"]).status_code == 401
    kept.chmod(0o600)
    assert sent(url, tokens["ann"]).status_code == 200
    for wrong in (
        b"[[token]]\nname = 'x'\n", whole.replace(b"scope =", b"scop ="),
        whole.replace(b"read_only = true", b"read_only = 'true'"),
    ):  # fmt: skip
        assert wrong != whole
        kept.write_bytes(wrong)
        assert sent(url, tokens["ann"]).status_code == 401
    kept.write_bytes(whole)
    assert sent(url, tokens["ann"]).status_code == 200


def test_a_token_opens_one_store_alone(store: Store, call: Run, tmp_path: Path) -> None:
    """Another store on the same machine has tokens of its own."""
    assert call("init", str(tmp_path / "other")).code == 0
    foreign = made(call, "ann", "--store", str(tmp_path / "other"))
    made(call, "bob")
    with listening(store, MEMENTO_MCP_TOKEN="") as url:
        assert sent(url, foreign).status_code == 401


@pytest.mark.parametrize(
    ("options", "variable"),
    [
        (("--token-file", "t"), ""), ((), "a-token-of-tests-alone"),
        (("--scope", "person:ann"), ""), (("--min-trust", "user"), ""),
    ],
)  # fmt: skip
def test_nothing_stands_beside_the_tokens(
    store: Store, tokens: dict[str, str], options: tuple[str, ...], variable: str
) -> None:
    """A token without bounds would see all of it, and bounds of the server none of theirs."""
    ran = subprocess.run(
        command(store, "--http", "0", *options),
        env=environment() | {"MEMENTO_MCP_TOKEN": variable},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ran.returncode == 2 and "this store has tokens" in ran.stderr
