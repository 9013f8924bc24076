"""Questions as they are asked: each a command line in a pipe, on a store of a year's dialogues.

Every fifth question of LoCoMo is asked of all its turns, imported with `memento import`; where
these are not there, sentences of a generated store's words take their place. It is asked as it is,
and in each of the ways that used to cost more.
"""

from __future__ import annotations

import json
import os
import time
from math import ceil
from random import Random
from statistics import fmean, median
from typing import TYPE_CHECKING

from memento_cli.core.time.when import iso
from memento_cli.errors import MementoError
from memento_cli.named_tuple import NamedTuple
from tests.bench.asking import a_day_later, newest, row_of
from tests.bench.generated import memories, month_of
from tests.bench.measuring import Refusal, checked, cost_of
from tests.bench.plain import bare
from tests.bench.rows import RATIO, Row, skipped
from tests.bench.sets import Document, Question, Set, turns
from tests.bench.words import RARE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime

    from tests.bench.measuring import Place
    from tests.bench.run import Run

ASKED = "recall.asked"
GOALS = {"mean": 3.0, "90": 4.0, "worst": 6.0}
"""DESIGN, section 9: of the mean, of what nine in ten cost at the most, and of the slowest."""
EACH, PASSES, PATIENCE_SECONDS = 5, 3, 60.0
COUNT, PROJECTS = 2_760, 10
"""How many memories take the place of LoCoMo's turns, and of how many projects they are."""


class Way(NamedTuple):
    """A way to ask: the words behind `memento recall`, and whether $MEMENTO_NOW is set."""

    name: str
    words: Callable[[Question, Set], list[str]]
    clock: bool = False

    @property
    def rows(self) -> dict[str, str]:
        """The names of its rows, by what they tell."""
        start = f"{ASKED}.{self.name}" if self.name else ASKED
        return {figure: f"{start}.{figure}" for figure in GOALS}


def plainly(question: Question, data: Set) -> list[str]:
    """The question as it is."""
    return [question.text]


def misspelt(question: Question, data: Set) -> list[str]:
    """The question with two letters in the middle of its longest word exchanged."""
    words = question.text.split()
    longest = max(words, key=len)
    at = max(1, len(longest) // 2)
    wrong = longest[: at - 1] + longest[at : at + 1] + longest[at - 1 : at] + longest[at + 1 :]
    return [" ".join(wrong if word is longest else word for word in words)]


def nowhere(question: Question, data: Set) -> list[str]:
    """Words that no memory has, as long as those of the question."""
    return [" ".join("xq" + "zvkj"[len(word) % 4] * len(word) for word in question.text.split())]


def _middle(data: Set) -> str:
    created = sorted(document.created for document in data.documents if document.created)
    return f"{created[len(created) // 2]:%Y-%m-%d}"


WAYS = (
    Way("", plainly),
    Way("json", lambda question, data: [question.text, "--json"]),
    Way("project", lambda question, data: [question.text, "--project", question.project or ""]),
    Way("since", lambda question, data: [question.text, "--since", _middle(data)]),
    Way("now", plainly, clock=True),
    Way("misspelt", misspelt),
    Way("unknown", lambda question, data: [f"{question.text} {RARE}"]),
    Way("nothing", nowhere),
)
NAMES = tuple(name for way in WAYS for name in way.rows.values())


def asked_rows(run: Run, folder: str, now: datetime) -> Iterator[Row]:
    """Every row of questions that was asked for, of the data in a folder or, without, of made ones.

    All rows have failed, if the store cannot be made.
    """
    wanted = [way for way in WAYS if any(run.wants(name) for name in way.rows.values())]
    if not wanted:
        return
    try:
        locomo = os.path.join(folder, "locomo")
        data = turns(locomo) if os.path.isdir(locomo) else made_set(COUNT, now)
        place = _imported(run, data)
    except (Refusal, MementoError, OSError) as problem:
        names = [name for way in wanted for name in way.rows.values() if run.wants(name)]
        yield from (skipped(name, RATIO, str(problem))._replace(failed=True) for name in names)
        return
    for way in wanted:
        yield from _rows_of(run, place, way, data)


def made_set(count: int, now: datetime) -> Set:
    """Documents of made-up words, and about as many questions as LoCoMo has for so many."""
    drawn = list(memories(count, month_of(now), Random(count)))
    projects = [f"conversation-{number % PROJECTS}" for number in range(count)]
    documents = tuple(
        Document(one.id, f"{one.person.title()}: {one.text}.", one.created, project)
        for one, project in zip(drawn, projects, strict=True)
    )
    questions = tuple(
        Question(_sentence(one.person, one.words), frozenset({one.id}), project)
        for one, project in list(zip(drawn, projects, strict=True))[:: ceil(count / 1000)]
    )
    return Set(documents, questions)


def _sentence(person: str, words: Sequence[str]) -> str:
    return f"When did {person.title()} tell of {words[1]} {words[2]} and the {words[-1]}?"


def _imported(run: Run, data: Set) -> Place:
    """A place with a new store that has imported all documents, and whose index is warm."""
    store, path = run.file("asked"), run.file("asked.jsonl")
    place = run.place.with_store(store)
    with open(path, "w", encoding="utf-8") as file:
        lines = (json.dumps(row_of(*one)) for one in enumerate(data.documents))
        file.writelines(line + "\n" for line in lines)
    for words in (["init", store, "--person", "me"], ["import", path, "--allow-secret", "--yes"]):
        checked(cost_of(run.typed(*words), place))
    checked(cost_of(run.typed("recall", *plainly(data.questions[0], data)), place))
    return place


def _rows_of(run: Run, place: Place, way: Way, data: Set) -> Iterator[Row]:
    """The rows of a way that were asked for; or why they could not be measured."""
    names = {figure: name for figure, name in way.rows.items() if run.wants(name)}
    questions = data.questions[::EACH]
    if way.clock:
        now = iso(a_day_later(newest(data.documents)))
        place = place._replace(environ={**place.environ, "MEMENTO_NOW": now})
    try:
        unit, seconds = _seconds(run, place, [way.words(one, data) for one in questions])
    except (Refusal, OSError) as problem:
        rows = (skipped(name, RATIO, str(problem)) for name in names.values())
        yield from (row._replace(failed=True) for row in rows)
        return
    ratios = sorted(zip((taken / unit for taken in seconds), questions, strict=True))
    figures = {
        "mean": fmean(ratio for ratio, _ in ratios),
        "90": ratios[ceil(0.9 * len(ratios)) - 1][0],
        "worst": ratios[-1][0],
    }
    beside = {
        "bare Python, ms": unit * 1000,
        "median": ratios[len(ratios) // 2][0],
        "of, questions": len(ratios),
    }
    for figure, name in names.items():
        note = f"the slowest: {ratios[-1][1].text}" if figure == "worst" else ""
        size = len(data.documents)
        yield Row(name, figures[figure], RATIO, GOALS[figure], beside, size, note=note)


def _seconds(
    run: Run, place: Place, questions: Sequence[Sequence[str]]
) -> tuple[float, list[float]]:
    """The CPU seconds of bare Python, and of each question: medians of passes over all of them, in
    turns with bare Python. There are up to three, while they have not taken a minute."""
    units, costs = list[float](), [list[float]() for _ in questions]
    start = time.monotonic()
    for number in range(min(run.rounds, PASSES)):
        if number and time.monotonic() - start > PATIENCE_SECONDS:
            break
        for words, taken in zip(questions, costs, strict=True):
            units.append(checked(cost_of(bare(), place)).cpu_seconds)
            cost = checked(cost_of(run.typed("recall", *words), place))
            taken.append(cost.cpu_seconds)
    return median(units), [median(taken) for taken in costs]
