"""What only concerns the answer is checked before anything is done: a wrong one leaves no act."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from memento_cli.actions.memory.record import record
from memento_cli.cli.command_line.table import COMMANDS
from memento_cli.cli.commands.tidy.run import RARE
from memento_cli.cli.output.answered import ACTS, fields_of
from memento_cli.cli.reference.tree import commands
from memento_cli.core.memory.memory import Draft, Tags
from memento_cli.store.directory.store import Store
from tests.conftest import ROOT, Ran
from tests.faults.boxes import quick_folder
from tests.faults.test_verbs import stamps
from tests.faults.verbs import (
    ALEX,
    JSONL,
    PLAN,
    PLANNED,
    READING,
    SOURCE,
    START,
    WRITING,
    Verb,
    furnished,
    inferring,
    overdue,
    stated,
    woven,
)
from tests.vectors.test_command_provider import STUB

Call = Callable[..., Ran]


def opposed(store: Store) -> None:
    """Two memories may contradict each other."""
    for words in ("The oven is set to 180 degrees", "The oven is set to 200 degrees"):
        record(store, Draft(words, ALEX, tags=Tags(("oven",))), START)


REVOKING = "agent token revoke laptop"
MORE = (
    Verb("record Tea --dry-run"),
    Verb('record "Sencha at noon" -t tea --if-duplicate reinforce'),
    Verb('record "Mei prefers written proposals"', prepare=inferring),
    Verb("prune --retention --dry-run", prepare=overdue),
    Verb("fade set floor=0.1 guest"),
    Verb("tidy conflicts oven --propose", prepare=opposed),
    Verb("tidy propose --only threads", prepare=woven),
    Verb("fact dislike matcha -d food", prepare=stated),
    Verb("fact revoke cocoa -d food --dislike", prepare=stated),
    Verb("agent setup --client codex --write ."),
    Verb("agent token add laptop --scope person:ann"),
    Verb(REVOKING),
    Verb("store git"),
    Verb("store git --remove"),
    Verb("store trust"),
)
"""Acts that no other list has, and answers that differ by an option."""
ROWS = "rows.jsonl"
EMBEDDED = (
    Verb("store vectors status"),
    Verb("store vectors fill --dry-run"),
    Verb("store vectors fill"),
    Verb(f"store vectors export {ROWS}"),
    Verb(f"store vectors import {ROWS}"),
    Verb("store vectors test tea Coffee"),
    Verb("tidy run"),
    Verb(f"tidy run --fields {','.join(RARE)}"),
)
"""What answers otherwise where the user has a provider of vectors."""
LINES = (*WRITING, *READING, *MORE, *EMBEDDED)
BAD = (("--fields", "nosuch"), ("--format", "nosuch"), ("--color", "nosuch"), ("--now", "nosuch"))
FIRST = ("recall",)
"""What prints before it does something."""
UNHEARD = ("help",)
"""Commands that answer with a text of their own, or serve."""
ON_HUB = ("store sync", "store hub")
"""What tests/hub/test_answers.py tries, with a server."""


@pytest.fixture(scope="module")
def kept() -> Iterator[Path]:
    """A furnished store that every line begins with."""
    with quick_folder() as folder:
        furnished(folder / "store")
        yield folder


@pytest.fixture
def prepared(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> Iterator[Callable[[Verb], Path]]:
    """A store in which a line has something to do, in a folder that is the current one."""

    def prepare(verb: Verb) -> Path:
        root = tmp_path / "store"
        shutil.rmtree(tmp_path)
        tmp_path.mkdir()
        if verb.made:
            undoing = verb.command == "undo"  # of what another clone did it knows nothing
            furnished(root) if undoing else shutil.copytree(kept / "store", root)
            verb.prepare(Store(str(root)))
        if verb.line.startswith("store git"):
            subprocess.run(["git", "init", "-q", root], check=True)
        (tmp_path / JSONL).write_text(SOURCE)
        (tmp_path / PLAN).write_text(PLANNED)
        for name, value in {"MEMENTO_STORE": str(root), **verb.env}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
        if verb.line == REVOKING:
            assert call("agent", "token", "add", "laptop").code == 0
        if any(verb is one for one in EMBEDDED):
            provided(tmp_path / "config" / "memento" / "config.toml")
            monkeypatch.setenv("PYTHONPATH", str(ROOT))  # where that command is
            if verb.line.endswith(f"import {ROWS}"):
                assert call("store", "vectors", "fill").code == 0
                assert call("store", "vectors", "export", ROWS).code == 0
        return tmp_path

    yield prepare


def provided(config: Path) -> None:
    """Let the user have a command that embeds."""
    config.parent.mkdir(parents=True)
    config.write_text(f"[vectors]\ncommand = {STUB}\n")


@cache
def nouns() -> dict[str, tuple[str, ...]]:
    """The verbs of every command that has some, and that is no group of commands."""
    found = {one.name: one.arguments[0].value.words for one in commands() if one.arguments}
    return {name: words for name, words in found.items() if words and " " not in name}


def row_of(verb: Verb) -> tuple[str, ...] | None:
    """The fields that the line is known to answer with."""
    options = {arg.partition("=")[0] for arg in verb.args[1:] if arg[0] == "-"}
    words = list[str]()
    for word in verb.args:
        if " ".join([*words, word]) not in COMMANDS:
            break
        words.append(word)
    return fields_of(" ".join(words), options)


@pytest.mark.parametrize("verb", (*WRITING, *MORE), ids=lambda verb: verb.line)
def test_a_wrong_output_option_is_told_before_the_act(
    call: Call, prepared: Callable[[Verb], Path], verb: Verb
) -> None:
    """Code 2, and not one byte of the store, or beside it, is another; whatever the act."""
    folder = prepared(verb)
    before = {path: said[3] for path, said in stamps(str(folder)).items()}
    for option, value in BAD:
        if option in verb.args:
            continue
        ran = call(*verb.args, option, value)
        assert ran.code == 2 and ran.stdout == "", (option, ran)
        after = {path: said[3] for path, said in stamps(str(folder)).items()}
        assert after == before, (option, ran)


@pytest.mark.parametrize("command", sorted({verb.command for verb in LINES}))
def test_the_fields_that_are_checked_are_those_of_the_answer(
    call: Call, prepared: Callable[[Verb], Path], command: str
) -> None:
    """Each answer has no field that --fields may not name, and each that it may name is in one."""
    told: dict[tuple[str, ...], set[str]] = {}
    for verb in (verb for verb in LINES if verb.command == command and verb.within is int):
        row = row_of(verb)
        if row is None:
            assert verb in READING or command in FIRST, verb.line
            continue
        prepared(verb)
        ran = call(*verb.args, *(() if "--json" in verb.args else ("--json",)))
        assert ran.code in (0, 4), (verb.line, ran)
        answer = json.loads(ran.stdout)
        answer.pop("schema")
        rows = next(iter(answer.values()))
        if len(answer) == 1 and isinstance(rows, list) and rows and isinstance(rows[0], dict):
            answer = rows[0]
        elif len(answer) == 1 and rows == []:
            continue
        assert set(answer) <= set(row), (verb.line, set(answer) - set(row))
        told.setdefault(row, set()).update(answer)
    for row, fields in told.items():
        assert set(row) == fields, set(row) - fields


def test_every_verb_is_on_a_list() -> None:
    """So that none can be forgotten: each verb of each noun is tried, and each row of an act."""
    tried = {tuple(verb.args[:2]) for verb in LINES}
    every = {(name, word) for name, words in nouns().items() for word in words}
    assert {name for name, word in every - tried if word not in ("list", "show", "propose")} <= {
        *UNHEARD
    }
    rows = {row_of(verb) for verb in LINES}
    acts = {act: row for act, row in ACTS.items() if not act.startswith(ON_HUB)}
    assert not [act for act, row in acts.items() if tuple(row.split()) not in rows]
