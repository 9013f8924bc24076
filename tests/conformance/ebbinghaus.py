"""Document 000 (ebbinghaus): its ops, and the issues that build what answers them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any

from memento_cli.actions.checkup.status import status
from memento_cli.actions.context.context import context
from memento_cli.actions.facts.blocks import block, delete_block, write_block
from memento_cli.actions.facts.blocks import blocks as every_block
from memento_cli.actions.facts.facts import Terms, facts_of, update_context
from memento_cli.actions.memory.feedback import count_shown
from memento_cli.actions.memory.reading import memory_at
from memento_cli.actions.memory.record import record
from memento_cli.actions.recall.recall import recall
from memento_cli.actions.tidy.run import run_tidy
from memento_cli.core.context.context import ANY_NONCE
from memento_cli.core.facts.blocks import STANDARD
from memento_cli.core.facts.claims import Claim
from memento_cli.core.facts.timeline import held_facts, past_of
from memento_cli.core.fading.laws import EBBINGHAUS, Law, stability_after
from memento_cli.core.fading.reinforcement import reinforced
from memento_cli.core.fading.review import Schedule, recall_probability
from memento_cli.core.fading.strength import Fade, Strength, days_since
from memento_cli.core.journal.history import JournalEntry, fold
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.creation import INTENSITY, first_stability
from memento_cli.core.memory.memory import (
    Draft,
    Memory,
    days_below,
    fade_of,
    retention_at,
    strength_at,
    strength_from,
)
from memento_cli.core.recall import ranking
from memento_cli.core.recall.query import Query
from memento_cli.core.time.when import iso, micros
from memento_cli.errors import BadValue
from memento_cli.store.directory.store import Store
from memento_cli.store.settings.fields import PROFILES
from tests.conformance.compare import ITSELF, Facts
from tests.conformance.stores import LONG_AGO, document, fresh_store, memory, moment
from tests.conformance.system import NotApplicable, System

NAME = "ebbinghaus"
START = moment(LONG_AGO)
CAP_DAYS = 365.0
PERSONA, LATER = "herta", moment("2100-01-01T00:00:00Z")

system = System()


@system.op
def final_score(
    *,
    base: float,
    importance_weight: float,
    strength: float | None,
    recency_weight: float = 0.0,
    age_days: float = 0.0,
    access_count: int = 0,
    importance: float = 0.5,
) -> float:
    """Document 000 adds a strength, instead of the importance, to a base, and nothing else."""
    if strength is None:
        raise NotApplicable("every memory has a strength from the moment it is recorded")
    if recency_weight or access_count:
        raise NotApplicable("what its program adds for age and uses; the document does not")
    return _added(base, strength, importance_weight)


@system.op
def rank(*, items: Sequence[Mapping[str, Any]], importance_weight: float) -> Sequence[str]:
    scores = {
        item["id"]: _added(item["base"], item["strength"], importance_weight) for item in items
    }
    return sorted(scores, key=scores.__getitem__, reverse=True)


def _added(base: float, strength: float, weight: float) -> float:
    """The score of a hit by the profile, if the strength weighs so much."""
    scheme = ranking.PROFILES[NAME]
    scheme = scheme._replace(weights=scheme.weights._replace(importance=weight))
    return ranking.total(ranking.Parts(base, strength, 0.5, None), scheme)


def _store(importance: float, stability: float, last: str) -> AbstractContextManager[Store]:
    """A store of the profile with one memory that was last used then."""
    facts = {"importance": importance, "stability_days": stability, "last_reinforced": last}
    return fresh_store(document(law=NAME, min_strength=0.0, **facts), profile=NAME)


def _asked(id: str, found: bool) -> dict[str, Any]:
    """A memory that has the word that will be asked for, or another."""
    return document(id, law=NAME, summary="asked for" if found else "another matter")


def _fading(stability: float, importance: float = 1.0) -> Memory:
    """A memory that was last used at the start."""
    fade = fade_of(Law(EBBINGHAUS, stability), 0.0, importance)
    return memory()._replace(strength=strength_from(1.0, START), fade=fade, importance=importance)


def _stability(strength: Strength, fade: Fade) -> float:
    """What a memory's stability has grown to."""
    assert fade.law.code == EBBINGHAUS
    return stability_after(fade.law.parameter, strength.reinforcement_count)


def _recalled(one: Memory, times: int) -> list[float]:
    """The stability after each of some uses."""
    strength, path = one.strength, []
    for _ in range(times):
        strength = reinforced(strength, one.fade, micros(START)).strength
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
    before = before._replace(strength=strength_from(1.0, moment(last_accessed)))
    use = reinforced(before.strength, before.fade, micros(moment(recalled_at)))
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
    fade = fade_of(Law(EBBINGHAUS, first_stability(emotion_intensity)), 0.0, importance)
    lines = [
        JournalEntry(f"{place:026}", moment(at), "used", "m", "t")
        for place, at in enumerate(recalls)
    ]
    numbers = fold(lines, strength_from(1.0, moment(created)), fade, moment(now)).strength
    after = memory()._replace(strength=numbers, fade=fade)
    return Facts(
        stability=_stability(numbers, fade),
        days=days_since(numbers.last, micros(moment(now))),
        retention=retention_at(after, moment(now)),
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
            run_tidy(store, at)
            found.append(strength_at(memory_at(store, "m", at), at))
        return found


@system.op
def decay_pass_fields(*, before: Mapping[str, Any], now: str) -> Facts:
    with _store(before["importance"], before["stability"], before["last_decay_at"]) as store:
        run_tidy(store, moment(now))
        after = memory_at(store, "m", moment(now))
        return Facts(
            importance=after.importance,
            stability=_stability(after.strength, after.fade),
            last_decay_at=iso(status(store).maintained or START),
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


Events = Sequence[Mapping[str, Any]]


@system.op
def state_current(*, events: Events) -> dict[str, Any]:
    with _told(events) as store:
        return _known(store, LATER)


@system.op
def state_as_of(*, events: Events, at: str) -> dict[str, Any]:
    with _told(events) as store:
        return _known(store, moment(at))


@system.op
def state_backdate(*, events: Events, at: str, known_at: str | None = None) -> dict[str, Any]:
    with _told(events) as store:
        return _known(store, moment(at), believed=moment(known_at) if known_at else LATER)


@system.op
def state_history(*, events: Events, key: str | None = None) -> list[Facts]:
    with _told(events) as store:
        facts = facts_of(store, PERSONA)
    return [
        Facts(
            key=key,
            value=one.value,
            valid_from=iso(one.start),
            valid_until=one.end and iso(one.end),
            is_current=one.covers(LATER),
        )
        for key in ([key] if key else sorted(facts.claims))
        for one in past_of(facts, key, LATER)
    ]


@system.op
def state_keys(*, set: Mapping[str, Any]) -> Facts:
    with fresh_store(profile=NAME) as store:
        told = update_context(store, PERSONA, set, _act(store))
        return Facts(tracked=[one.key for one in told.stated], ignored=list(told.ignored))


@system.op
def state_update(
    *,
    current: Mapping[str, Any] = {},
    set: Mapping[str, Any] = {},
    two_keys: Mapping[str, Any] = {},
    fails_on: str = "",
) -> Facts:
    """What fails is a value that no file can keep: half a character."""
    wanted = {**set, **two_keys}
    with fresh_store(profile=NAME) as store:
        update_context(store, PERSONA, current, _act(store))
        before, current_ones = _claims(store), _open(store)
        if fails_on:
            with suppress(BadValue):
                update_context(store, PERSONA, wanted | {fails_on: "\ud800"}, _act(store))
        else:
            update_context(store, PERSONA, wanted, _act(store, 1))
        return Facts(
            rows_added=_claims(store) - before, rows_closed=len(current_ones - _open(store))
        )


@system.op
def state_isolation(*, persona_a: Mapping[str, Any], persona_b: Mapping[str, Any]) -> Facts:
    with fresh_store(profile=NAME) as store:
        for persona, info in (("a", persona_a), ("b", persona_b)):
            update_context(store, persona, info, _act(store))
        return Facts(
            persona_a_current=_known(store, LATER, "a"),
            persona_b_current=_known(store, LATER, "b"),
        )


@contextmanager
def _told(events: Events) -> Iterator[Store]:
    """A store in which a persona was told this."""
    with fresh_store(profile=NAME) as store:
        for event in events:
            act = Provenance(store.signed(moment(event["at"]), "cli"))
            edges = [event.get(key) for key in ("valid_from", "valid_until")]
            terms = Terms(*(moment(edge) if edge else None for edge in edges))
            update_context(store, PERSONA, event["set"], act, terms)
        yield store


def _known(
    store: Store, at: datetime, persona: str = PERSONA, believed: datetime = LATER
) -> dict[str, Any]:
    return {key: one.value for key, one in held_facts(facts_of(store, persona), at, believed)}


def _claims(store: Store) -> int:
    return sum(map(len, facts_of(store, PERSONA).claims.values()))


def _open(store: Store) -> set[Claim]:
    """What is claimed to hold without an end."""
    facts = facts_of(store, PERSONA)
    return {one.claim for key in facts.claims for one in past_of(facts, key, LATER) if not one.end}


def _act(store: Store, days: float = 0) -> Provenance:
    return Provenance(store.signed(START + timedelta(days=days), "cli"))


@system.op
def block_write(*, persona: str | None = None, writes: Sequence[Sequence[Any]]) -> Facts:
    with fresh_store() as store:
        for name, content, *more in writes:
            _write(store, name, content, persona, **(more[0] if more else {}))
        every, last = every_block(store, persona), block(store, writes[-1][0], persona)
        return Facts(
            count=len(every),
            names=[one.name for one in every],
            content=last.content,
            description=last.purpose or None,
        )


@system.op
def block_read(
    *, blocks: Mapping[str, str], name: str | None = None, persona: str | None = None
) -> dict[str, Any]:
    """All of them or, with a name, that one."""
    with _blocks(blocks, persona) as store:
        if name is None:
            return {one.name: one.content for one in every_block(store, persona)}
        one = block(store, name, persona)
        return Facts({ITSELF: one.content, one.name: one.content}, **one._asdict())


@system.op
def block_list(*, blocks: Mapping[str, str], persona: str | None = None) -> list[str]:
    with _blocks(blocks, persona) as store:
        return [one.name for one in every_block(store, persona)]


@system.op
def block_delete(*, blocks: Mapping[str, str], name: str, persona: str | None = None) -> Facts:
    with _blocks(blocks, persona) as store:
        delete_block(store, name, _act(store), persona=persona)
        return Facts(left=[one.name for one in every_block(store, persona)])


@system.op
def context_output(*, blocks: Mapping[str, str] = {}, persona: str | None = None) -> Facts:
    with _blocks(blocks, persona) as store:
        told = context([store], Query(), START, persona=persona)
        lines = told.text(ANY_NONCE).split("\n")
        text = "\n".join(line.removeprefix("> ") for line in lines)
        return Facts(contains_full_block=all(content in text for content in blocks.values()))


@system.op
def standard_blocks() -> list[str]:
    return list(STANDARD)


@contextmanager
def _blocks(contents: Mapping[str, str], persona: str | None) -> Iterator[Store]:
    """A store with these blocks of a persona, or of nobody in particular."""
    with fresh_store() as store:
        for name, content in contents.items():
            _write(store, name, content, persona)
        yield store


def _write(
    store: Store, name: str, content: str, persona: str | None, description: str | None = None
) -> None:
    write_block(store, name, content, _act(store), persona=persona, description=description)
