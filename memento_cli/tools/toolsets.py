"""The sets of tools that a door offers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memento_cli.tools.context_tools import CONTEXT
from memento_cli.tools.export_tools import EXPORT
from memento_cli.tools.fact_tools import BLOCK, FACT, SAVE_MEMORY
from memento_cli.tools.memory_tools import FEEDBACK, FORGET, LINK, PIN, UNPIN
from memento_cli.tools.recall_tools import QUERY_MEMORY, RECALL
from memento_cli.tools.remember import REMEMBER
from memento_cli.tools.server_memory import TOOLS as GRAPH_TOOLS
from memento_cli.tools.session_tools import SESSION, SUMMARIZE_THREAD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memento_cli.tools.tool import Tool

CORE, FULL = ("core", "full")
SERVER_MEMORY = "server-memory"
"""The nine tools of the reference memory server, over the graph of the same store."""
TOOLSETS: Mapping[str, tuple[Tool, ...]] = {
    CORE: (REMEMBER, RECALL, FEEDBACK, FORGET, CONTEXT, BLOCK),
    FULL: (
        REMEMBER, RECALL, FEEDBACK, FORGET, CONTEXT, BLOCK,
        PIN, UNPIN, LINK, FACT, EXPORT, SESSION, SUMMARIZE_THREAD, SAVE_MEMORY, QUERY_MEMORY,
    ),
    SERVER_MEMORY: GRAPH_TOOLS,
}  # fmt: skip
"""The core is at most 1,500 tokens of schema, which each of an agent's turns costs."""


def tool_named(name: str, *, read_only: bool = False) -> Tool | None:
    """The tool of any set with this name; for who only reads, what of it writes nothing."""
    every = (tool for tools in TOOLSETS.values() for tool in tools)
    found = next((tool for tool in every if tool.name == name), None)
    return found.reading if found and read_only else found


def tools_of(toolset: str, *, read_only: bool = False) -> dict[str, Tool]:
    """The tools of a set by their names; for who only reads, those that write nothing."""
    found = [tool.reading if read_only else tool for tool in TOOLSETS[toolset]]
    return {tool.name: tool for tool in found if tool is not None}
