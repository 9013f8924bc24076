"""What a command costs: CPU seconds of the whole process, medians of runs that take turns."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from statistics import median
from typing import TYPE_CHECKING

from memento_cli.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

ROUNDS = 15
FEWEST = 3
PATIENCE_SECONDS = 20.0
TOLD = 200
# A launcher of its own: what this process holds would count as the peak of its child.
PEAK = """
import os, subprocess, sys
child = subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
_, status, usage = os.wait4(child.pid, 0)
with open(sys.argv[1], "w") as file:
    file.write(str(usage.ru_maxrss))
sys.exit(os.waitstatus_to_exitcode(status))
"""

Command = Sequence[str]
Turn = Callable[[int], Command]


class Cost(NamedTuple):
    """What one run took, how it ended, and what it said on stderr, in a line."""

    cpu_seconds: float
    wall_seconds: float
    code: int
    said: str


class Place(NamedTuple):
    """Where children run: a private folder, and the environment that keeps them in it."""

    folder: str
    environ: Mapping[str, str]

    def with_store(self, store: str) -> Place:
        """The same place, with a store."""
        return self._replace(environ={**self.environ, "MEMENTO_STORE": store})


class Refusal(Exception):
    """A command of the bench did not end as it should; its code and what it said."""

    def __init__(self, code: int, said: str) -> None:
        super().__init__(said or f"ended with {code}")
        self.code = code


def cost_of(command: Command, place: Place) -> Cost:
    """Run a command to its end, its output thrown away, and say what it took.

    user + system time of the process and of all that it waited for, as getrusage tells it.
    """
    with tempfile.TemporaryFile() as talk:
        start = time.perf_counter()
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=talk,
            env=dict(place.environ),
            cwd=place.folder,
        )
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - start
        child.returncode = os.waitstatus_to_exitcode(status)
        talk.seek(0)
        said = _told(talk.read(1 << 16).decode(errors="replace"))
    return Cost(usage.ru_utime + usage.ru_stime, wall, child.returncode, said[:TOLD])


def seconds_to_answer(command: Command, said: bytes, place: Place) -> float:
    """Start a server, say one line, and answer how long its first line took; then end its input."""
    with tempfile.TemporaryFile() as talk:
        start = time.perf_counter()
        child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=talk,
            env=dict(place.environ),
            cwd=place.folder,
        )
        with child:
            assert child.stdin and child.stdout
            with suppress(BrokenPipeError):  # what it says instead is told below
                child.stdin.write(said)
                child.stdin.flush()
            answered = child.stdout.readline()
            took = time.perf_counter() - start
        if not answered:
            talk.seek(0)
            raise Refusal(child.returncode, _told(talk.read(1 << 16).decode(errors="replace")))
    return took


def _told(talk: str) -> str:
    """The line that tells most: an error of memento's, else the last, as of a traceback."""
    lines = talk.strip().splitlines() or [""]
    return next((line for line in lines if line.startswith("Error: ")), lines[-1])


def checked(cost: Cost, code: int = 0) -> Cost:
    """The cost, if the command ended with this code; else Refusal."""
    if cost.code != code:
        raise Refusal(cost.code, cost.said)
    return cost


def interleaved(
    turns: Mapping[str, Turn], place: Place, codes: Mapping[str, int] = {}, rounds: int = ROUNDS
) -> dict[str, list[Cost]]:
    """Run commands in turn, so that a noisy machine is as unfair to all of them.

    At least three rounds; then on to `rounds`, while they have not taken 20 seconds together.
    """
    costs: dict[str, list[Cost]] = {name: [] for name in turns}
    start = time.monotonic()
    for number in range(rounds):
        if number >= FEWEST and time.monotonic() - start > PATIENCE_SECONDS:
            break
        for name, turn in turns.items():
            costs[name].append(checked(cost_of(turn(number), place), codes.get(name, 0)))
    return costs


def cpu(costs: Sequence[Cost]) -> float:
    """The median CPU seconds."""
    return median(cost.cpu_seconds for cost in costs)


def wall(costs: Sequence[Cost]) -> float:
    """The median seconds by the clock on the wall."""
    return median(cost.wall_seconds for cost in costs)


def peak_mb(command: Command, place: Place) -> float:
    """The most memory, in MB (10⁶ bytes), that a command held at once."""
    told = os.path.join(place.folder, "peak")
    checked(cost_of([sys.executable, "-c", PEAK, told, *command], place))
    with open(told, encoding="ascii") as file:
        kilobytes = int(file.read()) / (1024 if sys.platform == "darwin" else 1)
    return kilobytes * 1024 / 1e6
