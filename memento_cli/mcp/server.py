"""The server: what the protocol asks is answered by tools, resources and prompts.

A tool's own errors are results that say what to do, so that a model can mend its call; only a call
that names no tool is an error of the protocol. The work is done in threads: the store's lock keeps
them apart as it keeps processes. A flood of calls is refused, a burst is not.
"""

from __future__ import annotations

import traceback
from contextlib import asynccontextmanager
from functools import partial
from json import dumps
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import unquote

import anyio
import anyio.to_thread
import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from memento_cli import __version__
from memento_cli.core.text.quoting import masked, shown, words_of
from memento_cli.errors import MementoError, Unasked
from memento_cli.mcp.approval import can_ask, confirmed
from memento_cli.mcp.completing import completion
from memento_cli.mcp.pace import RateLimit
from memento_cli.mcp.paging import page_of
from memento_cli.mcp.progress import Reported
from memento_cli.mcp.prompts import PROMPTS, injection
from memento_cli.mcp.resources import TEMPLATES, StoreResources
from memento_cli.mcp.subscribing import Subscriptions
from memento_cli.mcp.watching import Watching
from memento_cli.tools.calling import FAILED, done, failed, hint_of, names_a_file, question_of
from memento_cli.tools.fact_tools import BLOCK
from memento_cli.tools.tool import AGREED, each_text
from memento_cli.tools.toolsets import instructions_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

    from mcp.server.context import CallNext, HandlerResult

    from memento_cli.mcp.approval import Context
    from memento_cli.mcp.replicated import Replicated
    from memento_cli.tools.request_context import RequestContext, ServerConfig
    from memento_cli.tools.tool import Arguments, Tool, ToolResult

R = TypeVar("R")
P = TypeVar("P")
Paged = types.PaginatedRequestParams | None
THREADS = 4
"""So many calls are worked on at once; the others wait."""
WAITING = 100
"""So many that are done may wait at once until a hub has what they wrote."""


def server_of(
    config: ServerConfig, tools: Mapping[str, Tool], replicated: Replicated | None = None
) -> Server[Any]:
    """The server with these tools over the store that a configuration names, which may be the
    replica of a hub's tenant."""
    answers = RequestHandlers(config, tools, replicated)
    watching, subscriptions = answers.watching, answers.subscriptions

    @asynccontextmanager
    async def watched(_: Server[Any]) -> AsyncIterator[None]:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(watching.run)
            yield
            tasks.cancel_scope.cancel()

    server = StoreServer(
        "memento",
        version=__version__,
        title="memento",
        instructions=instructions_of(tools),
        lifespan=watched,
        get_tool_input_schema=lambda _: None,  # which asks for no headers; else all are listed
        on_list_tools=answers.list_tools,
        on_call_tool=answers.call_tool,
        on_list_resources=answers.list_resources,
        on_list_resource_templates=answers.list_templates,
        on_read_resource=answers.read,
        on_subscribe_resource=answers.paced(subscriptions.subscribe),
        on_unsubscribe_resource=answers.paced(subscriptions.unsubscribe),
        on_subscriptions_listen=answers.paced(subscriptions.listen),
        on_list_prompts=answers.list_prompts,
        on_get_prompt=answers.get_prompt,
        on_completion=answers.complete,
    )
    server.add_notification_handler(
        "notifications/initialized", types.NotificationParams, subscriptions.initialized
    )
    server.middleware.append(_told_plainly)
    return server


class StoreServer(Server[Any]):
    """A server whose list of resources changes, and no other list."""

    def get_capabilities(self, *given: Any, **more: Any) -> types.ServerCapabilities:
        """What it says of itself, whichever protocol it is asked by."""
        told = super().get_capabilities(*given, **more)
        assert told.resources and told.tools and told.prompts
        told.resources.list_changed = True
        told.tools.list_changed = told.prompts.list_changed = False
        return told


async def _told_plainly(ctx: Context, call_next: CallNext) -> HandlerResult:
    """What a request is answered; whatever the protocol's errors repeat of it is told as `shown`
    tells it, also where the SDK does."""
    try:
        return await call_next(ctx)
    except (MCPError, MementoError) as told:
        problem = told if isinstance(told, MCPError) else protocol_error(told)
        given = [ctx.method, *words_of(ctx.params)]
        given += [unquote(text) for text in given if "%" in text]
        error = problem.error
        said = each_text(error.data, lambda text: shown(text, given))
        raise MCPError(error.code, shown(error.message, given), said) from None


class RequestHandlers:
    """What the protocol's requests are answered with."""

    def __init__(
        self,
        config: ServerConfig,
        tools: Mapping[str, Tool],
        replicated: Replicated | None = None,
    ) -> None:
        self.config, self.tools, self.replicated = config, tools, replicated
        self.pace, self.shelf = RateLimit(), StoreResources()
        self.limiter, self.waiting = map(anyio.CapacityLimiter, (THREADS, WAITING))
        self.watching = Watching(config, self.shelf)
        self.subscriptions = Subscriptions(self.watching, self._request)

    async def list_tools(self, ctx: Context, params: Paged) -> types.ListToolsResult:
        """The tools of this server."""
        page, cursor = page_of([_declared(tool) for tool in self.tools.values()], params)
        return types.ListToolsResult(tools=page, next_cursor=cursor)

    async def call_tool(
        self, ctx: Context, params: types.CallToolRequestParams
    ) -> types.CallToolResult | types.InputRequiredResult:
        """What a tool answers, or what a person is to be asked first."""
        tool = self.tools.get(params.name)
        if tool is None:
            offered = ", ".join(self.tools)
            told = f"unknown tool {params.name[:80]!r}: there are {offered}"
            raise MCPError(types.INVALID_PARAMS, told)
        client = ctx.session.client_params
        result = partial(_result, client=client.client_info.name if client else "")
        try:
            self._step()
            args = tool.arguments_of(params.arguments)
            if not can_ask(ctx):
                return result(await self._acted(ctx, tool, args))
            try:
                return result(await self._acted(ctx, tool, {**args, AGREED: False}))
            except Unasked as problem:
                needed = await confirmed(ctx, params, question_of(self._request(ctx), problem))
            return needed or result(await self._acted(ctx, tool, {**args, AGREED: True}))
        except Exception as problem:
            return result(failed(self._request(ctx), tool, problem, params.arguments))
        finally:
            if tool.writes:
                self.watching.wake(lists=tool.name == BLOCK.name)

    async def list_resources(self, ctx: Context, params: Paged) -> types.ListResourcesResult:
        """The context, blocks and recent searches."""
        page, cursor = page_of(await self._sound(ctx, self.shelf.listed), params)
        return types.ListResourcesResult(resources=page, next_cursor=cursor)

    async def list_templates(
        self, ctx: Context, params: Paged
    ) -> types.ListResourceTemplatesResult:
        """Where each memory and each search is."""
        page, cursor = page_of(TEMPLATES, params)
        return types.ListResourceTemplatesResult(resource_templates=page, next_cursor=cursor)

    async def read(
        self, ctx: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        """What stands at an address."""
        uri, plain = params.uri, unquote(params.uri)
        about = uri if masked(plain, (plain,)) == plain else plain
        read = partial(self.shelf.read, uri=uri)
        found = await self._sound(ctx, read, {"uri": about})
        if self.shelf.is_search(uri):
            self.watching.wake(lists=True)
        return types.ReadResourceResult(contents=list(found))

    async def list_prompts(self, ctx: Context, params: Paged) -> types.ListPromptsResult:
        """The prompts of this server."""
        page, cursor = page_of(PROMPTS, params)
        return types.ListPromptsResult(prompts=page, next_cursor=cursor)

    async def complete(
        self, ctx: Context, params: types.CompleteRequestParams
    ) -> types.CompleteResult:
        """What an argument could be, by what is typed of it."""
        found = await self._sound(ctx, lambda request: completion(request, self.shelf, params))
        return types.CompleteResult(completion=found)

    def paced(self, answer: Callable[[Context, P], Awaitable[R]]) -> Callable[..., Awaitable[R]]:
        """The same for no more requests than are taken of all."""

        async def answered(ctx: Context, params: P) -> R:
            self._step()
            return await answer(ctx, params)

        return answered

    async def get_prompt(
        self, ctx: Context, params: types.GetPromptRequestParams
    ) -> types.GetPromptResult:
        """The messages of a prompt."""
        given = params.arguments or {}
        return await self._sound(ctx, lambda request: injection(request, params.name, given))

    def _step(self) -> None:
        """Count one call. Busy if there are too many, of this server or of its tenant."""
        self.pace.step()
        if self.replicated:
            self.replicated.step()

    async def _acted(self, ctx: Context, tool: Tool, args: Arguments) -> ToolResult:
        def act(request: RequestContext) -> ToolResult:
            if self.replicated and tool.writes and not args.get("hard"):  # which makes room
                self.replicated.check_room()
            return tool.act(request, args)

        return await self._done(ctx, act, waits=tool.writes)

    def _request(self, ctx: Context) -> RequestContext:
        params = ctx.session.client_params
        return self.config.request(params.client_info.name if params else "")

    async def _done(
        self, ctx: Context, act: Callable[[RequestContext], R], *, waits: bool = False
    ) -> R:
        """What is done in a context of this call's own, in a thread; of a replica, with `waits`
        once the hub has it, too."""
        request = self._request(ctx)
        request.progress = Reported(ctx)

        answer = await anyio.to_thread.run_sync(done, request, act, limiter=self.limiter)
        if self.replicated and request.has_written:
            acknowledge = partial(self.replicated.acknowledge, waits=waits)
            await anyio.to_thread.run_sync(acknowledge, limiter=self.waiting)
        return answer

    async def _sound(
        self, ctx: Context, act: Callable[[RequestContext], R], about: dict[str, str] | None = None
    ) -> R:
        """The same; what goes wrong is an error of the protocol, which has no other place.

        `about` names what was asked for to programs.
        """
        try:
            self._step()
            return await self._done(ctx, act)
        except MementoError as problem:
            if names_a_file(self.config, problem):  # here is no fence for what stands in it
                self.config.warn(problem.message)
                raise MCPError(types.INTERNAL_ERROR, UNREADABLE, about) from None
            raise protocol_error(problem, about) from None
        except Exception:
            self.config.warn(traceback.format_exc())
            raise MCPError(types.INTERNAL_ERROR, FAILED, about) from None


def protocol_error(problem: MementoError, about: dict[str, str] | None = None) -> MCPError:
    """An error as the protocol tells it; `about` names what was asked for."""
    code = types.INVALID_PARAMS if problem.code in (2, 3) else types.INTERNAL_ERROR
    return MCPError(code, ". ".join(filter(None, (problem.message, hint_of(problem)))), about)


UNREADABLE = "a file of the store cannot be read; `memento doctor` says why"
AT_ONCE, WHOLE = ("remember", "recall", "context"), {"anthropic/alwaysLoad": True}
"""What Claude Code offers its model at once. All else it names, and the model has to look it up,
which nobody does who does not know yet that there is something to recall."""


def _declared(tool: Tool) -> types.Tool:
    hints = types.ToolAnnotations(
        read_only_hint=not tool.writes,
        destructive_hint=tool.destroys,
        idempotent_hint=tool.repeats or not tool.writes,
        open_world_hint=False,
    )
    return types.Tool(
        name=tool.name,
        description=tool.doc,
        input_schema=tool.schema,
        output_schema=tool.answer_schema,
        annotations=hints,
        _meta=WHOLE if tool.name in AT_ONCE else None,
    )


READ_TWICE = ("copilot-cli",)
"""Clients whose model reads `content` and then the value as JSON, unless `content` is that JSON to
the letter."""


def _result(answer: ToolResult, client: str) -> types.CallToolResult:
    words = answer.words
    if client in READ_TWICE and answer.value:
        words = dumps(answer.value, ensure_ascii=False, separators=(",", ":"))
    text = types.TextContent(type="text", text=words)
    return types.CallToolResult(
        content=[text], structured_content=answer.value or None, is_error=answer.is_error
    )
