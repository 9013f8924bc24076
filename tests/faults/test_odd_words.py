"""Any word of any command line may be odd: an answer or one sentence, and never a traceback."""

from __future__ import annotations

import os
import random
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from memento_cli.actions.store.profile import set_settings
from memento_cli.cli.reference.tree import commands
from memento_cli.store.directory.store import Store
from memento_cli.store.settings.fields import PROFILES
from tests.faults.boxes import quick_folder
from tests.faults.helpers import in_turn, sampled
from tests.faults.verbs import (
    JSONL,
    PLAN,
    PLANNED,
    READING,
    SOURCE,
    WRITING,
    blocked,
    felt,
    furnished,
    joined,
    keyed,
    stated,
    talking,
)
from tests.starting import ended as by_nursery

CODES = frozenset((0, 1, 2, 3, 4, 5, 6, 7))
LARGE = "x" * 10_000_000
SIGNS, WIDE, MOST_SAID = 30_000, "é", 1_500
ODD = (
    "", " ", "\n", "a\0b", "NaN", "-0", "1e999", "-inf", "\ud800", "١٢", "１２", "²", "𝟙", "-1",
    "0", "1", "0.5", "9" * 400, "foo", "--", "-", "--x", "a=b", "=", ":", "a:b", "@x", "é",
    "\u202e", "🎉", "%s", "{}", "[]", "null", "true", "../..", "/dev/null", "ctx://person/",
    "ctx://person/a",
    "2026-02-30", "9999-12-31", "0001-01-01", "tomorrow", "3d", "1e9d", "[1", "'", '"', "\\", "*",
    "AND", "*" * 5_000, ",", "a,b", "never", "ttl=-1", "daily=200", "base-level=nan",
    "half-life=1e400", "+0:00",
)  # fmt: skip
PLAIN = ("tea", "alex-tea-2025-02", "x", "city", "Alex", "2025-01-01", "5", "0.5", "food", "fact")
LEFT_OUT = frozenset(("store watch", "store bench", "agent mcp", "store git", "open"))
"""Commands that wait, measure, serve, or run another program."""
LINES = [verb.args for verb in (*READING, *WRITING) if verb.made and not verb.env]
COMMON = 8
"""Of the options that every command has, one in so many is tried with each."""
PARTS = [0, *(pytest.param(part, marks=pytest.mark.longer) for part in in_turn(range(1, 8), 3))]
"""Of eight: the usual run tries the first, each longer one some others."""


class Tried(NamedTuple):
    """A command line, and the profile of the store that it is tried on."""

    profile: str
    args: list[str]

    @property
    def told(self) -> str:
        """The line, cut where it is long."""
        return f"{self.profile}: {[arg[:60] for arg in self.args]!r}"


def lines(chance: random.Random) -> Iterator[Tried]:
    """Each option with an odd value, in a line of its command; and each line with an odd word."""
    profiles = list(PROFILES)
    place = 0
    for command in commands():
        if command.name in LEFT_OUT:
            continue
        rows = lines_of(command.name)
        own = {option.names for option in command.own}
        for option in command.options:
            if option.value is None or (option.names not in own and chance.randrange(COMMON)):
                continue
            place += 1
            value = ODD[place % len(ODD)]
            name = chance.choice(option.names)
            end = [f"{name}={value}"] if name[:2] == "--" and place % 2 else [name, value]
            yield Tried(profiles[place % len(profiles)], [*chance.choice(rows), *end])
        for row in rows:
            place += 1
            yield Tried(profiles[place % len(profiles)], odd_in(row, chance))


def odd_in(row: list[str], chance: random.Random) -> list[str]:
    """A line with one word replaced, or one more."""
    at = chance.randrange(1, len(row) + 1)
    return [*row[:at], chance.choice(ODD), *row[at + chance.randrange(2) :]]


def lines_of(name: str) -> list[list[str]]:
    """The lines of a command, or its bare name."""
    words = name.split()
    return [line for line in LINES if line[: len(words)] == words] or [words]


def random_lines(chance: random.Random, many: int) -> Iterator[Tried]:
    """Lines of a command with some of its options and words, odd and not."""
    every = [command for command in commands() if command.name not in LEFT_OUT]
    values = (*ODD, *PLAIN, *PLAIN, *PLAIN)
    for _ in range(many):
        command = chance.choice(every)
        rows = lines_of(command.name)
        args = list(chance.choice(rows))
        for _ in range(chance.randrange(1, 4)):
            option = chance.choice(command.options)
            word = LARGE if chance.randrange(500) == 0 else chance.choice(values)
            args += [chance.choice(option.names), *([] if option.value is None else [word])]
        args = odd_in(args, chance) if chance.randrange(2) else args
        yield Tried(chance.choice(list(PROFILES)), args)


@pytest.fixture(scope="module")
def stores() -> Iterator[dict[str, Path]]:
    """For each profile a folder with a store in which there is something of everything."""
    with quick_folder() as folder:
        made = {}
        for profile in PROFILES:
            here = made[profile] = folder / profile
            here.mkdir()
            store = furnished(here / "kept")
            set_settings(store, {"profile": profile})
            for prepare in (stated, keyed, blocked, joined, talking, felt):
                prepare(Store(store.root))
            (here / JSONL).write_text(SOURCE)
            (here / PLAN).write_text(PLANNED)
        yield made


def fails(tried: Tried, here: Path, given: bytes = b"") -> str:
    """What is wrong with how a line ends, run for real on a copy of the store; mostly nothing."""
    code, said = ended(tried, here, given)
    if code in CODES and "Traceback" not in said:
        return ""
    return f"{tried.told} ends with {code}: {said[-1500:]}"


def ended(tried: Tried, here: Path, given: bytes = b"") -> tuple[int, str]:
    """The code with which a line ends, and all that it says."""
    shutil.rmtree(here / "store", ignore_errors=True)
    shutil.copytree(here / "kept", here / "store")
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as stdin:
        stdin.write(given)
        stdin.seek(0)
        streams = [stdin.fileno(), output.fileno(), output.fileno()]
        paths = {"MEMENTO_STORE": "store", "XDG_CACHE_HOME": "cache", "HOME": "home"}
        env = os.environ | {name: str(here / folder) for name, folder in paths.items()}
        code = by_nursery(tried.args, streams, str(here), env)
        output.seek(0)
        return code, output.read().decode(errors="replace")


@pytest.mark.parametrize("part", PARTS)
def test_fault_u6_an_odd_word_is_answered(part: int, stores: dict[str, Path]) -> None:
    """Every option of every command, the profiles in turn, and every line with an odd word."""
    every = list(lines(random.Random(27)))
    assert len(every) > 500
    problems = [fails(tried, stores[tried.profile]) for tried in every[part::8]]
    assert not any(problems), "\n\n".join(filter(None, problems))


@pytest.mark.parametrize(
    "line",
    [
        "list --limit 99999999999999999999",
        "recall tea --limit 99999999999999999999",
        "recall tea --offset 99999999999999999999 --json",
        "context tea --budget 99999999999999999999",
        "graph show Alex --hops 99999999999999999999",
        "undo --yes --store a\0b",
        "list --store a\0b",
        "import a\0b",
    ],
)
def test_fault_u6_what_was_found_once_is_answered(line: str, stores: dict[str, Path]) -> None:
    """A number larger than any that the system has, a name that no file has: a sentence says so."""
    assert not fails(Tried("half-life", line.split()), stores["half-life"])


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("kind", ["foo", "", "WORKING"])
def test_fault_u6_an_unknown_kind_is_an_error(
    profile: str, kind: str, stores: dict[str, Path]
) -> None:
    """Under every profile, also where the half-life follows from the kind."""
    assert not fails(Tried(profile, ["record", "x", "--kind", kind]), stores[profile])


@pytest.mark.parametrize(
    "line", sampled(["record", "recall", "list --topic", "record x -d", "show", "edit"], 6)
)
def test_fault_u6_ten_megabytes_are_answered(line: str, stores: dict[str, Path]) -> None:
    """As a word, where a system lets so long a one pass."""
    assert not fails(Tried("agent", [*line.split(), LARGE]), stores["agent"])


@pytest.mark.parametrize("part", PARTS)
def test_fault_u6_an_error_quotes_the_beginning_of_a_long_word(
    part: int, stores: dict[str, Path]
) -> None:
    """Whichever word of a line is endless: who typed it knows it by its first signs."""
    here, wrong = stores["half-life"], []
    lines = [
        [*line[:at], word, *line[at + 1 :]]
        for line in LINES
        for at in range(1, len(line))
        for word in (("x" * SIGNS, f"--{'x' * SIGNS}") if at == 1 else (f"{WIDE * SIGNS}'\\",))
    ]
    for args in lines[part::8]:
        tried = Tried("half-life", args)
        code, said = ended(tried, here)
        if code and (len(said) > MOST_SAID or "x" * 101 in said or WIDE * 101 in said):
            wrong.append(f"{tried.told} ends with {code}, and {len(said)} signs: {said[:300]}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.longer
def test_fault_u6_random_lines_are_answered(stores: dict[str, Path]) -> None:
    """Some hundred lines of odd words and plain ones."""
    seed = os.environ.get("MEMENTO_LONGER", "")
    for tried in random_lines(random.Random(seed), 400):
        assert not (problem := fails(tried, stores[tried.profile])), problem
