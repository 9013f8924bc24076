"""The real data of the quality rows: documents, questions, and which documents answer them."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import memento_cli
from memento_cli.core.time.when import utc
from memento_cli.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

VARIABLE = "MEMENTO_BENCH_DATA"
DOCUMENTS, QUERIES = ".documents.jsonl", ".queries.jsonl"


class Document(NamedTuple):
    """What becomes a memory: its key in the data, its text, and what the data say of it."""

    key: str
    text: str
    created: datetime | None = None
    project: str | None = None
    session: str | None = None


class Question(NamedTuple):
    """A question, the keys of the documents that answer it, and in which project they are."""

    text: str
    gold: frozenset[str]
    project: str | None = None


class Set(NamedTuple):
    """Documents, and the questions that are asked of them."""

    documents: tuple[Document, ...]
    questions: tuple[Question, ...]


def data_folder(environ: Mapping[str, str]) -> str:
    """$MEMENTO_BENCH_DATA, else the folder `shared/data` beside the checkout."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(memento_cli.__file__)))
    beside = os.path.join(os.path.dirname(root), "shared", "data")
    return environ.get(VARIABLE) or beside


def turns(folder: str) -> Set:
    """LoCoMo: each turn of a dialogue is a document, asked for in its own conversation."""
    rows = list(_rows(os.path.join(folder, "memories_turns.jsonl")))
    return Set(tuple(map(_turn, rows)), tuple(_asked(folder, str)))


def whole_sessions(folder: str) -> Set:
    """LoCoMo: each session is a document, and answers what any of its turns answers."""
    said: dict[str, list[Document]] = defaultdict(list)
    session: dict[str, str] = {}
    for row in _rows(os.path.join(folder, "memories_turns.jsonl")):
        turn = _turn(row)
        session[turn.key] = turn.session or ""
        said[session[turn.key]].append(turn)
    documents = (
        its[0]._replace(key=key, text="\n".join(turn.text for turn in its), session=None)
        for key, its in said.items()
    )
    return Set(tuple(documents), tuple(_asked(folder, session.__getitem__)))


def languages(folder: str) -> list[str]:
    """The sets that are there, as `ja.sent`: a language, and what is a document in it."""
    names = _names(folder)
    return [
        name.removesuffix(DOCUMENTS)
        for name in names
        if name.endswith(DOCUMENTS) and name.removesuffix(DOCUMENTS) + QUERIES in names
    ]


def language(folder: str, name: str) -> Set:
    """One of them."""
    documents = (
        Document(str(row["id"]), row["text"])
        for row in _rows(os.path.join(folder, name + DOCUMENTS))
    )
    questions = (
        Question(row["query"], frozenset(map(str, row["gold"])))
        for row in _rows(os.path.join(folder, name + QUERIES))
    )
    return Set(tuple(documents), tuple(questions))


def collections(folder: str) -> list[str]:
    """The collections of notes that are there: files of rows with a title and a body."""
    names = (name.removesuffix(".jsonl") for name in _names(folder) if name.endswith(".jsonl"))
    return [name for name in names if {"title", "body"} <= _keys(folder, name)]


def collection(folder: str, name: str) -> Set:
    """Known items: a note's body without its title is the document, its title the question."""
    documents, questions = [], []
    for number, row in enumerate(_rows(os.path.join(folder, f"{name}.jsonl"))):
        body = _without_title(row["body"], row["title"])
        if body and row["title"].strip():
            created = _moment(row["created"]) if row.get("created") else None
            documents.append(Document(str(number), body, created))
            questions.append(Question(row["title"], frozenset({str(number)})))
    return Set(tuple(documents), tuple(questions))


def _turn(row: Mapping[str, Any]) -> Document:
    conversation = f"conversation-{row['conv']}"
    session = f"{conversation}-{row['session']}"
    return Document(row["id"], row["text"], _moment(row["created"]), conversation, session)


def _asked(folder: str, document_of: Any) -> Iterator[Question]:
    for row in _rows(os.path.join(folder, "queries.jsonl")):
        gold = frozenset(document_of(key) for key in row["gold"])
        yield Question(row["query"], gold, f"conversation-{row['conv']}")


def _without_title(body: str, title: str) -> str:
    head, _, rest = body.strip().partition("\n")
    return rest.strip() if head.lstrip("# ").strip() == title.strip() else body.strip()


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return utc(moment if moment.tzinfo else moment.replace(tzinfo=UTC))


def _keys(folder: str, name: str) -> set[str]:
    return set(next(_rows(os.path.join(folder, f"{name}.jsonl")), {}))


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _rows(path: str) -> Iterator[dict[str, Any]]:
    with open(path, encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())
