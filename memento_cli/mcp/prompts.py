"""The prompt memory_injection: the memories that matter for a turn, as short as its budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mcp_types as types

from memento_cli.actions.context.context import new_nonce, related
from memento_cli.core.context.context import FETCHED, TOKENS
from memento_cli.core.recall.query_parser import parsed_query
from memento_cli.errors import NotFound, Usage
from memento_cli.tools.tool import whole_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memento_cli.tools.request_context import RequestContext

_Argument = types.PromptArgument
NAME = "memory_injection"
PROMPTS = (
    types.Prompt(
        name=NAME,
        title="Related memories",
        description="Before answering: summaries of related memories, within a budget of tokens.",
        arguments=[
            _Argument(name="query", description="What the turn is about.", required=True),
            _Argument(name="token_budget", description=f"At most so many tokens; {TOKENS}."),
        ],
    ),
)


def injection(request: RequestContext, name: str, args: Mapping[str, str]) -> types.GetPromptResult:
    """The messages of a prompt. NotFound for another name, Usage for arguments that it has not."""
    if name != NAME:
        raise NotFound(f"no prompt {name[:80]!r}", f"there is {NAME}")
    unknown = [key for key in args if key not in ("query", "token_budget")]
    if unknown or not args.get("query", "").strip():
        what = f"unknown argument {unknown[0][:60]!r}" if unknown else "which query?"
        raise Usage(what, f"{NAME} takes query and token_budget")
    given = whole_in(args.get("token_budget", ""), "token_budget")
    if given == 0:
        raise Usage("token_budget cannot be 0")
    budget = TOKENS if given is None else given
    query = request.narrowed(
        parsed_query(args["query"], request.moment).query._replace(limit=FETCHED)
    )
    told = related((request.store,), query, request.now, budget=budget, nonce=new_nonce())
    lacking = "Nothing related is known."
    if told.found:
        lacking = f"Of {told.found} related memories none fits {budget} tokens."
    content = types.TextContent(type="text", text=told.text or lacking)
    message = types.PromptMessage(role="user", content=content)
    return types.GetPromptResult(description="Related memories", messages=[message])
