"""BEAM (Tavakoli et al., 2025, arXiv 2510.27246): the `chat.json` of a conversation, with
`probing_questions/probing_questions.json` beside it, or the folder that has both.

A message is a document. `source_chat_ids` of a question has the ids of the messages that answer it,
as a list, or as lists by what they are for. Questions without any are left out.
"""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.bench.datasets.json_file import json_of
from tests.bench.sets import Document, Question, Set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.bench.datasets.json_file import Json

CHAT, QUESTIONS = "chat.json", "probing_questions.json"
TIME = "%B-%d-%Y"
MARK = re.compile(r"\s*->->\s*[\d,]+\s*$")
"""What the maker of the data left at the end of messages: their number in its plan."""


def messages(paths: Sequence[str]) -> Iterator[Set]:
    """A message is a document, of its conversation."""
    for path in paths:
        chat = os.path.join(path, CHAT) if os.path.isdir(path) else path
        yield _conversation(json_of(chat), json_of(_questions_beside(chat)))


def _questions_beside(chat: str) -> str:
    folder = os.path.dirname(os.path.abspath(chat))
    beside = os.path.join(folder, QUESTIONS)
    inside = os.path.join(folder, "probing_questions", QUESTIONS)
    return beside if os.path.exists(beside) else inside


def _conversation(chat: Json, asked: Json) -> Set:
    documents: list[Document] = []
    at: datetime | None = None
    for number, message in enumerate(_messages(chat)):
        at = _time(message) or at
        id = message.at("id").text()
        said = MARK.sub("", message.at("content").text())
        text = f"{message.at('role').text()}: {said}"
        documents.append(Document(f"{id}:{number}", text, at))
    questions = (
        _question(question, documents)
        for ability in asked.names()
        for question in asked.at(ability).rows()
    )
    return Set(tuple(documents), tuple(one for one in questions if one.gold))


def _messages(value: Json) -> Iterator[Json]:
    """The messages within lists of turns within batches, which the longest chats have in plans."""
    if "role" in value:
        yield value
    elif isinstance(value.value, list):
        for row in value.rows():
            yield from _messages(row)
    elif isinstance(value.value, dict):
        for key in value.names():
            yield from _messages(value.at(key))


def _time(message: Json) -> datetime | None:
    """The day that a message names as the one on which it was written; some name it otherwise."""
    if "time_anchor" not in message:
        return None
    try:
        return datetime.strptime(message.at("time_anchor").text(), TIME).replace(tzinfo=UTC)
    except ValueError:
        return None


def _question(row: Json, documents: Sequence[Document]) -> Question:
    ids = set(_ids(row.at("source_chat_ids"))) if "source_chat_ids" in row else set[str]()
    gold = (one.key for one in documents if one.key.partition(":")[0] in ids)
    return Question(row.at("question").text(), frozenset(gold))


def _ids(value: Json) -> Iterator[str]:
    if isinstance(value.value, list):
        for row in value.rows():
            yield from _ids(row)
    elif isinstance(value.value, dict):
        for key in value.names():
            yield from _ids(value.at(key))
    elif value.value is not None:
        yield value.text()
