"""The tools in the forms of models' interfaces, checked by the types of these interfaces' own."""

from __future__ import annotations

import pytest

from memento_cli.tools.declared import ANTHROPIC, FORMS, JSON, OPENAI, RESPONSES, declared
from memento_cli.tools.tool import Tool
from memento_cli.tools.toolsets import TOOLSETS

pydantic = pytest.importorskip("pydantic")
EVERY: list[Tool] = [tool for tools in TOOLSETS.values() for tool in tools]


def test_openai_takes_the_tools() -> None:
    """OpenAI's own types take what chat completions and responses are handed."""
    chat = pytest.importorskip("openai.types.chat")
    responses = pytest.importorskip("openai.types.responses")
    for form, kind in (
        (OPENAI, chat.ChatCompletionFunctionToolParam),
        (RESPONSES, responses.FunctionToolParam),
    ):
        said = declared(EVERY, form)
        assert pydantic.TypeAdapter(list[kind]).validate_python(said) == said


def test_anthropic_takes_the_tools() -> None:
    """Anthropic's own type takes what messages are handed."""
    types = pytest.importorskip("anthropic.types")
    said = declared(EVERY, ANTHROPIC)
    assert pydantic.TypeAdapter(list[types.ToolParam]).validate_python(said) == said


def test_each_form_has_each_tool() -> None:
    """Every form names a tool, what it is for, and the same schema of what it takes."""
    for form in FORMS:
        for tool, said in zip(EVERY, declared(EVERY, form), strict=True):
            one = said.get("function", said)
            assert one["name"] == tool.name and one["description"] == tool.doc
            assert one.get("parameters", one.get("input_schema")) == tool.schema
    plain = [(said["writes"], said["destroys"]) for said in declared(EVERY, JSON)]
    assert plain == [(tool.writes, tool.destroys) for tool in EVERY]
