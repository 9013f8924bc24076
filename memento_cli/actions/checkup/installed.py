"""Checks for older names of commands in what `memento` installed or printed: the merge driver,
git's hooks, crontab, the systemd unit, the configurations of agents' hosts, and skills and rules.

All still work but the last: they are texts for agents, who are answered with the name of now.
"""

from __future__ import annotations

import os
import re
from subprocess import DEVNULL, PIPE, SubprocessError
from subprocess import run as run_program

from memento_cli.actions.checkup.findings import fault, note
from memento_cli.actions.git.checks import standings
from memento_cli.actions.git.hooks import AGAIN, loses_lines
from memento_cli.actions.git.setup import (
    DRIVER,
    HOOKS,
    OLD_CALL,
    clone_of,
    git_setting,
    is_old,
    is_set_up,
)
from memento_cli.errors import Failed, MementoError
from memento_cli.store.files.names import FILE
from memento_cli.store.git.git import command_to_finish, run_git, work_tree_top
from memento_cli.store.redaction.files import bytes_of
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.reader import START

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from memento_cli.actions.checkup.findings import Cases
    from memento_cli.store.directory.store import Store

OLD_DRIVER = f" {OLD_CALL} merge %O "
PROGRAM = re.compile(r"memento\b")
OLD_NIGHT = re.compile(r"\bmaintain\b")
NAMED_STORE = re.compile(r"--store[ =]")
UNIT = ".config/systemd/user/memento.service"
SECONDS = 5
OLD_SERVER = "mcp"
SERVERS = ("mcpServers", "servers", "mcp_servers")
IN_PROJECT = (".mcp.json", ".cursor/mcp.json", ".vscode/mcp.json")
IN_HOME = (
    ".cursor/mcp.json",
    ".codex/config.toml",
    ".config/Claude/claude_desktop_config.json",
    "Library/Application Support/Claude/claude_desktop_config.json",
)
"""The files of the hosts known to `agent setup` that list the servers to start."""
FOR_AGENTS = (
    *(f".{host}/skills/memento/SKILL.md" for host in ("claude", "cursor", "github", "agents")),
    ".cursor/rules/memento.mdc",
    ".github/instructions/memento.instructions.md",
    "AGENTS.md",
)
"""The texts for agents that `agent setup` writes into a project."""
OLD_COMMAND = re.compile(rb"\bmemento (used|manual|feedback|task)\b")
GIT_AGAIN = "it goes on working; `memento store git` writes it anew"
SERVER_AGAIN = "it goes on working; `memento agent setup --client C --only server` prints it anew"
TEXT_AGAIN = "`memento agent setup --client C` prints the text of now"
CRON_AGAIN = "it goes on working; `memento tidy cron` prints the line of now"


def installed_cases(store: Store) -> Cases:
    """Cases of calls by an older name for this store, with the command that writes them anew."""
    yield from _git_cases(store)
    for where, text in _schedules():
        if any(_is_old_schedule(line, store.root) for line in text.splitlines()):
            yield note(where, "calls `memento maintain`, which is `tidy run` now", CRON_AGAIN)
    yield from _host_cases(store.root)


def _host_cases(root: str) -> Cases:
    """Hosts' configurations, of the user and of the project, that start `memento mcp`, and texts
    for agents there that name commands of before."""
    home = os.path.expanduser("~")
    places = [os.path.join(home, path) for path in IN_HOME]
    try:
        project = work_tree_top(root)
    except MementoError:
        project = root
    places += [os.path.join(project, path) for path in IN_PROJECT]
    for path in places:
        if any(OLD_SERVER in args and "agent" not in args for args in _server_arguments(path)):
            problem = "starts the server for agents by an older name, `memento mcp`"
            yield note(path, problem, SERVER_AGAIN)
    folders = dict.fromkeys((home, project))
    for path in (os.path.join(folder, text) for folder in folders for text in FOR_AGENTS):
        found = OLD_COMMAND.search(bytes_of(os.path.realpath(path)))
        if found:
            problem = f"tells agents of `{found[0].decode()}`, which has another name now"
            yield note(path, problem, TEXT_AGAIN)


def _server_arguments(path: str) -> list[list[Any]]:
    """The arguments of each server of a host's configuration that mentions memento."""
    import json

    raw = bytes_of(os.path.realpath(path))
    if b"memento" not in raw:
        return []
    try:
        document = parsed(raw, path).data if path.endswith(".toml") else json.loads(raw)
    except (MementoError, ValueError):
        return []  # a host's own file, with comments: not for memento to judge
    tables = [document.get(name) for name in SERVERS] if isinstance(document, dict) else []
    servers = [one for table in tables if isinstance(table, dict) for one in table.values()]
    named = [one for one in servers if isinstance(one, dict) and "memento" in str(one)]
    return [args for one in named if isinstance(args := one.get("args"), list)]


def _git_cases(store: Store) -> Cases:
    """A merge driver and hooks of the clone that call memento by an older name."""
    try:
        clone = clone_of(store)
    except MementoError:  # no git, or no clone
        return
    if OLD_DRIVER in git_setting(clone.top, f"{DRIVER}driver"):
        problem = "the merge driver calls memento by an older name"
        yield note(os.path.join(clone.top, ".git", "config"), problem, GIT_AGAIN)
    for name in HOOKS:
        path = os.path.join(clone.hooks, name)
        if is_old(bytes_of(os.path.realpath(path)), clone.place):
            yield note(path, "calls memento by an older name", GIT_AGAIN)


def _schedules() -> Iterator[tuple[str, str]]:
    """The names and texts of the user's crontab and of memento's systemd unit."""
    try:
        done = run_program(
            ["crontab", "-l"], stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL, timeout=SECONDS
        )
    except (OSError, SubprocessError):  # no cron
        pass
    else:
        yield "crontab", done.stdout.decode(errors="replace")
    unit = os.path.join(os.path.expanduser("~"), UNIT)
    yield unit, bytes_of(os.path.realpath(unit)).decode(errors="replace")


def _is_old_schedule(line: str, root: str) -> bool:
    """Whether a line calls `memento maintain` for this store, or without naming a store."""
    program = PROGRAM.search(line)
    verb = OLD_NIGHT.search(line, program.end()) if program else None
    if not program or not verb or line.lstrip().startswith("#"):
        return False
    return not NAMED_STORE.search(line, program.end(), verb.start()) or root in line


def clone_cases(store: Store, *, unsettled: bool) -> Cases:
    """Cases of the clone: ignored files, no merge driver, and a merge under way; none outside git.

    `unsettled`: other findings in the store have to be repaired before a merge can be ended.
    """
    for problem, advice, loses in standings(store.root, every=True):
        yield (fault if loses else note)(store.root, problem, advice)
    try:
        unmerged = run_git(store.root, "ls-files", "--unmerged", "-z")
    except Failed:  # no git, so no clone
        return
    if unmerged.code:
        return
    if not is_set_up(store) and run_git(store.root, "ls-files", "--", FILE).out:
        problem = "is kept in git, and this clone was not set up to merge it and to check commits"
        yield note(store.root, problem, "`memento store git`, once in each clone")
    ends = command_to_finish(store.root)
    if ends or unmerged.out:
        problem = "git is in the middle of what it began here, and waits for you"
        yield note(store.root, problem, _ending_advice(store, unmerged.out, ends, unsettled))


def _ending_advice(store: Store, unmerged: bytes, ends: str, unsettled: bool) -> str:
    """How to end git's operation under way, or to begin it again where ending it loses lines."""
    if not unmerged and loses_lines(store):
        return AGAIN
    names = {os.fsdecode(entry.partition(b"\t")[2]) for entry in unmerged.split(b"\0")}
    marked = any(START.encode() in bytes_of(os.path.join(store.root, name)) for name in names)
    first = "settle what is wrong, then " if marked or unsettled else ""
    return f"{first}`git add --all`{f', then `{ends}`' if ends else ''}"
