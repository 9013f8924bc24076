"""Measuring: processes of their own, in turn, in a place where nothing of the user's is."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.bench.machine import command_under_test, machine, private_place
from tests.bench.measuring import Place, Refusal, checked, cost_of, interleaved, peak_mb
from tests.bench.rows import RATIO, Row
from tests.bench.run import Run, told

WRITE = "import sys; open('turns', 'a').write(sys.argv[1])"
ENVIRON = "import json, os; json.dump(dict(os.environ), open('environ', 'w'))"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """An empty place."""
    return private_place(str(tmp_path))


def python(program: str, *args: str) -> list[str]:
    """A command of bare Python."""
    return [sys.executable, "-c", program, *args]


def test_a_cost_tells_how_the_command_ended(place: Place) -> None:
    """The exit code and the last line of stderr are known; CPU time is never negative."""
    cost = cost_of(python("import sys; sys.exit('at first\\nwent wrong')"), place)
    assert (cost.code, cost.said) == (1, "went wrong")
    assert cost.cpu_seconds >= 0 and cost.wall_seconds >= 0
    with pytest.raises(Refusal, match="went wrong"):
        checked(cost)
    assert checked(cost, 1) == cost


def test_commands_take_turns(place: Place) -> None:
    """Every round runs each command once, in their order."""
    turns = {name: lambda turn, name=name: python(WRITE, f"{name}{turn}") for name in "ab"}
    costs = interleaved(turns, place, rounds=3)
    assert Path(place.folder, "turns").read_text() == "a0b0a1b1a2b2"
    assert {name: len(its) for name, its in costs.items()} == {"a": 3, "b": 3}


def test_a_command_that_fails_ends_the_turns(place: Place) -> None:
    """A figure is never made of a command that did not do what it should."""
    with pytest.raises(Refusal) as refusal:
        interleaved({"a": lambda turn: python("raise SystemExit(4)")}, place)
    assert refusal.value.code == 4
    expected = interleaved(
        {"a": lambda turn: python("raise SystemExit(4)")}, place, {"a": 4}, rounds=1
    )
    assert expected["a"][0].code == 4


def test_memory_is_that_of_the_command(place: Place) -> None:
    """The peak is what the command held, not what the process that asks holds."""
    ours = bytearray(200_000_000)
    assert peak_mb(python("kept = bytearray(90_000_000)"), place) > 90
    assert peak_mb(python("pass"), place) < len(ours) / 1e6


def test_nothing_of_the_users_reaches_the_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Home, caches, data and settings are the private folder; no variable of memento's is left."""
    for name in ("MEMENTO_STORE", "MEMENTO_NOW", "MEMENTO_ACTOR", "EDITOR"):
        monkeypatch.setenv(name, "/users/own")
    place = private_place(str(tmp_path)).with_store("/a/store")
    checked(cost_of(python(ENVIRON), place))
    environ = json.loads((tmp_path / "environ").read_text())
    assert not any("/users/own" in value for value in environ.values())
    assert environ["MEMENTO_STORE"] == "/a/store"
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        assert environ[name] == str(tmp_path)


def test_the_command_under_test_is_this_memento(place: Place) -> None:
    """Script or module, it runs in the private place, and the machine's line says which."""
    command = command_under_test(place)
    assert checked(cost_of([*command, "--version"], place)).code == 0
    here = machine(command)
    assert here.command in ("memento", "python -m memento_cli")
    assert here.python in here.line() and here.command in here.line()


@pytest.mark.parametrize(("code", "verdict"), [(0, "ok"), (1, "failed"), (2, "skipped")])
def test_what_becomes_of_a_row(code: int, verdict: str, place: Place) -> None:
    """A command that is not there yet skips its row; one that goes wrong fails it."""

    def measure() -> Row:
        checked(cost_of(python(f"raise SystemExit({code})"), place))
        return Row("x", 1.0, RATIO, 2.0)

    row = told("x", RATIO, None, measure)
    assert (row.verdict, row.failed) == (verdict, code == 1)
    assert (row.figure is None) == (code != 0) == bool(row.note)


@pytest.mark.parametrize(
    ("only", "wanted"),
    [
        ((), {"recall.word", "recall.word.pause", "recall.rare", "show"}),
        (("recall",), {"recall.word", "recall.word.pause", "recall.rare"}),
        (("recall.word",), {"recall.word", "recall.word.pause"}),
        (("show", "recall.rare"), {"show", "recall.rare"}),
        (("rec",), set()),
    ],
)
def test_rows_are_asked_for_by_name(only: tuple[str, ...], wanted: set[str], place: Place) -> None:
    """A name asks for its row and for those that begin with it, at a dot."""
    run = Run(["memento"], place, lambda what, total: nullcontext(lambda: None), only)
    names = ("recall.word", "recall.word.pause", "recall.rare", "show")
    assert {name for name in names if run.wants(name)} == wanted
