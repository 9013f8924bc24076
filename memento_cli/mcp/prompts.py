"""The prompt memory_injection: the memories that matter for a turn, as short as its budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mcp_types as types

from memento_cli.actions.context.context import new_nonce, related
from memento_cli.core.context.injection import FETCHED, TOKENS
from memento_cli.core.recall.query_parser import parsed_query
from memento_cli.errors import NotFound, Usage
from memento_cli.mcp.tool import whole_in

if TYPE_CHECKING:
    from collections.abc import Mapping

    from memento_cli.actions.context.context import Related
    from memento_cli.mcp.request_context import RequestContext

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


def injection(desk: RequestContext, name: str, said: Mapping[str, str]) -> types.GetPromptResult:
    """The messages of a prompt. NotFound for another name, Usage for arguments that it has not."""
    if name != NAME:
        raise NotFound(f"no prompt {name[:80]!r}", f"there is {NAME}")
    unknown = [key for key in said if key not in ("query", "token_budget")]
    if unknown or not said.get("query", "").strip():
        what = f"unknown argument {unknown[0][:60]!r}" if unknown else "which query?"
        raise Usage(what, f"{NAME} takes query and token_budget")
    budget = _budget(said.get("token_budget", ""))
    query = desk.narrowed(parsed_query(said["query"], desk.moment).query._replace(limit=FETCHED))
    told = related((desk.store,), query, desk.now, budget=budget, nonce=new_nonce())
    text = told.text or _lacking(told, budget)
    content = types.TextContent(type="text", text=text)
    message = types.PromptMessage(role="user", content=content)
    return types.GetPromptResult(description="Related memories", messages=[message])


def _lacking(told: Related, budget: int) -> str:
    """Why nothing is told."""
    if told.found:
        return f"Of {told.found} related memories none fits {budget} tokens."
    return "Nothing related is known."


def _budget(text: str) -> int:
    budget = whole_in(text, "token_budget")
    if budget == 0:
        raise Usage("token_budget cannot be 0")
    return TOKENS if budget is None else budget
