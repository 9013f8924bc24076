"""Document 001 (tyvi): ids, creation, edits, pruning, the log and the file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from memento_cli.actions.fading.explain import log_of, why
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.list import list_memories
from memento_cli.actions.memory.prune import prune as prune_now
from memento_cli.actions.memory.prune import prune_plan
from memento_cli.actions.memory.reading import memory_at
from memento_cli.actions.memory.record import record
from memento_cli.actions.recall.like import recall_like
from memento_cli.actions.recall.recall import recall
from memento_cli.core.fading.laws import law_of
from memento_cli.core.journal.history import distinct
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.ids import memory_id as id_of
from memento_cli.core.memory.memory import Draft, Tags
from memento_cli.core.memory.refs import person_ref, stored_ref
from memento_cli.core.recall.query import Query
from memento_cli.core.time.when import iso
from memento_cli.store.directory.store import Store
from memento_cli.store.toml.writer import rendered
from tests.conformance.compare import Facts
from tests.conformance.stores import (
    LONG_AGO,
    PLACES,
    at_path,
    contents,
    document,
    fresh_store,
    moment,
    nested,
    number,
    put,
    raw,
)
from tests.conformance.system import NotUnderstood
from tests.conformance.tyvi import system

Given = Mapping[str, Any]


@system.op
def memory_id(
    *, person: str, created: str, first_topic: str | None = None, topics: Sequence[str] = ()
) -> str:
    topic = first_topic if first_topic is not None else next(iter(topics), None)
    minted = id_of(stored_ref(person), topic, moment(created))
    if not is_safe_id(minted):
        raise AssertionError(f"{minted!r} is not an id that the store would take")
    return minted


def _is_plain(id: str) -> bool:
    return re.fullmatch(r"[a-z0-9-]+", id) is not None


def _minted(topic: str) -> str:
    return id_of("ctx://person/alex", topic, moment(LONG_AGO))


system.rule(r"separator|dot-dot|\.\.", lambda id: not re.search(r"[/\\]|\.\.", id))
system.rule(r"\bsafe\b|file name|a-z|ascii", lambda id: is_safe_id(id) and _is_plain(id))
system.rule(r"hyphen|empty|slug", lambda id: "--" not in id and id.strip("-") == id != "")
system.rule(r"\blength|\blong|characters|bytes", lambda id: len(id.encode()) <= 100)
system.rule(r"differ|distinct|collide", lambda id: len({id, _minted("設計"), _minted("会議")}) == 3)


@system.op
def memory_id_collision(*, create: Sequence[Given]) -> Facts:
    with fresh_store() as store:
        made = [
            record(store, _draft(summary=f"Number {place}", **facts), moment(facts["created"]))
            for place, facts in enumerate(create)
        ]
        ids = [one.memory.id for one in made]
        said = {store.memories.read(id).value.content.summary for id in ids}
        if len(said) != len(create):
            raise AssertionError("a record overwrote another")
        return Facts(distinct_ids=len({*ids}), files=len(store.memories.ids()), first_id=ids[0])


def _draft(
    summary: str,
    person: str,
    created: str,
    first_topic: str | None = None,
    topics: Sequence[str] = (),
    significance: str = "medium",
) -> Draft:
    about = topics or (() if first_topic is None else (first_topic,))
    return Draft(
        summary,
        person_ref(person),
        significance=significance,
        tags=Tags(tuple(about)),
        created=moment(created),
    )


@system.op
def create_defaults(
    *,
    significance: str = "medium",
    initial: Any = None,
    half_life_days: Any = None,
    min_strength: Any = None,
) -> Facts:
    law = None if half_life_days is None else law_of("half-life", number(half_life_days))
    draft = Draft(
        "A memory",
        person_ref("alex"),
        significance=significance,
        initial=1.0 if initial is None else number(initial),
        law=law,
        min_strength=None if min_strength is None else number(min_strength),
    )
    with fresh_store() as store:
        file = raw(store, record(store, draft, moment(LONG_AGO)).memory.id)
    log = [Facts(entry) for entry in file["log"]]
    return Facts(file["strength"] | file["fade"] | {"log": log})


@system.op
def create_times(*, now: str, created: str | None = None) -> Facts:
    draft = Draft("A memory", person_ref("alex"), created=moment(created) if created else None)
    with fresh_store() as store:
        made = record(store, draft, moment(now)).memory
        file = raw(store, made.id)
        line = store.journal.lines(made.id).lines[0]
    return Facts(
        {
            "created": file["created"],
            "last_reinforced": file["strength"]["last_reinforced"],
            "log[0].timestamp": file["log"][0]["timestamp"],
            "journal": iso(line.at),
        }
    )


@system.op
def prune(
    *,
    now: str,
    memories: Sequence[Given],
    threshold: Any = None,
    unreadable_files: int = 0,
) -> Facts:
    with fresh_store(*(document(**facts) for facts in memories)) as store:
        for place in range(unreadable_files):
            put(store.root, f"unreadable-{place}", "not = = TOML\n")
        before = {*store.memories.ids()}
        limit = None if threshold is None else number(threshold)
        plan = prune_plan(store, moment(now), limit)
        moved = prune_now(store, plan, moment(now))
        gone = sorted(before - {*store.memories.ids()})
        if gone != sorted(moved.ids) or gone != store.archive.ids():
            raise AssertionError(f"pruned {moved.ids}, gone {gone}")
        return Facts(
            checked=plan.checked, pruned=len(moved.ids), ids=gone, threshold=plan.threshold
        )


@system.op
def prune_log(*, memory: Given, now: str, threshold: Any = None, read_after: str = "") -> Facts:
    id = memory.get("id", "m")
    with fresh_store(document(**{"id": id} | dict(memory))) as store:
        limit = None if threshold is None else number(threshold)
        prune_now(store, prune_plan(store, moment(now), limit), moment(now))
        later = Store(store.root)
        shown = [entry for entry in log_of(later, id) if entry.act == "pruned"]
        lines = [line for line in distinct(later.journal.lines(id).lines) if line.act == "pruned"]
    if len(shown) != 1 or len(lines) != 1:
        raise AssertionError(f"{len(shown)} entries, {len(lines)} lines of the prune")
    return Facts(
        event=shown[0].act,
        timestamp=iso(shown[0].at),
        strength_delta=-lines[0].more["left"],
        log_entry_still_readable=True,
    )


@system.op
def prune_threshold(*, threshold: Any) -> Facts:
    with fresh_store(document()) as store:
        plan = prune_plan(store, moment(LONG_AGO), number(threshold))
    return Facts(threshold=plan.threshold, pruned=len(plan.prune))


@system.op
def recall_effect(*, recall: str = "any") -> Facts:
    with fresh_store(document()) as store:
        later = moment("2025-06-01T00:00:00Z")
        before, first = contents(store), store.memories.read("m").value
        _recall_everyhow(store)
        after = store.memories.read("m").value
        if contents(store) != before or memory_at(store, "m", later).strength != after.strength:
            raise AssertionError("reading wrote something")
    return Facts(
        last_reinforced_changes=first.strength.last_reinforced != after.strength.last_reinforced,
        count_changes=first.strength.reinforcement_count != after.strength.reinforcement_count,
        initial_changes=first.strength.initial != after.strength.initial,
        log_changes=first.log != after.log,
    )


def _recall_everyhow(store: Store) -> None:
    now = moment("2025-06-01T00:00:00Z")
    recall(store, Query(), now)
    recall(store, Query(words=("memory",)), now)
    list_memories(store, Query(), now, weak=True)
    recall_like(store, "m", now)
    why(store, "m", now)
    log_of(store, "m")


@system.op
def update_effect(*, change: str) -> Facts:
    """`change` names a key, `significance low -> high` with what it changes from and to."""
    key, _, values = change.partition(" ")
    old, _, new = values.partition(" -> ")
    key = {"tags": "topics"}.get(key, key)
    if key not in PLACES or bool(old) != bool(new):
        raise NotUnderstood(f"no such change: {change!r}")
    several = key in ("topics", "people")
    other = {"significance": "high", "outcome": "negative"}.get(key, "other words")
    fresh: Any = [new or other] if several else new or other
    given = {key: [old] if several else old} if old else {}
    facts = {"significance": "low", "half_life_days": 30, "last_reinforced": LONG_AGO} | given
    now = moment("2025-06-01T00:00:00Z")
    with fresh_store(document(**facts)) as store:
        before = raw(store, "m")
        edit(store, "m", {PLACES[key]: fresh}, now, "why not")
        after = raw(store, "m")
        if at_path({"memory": after}, PLACES[key]) != fresh:
            raise AssertionError("the edit is not in the file")
        acts = [entry for entry in log_of(store, "m") if entry.act == "edited"]
    entry = after["log"][-1]
    if len(acts) != 1 or moment(entry["timestamp"]) != now:
        raise AssertionError(f"the edit is told {len(acts)} times in the journal")
    return Facts(
        half_life_days_changes=before["fade"] != after["fade"],
        fade_changes=before["fade"] != after["fade"],
        last_reinforced_changes=before["strength"] != after["strength"],
        strength_changes=before["strength"] != after["strength"],
        created_changes=before["created"] != after["created"],
        id_changes=before["id"] != after["id"],
        log_event=entry["event"],
    )


@system.op
def recent_log(*, entries: Sequence[str], limit: int | None = None) -> Any:
    start = moment(LONG_AGO)
    told = [
        {"timestamp": iso(start + timedelta(hours=place)), "event": "updated", "note": note}
        for place, note in enumerate(entries)
    ]
    file = document()
    file["memory"]["log"] = told
    with fresh_store(file) as store:
        shown = log_of(store, "m") if limit is None else log_of(store, "m", limit)
    return [entry.reason for entry in shown]


@system.op
def toml_roundtrip(*, text_facts: Given) -> Facts:
    id = text_facts["memory.id"]
    filled = {
        "memory.created": LONG_AGO,
        "memory.content.summary": "Led OAuth2 design review",
        "memory.log[0].timestamp": text_facts.get("memory.created", LONG_AGO),
    }
    filled |= text_facts
    with fresh_store() as one, fresh_store() as other:
        put(one.root, id, rendered(nested(filled)))
        value = one.memories.read(id).value
        path = other.memories.create(id, value)
        again = other.memories.read(id).value
        written = {"memory": raw(other, id)}
        wrong = [key for key, fact in filled.items() if at_path(written, key) != fact]
        relative = Path(path).relative_to(other.root).as_posix()
    same = value == again and not wrong
    return Facts(path=relative, write_then_read="same values" if same else f"other: {wrong}")
