"""memento config: settings of a store, and completion that works in a fresh home."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli.store.directory.store import Store
from memento_cli.store.settings.settings import DEFAULTS
from tests.conftest import Ran
from tests.starting import started

Call = Callable[..., Ran]


def rows(done: Ran) -> dict[str, dict[str, object]]:
    return {row["key"]: row for row in json.loads(done.stdout)["settings"]}


def test_a_list_has_what_the_store_says_otherwise_than_its_profile(
    store: Store, call: Call
) -> None:
    """With --all it has every setting, each with its sentence, but for the salt of erasures."""
    assert rows(call("config", "list", "--json")) == {}
    assert call("config", "set", "recall.limit", "4").code == 0
    (row,) = rows(call("config", "list", "--json")).values()
    assert (row["key"], row["value"], row["default"]) == ("recall.limit", 4, 10) and row["about"]
    every = rows(call("config", "list", "--all", "--json"))
    assert {*every} == {*DEFAULTS.values} - {"erasure.salt"}
    assert all(str(row["about"]).endswith(".") for row in every.values())


def test_a_setting_is_set_and_read_by_its_key(store: Store, call: Call) -> None:
    """KEY VALUE and KEY=VALUE say the same; comments stay, and a bad value changes nothing."""
    path = Path(store.settings_file)
    path.write_text(f"# mine\n{path.read_text()}")
    assert call("config", "set", "retention.tags", "scratch", "7d").code == 0
    assert call("config", "set", "recall.limit=3", "person=ann").code == 0
    assert call("config", "get", "recall.limit").stdout == "3\n"
    assert json.loads(call("config", "get", "retention.tags", "--json").stdout)["value"] == [
        "scratch 7d"
    ]
    assert path.read_text().startswith("# mine\n")
    before = path.read_bytes()
    for words in (("recall.limit", "many"), ("recall.limt", "3"), ("recall.limit",)):
        assert call("config", "set", *words).code == 2
    assert call("config", "get", "recall.limt").code == 2
    assert "did you mean recall.limit?" in call("config", "get", "recall.limt").stderr
    assert path.read_bytes() == before


def test_an_older_name_of_a_setting_is_understood(store: Store, call: Call) -> None:
    """It is read and set under the name of today."""
    assert call("config", "set", "maintain.prune", "true").code == 0
    assert call("config", "get", "maintain.prune").stdout == "true\n"
    assert "[tidy]\n" in Path(store.settings_file).read_text()


def test_a_profile_is_shown_and_chosen(store: Store, call: Call) -> None:
    """Bare it changes nothing; -n only tells."""
    assert call("config", "profile").stdout.startswith("half-life: ")
    assert "recall.limit" in call("config", "profile", "tiers", "-n").stdout
    assert call("config", "profile").stdout.startswith("half-life: ")
    assert call("config", "profile", "tiers").code == 0
    assert call("config", "profile").stdout.startswith("tiers: ")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home that nobody has set up, with `memento` in $PATH."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "ZDOTDIR"):
        monkeypatch.delenv(name, raising=False)
    place, tools = tmp_path / "home", tmp_path / "bin"
    place.mkdir()
    tools.mkdir()
    command = tools / "memento"
    command.write_text(f'#!/bin/sh\nexec {shlex.join(started())} "$@"\n')
    command.chmod(0o755)
    monkeypatch.setenv("HOME", str(place))
    monkeypatch.setenv("PATH", str(tools), prepend=os.pathsep)
    return place


ASKING = {
    "bash": 'complete -p memento && COMP_WORDS=(memento fact se) COMP_CWORD=2 && _memento && echo '
            '"offers ${COMPREPLY[*]}"',
    "zsh": 'echo "offers ${_comps[memento]}"',
    "fish": 'echo "offers" (complete -C "memento fact se")',
}  # fmt: skip
OFFERED = {"bash": "offers set", "zsh": "offers _memento", "fish": "offers set"}


@pytest.mark.parametrize("shell", ASKING)
def test_completion_is_installed_in_a_fresh_home(
    home: Path, run: Callable[..., Ran], shell: str
) -> None:
    """A new shell of that user completes; -n writes nothing, twice is once, and no line of the
    user's own is lost."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    env = {"SHELL": f"/usr/bin/{shell}"}
    words = ("config", "completion", "install")
    told = run(*words, "-n", env=env)
    assert told.code == 0 and "would write" in told.stdout and not list(home.iterdir())
    mine = home / f".{shell}rc"
    mine.write_text("alias x=y")
    made = json.loads(run(*words, "--json", env=env).stdout)["files"]
    assert all(row["written"] and Path(row["path"]).exists() for row in made)
    again = json.loads(run(*words, "--json", env=env).stdout)["files"]
    assert again == [row | {"written": False} for row in made]
    assert mine.read_text().startswith("alias x=y")
    done = subprocess.run(
        [shell, "-i", "-c", ASKING[shell]],
        capture_output=True, text=True, cwd=home, timeout=60, check=False,
    )  # fmt: skip
    assert OFFERED[shell] in done.stdout, done


@pytest.mark.parametrize("shell", [shell for shell in ASKING if shell != "fish"])
def test_a_shell_starts_in_silence_when_its_script_is_gone(
    home: Path, run: Callable[..., Ran], shell: str
) -> None:
    """Whoever removes memento with its files gets no error in each new shell; lines that an older
    memento put there, which had no such care, give place to those of now."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    words = ("config", "completion", "install", shell)
    made = json.loads(run(*words, "--json").stdout)["files"]
    mine = home / f".{shell}rc"
    older = "# memento completion\n[[ ${BASH_COMPLETION_VERSINFO-} ]] || source /gone\n"
    mine.write_text(f"a=b\n{older}c=d\n")
    assert run(*words).code == 0
    assert "/gone" not in mine.read_text() and mine.read_text().count("# memento") == 1
    assert mine.read_text().startswith("a=b\n") and mine.read_text().endswith("\nc=d\n")
    Path(made[0]["path"]).unlink()
    done = subprocess.run(
        [shell, "-c", f"source {mine}"],
        capture_output=True, text=True, cwd=home, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done


def test_what_is_not_ours_is_left(home: Path, run: Callable[..., Ran]) -> None:
    """Somebody else's file stays, and an unknown shell is code 2."""
    path = home / ".config" / "fish" / "completions" / "memento.fish"
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    done = run("config", "completion", "install", "fish")
    assert done.code != 0 and path.read_text() == "mine"
    assert run("config", "completion", "install", env={"SHELL": "/bin/tcsh"}).code == 2


def test_scripts_of_an_older_memento_go_on_working(store: Store, call: Call) -> None:
    """They call `completion --ids`, which answers as `_complete` does; bare it names what to do."""
    call("record", "tea", "-t", "tea")
    assert call("completion", "--ids").stdout == call("_complete").stdout != ""
    assert call("completion", "--ids", "--in", "states").stdout == ""
    assert "memento config completion install" in call("completion").stderr


@pytest.mark.parametrize("act", [["get"], ["set", "--dry-run"]])
def test_a_setting_of_the_user_is_no_unknown_one(store: Store, call: Call, act: list[str]) -> None:
    """What stands in the user's own file alone is said to, with the file, and nothing similar."""
    value = ["ollama run qwen"] * (act[0] == "set")
    done = call("config", *act, "extract.command", *value)
    assert done.code == 2 and "did you mean" not in done.stderr
    assert "extract.command is a setting of yours" in done.stderr and "config.toml" in done.stderr
