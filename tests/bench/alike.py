"""The rows of similarity at scale: the clusters of all similar memories, and a whole sleep."""

from __future__ import annotations

import time
from itertools import combinations, islice
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from memento_cli.actions.tidy.propose import propose
from memento_cli.actions.tidy.sleep_finds import sleep_input
from memento_cli.core.memory.memory import Tags
from memento_cli.core.recall.similarity import Profile, similarity_of
from memento_cli.core.tidy.clusters import clusters
from memento_cli.core.tidy.conflicts import likely_pairs_of_many
from memento_cli.core.tidy.copies import copies
from memento_cli.core.tidy.episodes import recurring, related
from memento_cli.core.time.when import EPOCH
from memento_cli.store.directory.store import Store
from tests.bench.generated import memories, month_of
from tests.bench.rows import Row, skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from tests.bench.generated import Generated
    from tests.bench.run import Run
    from tests.bench.templates import Drawn

CLUSTERS = "similar.clusters"
UNIT = "CPU seconds"
SLEEP = "sleep.all"
MIN_SCORE = 0.75
GOAL, GOAL_SIZE = 10.0, 100_000
SLEEP_GOAL = 20.0
SUPPORT = 3
SAMPLE = 500
ROUNDS = 3


def clusters_row(run: Run, size: int, now: datetime) -> Row:
    """The clusters of a generated store's memories, beside comparing every pair of a few."""
    if size > GOAL_SIZE:
        return skipped(CLUSTERS, UNIT, f"measured up to {GOAL_SIZE:,} memories", size)
    profiles = [_profile(one) for one in memories(size, month_of(now), Random(size))]
    rounds = min(run.rounds, ROUNDS if size < GOAL_SIZE else 1)
    figure = median(_cpu(lambda: clusters(profiles, MIN_SCORE)) for _ in range(rounds))
    few = list(islice(memories(size, month_of(now), Random(size)), SAMPLE))
    beside = {f"all pairs of {len(few)}": _cpu(lambda: _all_pairs(few))}
    return Row(CLUSTERS, figure, UNIT, GOAL, beside, size)


def sleep_row(run: Run, made: Generated, now: datetime) -> Row:
    """A sleep over every memory of a generated store, which only tells what it would propose."""
    if made.size > GOAL_SIZE:
        return skipped(SLEEP, UNIT, f"measured up to {GOAL_SIZE:,} memories", made.size)
    store = Store(made.store)
    look = sleep_input(store, now, EPOCH, frozenset())  # the index is made, or is fresh
    figure = _cpu(lambda: propose(store, now, since=EPOCH, dry=True, limit=len(look.memories)))
    episodes = [memory for memory in look.memories if memory.kind == "episodic"]
    beside = {
        "copies": _cpu(lambda: list(copies(look.memories))),
        "what recurs": _cpu(lambda: list(recurring(episodes, SUPPORT))),
        "what belongs together": _cpu(lambda: list(related(episodes, SUPPORT))),
        "conflicts": _cpu(lambda: list(likely_pairs_of_many(look.memories))),
    }
    return Row(SLEEP, figure, UNIT, SLEEP_GOAL, beside, made.size)


def _cpu(act: Callable[[], Any]) -> float:
    start = time.process_time()
    act()
    return time.process_time() - start


def _all_pairs(drawn: Sequence[Drawn]) -> int:
    """How many pairs are similar, by document 001's formula and nothing else."""
    tags = [(_tags(one), one.created) for one in drawn]
    found = (similarity_of(*one, *other).score for one, other in combinations(tags, 2))
    return sum(score >= MIN_SCORE for score in found)


def _tags(drawn: Drawn) -> Tags:
    return Tags(tuple(drawn.topics), tuple(drawn.people), drawn.shape.outcome)


def _profile(drawn: Drawn) -> Profile:
    created = int(drawn.created.timestamp()) * 1_000_000
    topics, people = frozenset(drawn.topics), frozenset(drawn.people)
    return Profile(drawn.id, topics, people, drawn.shape.outcome, created)
