"""context: what a model is to know before it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memento_cli.actions.context.context import context as context_of
from memento_cli.actions.context.context import new_nonce
from memento_cli.actions.recall.find import MEMORIES
from memento_cli.core.context.context import ANY_NONCE
from memento_cli.core.context.fence import fenced_id
from memento_cli.core.fields.field import Field
from memento_cli.core.recall.query import Query
from memento_cli.core.recall.query_parser import parsed_query
from memento_cli.tools.recall_tools import QUERY, WORDS_ALONE, read_as, tokens_of
from memento_cli.tools.session_tools import meant
from memento_cli.tools.tool import Tool, told

if TYPE_CHECKING:
    from memento_cli.core.context.context import Context
    from memento_cli.core.time.named_times import AskedTime
    from memento_cli.tools.request_context import RequestContext
    from memento_cli.tools.tool import Arguments, ToolResult


def context(request: RequestContext, args: Arguments) -> ToolResult:
    """What holds now and the best memories for a query, within a budget of tokens."""
    store, scope = request.store, request.scope
    query = request.narrowed(parsed_query(args["query"] or "", request.moment).query)
    at_hand = meant(request, args["session_id"]) if args["session_id"] else None
    made = context_of(
        (store,), query, request.now,
        budget=args["token_budget"], persona=request.person, until=request.config.now,
        session=at_hand,
        alone=scope.person is not None, placeless=request.sees_placeless,
        bounds=request.narrowed(Query(until=request.config.now)),
        size=lambda made: tokens_of(_handed(request, made, ANY_NONCE, query.time)),
    )  # fmt: skip
    return _handed(request, made, new_nonce(), query.time)


def _handed(
    request: RequestContext, made: Context, nonce: str, time: AskedTime | None
) -> ToolResult:
    """A context as it is handed over: the text, and the ids of its memories for feedback, as short
    as the text has them: two dozen whole ids take the room of three memories.

    Who may not see all is not told how much that is.
    """
    parts = [part for one in made.sections if one.name == MEMORIES for part in one.parts]
    value = {
        "ids": [fenced_id(part.name or part.row["id"], nonce) for part in parts],
        "budget": made.budget,
        "tokens": made.tokens,
        "left_out": dict(made.left_out),
        "enough": made.enough if made.left_out else None,
        "withheld": {} if request.is_bounded else dict(made.withheld),
        "raised": made.raised or None,
        "cut": made.cut or None,
    }
    missing = WORDS_ALONE if made.words_alone else ""
    text = made.text(nonce) or _lacking(made)
    lacking = _lacking(made) if made.sections else ""
    return told(text, value, lacking, read_as(time), missing)


def _lacking(made: Context) -> str:
    none = f"Of {made.known} memories none fits." if made.known else ""
    if made.left_out and not made.sections:
        return f"Nothing fits {made.budget} tokens; token_budget {made.enough} would take all."
    return none if none or made.sections else "Nothing is known yet."


CONTEXT = Tool(
    "context",
    "What to know before answering: blocks, facts, preferences, tasks, the best memories.",
    (
        QUERY._replace(required=False, doc="What it is for; else the strongest."),
        Field("token_budget", "whole", "At most so many tokens.", low=1, high=100_000),
        Field("session_id", "text", "Whose items are told, too."),
    ),
    context,
    writes=False,
    gives=(
        Field("ids", "texts", "The memories in it, the best first."),
        Field("budget", "whole", "So many tokens it may have."),
        Field("tokens", "whole", "So many its text has."),
        Field("left_out.*", "whole", "What has no room, by section."),
        Field("enough", "whole", "The budget with which all would fit."),
        Field("withheld.*", "whole", "What is not trusted or public enough, by section."),
        Field("raised", "flag", "The blocks alone are beyond the budget."),
        Field("cut", "whole", "So many blocks are told in part."),
    ),
)
