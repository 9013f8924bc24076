"""The completions: current, and right in the real shells, where nothing in a store acts."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Store
from memento_cli.cli.command_line.options import EXPORTS, PICTURES, TOOL_FORMS
from memento_cli.cli.command_line.surface import NAMES
from memento_cli.cli.commands.help.completion import FILES, FOLDER, SHELLS, script
from memento_cli.cli.input.offered import PLACES, is_plain
from memento_cli.cli.output.out import FORMATS
from memento_cli.cli.reference import generate
from memento_cli.cli.reference.topics import TOPICS
from memento_cli.core.recall.query import SORTS
from tests.conftest import ROOT, Ran
from tests.starting import started

SCRIPTS = {name: ROOT / FOLDER / file for name, file in FILES.items()}
IDS = ["alex-oauth-2025-02", "alex.v2_x-2025", "viktor-lunch-2024-11"]
GONE = ["alex-old-2020-01"]
UNSAFE = ["it's", "a=b", "~root", "café", "two words", "x@y+z"]
HOSTILE = ["$(touch PWNED)", "`touch PWNED`", "a;touch PWNED", "(touch PWNED)", "*", "-rf"]
EVIL = "$(touch PWNED)"
HELD = """
state add fact 'I live in Rome'
state add task 'Call Ann' --of alex
state add task 'Call Bob'
state done alex-call-bob
fact like tea --domain food
fact set city Paris
fact set '$(touch PWNED)' x
fact set '`touch PWNED`' x
fact set -- -rf x
fact set 'two words' x
block set user_model 'Likes tea'
block set '$(touch PWNED)' x
session start Tea --id tea
graph add Ann works_at Acme
graph add Ann knows '`touch PWNED`'
graph add '$(touch PWNED)' knows Ann
kv set port 8080
kv set '$(touch PWNED)' x
kv set '`touch PWNED`' x
--now 2020-01-01 kv set past 1 --ttl 1h
"""
CALLS = ["alex-call-ann-2025-02", "alex-call-bob-2025-02"]
ROME = "alex-i-live-in-rome-2025-02"
NOUNS = {
    "state ": ["add", "close", "confirm", "done", "list", "mood", "update"],
    "state add su": ["summary"],
    "state close alex-": [*CALLS, ROME],
    "state close x alex-i": [ROME],
    "state update x alex-": [],
    "state list --kind re": ["relation"],
    "state done ": CALLS[:1],
    "log alex-": [*CALLS, "alex-facts", "alex-food-tea-8d51af64", ROME, IDS[0]],
    "fact get ": ["city"],
    "fact history ": ["city"],
    "fact set --of alex ci": ["city"],
    "fact like ": [],
    "fact like tea --domain f": ["food"],
    "block get ": ["user_model"],
    "session show ": ["tea"],
    "kv get ": ["port"],
    "kv set --ttl 2h p": ["port"],
    "kv set port ": [],
    "graph sh": ["show"],
    "graph show ": ["acme", "ann"],
    "graph path ann a": ["acme", "ann"],
    "graph add a": ["acme", "ann"],
    "graph add ann ": [],
    "graph remove ann works_at ac": ["acme"],
    "event link x cau": ["caused_by"],
    "agent feedback viktor-lunch help": ["helpful"],
    "reinforce viktor-lunch --reason x alex": IDS[:2],
}  # fmt: skip
"""What is offered after the beginning of a line, in a store that holds that."""
Complete = Callable[[str], list[str]]


def shell(name: str) -> str:
    """The shell, or a skipped test."""
    return shutil.which(name) or pytest.skip(f"{name} is not installed")


@pytest.fixture
def place(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a store of many ids, good and bad, and `memento` in $PATH."""
    for folder, ids in (("memories", IDS + UNSAFE + HOSTILE), ("archive", GONE)):
        os.makedirs(os.path.join(store.root, folder), exist_ok=True)
        for id in ids:
            Path(store.root, folder, f"{id}.toml").write_text("broken [")
    command = tmp_path / "bin" / "memento"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec {shlex.join(started())} "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(command.parent), prepend=os.pathsep)
    return tmp_path


@pytest.fixture
def held(place: Path, call: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, with what holds beside memories, good and bad, and broken files among them."""
    monkeypatch.setenv("MEMENTO_NOW", "2025-02-01")
    for line in HELD.strip().splitlines():
        assert call(*shlex.split(line)).code == 0, line
    for folder in ("states", "blocks", "kv", "graph", "sessions"):
        for name in (EVIL, "`touch PWNED`", "a\nb", "-rf"):
            (place / "store" / folder / f"{name}.toml").write_text("broken [")
    with (place / "store" / "states" / "alex-facts.toml").open("a") as facts:
        facts.write('\n[[fact."a\\nb"]]\nvalue = "x"\nrecorded = "2025-01-01"\n')
    return place


def bash(place: Path) -> Complete:
    """What bash's function offers for a line; `|` parts its words as bash does."""
    program = shell("bash")

    def complete(line: str) -> list[str]:
        words = [shlex.quote(word) for word in line.split(" ")]
        text = (
            f"set -u; source {shlex.quote(str(SCRIPTS['bash']))}\n"
            f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}\n"
            '_memento; ((${#COMPREPLY[@]})) && printf "%s\\n" "${COMPREPLY[@]}"'
        )
        done = subprocess.run(
            [program, "--norc", "--noprofile", "-c", text],
            capture_output=True, text=True, cwd=place, timeout=60, check=False,
        )  # fmt: skip
        assert not done.stderr, done.stderr
        return done.stdout.splitlines()

    return complete


def fish(place: Path) -> Complete:
    """What fish offers for a line, without the descriptions."""
    program = shell("fish")

    def complete(line: str) -> list[str]:
        text = f"source {SCRIPTS['fish']}; complete -C {shlex.quote(line)}"
        done = subprocess.run(
            [program, "--no-config", "-c", text],
            capture_output=True, text=True, cwd=place, timeout=60, check=False,
        )  # fmt: skip
        assert not done.stderr, done.stderr
        return [row.partition("\t")[0] for row in done.stdout.splitlines()]

    return complete


ONE_SHOT = {"bash": bash, "fish": fish}  # a shell for each line


def zsh(place: Path, closing: ExitStack) -> Complete:
    """What a stock zsh on a terminal lists for a line, after compinit; one zsh for all lines."""
    pexpect = pytest.importorskip("pexpect")
    program = shell("zsh")
    start = (
        "PROMPT='@@ '; unset zle_bracketed_paste; unsetopt prompt_sp prompt_cr beep; LISTMAX=0\n"
        f"fpath=({shlex.quote(str(SCRIPTS['zsh'].parent))} $fpath)\n"
        "autoload -U compinit && compinit -u -D\n"
        "bindkey '^I' list-choices; print rea''dy\n"
    )

    @cache
    def begun() -> Any:
        env = {**os.environ, "TERM": "dumb", "ZDOTDIR": str(place)}
        child = pexpect.spawn(
            program, ["-f"], env=env, cwd=str(place), encoding="utf-8", dimensions=(80, 250)
        )
        closing.callback(child.close, force=True)
        child.sendline(start)
        child.expect("ready\r\n", timeout=60)
        return child

    def complete(line: str) -> list[str]:
        child = begun()
        child.send(line + "\t\x15print do''ne\r")
        child.expect("done\r\n", timeout=60)
        answer = child.before.partition("@@ " + line)[2].partition("print do''ne")[0]
        rows = [row.strip() for row in answer.partition("\r\r\n")[2].split("\n")]
        plain = [row.partition(" -- ")[0] for row in rows if "@@" not in row]
        return [word for row in plain for word in row.split()]

    return complete


@pytest.fixture(params=SHELLS)
def complete(request: pytest.FixtureRequest, place: Path) -> Iterator[Complete]:
    """The three shells, in turn."""
    with ExitStack() as closing:
        yield zsh(place, closing) if request.param == "zsh" else ONE_SHOT[request.param](place)


@pytest.mark.parametrize("name", SHELLS)
def test_the_committed_scripts_are_current(name: str) -> None:
    """`python -m memento_cli.cli.reference.generate` changes nothing."""
    assert SCRIPTS[name].read_text() == generate.SCRIPTS[name]() == script(name)


@pytest.mark.parametrize("name", SHELLS)
def test_the_scripts_are_right_for_their_shell(name: str) -> None:
    """Each shell parses its script without a complaint."""
    done = subprocess.run([shell(name), "-n", str(SCRIPTS[name])], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_commands_are_completed(complete: Complete) -> None:
    """All commands are offered, and those that begin with what is typed."""
    names = {path.split()[0] for path in NAMES}
    assert names <= set(complete("memento "))
    assert sorted(complete("memento re")) == sorted(n for n in NAMES if n.startswith("re"))


def test_commands_come_in_the_order_of_the_profile(complete: Complete) -> None:
    """What the first page of the store's profile shows comes first."""
    assert complete("memento ")[:2] == ["record", "recall"]
    settings = Path(os.environ["MEMENTO_STORE"]) / "memento.toml"
    settings.write_text(settings.read_text().replace('"half-life"', '"agent"'))
    assert complete("memento ")[0] == "context"


def test_options_are_completed(complete: Complete) -> None:
    """A command's options are offered, and those of every command."""
    found = complete("memento prune --")
    assert {"--below", "--dry-run", "--yes", "--store", "--format"} <= set(found)
    assert "--explain" not in found and "--version" not in found
    assert {"--topic", "--since", "--explain"} <= set(complete("memento recall --"))


def test_values_of_options_are_completed(complete: Complete) -> None:
    """What an option can be is offered, after a blank."""
    assert sorted(complete("memento --format ")) == sorted(FORMATS)
    assert sorted(complete("memento list --sort ")) == sorted(SORTS)
    assert complete("memento record x --kind ep") == ["episodic"]
    assert sorted(complete("memento record x -s ")) == ["high", "low", "medium"]
    assert sorted(complete("memento import --from mem")) == ["mem0"]
    assert sorted(complete("memento agent call rec")) == ["recall"]


def test_formats_are_those_of_the_command(complete: Complete) -> None:
    """A command with forms of its own offers these, and no others."""
    assert sorted(complete("memento agent tools --format ")) == sorted(TOOL_FORMS)
    assert sorted(complete("memento export --format ")) == sorted(EXPORTS)
    assert sorted(complete("memento graph list --format ")) == sorted((*FORMATS, *PICTURES))
    assert sorted(complete("memento list --format ")) == sorted(FORMATS)


def test_words_are_completed(complete: Complete) -> None:
    """Topics of the manual, shells and kinds of schema are offered."""
    assert set(TOPICS) <= set(complete("memento help "))
    assert sorted(complete("memento config completion ")) == sorted((*SHELLS, "install"))


def test_ids_are_completed(complete: Complete, place: Path) -> None:
    """Ids are offered where an id belongs, those of plain signs only, and nothing runs."""
    for line in ("memento show ", "memento reinforce ", "memento recall --why-not "):
        assert sorted(complete(line)) == IDS
    assert sorted(complete("memento show alex")) == IDS[:2]
    assert not list(place.rglob("PWNED"))


def test_archived_ids_are_completed_for_restore(complete: Complete) -> None:
    """`restore` offers what is in the archive, and only that."""
    found = complete("memento restore ")
    assert found == GONE


def test_nouns_are_completed(complete: Complete, held: Path) -> None:
    """A verb, then what that takes, and nothing that has expired, is hashed or could run."""
    assert {line: sorted(complete(f"memento {line}")) for line in NOUNS} == NOUNS
    assert not list(held.rglob("PWNED"))


def test_the_named_store_is_asked(
    complete: Complete, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """--store on the line is the store whose ids are offered."""
    monkeypatch.delenv("MEMENTO_STORE")
    (place / "other").symlink_to(place / "store")
    assert sorted(complete(f"memento --store {place}/other show a")) == IDS[:2]


def test_nothing_is_said_where_there_is_no_store(
    complete: Complete, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a store, ids complete to nothing, without a message."""
    monkeypatch.setenv("MEMENTO_STORE", "/nowhere")
    assert complete("memento show ") == []


def test_bash_completes_after_an_equals_sign(place: Path) -> None:
    """bash parts words at `=`; values are found all the same."""
    complete = bash(place)
    assert complete("memento list --format = j") == ["json"]
    assert complete("memento list --format =") == list(FORMATS)


def test_zsh_script_can_be_sourced(place: Path) -> None:
    """`source <(memento config completion zsh)` after compinit registers the completion, too."""
    text = f"autoload -U compinit; compinit -u -D; source {SCRIPTS['zsh']}; print $_comps[memento]"
    done = subprocess.run(
        [shell("zsh"), "-f", "-c", text], capture_output=True, text=True, cwd=place, check=False
    )
    assert done.stdout == "_memento\n" and not done.stderr


def test_ids_are_printed_quietly(call: Callable[..., Ran], place: Path) -> None:
    """`_complete` prints ids of plain signs, and no more, whatever is wrong."""
    assert call("_complete").stdout.splitlines() == IDS
    assert call("_complete", "vik").stdout.splitlines() == IDS[2:]
    assert call("_complete", "--archived").stdout.splitlines() == GONE
    assert call("--store", "/nowhere", "_complete") == Ran(0, "", "")
    settings = place / "store" / "memento.toml"
    settings.write_text(settings.read_text() + "\nmood = 1\n")
    assert call("_complete", "vik") == Ran(0, f"{IDS[2]}\n", "")
    settings.write_text("broken [")
    assert call("_complete", "vik") == Ran(0, f"{IDS[2]}\n", "")


@pytest.mark.parametrize("place_asked", PLACES)
def test_names_are_printed_quietly(call: Callable[..., Ran], held: Path, place_asked: str) -> None:
    """`_complete --in` prints plain names, nothing where there is none, and no message."""
    done = call("_complete", "--in", place_asked)
    assert done.code == 0 and not done.stderr
    assert all(map(is_plain, done.stdout.splitlines()))
    assert call("_complete", "--in", place_asked, "--", "-") == Ran(0, "", "")
    assert call("--store", "/nowhere", "_complete", "--in", place_asked).stdout == ""
    shutil.rmtree(held / "store" / "states")
    (held / "store" / "states").symlink_to(held)
    assert call("_complete", "--in", "states") == Ran(0, "", "")


def test_a_shell_must_be_named(call: Callable[..., Ran]) -> None:
    """Without a shell, or with one that is not known, the three are named."""
    for args in ((), ("tcsh",)):
        done = call("config", "completion", *args)
        assert done.code == 2 and all(shell in done.stderr for shell in SHELLS)
