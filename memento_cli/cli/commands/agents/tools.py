"""memento agent tools, memento agent call: the tools of agents, for a program's own loop."""

from __future__ import annotations

from memento_cli.cli.command_line.options import STDIN, TOOL_FORMS, one_of
from memento_cli.cli.commands.agents.mcp import check_bounds
from memento_cli.cli.input.stdin import read_stdin
from memento_cli.cli.output.values import json_text, safe
from memento_cli.errors import Ended, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Annotated, Any

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import (
        AllowDestructive,
        Compat,
        MinTrust,
        Scopes,
        Toolset,
        ToolsReadOnly,
    )
    from memento_cli.tools.tool import Tool, ToolResult

DOOR = "cli"
MOST_NAME = 80


def tools(
    call: Call,
    read_only: ToolsReadOnly = False,
    toolset: Toolset = "core",
    compat: Compat = None,
) -> None:
    """Print the tools as JSON, in the form that a model's interface takes: OpenAI's chat
    completions (openai) or responses, Anthropic's messages; or with all that is known (json)."""
    form = one_of(call.out.format or TOOL_FORMS[0], TOOL_FORMS, "format")
    if call.out.fields:
        raise Usage("tools have no --fields", f"--format {'|'.join(TOOL_FORMS)}")
    check_bounds(toolset, compat, None, ())
    from memento_cli.tools.declared import declared
    from memento_cli.tools.toolsets import tools_of

    found = tools_of(compat or toolset, read_only=read_only).values()
    call.out.say(json_text(declared(found, form)))


def call_tool(
    call: Call,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The tool's name.")],
    arguments: Annotated[
        str, typer.Argument(metavar="JSON|-", help="What the model says; - reads it from stdin.")
    ] = "{}",
    read_only: ToolsReadOnly = False,
    allow_destructive: AllowDestructive = False,
    scope: Scopes = None,
    min_trust: MinTrust = None,
) -> None:
    """Do what a model asks by a tool, and print what it is to read; --json has the value.

    An error is an answer, too: it is printed for the model, and the code tells which. Who calls is
    `$MEMENTO_AGENT`. What needs the user's yes is refused until the arguments say confirm: true.
    """
    bounds = check_bounds("core", None, min_trust, scope or [])
    text = read_stdin("a tool's arguments", keep=False) if arguments == STDIN else arguments
    from memento_cli.tools.calling import code_of
    from memento_cli.tools.request_context import ServerConfig

    config = ServerConfig(
        call.store_path,
        read_only,
        allow_destructive,
        bounds,
        min_trust,
        call.named_now,
        call.out.warn,
        DOOR,
    )
    answer = _answer(config, call.agent or "", name, text)
    call.out.value(answer.value, safe(answer.words, lines=True))
    if answer.is_error:
        raise Ended(code_of(answer))


def _answer(config: Any, client: str, name: str, text: str) -> ToolResult:
    """What a tool answers, or what is wrong with the call, told to the model that made it."""
    from memento_cli.tools.calling import call_tool, error_result
    from memento_cli.tools.toolsets import tool_named

    try:
        tool = tool_named(name, read_only=config.read_only)
        if tool is None:
            raise _no_tool(name, read_only=config.read_only)
        given = _object(text, tool)
    except Usage as problem:
        return error_result(problem.message, problem.hint, Usage.__name__)
    return call_tool(config, client, tool, given)


def _no_tool(name: str, *, read_only: bool) -> Usage:
    """That no tool has this name, or that it does more than read."""
    from memento_cli.core.text.normal_forms import near_name
    from memento_cli.tools.toolsets import tool_named, tool_names

    if tool_named(name):
        return Usage(f"{name} does more than read", "--read-only takes only what changes nothing")
    near = near_name(name, tool_names(read_only=read_only))
    return Usage(f"unknown tool {name[:MOST_NAME]!r}{near}", "`memento agent tools` names them")


def _object(text: str, tool: Tool) -> Mapping[str, Any]:
    """The JSON object in a text; no text says nothing. Usage if it is none."""
    from memento_cli.core.text.strict_json import loaded

    example = json_text({tool.fields[0].path: "..."}) if tool.fields else "{}"
    told, hint = f"the arguments of {tool.name} are no JSON object", f"as {example}"
    try:
        value = loaded(text) if text.strip() else {}
    except ValueError as problem:
        raise Usage(f"{told}: {problem}", hint) from None
    if not isinstance(value, dict):
        raise Usage(told, hint)
    return value
