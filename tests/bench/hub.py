"""The rows of `--hub`: what a sync with a hub takes, beside what the same change takes otherwise.

It makes tenants of its own in a hub whose administrator the user is, and erases them at the end.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from memento_cli import Draft, record
from memento_cli.hub.administration import add_member, erase_tenant
from memento_cli.hub.connection import connected
from memento_cli.hub.joining import cloned
from memento_cli.hub.sync import sync
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.directory.store import Store
from tests.bench.generated import generated
from tests.bench.hub_recall import quality_rows
from tests.bench.machine import command_under_test, machine, moved_in, private_place
from tests.bench.measuring import checked, cost_of, cpu, interleaved
from tests.bench.plain import bare, program
from tests.bench.rows import RATIO, Row
from tests.bench.run import Run, told
from tests.bench.sets import data_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import datetime

    import psycopg

    from tests.bench.machine import Machine
    from tests.bench.measuring import Command
    from tests.bench.run import Progress

    Connection = psycopg.Connection[Any]

ROWS = "hub"
COMMITS, SECONDS = "commits' time", "CPU s"
GOALS = {1: 3.0, 100: 20.0, 10_000: 200.0}
"""The most commits' time that a push of so many changes may take."""
CLONED = 5_000
"""So many memories a clone takes in a CPU second at the least."""
GROWN = 1.1
FEW, MANY = 5, 25
GIT = ("git", "-c", "user.name=bench", "-c", "user.email=bench@localhost")
ASK = """
import sys, psycopg
with psycopg.connect(sys.argv[1]) as connection:
    connection.execute("select 1").fetchone()
"""
COPY = "copy copied (path, content) from stdin"


class Meeting(NamedTuple):
    """A store, another clone of it, and the tenant where they meet; both are in git as well."""

    url: str
    tenant: str
    connection: Connection
    one: str
    other: str
    now: datetime

    def sync(self, place: str) -> None:
        """One sync of one of the two, which is opened anew."""
        sync(Store(place), self.url, self.tenant, self.connection, self.now)


def measured_hub(
    private: str,
    url: str,
    size: int,
    keep: str,
    now: datetime,
    only: Sequence[str],
    rounds: int,
    progress: Progress,
    say: Callable[[str], None],
) -> tuple[Machine, list[Row]]:
    """The rows that were asked for; `private` is an empty folder, `say` is told the machine."""
    place = private_place(private)
    place = place._replace(environ={**place.environ, **_way_to_it()})
    memento = command_under_test(place)
    here = machine(memento)
    say(here.line())
    run, data = Run(memento, place, progress, tuple(only), rounds), data_folder(os.environ)
    with moved_in(place), connected(url) as connection:
        rows = _rows(run, url, size, keep, now, connection, data)
        return here, [row for row in rows if run.wants(row.name)]


def _way_to_it() -> dict[str, str]:
    """How libpq finds the user's own passwords and services from another home."""
    home = os.path.expanduser("~")
    own = {
        "PGPASSFILE": os.path.join(home, ".pgpass"),
        "PGSERVICEFILE": os.path.join(home, ".pg_service.conf"),
    }
    return own | {name: text for name, text in os.environ.items() if name.startswith("PG")}


def _rows(
    run: Run,
    url: str,
    size: int,
    keep: str,
    now: datetime,
    connection: Connection,
    folder: str,
) -> Iterator[Row]:
    synced = [f"{ROWS}.{name}" for name in ("push", "pull", "nothing", "clone", "recall")]
    if any(run.wants(name) or _within(run, name) for name in synced):
        with run.progress(f"writing {size:,} memories", size) as tick:
            made = generated(size, now, keep, tick)
        with tenant_of(connection) as tenant:
            one, other = run.file("one"), run.file("other")
            shutil.copytree(made.store, one)
            meeting = Meeting(url, tenant, connection, one, other, now)
            with run.progress("first sync", None):
                meeting.sync(one)
            yield told(f"{ROWS}.clone", SECONDS, size, partial(_clone, run, meeting, size))
            _into_git(run, meeting)
            yield told(f"{ROWS}.nothing", RATIO, size, partial(_nothing, run, meeting, size))
            for count in (count for count in GOALS if count <= size):
                with run.progress(f"{count:,} changes", None):
                    yield from _changes(run, meeting, count, size)
            yield told(f"{ROWS}.recall", RATIO, size, partial(_recall, run, meeting, made.word))
    yield from quality_rows(run, ROWS, url, connection, folder, tenant_of)


def _within(run: Run, name: str) -> bool:
    """Whether a row was asked for whose name begins so."""
    return any(only.startswith(f"{name}.") for only in run.only)


@contextmanager
def tenant_of(connection: Connection) -> Iterator[str]:
    """A new tenant, of this user alone, which is erased at the end."""
    tenant = f"bench-{uuid4().hex[:12]}"
    add_member(connection, connection.info.user, tenant)
    try:
        yield tenant
    finally:
        erase_tenant(connection, tenant)


def _clone(run: Run, meeting: Meeting, size: int) -> Row:
    """The CPU seconds of a new clone, beside those of git for the same files."""
    start = time.process_time()
    cloned(meeting.other, meeting.url, meeting.tenant, meeting.connection, lambda text: None)
    meeting.sync(meeting.other)
    took = time.process_time() - start
    with run.progress("git", None):
        _git(meeting.one, "init", "-q")
        _git(meeting.one, "add", "-A")
        _git(meeting.one, "commit", "-qm", "all")
        _git(meeting.one, "clone", "-q", "--bare", ".", run.file("bare"))
        _git(meeting.one, "remote", "add", "origin", run.file("bare"))
        command = ["git", "clone", "-q", run.file("bare"), run.file("git")]
        beside = {"git clone": checked(cost_of(command, run.place)).cpu_seconds}
    return Row(f"{ROWS}.clone", took, SECONDS, size / CLONED, beside, size)


def _into_git(run: Run, meeting: Meeting) -> None:
    """From here on a push of git sets the branch of the bare repository."""
    _git(meeting.one, "push", "-q", "-u", "origin", "HEAD")


def _nothing(run: Run, meeting: Meeting, size: int) -> Row:
    """The CPU of a sync as a command when nothing is new, as multiples of bare Python's."""
    typed = run.typed("--store", meeting.one, "store", "sync", meeting.url)
    commands: dict[str, Command] = {
        "bare": bare(),
        "memento": [*typed, "--tenant", meeting.tenant],
        "psycopg and one query": program(ASK, meeting.url),
    }
    turns = {name: partial(_same, command) for name, command in commands.items()}
    costs = interleaved(turns, run.place, rounds=run.rounds)
    unit = cpu(costs["bare"])
    beside = {"bare Python, ms": unit * 1000}
    beside["psycopg and one query"] = cpu(costs["psycopg and one query"]) / unit
    return Row(f"{ROWS}.nothing", cpu(costs["memento"]) / unit, RATIO, None, beside, size)


def _same(command: Command, turn: int) -> Command:
    return command


def _changes(run: Run, meeting: Meeting, count: int, size: int) -> Iterator[Row]:
    """How long so many new memories take to the hub and from there, counted in commits of the
    same server, beside git and a COPY of the same bytes."""
    commit = median(_seconds(partial(_commit, meeting)) for _ in range(MANY))
    taken: dict[str, list[float]] = {"push": [], "git push": [], "COPY": [], "pull": []}
    taken["git pull"] = []
    for turn in range(min(FEW, run.rounds) if count == 1 else 1):
        changed = _recorded(meeting, count, turn)
        taken["push"].append(_seconds(partial(meeting.sync, meeting.one)))
        taken["git push"].append(_seconds(partial(_git_push, meeting)))
        taken["COPY"].append(_seconds(partial(_copy, meeting, changed)))
        taken["pull"].append(_seconds(partial(meeting.sync, meeting.other)))
        taken["git pull"].append(_seconds(partial(_git, run.file("git"), "pull", "-q")))
    times = {name: median(some) / commit for name, some in taken.items()}
    idle = median(_seconds(partial(meeting.sync, meeting.one)) for _ in range(min(FEW, run.rounds)))
    idle /= commit
    beside = {"one commit, ms": commit * 1000, "COPY": times["COPY"], "nothing new": idle}
    for name in ("push", "pull"):
        others = beside | {f"git {name}": times[f"git {name}"]}
        yield Row(f"{ROWS}.{name}.{count}", times[name], COMMITS, GOALS[count], others, size)


def _seconds(act: Callable[[], None]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


def _commit(meeting: Meeting) -> None:
    """A transaction of the server that changes one row."""
    clone = Store(meeting.one).writer()[1]
    meeting.connection.execute("select memento.watch(%s, %s)", (meeting.tenant, clone))


def _recorded(meeting: Meeting, count: int, turn: int) -> list[tuple[str, bytes]]:
    """So many new memories, each by an act of its own: (id, content) of all."""
    store = Store(meeting.one)
    made = [
        record(store, Draft(f"Change {turn} of {count}: number {nth}"), meeting.now)
        for nth in range(count)
    ]
    return [(one.memory.id, Path(store.memories.path(one.memory.id)).read_bytes()) for one in made]


def _git_push(meeting: Meeting) -> None:
    _git(meeting.one, "add", "-A")
    _git(meeting.one, "commit", "-qm", "change")
    _git(meeting.one, "push", "-q")


def _git(folder: str, *words: str) -> None:
    subprocess.run([*GIT, "-C", folder, *words], check=True, capture_output=True)


def _copy(meeting: Meeting, rows: Sequence[tuple[str, bytes]]) -> None:
    with meeting.connection.transaction(), meeting.connection.cursor() as cursor:
        cursor.execute("create temporary table copied (path text, content bytea) on commit drop")
        with cursor.copy(COPY) as into:
            for row in rows:
                into.write_row(row)


def _recall(run: Run, meeting: Meeting, word: str) -> Row:
    """A recall in the clone, as a multiple of one in the store that it is a clone of."""
    places = {"clone": meeting.other, "the store itself": meeting.one}
    for place in places.values():  # so that neither has an index to make
        checked(cost_of(run.typed("--store", place, "recall", word), run.place))
    commands = {name: run.typed("--store", place, "recall", word) for name, place in places.items()}
    turns = {name: partial(_same, command) for name, command in commands.items()}
    turns["bare"] = partial(_same, bare())
    costs = interleaved(turns, run.place, rounds=run.rounds)
    unit, own = cpu(costs["bare"]), cpu(costs["the store itself"])
    beside = {"the store itself": own / unit}
    return Row(f"{ROWS}.recall", cpu(costs["clone"]) / unit, RATIO, GROWN * own / unit, beside)
