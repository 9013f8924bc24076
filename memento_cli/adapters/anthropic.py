"""Anthropic's memory tool (memory_20250818) over a store.

    client.beta.messages.tool_runner(tools=[MementoMemoryTool("~/notes")], …)

Its texts are those of Anthropic's own tool for a folder of files, but that what a file says is
fenced as data. It needs the extra `anthropic`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from anthropic.lib.tools import BetaAbstractMemoryTool, BetaAsyncAbstractMemoryTool, ToolError
from anyio import to_thread

from memento_cli.adapters.door import acted, config_of
from memento_cli.adapters.memory_commands import (
    created,
    deleted,
    inserted,
    renamed,
    replaced,
    viewed,
)
from memento_cli.tools.calling import failed
from memento_cli.tools.tool import TEXT, Tool, ToolResult

if TYPE_CHECKING:
    from collections.abc import Callable

    from memento_cli.adapters.door import Approve, StorePath
    from memento_cli.tools.request_context import RequestContext

NAME = "anthropic"
MEMORY = Tool("memory", "Files of a store.", (), lambda request, args: ToolResult({}))
"""What an error is told of."""


class MementoMemoryTool(BetaAbstractMemoryTool):
    """The memory tool over a store. `approve` is asked, with a question and the words that it is
    about, before what a person wrote is changed or deleted; without it that fails."""

    def __init__(
        self, store: StorePath = None, *, approve: Approve | None = None, cache_control: Any = None
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._config, self._approve = config_of(store), approve

    def view(self, command: Any) -> str:
        """The lines of a file with their numbers, or the files of a folder."""
        return self._done(command, viewed)

    def create(self, command: Any) -> str:
        """A new file."""
        return self._done(command, created)

    def str_replace(self, command: Any) -> str:
        """A text in a file replaced by another."""
        return self._done(command, replaced)

    def insert(self, command: Any) -> str:
        """Lines put below a line of a file."""
        return self._done(command, inserted)

    def delete(self, command: Any) -> str:
        """A file, or a folder with all its files, deleted."""
        return self._done(command, deleted)

    def rename(self, command: Any) -> str:
        """A file, or a folder with all its files, put elsewhere."""
        return self._done(command, renamed)

    def _done(self, command: Any, act: Callable[[RequestContext, Any], str]) -> str:
        try:
            return acted(self._config, NAME, lambda request: act(request, command), self._approve)
        except Exception as problem:
            request, given = self._config.request(NAME), command.to_dict()
            raise ToolError(failed(request, MEMORY, problem, given).value[TEXT]) from None


class AsyncMementoMemoryTool(BetaAsyncAbstractMemoryTool):
    """The same for an asynchronous client; each act is done in a thread."""

    def __init__(
        self, store: StorePath = None, *, approve: Approve | None = None, cache_control: Any = None
    ) -> None:
        super().__init__(cache_control=cache_control)
        self._tool = MementoMemoryTool(store, approve=approve)

    async def execute(self, command: Any) -> Any:
        """What a command answers."""
        return await to_thread.run_sync(partial(self._tool.execute, command))

    view = create = str_replace = insert = delete = rename = execute
