"""What is printed for others to execute or install: no name of a path can add a line to it.

FAULTS, row U9.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import init
from memento_cli.cli.commands.help.completion import SHELLS
from memento_cli.cli.hosts.hosts import HOSTS
from tests.conftest import Ran

Call = Callable[..., Ran]
HIDING = ["a\n* * * * * touch PWNED #", "a\rb", "a\x1b[31m", "a\u2028b", "a\u202eb", "a\x85b"]
FOR_OTHERS = [
    ["tidy", "cron"],
    ["tidy", "cron", "--systemd"],
    ["tidy", "cron", "--json"],
    *(["agent", "setup", "--only", "server", "--client", host] for host in HOSTS),
    *(["agent", "setup", "--client", agent] for agent in HOSTS),
    ["store", "git"],
]


@pytest.mark.parametrize("name", HIDING, ids=ascii)
def test_fault_u9_what_others_run_names_no_path_that_hides_a_sign(
    name: str, tmp_path: Path, call: Call
) -> None:
    """Crontab, units, hosts, hooks and git's own settings: code 6, and nothing on stdout."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    place = str(tmp_path / name)
    init(place, person="alex")
    for args in FOR_OTHERS:
        told = call("--store", place, *args)
        assert (told.code, told.stdout) == (6, ""), args
        assert name not in told.stderr and "cannot be seen" in told.stderr, args
    assert not [*tmp_path.glob(".git/hooks/pre-commit")]


def test_fault_u9_init_shows_no_command_that_cannot_be_copied(tmp_path: Path, call: Call) -> None:
    """The steps that would follow cannot name such a folder, so none of them is told."""
    told = call("init", str(tmp_path / HIDING[0]), "--person", "alex")
    assert told.code == 0 and "export " not in told.stderr and "cannot be seen" in told.stderr
    assert "export " in call("init", str(tmp_path / "plain"), "--person", "alex").stderr


def test_fault_u9_completion_offers_no_name_that_acts(tmp_path: Path, call: Call) -> None:
    """The scripts are the same for every store; no hidden sign is in them, nor in a name."""
    place = str(tmp_path / HIDING[0])
    store = init(place, person="alex").store
    Path(store.memories.folder, "a\nb.toml").write_text("x = 1")
    Path(store.memories.folder, "$(touch PWNED).toml").write_text("x = 1")
    plain = [call("config", "completion", shell).stdout for shell in SHELLS]
    assert [
        call("--store", place, "config", "completion", shell).stdout for shell in SHELLS
    ] == plain
    assert not any(re.search(r"[^\S\n\t ]|[\x00-\x08\x0b-\x1f]", script) for script in plain)
    assert call("--store", place, "_complete").stdout == ""


@pytest.mark.parametrize("name", ["it's 100%", "a\\%b", 'q"$HOME`x`', "%%\\\\%'", "#;!-~"])
def test_fault_u9_cron_and_systemd_read_the_path_that_was_meant(
    name: str, tmp_path: Path, call: Call
) -> None:
    """What cron hands its shell, and what systemd starts, has the store as one word of it."""
    place = str(tmp_path / name)
    init(place, person="alex")
    line = call("--store", place, "tidy", "cron").stdout.rstrip("\n")
    words = shlex.split(as_cron_reads(line.split(" ", 5)[5]))
    assert words[1:] == ["--store", os.path.realpath(place), "tidy", "run"]
    unit = json.loads(call("--store", place, "tidy", "cron", "--systemd", "--json").stdout)["text"]
    said = re.search(r"^ExecStart=(.*)$", unit, re.M)
    assert said and as_systemd_reads(said[1])[1:] == words[1:]


def as_cron_reads(command: str) -> str:
    """The part of a crontab line that the shell gets, by the rules of Vixie's cron."""
    kept, escaped = "", False
    for sign in command:
        if escaped:
            escaped = False
            if sign == "%":
                kept = kept[:-1]
        elif sign == "\\":
            escaped = True
        elif sign == "%":
            return kept
        kept += sign
    return kept


def as_systemd_reads(command: str) -> list[str]:
    """The words of a command of a unit: quotes and C's escapes, `%%` and `$$` for one of them."""
    words = re.findall(r'"((?:[^"\\]|\\.)*)"|([^\s"\'\\]+)', command)
    plain = [re.sub(r"\\(.)", r"\1", quoted) or bare for quoted, bare in words]
    return [word.replace("%%", "%").replace("$$", "$") for word in plain]
