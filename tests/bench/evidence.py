"""How much of what answers a question stands in its context, of so many tokens."""

from __future__ import annotations

from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING

from memento_cli.actions.context.context import context
from memento_cli.core.context.context import ANY_NONCE
from memento_cli.core.text.words import tokens_in
from memento_cli.named_tuple import NamedTuple
from tests.bench.asking import asked_of, newest, query_of, store_of
from tests.bench.goals import EVIDENCE, LEAST
from tests.bench.rows import SHARE, Row
from tests.bench.run import told
from tests.bench.scores import DEPTH, recall_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from memento_cli.store.directory.store import Store
    from tests.bench.run import Run
    from tests.bench.sets import Question, Set

BUDGETS = (1000, 2000)
ENDS = ".!?…。！？\n"


class Told(NamedTuple):
    """The share of the documents that answer a question whose text is in its context, and the
    tokens of that."""

    share: float
    tokens: int


def evidence_rows(run: Run, load: Callable[[], Set]) -> Iterator[Row]:
    """A row for each budget that was asked for."""
    names = {budget: f"{EVIDENCE}.{budget}" for budget in BUDGETS}
    wanted = {budget: name for budget, name in names.items() if run.wants(name)}
    if wanted:
        data = load()
        store, keys = store_of(run.file(EVIDENCE), data.documents)
        hits = asked_of(run, EVIDENCE, store, keys, data, DEPTH)
        for budget, name in wanted.items():
            yield told(name, SHARE, None, partial(_row, run, name, store, data, budget, hits))


def _row(
    run: Run, name: str, store: Store, data: Set, budget: int, hits: Sequence[Sequence[str]]
) -> Row:
    """Beside it: what the hits of a recall reach that are taken in order until they are too many,
    and how many tokens the contexts have."""
    texts = {document.key: document.text for document in data.documents}
    found = []
    with run.progress(name, len(data.questions)) as tick:
        for question in data.questions:
            found.append(_told(store, data, question, texts, budget))
            tick()
    pairs = zip(hits, data.questions, strict=True)
    plainly = [
        recall_at(_until_full(ranking, texts, budget), q.gold, DEPTH) for ranking, q in pairs
    ]
    beside = {
        "hits in order": fmean(plainly),
        "taken, tokens": fmean(one.tokens for one in found),
    }
    share = fmean(one.share for one in found)
    return Row(name, share, SHARE, LEAST.get(name), beside, len(data.documents), least=True)


def _told(store: Store, data: Set, question: Question, texts: dict[str, str], budget: int) -> Told:
    now = data.now or newest(data.documents)
    query = query_of(question.text, question.project, now, None)
    made = context([store], query, now, budget=budget)
    said = letters(made.text(ANY_NONCE))
    share = fmean(has_text(said, texts[key]) for key in question.gold)
    return Told(share, made.tokens)


def has_text(said: str, text: str) -> bool:
    """Whether letters have each sentence of a text, whatever signs and lines are between them."""
    for end in ENDS:
        text = text.replace(end, "\n")
    return all(letters(sentence) in said for sentence in text.split("\n"))


def letters(text: str) -> str:
    """A text without its signs, blanks and lines."""
    return "".join(sign for sign in text if sign.isalnum())


def _until_full(ranking: Sequence[str], texts: dict[str, str], budget: int) -> list[str]:
    """The first hits whose texts take no more than the budget."""
    taken: list[str] = []
    left = budget
    for key in ranking:
        left -= tokens_in(texts[key])
        if left < 0:
            break
        taken.append(key)
    return taken
