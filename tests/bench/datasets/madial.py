"""MADial-Bench (He et al., NAACL 2025, arXiv 2409.15240): `MADial-Bench-en-memory.json` and
`MADial-Bench-en-dialogue.json`, or the Chinese ones, in any order; both are JSON lines.

What was said before the turn `test-turn` is to bring back the memories `relevant-id`.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from memento_cli.errors import BadData
from tests.bench.datasets.json_file import lines_of
from tests.bench.sets import Document, Question, Set, by_person

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.bench.datasets.json_file import Json

MARKS = ("<BOD>", "<EOD>")


def memories(paths: Sequence[str]) -> Iterator[Set]:
    """A memory of a person is a document, asked for in that person's own."""
    documents: list[Document] = []
    questions: list[Question] = []
    for path in paths:
        for row in lines_of(path):
            if "dialogue" in row:
                questions.append(_question(row))
            else:
                documents += (_memory(row.at(key), key) for key in row.names())
    if not documents or not questions:
        missing = "memories" if not documents else "dialogues"
        raise BadData(" ".join(paths), [f"no {missing}: there are two files, one of each"])
    yield by_person(Set(tuple(documents), tuple(questions)))


def _memory(row: Json, key: str) -> Document:
    day = row.at("time").text()
    try:
        at = datetime.fromisoformat(day).replace(hour=12, tzinfo=UTC)
    except ValueError:
        at = None
    return Document(key, row.at("event").text(), at)


def _question(row: Json) -> Question:
    said = row.at("dialogue").texts()
    turns = [int(one.text()) for one in row.at("test-turn").rows()]
    if not turns:
        raise row.at("test-turn").wrong("is empty")
    before = [turn for turn in said[: turns[0]] if turn.strip() not in MARKS]
    return Question("\n".join(before), frozenset(row.at("relevant-id").texts()))
