"""What a client of an agent reads of memento: a skill, a rule and hooks, each in its place.

The texts are in `contrib/`, ready to be copied. Here the hooks get the path of the command. The
server's configuration is made by `server_config.py`.
"""

from __future__ import annotations

import json
import os
import shlex

import memento_cli
from memento_cli.cli.program import program
from memento_cli.core.text.visible import refuse_hidden
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

CONTRIB = os.path.join(os.path.dirname(memento_cli.__file__), "contrib")
SKILL, RULE, HOOKS = "skill", "rule", "hooks"
WHATEVER = " || :"
"""A shell's way to say that whatever fails here, also a memento that is gone, fails no turn."""


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
            RULE,
            ".cursor/rules/memento.mdc",
            "rule.md",
            _head(description=ABOUT, alwaysApply=True),
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
