"""LongMemEval (Wu et al., ICLR 2025, arXiv 2410.10813): `longmemeval_s.json` and the like.

Each question has a history of its own, of sessions between a user and an assistant. Questions
without an answer (`_abs`) are left out, as its own retrieval scores leave them out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.bench.datasets.json_file import json_of
from tests.bench.sets import Document, Question, Set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.bench.datasets.json_file import Json

UNANSWERABLE, USER = "_abs", "user"
TIME = "%Y/%m/%d (%a) %H:%M"


def sessions(paths: Sequence[str]) -> Iterator[Set]:
    """A session is a document: what both sides said."""
    for entry in _entries(paths):
        gold = set(entry.at("answer_session_ids").texts())
        documents = [_joined(session, key, at) for key, at, session in _sessions(entry)]
        yield _set(entry, documents, gold)


def user(paths: Sequence[str]) -> Iterator[Set]:
    """What the user said in a session is a document, as in the benchmark's own `flat-bm25`: a
    session that only the assistant answers from is none that answers."""
    for entry in _entries(paths):
        gold = set(entry.at("answer_session_ids").texts())
        documents = []
        for key, at, session in _sessions(entry):
            turns = [turn for turn in session.rows() if turn.at("role").text() == USER]
            text = "\n".join(turn.at("content").text() for turn in turns)
            documents += [Document(key, text, at.moment(TIME))] if text.strip() else []
            if not any(map(_answers, turns)):
                gold.discard(key)
        yield _set(entry, documents, gold)


def turns(paths: Sequence[str]) -> Iterator[Set]:
    """A turn is a document; those that answer are marked with `has_answer`."""
    for entry in _entries(paths):
        documents, gold = [], set()
        for session, at, said in _sessions(entry):
            for number, turn in enumerate(said.rows()):
                key = f"{session}:{number}"
                whole = Document(key, _said(turn), at.moment(TIME), session=session)
                documents.append(whole)
                if _answers(turn):
                    gold.add(key)
        yield _set(entry, documents, gold)


def _entries(paths: Sequence[str]) -> Iterator[Json]:
    for path in paths:
        for entry in json_of(path).rows():
            if not entry.at("question_id").text().endswith(UNANSWERABLE):
                yield entry


def _sessions(entry: Json) -> Iterator[tuple[str, Json, Json]]:
    """The id, the time and the turns of each session of a history, each id once."""
    keys = entry.at("haystack_session_ids").texts()
    times = list(entry.at("haystack_dates").rows())
    sessions = list(entry.at("haystack_sessions").rows())
    if not len(keys) == len(times) == len(sessions):
        raise entry.wrong("haystack_session_ids, _dates and _sessions are not equally many")
    yield from {one[0]: one for one in zip(keys, times, sessions, strict=True)}.values()


def _joined(session: Json, key: str, at: Json) -> Document:
    return Document(key, "\n".join(_said(turn) for turn in session.rows()), at.moment(TIME))


def _answers(turn: Json) -> bool:
    return "has_answer" in turn and bool(turn.value["has_answer"])


def _said(turn: Json) -> str:
    return f"{turn.at('role').text()}: {turn.at('content').text()}"


def _set(entry: Json, documents: Sequence[Document], gold: set[str]) -> Set:
    """The history and its one question; without one, if nothing in the history answers it."""
    answering = frozenset(document.key for document in documents if document.key in gold)
    question = Question(entry.at("question").text(), answering)
    now = entry.at("question_date").moment(TIME)
    return Set(tuple(documents), (question,) if answering else (), now)
