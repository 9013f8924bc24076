"""A small MCP server over stdio whose answers differ in `content` and `structuredContent`, so that
a host shows which of the two it hands on. It runs by itself, with nothing but Python:

    python probe_server.py LOG

What the host says of itself, and each request and answer of it, stands in LOG as JSON lines.
"""

from __future__ import annotations

import json
import sys
from typing import Any

CONTENT, STRUCTURED, INSTRUCTIONS = "said-in-content", "said-in-structured", "said-in-instructions"
LONG_LINES = 24_000
NONE: dict[str, Any] = {"type": "object", "properties": {}}
ELICITED = {"message": "May I?", "requestedSchema": {"type": "object", "properties": {}}}


def tool(name: str, doc: str, **more: Any) -> dict[str, Any]:
    """A tool without arguments."""
    hints = {"readOnlyHint": True, "openWorldHint": False}
    return {"name": name, "description": doc, "inputSchema": NONE, "annotations": hints, **more}


TOOLS = [
    tool("both", "Says one thing twice."),
    tool("long", "Says very much."),
    tool("grow", "Adds the tool `grown`, and tells that the list has changed."),
    tool("ask", "Asks the user."),
]
GROWN = tool("grown", "Was not there before.")


class Probe:
    """The state of one conversation, and its log."""

    def __init__(self, log: str) -> None:
        self.tools = list(TOOLS)
        self.log = open(log, "a", buffering=1, encoding="utf-8")  # noqa: SIM115

    def serve(self) -> None:
        """Answer each line until the input ends."""
        for line in sys.stdin:
            message = json.loads(line)
            self.log.write(json.dumps(message) + "\n")
            if "method" in message and "id" in message:
                self.answer(message["id"], message["method"], message.get("params") or {})

    def send(self, message: dict[str, Any]) -> None:
        """Write one message."""
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()

    def answer(self, id: object, method: str, params: dict[str, Any]) -> None:
        """What a request gets; a method that is not known an error."""
        results: dict[str, dict[str, Any]] = {
            "initialize": {
                "protocolVersion": params.get("protocolVersion"),
                "capabilities": {
                    "tools": {"listChanged": True},
                    "resources": {},
                    "prompts": {},
                },
                "serverInfo": {"name": "probe", "version": "1"},
                "instructions": INSTRUCTIONS,
            },
            "ping": {},
            "tools/list": {"tools": self.tools},
            "resources/list": {"resources": [{"uri": "probe://one", "name": "one"}]},
            "resources/templates/list": {"resourceTemplates": []},
            "prompts/list": {"prompts": [{"name": "one", "description": "A prompt"}]},
        }
        result = results.get(method)
        if method == "tools/call":
            result = self.called(params["name"])
        if result is None:
            self.send({"id": id, "error": {"code": -32601, "message": f"no {method}"}})
        else:
            self.send({"id": id, "result": result})

    def called(self, name: str) -> dict[str, Any]:
        """What a tool answers."""
        text, structured = CONTENT, STRUCTURED
        if name == "long":
            text = structured = "\n".join(f"w{number:05} and so on" for number in range(LONG_LINES))
        if name == "grow":
            self.tools = [*TOOLS, GROWN]
            self.send({"method": "notifications/tools/list_changed"})
        if name == "ask":
            self.send({"id": "ask-1", "method": "elicitation/create", "params": ELICITED})
            answer = json.loads(sys.stdin.readline())
            self.log.write(json.dumps({"elicited": answer}) + "\n")
        return {
            "content": [{"type": "text", "text": text}],
            "structuredContent": {"word": structured},
        }


if __name__ == "__main__":
    Probe(sys.argv[1]).serve()
