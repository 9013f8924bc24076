"""How clients subscribe: each session by `resources/subscribe` (2025), or each by a request whose
answer is a stream of notices (`subscriptions/listen`, 2026-07-28).

Whatever address is subscribed to is taken, whether anything stands there or not: an error would
tell which hidden thing there is. A subscription ends with its connection, or its stream.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import mcp_types as types
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler
from mcp.shared.subscriptions import ResourcesListChanged, ResourceUpdated
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from memento_cli.mcp.watching import Subscriber

if TYPE_CHECKING:
    from collections.abc import Callable

    from memento_cli.mcp.approval import Context
    from memento_cli.mcp.watching import Watching
    from memento_cli.tools.request_context import RequestContext

KEY = "memento-subscriber"
MOST_WAITING = 100
"""So many notices wait for a client to read them; then its stream ends, and it may ask again."""


class Subscriptions:
    """The requests by which clients subscribe."""

    def __init__(self, watching: Watching, request: Callable[[Context], RequestContext]) -> None:
        self.watching, self.request = watching, request

    async def initialized(self, ctx: Context, params: Any) -> None:
        """A session is told of a new block or search that is its own server's act."""
        if ctx.protocol_version not in MODERN_PROTOCOL_VERSIONS:
            await self.watching.add(self._of_session(ctx))

    async def subscribe(
        self, ctx: Context, params: types.SubscribeRequestParams
    ) -> types.EmptyResult:
        """Tell a session whenever what stands at an address changes."""
        await self.watching.add(self._of_session(ctx), [params.uri])
        return types.EmptyResult()

    async def unsubscribe(
        self, ctx: Context, params: types.UnsubscribeRequestParams
    ) -> types.EmptyResult:
        """Tell it no more."""
        self._of_session(ctx).addresses.pop(params.uri, None)
        return types.EmptyResult()

    async def listen(
        self, ctx: Context, params: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        """Tell of what is asked for until the client ends the stream."""
        bus = InMemorySubscriptionBus()
        asked = params.notifications.model_copy(
            update={"tools_list_changed": None, "prompts_list_changed": None}  # which never change
        )

        async def updated(uri: str) -> None:
            await bus.publish(ResourceUpdated(uri))

        async def list_changed() -> None:
            await bus.publish(ResourcesListChanged())

        listed = list_changed if asked.resources_list_changed else None
        client = self.request(ctx).client
        subscriber = Subscriber(client, updated, listed, asks=listed is not None)
        try:
            await self.watching.add(subscriber, asked.resource_subscriptions or ())
            params = params.model_copy(update={"notifications": asked})
            return await ListenHandler(bus, max_buffered_events=MOST_WAITING)(ctx, params)
        finally:
            self.watching.drop(subscriber)

    def _of_session(self, ctx: Context) -> Subscriber:
        """The subscriber that a session is, until its connection ends."""
        session = ctx.session
        connection = session._connection  # to its end and its state the SDK has no other way
        if KEY not in connection.state:
            client = self.request(ctx).client
            subscriber = Subscriber(
                client, session.send_resource_updated, session.send_resource_list_changed
            )
            connection.state[KEY] = subscriber
            connection.exit_stack.callback(self.watching.drop, subscriber)
        found: Subscriber = connection.state[KEY]
        return found
