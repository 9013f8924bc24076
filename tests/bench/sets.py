"""The real data of the quality rows: documents, questions, and which documents answer them."""

from __future__ import annotations

import json
import os
import re
from collections import defaultdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import memento_cli
from memento_cli.core.time.when import utc
from memento_cli.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

VARIABLE = "MEMENTO_BENCH_DATA"
DOCUMENTS, MEMORIES, QUERIES = ".documents.jsonl", ".memories.jsonl", ".queries.jsonl"
SPEAKER, ASSISTANT = re.compile("<([^<>:\n]{1,40})>[:：]"), "Assistant"
MIXED = (1, 5, 20)
"""How many turns a document of the mixed set has, by turns of its session's number."""


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
    """Documents, and the questions that are asked of them: `now`, or when the newest document was
    created. `literal` ones are no queries of a person but texts that a program passes on."""

    documents: tuple[Document, ...]
    questions: tuple[Question, ...]
    now: datetime | None = None
    literal: bool = False


def data_folder(environ: Mapping[str, str]) -> str:
    """$MEMENTO_BENCH_DATA, else the folder `shared/data` beside the checkout."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(memento_cli.__file__)))
    beside = os.path.join(os.path.dirname(root), "shared", "data")
    return environ.get(VARIABLE) or beside


def turns(folder: str) -> Set:
    """LoCoMo: each turn of a dialogue is a document, asked for in its own conversation."""
    rows = list(_rows(os.path.join(folder, "memories_turns.jsonl")))
    return Set(tuple(map(_turn, rows)), tuple(_asked(folder)))


def whole_sessions(folder: str) -> Set:
    """LoCoMo: each session is a document, and answers what any of its turns answers."""
    return joined(turns(folder), ())


def joined(data: Set, sizes: Sequence[int]) -> Set:
    """The turns of a set joined into documents of so many, each of one session, and the questions
    of them: a document answers what any of its turns answers.

    With several sizes the sessions take turns in them; with none a document is a whole session.
    """
    said: dict[str, list[Document]] = defaultdict(list)
    for turn in data.documents:
        said[turn.session or turn.key].append(turn)
    documents: list[Document] = []
    document_of: dict[str, str] = {}
    for number, (session, its) in enumerate(said.items()):
        size = sizes[number % len(sizes)] if sizes else len(its)
        for start in range(0, len(its), size):
            part = its[start : start + size]
            key = part[0].key if sizes else session
            text = "\n".join(turn.text for turn in part)
            documents.append(
                part[0]._replace(key=key, text=text, session=session if sizes else None)
            )
            document_of |= dict.fromkeys((turn.key for turn in part), key)
    questions = (
        one._replace(gold=frozenset(document_of[key] for key in one.gold)) for one in data.questions
    )
    return data._replace(documents=tuple(documents), questions=tuple(questions))


def languages(folder: str, documents: str = DOCUMENTS) -> list[str]:
    """The sets that are there, as `ja.sent`: a language, and what is a document in it. Their files
    end with `documents`."""
    names = _names(folder)
    return [
        name.removesuffix(documents)
        for name in names
        if name.endswith(documents) and name.removesuffix(documents) + QUERIES in names
    ]


def language(folder: str, name: str, documents: str = DOCUMENTS) -> Set:
    """One of them."""
    read = (
        Document(str(row["id"]), row["text"], _created(row))
        for row in _rows(os.path.join(folder, name + documents))
    )
    questions = (
        Question(row["query"], frozenset(map(str, row["gold"])))
        for row in _rows(os.path.join(folder, name + QUERIES))
    )
    return Set(tuple(read), tuple(questions))


def dialogues(folder: str, name: str) -> Set:
    """MADial: the memories of some persons, and what was said so far, that should bring back some
    of the person who speaks."""
    return by_person(language(folder, name, MEMORIES))


def by_person(data: Set) -> Set:
    """The same with each person's memories as a project of their own, as MADial-Bench ranks them:
    a dialogue begins with `<NAME>:`, and a memory is of whom it names first."""
    spoke = [set(SPEAKER.findall(question.text)) - {ASSISTANT} for question in data.questions]
    names: list[str] = sorted(set().union(*spoke))

    def named_in(text: str) -> str | None:
        return min((name for name in names if name in text), key=text.find, default=None)

    return data._replace(
        documents=tuple(one._replace(project=named_in(one.text)) for one in data.documents),
        questions=tuple(one._replace(project=named_in(one.text)) for one in data.questions),
        literal=True,
    )


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
            documents.append(Document(str(number), body, _created(row)))
            questions.append(Question(row["title"], frozenset({str(number)})))
    return Set(tuple(documents), tuple(questions))


def _turn(row: Mapping[str, Any]) -> Document:
    conversation = f"conversation-{row['conv']}"
    session = f"{conversation}-{row['session']}"
    return Document(row["id"], row["text"], _moment(row["created"]), conversation, session)


def _asked(folder: str) -> Iterator[Question]:
    for row in _rows(os.path.join(folder, "queries.jsonl")):
        yield Question(row["query"], frozenset(row["gold"]), f"conversation-{row['conv']}")


def _without_title(body: str, title: str) -> str:
    head, _, rest = body.strip().partition("\n")
    return rest.strip() if head.lstrip("# ").strip() == title.strip() else body.strip()


def _created(row: Mapping[str, Any]) -> datetime | None:
    return _moment(row["created"]) if row.get("created") else None


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
