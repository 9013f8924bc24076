"""What hosts of MCP servers are told of memento, read back as they read it."""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.cli.hosts.hosts import HOSTS
from memento_cli.cli.hosts.setup_files import config_text
from memento_cli.core.text.visible import hides_any
from memento_cli.errors import BadValue, Refused

SEEN = st.characters(exclude_categories=["Cs", "Cc", "Cf", "Co", "Zl", "Zp"])
WORD = st.text(SEEN, max_size=20).filter(lambda word: not hides_any(word))
KEYS = {
    "vscode": "servers",
    "codex": "mcp_servers",
    "opencode": "mcp",
    "zed": "context_servers",
    "goose": "extensions",
}
READERS = {"codex": tomllib.loads, "goose": yaml.safe_load}


def server(client: str, text: str) -> dict[str, Any]:
    """The server that a host finds in its configuration."""
    document = READERS.get(client, json.loads)(text)
    assert [*document][-1] == KEYS.get(client, "mcpServers")
    found = document[KEYS.get(client, "mcpServers")]
    assert list(found) == ["memento"]
    return dict(found["memento"])


@pytest.mark.parametrize("client", HOSTS)
@given(command=st.lists(WORD, min_size=1, max_size=4), env=st.dictionaries(WORD, WORD, max_size=2))
def test_every_host_reads_the_words_that_were_given(
    client: str, command: list[str], env: dict[str, str]
) -> None:
    """Quotes, spaces and signs of any script come through JSON and TOML unharmed."""
    read, form = server(client, config_text(client, command, env)), HOSTS[client].form
    program = read[form.program]
    assert (program if client == "opencode" else [program, *read[form.args]]) == command
    assert read.get(form.env, {}) == env
    assert ("type" in read) == (client in ("vscode", "opencode", "goose"))


def test_the_environment_is_named_only_if_there_is_any() -> None:
    """Nothing stands in a configuration that says nothing."""
    assert set(server("claude", config_text("claude", ["memento", "mcp"], {}))) == {
        "command", "args",
    }  # fmt: skip


def test_what_no_configuration_can_say_is_refused() -> None:
    """An unknown host, bytes that are no text, and what cannot be seen, are errors that say so."""
    with pytest.raises(BadValue, match="unknown client 'emacs'"):
        config_text("emacs", ["memento"], {})
    with pytest.raises(BadValue, match="not UTF-8"):
        config_text("codex", ["memento", "--store", "/\udcff", "mcp"], {})
    with pytest.raises(Refused, match="cannot be seen"):
        config_text("claude", ["memento", "--store", "/a\nb", "mcp"], {})


def test_every_host_has_a_place() -> None:
    """Of each host it is said where its configuration stands."""
    assert all(host.place for host in HOSTS.values())


def test_codex_waits_for_the_server() -> None:
    """Codex begins its first turn after a second, with what is ready, unless it is told to wait.
    That holds for all servers, so it stands above every table."""
    text = config_text("codex", ["memento"], {})
    assert tomllib.loads(text)["mcp_optional_startup_grace_ms"] == 5000
    assert text.startswith("# The first line belongs above all tables")  # for who appends it
