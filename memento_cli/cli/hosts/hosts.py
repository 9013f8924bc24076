"""The hosts of agents: where each keeps its servers, in which form, and what else it reads of
memento. One row a host; `setup_files.py` makes the texts, `host_settings.py` reads them back."""

from __future__ import annotations

import json

from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping

SERVER, SKILL, RULE, HOOKS = "server", "skill", "rule", "hooks"
PARTS = (SERVER, SKILL, RULE, HOOKS)
"""What of memento a host may have a place for."""


class Form(NamedTuple):
    """How a host writes a server down: under which key its servers stand, what the program, its
    arguments and its environment are called, and what else stands there. Without a name for
    arguments the program's key has all words. `first` stands before all tables of the file."""

    servers: str
    program: str = "command"
    args: str = "args"
    env: str = "env"
    more: Mapping[str, str | bool | int] = {}
    first: Mapping[str, int] = {}


class Piece(NamedTuple):
    """A file of a host beside its server: what part it is, its place in a project, which file of
    `contrib/` it is made of, and the head that this host wants above that."""

    part: str
    place: str
    source: str
    head: str = ""


class Host(NamedTuple):
    """A host: the file in which it keeps servers, the form there, the pieces beside it, and where
    else it looks for servers. A place is in a project unless it is `somewhere`."""

    place: str
    form: Form
    pieces: tuple[Piece, ...] = ()
    others: tuple[str, ...] = ()
    somewhere: bool = False


def _skill(folder: str) -> Piece:
    """The skill; its form is the same for all (agentskills.io)."""
    return Piece(SKILL, f"{folder}/skills/memento/SKILL.md", "SKILL.md")


def _rule(place: str, **said: str | bool) -> Piece:
    """The rule, with a YAML front matter if the host wants any; what is JSON is YAML, too."""
    lines = [f"{key}: {json.dumps(value)}" for key, value in said.items()]
    return Piece(RULE, place, "rule.md", "\n".join(("---", *lines, "---", "", "")) * bool(said))


ABOUT = "How to use the long-term memory of this machine, the command memento"
PLAIN = Form("mcpServers")
GRACE_MS = 5000
"""So long Codex waits for a server before its first turn; else about one second, which a machine
that is busy takes to start Python."""
AGENTS_RULE = _rule("AGENTS.md")
CODE = "Code/User/mcp.json"
APPS = "~/Library/Application Support"
HOSTS: Mapping[str, Host] = {
    "claude": Host(
        ".mcp.json",
        PLAIN,
        (_skill(".claude"), Piece(HOOKS, ".claude/settings.local.json", "hooks.json")),
        ("~/.claude.json",),
    ),
    "cursor": Host(
        ".cursor/mcp.json",
        PLAIN,
        (
            _skill(".cursor"),
            _rule(".cursor/rules/memento.mdc", description=ABOUT, alwaysApply=True),
            Piece(HOOKS, ".cursor/hooks.json", "hooks.cursor.json"),
        ),
        ("~/.cursor/mcp.json",),
    ),
    "vscode": Host(
        ".vscode/mcp.json",
        Form("servers", more={"type": "stdio"}),
        (
            _skill(".github"),
            _rule(
                ".github/instructions/memento.instructions.md",
                name="memento",
                description=ABOUT,
                applyTo="**",
            ),
            Piece(HOOKS, ".github/hooks/memento.json", "hooks.vscode.json"),
        ),
        (f"~/.config/{CODE}", f"{APPS}/{CODE}"),
    ),
    "codex": Host(
        "~/.codex/config.toml",
        Form("mcp_servers", first={"mcp_optional_startup_grace_ms": GRACE_MS}),
        (_skill(".agents"), AGENTS_RULE, Piece(HOOKS, ".codex/hooks.json", "hooks.json")),
        (".codex/config.toml",),
        somewhere=True,
    ),
    "gemini": Host(
        ".gemini/settings.json",
        PLAIN,
        (
            _skill(".gemini"),
            _rule("GEMINI.md"),
            Piece(HOOKS, ".gemini/settings.json", "hooks.gemini.json"),
        ),
        ("~/.gemini/settings.json",),
    ),
    "opencode": Host(
        "opencode.json",
        Form("mcp", args="", env="environment", more={"type": "local", "enabled": True}),
        (_skill(".opencode"), AGENTS_RULE),
        ("opencode.jsonc", "~/.config/opencode/opencode.json", "~/.config/opencode/opencode.jsonc"),
    ),
    "copilot": Host(
        "~/.copilot/mcp-config.json",
        PLAIN,
        (_skill(".github"), AGENTS_RULE),
        somewhere=True,
    ),
    "windsurf": Host(
        "~/.codeium/windsurf/mcp_config.json",
        PLAIN,
        (_rule(".windsurf/rules/memento.md", trigger="always_on"),),
        somewhere=True,
    ),
    "zed": Host(
        "~/.config/zed/settings.json",
        Form("context_servers"),
        (AGENTS_RULE,),
        (".zed/settings.json",),
        somewhere=True,
    ),
    "goose": Host(
        "~/.config/goose/config.yaml",
        Form(
            "extensions",
            "cmd",
            env="envs",
            more={"enabled": True, "type": "stdio", "name": "memento", "timeout": 60},
        ),
        (AGENTS_RULE,),
        somewhere=True,
    ),
    "claude-desktop": Host(
        "claude_desktop_config.json (Settings, Developer, Edit Config)",
        PLAIN,
        (),
        (
            f"{APPS}/Claude/claude_desktop_config.json",
            "~/.config/Claude/claude_desktop_config.json",
        ),
        somewhere=True,
    ),
}
