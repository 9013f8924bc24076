"""The sets that are asked of the user's own provider, with their stores, kept for the next run."""

from __future__ import annotations

import json
import os
import shutil
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from memento_cli.actions.recall.find import MEMORIES
from memento_cli.core.vectors.texts import text_key
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.store import Store
from tests.bench.asking import asked_as, newest, row_of, store_of
from tests.bench.goals import QUALITY
from tests.bench.trials import TRIALS
from tests.bench.vectors.asked import Questions
from tests.bench.vectors.own import own_sets

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from memento_cli.actions.vectors.embedding import Embedder
    from memento_cli.core.recall.query import Query
    from tests.bench.run import Run
    from tests.bench.sets import Set

MEANING, KEYS = "meaning", "keys.json"
OWN = f"{MEANING}.own"


class Asked(NamedTuple):
    """What is to be measured: the sets of the data in a folder, or the memories of a `store`, at
    `now`; `only` those of these names. What is made is kept in the folder `keep`."""

    folder: str
    store: str
    keep: str
    now: datetime
    only: tuple[str, ...] = ()


class Prepared(NamedTuple):
    """A set and the store that has its documents: their keys by the ids there, where these differ.
    The questions are asked of their projects, unless `pooled`."""

    name: str
    data: Set
    store: Store
    keys: Mapping[str, str]
    pooled: bool
    questions: Questions

    @property
    def now(self) -> datetime:
        """When the questions are asked."""
        return self.data.now or newest(self.data.documents)

    def key_of(self, id: str) -> str:
        """The key of the document that a memory is."""
        return self.keys.get(id, id)

    def queries(self, limit: int) -> list[Query]:
        """The questions, for so many hits."""
        ask = partial(asked_as, data=self.data, now=self.now, limit=limit, pooled=self.pooled)
        return [ask(question) for question in self.data.questions]


def kept_store(folder: str, name: str, data: Set) -> tuple[Store, Mapping[str, str]]:
    """The store of a set's documents, and their keys by id; made where there is none of them."""
    text = json.dumps([row_of(*one) for one in enumerate(data.documents)])
    place = os.path.join(folder, f"{name}-{text_key(text).hex()[:12]}")
    kept = os.path.join(place, KEYS)
    if not os.path.exists(kept):
        shutil.rmtree(place, ignore_errors=True)  # of a run that was cut off
        os.makedirs(place)
        _, keys = store_of(os.path.join(place, "store"), data.documents)
        with open(kept, "w", encoding="utf-8") as file:
            json.dump(keys, file)
    with open(kept, encoding="utf-8") as file:
        return Store(os.path.join(place, "store")), json.load(file)


def prepared(run: Run, asked: Asked, embedder: Embedder) -> Iterator[Prepared]:
    """The sets that were asked for, each with its store."""
    questions = Questions(asked.keep, embedder)
    if asked.store:
        store = Store(os.path.realpath(asked.store))
        for kind, data in own_sets(store, embedder, asked.now).items():
            if run.wants(f"{OWN}.{kind}") and data.questions:
                yield Prepared(f"{OWN}.{kind}", data, store, {}, True, questions)
        return
    for part, trials in TRIALS.items():
        place = os.path.join(asked.folder, part)
        for trial in trials(place) if os.path.isdir(place) else ():
            name = MEANING + trial.name.removeprefix(QUALITY)
            if trial.source == MEMORIES and run.wants(name):
                data = trial.load()
                store, keys = kept_store(asked.keep, name, data)
                yield Prepared(
                    name, data, store, keys, trial.pooled, Questions(asked.keep, embedder)
                )
