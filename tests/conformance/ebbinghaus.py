"""Document 000 (ebbinghaus): its ops, and the issues that build what answers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

from memento_cli.actions.feedback import count_shown
from memento_cli.actions.maintain import maintain
from memento_cli.actions.passes import last_pass
from memento_cli.actions.reading import memory_at
from memento_cli.actions.recall import recall
from memento_cli.actions.record import record
from memento_cli.core.curves import stability_after
from memento_cli.core.fresh import INTENSITY, first_stability
from memento_cli.core.history import Line, fold
from memento_cli.core.laws import Ebbinghaus, Since
from memento_cli.core.laws import retention as retention_by
from memento_cli.core.memory import (
    Draft,
    Fade,
    Memory,
    Strength,
    days_below,
    fade_of,
    strength_at,
)
from memento_cli.core.memory import since as since_of
from memento_cli.core.query import Query
from memento_cli.core.ranking import base_score
from memento_cli.core.reinforcement import reinforced
from memento_cli.core.schedule import Schedule, recall_probability
from memento_cli.core.when import iso
from memento_cli.store.profiles import PROFILES
from memento_cli.store.store import Store
from tests.conformance.compare import Facts
from tests.conformance.stores import LONG_AGO, document, fresh_store, memory, moment
from tests.conformance.system import System

NAME = "ebbinghaus"
START = moment(LONG_AGO)
CAP_DAYS = 365.0

system = System()

system.waiting(
    "issue 6: facts in time, blocks, context",
    """
    state_as_of state_update state_keys state_current state_history state_isolation state_backdate
    block_write block_read block_delete block_list context_output standard_blocks
    """,
)


@system.op
def final_score(
    *,
    base: float,
    importance_weight: float,
    strength: float | None,
    recency_weight: float,
    age_days: float,
    access_count: int,
    importance: float = 0.5,
) -> float:
    return base_score(
        base, strength, importance, importance_weight, recency_weight, age_days, access_count
    )


@system.op
def rank(*, items: Sequence[Mapping[str, Any]], importance_weight: float) -> Sequence[str]:
    scores = {
        item["id"]: base_score(
            item["base"], item["strength"], item["importance"], importance_weight
        )
        for item in items
    }
    return sorted(scores, key=scores.__getitem__, reverse=True)


def _store(importance: float, stability: float, last: str) -> AbstractContextManager[Store]:
    """A store of the profile with one memory that was last used then."""
    facts = {"importance": importance, "stability_days": stability, "last_reinforced": last}
    return fresh_store(document(law=NAME, min_strength=0.0, **facts), profile=NAME)


def _asked(id: str, found: bool) -> dict[str, Any]:
    """A memory that has the word that will be asked for, or another."""
    return document(id, law=NAME, summary="asked for" if found else "another matter")


def _fading(stability: float, importance: float = 1.0) -> Memory:
    """A memory that was last used at the start."""
    fade = fade_of(Ebbinghaus(stability), 0.0, importance)
    return memory()._replace(strength=Strength(1.0, START), fade=fade, importance=importance)


def _stability(strength: Strength, fade: Fade) -> float:
    """What a memory's stability has grown to."""
    assert isinstance(fade.law, Ebbinghaus)
    return stability_after(fade.law.stability_days, strength.reinforcement_count)


def _recalled(one: Memory, times: int) -> list[float]:
    """The stability after each of some uses."""
    strength, path = one.strength, []
    for _ in range(times):
        strength = reinforced(strength, one.fade, START).strength
        path.append(_stability(strength, one.fade))
    return path


@system.op
def retention(*, days: float, stability: float) -> float:
    return strength_at(_fading(stability), START + timedelta(days=days))


@system.op
def strength(*, importance: float, days: float, stability: float) -> float:
    return strength_at(_fading(stability, importance), START + timedelta(days=days))


@system.op
def initial_stability(*, emotion_intensity: float | None) -> float:
    return first_stability(emotion_intensity)


@system.op
def recall_stability(*, stability: float) -> float:
    return _recalled(_fading(stability), 1)[0]


@system.op
def stability_path(*, stability: float, recalls: int) -> Sequence[float]:
    return _recalled(_fading(stability), recalls)


@system.op
def recalls_to_cap(*, stability: float) -> Facts:
    path = _recalled(_fading(stability), 99)
    recalls = path.index(CAP_DAYS) + 1
    return Facts(recalls=recalls, before_last=path[recalls - 2], last=path[recalls - 1])


@system.op
def recall_effect(
    *,
    importance: float,
    stability: float,
    strength: float,
    last_accessed: str,
    recalled_at: str,
) -> Facts:
    before = _fading(stability, importance)
    before = before._replace(strength=Strength(1.0, moment(last_accessed)))
    use = reinforced(before.strength, before.fade, moment(recalled_at))
    after = before._replace(strength=use.strength)
    return Facts(
        importance=after.importance,
        stability=_stability(after.strength, after.fade),
        strength=strength_at(after, moment(recalled_at)),
        last_accessed=iso(after.strength.last_reinforced),
    )


@system.op
def scenario(
    *,
    importance: float,
    emotion_intensity: float | None,
    created: str,
    recalls: Sequence[str],
    now: str,
) -> Facts:
    fade = fade_of(Ebbinghaus(first_stability(emotion_intensity)), 0.0, importance)
    lines = [Line(f"{place:026}", moment(at), "used", "m", "t") for place, at in enumerate(recalls)]
    numbers = fold(lines, Strength(1.0, moment(created)), fade, moment(now)).strength
    ago: Since = since_of(numbers, moment(now))
    after = memory()._replace(strength=numbers, fade=fade)
    return Facts(
        stability=_stability(numbers, fade),
        days=ago.days,
        retention=retention_by(fade.law, ago),
        strength=strength_at(after, moment(now)),
    )


@system.op
def days_until_strength(*, importance: float, stability: float, threshold: float) -> float:
    return days_below(_fading(stability, importance), threshold)


@system.op
def decay_passes(
    *, importance: float, stability: float, last_accessed: str, passes_at: Sequence[str]
) -> Sequence[float]:
    with _store(importance, stability, last_accessed) as store:
        found = []
        for at in map(moment, passes_at):
            maintain(store, at)
            found.append(strength_at(memory_at(store, "m", at), at))
        return found


@system.op
def decay_pass_fields(*, before: Mapping[str, Any], now: str) -> Facts:
    with _store(before["importance"], before["stability"], before["last_decay_at"]) as store:
        maintain(store, moment(now))
        after = memory_at(store, "m", moment(now))
        return Facts(
            importance=after.importance,
            stability=_stability(after.strength, after.fade),
            last_decay_at=iso(last_pass(store) or START),
            strength=strength_at(after, moment(now)),
        )


@system.op
def decay_interval_hours() -> float:
    return float(PROFILES[NAME]["maintain.every_hours"])


@system.op
def published_fsrs_curve(*, days: float, stability: float) -> float:
    schedule = Schedule(START, START, "review", None, stability, 5.0)
    return recall_probability(schedule, START + timedelta(days=days))


@system.op
def recall_scope(
    *,
    candidates: Sequence[str] = ("a",),
    returned: Sequence[str] = (),
    returned_same_memory_twice_in_one_search: bool = False,
) -> Facts:
    found = ["a", "a"] if returned_same_memory_twice_in_one_search else returned
    with fresh_store(*(_asked(id, id in found) for id in candidates), profile=NAME) as store:
        hits = recall(store, Query(words=("asked",)), START).hits
        count_shown(store, [hit.memory.id for hit in hits] if returned else found, START)
        counts = {id: memory_at(store, id, START).strength.reinforcement_count for id in candidates}
    return Facts(boosted=[id for id, count in counts.items() if count], growths=counts["a"])


@system.op
def new_memory_has_strength_at_once(*, emotion_intensity: float, importance: float) -> Facts:
    draft = Draft("s", "alex", importance=importance, more={INTENSITY: emotion_intensity})
    with fresh_store(profile=NAME) as store:
        made = record(store, draft, START).memory
        now = memory_at(store, made.id, START)
        return Facts(stability=_stability(now.strength, now.fade), strength=strength_at(now, START))
