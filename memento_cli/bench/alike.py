"""The row of similarity at scale: the clusters of all similar memories."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import combinations, islice
from random import Random
from statistics import median
from typing import Any

from memento_cli.bench.generated import memories, month_of
from memento_cli.bench.rows import Row, skipped
from memento_cli.bench.run import Run
from memento_cli.bench.templates import Drawn
from memento_cli.core.clusters import clusters
from memento_cli.core.memory import Tags
from memento_cli.core.similarity import Profile, similarity_of

CLUSTERS = "similar.clusters"
UNIT = "CPU seconds"
MIN_SCORE = 0.75
GOAL, GOAL_SIZE = 10.0, 100_000
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
