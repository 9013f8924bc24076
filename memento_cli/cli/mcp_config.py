"""What a host of MCP servers is told of memento, each in the form and the place that it reads."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memento_cli.core.visible import refuse_hidden
from memento_cli.errors import BadValue, unknown
from memento_cli.store.toml import rendered

SERVER = "memento"
PLACES: Mapping[str, str] = {
    "claude": ".mcp.json in the project",
    "claude-desktop": "claude_desktop_config.json (Settings, Developer, Edit Config)",
    "cursor": ".cursor/mcp.json in the project, or ~/.cursor/mcp.json",
    "vscode": ".vscode/mcp.json in the project",
    "codex": "~/.codex/config.toml",
}
"""The hosts, and where each keeps its servers. What else stands there already is to be kept."""
CLIENTS = tuple(PLACES)


def config_text(client: str, command: Sequence[str], env: Mapping[str, str]) -> str:
    """What belongs into a host's configuration, so that it runs this command as a server.

    JSON or, for codex, TOML. The words of the command and the environment stand in it as they are,
    no shell reads them. BadValue for an unknown host, and for a word that is not UTF-8; Refused for
    one with a sign that cannot be seen.
    """
    if client not in PLACES:
        raise unknown("client", client, CLIENTS)
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
