"""Over HTTP a server answers this machine alone, and there who has its token."""

from __future__ import annotations

import json
import re
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from memento_cli import Store
from tests.mcp.clients import TOKEN, command, environment, listening

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "by-hand", "version": "1"},
    },
}
GOOD = {
    "Authorization": f"Bearer {TOKEN}",
    "Accept": "application/json, text/event-stream",
    "Content-Type": "application/json",
}


@pytest.fixture
def url(store: Store) -> Iterator[str]:
    """Where a server listens."""
    with listening(store) as found:
        yield found


def posted(url: str, **headers: str | None) -> httpx2.Response:
    """What the first message is answered, with other headers, or without one."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    sent = {name: value for name, value in {**GOOD, **names}.items() if value is not None}
    return httpx2.post(url, content=json.dumps(HELLO), headers=sent, timeout=60)


def test_only_who_has_the_token_is_answered(url: str) -> None:
    """Without it, with another, or with half of it: 401, for every path and method."""
    assert posted(url).status_code == 200
    for wrong in (None, "", TOKEN, "Bearer", f"Bearer {TOKEN[:-1]}", f"Bearer {TOKEN}x",
                  f"Basic {TOKEN}"):  # fmt: skip
        answer = posted(url, Authorization=wrong)
        assert answer.status_code == 401 and answer.headers["www-authenticate"] == "Bearer", wrong
        assert not answer.content
    for method in ("GET", "DELETE", "OPTIONS", "PUT"):
        assert httpx2.request(method, url).status_code == 401
        assert httpx2.request(method, url.replace("/mcp", "/")).status_code == 401


def test_no_other_page_reaches_it(url: str) -> None:
    """A name or a page of elsewhere is refused, even with the token: no DNS rebinding."""
    for headers in (
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example:80"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
    ):
        assert posted(url, **headers).status_code in (400, 403, 421), headers
    port = httpx2.URL(url).port
    assert posted(url, Origin=f"http://127.0.0.1:{port}").status_code == 200


def test_what_is_no_message_is_refused(url: str) -> None:
    """Bytes that are no JSON, and a body of ten megabytes, are told, and the next is answered."""
    for body in (b"", b"{", b"\xff", b"[]", b'{"jsonrpc": "1.0"}', b"x" * 10_000_000):
        answer = httpx2.post(url, content=body, headers=GOOD, timeout=60)
        assert 400 <= answer.status_code < 500, body[:20]
    assert httpx2.get(url.replace("/mcp", "/etc"), headers=GOOD).status_code == 404
    assert posted(url).status_code == 200


def served(store: Store, *options: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A server that ends by itself."""
    serving = command(store, *options)
    return subprocess.run(
        serving, env=environment() | env, capture_output=True, text=True, timeout=60, check=False
    )


def test_a_port_that_is_taken(store: Store) -> None:
    """It says which address, and ends with 1."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        ran = served(store, "--http", str(port))
    assert ran.returncode == 1 and f"cannot listen on 127.0.0.1:{port}" in ran.stderr
    assert "Traceback" not in ran.stderr and not ran.stdout


def test_a_token_of_a_file(store: Store, tmp_path: Path) -> None:
    """A token is read from its file, which is made if it is not there; one that is short or empty
    is refused."""
    file = tmp_path / "token"
    file.write_text(f"{'t' * 32}\n")
    file.chmod(0o600)
    with listening(store, "--token-file", str(file)) as url:
        assert posted(url, Authorization=f"Bearer {'t' * 32}").status_code == 200
        assert posted(url).status_code == 401
    for text in ("short", "", "\xe9" * 32):
        file.write_text(text)
        ran = served(store, "--http", "0", "--token-file", str(file))
        assert ran.returncode == 2 and "token" in ran.stderr, text
    file.unlink()
    with listening(store, "--token-file", str(file)) as url:
        token = file.read_text().strip()
        assert len(token) >= 32 and file.stat().st_mode & 0o777 == 0o600
        assert posted(url, Authorization=f"Bearer {token}").status_code == 200


def test_a_token_of_its_own(store: Store) -> None:
    """Without one, a new one is made for this run and told on stderr, before the address."""
    serving = command(store, "--http", "0")
    env = environment() | {"MEMENTO_MCP_TOKEN": ""}
    with subprocess.Popen(serving, env=env, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        told = [process.stderr.readline(), process.stderr.readline()]
        try:
            token, url = (re.findall(r"Bearer (\S+)|(http\S+)", line)[0] for line in told)
            assert len(token[0]) >= 32
            assert posted(url[1], Authorization=f"Bearer {token[0]}").status_code == 200
            assert posted(url[1]).status_code == 401
        finally:
            process.terminate()
