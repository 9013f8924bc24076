"""Three clones live at random and meet at two hubs: nothing is lost, and all come to the same,
also where no hub is everybody's and syncs are killed at any moment."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.events.threads import threads
from memento_cli.actions.memory.reading import memories_at
from memento_cli.actions.recall.recall import recall
from memento_cli.core.git.id_conflict import PARTED
from memento_cli.core.journal.event_types import RECORDED
from memento_cli.core.recall.query import Query
from memento_cli.core.redaction.erased import OPENINGS, former_ids_of
from memento_cli.store.directory.store import Store
from memento_cli.store.redaction.erasure import erasures
from tests.conftest import LONGER
from tests.git.lives import ABOUT, Life, observed_lines
from tests.git.test_clones import answered_by
from tests.hub.meeting import files_of, let_in, lines_of, meet
from tests.hub.servers import Server
from tests.hub.tenants import Database
from tests.store.helpers import DAY, new_store

MANY = int(os.environ.get("MEMENTO_CLONES", "0"))
FIRST = int(os.environ.get("MEMENTO_CLONES_FROM", "0"))
SEEDS = range(FIRST, FIRST + MANY) if MANY else [int(LONGER or 0)]
"""So many seeds, with 150 acts a clone; without, one short life."""
ACTS, MEETINGS = (int(os.environ.get("MEMENTO_ACTS", "150")), 3) if MANY else (45, 3)
NAMES = ("ann", "bob", "eve")
EITHER = dict.fromkeys(NAMES, (0, 1))
RING = {"ann": (0,), "bob": (0, 1), "eve": (1, 0)}
"""At which of the hubs each syncs: in the ring bob and eve carry everything on, and around."""


class World:
    """Two hubs, and three clones of one store. `killed` is the part of the syncs that are killed,
    within the `seconds` that the last one took."""

    def __init__(
        self,
        hubs: list[Database],
        tmp: Path,
        seed: int,
        ways: dict[str, tuple[int, ...]],
        killed: float,
    ) -> None:
        self.random = Random(f"hub {seed}")
        self.killed, self.seconds = killed, 0.1
        self.ways = {name: [hubs[place] for place in places] for name, places in ways.items()}
        for hub in hubs:
            let_in(hub)
        how = self.random.choice(("at-once", "settle"))
        stores = [new_store(tmp / name, strength__write=how) for name in NAMES]
        for store in stores[1:]:
            Path(store.settings_file).write_bytes(Path(stores[0].settings_file).read_bytes())
        pairs = zip(NAMES, stores, strict=True)
        self.lives = [Life(name, Store(store.root), self.random) for name, store in pairs]

    def meet(self, life: Life, hub: Database) -> None:
        while self.random.random() < self.killed:
            self._killed(life, hub)
        start = time.monotonic()
        done = meet(Store(life.root), hub, life.now)
        self.seconds = time.monotonic() - start
        assert not done.held, done
        life.lines |= {line.id for line in Store(life.root).journal.done}

    def _killed(self, life: Life, hub: Database) -> None:
        """A sync that does not come to its end; the temporary files that it leaves are removed, as
        doctor would name them."""
        child = os.fork()
        if child == 0:
            try:
                meet(Store(life.root), hub, life.now)
            finally:
                os._exit(0)
        time.sleep(self.random.random() * self.seconds)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        for path in Path(life.root).rglob(".tmp-*"):
            path.unlink()

    def live(self) -> None:
        """Acts of all, and some meetings between which one or the other goes on."""
        for _ in range(MEETINGS):
            for life in self.lives:
                life.live(ACTS // MEETINGS)
            for _ in range(4):
                life = self.random.choice(self.lives)
                self.meet(life, self.random.choice(self.ways[life.name]))
                life.live(self.random.choice((0, 0, 3)))

    def settle(self) -> None:
        """Meetings until nobody has anything new."""
        for _ in range(4):
            for life in self.lives:
                for hub in self.ways[life.name]:
                    self.meet(life, hub)


def said_in(store: Store) -> Iterator[bytes]:
    """All that a store says, anywhere in its folder."""
    return (path.read_bytes() for path in Path(store.root).rglob("*") if path.is_file())


def texts_of(store: Store) -> Iterator[str]:
    return (raw.decode(errors="replace") for raw in said_in(store))


def kept_on(hub: Database) -> Iterator[bytes]:
    """All that a hub has, in every table."""
    with hub.connected() as connection:
        tables = connection.execute(
            "select relname from pg_class where relnamespace = 'memento'::regnamespace"
            " and relkind in ('r', 'p') and not relispartition"
        ).fetchall()
        for (table,) in tables:
            for (row,) in connection.execute(f"select t::text from memento.{table} t"):  # type: ignore[call-overload]
                yield row.encode()
        for column in ("line.head", "line.words", "file.content", "version.content"):
            table, name = column.split(".")
            text = f"select {name} from memento.{table} where {name} is not null"
            for (raw,) in connection.execute(text, binary=True):  # type: ignore[call-overload]
                yield raw


@pytest.mark.longer
@pytest.mark.parametrize(("ways", "killed"), [(EITHER, 0.0), (RING, 0.5)], ids=["either", "ring"])
@pytest.mark.parametrize("seed", SEEDS)
def test_clones_that_meet_at_two_hubs_come_together(
    server: Server,
    seed: int,
    ways: dict[str, tuple[int, ...]],
    killed: float,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All have the same lines and files and list the same, doctor finds nothing, no line and no
    word is lost but what was erased, and that is nowhere."""
    monkeypatch.setenv("MEMENTO_ACTOR", "alex")
    hubs = [Database(server, server.database()) for _ in range(2)]
    world = World(hubs, tmp_path, seed, ways, killed)
    world.live()
    world.settle()
    now = max(life.now for life in world.lives) + DAY
    stores = [Store(life.root) for life in world.lives]
    for store in stores:
        found = doctor(store, now).findings
        assert not found, "\n".join(f"{each.where}: {each.problem}" for each in found)
        assert files_of(store) == files_of(stores[0]) and lines_of(store) == lines_of(stores[0])
        there = {line.id for line in store.journal.lines().lines}
        assert not set.union(*(life.lines for life in world.lives)) - there
        assert set(observed_lines(store)) == set.union(*(life.observed for life in world.lives))
        _check_words(world, store)
    shown = [sorted((m.id, m.strength, m.content) for m in memories_at(s, now)) for s in stores]
    assert shown[0] == shown[1] == shown[2]
    assert threads(stores[0]) == threads(stores[1]) == threads(stores[2])
    hits = [recall(s, Query(words=("says",), limit=0), now).hits for s in stores]
    orders = [[hit.memory.id for hit in each] for each in hits]
    assert orders[0] == orders[1] == orders[2]
    gone = {word for life in world.lives for word in gone_words(life, stores[0])}
    for hub in hubs:
        kept = b"\n".join(kept_on(hub))
        left = (word for word in gone if word.encode() in kept)
        assert not [word for word in left if word not in "\n".join(texts_of(stores[0]))]


def ids_of(life: Life, store: Store) -> dict[str, str]:
    """The memory that each word of a clone is of: it may have got another id, as another clone had
    that one, too, and of three clones each may have."""
    lines = store.journal.lines().lines
    fresh = {line.undoes: str(line.more[PARTED]) for line in lines if PARTED in line.more}
    return {
        word: next((fresh[id] for id in life.by[word] if id in fresh), life.of[word])
        for word in life.said
    }


def gone_words(life: Life, store: Store) -> set[str]:
    """The words of a clone that were erased. Where two clones recorded memories under one id at one
    moment, an erasure is of that whose `recorded` entry it names."""
    of, erased = ids_of(life, store), erasures(store)
    own = {
        (line.memory, line.id)
        for line in store.journal.lines().lines
        if line.act == RECORDED and line.id in life.lines
    }
    openings = {
        (id, opening)
        for id, entries in erased.items()
        for entry in entries
        for opening in entry.more.get(OPENINGS, ())  # type: ignore[attr-defined]
    }
    others = {id for id, _ in own - openings} - {id for id, _ in own & openings}
    return {word for word in life.said if of[word] in erased and of[word] not in others}


def _check_words(world: World, store: Store) -> None:
    words, erased = b"\n".join(said_in(store)), erasures(store)
    lines = store.journal.lines().lines
    touched = {*erased, *former_ids_of(lines, erased), *answered_by(lines, erased)}
    for life in world.lives:
        silent = {word for word in life.said if word.encode() not in words}
        near = {word for word in life.said if life.of[word].removeprefix(ABOUT) in touched}
        gone = gone_words(life, store)
        of = ids_of(life, store)
        assert not [word for word in gone - silent if not _has_another(store, of[word], word)]
        assert not silent - gone - near


def _has_another(store: Store, id: str, word: str) -> bool:
    """Whether a word is another memory's, of the same id and moment as the erased one, which has an
    id of its own by now: who said which of the two is not told by the journal."""
    folders = (store.memories, store.archive)
    paths = (folder.path(other) for folder in folders for other in folder.ids() if other != id)
    return any(word in Path(path).read_text() and f"/{id}-" in path for path in paths)
