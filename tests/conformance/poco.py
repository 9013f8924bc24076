"""Document 004 (poco): its ops, and the issues that build what answers them.

A weight is the strength of a memory at the moment of its last use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, redirect_stderr, redirect_stdout
from datetime import UTC, datetime, timedelta
from io import StringIO
from itertools import combinations
from typing import Any

from memento_cli.actions.facts.kv import (
    get_kv,
    kv_ref,
    list_kv,
    purge_kv,
    set_kv,
)
from memento_cli.actions.graph.graph import Joined, graph_of
from memento_cli.actions.graph.relate import Statement, add_edge, forget_entity, remove_edge
from memento_cli.actions.memory.feedback import count_shown
from memento_cli.actions.memory.links import link
from memento_cli.actions.memory.reading import memory_at, standing
from memento_cli.actions.memory.reinforce import note_use as note_used
from memento_cli.actions.recall.recall import recall
from memento_cli.actions.tidy.run import run_tidy
from memento_cli.cli.run import run
from memento_cli.core.facts.kv import HardFact, lives
from memento_cli.core.fading.laws import HALF_LIFE, Law, law_of, retention
from memento_cli.core.fading.strength import BOUNDS, tier_of
from memento_cli.core.graph.entities import predicate_of
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.memory import CONTRADICTS, Memory, strength_at
from memento_cli.core.memory.record_kinds import KV, filed_name
from memento_cli.core.recall import ranking
from memento_cli.core.recall.query import Query, Recalled
from memento_cli.core.time.typed_times import typed_moment
from memento_cli.core.time.when import DAY_MILLIS, iso
from memento_cli.errors import MementoError, NotFound
from memento_cli.store.directory.store import Store
from tests.conformance.compare import ITSELF, Facts
from tests.conformance.stores import (
    LONG_AGO,
    Rows,
    by_id,
    document,
    first_day_below,
    fresh_store,
    memory,
    moment,
)
from tests.conformance.system import LATER, NotUnderstood, System

NOW = moment(LONG_AGO)
ASKED = Query(words=("asked",))
SCHEME = ranking.PROFILES["tiers"]
MOST_MILLIS = timedelta.max // timedelta(milliseconds=1)

system = System()

system.waiting(LATER, "decay_continuous")


@system.op
def tier(*, weight: float) -> str:
    """That of an edge, because an edge is what may be stated with a weight."""
    with fresh_store(profile="tiers") as store:
        add_edge(store, Statement("S", "uses", "O", weight=weight), _act(store))
        (edge,) = graph_of(store, NOW).edges
        return tier_of(edge.weight)


@system.op
def query(*, weights: Rows, matches: Sequence[str] | None = None) -> Facts:
    with _weighing(weights, matches) as store:
        found = recall(store, ASKED, NOW)
        return Facts(returned=_ids(found), hidden=found.tiers)


@system.op
def deep_recall(
    *,
    weights: Rows | None = None,
    matches: Sequence[str] | None = None,
    memory: Mapping[str, Any] | None = None,
    then: str = "not used",
) -> Facts:
    """A turn in which what is found is used, or not."""
    if then not in ("used", "not used"):
        raise NotUnderstood(f"what is done then: {then!r}")
    if memory is not None:
        weights = {memory.get("id", "m"): memory["weight"]}
    with _weighing(weights or {}, matches, (memory or {}).get("created", LONG_AGO)) as store:
        found = recall(store, ASKED, NOW, deep=True)
        if then == "used":
            note_used(store, _ids(found), NOW)
        return Facts(
            returned=_ids(found),
            created_returned=next((iso(hit.memory.created) for hit in found.hits), None),
            weight_in_turn={
                hit.memory.id: (hit.score or 0) / hit.parts.relevance
                for hit in found.hits
                if hit.parts
            },
            weight_after_turn={
                id: strength_at(memory_at(store, id, NOW), NOW) for id in _ids(found)
            },
        )


@system.op
def deep_score(*, relevance: float, weight: float) -> Facts:
    return Facts(
        normal=_score(relevance, weight, deep=False), deep=_score(relevance, weight, deep=True)
    )


@system.op
def rank(*, items: Sequence[Mapping[str, Any]], deep: bool) -> list[str]:
    told = [ranking.Candidate(item["id"], item["relevance"], item["weight"]) for item in items]
    return [hit.key for hit in ranking.ranked(told, SCHEME, deep)]


def _score(relevance: float, weight: float, *, deep: bool) -> float:
    return ranking.total(ranking.Parts(relevance, weight, 0.5, None), SCHEME, deep)


def _weighing(
    weights: Rows, matches: Sequence[str] | None, created: str = LONG_AGO
) -> AbstractContextManager[Store]:
    """Memories with these weights, of which some have the word that will be asked for, or all.

    That they say the same takes nothing away from them, as document 004 has it.
    """
    files = []
    for id, said in by_id(weights).items():
        row = said if isinstance(said, Mapping) else {"weight": said}
        has = row.get("matches", matches is None or id in matches)
        facts = {"created": row.get("created", created), "last_reinforced": LONG_AGO}
        facts |= {"law": "daily", "daily_percent": 5}
        summary = "asked for" if has else "another matter"
        files.append(
            document(id, summary=summary, initial=row["weight"], min_strength=0.0, **facts)
        )
    return fresh_store(*files, profile="tiers", **{"rank.duplication": 0.0})


def _ids(found: Recalled) -> list[str]:
    return [hit.memory.id for hit in found.hits]


def _daily(percent: float, weight: float = 1.0, last: str = LONG_AGO, **more: Any) -> Memory:
    """A memory of this weight that loses so many percent a day."""
    facts = {"daily_percent": percent, "initial": weight, "last_reinforced": last}
    return memory(law="daily", min_strength=0.0, **facts, **more)


@system.op
def weight_after(
    *, daily_percent: float, idle_days: float, job_ran_on_days: Sequence[float] = ()
) -> Facts:
    facts = {"law": "daily", "daily_percent": daily_percent, "min_strength": 0.0}
    now = NOW + timedelta(days=idle_days)
    with fresh_store(document(last_reinforced=LONG_AGO, **facts), profile="tiers") as store:
        for day in job_ran_on_days:
            run_tidy(store, NOW + timedelta(days=day))
        weight = strength_at(memory_at(store, "m", now), now)
    return Facts(weight=weight, tier=tier_of(weight))


@system.op
def first_day_in_tier(*, daily_percent: float) -> Facts:
    one = _daily(daily_percent)
    return Facts(
        faded=first_day_below(one, BOUNDS["active"][0]),
        ghost=first_day_below(one, BOUNDS["faded"][0]),
    )


@system.op
def daily_percent(*, daily_percent: float) -> str:
    return law_of("daily", daily_percent).name


@system.op
def decay_half_life(*, idle_days: float, half_life_days: float) -> float:
    return retention(Law(HALF_LIFE, half_life_days), idle_days)


@system.op
def used(
    *,
    weight: float = 1.0,
    last_accessed: str = LONG_AGO,
    used_at: str = LONG_AGO,
    created: str = LONG_AGO,
    returned: Sequence[str] = (),
    used_in_successful_turn: Sequence[str] | None = None,
    used: Sequence[str] | None = None,
    turn: str = "successful",
) -> Facts:
    """What was used in a turn that came off; a turn that fails notes no use."""
    if turn not in TURNS:
        raise NotUnderstood(f"a turn that is {turn}")
    if returned:
        in_turn = used_in_successful_turn or used or ()
        return Facts(reset=_reset(returned, in_turn if TURNS[turn] else ()))
    facts = {"law": "daily", "daily_percent": 5, "initial": weight, "min_strength": 0}
    file, at = document(created=created, last_reinforced=last_accessed, **facts), moment(used_at)
    with fresh_store(file, profile="tiers") as store:
        note_used(store, ["m"] if TURNS[turn] else [], at)
        after = memory_at(store, "m", at)
    return Facts(
        weight=strength_at(after, at),
        last_accessed=iso(after.strength.last_reinforced),
        created=iso(after.created),
    )


TURNS = {
    "successful": True, "succeeded": True, "success": True, "ok": True,
    "failed": False, "unsuccessful": False, "failure": False, "error": False, "aborted": False,
}  # fmt: skip
"""Whether a turn came off, in the words of a vector."""


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
def pruned_types(*, ghosts: int = 0, expired_kv: int = 0, live_kv: int = 0) -> Facts:
    """Only kv values are deleted, once their time is over."""
    later = NOW + timedelta(days=400)
    old = [document(f"g{n}", law="daily", daily_percent=5, min_strength=0) for n in range(ghosts)]
    with fresh_store(*old, profile="tiers") as store:
        for n in range(expired_kv):
            _set(store, f"k{n}", "v", ttl_ms=1000)
        for n in range(live_kv):
            _set(store, f"live{n}", "v")
        run_tidy(store, later)
        left = len(store.memories.ids()) + len(store.held(KV).ids())
        return Facts(deleted=ghosts + expired_kv + live_kv - left)


@system.op
def forget(*, id: str) -> None:
    """By the command, whose exit codes have a meaning each."""
    with fresh_store(document("one")) as store:
        try:
            _done(store, "forget", id)
        finally:
            assert store.memories.ids() == ["one"]


@system.op
def newer_wins(*, facts: Sequence[Mapping[str, Any]]) -> Facts:
    """Memories that contradict each other: which is history, and which is current, if one is."""
    times = {fact["id"]: _created(fact["created"]) for fact in facts}
    with fresh_store(*(document(id, created=at) for id, at in times.items())) as store:
        for one, other in combinations(times, 2):
            link(store, one, CONTRADICTS, other, NOW)
        history = standing(store, list(times), NOW).history
    current = [id for id in times if id not in history]
    legacy = sorted(history, key=lambda id: times[id])
    return Facts(current=current[0] if len(current) == 1 else None, legacy=legacy)


def _created(text: str) -> str:
    """When a fact was created, if the vector has only its day or, as the document, its year."""
    return iso(typed_moment(f"{text}-01-01" if text.isdigit() else text, NOW, UTC))


@system.op
def kv_live(
    *,
    ttl_ms: float | None = None,
    age_ms: float | None = None,
    created: str = LONG_AGO,
    expires_at: str | None = None,
    now: str | None = None,
) -> bool:
    """Of a key that was set for so long, so long ago; either in milliseconds or by moments."""
    start = moment(created)
    age = _span(age_ms or 0) if now is None else moment(now) - start
    return lives(age, _ttl(ttl_ms) if expires_at is None else moment(expires_at) - start)


@system.op
def kv_expired_not_yet_purged(*, ttl_ms: float | None, age_ms: float, purge_ran: bool) -> Facts:
    with fresh_store() as store:
        _set(store, "port", "80", ttl_ms=ttl_ms)
        if purge_ran:
            purge_kv(store, _act(store, age_ms))
        return Facts(returned=_returned(store, "port", age_ms))


@system.op
def kv_purge(*, items: Sequence[Mapping[str, Any]]) -> Facts:
    with fresh_store() as store:
        for item in items:
            if item["ttl_ms"] != 0:  # refused, as it would be gone at once
                _set(store, item["key"], "v", ttl_ms=item["ttl_ms"], at_ms=-item["age_ms"])
        purge_kv(store, _act(store))
        keys = [item["key"] for item in items]
        left = [key for key in keys if kv_ref(key).partition("/")[2] in store.held(KV)]
        assert left == [key for key in keys if _returned(store, key)]
        return Facts(deleted=[key for key in keys if key not in left], left=left)


@system.op
def kv_deep_recall(*, expired_key: str) -> Facts:
    with fresh_store() as store:
        _set(store, expired_key, "80", ttl_ms=1000)
        found = recall(store, Query(words=(expired_key,)), _at(1000), deep=True).hits
        return Facts(returned=bool(found) or _returned(store, expired_key, 1000))


@system.op
def kv_no_weight_decay(*, idle_days: float, ttl_ms: float | None) -> Facts:
    with fresh_store() as store:
        _set(store, "port", "80", ttl_ms=ttl_ms)
        return Facts(returned=_returned(store, "port", idle_days * DAY_MILLIS))


@system.op
def kv_set_again(
    *,
    writes: Sequence[Sequence[Any]] = (),
    ttl_ms: float | None = None,
    write_at_ms: Sequence[float] = (),
    read_at_ms: float = 0,
) -> Facts:
    timed = [("port", "80", at) for at in write_at_ms]
    with fresh_store() as store:
        for key, value, at in [*((key, value, 0) for key, value in writes), *timed]:
            _set(store, key, value, ttl_ms=ttl_ms, at_ms=at)
        read = _read(store, key, read_at_ms)
        return Facts(
            returned=read is not None,
            value=read and read.value,
            rows=len(list_kv(store, _at(read_at_ms))),
        )


@system.op
def kv_read(*, ttl_ms: float | None, read_at_ms: Sequence[float]) -> Facts:
    with fresh_store() as store:
        _set(store, "port", "80", ttl_ms=ttl_ms)
        reads = [_returned(store, "port", at) for at in read_at_ms]
        named = {f"{nth}_read_returned": read for nth, read in zip(NTH, reads, strict=False)}
        return Facts(named, returned=reads)


NTH = ("first", "second", "third", "fourth")
TYPES = {
    "kv": ("kv", "set", "port", "80"),
    "semantic": ("record", "x", "--kind", "semantic"),
    "graph_node": ("graph", "name", "Alex"),
    "graph_edge": ("graph", "add", "Alex", "uses", "MariaDB"),
}
"""What document 004 calls them, and the command that keeps one."""


@system.op
def types(*, type: str | None = None) -> Any:
    """By the commands: the door is what takes a type, or refuses it."""
    with fresh_store() as store:
        if type is not None:
            _done(store, *TYPES.get(type, ("record", "x", "--kind", type)))
            return Facts({ITSELF: type}, accepted=True, error=False)
        for command in TYPES.values():
            _done(store, *command)
        return list(TYPES)


def _done(store: Store, *command: str) -> None:
    """A command that must succeed; else what it says is the error."""
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()) as told:
        if code := run(["--store", store.root, *command]):
            kind = "not found" if code == NotFound.code else f"exit {code}"
            raise MementoError(f"{kind}: {told.getvalue()}")


def _set(
    store: Store, key: str, value: Any, *, ttl_ms: float | None = None, at_ms: float = 0
) -> None:
    set_kv(store, key, value, _act(store, at_ms), ttl=_ttl(ttl_ms))


def _read(store: Store, key: str, at_ms: float = 0) -> HardFact | None:
    try:
        return get_kv(store, key, _at(at_ms))
    except NotFound:
        return None


def _returned(store: Store, key: str, at_ms: float = 0) -> bool:
    return _read(store, key, at_ms) is not None


def _act(store: Store, at_ms: float = 0) -> Provenance:
    return Provenance(store.signed(_at(at_ms), "cli"))


def _at(ms: float) -> datetime:
    return NOW + timedelta(milliseconds=ms)


def _ttl(ms: float | None) -> timedelta | None:
    return None if ms is None else _span(ms)


def _span(ms: float) -> timedelta:
    """So long a time, or the longest that there is."""
    return timedelta.max if ms > MOST_MILLIS else timedelta(milliseconds=ms)


@system.op
def graph(
    *,
    nodes: Sequence[str] = ("S", "O"),
    edges: Sequence[str] = (),
    edge_weight: float = 1.0,
    edge_removed: bool | str = False,
    node_removed: str | None = None,
    triple: str | Sequence[str] | Mapping[str, str] | None = None,
    triple_twice: bool = False,
    deep: bool = False,
    deep_recall: bool = False,
    temporal_flux: bool = False,
) -> Facts:
    """By the acts: what is stated, stated again, taken out; and what is left then."""
    if triple is not None:
        parts = list(triple.values()) if isinstance(triple, Mapping) else triple
        edges = [parts if isinstance(parts, str) else "-".join(parts)]
        nodes = (edges[0].split("-")[0], edges[0].split("-")[-1])
    stated = edges or [f"{nodes[0]}-uses-{nodes[-1]}"]
    told = {text: _statement(text) for text in stated}
    with fresh_store(profile="tiers") as store:
        act = Provenance(store.signed(NOW, "test"))
        for text in stated:
            add_edge(store, told[text]._replace(weight=edge_weight), act)
            if triple_twice:
                add_edge(store, told[text], act)
            if edge_removed in (True, text):
                remove_edge(store, told[text], act)
        if node_removed is not None:
            forget_entity(store, node_removed, act)
        found = graph_of(store, NOW)
        followed = found.followed(deep=deep or deep_recall or temporal_flux)
        return Facts(
            edge_in_standard_query=bool(found.followed(deep=False)),
            edge_in_deep_query=bool(found.followed(deep=True)),
            nodes=len(found.entities),
            nodes_kept=[node for node in nodes if filed_name(node) in found.entities],
            edges_left=_edges_left(told, found.edges),
            edges=len(followed),
            weight=max((one.weight for one in followed), default=0.0),
        )


def _statement(text: str) -> Statement:
    """What `S-part-of-O` says: names without hyphens, a predicate that may have some."""
    subject, rest = text.split("-", 1)
    return Statement(subject, *rest.rsplit("-", 1))


def _edges_left(told: Mapping[str, Statement], edges: Sequence[Joined]) -> list[str]:
    """The edges in the words and the order in which they were stated; after them any others."""
    left = [(one.subject_name, one.edge.predicate, one.object_name) for one in edges]
    words = {(one.subject, predicate_of(one.predicate), one.object): t for t, one in told.items()}
    others = ["-".join(edge) for edge in left if edge not in words]
    return [text for edge, text in words.items() if edge in left] + others
