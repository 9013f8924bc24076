"""The hosts that read a file of memories at the beginning of each session, and how much of it."""

from __future__ import annotations

from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping


class Host(NamedTuple):
    """A host: the name of its file in a folder, how many lines and bytes of it are read, and the
    most memories that are put into a file that people write, too."""

    file: str
    lines: int
    bytes: int
    most: int = 50


LINES, BYTES = 200, 25_000
"""What Claude Code reads of its MEMORY.md, and the length that it advises for other files."""
INDEX = "MEMORY.md"
"""The file that is the host's alone: it may be filled."""
HOSTS: Mapping[str, Host] = {
    "claude": Host(INDEX, LINES, BYTES),
    "codex": Host("AGENTS.md", LINES, 32_768),
    "gemini": Host("GEMINI.md", LINES, 32_768),
    "agents": Host("AGENTS.md", LINES, 32_768),
}
"""By the name of the client. Codex stops at 32 KiB (`project_doc_max_bytes`)."""
