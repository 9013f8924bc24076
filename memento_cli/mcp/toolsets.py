"""Which tools a server has: the few that every agent needs, or all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memento_cli.mcp.finding import CONTEXT, QUERY_MEMORY, RECALL
from memento_cli.mcp.handing_out import EXPORT
from memento_cli.mcp.keeping import FORGET, LINK, PIN, REMEMBER, UNPIN
from memento_cli.mcp.knowing import BLOCK, FACT
from memento_cli.mcp.outcomes import FEEDBACK, USED
from memento_cli.mcp.saving import SAVE_MEMORY
from memento_cli.mcp.server_memory import TOOLS as GRAPH_TOOLS
from memento_cli.mcp.working import SESSION, SUMMARIZE_THREAD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memento_cli.mcp.tool import Tool

CORE, FULL = ("core", "full")
SERVER_MEMORY = "server-memory"
"""The nine tools of the reference memory server, over the graph of the same store."""
TOOLSETS: Mapping[str, tuple[Tool, ...]] = {
    CORE: (REMEMBER, RECALL, FEEDBACK, FORGET, CONTEXT, BLOCK),
    FULL: (
        REMEMBER, RECALL, FEEDBACK, FORGET, CONTEXT, BLOCK,
        PIN, UNPIN, LINK, USED, FACT, EXPORT, SESSION, SUMMARIZE_THREAD, SAVE_MEMORY, QUERY_MEMORY,
    ),
    SERVER_MEMORY: GRAPH_TOOLS,
}  # fmt: skip
"""The core is at most 1,500 tokens of schema, which each of an agent's turns costs."""


def tools_of(toolset: str, *, read_only: bool = False) -> dict[str, Tool]:
    """The tools of a set by their names; of a server that only reads, those that write nothing."""
    found = [tool.reading if read_only else tool for tool in TOOLSETS[toolset]]
    return {tool.name: tool for tool in found if tool is not None}
