"""How long a client waits for a server: from its start to the answer of `initialize`."""

from __future__ import annotations

from importlib.util import find_spec
from statistics import median
from typing import TYPE_CHECKING

from tests.bench.measuring import seconds_to_answer
from tests.bench.plain import program
from tests.bench.rows import Row, skipped

if TYPE_CHECKING:
    from tests.bench.run import Run

INITIALIZE = "mcp.initialize"
SECONDS = "s"
MOST = 0.8
"""DESIGN, section 9: clients wait 1.5 s at the least, and the SDK's import is nearly all of it."""
HELLO = (
    b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": '
    b'"2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}}\n'
)
BARE = """
import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
async def serve():
    server = Server("bare")
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())
anyio.run(serve)
"""


def initialize_row(run: Run) -> Row:
    """The median wait, by the clock on the wall, beside that for a server of the same SDK which
    does nothing."""
    if find_spec("mcp") is None:
        return skipped(INITIALIZE, SECONDS, "the MCP SDK is not installed")
    commands = {"memento": run.typed("agent", "mcp"), "a bare server": program(BARE)}
    waits: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(run.rounds):
        for name, command in commands.items():
            waits[name].append(seconds_to_answer(command, HELLO, run.place))
    beside = {name: median(waits[name]) for name in commands if name != "memento"}
    return Row(INITIALIZE, median(waits["memento"]), SECONDS, MOST, beside)
