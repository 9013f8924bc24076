"""A call of a tool: its arguments checked, the act done, and what goes wrong told to a model.

A tool's error is an answer that says what to do, so that a model can mend its call.
"""

from __future__ import annotations

import os
import re
import traceback
from typing import TYPE_CHECKING, Any, TypeVar

from memento_cli import errors
from memento_cli.actions.context.context import new_nonce
from memento_cli.core.context.fence import fenced
from memento_cli.core.security.instructions import name_flags
from memento_cli.core.text.quoting import details_text, question_in, shown, words_of
from memento_cli.errors import Busy, MementoError, NotFound, Refused, SecretFound, Unasked
from memento_cli.store.directory.location import store_location
from memento_cli.tools.tool import AGREED, TEXT, ToolResult, told

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from memento_cli.tools.request_context import RequestContext, ServerConfig
    from memento_cli.tools.tool import Tool

R = TypeVar("R")
FAILED = "memento failed; its log says why"
COMMAND, INIT, RESTORE = "`memento ", "`memento init", "`memento restore"
OPTION = re.compile(r".*(^|\s)--[a-z]", re.S)
FIND = "recall finds memories, with their ids; a list act shows the others"


def call_tool(
    config: ServerConfig, client: str, tool: Tool, given: Mapping[str, Any] | None
) -> ToolResult:
    """What a tool answers a client that cannot ask its user, or the error as a result."""
    try:
        args = tool.arguments_of(given)
        return done(config.request(client), lambda request: tool.act(request, args))
    except Exception as problem:
        return failed(config.request(client), tool, problem, given)


def done(request: RequestContext, act: Callable[[RequestContext], R]) -> R:
    """What is done in a context of a call, which is closed after it."""
    try:
        return act(request)
    finally:
        request.close()


def failed(
    request: RequestContext, tool: Tool, problem: Exception, given: Mapping[str, Any] | None
) -> ToolResult:
    """An error as a tool's result. What is nobody's mistake goes to the log with its traceback."""
    result = _error(request, tool, problem, tuple(words_of(given)))
    return ToolResult({}, True, result.value[TEXT]) if tool.is_foreign else result


def _error(
    request: RequestContext, tool: Tool, problem: Exception, given: tuple[str, ...]
) -> ToolResult:
    if isinstance(problem, Unasked):
        asked, hint = refusal_of(request, tool, problem)
        return error_result(asked, hint, Refused.__name__)
    if isinstance(problem, MementoError):
        here, quotes = _place_of(request.config), names_a_file(request.config, problem)
        message = shown(problem.message.replace(here, "this place"), given)
        message = fenced(message, new_nonce()) if quotes else _safe(message)
        hint = _safe(shown(hint_of(problem), given))
        return error_result(message, hint, type(problem).__name__)
    request.config.warn("".join(traceback.format_exception(problem)))
    return error_result(FAILED, "", "internal")


def names_a_file(config: ServerConfig, problem: MementoError) -> bool:
    """Whether an error is about a file of the store, of which it then says where it is on this
    machine, and what stands in it."""
    return _place_of(config) + os.sep in problem.message


def _place_of(config: ServerConfig) -> str:
    return os.path.abspath(store_location(config.path, os.environ))


def error_result(message: str, hint: str, kind: str) -> ToolResult:
    """An error in words, with its kind and parts for programs."""
    text = f"{message}\nHint: {hint}" if hint else message
    return told(text, {"error": kind})._replace(is_error=True)


def code_of(answer: ToolResult) -> int:
    """The exit code of an answer: 0, or that of its error's class, if it says that."""
    if not answer.is_error:
        return 0
    problem: type[MementoError] = getattr(errors, answer.value.get("error", ""), MementoError)
    return problem.code


def refusal_of(request: RequestContext, tool: Tool, problem: Unasked) -> tuple[str, str]:
    """What a person must agree to, as a model is told that it must ask them, and how."""
    message, seen = shown(problem.message), seen_details(request, problem)
    if name_flags(message):  # by an id in it
        message, seen = "the user must confirm it:", "\n".join(filter(None, (message, seen)))
    asked = "\n".join(filter(None, (message, request.fenced(seen))))
    if any(field.path == AGREED for field in tool.fields):
        return asked, f"ask the user; then call again with {AGREED}: true"
    return asked, "this client cannot ask its user, who can do it with memento itself"


def question_of(request: RequestContext, problem: Unasked) -> str:
    """The question as the person is asked it."""
    return "\n".join(filter(None, (question_in(problem), seen_details(request, problem))))


def seen_details(request: RequestContext, problem: Unasked) -> str:
    """What the question is about, as far as this reader may see it."""
    return details_text(problem) if request.trusts(problem.trust) else ""


def hint_of(problem: MementoError) -> str:
    """What an agent can do about it; commands are for people at a terminal."""
    if isinstance(problem, SecretFound):
        return "leave it out: keys and passwords are not kept"
    if isinstance(problem, Busy):
        return "call again in a moment"
    if INIT in problem.hint:
        return "it is for the user to make one"
    if RESTORE in problem.hint:
        return "the user can restore it"
    said = problem.hint.split("; ")
    left = [part for part in said if COMMAND not in part and not OPTION.match(part)]
    if said != left and not left:
        return FIND if isinstance(problem, NotFound) else ""
    return "; ".join(left)


def _safe(text: str) -> str:
    """What an error says, as data if a name in it instructs."""
    return fenced(text, new_nonce()) if name_flags(text) else text
