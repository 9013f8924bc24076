"""`memento agent setup --check`: servers that are started as their hosts would start them, and the
mistakes that people make in configurations."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Store
from memento_cli.cli.hosts.host_settings import Configured, Unread, configured
from memento_cli.cli.hosts.hosts import HOSTS
from memento_cli.cli.hosts.setup_files import config_text
from tests.conftest import Ran
from tests.starting import started

Call = Callable[..., Ran]
COMMENTED = """{
  // what a person writes
  "context_servers": {
    "memory": {"command": "/opt/memento", "args": ["mcp", "http://x//y"],}, /* old */
    "other": {"command": "npx", "args": ["memory"]},
  },
}"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with nothing in it, and a project in it, where the commands are typed."""
    home = tmp_path / "home"
    (home / "project").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home / "project")
    return home


def written(path: Path, text: str) -> Path:
    """A file of a host."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def served(store: Store | str, *options: str) -> list[str]:
    """The words of a server, as a host has them."""
    root = store if isinstance(store, str) else store.root
    return [*started(), "--store", root, "agent", "mcp", *options]


def configure(home: Path, *command: str) -> Path:
    """Let windsurf, whose file is the user's own, start this command as memento."""
    return written(home / HOSTS["windsurf"].place[2:], config_text("windsurf", command, {}))


def checked(call: Call, *args: str) -> tuple[int, list[dict[str, Any]]]:
    """The code of a check, and what it says as JSON."""
    done = call("agent", "setup", "--check", "--json", *args)
    return done.code, json.loads(done.stdout)["checks"]


@pytest.mark.parametrize("client", HOSTS)
def test_what_setup_prints_is_what_check_reads(client: str, tmp_path: Path) -> None:
    """The words that setup prints for a host are found again where that host looks for them."""
    command = ["/opt/x y/memento", "--store", 'a"b', "agent", "mcp"]
    host = HOSTS[client]
    place = next(one for one in (host.place, *host.others) if " (" not in one)
    path = written(tmp_path / "home" / place.removeprefix("~/"), config_text(client, command, {}))
    host = host._replace(place=str(path), others=())
    assert [*configured(host, str(tmp_path))] == [Configured(str(path), True, command, {}, False)]


def test_comments_and_other_names_are_read(tmp_path: Path) -> None:
    """Comments and last commas are no fault where hosts take them; a memento under another name is
    found by its program, and what is none is left alone."""
    path = written(tmp_path / "settings.json", COMMENTED)
    host = HOSTS["zed"]._replace(place=str(path), others=())
    found = [*configured(host, str(tmp_path))]
    assert found == [Configured(str(path), True, ["/opt/memento", "mcp", "http://x//y"], {}, False)]
    path.write_text('{"context_servers": ')
    assert [type(one) for one in configured(host, str(tmp_path))] == [Unread]
    path.write_text("[" * 200_000)
    assert [*configured(host, str(tmp_path))] == [Unread(str(path), "nested too deeply")]
    path.write_text('["context_servers"]')
    assert not [*configured(host, str(tmp_path))]


def test_the_servers_of_a_project_in_the_users_file(tmp_path: Path) -> None:
    """Claude Code keeps in the user's file what it knows of each project: its own are checked."""
    server = {"mcpServers": {"memento": {"command": "memento", "args": ["mcp"]}}}
    document = {"projects": {str(tmp_path): server, "/elsewhere": server}}
    path = written(tmp_path / ".claude.json", json.dumps(document))
    host = HOSTS["claude"]._replace(others=(str(path),))
    assert len([*configured(host, str(tmp_path))]) == 1


def test_a_server_that_answers(store: Store, home: Path, call: Call) -> None:
    """A check says which memento answered, its tools, and what the host's model reads of them."""
    path = configure(home, *served(store))
    code, (check,) = checked(call)
    assert (code, check["faults"], check["remarks"]) == (0, [], [])
    assert check["client"] == "windsurf" and check["path"] == str(path)
    assert "recall" in check["tools"] and 500 < check["tool_tokens"] <= 1500
    assert check["store"] == store.root and 0 < check["initialize_seconds"] < 20
    plainly = call("agent", "setup", "--check")
    assert plainly.code == 0 and "all is well" in plainly.stdout and path.name in plainly.stdout


def test_what_is_checked_where_no_host_has_memento(
    store: Store, home: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a configuration it is what setup would print, and a note says so."""
    monkeypatch.setattr("memento_cli.cli.hosts.setup_files.program", lambda: "/no/such/memento")
    done = call("agent", "setup", "--check", "--client", "gemini")
    assert done.code == 4 and "gemini has no server of memento" in done.stderr
    assert "/no/such/memento cannot be started" in done.stdout


@pytest.mark.parametrize(
    ("words", "problem", "hint"),
    [
        (["no-such-memento", "mcp"], "cannot be started", "its whole path"),
        (["/no/such/memento", "mcp"], "cannot be started", "--client windsurf --only server"),
        ([sys.executable, "-c", "print('Hello')", "memento"], "no message: Hello", "--only"),
        (
            [sys.executable, "-c", "import sys; sys.exit('Error: no SDK\\nHint: pip install it')"],
            "code 1\nError: no SDK\nHint: pip",
            "",
        ),
    ],
)
def test_what_is_wrong_is_said(
    words: list[str], problem: str, hint: str, store: Store, home: Path, call: Call
) -> None:
    """A program that is gone, one that talks where messages are read, one that ends: code 4, what
    it said itself, and what to do."""
    configure(home, *words)
    code, (check,) = checked(call)
    (fault,) = check["faults"]
    assert code == 4 and problem in fault["problem"] and hint in fault["hint"]
    assert not check["tools"] and check["version"] is None


def test_a_store_that_is_gone(store: Store, home: Path, call: Call) -> None:
    """A configuration of an older store: the server's own words are handed on, and so is what may
    be meant: another store than commands use."""
    old = home / "old"
    configure(home, *served(str(old)))
    code, (check,) = checked(call)
    (fault,) = check["faults"]
    assert code == 4 and str(old) in fault["problem"] and "Hint: " in fault["problem"]
    call("init", str(old), "-q", "--person", "alex")
    code, (check,) = checked(call)
    assert (code, check["faults"]) == (0, [])
    assert [store.root in one["problem"] for one in check["remarks"]] == [True]


def test_a_file_that_is_off_or_broken(store: Store, home: Path, call: Call) -> None:
    """A server that is switched off is not started, and a file that no host can read is named."""
    path = configure(home, *served(store))
    path.write_text(path.read_text().replace('"args"', '"disabled": true, "args"'))
    written(home / ".cursor/mcp.json", "{")
    code, checks = checked(call)
    assert code == 4 and [one["client"] for one in checks] == ["cursor", "windsurf"]
    problems = [one["faults"][0]["problem"] for one in checks]
    assert "cannot be read" in problems[0] and "switched off" in problems[1]


def test_what_came_with_a_project_is_not_started_unasked(
    store: Store, home: Path, call: Call
) -> None:
    """A file of the project may be anybody's: another program, words beyond a server's, or an
    environment in it are started by nobody who was not asked, and told all of it."""
    mark = home / "started"
    touch = [sys.executable, "-c", f"open({str(mark)!r}, 'w')", "memento"]
    listens = served(store, "--http=127.0.0.1:0", f"--token-file={mark}")
    for command, env in ((touch, {}), (served(store), {"PYTHONPATH": "."}), (listens, {})):
        written(home / "project/.mcp.json", config_text("claude", command, env))
        done = call("agent", "setup", "--check")
        assert done.code == 6 and "came with the project" in done.stdout, done
        assert "--yes" not in done.stdout + done.stderr
        assert " ".join([*(f"{name}=." for name in env), *command]) in done.stderr
    assert not mark.exists()


def test_who_is_not_asked_learns_of_the_others(store: Store, home: Path, call: Call) -> None:
    """What is not started leaves the other hosts to be checked; a fault of theirs is the code."""
    written(home / "project/.mcp.json", config_text("claude", ["npx", "memento"], {}))
    configure(home, *served(store))
    code, (foreign, own) = checked(call)
    assert (code, foreign["client"], foreign["version"]) == (6, "claude", None)
    assert own["client"] == "windsurf" and own["version"] and not own["faults"]
    configure(home, "/no/such/memento", "mcp")
    assert checked(call)[0] == 4


def test_check_goes_alone(home: Path, call: Call) -> None:
    """It prints and writes no file, so what is about these is a mistake."""
    for option in (["--only", "server"], ["--write", "."], ["--dry-run"]):
        done = call("agent", "setup", "--check", *option)
        assert done.code == 2 and f"goes without {option[0]}" in done.stderr
