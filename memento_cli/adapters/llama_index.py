"""LlamaIndex: a block of memory for `Memory`: what the store knows of what is said, and what leaves
the short-term memory becomes a memory.

    memory = Memory.from_defaults(memory_blocks=[MementoBlock(store="~/notes")])

It needs the extra `llama-index`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llama_index.core.base.llms.types import MessageRole
from llama_index.core.memory import BaseMemoryBlock
from pydantic import Field, PrivateAttr

from memento_cli.adapters.door import WITHHELD, acted, config_of, to_thread
from memento_cli.core.security.secret_checks import secrets_in_value
from memento_cli.core.sessions.sessions import ASSISTANT, NOTE, TOOL, USER
from memento_cli.tools.context_tools import CONTEXT
from memento_cli.tools.session_tools import SUMMARIZE_THREAD
from memento_cli.tools.tool import TEXT

if TYPE_CHECKING:
    from llama_index.core.base.llms.types import ChatMessage

    from memento_cli.adapters.door import StorePath
    from memento_cli.tools.request_context import RequestContext
    from memento_cli.tools.tool import Tool

NAME = "llama-index"
BUDGET = 1200
ROLES = {
    MessageRole.USER: USER,
    MessageRole.ASSISTANT: ASSISTANT,
    MessageRole.CHATBOT: ASSISTANT,
    MessageRole.TOOL: TOOL,
    MessageRole.FUNCTION: TOOL,
}
WORDS = str.maketrans(dict.fromkeys('-+":*', " "))
"""A question is words, whatever signs of a query stand in it."""


class MementoBlock(BaseMemoryBlock[str]):
    """What holds and what fits the newest message, fenced, within so many tokens; messages that
    are handed to it become an episodic memory, word for word."""

    name: str = "memento"
    description: str | None = "Long-term memory of the user, as data."
    store: Any = Field(default=None, exclude=True, description="A folder, with or without bounds.")
    token_budget: int = Field(default=BUDGET, description="At most so many tokens are told.")
    _config: Any = PrivateAttr()

    def __init__(self, store: StorePath = None, **more: Any) -> None:
        super().__init__(store=store, **more)
        self._config = config_of(store)

    async def _aget(self, messages: list[ChatMessage] | None = None, **_: Any) -> str:
        words = next((text for one in reversed(messages or []) if (text := _words(one))), "")
        said = {"query": words.translate(WORDS), "token_budget": self.token_budget}
        return await to_thread(self._called, CONTEXT, said)

    async def _aput(self, messages: list[ChatMessage]) -> None:
        said = [row for one in messages if (row := _row(one))]
        if said and not self._config.read_only:
            await to_thread(self._called, SUMMARIZE_THREAD, {"messages": said})

    def _called(self, tool: Tool, given: dict[str, Any]) -> str:
        """What a tool answers in words; a MementoError is the application's."""

        def act(request: RequestContext) -> str:
            text: str = tool.act(request, tool.arguments_of(given)).value[TEXT]
            return text

        return acted(self._config, NAME, act)


def _words(message: ChatMessage) -> str:
    """What a user has said in a message; nothing of anybody else."""
    return (message.content or "").strip() if message.role == MessageRole.USER else ""


def _row(message: ChatMessage) -> dict[str, str]:
    """A message as a session keeps it; nothing if it has no words."""
    text = (message.content or "").strip()
    if secrets_in_value({"text": text}):
        text = WITHHELD
    return {"role": ROLES.get(message.role, NOTE), "text": text} if text else {}
