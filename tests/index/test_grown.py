"""The answer does not depend on the history of the index: FAULTS U5."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from memento_cli import Store
from memento_cli.core.journal.event_types import RECORDED
from memento_cli.core.memory.memory import Content, Link, Memory, Tags, strength_from
from memento_cli.index.database.place import index_folder
from tests.conftest import Ran
from tests.core.values import day, line, memory

Call = Callable[..., Ran]
MANY = 320  # more than are ranked by more than their words
WORDS = ("kafka", "lantern", "quartz", "harbour", "pilot", "note")
NOW = "2025-04-01T00:00:00Z"
ASKED = (
    ("recall", "kafka"),
    ("recall", "kafka", "--limit", "230"),
    ("recall", "kafka lantern note", "--explain"),
    ("recall", "which pilot has a quartz lantern in the harbour", "--limit", "30"),
    ("recall", "kafka -quartz kind:semantic", "--limit", "20"),
    ("recall", "lantrn harbour"),
    ("recall", "pilot quartz note", "--hops", "2"),
    ("recall", "pilot kafka", "--in", "memories,events"),
    ("recall", "kafka", "--in", "events", "--limit", "20"),
    ("list", "--limit", "30"),
    ("list", "--sort", "created", "--limit", "30"),
    ("list", "--sort", "importance", "--order", "asc", "--limit", "30"),
    ("list", "--topic", "quartz", "--limit", "30"),
    ("recall", "--like", "m000", "--limit", "20"),
    ("tidy", "list", "--doubles"),
    ("event", "list", "--limit", "30"),
    ("context", "pilot kafka note"),
    ("prune", "--dry-run"),
    ("fade", "forecast"),
    ("tidy", "propose", "--dry-run", "--all"),
)
"""Verbs that answer from an index, asked for words that all texts are made of."""


def drawn(random: Random, number: int) -> Memory:
    """A memory of few words, topics and times: many are alike."""
    text = " ".join(random.choice(WORDS) for _ in range(random.choice((2, 3, 3))))
    other = f"m{random.randrange(MANY):03}"
    created = day(random.choice((0, 30, 60)))
    return memory(
        f"m{number:03}",
        content=Content(text),
        created=created,
        strength=strength_from(random.choice((0.5, 1.0)), created),
        tags=Tags((random.choice(WORDS),), (f"ctx://person/{random.choice('ab')}",), None),
        importance=random.choice((0.3, 0.5, 0.9)),
        pinned=random.random() < 0.02,
        kind=random.choice(("episodic", "semantic")),
        session=random.choice((None, None, "talk", "walk")),
        links=(Link("derived_from", other),) if random.random() < 0.1 else (),
    )


def grown(store: Store, call: Call, random: Random) -> None:
    """Fill a store bit by bit: files come, change and go in any order, and the index sees each."""
    numbers = list(range(MANY))
    random.shuffle(numbers)
    while numbers:
        some, numbers = numbers[:40], numbers[40:]
        known = []
        for number in some:
            one = drawn(random, number)
            store.memories.create(one.id, one, sync=False)
            if random.random() < 0.7:
                opening = line(RECORDED, day(1), random.randrange(MANY), strength=one.strength)
                known.append(opening._replace(memory=one.id))
        store.journal.append(known)
        assert call("recall", "kafka", "--now", NOW).code == 0
        changed(store, call, random, random.sample(some, 8))
        said = Path(store.root).parent / "said.jsonl"
        texts = (" ".join(random.choices(WORDS, k=3)) for _ in range(8))
        said.write_text("".join(json.dumps({"text": text, "at": NOW}) + "\n" for text in texts))
        assert call("event", "add", "--jsonl", str(said)).code == 0
        assert call("recall", "kafka", "--in", "events", "--now", NOW).code == 0


def changed(store: Store, call: Call, random: Random, numbers: list[int]) -> None:
    """Take some files away, let the index see it, and bring most of them back in other words."""
    paths = [Path(store.root, "memories", f"m{number:03}.toml") for number in numbers]
    texts = [path.read_text() for path in paths]
    for path in paths:
        path.unlink()
    assert call("recall", "kafka", "--now", NOW).code == 0
    for path, text in zip(paths, texts, strict=True):
        if path.stem == "m000" or random.random() < 0.7:
            path.write_text(text.replace("kafka", random.choice(WORDS)))


def answers(call: Call) -> dict[tuple[str, ...], Ran]:
    """What all is answered, at one moment, in a form that has all that is known."""
    return {asked: call(*asked, "--now", NOW, "--format", "json") for asked in ASKED}


@pytest.mark.parametrize("seed", range(3))
def test_fault_u5_a_grown_index_answers_as_a_fresh_one(call: Call, store: Store, seed: int) -> None:
    """Of one store, an index that grew with it and one that is made anew answer the same, also
    where hundreds of memories have one score."""
    grown(store, call, Random(seed))
    before = answers(call)
    shutil.rmtree(index_folder(store.root))
    after = answers(call)
    for asked, done in before.items():
        assert done.code == after[asked].code == 0, (asked, done.stderr)
        assert fenced(done.stdout) == fenced(after[asked].stdout), asked


def fenced(text: str) -> str:
    """An answer without the number of its fence, which is chance."""
    mark, _, _ = text.partition("memory-data ")[2].partition(">")
    return text.replace(mark, "") if mark else text
