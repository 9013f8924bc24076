"""What a model is asked that is to say in general what episodes say, and what it may answer."""

from __future__ import annotations

from memento_cli.core.context.budget import cut_to
from memento_cli.core.context.context import ANY_NONCE
from memento_cli.core.context.fence import fenced, harmless
from memento_cli.core.memory.memory import SUMMARY_SIGNS
from memento_cli.core.security.secret_checks import secrets_in_value
from memento_cli.core.text.words import tokens_in
from memento_cli.core.tidy.sleep_steps import RULE
from memento_cli.core.tidy.supersession import true_at
from memento_cli.errors import BadData
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from memento_cli.core.memory.memory import Memory


SUMMARY, DETAIL = KEYS = ("summary", "detail")
DETAIL_TOKENS = 400
"""The limit of the tokens of a detail."""
ASKED = """\
You keep a memory. Between two marks below stand {number} episodes of it, the oldest first. {task}
Say only what they say; where they differ, the newest holds. Write as they are written.

Answer with one JSON object, and nothing beside it:
{{"summary": "one sentence of at most 25 words", "detail": "at most five sentences, or empty"}}

"""
TASKS = {
    RULE: "They recur. Write the rule that they show: what holds in general.",
    "promote": "They belong together. Write what is known from them, and not what happened when.",
}


class Written(NamedTuple):
    """The words of new knowledge; the detail may be empty."""

    summary: str
    detail: str


def knowledge_prompt(do: str, members: Sequence[Memory], nonce: str, tokens: int) -> str:
    """The prompt of at most about `tokens` tokens about episodes that recur, or belong together."""
    head = ASKED.format(number=len(members), task=TASKS[do])
    room = tokens - tokens_in(head + fenced("", ANY_NONCE))
    share = room // len(members)
    texts = (_episode_text(number, one, share) for number, one in enumerate(members, 1))
    return head + fenced("\n".join(texts), nonce) + "\n"


def written_in(value: Any) -> Written:
    """The words in an answer; BadData with all that is wrong with them."""
    table = value if isinstance(value, dict) else {}
    summary, detail = (table.get(key) or "" for key in KEYS)
    if not (isinstance(summary, str) and isinstance(detail, str)):
        raise BadData("the answer", ["summary and detail are texts"])
    written = Written(" ".join(summary.split()), detail.strip())
    faults = {
        "summary is missing": not written.summary,
        f"summary has more than {SUMMARY_SIGNS} signs": len(written.summary) > SUMMARY_SIGNS,
        f"detail has more than {DETAIL_TOKENS} tokens": tokens_in(detail) > DETAIL_TOKENS,
        "it has a key or a password": bool(secrets_in_value(list(written))),
    }
    problems = [problem for problem, is_so in faults.items() if is_so]
    if problems:
        raise BadData("the answer", problems)
    return written


def _episode_text(number: int, memory: Memory, limit: int) -> str:
    """An episode with its number and day; its words are indented."""
    content = memory.content
    words = "\n".join(filter(None, (content.summary, content.detail)))
    indented = words.replace("\n", "\n  ")
    return cut_to(harmless(f"{number} {true_at(memory):%Y-%m-%d}\n  {indented}"), limit)
