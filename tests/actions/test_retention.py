"""What a store's policy lets go, over a real store; and importance that is inferred."""

from __future__ import annotations

from datetime import datetime, timedelta
from math import inf
from pathlib import Path
from random import Random

import pytest

from memento_cli import Draft, Store, Tags, edit, init, log_of, note_use, pin, recall, record, undo
from memento_cli.actions.memory.prune import prune, retention_plan
from memento_cli.actions.memory.reading import journal_entries, memory_at
from memento_cli.actions.memory.record import importance_of
from memento_cli.actions.store.profile import set_settings
from memento_cli.actions.tidy.run import run_tidy
from memento_cli.core.fading.fold import fold
from memento_cli.core.fading.laws import BASE_LEVEL, DAILY, EBBINGHAUS, HALF_LIFE, NEVER, TTL, Law
from memento_cli.core.fading.policy import Policy
from memento_cli.core.fading.retention import judged, traces_of
from memento_cli.core.journal.history import fold_rows
from memento_cli.core.memory.memory import KINDS
from memento_cli.core.recall.query import Query
from memento_cli.core.security.trust import PRIVACIES
from memento_cli.core.tidy.repeats import RepeatProfile, repeats
from memento_cli.core.time.when import micros
from memento_cli.errors import BadData
from memento_cli.store.journal.journal import by_memory
from tests.core.values import START as T
from tests.core.values import day
from tests.store.helpers import say

SCORED = Policy(by_score=True)
LAWS = (
    Law(HALF_LIFE, 40.0),
    Law(EBBINGHAUS, 20.0),
    Law(DAILY, 5.0),
    Law(TTL, 60.0),
    Law(NEVER),
    Law(BASE_LEVEL, 0.5),
)
POLICIES = (
    Policy(),
    SCORED,
    SCORED._replace(by_time=False),
    Policy(tags=(("log:*", 14.0), ("scratch", 7.0), ("keep", inf)), idle_days=5.0, by_score=True),
    Policy(
        dict.fromkeys(KINDS, inf), exempt=(("project", "home*"), ("privacy", "team")), by_score=True
    ),
    Policy(dict.fromkeys(KINDS, 1000000000.0), score=0.3, idle_days=0.0, by_score=True),
    Policy(dict.fromkeys(KINDS, inf), idle_days=inf, by_score=True),
    Policy(dict.fromkeys(KINDS, 0.5), exempt=(("tag", "keep"), ("kind", "semantic"))),
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return init(str(tmp_path / "store"), person="alex").store


def fact(store: Store, summary: str, at: datetime = T, **more: object) -> str:
    """The id of a fact, which has no time to live."""
    draft = Draft(summary, kind="semantic")._replace(**more)  # type: ignore[arg-type]
    return record(store, draft, at).memory.id


def many(store: Store, count: int = 90) -> None:
    """Memories of every kind, law and scope, some of them used, pinned, or said again."""
    random = Random(count)
    words = ["backup", "tea", "garden", "invoice", "boat", "oauth", "review"]
    for _ in range(count):
        draft = Draft(
            " ".join(random.choices(words, k=random.randint(1, 5))),
            tags=Tags(tuple(random.sample(["log:x", "scratch", "keep", "other"], k=2))),
            kind=random.choice(KINDS),
            privacy=random.choice(PRIVACIES),
            pinned=random.random() < 0.1,
            importance=random.random(),
            project=random.choice([None, "home", "home-2", "work"]),
            law=random.choice(LAWS),
        )
        at = day(random.randint(0, 100))
        id = record(store, draft, at).memory.id
        for _ in range(random.choice([0, 0, 1, 4])):
            note_use(store, [id], at + timedelta(days=random.randint(1, 60)))


def all_judged(store: Store, policy: Policy, now: datetime) -> dict[str, tuple[str, float | None]]:
    """What goes and why, from files and journal alone, memory by memory."""
    lines, found = by_memory(journal_entries(store)), []
    for id in store.memories.ids():
        memory = store.memories.read(id).value
        its, rules = lines.get(id, []), store.settings.rules
        state = fold(fold_rows(its), memory.strength, memory.fade, micros(now), rules)
        found.append((memory._replace(strength=state.strength), state))
    others = repeats(
        RepeatProfile(memory.id, memory.person, memory.project, *memory.content[:2], state.since)
        for memory, state in found
        if memory.created <= now
    )
    answers = [
        judged(memory, traces_of(state, others.get(memory.id, 0)), policy, now)
        for memory, state in found
    ]
    return {one.memory.id: (one.reason, one.score) for one in answers if one}


def test_the_index_overlooks_nothing(store: Store) -> None:
    """What goes by the index, at any time, is what goes if every file and line is looked at."""
    many(store)
    seen = set()
    for policy in POLICIES:
        for days in (-1, 20, 90, 101, 200, 4000):
            plan = retention_plan(store, day(days), policy)
            found = {one.memory.id: (one.reason, one.score) for one in plan.prune}
            assert found == all_judged(store, policy, day(days))
            assert plan.checked == 90
            assert not any(one.memory.pinned for one in plan.prune)
            assert all(one.memory.pinned for one in plan.keep)
            seen |= {(score is None, "nearly" in reason) for reason, score in found.values()}
    assert seen == {(True, False), (False, False), (False, True)}


def test_what_goes_comes_back_as_it_was(store: Store) -> None:
    """One batch, named in the log; out of sight, and undone without a trace in the files."""
    id = fact(store, "The old boiler takes forty minutes")
    before = Path(store.memories.path(id)).read_bytes()
    strength = memory_at(store, id, day(300)).strength
    done = prune(store, retention_plan(store, day(300), SCORED), day(300))
    assert done.ids == (id,)
    assert recall(store, Query(), day(300), everything=True).hits == ()
    assert log_of(store, id)[0].reason == "forget score 0.49, from 0.45 on: unused for 300 days"
    undo(store, None, day(301))
    assert Path(store.memories.path(id)).read_bytes() == before
    assert memory_at(store, id, day(302)).strength == strength


def test_it_is_judged_again_before_it_goes(store: Store) -> None:
    """What has been pinned, used, exempted or told apart since the preview stays."""
    ids = [fact(store, text) for text in ("to pin", "to use", "to keep", "to make important")]
    plan = retention_plan(store, day(300), SCORED._replace(exempt=(("tag", "keep"),)))
    assert {one.memory.id for one in plan.prune} == set(ids)
    pin(store, ids[0], day(300))
    note_use(store, [ids[1]], day(300))
    edit(store, ids[2], {"tags.topics": ["keep"]}, day(300))
    edit(store, ids[3], {"importance": 1.0}, day(300))
    assert prune(store, plan, day(301)).ids == ()


def test_of_what_says_the_same_one_stays(store: Store) -> None:
    """Repetition lets the others go earlier, and never the one that was used last."""
    ids = [fact(store, "The backup of the house server ran", day(n)) for n in range(4)]
    note_use(store, [ids[1]], day(4))
    plan = retention_plan(store, day(120), SCORED)
    assert [one.memory.id for one in plan.prune] == [ids[0], ids[2], ids[3]]
    assert {one.others for one in plan.prune} == {3}
    prune(store, plan, day(120))
    assert retention_plan(store, day(120), SCORED).prune == ()


@pytest.mark.parametrize("uses", [0, 1])
def test_an_agent_s_store_keeps_episodes_90_days_and_knowledge_for_ever(
    tmp_path: Path, uses: int
) -> None:
    """As document 002 says it (7): 48 hours, 90 days, without end; that, and no score, decides."""
    store = init(str(tmp_path / "agent"), person="alex", profile="agent").store
    drafts = [Draft(f"Never used {kind}", kind=kind, importance=0.0) for kind in KINDS]
    ids = {draft.kind: record(store, draft, T).memory.id for draft in drafts}
    note_use(store, list(ids.values()) * uses, T)
    for days, gone in [
        (1.99, set()),
        (2, {"working"}),
        (67, {"working"}),
        (89.99, {"working"}),
        (90, {"working", "episodic"}),
        (3650, {"working", "episodic"}),
    ]:
        plan = retention_plan(store, day(days))
        assert {one.memory.id for one in plan.prune} == {ids[kind] for kind in gone}
        assert {one.policy for one in plan.prune} <= {"time"}


def test_a_pass_names_the_policy_of_each_candidate(tmp_path: Path) -> None:
    """The first pass after it tells of each candidate why it may go, and by which policy."""
    root = str(tmp_path / "agent")
    store = init(root, person="alex", profile="agent").store
    set_settings(store, {"retention.by_score": True})
    store = Store(root)
    over = record(store, Draft("An episode"), T).memory.id
    worn = fact(store, "Knowledge", importance=0.0)
    found = run_tidy(store, day(400), dry=True)
    assert found.candidates == tuple(sorted([over, worn]))
    assert found.policies == {over: "time", worn: "score"}
    assert found.reasons[over] == "time to live (episodic, 90d) over since 2025-04-01"
    assert found.reasons[worn].startswith("forget score 0.5")


def test_what_was_recorded_late_is_not_idle(store: Store) -> None:
    """A fact of years ago that was recorded yesterday is no candidate today."""
    draft = Draft("Grandmother crossed the border in 1961", kind="semantic", created=day(-3000))
    record(store, draft, T)
    assert retention_plan(store, day(1), SCORED).prune == ()
    assert len(retention_plan(store, day(31), SCORED).prune) == 1


def test_the_policy_comes_from_the_settings(tmp_path: Path) -> None:
    """A store's own settings say how long it keeps what."""
    root = tmp_path / "store"
    init(str(root), person="alex")
    say(root, retention__tags=["scratch 7d"])
    store = Store(str(root))
    fact(store, "for now", tags=Tags(("scratch",)))
    assert [one.reason for one in retention_plan(store, day(8)).prune] == [
        "time to live (tag scratch, 7d) over since 2025-01-08"
    ]
    say(root, retention__tags=["scratch soon"])
    with pytest.raises(BadData, match=r"retention.tags: 'soon' is no length of time"):
        retention_plan(Store(str(root)), day(8))


IMPORTANCES = [
    (None, False, "Alex prefers tea", 0.5, ""),
    (None, True, "Alex prefers tea", 0.8, "importance 0.8: a preference ('prefers')"),
    (None, True, "Had tea", 0.5, ""),
    (None, True, "Never deploy on a Friday", 0.8, "importance 0.8: a rule ('Never deploy')"),
    (0.2, True, "Alex prefers tea", 0.2, ""),
]


@pytest.mark.parametrize("given, infer, summary, importance, reason", IMPORTANCES)
def test_importance_is_inferred_where_nobody_says_it(
    tmp_path: Path, given: float | None, infer: bool, summary: str, importance: float, reason: str
) -> None:
    """Only where the store does so; what is given always counts."""
    store = init(str(tmp_path / "store"), person="alex").store
    store.settings.values = {**store.settings.values, "importance.infer": infer}
    assert importance_of(store, given, summary) == (importance, reason)
