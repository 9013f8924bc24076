"""What a client of an agent reads of memento, each in its place: a skill, a rule, hooks, and the
configuration of the server.

The texts are in `contrib/`, ready to be copied. Here the hooks get the path of the command.
"""

from __future__ import annotations

import json
import os
import shlex

import memento_cli
from memento_cli.cli.program import program
from memento_cli.core.text.visible import refuse_hidden
from memento_cli.errors import BadValue, unknown
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.toml.writer import rendered

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

CONTRIB = os.path.join(os.path.dirname(memento_cli.__file__), "contrib")
SKILL, RULE, HOOKS = "skill", "rule", "hooks"
WHATEVER = " || :"
"""A shell's way to say that whatever fails here, also a memento that is gone, fails no turn."""

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
    ("--of", "of"),
    ("--toolset", "toolset"),
    ("--compat", "compat"),
)
"""The options that bound what a server does and shows, each with the name of its value."""


class Piece(NamedTuple):
    """A file of a client: what part it is, its place in a project, which file of `contrib/` it is
    made of, and the head that this client wants above that."""

    part: str
    place: str
    source: str
    head: str = ""


def _skill(folder: str) -> Piece:
    """The skill; its form is the same for all (agentskills.io)."""
    return Piece(SKILL, f"{folder}/skills/memento/SKILL.md", "SKILL.md")


def _head(**said: str | bool) -> str:
    """A YAML front matter; what is JSON is YAML, too."""
    lines = (f"{key}: {json.dumps(value)}" for key, value in said.items())
    return "\n".join(("---", *lines, "---", "", ""))


ABOUT = "How to use the long-term memory of this machine, the command memento"
CLIENTS: Mapping[str, tuple[Piece, ...]] = {
    "claude": (_skill(".claude"), Piece(HOOKS, ".claude/settings.local.json", "hooks.json")),
    "cursor": (
        _skill(".cursor"),
        Piece(
            RULE, ".cursor/rules/memento.mdc", "rule.md", _head(description=ABOUT, alwaysApply=True)
        ),
        Piece(HOOKS, ".cursor/hooks.json", "hooks.cursor.json"),
    ),
    "vscode": (
        _skill(".github"),
        Piece(
            RULE,
            ".github/instructions/memento.instructions.md",
            "rule.md",
            _head(name="memento", description=ABOUT, applyTo="**"),
        ),
        Piece(HOOKS, ".github/hooks/memento.json", "hooks.vscode.json"),
    ),
    "codex": (
        _skill(".agents"),
        Piece(RULE, "AGENTS.md", "rule.md"),
        Piece(HOOKS, ".codex/hooks.json", "hooks.json"),
    ),
}


def piece_text(piece: Piece, stores: Sequence[str]) -> str:
    """What belongs into a file. Of the stores that are named, hooks and agents are told."""
    with open(os.path.join(CONTRIB, piece.source), encoding="utf-8") as file:
        text = piece.head + file.read()
    named = [word for store in stores for word in ("--store", os.path.abspath(store))]
    refuse_hidden((program(), *named))
    if piece.part == HOOKS:
        command = shlex.join([program(), *named, "agent", "hook"]) + WHATEVER
        return json.dumps(_with_command(json.loads(text), command), indent=2) + "\n"
    if not named:
        return text
    return (
        f"{text}\nThe store has to be named to each command:\n\n    memento {shlex.join(named)} …\n"
    )


def _with_command(value: Any, command: str) -> Any:
    """The hooks, each with this command."""
    if isinstance(value, list):
        return [_with_command(entry, command) for entry in value]
    if not isinstance(value, dict):
        return value
    return {
        key: command if key == "command" else _with_command(entry, command)
        for key, entry in value.items()
    }


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
    for word in (*command, *env, *env.values()):
        try:
            word.encode()
        except UnicodeEncodeError:
            problem = f"{word[:60]!r} is not UTF-8, and can stand in no configuration"
            raise BadValue(problem) from None
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
    return json.dumps(document, indent=2) + "\n"
