"""What a client of an agent reads of memento, each in its place: a skill, a rule, hooks, and the
configuration of the server.

The texts are in `contrib/`, ready to be copied. Here the hooks get the path of the command.
"""

from __future__ import annotations

import json
import os
import shlex

import memento_cli
from memento_cli.cli.hosts.hosts import HOOKS, HOSTS, SERVER
from memento_cli.cli.program import program
from memento_cli.core.text.visible import refuse_hidden
from memento_cli.errors import BadValue, unknown

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from memento_cli.cli.hosts.hosts import Form, Piece

CONTRIB = os.path.join(os.path.dirname(memento_cli.__file__), "contrib")
WHATEVER = " || :"
"""A shell's way to say that whatever fails here, also a memento that is gone, fails no turn."""
ABOVE = "# The first line belongs above all tables of the file.\n"
"""For who appends this to a configuration, where a key would be of the last table."""
NAME = "memento"
"""What the server is called in a host's configuration."""
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
    """The command that serves a store, with the bounds that were given."""
    return [program(), "--store", store, "agent", "mcp", *_bounds(environment, values)]


def printing_command(
    client: str,
    part: str,
    stores: Sequence[str],
    environment: Mapping[str, str],
    values: Mapping[str, Any],
) -> str:
    """The command that prints a part of what a host needs, for a shell: of the same stores, and a
    server within the same bounds."""
    named = [word for store in stores for word in ("--store", store)]
    bounds = _bounds(environment, values) if part == SERVER else []
    words = [NAME, *named, "agent", "setup", "--client", client, "--only", part, *bounds]
    return shlex.join(words)


def _bounds(environment: Mapping[str, str], values: Mapping[str, Any]) -> list[str]:
    """Those options that were given, by the names of their values."""
    command: list[str] = []
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
    """What belongs into a host's configuration, so that it runs this command as a server: TOML or
    YAML if its file is, else JSON.

    The words of the command and the environment stand in it as they are, no shell reads them.
    BadValue for an unknown host, and for a word that is not UTF-8; Refused for one with a sign that
    cannot be seen.
    """
    if client not in HOSTS:
        raise unknown("client", client, HOSTS)
    for word in (*command, *env, *env.values()):
        try:
            word.encode()
        except UnicodeEncodeError:
            problem = f"{word[:60]!r} is not UTF-8, and can stand in no configuration"
            raise BadValue(problem) from None
    refuse_hidden((*command, *env, *env.values()))
    place, form = HOSTS[client].place, HOSTS[client].form
    document = {**form.first, form.servers: {NAME: _entry(form, command, env)}}
    if place.endswith(".toml"):
        from memento_cli.store.toml.writer import rendered

        return ABOVE * bool(form.first) + rendered(document)
    if place.endswith(".yaml"):
        import yaml  # one host alone has it

        text: str = yaml.safe_dump(document, allow_unicode=True, sort_keys=False)
        return text
    return json.dumps(document, indent=2) + "\n"


def _entry(form: Form, command: Sequence[str], env: Mapping[str, str]) -> dict[str, Any]:
    """A server as a host of this form writes it down."""
    program, *args = command
    named: dict[str, Any] = {form.program: [program, *args]}
    if form.args:
        named = {form.program: program, form.args: args}
    return {**form.more, **named, **({form.env: dict(env)} if env else {})}
