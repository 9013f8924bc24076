"""What `memento agent setup` prints and writes: files that clients and shells read as they are."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli import Store
from memento_cli.cli.commands.agents.hook import EVENTS, NAMES
from memento_cli.cli.hosts.hosts import HOOKS, HOSTS, RULE, SERVER, SKILL, Piece
from memento_cli.cli.hosts.setup_files import CONTRIB, piece_text
from memento_cli.cli.program import program
from memento_cli.core.text.visible import hides_any
from tests.conftest import ROOT, Ran

PIECES = list(dict.fromkeys(piece for host in HOSTS.values() for piece in host.pieces))
HOOKED = [name for name, host in HOSTS.items() if any(one.part == HOOKS for one in host.pieces)]
SEEN = st.characters(exclude_categories=["Cs", "Cc", "Cf", "Co", "Zl", "Zp"])
PATHS = st.text(SEEN, min_size=1).filter(lambda path: not hides_any(path))
Call = Callable[..., Ran]


def commands_in(value: Any) -> Iterator[str]:
    """Every command in a file of hooks."""
    if isinstance(value, dict):
        yield from [value["command"]] if "command" in value else []
        value = [*value.values()]
    for entry in value if isinstance(value, list) else ():
        yield from commands_in(entry)


def hooks_of(client: str, *stores: str) -> dict[str, Any]:
    """The hooks of a client, read as the client does."""
    piece = next(piece for piece in HOSTS[client].pieces if piece.part == HOOKS)
    return dict(json.loads(piece_text(piece, stores)))


def test_what_is_packed_is_what_is_used() -> None:
    """Every file of contrib/ is some client's, is there, and goes into the wheel."""
    assert {piece.source for piece in PIECES} == set(os.listdir(CONTRIB))
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    assert build["targets"]["wheel"]["packages"] == ["memento_cli"]
    assert "exclude" not in build["targets"]["wheel"]
    assert Path(CONTRIB).parent == ROOT / "memento_cli"


def test_the_files_can_be_copied_as_they_are() -> None:
    """In contrib/ each hook calls a memento on the PATH, and ends well whatever that does."""
    files = [path for path in Path(CONTRIB).iterdir() if path.suffix == ".json"]
    found = {command for path in files for command in commands_in(json.loads(path.read_text()))}
    assert len(files) == 4 and found == {"memento agent hook || :"}


@pytest.mark.parametrize("client", HOOKED)
def test_hooks_are_for_events_that_are_answered(client: str) -> None:
    """A client calls for nothing that the hook does not know; one form, a command each."""
    document = hooks_of(client)
    events = document["hooks"]
    assert set(events) <= set(EVENTS) and len([*commands_in(document)]) == len(events)
    assert document.get("version") == (1 if client == "cursor" else None)


@pytest.mark.parametrize("client", HOOKED)
@given(stores=st.lists(PATHS, max_size=2))
def test_a_shell_reads_the_paths_that_were_named(client: str, stores: list[str]) -> None:
    """Spaces, quotes and dollars in a path come through JSON and the shell's words."""
    named = [word for store in stores for word in ("--store", os.path.abspath(store))]
    for command in commands_in(hooks_of(client, *stores)):
        assert shlex.split(command) == [program(), *named, "agent", "hook", "||", ":"]


def test_a_real_shell_runs_the_hook(tmp_path: Path, call: Call) -> None:
    """The hook of a store with an odd path finds that store, and one without memento is silent."""
    store = tmp_path / 'it\'s "mine" $HOME `x`;é'
    assert call("init", str(store), "-q", "--person", "alex").code == 0
    assert call("--store", str(store), "block", "set", "user_model", "Short answers").code == 0
    command = next(commands_in(hooks_of("claude", str(store))))
    here = command.replace(shlex.quote(program()), f"{shlex.quote(sys.executable)} -m memento_cli")
    told = json.dumps({NAMES[0]: "SessionStart"})
    done = in_shell(here, told)
    assert done.returncode == 0 and "Short answers" in done.stdout
    gone = in_shell(command.replace(shlex.quote(program()), "/no/such/memento"), told)
    assert (gone.returncode, gone.stdout) == (0, "")
    wrong = in_shell(here.replace("agent hook", "agent hook --no-such-option"), told)
    assert (wrong.returncode, wrong.stdout) == (0, ""), "code 2 would hold up the turn"


def in_shell(command: str, given: str) -> subprocess.CompletedProcess[str]:
    """A hook as a client runs it."""
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(
        ["/bin/sh", "-c", command],
        input=given,
        capture_output=True,
        text=True,
        env=env,
        check=False,
    )


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.place)
def test_a_head_is_what_the_client_reads(piece: Piece) -> None:
    """A skill has the name of its folder and says when it is of use; a rule is always read."""
    text = piece_text(piece, ())
    head = re.match(r"---\n(.*?)\n---\n\n", text, re.S)
    said = dict(line.split(": ", 1) for line in head[1].splitlines()) if head else {}
    if piece.part == SKILL:
        assert said["name"] == Path(piece.place).parent.name == "memento"
        assert set(said) == {"name", "description"} and 50 < len(said["description"]) < 1024
        assert len(text.splitlines()) < 80
    if piece.part == RULE:
        always = {
            "mdc": ("alwaysApply", "true"),
            "instructions.md": ("applyTo", '"**"'),
            "md": ("trigger", '"always_on"'),
        }
        key, value = always.get(piece.place.partition("memento.")[2], ("", None))
        assert said.get(key) == value and len(text.splitlines()) < 20


def test_a_named_store_is_told_to_the_agent(call: Call, tmp_path: Path) -> None:
    """Where a store is named, the skill says that its commands need it; else nothing of it."""
    skill = ("agent", "setup", "--client", "claude", "--only", "skill")
    place = str(tmp_path / "my store")
    assert f"memento --store {shlex.quote(place)} …" in call("--store", place, *skill).stdout
    assert "--store" not in call(*skill).stdout


def test_one_file_is_printed_as_it_is(call: Call, tmp_path: Path) -> None:
    """One part on stdout is the file; all of them stand under their places, or are JSON."""
    done = call("agent", "setup", "--client", "vscode", "--only", "hooks")
    assert json.loads(done.stdout) == hooks_of("vscode")
    assert ".github/hooks/memento.json" in done.stderr
    every = call("agent", "setup", "--client", "vscode").stdout
    rows = json.loads(call("agent", "setup", "--client", "vscode", "--json").stdout)["files"]
    assert [row["part"] for row in rows] == [SERVER, SKILL, RULE, HOOKS]
    assert re.findall(r"^==> (.*) <==$", every, re.M) == [row["path"] for row in rows]
    assert all(row["text"].strip() in every for row in rows)
    assert not [*tmp_path.iterdir()], "printing writes nothing"


@pytest.mark.parametrize("client", HOSTS)
def test_what_is_missing_is_written(client: str, call: Call, tmp_path: Path) -> None:
    """--write puts each file in its place, --dry-run none, and a second time nothing is done. What
    belongs into one file is in it together."""
    line, host = ("agent", "setup", "--client", client, "--write", str(tmp_path)), HOSTS[client]
    only = ("agent", "setup", "--client", client, "--only", "server")
    texts = {} if host.somewhere else {host.place: [call(*only).stdout]}
    for piece in host.pieces:
        texts.setdefault(piece.place, []).append(piece_text(piece, ()))
    assert call(*line, "--dry-run").stdout.count("would write") == len(texts)
    assert not [*tmp_path.iterdir()]
    assert call(*line).code == 0
    for place, parts in texts.items():
        text = (tmp_path / place).read_text()
        if len(parts) == 1:
            assert text == parts[0]
        else:
            assert json.loads(text) == {k: v for part in parts for k, v in json.loads(part).items()}
    again = call(*line, "--json")
    assert again.code == 0 and not any(row["written"] for row in json.loads(again.stdout)["files"])


def test_what_is_there_stays(call: Call, tmp_path: Path) -> None:
    """A file that somebody has is never written over, nor one that a link leads to nowhere."""
    (tmp_path / "AGENTS.md").write_text("Mine.\n")
    (tmp_path / ".codex").mkdir()
    (tmp_path / ".codex" / "hooks.json").symlink_to(tmp_path / "elsewhere")
    done = call("agent", "setup", "--client", "codex", "--write", str(tmp_path))
    assert done.code == 0 and done.stderr.count("Merge by hand") == 2
    assert (tmp_path / "AGENTS.md").read_text() == "Mine.\n"
    assert not (tmp_path / "elsewhere").exists()
    assert (tmp_path / ".agents/skills/memento/SKILL.md").exists()


@pytest.mark.parametrize("client", ["gemini", "zed"])
def test_what_is_left_to_merge_is_printed_by_a_command(
    client: str, call: Call, store: Store, tmp_path: Path
) -> None:
    """It can be pasted: it has the client, the named store and the server's bounds."""
    (tmp_path / ".gemini").mkdir()
    (tmp_path / ".gemini" / "settings.json").write_text("{}")
    bounds = ["--read-only", "--scope", "person:ana"]
    line = ["agent", "setup", "--client", client, "--write", str(tmp_path), *bounds]
    told = call(*line, "--store", str(store.root)).stderr
    said = next(text for text in told.split("`") if "--only server" in text)
    name, *again = shlex.split(said)
    printed = call(*again)
    assert name == "memento" and printed.code == 0
    args = printed.stdout.split("[", 1)[1].split("]", 1)[0]
    assert json.loads(f"[{args}]")[-3:] == bounds and str(store.root) in args


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        (["setup"], 2, "which client?"),
        (["setup", "--client", "emacs"], 2, "claude"),
        (["setup", "--client", "claude", "--only", "rule"], 3, "needs no rule"),
        (["setup", "--client", "claude", "--only", "x"], 2, "--only"),
        (["setup", "--client", "claude", "--dry-run"], 2, "--write"),
        (["setup", "--client", "claude", "--write", "/no/such/folder"], 3, "no folder"),
        (["setup", "--client", "claude", "--budget", "9"], 2, "--budget"),
        (["hook", "--client", "claude"], 2, "--client"),
        (["start"], 2, "agent --help"),
    ],
)
def test_mistakes_are_named(
    line: list[str], code: int, said: str, store: Store, call: Call
) -> None:
    """What a person types wrongly ends with its code and says what there is."""
    done = call("agent", *line)
    assert (done.code, done.stdout) == (code, "") and said in done.stderr


def test_old_configurations_go_on_working(store: Store, run: Call, tmp_path: Path) -> None:
    """What a host's configuration says of an older memento, `mcp` with its options, still serves;
    nothing tells of it, and a person who asks it for a configuration is told of setup."""
    asks = {"protocolVersion": "2025-06-18", "capabilities": {}}
    asks |= {"clientInfo": {"name": "host", "version": "1"}}
    first = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": asks}
    for old in (["mcp"], ["mcp", "serve"], ["mcp", "--toolset", "full", "--read-only"]):
        done = run("--store", store.root, *old, input=json.dumps(first) + "\n")
        assert done.code == 0 and '"serverInfo"' in done.stdout, done
    assert " mcp " not in run("--help").stdout
    wrong = run("mcp", "config")
    assert wrong.code == 2 and "memento agent setup --client claude --only server" in wrong.stderr


def test_a_server_is_configured_as_it_is_asked_for(store: Store, call: Call) -> None:
    """The options that bound a server stand in its configuration, in the order that is its own."""
    bounds = ("--scope", "project:x", "--read-only", "--scope", "privacy:team")
    line = ("agent", "setup", "--client", "claude", "--only", "server", *bounds)
    server = json.loads(call(*line).stdout)["mcpServers"]["memento"]
    told = ["--read-only", "--scope", "project:x", "--scope", "privacy:team"]
    assert server["args"] == ["--store", store.root, "agent", "mcp", *told]


def test_a_bare_group_serves_nothing(call: Call) -> None:
    """`memento agent` prints its help: it neither reads standard input nor serves."""
    done = call("agent")
    assert done.code == 0 and "setup" in done.stdout and "feedback" in done.stdout


def test_a_missing_sdk_is_told_at_once(
    store: Store, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has no SDK hears of it where the server is set up, not from a host that cannot start it;
    what needs no server says nothing of it."""
    monkeypatch.setitem(sys.modules, "mcp", None)  # as where it is not installed
    assert "MCP SDK" in call("agent", "setup", "--client", "claude", "--only", "server").stderr
    assert call("agent", "setup", "--client", "claude", "--only", "skill").code == 0
    assert "MCP SDK" not in call("agent", "setup", "--client", "claude", "--only", "skill").stderr
