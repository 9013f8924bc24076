"""LoCoMo (Maharana et al., ACL 2024, arXiv 2402.17753): `locomo10.json`; and REALTALK (Lee et al.,
2025, arXiv 2502.13270): `Chat_*.json`, which has nearly the same form.

In a conversation `session_N` is a list of turns, `session_N_date_time` its time, and `evidence` of
a question names the turns that answer it: `D1:3`. A turn with a photo has its caption.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from memento_cli.named_tuple import NamedTuple
from tests.bench.datasets.json_file import json_of
from tests.bench.sets import Document, Question, Set, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.bench.datasets.json_file import Json

SESSION = re.compile(r"session_(\d+)")
TURN = re.compile(r"D\d+:\d+")


class Form(NamedTuple):
    """How one of the two writes: the keys under one of which a turn has its text, its times, and
    whether the times are those of turns."""

    texts: tuple[str, ...]
    time: str
    of_turns: bool = False


LOCOMO = Form(("text",), "%I:%M %p on %d %B, %Y")
REALTALK = Form(("clean_text", "text"), "%d.%m.%Y, %H:%M:%S", of_turns=True)


def turns(form: Form, paths: Sequence[str]) -> Iterator[Set]:
    """A turn is a document, of its conversation."""
    for path in paths:
        read = json_of(path)
        for sample in read.rows() if isinstance(read.value, list) else [read]:
            yield _conversation(form, sample)


def sessions(form: Form, paths: Sequence[str]) -> Iterator[Set]:
    """A session is a document."""
    for data in turns(form, paths):
        yield joined(data, ())


locomo_turns, locomo_sessions = partial(turns, LOCOMO), partial(sessions, LOCOMO)
realtalk_turns, realtalk_sessions = partial(turns, REALTALK), partial(sessions, REALTALK)


def _conversation(form: Form, sample: Json) -> Set:
    talk = sample.at("conversation") if "conversation" in sample else sample
    names = sorted(filter(SESSION.fullmatch, talk.names()), key=lambda name: int(name[8:]))
    documents = [_turn(form, turn, talk, name) for name in names for turn in talk.at(name).rows()]
    if not documents:
        raise talk.wrong("no key `session_1`")
    known = {document.key for document in documents}
    questions = (_question(row, known) for row in sample.at("qa").rows())
    return Set(tuple(documents), tuple(one for one in questions if one.gold))


def _turn(form: Form, turn: Json, talk: Json, session: str) -> Document:
    at = turn.at("date_time") if form.of_turns else talk.at(f"{session}_date_time")
    shown = f" [shares {turn.at('blip_caption').text()}]" if "blip_caption" in turn else ""
    key = next((key for key in form.texts if key in turn), form.texts[0])
    said = f"{turn.at('speaker').text()}: {turn.at(key).text()}{shown}"
    return Document(turn.at("dia_id").text(), said, at.moment(form.time), session=session)


def _question(row: Json, known: set[str]) -> Question:
    """With the turns that are there: some name several in one text, or none."""
    named = TURN.findall(" ".join(row.at("evidence").texts())) if "evidence" in row else []
    return Question(row.at("question").text(), frozenset(named) & known)
