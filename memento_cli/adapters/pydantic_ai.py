"""Pydantic AI: the tools of agents as a toolset.

    agent = Agent("openai:gpt-5", toolsets=[MementoToolset("~/notes")])

It needs the extra `pydantic-ai`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from anyio import to_thread
from pydantic_ai import ApprovalRequired, FunctionToolset, Tool, ToolFailed, ToolReturn

from memento_cli.adapters.door import config_of
from memento_cli.errors import Unasked
from memento_cli.tools.calling import call_tool, done, failed, question_of
from memento_cli.tools.tool import AGREED
from memento_cli.tools.toolsets import CORE, instructions_of, tools_of

if TYPE_CHECKING:
    from pydantic_ai import RunContext

    from memento_cli.adapters.door import StorePath
    from memento_cli.tools.request_context import ServerConfig
    from memento_cli.tools.tool import Tool as MementoTool
    from memento_cli.tools.tool import ToolResult

NAME = "pydantic-ai"


class MementoToolset(FunctionToolset[Any]):
    """The tools of a set, `core`, `full` or `server-memory`, over a store.

    What a tool answers is fenced text for the model; its ids and numbers are the `metadata` of the
    return, for the application. With `asks` a call that needs the user's yes is deferred, as
    Pydantic AI has it: the run ends with `DeferredToolRequests`, which must be among its output
    types. Else it fails until the model says `confirm`, once its user has agreed.
    """

    def __init__(
        self, store: StorePath = None, toolset: str = CORE, *, asks: bool = False, id: str = NAME
    ) -> None:
        self._config, self._asks = config_of(store), asks
        tools = tools_of(toolset, read_only=self._config.read_only)
        made = [self._made(tool) for tool in tools.values()]
        super().__init__(made, id=id, instructions=instructions_of(tools))

    def _made(self, tool: MementoTool) -> Tool[Any]:
        schema = tool.schema
        if self._asks:
            schema["properties"].pop(AGREED, None)

        async def call(ctx: RunContext[Any], **given: Any) -> ToolReturn:
            agreed = ctx.tool_call_approved if self._asks else None
            answer = await to_thread.run_sync(_called, self._config, tool, given, agreed)
            if answer.is_error:
                raise ToolFailed(answer.words)
            return ToolReturn(answer.words, metadata=answer.value)

        return Tool.from_schema(call, tool.name, tool.doc, schema, takes_ctx=True)


def _called(
    config: ServerConfig, tool: MementoTool, given: dict[str, Any], agreed: bool | None
) -> ToolResult:
    """What a tool answers; `agreed` is the user's yes or no, or None if the model tells it."""
    if agreed is None:
        return call_tool(config, NAME, tool, given)
    request = config.request(NAME)
    try:
        args = {**tool.arguments_of(given), AGREED: agreed}
        return done(request, lambda request: tool.act(request, args))
    except Unasked as problem:
        raise ApprovalRequired({"question": question_of(request, problem)}) from None
    except Exception as problem:
        return failed(request, tool, problem, given)
