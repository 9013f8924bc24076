"""What a host of MCP servers is told of memento, each in the form and the place that it reads."""

from __future__ import annotations

from memento_cli.cli.program import program
from memento_cli.core.text.visible import refuse_hidden
from memento_cli.errors import BadValue, unknown
from memento_cli.store.toml.writer import rendered

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

SERVER = "memento"
PROJECT_PLACES: Mapping[str, str] = {
    "claude": ".mcp.json",
    "cursor": ".cursor/mcp.json",
    "vscode": ".vscode/mcp.json",
}
"""The hosts that keep servers in a project, and in which file of it."""
PLACES: Mapping[str, str] = {
    **PROJECT_PLACES,
    "codex": "~/.codex/config.toml",
    "claude-desktop": "claude_desktop_config.json (Settings, Developer, Edit Config)",
}
"""The hosts, and where each keeps its servers. What else stands there already is to be kept."""
HOSTS = tuple(PLACES)
BOUNDS = (
    ("--read-only", "read_only"),
    ("--allow-destructive", "allow_destructive"),
    ("--scope", "scope"),
    ("--min-trust", "min_trust"),
    ("--toolset", "toolset"),
    ("--compat", "compat"),
)
"""The options that bound what a server does and shows, each with the name of its value."""


def server_command(
    store: str, environment: Mapping[str, str], values: Mapping[str, Any]
) -> list[str]:
    """The command that serves a store, with those options that were given, by the names of their
    values."""
    command = [program(), "--store", store, "agent", "mcp"]
    for option, name in BOUNDS:
        value = values[name]
        if name not in environment:
            continue
        if isinstance(value, list | tuple):
            command += [word for one in value for word in (option, one)]
        else:
            command += [option] if isinstance(value, bool) else [option, value]
    return command


def config_text(client: str, command: Sequence[str], env: Mapping[str, str]) -> str:
    """What belongs into a host's configuration, so that it runs this command as a server.

    JSON or, for codex, TOML. The words of the command and the environment stand in it as they are,
    no shell reads them. BadValue for an unknown host, and for a word that is not UTF-8; Refused for
    one with a sign that cannot be seen.
    """
    if client not in PLACES:
        raise unknown("client", client, HOSTS)
    _check((*command, *env, *env.values()))
    refuse_hidden((*command, *env, *env.values()))
    program, *args = command
    server = {"command": program, "args": args} | ({"env": dict(env)} if env else {})
    match client:
        case "codex":
            return rendered({"mcp_servers": {SERVER: server}})
        case "vscode":
            document = {"servers": {SERVER: {"type": "stdio", **server}}}
        case _:
            document = {"mcpServers": {SERVER: server}}
    import json

    return json.dumps(document, indent=2) + "\n"


def _check(words: Sequence[str]) -> None:
    """BadValue for a path with bytes that are no text: no configuration can say it."""
    for word in words:
        try:
            word.encode()
        except UnicodeEncodeError:
            raise BadValue(
                f"{word[:60]!r} is not UTF-8, and can stand in no configuration"
            ) from None
