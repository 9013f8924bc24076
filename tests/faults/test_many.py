"""Many writers at once, as processes of the command line and as threads: FAULTS 60, 61, 66, 72."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from memento_cli.__main__ import _run as ran
from memento_cli.actions.checkup.doctor import doctor
from memento_cli.actions.memory.reading import memory_at
from memento_cli.actions.memory.record import record
from memento_cli.actions.memory.reinforce import note_use
from memento_cli.core.fading.reinforcement import reinforced
from memento_cli.core.memory.memory import Draft, Tags, strength_at
from memento_cli.core.time.when import micros
from memento_cli.store.directory.store import Store
from tests.faults.boxes import quick_folder
from tests.faults.helpers import ROOT
from tests.faults.test_together import at_once
from tests.faults.verbs import START
from tests.store.helpers import ALEX, DAY, NOW, new_store, recorded

SETTINGS = {"reinforce__rest_hours": 0.0, "reinforce__max_strength": 100.0}
COUNTED = {"record": "recorded", "reinforce": "reinforced", "edit": "edited", "agent": "used"}


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A store that the command line finds, in which uses need no rest."""
    with quick_folder() as folder:
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        monkeypatch.setenv("MEMENTO_STORE", str(folder / "store"))
        yield new_store(folder / "store", person=ALEX, lock__timeout_seconds=60.0, **SETTINGS)


def commands(lines: Sequence[Sequence[str]], log: Path | None = None) -> Callable[[], None]:
    """Command lines, one after the other in one process; what was done goes to a log."""

    def work() -> None:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for handle in (0, 1, 2):
            os.dup2(nowhere, handle)
        sys.stdout, sys.stderr = os.fdopen(1, "w"), os.fdopen(2, "w")
        for line in lines:
            code = ran([*line])
            if log is None:
                assert code == 0, line
            else:
                with open(log, "a") as file:
                    file.write(f"{line[0]} {code}\n")

    return work


def acts(store: Store) -> Counter[str]:
    """How often what was done, as the journal has it."""
    return Counter(line.act for line in store.journal.lines().lines)


def is_sound(store: Store) -> bool:
    """Whether doctor finds nothing, and no id of a line was given twice."""
    ids = [line.id for line in store.journal.lines().lines]
    return len(ids) == len(set(ids)) and doctor(store, START + DAY).findings == ()


@pytest.mark.longer
def test_20_processes_record_20_each_which_makes_400_files(store: Store) -> None:
    """400 records, of which every 20 want the same id, are 400 files with 400 ids and 400 lines."""
    works = [
        [("record", f"Nr {n} of process {process}", "-t", f"topic-{n}") for n in range(20)]
        for process in range(20)
    ]
    at_once([commands(lines) for lines in works])
    ids = store.memories.ids()
    assert len([*Path(store.memories.folder).glob("*.toml")]) == len(ids) == 400
    words = {store.memories.read(id).value.content.summary for id in ids}
    assert words == {line[1] for lines in works for line in lines}
    assert acts(store) == {"recorded": 400} and is_sound(store)


@pytest.mark.longer
def test_fault_60_16_processes_use_one_memory_50_times_which_makes_800_lines(store: Store) -> None:
    """Each use is a line, none is lost or counted twice, and the strength is that of 800 uses."""
    memory = recorded(store)
    at_once([commands([("agent", "feedback", memory.id, "used")] * 50)] * 16)
    assert acts(store) == {"recorded": 1, "used": 800} and is_sound(store)
    now = memory_at(store, memory.id, START + DAY)
    strength = memory.strength
    for _ in range(800):
        strength = reinforced(strength, memory.fade, micros(START), store.settings.rules).strength
    expected = strength_at(memory._replace(strength=strength), START + DAY)
    assert now.strength.reinforcement_count == 800
    assert strength_at(now, START + DAY) == pytest.approx(expected, rel=1e-4)


def test_fault_61_8_commands_record_one_id_which_makes_8_files(store: Store) -> None:
    """Eight real commands at once that want one id: eight ids, each told to who asked."""
    command = [sys.executable, "-m", "memento_cli", "record", "-t", "tea"]
    env = {**os.environ, "PYTHONPATH": ROOT}
    running = [
        subprocess.Popen([*command, f"Cup {n}"], env=env, stdout=subprocess.PIPE, text=True,
                         stderr=subprocess.DEVNULL) for n in range(8)
    ]  # fmt: skip
    told = [process.communicate()[0].strip() for process in running]
    assert [process.returncode for process in running] == [0] * 8
    assert sorted(told) == sorted(store.memories.ids()) and len(set(told)) == 8
    assert is_sound(store)


def test_fault_66_16_threads_lose_nothing(store: Store) -> None:
    """Sixteen threads, half of them with a store of their own, record 5 and use one 10 times."""
    id = recorded(store, "one", "tea").id

    def work(nth: int) -> None:
        here = store if nth % 2 else Store(store.root)
        for n in range(5):
            record(here, Draft(f"{nth} {n}", ALEX, tags=Tags(("milk",))), NOW)
            note_use(here, [id, id], NOW + DAY)

    threads = [threading.Thread(target=work, args=(nth,)) for nth in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert acts(store) == {"recorded": 81, "used": 160} and is_sound(store)
    assert len(store.memories.ids()) == 81
    assert memory_at(store, id, START).strength.reinforcement_count == 160


def test_fault_72_two_prunes_overlap(store: Store) -> None:
    """What both want to archive is archived once, and neither fails."""
    for n in range(30):
        recorded(store, f"Faint {n}", f"faint-{n}", significance="low")
    at_once([commands([("prune", "--yes")])] * 4)
    assert acts(store) == {"recorded": 30, "pruned": 30} and is_sound(store)
    assert len(store.archive.ids()) == 30 and store.memories.ids() == []


def test_many_verbs_at_once_lose_nothing(store: Store, tmp_path: Path) -> None:
    """Each act that exits 0 has its line, each memory is in one place, and nothing needs repair."""
    for n in range(8):
        recorded(store, f"Faint {n}", f"faint-{n}", significance="low")
    logs = [tmp_path / f"log-{nth}" for nth in range(6)]
    at_once([commands(_mixed(nth), log) for nth, log in enumerate(logs)])
    ended = Counter(line for log in logs for line in log.read_text().splitlines())
    assert {line.split()[1] for line in ended} <= {"0", "3", "4"}  # undone or pruned by another
    done = acts(store)
    for verb, act in COUNTED.items():
        assert done[act] == ended[f"{verb} 0"] + 8 * (verb == "record")
    assert done["undone"] == ended["undo 0"] and done["pruned"] == 8
    assert len({*store.memories.ids(), *store.archive.ids()}) == done["recorded"]
    assert not {*store.memories.ids()} & {*store.archive.ids()}
    assert is_sound(store)


def _mixed(nth: int) -> list[tuple[str, ...]]:
    """Acts on memories of one's own, and on everybody's."""
    lines: list[tuple[str, ...]] = []
    for n in range(6):
        topic = f"own-{nth}-{n}"
        lines += [
            ("record", f"Mine {nth} {n}", "-t", topic),
            ("reinforce", topic),
            ("edit", topic, "--set", f"content.detail={n}"),
            ("recall", "mine"),
            ("agent", "feedback", topic, "used"),
        ]
    return [*lines[:9], ("prune", "--yes"), *lines[9:20], ("undo",), ("doctor",), *lines[20:]]
