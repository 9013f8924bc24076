"""Document 001 (tyvi): strength, reinforcement, similarity and queries.

Asked of the core, and where there is an action, of the action on a real store.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from math import isfinite
from typing import Any

from memento_cli import calculate_similarity
from memento_cli import default_half_life as half_life_of
from memento_cli import find_similar as most_similar
from memento_cli.actions.memory.list import list_memories
from memento_cli.actions.memory.reading import memory_at
from memento_cli.actions.memory.reinforce import reinforce as reinforce_now
from memento_cli.actions.recall.recall import recall
from memento_cli.core.fading.reinforcement import reinforcement_delta as delta_of
from memento_cli.core.memory.memory import days_below, strength_at
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.recall.query import Query
from memento_cli.core.time.typed_times import typed_moment
from memento_cli.core.time.when import iso
from memento_cli.store.directory.store import Store
from tests.conformance.compare import Facts
from tests.conformance.stores import (
    LONG_AGO,
    Rows,
    by_id,
    document,
    first_day_below,
    fresh_store,
    memory,
    moment,
    numbers_agree,
    raw,
)
from tests.conformance.system import System

Given = Mapping[str, Any]
One = str | Sequence[str] | None
USUAL_NOW = "2025-06-01T00:00:00Z"

system = System()


@system.op
def strength(
    *,
    initial: Any,
    last_reinforced: str,
    now: str,
    half_life_days: Any = None,
    min_strength: Any = None,
    significance: str | None = None,
    pinned: bool | None = None,
) -> float:
    facts = {key: value for key, value in locals().items() if key != "now"}
    return strength_at(memory(**facts), moment(now))


@system.op
def default_half_life(*, significance: str) -> float:
    return half_life_of(significance)


@system.op
def first_whole_day_below(
    *,
    initial: float,
    half_life_days: float,
    threshold: float,
    name: str = "",
    last_reinforced: str = LONG_AGO,
) -> Facts:
    numbers = {"initial": initial, "last_reinforced": last_reinforced}
    one = memory(half_life_days=half_life_days, min_strength=0.0, **numbers)
    days = days_below(one, threshold)
    if not isfinite(days):
        return Facts(exact_days=None, first_whole_day=None)
    return Facts(exact_days=days, first_whole_day=first_day_below(one, threshold))


@system.op
def reinforcement_delta(*, current: float) -> float:
    return delta_of(current)


@system.op
def reinforce(
    *,
    initial: float,
    last_reinforced: str,
    now: str,
    half_life_days: float | None = None,
    min_strength: float | None = None,
    count: int = 0,
    reason: str = "",
    pinned: bool | None = None,
) -> Facts:
    facts = {k: v for k, v in locals().items() if k not in ("now", "reason")}
    with fresh_store(document(**facts)) as store:
        return _reinforced(store, now, reason)


def _reinforced(store: Store, now: str, reason: str = "") -> Facts:
    """What reinforcing did, by its own word and by the file that it left."""
    result = reinforce_now(store, "m", moment(now), reason).result
    file = raw(store, "m")
    if result.applied and not numbers_agree(store, "m", moment(now)):
        raise AssertionError("the file's numbers are not those of the journal")
    numbers = file["strength"]
    return Facts(
        now=iso(moment(now)),
        applied=result.applied,
        skip=result.skip,
        skipped=not result.applied,
        previous=result.previous,
        delta=result.delta,
        initial=numbers["initial"],
        current=numbers.get("current", numbers["initial"]),
        count=numbers["reinforcement_count"],
        last_reinforced=iso(moment(numbers["last_reinforced"])),
        log=[Facts(entry) for entry in file.get("log", [])],
    )


@system.op
def reinforce_sequence(
    *,
    initial: float,
    start: str,
    every_days: float,
    times: int,
    half_life_days: float | None = None,
    min_strength: float | None = None,
    count: int = 0,
) -> list[Facts]:
    step = timedelta(days=every_days)
    moments = [iso(moment(start) + step * (place + 1)) for place in range(times)]
    facts = {
        "initial": initial,
        "last_reinforced": start,
        "half_life_days": half_life_days,
        "min_strength": min_strength,
        "count": count,
    }
    with fresh_store(document(**facts)) as store:
        return [_reinforced(store, now) for now in moments]


@system.op
def reinforce_then_decay(
    *,
    initial: float,
    last_reinforced: str,
    reinforced_at: str,
    now: str,
    half_life_days: float | None = None,
    min_strength: float | None = None,
) -> float:
    facts = {k: v for k, v in locals().items() if k not in ("now", "reinforced_at")}
    with fresh_store(document(**facts)) as store:
        reinforce_now(store, "m", moment(reinforced_at))
        return strength_at(memory_at(store, "m", moment(now)), moment(now))


@system.op
def similarity(*, a: Given, b: Given) -> Facts:
    return Facts(calculate_similarity(memory(**a), memory(**b))._asdict())


@system.op
def find_similar(
    *, target: str, pool: Rows, min_score: float = 0.3, limit: int | None = 10
) -> list[Facts]:
    everyone = {id: memory(**{"id": id} | dict(facts)) for id, facts in by_id(pool).items()}
    found = most_similar(everyone[target], everyone.values(), min_score, limit)
    return [Facts({"id": other.id} | likeness._asdict()) for other, likeness in found]


def _several(given: One) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given or ())


def _query(
    now: datetime,
    *,
    person: str | None = None,
    topic: One = None,
    topics: One = None,
    people: One = None,
    outcome: One = None,
    min_strength: float | None = None,
    since: str | None = None,
    until: str | None = None,
    sort_by: str = "strength",
    order: str = "desc",
    limit: int | None = None,
    offset: int = 0,
) -> Query:
    """The query that a door makes of the same words; a filter that it does not know is an error."""
    return Query(
        person=person and person_ref(person),
        topics=(*_several(topic), *_several(topics)),
        people=tuple(person_ref(one) for one in _several(people)),
        outcomes=_several(outcome),
        min_strength=min_strength,
        since=typed_moment(since, now, UTC) if since else None,
        until=typed_moment(until, now, UTC, end=True) if until else None,
        sort=sort_by,
        order=order,
        limit=limit,
        offset=offset,
    )


def _documents(memories: Mapping[str, Given]) -> list[dict[str, Any]]:
    return [document(**{"id": id} | dict(facts)) for id, facts in memories.items()]


@system.op
def query(
    fixtures: Given, *, now: str = USUAL_NOW, memories: Rows | None = None, **filters: Any
) -> list[str]:
    """Of the memories of all vectors, or of the vector's own."""
    asked, own = _query(moment(now), **filters), by_id(memories or fixtures["query"])
    with fresh_store(*_documents(own)) as store:
        return [hit.memory.id for hit in recall(store, asked, moment(now)).hits]


@system.op
def list_(
    fixtures: Given,
    *,
    now: str = USUAL_NOW,
    strengths: Mapping[str, float] | None = None,
    memories: Rows | None = None,
    include_weak: bool = False,
    **filters: Any,
) -> list[str]:
    asked = _query(moment(now), **filters)
    own = by_id(memories or fixtures["query"])
    if strengths is not None:
        own = {
            id: {"initial": initial, "last_reinforced": now, "min_strength": 0.0}
            for id, initial in strengths.items()
        }
    with fresh_store(*_documents(own)) as store:
        found = list_memories(store, asked, moment(now), weak=include_weak)
    return [hit.memory.id for hit in found.hits]
