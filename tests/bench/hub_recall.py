"""How well `memento.recall` finds in SQL, beside `memento recall` and plain search."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from memento_cli.hub.sync import sync
from tests.bench.asking import newest, rankings, store_of
from tests.bench.engines import baseline, baselines
from tests.bench.rows import SHARE, Row, skipped
from tests.bench.scores import DEPTH, Ranking, scores
from tests.bench.sets import VARIABLE, Set, turns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    import psycopg

    from tests.bench.run import Run

    Connection = psycopg.Connection[Any]

MEASURES = ("r5", "mrr")
RECALL = "select id from memento.recall(%s, %s, _k => %s, _now => %s)"
WORDS = "select id from memento.matches(%s, %s, %s)"
WORDS_ALONE = "by words alone"


def quality_rows(
    run: Run,
    rows: str,
    url: str,
    connection: Connection,
    folder: str,
    tenant_of: Callable[[Connection], AbstractContextManager[str]],
) -> Iterator[Row]:
    """R@5 and MRR on LoCoMo, each question asked in its own dialogue, which is a tenant."""
    names = [f"{rows}.quality.{measure}" for measure in MEASURES]
    if not any(map(run.wants, names)):
        return
    place = os.path.join(folder, "locomo")
    if not os.path.isdir(place):
        why = f"no data at {place} (${VARIABLE} says where they are)"
        yield from (skipped(name, SHARE, why) for name in names)
        return
    data = turns(place)
    in_sql, words, ours = list[Ranking](), list[Ranking](), list[Ranking]()
    golds, plain = list[frozenset[str]](), {name: list[Ranking]() for name in baselines(False)}
    with run.progress("dialogues", None) as tick, ExitStack() as stack:
        for one in _dialogues(data):
            store, keys = store_of(run.file(f"dialogue-{len(golds)}"), one.documents)
            tenant, now = stack.enter_context(tenant_of(connection)), newest(one.documents)
            sync(store, url, tenant, connection, now)
            for question in one.questions:
                found = connection.execute(RECALL, (tenant, question.text, DEPTH, now))
                in_sql.append([keys[id] for (id,) in found])
                found = connection.execute(WORDS, (tenant, question.text, DEPTH))
                words.append([keys[id] for (id,) in found])
                golds.append(question.gold)
            ours += rankings(store, keys, one, now, DEPTH)
            for name, found_by in plain.items():
                found_by += baseline(name, one, pooled=False)
            tick()
    figures = scores(in_sql, golds)._asdict()
    others = {"memento recall": ours, WORDS_ALONE: words} | plain
    beside = {name: scores(found, golds)._asdict() for name, found in others.items()}
    for name in filter(run.wants, names):
        measure = name.rpartition(".")[2]
        columns = {other: its[measure] for other, its in beside.items()}
        yield Row(name, figures[measure], SHARE, None, columns, len(data.documents))


def _dialogues(data: Set) -> Iterator[Set]:
    """The dialogues of LoCoMo, each with the questions about it."""
    for project in dict.fromkeys(document.project for document in data.documents):
        yield data._replace(
            documents=tuple(one for one in data.documents if one.project == project),
            questions=tuple(one for one in data.questions if one.project == project),
        )
