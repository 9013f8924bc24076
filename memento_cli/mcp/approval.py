"""What a person must agree to: asked through the protocol where the client can, else by word.

Since protocol 2026-07-28 a question is the answer to the call, which the client then repeats with
what the person said; before, it is a request of the server's (elicitation, since 2025-06-18).
Clients without it repeat the call with `confirm: true`, once their user has agreed.

A question is for the person. What it tells of the store reaches a model as data only.
"""

from __future__ import annotations

from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from memento_cli.errors import Refused

KEY = "agree"
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {KEY: {"type": "boolean", "title": "Yes, do it"}},
    "required": [KEY],
}
Context = ServerRequestContext[Any, Any]


def can_ask(ctx: Context) -> bool:
    """Whether the client can ask its user."""
    capabilities = ctx.session.client_capabilities
    way = capabilities.elicitation if capabilities else None
    return way is not None and (way.form is not None or way.url is None)


async def confirmed(
    ctx: Context, params: types.CallToolRequestParams, question: str
) -> types.InputRequiredResult | None:
    """None if the person has agreed; else what the client is to ask. Refused if they have not."""
    asked = types.ElicitRequestFormParams(message=question, requested_schema=SCHEMA)
    if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
        answers = params.input_responses or {}
        if KEY not in answers:
            return types.InputRequiredResult(
                input_requests={KEY: types.ElicitRequest(params=asked)}
            )
        answer: Any = answers[KEY]
    else:
        answer = await _answer(ctx, question)
    content = getattr(answer, "content", None) or {}
    if getattr(answer, "action", "") != "accept" or content.get(KEY) is not True:
        raise Refused("the user has not agreed", "leave it as it is")
    return None


async def _answer(ctx: Context, question: str) -> types.ElicitResult | None:
    """What the client answers; None for an error, and for what is no answer."""
    try:
        return await ctx.session.elicit_form(question, SCHEMA, related_request_id=ctx.request_id)
    except (MCPError, ValueError):  # by the second the SDK says that it cannot read it
        return None
