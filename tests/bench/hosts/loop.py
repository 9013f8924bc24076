"""The loop of document 002, section 6, over LoCoMo: how much of what answers a question is in what
a host hands its model of a tool's answer, and for how many tokens."""

from __future__ import annotations

import json
import os
import re
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, Any

from memento_cli.cli.hosts.conversation import Conversation
from memento_cli.cli.hosts.host_facts import BOTH, CONTENT, FACTS, STRUCTURED
from memento_cli.core.text.words import tokens_in
from memento_cli.core.time.when import iso
from memento_cli.named_tuple import NamedTuple
from tests.bench.asking import newest, store_of
from tests.bench.evidence import BUDGETS, has_text, letters
from tests.bench.hosts.programs import answers_of
from tests.bench.rows import SHARE, Row
from tests.bench.run import told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from tests.bench.hosts.stand_in import Call
    from tests.bench.run import Run
    from tests.bench.sets import Question, Set

EVIDENCE = "hosts.evidence"
TOOLS = ("recall", "context")
READINGS = (CONTENT, STRUCTURED, BOTH)
EACH, SAMPLE = 5, 6
"""Every so many questions are asked, and so many of these through each host."""
NONCE = re.compile(r"\b[0-9a-f]{16}\b")


class Handed(NamedTuple):
    """What a model is handed of an answer: its tokens, and its words as the model understands them,
    with no escapes of JSON."""

    tokens: int
    said: str


class Asked(NamedTuple):
    """A store of all documents, served: the command, and the questions that are asked."""

    server: list[str]
    questions: Sequence[Question]
    texts: Mapping[str, str]


def evidence_rows(
    run: Run, load: Callable[[], Set], programs: Mapping[str, str | None]
) -> Iterator[Row]:
    """A row for each tool, budget and reading that was asked for, and one for each host that is
    installed: whether it hands on what the reading of it says."""
    names = [
        (tool, budget, {reading: f"{EVIDENCE}.{tool}.{budget}.{reading}" for reading in READINGS})
        for tool in TOOLS
        for budget in BUDGETS
    ]
    hosts = [name for name in programs if programs[name] and run.wants(f"{EVIDENCE}.{name}")]
    wanted = [one for one in names if any(map(run.wants, one[2].values()))]
    if not wanted and not hosts:
        return
    asked = _asked(run, load())
    for tool, budget, rows in wanted:
        answers = _answers(run, asked, tool, budget)
        for reading, row in rows.items():
            if run.wants(row):
                yield _row(row, asked, budget, [handed(one, reading) for one in answers])
    for name in hosts:
        program = programs[name] or ""
        measure = partial(_sampled, run, asked, name, program)
        yield told(f"{EVIDENCE}.{name}", SHARE, None, measure)


def handed(answer: Mapping[str, Any], reading: str) -> Handed:
    """What a host of this reading hands on of the result of a call."""
    content = "\n".join(part["text"] for part in answer["content"])
    value = answer["structuredContent"]
    coded = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    parts = {CONTENT: [content], STRUCTURED: [coded], BOTH: [content, coded]}[reading]
    said = content if reading == CONTENT else _plainly(coded)
    return Handed(tokens_in("\n\n".join(parts)), said)


def _plainly(text: str) -> str:
    """An answer as its words, if there is JSON in it; what stands before that is left out."""
    start = text.find('{"')
    try:
        return str(json.loads(text[start:])["text"]) if start >= 0 else text
    except (ValueError, KeyError):
        return text


def _asked(run: Run, data: Set) -> Asked:
    store, _ = store_of(run.file("evidence"), data.documents)
    now = iso(data.now or newest(data.documents))
    server = [*run.memento, "--store", store.root, "--now", now, "agent", "mcp", "--read-only"]
    texts = {document.key: document.text for document in data.documents}
    return Asked(server, data.questions[::EACH], texts)


def _call(question: Question, tool: str, budget: int) -> Call:
    """A question of its own conversation."""
    query = f"project:{question.project} {question.text}" if question.project else question.text
    return tool, {"query": query, "token_budget": budget}


def _answers(run: Run, asked: Asked, tool: str, budget: int) -> list[dict[str, Any]]:
    """What the server answers to each question."""
    with (
        Conversation(asked.server, run.place.environ) as talk,
        run.progress(f"{EVIDENCE}.{tool}.{budget}", len(asked.questions)) as tick,
    ):
        talk.begin()
        answers = []
        for question in asked.questions:
            name, args = _call(question, tool, budget)
            answers.append(talk.ask("tools/call", {"name": name, "arguments": args}))
            tick()
        return answers


def _row(name: str, asked: Asked, budget: int, answers: Sequence[Handed]) -> Row:
    """The mean share of the documents that answer a question whose text is there, beside the tokens
    of an answer, for each token of such a text, and how many answers kept the budget."""
    shares, useful = list[float](), 0
    for question, answer in zip(asked.questions, answers, strict=True):
        said = letters(answer.said)
        found = [key for key in question.gold if has_text(said, asked.texts[key])]
        useful += sum(tokens_in(asked.texts[key]) for key in found)
        shares.append(len(found) / len(question.gold))
    beside = {
        "an answer, tokens": fmean(answer.tokens for answer in answers),
        "for each useful one, tokens": sum(answer.tokens for answer in answers) / max(useful, 1),
        "within the budget, share": fmean(answer.tokens <= budget for answer in answers),
    }
    return Row(name, fmean(shares), SHARE, None, beside, len(asked.texts), least=True)


def _sampled(run: Run, asked: Asked, name: str, program: str) -> Row:
    """The share of a few answers of which the model of a host reads what the reading of it says."""
    questions = asked.questions[:: len(asked.questions) // SAMPLE][:SAMPLE]
    calls = [_call(question, TOOLS[0], BUDGETS[0]) for question in questions]
    home = os.path.join(run.place.folder, f"{name}-evidence")
    read = answers_of(name, program, home, asked.server, calls)
    expected = _answers(run, asked._replace(questions=questions), TOOLS[0], BUDGETS[0])
    same = [
        _letters_of(handed(one, FACTS[name].reads).said) in _letters_of(_plainly(text))
        for one, text in zip(expected, read, strict=True)
    ]
    note = f"of {len(calls)} answers; it reads {FACTS[name].reads}"
    return Row(
        f"{EVIDENCE}.{name}", fmean(same), SHARE, 1.0, size=len(calls), note=note, least=True
    )


def _letters_of(text: str) -> str:
    return letters(NONCE.sub("", text))
