"""What the page for operators says can be typed as it stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import PurePosixPath

from memento_cli import Store
from memento_cli.cli.reference.chapters import chapter
from tests.conftest import Ran

PAGE = chapter("serving")[1]
UNIT = re.compile(r"^(?:# |`)(?:~|/)\S+/([\w-]+\.(?:service|timer))", re.MULTILINE)
ACT = re.compile(r"memento .*\b(agent token|forget|tidy|log|doctor)\b")


def test_the_servers_unit_is_not_that_of_the_night(store: Store, call: Callable[..., Ran]) -> None:
    """Who puts both into one folder loses neither, and the page starts and reads the server's."""
    nightly = UNIT.findall(call("tidy", "cron", "--systemd").stdout)
    (server,) = UNIT.findall(PAGE)
    assert len(nightly) == 2 and server not in nightly
    name = PurePosixPath(server).stem
    for act in ("systemctl enable --now", "journalctl -u", "systemctl restart"):
        assert f"`{act} {name}`" in PAGE
    assert f"`systemctl enable --now {nightly[1]}`" in PAGE


def test_each_command_on_the_page_names_the_store() -> None:
    """None acts on the store of whoever types it, whose tokens are others."""
    typed = re.findall(r"^ {4}(.*memento .*)$", PAGE, re.MULTILINE) + re.findall(r"`([^`]*)`", PAGE)
    acts = [line for line in typed if ACT.search(line)]
    assert len(acts) >= 8
    named = re.compile(r"--store (/srv/memory|REPLICA) ")
    assert [line for line in acts if not named.search(line)] == []
