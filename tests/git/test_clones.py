"""Two clones live at random, and git merges or rebases them: nothing is lost, both say the same."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable
from pathlib import Path
from random import Random

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.events.feelings import moods
from memento_cli.actions.events.threads import threads
from memento_cli.actions.memory.reading import memories_at
from memento_cli.actions.memory.reinforce import settle
from memento_cli.actions.recall.recall import recall
from memento_cli.core.git.id_conflict import PARTED
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.journal.proposal_entries import APPLIED, PROPOSED, proposal_in
from memento_cli.core.recall.query import Query
from memento_cli.core.redaction.erased import former_ids_of
from memento_cli.store.directory.store import Store
from memento_cli.store.redaction.erasure import erasures
from tests.conftest import LONGER
from tests.git.helpers import cloned, commit, git, tried, unmerged
from tests.git.lives import ABOUT, Life, observed_lines, words_in
from tests.store.helpers import DAY, new_store

MANY = int(os.environ.get("MEMENTO_CLONES", "0"))
SEEDS = range(MANY) if MANY else [int(LONGER or 0)]
"""So many seeds a way of merging, with 200 acts a clone; without, one short life."""
WAYS = ("driver", "markers", "web", "rebase", "rebase markers")
"""A merge or a rebase, with memento's driver or with git's markers; a merge on a web site."""
STOPS = 20
ACTS, MEETINGS = (200, 8) if MANY else (45, 3)


class World:
    """A hub and two clones, and how they come together."""

    def __init__(self, tmp: Path, way: str, seed: int) -> None:
        self.random = Random(f"{way} {seed}")
        self.way = way
        self.counts: Counter[str] = Counter()
        self.hub = tmp / "hub.git"
        git(tmp, "init", "-q", "--bare", "-b", "main", str(self.hub))
        first = new_store(tmp / "first", strength__write=self.random.choice(("at-once", "settle")))
        git(first.root, "init", "-q", "-b", "main")
        commit(first)
        git(first.root, "push", "-q", str(self.hub), "main")
        with_driver = way in ("driver", "rebase")
        self.lives = [
            Life(name, cloned(self.hub, tmp / name, driver=with_driver), self.random)
            for name in ("ann", "bob")
        ]
        if way == "web":
            self.web = cloned(self.hub, tmp / "web", driver=False)
            info = Path(self.web.root, ".git", "info", "attributes")
            info.write_text("* !merge\n")  # a web merge knows no drivers

    def meet(self, *, busy: bool = True) -> None:
        """Each gets the other's acts; the second what came of it, and so the first."""
        if self.way == "web":
            for life in self.lives:
                self.push_to_web(life)
        for life in (*self.lives, self.lives[0]):
            self.pull(life)
            life.live(self.random.choice((0, 0, 3)) if busy else 0)

    def push_to_web(self, life: Life) -> None:
        commit(life.store)
        git(life.root, "push", "-q", "-f", "origin", f"HEAD:{life.name}")
        git(self.web.root, "fetch", "-q")
        git(self.web.root, "reset", "-q", "--hard", "origin/main")
        if tried(self.web.root, "merge", "-q", "--no-edit", f"origin/{life.name}").code:
            for path in unmerged(self.web):
                self.counts["conflict"] += 1
                side = self.random.choice(("--ours", "--theirs", ""))
                is_log = path.endswith(".jsonl")  # its conflict is an erasure; all lines stay
                if side and not is_log and tried(self.web.root, "checkout", side, "--", path).code:
                    git(self.web.root, "rm", "-q", "--", path)
        commit(self.web)
        git(self.web.root, "push", "-q", "origin", "HEAD:main")

    def pull(self, life: Life) -> None:
        commit(life.store)
        git(life.root, "fetch", "-q")
        self.counts["merge"] += 1
        if self.way.startswith("rebase"):
            self.rebase(life)
            return
        done = tried(life.root, "merge", "-q", "--no-edit", "origin/main")
        self.counts["file merged"] += done.out.count("Auto-merging memories")
        if done.code:
            self.counts["conflict"] += len(unmerged(life.store))
            assert not [path for path in unmerged(life.store) if "journal" in path], done
        self.mend(life)
        self.push(life)

    def rebase(self, life: Life) -> None:
        """Each commit in its turn; where git stops, doctor mends, and all of it is committed."""
        done = tried(life.root, "rebase", "-q", "origin/main")
        for _ in range(STOPS):
            if not done.code:
                break
            self.counts["conflict"] += len(unmerged(life.store))
            doctor(Store(life.root), life.now, fix=True)
            git(life.root, "add", "-A")
            changed = tried(life.root, "diff", "--cached", "--quiet").code
            done = tried(life.root, "rebase", "--continue" if changed else "--skip", GIT_EDITOR=":")
        assert not done.code, done
        self.mend(life)
        self.push(life)

    def push(self, life: Life) -> None:
        """Where a commit has words that the other clone has erased since, as the hook says."""
        pushed = tried(life.root, "push", "-q", "origin", "HEAD:main")
        if pushed.code:
            assert "has words of" in pushed.err and "`git reset --soft @{upstream}`" in pushed.err
            self.counts["commits made one"] += 1
            git(life.root, "reset", "-q", "--soft", "@{upstream}")
            commit(life.store)
            git(life.root, "push", "-q", "origin", "HEAD:main")

    def mend(self, life: Life) -> None:
        life.store = Store(life.root)
        report = doctor(life.store, life.now, fix=True)
        self.counts["mended"] += sum(finding.fixed for finding in report.findings)
        if self.way == "web":  # a side thrown away may have been another memory
            settle(life.store, max(each.now for each in self.lives), everything=True)
        life.lines |= {line.id for line in life.store.journal.done}
        commit(life.store)


def ways() -> list[tuple[str, int]]:
    return [(way, seed) for way in WAYS for seed in SEEDS]


def ids_of(store: Store, life: Life) -> dict[str, str]:
    """Where each word of a clone is: its memory may have got another id, as the other clone had
    that, but what the clone did to the one that kept the id stays there."""
    lines = store.journal.lines().lines
    parted = [line for line in lines if PARTED in line.more and line.undoes in life.lines]
    moved, fresh = {p.undoes for p in parted}, {p.memory: str(p.more[PARTED]) for p in parted}
    of = {word: life.of[word] for word in life.said}
    return {
        word: fresh[id] if id in fresh and life.by[word] & moved else id for word, id in of.items()
    }


def answered_by(lines: Iterable[JournalEntry], erased: Collection[str]) -> set[str]:
    """The memories of which a proposal, with words about them, became an erased memory."""
    became = {proposal_in(line) for line in lines if line.act == APPLIED and line.memory in erased}
    return {line.memory for line in lines if line.act == PROPOSED and proposal_in(line) in became}


@pytest.mark.longer
@pytest.mark.parametrize(("way", "seed"), ways())
def test_clones_that_lived_apart_come_together(
    way: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However commits are merged, or rebased: no journal line and no word is lost but what is
    erased, which is nowhere, and both recall the same."""
    monkeypatch.setenv("MEMENTO_ACTOR", "alex")
    world = World(tmp_path, way, seed)
    for _ in range(MEETINGS):
        for life in world.lives:
            life.live(ACTS // MEETINGS)
        world.meet()
    for _ in range(2):
        world.meet(busy=False)
    stores = [Store(life.root) for life in world.lives]
    now = max(life.now for life in world.lives) + DAY
    heads = {git(store.root, "rev-parse", "HEAD") for store in stores}
    assert len(heads) == 1 and not git(stores[0].root, "status", "--porcelain")
    for store in stores:
        report = doctor(store, now)
        assert not report.findings, "\n".join(f"{f.where}: {f.problem}" for f in report.findings)
        there = {line.id for line in store.journal.lines().lines}
        lost = set.union(*(life.lines for life in world.lives)) - there
        assert not lost, lost
        observed = observed_lines(store)
        assert len(observed) == len(set(observed))
        assert set(observed) == set.union(*(life.observed for life in world.lives))
        if way != "web":  # where a person throws a side away
            words, erased = "\n".join(words_in(store)), erasures(store)
            lines = store.journal.lines().lines
            touched = {*erased, *former_ids_of(lines, erased), *answered_by(lines, erased)}
            for life in world.lives:
                silent = {word for word in life.said if word not in words}
                of = ids_of(store, life)
                gone = {word for word in life.said if of[word] in erased}
                near = {word for word in life.said if life.of[word].removeprefix(ABOUT) in touched}
                assert gone <= silent <= gone | near
    shown = [sorted((m.id, m.strength, m.content) for m in memories_at(s, now)) for s in stores]
    assert shown[0] == shown[1]
    assert threads(stores[0]) == threads(stores[1])
    assert dict(moods(stores[0], now)) == dict(moods(stores[1], now))
    hits = [recall(s, Query(words=("says",), limit=0), now).hits for s in stores]
    assert [hit.memory.id for hit in hits[0]] == [hit.memory.id for hit in hits[1]]
    print(way, seed, dict(world.counts), [life.done for life in world.lives])
