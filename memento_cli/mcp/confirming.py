"""What cannot be undone is asked first: through the protocol where the client can, else by word.

Since protocol 2026-07-28 a question is the answer to the call, which the client then repeats with
what the person said; before, it is a request of the server's (elicitation, since 2025-06-18).
Clients without it repeat the call with `confirm: true`, once their user has agreed.
"""

from __future__ import annotations

from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from memento_cli.errors import Refused

KEY = "agree"
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {KEY: {"type": "boolean", "title": "Yes, do it"}},
    "required": [KEY],
}


async def confirmed(
    ctx: ServerRequestContext[Any, Any],
    params: types.CallToolRequestParams,
    question: str,
    said_so: bool,
) -> types.InputRequiredResult | None:
    """None if a person has agreed; else what the client is to ask. Refused if they have not."""
    capabilities = ctx.session.client_capabilities
    way = capabilities.elicitation if capabilities else None
    if way is None or (way.form is None and way.url is not None):
        if said_so:
            return None
        raise Refused(question, "ask the user; then call again with confirm: true")
    asked = types.ElicitRequestFormParams(message=question, requested_schema=SCHEMA)
    if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
        answers = params.input_responses or {}
        if KEY not in answers:
            return types.InputRequiredResult(
                input_requests={KEY: types.ElicitRequest(params=asked)}
            )
        answer = answers[KEY]
    else:
        answer = await ctx.session.elicit_form(question, SCHEMA, related_request_id=ctx.request_id)
    content = getattr(answer, "content", None) or {}
    if getattr(answer, "action", "") != "accept" or content.get(KEY) is not True:
        raise Refused("the user has not agreed", "leave it as it is")
    return None
