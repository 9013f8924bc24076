"""health: what it tells of a store is what files and journal say, memory by memory."""

from __future__ import annotations

import os
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median_low

import pytest

from memento_cli import (
    Draft,
    Query,
    Store,
    Tags,
    count_shown,
    edit,
    pin,
    prune_plan,
    recall,
    record,
)
from memento_cli import note_use as use
from memento_cli.actions.checkup.health import health
from memento_cli.actions.memory.reading import journal_entries, memory_at
from memento_cli.actions.recall.like import groups
from memento_cli.core.checkup.health import AGES, FENCE, FEW, UNUSED_DAYS, costs, health_row
from memento_cli.core.context.fence import fenced
from memento_cli.core.context.hits import memory_text
from memento_cli.core.fading.laws import BASE_LEVEL, DAILY, EBBINGHAUS, HALF_LIFE, NEVER, TTL, Law
from memento_cli.core.fading.strength import TIERS, tier_of
from memento_cli.core.journal.event_types import USES, VIEWED
from memento_cli.core.memory.memory import Memory, is_over, strength_at
from memento_cli.core.text.words import tokens_in
from memento_cli.core.time.when import days_between
from tests.core.values import START, day
from tests.store.helpers import say

LAWS = (
    Law(HALF_LIFE, 40.0),
    Law(EBBINGHAUS, 20.0),
    Law(DAILY, 5.0),
    Law(TTL, 60.0),
    Law(NEVER),
    Law(BASE_LEVEL, 0.5),
)
WORDS = ("backup", "tea", "garden", "invoice", "boat", "oauth", "review", "設計レビュー")
DAYS = (-5.0, 20.0, 101.0, 800.0)
BEFORE, SOON, LATER, LAST = DAYS


def fill(store: Store, count: int = 80) -> None:
    """Memories of every law, some of them used, shown, changed, pinned, or without topics."""
    random = Random(count)
    for _ in range(count):
        draft = Draft(
            " ".join(random.choices(WORDS, k=random.randint(1, 12))),
            tags=Tags(
                tuple(random.sample(["home", "work", "boat"], k=random.randint(0, 2))),
                tuple(random.sample(["elena", "bo"], k=random.randint(0, 1))),
                random.choice([None, "positive"]),
            ),
            importance=random.random(),
            min_strength=random.choice([0.0, 0.1, 0.4]),
            law=random.choice(LAWS),
        )
        at = day(random.randint(0, 100))
        id = record(store, draft, at).memory.id
        later = at + timedelta(days=random.randint(1, 60))
        match random.randint(0, 9):
            case 0:
                pin(store, id, later)
            case 1 | 2:
                use(store, [id], later)
            case 3:
                use(store, [id], later, act=VIEWED)
            case 4:
                edit(store, id, {"importance": 0.5}, later)


def filed(store: Store, now: datetime) -> list[Memory]:
    """Every memory that was created by then, from its file and its journal lines."""
    found = [memory_at(store, id, now) for id in store.memories.ids()]
    return [memory for memory in found if memory.created <= now]


def waits(store: Store, memory: Memory, now: datetime) -> bool:
    """Whether nobody has used or seen it, and nothing was done with it for four weeks."""
    lines = [line for line in journal_entries(store, memory.id) if line.at <= now]
    last = max([memory.strength.last_reinforced, *(line.at for line in lines)])
    used = any(line.act in (*USES, VIEWED) for line in lines)
    idle = days_between(last, now) >= UNUSED_DAYS
    return idle and not used and not memory.strength.reinforcement_count


@pytest.fixture
def full(store: Store) -> Store:
    fill(store)
    return store


@pytest.mark.parametrize("days", DAYS)
def test_everything_is_counted(full: Store, days: float) -> None:
    """At any time the counts are those of files and lines, looked at one by one."""
    now = day(days)
    found, memories = health(full, now), filed(full, now)
    strengths = {memory.id: strength_at(memory, now) for memory in memories}
    ghosts = [id for id, strength in strengths.items() if tier_of(strength) == "ghost"]
    prunable = [one for one in prune_plan(full, now).prune if one.memory.id in strengths]
    assert found.memories == len(memories)
    assert found.unused.total == sum(waits(full, memory, now) for memory in memories)
    assert (found.ghosts.total, found.ghosts.prunable) == (len(ghosts), len(prunable))
    assert found.expired.total == sum(is_over(memory, now) for memory in memories)
    assert found.untagged.total == sum(not memory.tags.topics for memory in memories)
    assert found.sizes.bytes == sum(
        os.path.getsize(full.memories.path(memory.id)) for memory in memories
    )
    assert found.broken == (0, 0)


def test_there_is_something_to_count(full: Store) -> None:
    """The store of these tests has some of everything, so that no count is right by being 0."""
    found = health(full, day(LAST))
    counts = (found.unused, found.ghosts, found.expired, found.untagged)
    assert all(0 < one.total < found.memories for one in counts)
    assert 0 < found.ghosts.prunable < found.ghosts.total
    assert 0 < found.similar.chains < found.similar.groups


@pytest.mark.parametrize("days", DAYS)
def test_the_pyramid_has_every_memory_once(full: Store, days: float) -> None:
    """Each memory is in the band of its age and the tier of its strength."""
    now, expected = day(days), Counter[tuple[str, str]]()
    for memory in filed(full, now):
        age = days_between(memory.created, now)
        band = next(name for name, below in AGES.items() if age < below)
        expected[band, tier_of(strength_at(memory, now))] += 1
    bands = health(full, now).ages
    assert [band.age for band in bands] == list(AGES)
    assert {
        (band.age, tier): n for band in bands for tier, n in band.tiers.items() if n
    } == expected
    assert all(tuple(band.tiers) == TIERS for band in bands)


@pytest.mark.parametrize("days", DAYS)
def test_groups_are_those_of_similar(full: Store, days: float) -> None:
    """As many groups, with as many memories, as `similar --groups` shows of what there was."""
    now = day(days)
    there = {memory.id for memory in filed(full, now)}
    found = health(full, now).similar
    if there == set(full.memories.ids()):
        expected = groups(full, now)
        assert (found.groups, found.memories) == (len(expected), sum(map(len, expected)))
        chains = [group for group in expected if any(one.score < 0.75 for one in group)]
        assert found.chains == len(chains)
    assert all(set(group.ids) <= there for group in found.closest)
    assert sorted((one.score for one in found.closest), reverse=True) == [
        one.score for one in found.closest
    ]


def test_the_closest_group_comes_first(store: Store) -> None:
    """What is most alike is told first, whatever the size of the group."""
    for topic, apart in (("far", 60), ("near", 0)):
        for number in range(2 if topic == "near" else 4):
            draft = Draft(f"About {topic}", tags=Tags((topic,), ("elena",), "positive"))
            record(store, draft, day(apart * number))
    first, second = health(store, day(LAST)).similar.closest
    assert (first.members, second.members) == (2, 4)
    assert first.score > second.score


def test_a_recall_costs_no_more_than_the_most(full: Store) -> None:
    """What is handed to an agent, whatever was asked for, has no more tokens than were told."""
    now = day(LATER)
    found = health(full, now).tokens
    limit = full.settings["recall.limit"]
    assert found.hits == limit
    assert found.median < found.most <= found.store + FENCE
    for word in WORDS:
        hits = recall(full, Query(words=(word,), limit=limit), now, everything=True).hits
        text = fenced("\n\n".join(memory_text(hit.memory) for hit in hits), "0" * 16)
        assert hits
        assert tokens_in(text) <= found.most


@pytest.mark.parametrize("limit", [1, 3, 10, 1000])
def test_costs_are_sums(full: Store, limit: int) -> None:
    """All memories, the active ones, so many of the median size, and so many of the longest."""
    seen = [health_row(memory, day(SOON)) for memory in filed(full, day(SOON))]
    tokens = sorted(one.tokens for one in seen)
    found, hits = costs(seen, limit), min(limit, len(seen))
    assert found.store == sum(tokens)
    assert found.active == sum(one.tokens for one in seen if one.strength >= 0.7)
    assert found.hits == hits
    assert found.median == FENCE + hits * median_low(tokens)
    assert found.most == FENCE + sum(tokens[-hits:])


def test_the_biggest_are_told(store: Store) -> None:
    """The biggest files first, each with its size."""
    ids = [
        record(store, Draft("A", "alex", detail="x" * size, tags=Tags((f"t{size}",))), START)[0].id
        for size in (300, 9000, 10, 5000, 1200)
    ]
    found = health(store, day(1)).sizes
    assert [one.id for one in found.largest] == [ids[1], ids[3], ids[4]]
    for one in found.largest:
        assert one.bytes == os.path.getsize(store.memories.path(one.id))


def test_the_first_few_are_named(store: Store) -> None:
    """Of many there are the ids of those that have waited longest, or are weakest."""
    drafts = [
        Draft(f"Number {number}", "alex", law=Law(HALF_LIFE, 9.0), min_strength=0.0)
        for number in range(FEW + 2)
    ]
    ids = [record(store, draft, day(at)).memory.id for at, draft in enumerate(drafts)]
    found = health(store, day(90))
    for some in (found.unused, found.ghosts, found.untagged):
        assert (some.total, some.ids) == (FEW + 2, tuple(ids[:FEW]))


def test_what_recall_returned_counts_where_the_settings_say_so(store: Store) -> None:
    """A view takes a memory off what nobody has used, from the moment of the view on."""
    id = record(store, Draft("A cup of tea"), START)[0].id
    say(store.root, recall__counts="view")
    store = Store(store.root)
    assert health(store, day(40)).unused.ids == (id,)
    count_shown(store, [id], day(41))
    assert health(store, day(90)).unused.total == 0
    assert health(store, day(40)).unused.ids == (id,)


def test_what_cannot_be_read_is_counted(full: Store) -> None:
    """A broken file and a broken line are counted, and are no memories."""
    before = health(full, day(LAST))
    Path(full.root, "memories", "alex-broken-2025-01.toml").write_text("not = = toml")
    log = next(Path(full.root, "journal").rglob("*.jsonl"))
    with open(log, "a", encoding="utf-8") as file:
        file.write("{not json\n")
    skipped: list[str] = []
    after = health(Store(full.root, skipped.append), day(LAST))
    assert after.broken == (1, 1)
    assert len(skipped) == 2
    assert after._replace(broken=before.broken) == before


def test_an_empty_store_wants_nothing(store: Store) -> None:
    """Nothing is counted, and every part is there."""
    found = health(store, START)
    assert found.memories == 0
    assert found.tokens == (0, 0, 0, 0, 0)
    assert found.sizes == (0, ())
    assert found.unused == found.expired == found.untagged == (0, ())
    assert (found.ghosts, found.similar) == ((0, (), 0), (0, 0, 0, ()))
    assert len(found.ages) == len(AGES)
