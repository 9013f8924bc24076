"""What a call costs the server of agents: CPU milliseconds, its start not counted."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from importlib.util import find_spec
from itertools import islice
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from tests.bench.measuring import Refusal
from tests.bench.rows import Row, skipped
from tests.bench.serving import HELLO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import IO

    from tests.bench.generated import Generated
    from tests.bench.run import Run

MILLISECONDS = "CPU ms a call"
GOALS = {"mcp.recall": 15.0, "mcp.remember": 10.0, "mcp.context": 25.0}
"""DESIGN, section 9, for 10,000 memories."""
CALLS = tuple(GOALS)
WARM, A_ROUND, ROUNDS = 3, 20, 3
INITIALIZED = b'{"jsonrpc": "2.0", "method": "notifications/initialized"}\n'
Arguments = dict[str, Any]


def call_row(run: Run, made: Generated, name: str) -> Row:
    """The CPU of a server that answers a few calls and so many more, less that of one which answers
    the few; by the calls. The medians of several servers of both kinds, in turns."""
    if find_spec("mcp") is None:
        return skipped(name, MILLISECONDS, "the MCP SDK is not installed", made.size)
    tool = name.rpartition(".")[2]
    few, many = list[float](), list[float]()
    rounds = min(run.rounds, ROUNDS)
    counted = A_ROUND * rounds
    for turn in range(rounds):
        arguments = list(islice(ARGUMENTS[tool](made, turn), WARM + counted))
        few.append(_cpu_seconds(run, tool, arguments[:WARM]))
        many.append(_cpu_seconds(run, tool, arguments))
    figure = (median(many) - median(few)) / counted * 1000
    beside = {"the server's start, CPU s": median(few)}
    return Row(name, figure, MILLISECONDS, GOALS[name], beside, made.size)


def _cpu_seconds(run: Run, tool: str, calls: Sequence[Arguments]) -> float:
    """Start a server, call it one call after the other, and answer what all of it took."""
    with tempfile.TemporaryFile() as talk:
        child = subprocess.Popen(
            run.typed("agent", "mcp", "--quiet"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=talk,
            env=dict(run.place.environ),
            cwd=run.place.folder,
        )
        assert child.stdin and child.stdout
        with child.stdin, child.stdout:
            _answer(child, HELLO)
            child.stdin.write(INITIALIZED)
            for number, arguments in enumerate(calls, start=2):
                _answer(child, _request(number, tool, arguments))
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def _answer(child: subprocess.Popen[bytes], request: bytes) -> None:
    """Send a request, and wait for its answer. Refusal, if that is an error, or there is none."""
    into: IO[bytes] | None = child.stdin
    assert into and child.stdout
    number = json.loads(request)["id"]
    into.write(request)
    into.flush()
    for line in child.stdout:
        answer = json.loads(line)
        if answer.get("id") == number:
            if "error" in answer or answer["result"].get("isError"):
                raise Refusal(1, str(answer.get("error") or answer["result"])[:200])
            return
    raise Refusal(1, "the server ended without an answer")


def _request(number: int, tool: str, arguments: Arguments) -> bytes:
    params = {"name": tool, "arguments": arguments}
    call = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
    return json.dumps(call).encode() + b"\n"


def _questions(made: Generated, turn: int) -> Iterator[Arguments]:
    """Three neighbouring words of one memory after the other."""
    while True:
        with open(made.texts, encoding="utf-8") as texts:
            for text in texts:
                yield {"query": " ".join(text.split()[turn : turn + 3])}


def _new(made: Generated, turn: int) -> Iterator[Arguments]:
    """Texts in words of their own: what repeats another would be asked about."""
    random = Random(f"remembered {turn}")
    while True:
        words = ("".join(random.choices("abcdefghij", k=6)) for _ in range(12))
        yield {"content": " ".join(words), "tags": [f"turn-{turn}"]}


ARGUMENTS: dict[str, Callable[[Generated, int], Iterator[Arguments]]] = {
    "recall": _questions,
    "remember": _new,
    "context": _questions,
}
