"""The commands of a hub, as typed: what they answer has the fields that are checked beforehand."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from memento_cli.cli.output.answered import ACTS, fields_of
from tests.conftest import Ran
from tests.hub.servers import Server
from tests.hub.tenants import Database

COMMANDS: Sequence[tuple[str, str]] = (
    ("store hub init", "{hub}"),
    ("store hub add", "ana --tenant notes --hub {hub}"),
    ("store hub add", "postgres --tenant notes --hub {hub}"),
    ("store sync", "{hub} --tenant notes"),
    ("store sync", "-n"),
    ("store hub clone", "{hub} {folder}/clone --tenant notes"),
    ("store hub limit", "notes --lines 5k --hub {hub}"),
    ("store hub forget-clone", "{clone} --tenant notes --hub {hub}"),
    ("store hub remove", "ana --tenant notes --hub {hub}"),
    ("store hub erase", "notes --yes --hub {hub}"),
)


def answer(run: Callable[..., Ran], home: Path, words: Sequence[str]) -> dict[str, Any]:
    """What a command prints as JSON, which must do what it is asked."""
    places = {f"XDG_{name}_HOME": str(home / name) for name in ("CONFIG", "CACHE", "DATA", "STATE")}
    done = run(*words, "--json", env=places | {"HOME": str(home)})
    assert done.code == 0, (words, done.stderr)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_each_answer_has_the_fields_that_may_be_asked_for(
    server: Server, tmp_path: Path, run: Callable[..., Ran]
) -> None:
    """No more and no less, from the first command on an empty database to the last."""
    hub = Database(server, server.database("template1")).url()
    store = str(tmp_path / "store")
    answer(run, tmp_path, ["init", store])
    for command, rest in COMMANDS:
        clone = Path(store, ".memento", "clone").read_text()[:8]
        line = rest.format(hub=hub, folder=tmp_path, clone=clone).split(" ")
        found = answer(run, tmp_path, ["--store", store, *command.split(), *line])
        found.pop("schema")
        rows = next(iter(found.values()))
        told = rows[0] if len(found) == 1 and isinstance(rows, list) else found
        assert set(told) == set(fields_of(command, line) or ()), command


def test_every_act_on_a_hub_is_tried() -> None:
    """So that none can be forgotten; `try` has tests of its own, `init --print` needs no server."""
    acts = {act for act in ACTS if act.startswith(("store hub ", "store sync"))}
    assert acts - {command for command, _ in COMMANDS} <= {
        "store hub try",
        "store hub init --print",
    }
