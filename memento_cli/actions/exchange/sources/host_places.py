"""Where hosts keep what they remember: which files of a folder, and of which project they are."""

from __future__ import annotations

import os
import re
from glob import escape, glob

from memento_cli.actions.exchange.sources.entry import one_line, shown_path

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CLAUDE, CODEX, GEMINI, AGENTS = HOSTS = (
    "claude-memory",
    "codex-memory",
    "gemini-memory",
    "agents-memory",
)
"""The formats of hosts' files, as `--from` names them."""
INDEX = "MEMORY.md"
FILES: Mapping[str, tuple[str, ...]] = {
    CLAUDE: ("CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", ".claude/rules"),
    CODEX: (INDEX, "AGENTS.md", "AGENTS.override.md"),
    GEMINI: ("GEMINI.md", ".gemini/GEMINI.md"),
    AGENTS: ("AGENTS.md", "AGENTS.override.md"),
}
"""The files of each in a project, or in the host's folder below the home."""
CLAUDES_OWN = ("rules", "projects/*/memory")
"""What Claude Code has in its folder below the home beside these."""
NAMED: Mapping[str, str] = {
    INDEX: CLAUDE,
    "CLAUDE.md": CLAUDE,
    "CLAUDE.local.md": CLAUDE,
    "GEMINI.md": GEMINI,
    "AGENTS.md": AGENTS,
    "AGENTS.override.md": AGENTS,
}
"""The formats that the names of files tell."""
CODEX_FILES = ("memory_summary.md", "raw_memories.md", "rollout_summaries")
"""What stands beside the MEMORY.md of Codex, and is made of the same."""
LOGS = "logs"
"""A folder of Claude Code's that has no memories."""
HOMES = (".claude", ".codex", ".gemini")
SLUG = re.compile(r"[^A-Za-z0-9]")


def host_format(path: str) -> str:
    """The format of a host's file, or of its folder of memories; "" for any other path."""
    if os.path.isdir(path):
        return host_format(os.path.join(path, INDEX)) if _is_memory(path) else ""
    folder, name = os.path.split(path)
    beside = (os.path.join(folder, other) for other in CODEX_FILES)
    is_codex = name == INDEX and any(map(os.path.lexists, beside))
    return CODEX if is_codex else NAMED.get(name, "")


def files_of(path: str, format: str) -> Iterator[str]:
    """The files at a path that a host reads: the file, or those of a folder."""
    if not os.path.isdir(path):
        yield os.path.realpath(path) if os.path.islink(path) else path
    elif format != CODEX and _is_memory(path):
        yield from _notes_in(path)
    else:
        own = CLAUDES_OWN if os.path.basename(os.path.abspath(path)) == HOMES[0] else ()
        patterns = [os.path.join(escape(path), *name.split("/")) for name in (*FILES[format], *own)]
        for place in (place for pattern in patterns for place in sorted(glob(pattern))):
            if os.path.isdir(place):
                yield from _notes_in(place)
            else:
                yield place


def is_topic(path: str) -> bool:
    """Whether a file is a memory of its own, in a folder that has an index."""
    folder, name = os.path.split(path)
    return name != INDEX and (_is_memory(folder) or _is_memory(os.path.dirname(folder)))


def _is_memory(folder: str) -> bool:
    return os.path.isfile(os.path.join(folder, INDEX))


def _notes_in(folder: str) -> Iterator[str]:
    """The notes in a folder and below, the index first."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name[0] != "." and name != LOGS)
        notes = [name for name in names if name.endswith(".md") and name[0] != "."]
        for name in sorted(notes, key=lambda name: (name != INDEX, name)):
            yield os.path.join(place, name)


def project_of(path: str) -> str:
    """The name of the project that a file is about: of a folder below Claude Code's `projects` that
    one, else of the repository that the file is in; "" for what is of all projects."""
    parts = os.path.abspath(path).split(os.sep)
    for name, slug, memory in zip(parts, parts[1:], parts[2:], strict=False):
        if (name, memory) == ("projects", "memory") and slug.startswith("-"):
            return one_line(shown_path(os.path.basename(_unslugged(slug))))
    for depth in range(len(parts) - 1, 1, -1):
        folder = os.sep.join(parts[:depth])
        if os.path.lexists(os.path.join(folder, ".git")):
            is_home = folder == os.path.expanduser("~") or not {*HOMES}.isdisjoint(parts[:depth])
            return "" if is_home else one_line(shown_path(parts[depth - 1]))
    return ""


def _unslugged(slug: str, folder: str = os.sep) -> str:
    """The path whose separators and other signs Claude Code has replaced by `-`; "" if it is no
    more."""
    if not slug:
        return folder
    try:
        names = sorted(os.listdir(folder), key=len, reverse=True)
    except OSError:
        return ""
    for name in names:
        part = "-" + SLUG.sub("-", name)
        if slug == part or slug.startswith(f"{part}-"):
            found = _unslugged(slug[len(part) :], os.path.join(folder, name))
            if found:
                return found
    return ""
