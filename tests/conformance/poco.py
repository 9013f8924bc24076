"""Document 004 (poco): its ops, and the issues that build what answers them.

A weight is the strength of a memory at the moment of its last use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from datetime import timedelta
from io import StringIO
from typing import Any

from memento_cli.actions.feedback import count_shown
from memento_cli.actions.maintain import maintain
from memento_cli.actions.reading import memory_at
from memento_cli.actions.recall import recall
from memento_cli.actions.reinforce import used as note_used
from memento_cli.cli.app import run
from memento_cli.core.laws import HalfLife, Since, law_of, retention
from memento_cli.core.memory import Memory, days_below, first_whole_day_below, strength_at
from memento_cli.core.newest import newest, true_at
from memento_cli.core.query import Hit, Query, in_order, recalled
from memento_cli.core.reinforcement import reinforced
from memento_cli.core.tiers import BOUNDS, Shown, by_weight, shown, tier_of, weight_in_turn
from memento_cli.core.tiers import weight as weight_of
from memento_cli.core.when import iso
from memento_cli.errors import MementoError, NotFound
from tests.conformance.compare import Facts
from tests.conformance.stores import LONG_AGO, document, fresh_store, memory, moment
from tests.conformance.system import LATER, System

NOW = moment(LONG_AGO)

system = System()

system.waiting(
    "issue 6: hard facts, graph",
    """
    kv_live kv_expired_not_yet_purged kv_purge kv_deep_recall kv_no_weight_decay kv_set_again
    kv_read graph types
    """,
)
system.waiting(LATER, "decay_continuous")


@system.op
def tier(*, weight: float) -> str:
    return tier_of(weight_of(weight))


@system.op
def query(*, weights: Mapping[str, float], matches: Sequence[str]) -> Facts:
    found = _recalled(_memories(weights, matches), deep=False)
    return Facts(returned=_ids(found), hidden=found.hidden)


@system.op
def deep_recall(
    *,
    weights: Mapping[str, float] | None = None,
    matches: Sequence[str] = (),
    memory: Mapping[str, Any] | None = None,
    then: str = "not used",
) -> Facts:
    assert then == "not used"
    if memory is not None:
        weights, matches = {"m": memory["weight"]}, ["m"]
    memories = _memories(weights or {}, matches, (memory or {}).get("created", LONG_AGO))
    found = _recalled(memories, deep=True)
    after = {one.id: strength_at(one, NOW) for one in memories}
    return Facts(
        returned=_ids(found),
        created_returned=next((iso(hit.memory.created) for hit in found.hits), None),
        weight_in_turn={h.memory.id: weight_in_turn(h.strength, deep=True) for h in found.hits},
        weight_after_turn={id: after[id] for id in _ids(found)},
    )


@system.op
def deep_score(*, relevance: float, weight: float) -> Facts:
    return Facts(normal=by_weight(relevance, weight), deep=by_weight(relevance, weight, deep=True))


@system.op
def rank(*, items: Sequence[Mapping[str, Any]], deep: bool) -> list[str]:
    hits = [
        Hit(
            memory(item["id"]),
            item["weight"],
            by_weight(item["relevance"], item["weight"], deep=deep),
        )
        for item in items
    ]
    return [hit.memory.id for hit in in_order(hits, Query(sort="score"))]


def _memories(
    weights: Mapping[str, float], matches: Sequence[str], created: str = LONG_AGO
) -> list[Memory]:
    """Memories with these weights, of which some have the word that will be asked for."""
    return [
        memory(
            id,
            created=created,
            summary="asked for" if id in matches else "another matter",
            initial=weight_of(weight),
            last_reinforced=LONG_AGO,
            min_strength=0.0,
        )
        for id, weight in weights.items()
    ]


def _recalled(memories: Sequence[Memory], *, deep: bool) -> Shown[Hit]:
    return shown(recalled(memories, Query(words=("asked",)), NOW), hide=not deep)


def _ids(found: Shown[Hit]) -> list[str]:
    return [hit.memory.id for hit in found.hits]


def _daily(percent: float, weight: float = 1.0, last: str = LONG_AGO, **more: Any) -> Memory:
    """A memory of this weight that loses so many percent a day."""
    facts = {"daily_percent": percent, "initial": weight_of(weight), "last_reinforced": last}
    return memory(law="daily", min_strength=0.0, **facts, **more)


@system.op
def weight_after(
    *, daily_percent: float, idle_days: float, job_ran_on_days: Sequence[float] = ()
) -> Facts:
    one = _daily(daily_percent)
    for day in job_ran_on_days:  # a job that looks changes nothing
        strength_at(one, NOW + timedelta(days=day))
    weight = strength_at(one, NOW + timedelta(days=idle_days))
    return Facts(weight=weight, tier=tier_of(weight))


@system.op
def first_day_in_tier(*, daily_percent: float) -> Facts:
    one = _daily(daily_percent)
    return Facts(
        faded=first_whole_day_below(days_below(one, BOUNDS["active"][0])),
        ghost=first_whole_day_below(days_below(one, BOUNDS["faded"][0])),
    )


@system.op
def daily_percent(*, daily_percent: float) -> str:
    return law_of("daily", daily_percent).name


@system.op
def decay_half_life(*, idle_days: float, half_life_days: float) -> float:
    return retention(HalfLife(half_life_days), Since(idle_days))


@system.op
def used(
    *,
    weight: float = 1.0,
    last_accessed: str = LONG_AGO,
    used_at: str = LONG_AGO,
    created: str = LONG_AGO,
    returned: Sequence[str] = (),
    used_in_successful_turn: Sequence[str] = (),
) -> Facts:
    if returned:
        return Facts(reset=_reset(returned, used_in_successful_turn))
    before = _daily(5.0, weight, last_accessed, created=created)
    use = reinforced(before.strength, before.fade, moment(used_at))
    after = before._replace(strength=use.strength)
    return Facts(
        weight=strength_at(after, moment(used_at)),
        last_accessed=iso(after.strength.last_reinforced),
        created=iso(after.created),
    )


def _reset(returned: Sequence[str], in_turn: Sequence[str]) -> list[str]:
    """Which weights are 1 again after a turn that returned some memories, and used some."""
    later = NOW + timedelta(days=9)
    documents = [document(id, law="daily", daily_percent=5, summary="asked for") for id in returned]
    with fresh_store(*documents, profile="tiers") as store:
        hits = recall(store, Query(words=("asked",)), later, deep=True).hits
        count_shown(store, [hit.memory.id for hit in hits], later)
        note_used(store, in_turn, later)
        return [id for id in returned if strength_at(memory_at(store, id, later), later) == 1.0]


@system.op
def pruned_types(*, ghosts: int, expired_kv: int) -> Facts:
    """Of memories, those are deleted whose time to live has ended; hard facts follow."""
    later = NOW + timedelta(days=400)
    old = [document(f"g{n}", law="daily", daily_percent=5, min_strength=0) for n in range(ghosts)]
    over = [document(f"k{n}", law="ttl", ttl="2h") for n in range(expired_kv)]
    with fresh_store(*old, *over, profile="tiers") as store:
        maintain(store, later)
        return Facts(deleted=ghosts + expired_kv - len(store.memories.ids()))


@system.op
def forget(*, id: str) -> None:
    """By the command, whose exit codes have a meaning each."""
    with fresh_store(document("one")) as store:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as told:
            code = run(["--store", store.root, "forget", id])
        assert store.memories.ids() == ["one"]
        if code:
            kind = "not found" if code == NotFound.code else f"exit {code}"
            raise MementoError(f"{kind}: {told.getvalue()}")


@system.op
def newer_wins(*, facts: Sequence[Mapping[str, Any]]) -> Facts:
    times = {fact["id"]: true_at(memory(fact["id"], created=fact["created"])) for fact in facts}
    standing = newest(times)
    return Facts(current=standing.current, legacy=list(standing.legacy))
