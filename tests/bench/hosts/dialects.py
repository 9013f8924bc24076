"""The four APIs by which hosts ask a model, as far as a stand-in needs them: which tools a request
offers, what it holds of the answers of tools, and how a model says a text or calls a tool."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from memento_cli.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

Body = dict[str, Any]
Event = tuple[str, Body]
"""A line of an event stream: its name, which only some APIs have, and its data."""
USAGE = {"input_tokens": 1, "output_tokens": 1}


class Dialect(NamedTuple):
    """One API: how its path ends, what is read of a request and what is streamed as an answer.

    `answers` are the texts of what tools have answered so far, in their order, as the model gets
    them.
    """

    name: str
    is_path: Callable[[str], bool]
    offered: Callable[[Body], list[str]]
    answers: Callable[[Body], list[str]]
    call: Callable[[Body, str, Mapping[str, Any], str], list[Event]]
    say: Callable[[str], list[Event]]
    end: str = ""


def texts_of(value: Any) -> str:
    """The words of a part of a request: its texts, one after the other; else its JSON."""
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "\n".join(map(texts_of, value))
    if isinstance(value, dict) and isinstance(value.get("text"), str):
        return str(value["text"])
    return json.dumps(value, ensure_ascii=False)


# Anthropic: /v1/messages

TOOL_SEARCH, SEARCHED = "ToolSearch", "toolu_search"
DEFERRED = re.compile(r"mcp__\w+")


def _messages_offered(body: Body) -> list[str]:
    """The tools of a request. One that is known by its name alone has to be searched for first:
    while none has been, the search stands for it."""
    listed = [tool["name"] for tool in body.get("tools") or ()]
    if TOOL_SEARCH not in listed:
        return listed
    deferred = DEFERRED.findall(json.dumps(body.get("messages", ())))
    return [*listed, *dict.fromkeys(deferred)]


def _results(body: Body) -> Iterator[Body]:
    parts = (part for one in body.get("messages", ()) for part in _parts(one.get("content")))
    return (part for part in parts if part.get("type") == "tool_result")


def _messages_answers(body: Body) -> list[str]:
    own = (one for one in _results(body) if one.get("tool_use_id") != SEARCHED)
    return [texts_of(one.get("content")) for one in own]


def _messages_stream(block: Body, delta: Body, reason: str) -> list[Event]:
    message: Body = {"id": "msg_1", "type": "message", "role": "assistant", "model": "stand-in"}
    message |= {"content": [], "stop_reason": None, "stop_sequence": None, "usage": USAGE}
    end = {"stop_reason": reason, "stop_sequence": None}
    return [
        (str(event["type"]), event)
        for event in (
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": block},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {"type": "message_delta", "delta": end, "usage": USAGE},
            {"type": "message_stop"},
        )
    ]


def _messages_call(body: Body, name: str, args: Mapping[str, Any], id: str) -> list[Event]:
    id = f"toolu_{id}"
    listed = any(tool["name"] == name for tool in body["tools"])
    if not listed and all(one.get("tool_use_id") != SEARCHED for one in _results(body)):
        name, args, id = TOOL_SEARCH, {"query": f"select:{name}", "max_results": 5}, SEARCHED
    block = {"type": "tool_use", "id": id, "name": name, "input": {}}
    delta = {"type": "input_json_delta", "partial_json": json.dumps(args)}
    return _messages_stream(block, delta, "tool_use")


def _messages_say(text: str) -> list[Event]:
    delta = {"type": "text_delta", "text": text}
    return _messages_stream({"type": "text", "text": ""}, delta, "end_turn")


# OpenAI: /v1/responses


def _responses_offered(body: Body) -> list[str]:
    return [name for tool in body.get("tools") or () for name in _response_names(tool)]


def _response_names(tool: Body) -> Iterator[str]:
    """Tools of a server stand in a namespace of their own, or among all others."""
    if "tools" in tool:
        yield from (f"{tool['name']}{SEPARATOR}{one['name']}" for one in tool["tools"])
    elif "name" in tool:
        yield tool["name"]


SEPARATOR = "\0"
OUTPUTS = ("function_call_output", "custom_tool_call_output", "mcp_tool_call_output")


def _responses_answers(body: Body) -> list[str]:
    items = (one for one in body.get("input") or () if isinstance(one, dict))
    return [texts_of(one.get("output")) for one in items if one.get("type") in OUTPUTS]


def _responses_stream(item: Body) -> list[Event]:
    usage = {**USAGE, "total_tokens": 2}
    done = {"id": "resp_1", "status": "completed", "output": [item], "usage": usage}
    return [
        (str(event["type"]), event)
        for event in (
            {"type": "response.created", "response": {"id": "resp_1", "status": "in_progress"}},
            {"type": "response.output_item.added", "output_index": 0, "item": item},
            {"type": "response.output_item.done", "output_index": 0, "item": item},
            {"type": "response.completed", "response": done},
        )
    ]


def _responses_call(body: Body, name: str, args: Mapping[str, Any], id: str) -> list[Event]:
    space, _, short = name.rpartition(SEPARATOR)
    item = {"type": "function_call", "id": f"fc_{id}", "call_id": f"call_{id}", "name": short}
    item |= {"arguments": json.dumps(args), "status": "completed"}
    return _responses_stream(item | ({"namespace": space} if space else {}))


def _responses_say(text: str) -> list[Event]:
    content = [{"type": "output_text", "text": text, "annotations": []}]
    return _responses_stream(
        {"type": "message", "id": "msg_1", "role": "assistant", "content": content}
    )


# Google: /v1beta/models/MODEL:streamGenerateContent


def _gemini_offered(body: Body) -> list[str]:
    return [one["name"] for tool in body.get("tools") or () for one in tool["functionDeclarations"]]


def _gemini_answers(body: Body) -> list[str]:
    parts = (part for one in body.get("contents", ()) for part in _parts(one.get("parts")))
    found = (part["functionResponse"] for part in parts if "functionResponse" in part)
    return [texts_of(one["response"].get("output", one["response"])) for one in found]


def _gemini_stream(part: Body) -> list[Event]:
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}
    candidate = {"content": {"role": "model", "parts": [part]}, "finishReason": "STOP", "index": 0}
    return [("", {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "stand-in"})]


# OpenAI: /v1/chat/completions


def _chat_answers(body: Body) -> list[str]:
    messages = body.get("messages", ())
    return [texts_of(one.get("content")) for one in messages if one.get("role") == "tool"]


def _chat_stream(delta: Body, reason: str) -> list[Event]:
    head = {"id": "chat_1", "object": "chat.completion.chunk", "created": 1, "model": "stand-in"}
    start = {**head, "choices": [{"index": 0, "delta": {"role": "assistant", **delta}}]}
    end = {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    return [("", start), ("", {**end, "usage": usage})]


def _chat_call(body: Body, name: str, args: Mapping[str, Any], id: str) -> list[Event]:
    function = {"name": name, "arguments": json.dumps(args)}
    call = {"index": 0, "id": f"call_{id}", "type": "function", "function": function}
    return _chat_stream({"content": None, "tool_calls": [call]}, "tool_calls")


def _parts(content: Any) -> list[Body]:
    return [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []


MESSAGES = Dialect(
    "messages",
    lambda path: path.endswith("/v1/messages"),
    _messages_offered,
    _messages_answers,
    _messages_call,
    _messages_say,
)
RESPONSES = Dialect(
    "responses",
    lambda path: path.endswith("/responses"),
    _responses_offered,
    _responses_answers,
    _responses_call,
    _responses_say,
)
GEMINI = Dialect(
    "generateContent",
    lambda path: path.endswith(":streamGenerateContent"),
    _gemini_offered,
    _gemini_answers,
    lambda body, name, args, id: _gemini_stream(
        {"functionCall": {"name": name, "args": dict(args)}}
    ),
    lambda text: _gemini_stream({"text": text}),
)
CHAT = Dialect(
    "chat/completions",
    lambda path: path.endswith("/chat/completions"),
    lambda body: [tool["function"]["name"] for tool in body.get("tools") or ()],
    _chat_answers,
    _chat_call,
    lambda text: _chat_stream({"content": text}, "stop"),
    end="data: [DONE]\n\n",
)
DIALECTS = (MESSAGES, RESPONSES, GEMINI, CHAT)
