"""The tools as the interfaces of models take them, each in the form of one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from memento_cli.tools.tool import Tool

JSON, OPENAI, RESPONSES, ANTHROPIC = "json", "openai", "responses", "anthropic"


def declared(tools: Iterable[Tool], form: str) -> list[dict[str, Any]]:
    """What to hand a model's interface as its `tools`."""
    return [FORMS[form](tool) for tool in tools]


def _plain(tool: Tool) -> dict[str, Any]:
    """All that is known of a tool, for who makes a form of their own."""
    hints = {"writes": tool.writes, "destroys": tool.destroys}
    return {"name": tool.name, "description": tool.doc, "parameters": tool.schema, **hints}


def _of_chats(tool: Tool) -> dict[str, Any]:
    """As the chat completions of OpenAI take it, and the many servers that speak as they do."""
    return {"type": "function", "function": _function(tool)}


def _of_responses(tool: Tool) -> dict[str, Any]:
    """As OpenAI's responses take it. Not `strict`: there no argument could be left out."""
    return {"type": "function", **_function(tool), "strict": False}


def _of_anthropic(tool: Tool) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.doc, "input_schema": tool.schema}


def _function(tool: Tool) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.doc, "parameters": tool.schema}


FORMS: Mapping[str, Callable[[Tool], dict[str, Any]]] = {
    JSON: _plain,
    OPENAI: _of_chats,
    RESPONSES: _of_responses,
    ANTHROPIC: _of_anthropic,
}
