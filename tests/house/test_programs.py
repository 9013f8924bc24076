"""Nothing that stands in a store names a program to run, or a place to send anything to."""

from __future__ import annotations

import re

from memento_cli.store.settings.fields import SETTINGS
from tests.house.source import MODULES, PACKAGE, text_of

STARTERS = {
    "actions/checkup/installed.py",  # `crontab -l`, for doctor
    "actions/exchange/sources/git_log.py",  # only its DEVNULL
    "cli/hosts/conversation.py",  # what hosts' configurations name, if a person asks
    "cli/commands/store/bench.py",  # the bench, in a checkout
    "cli/input/editor.py",
    "cli/output/pager.py",
    "hub/trial_programs.py",  # PostgreSQL's, from a package
    "hub/trial_server.py",
    "hub/unasked.py",  # memento itself, in the background
    "named_tuple.py",  # only a constructor, compiled from the names of fields
    "store/git/git.py",
    "store/settings/programs.py",  # what the user's own configuration names
    "watch/command.py",
}
"""The modules that start programs: git, the user's editor, a command that a person has typed."""
STARTING = re.compile(
    r"^\s*(?:import|from) +(?:subprocess|pty|multiprocessing)\b|\bos\.(?:exec|spawn|system|popen)|"
    r"\bposix_spawn|\beval\(|\bexec\(",
    re.M,
)
CONNECTORS = {
    "adapters/door.py",  # only threads of asyncio
    "actions/vectors/providers/http.py",  # the server that the user's own configuration names
    "hub/connection.py",  # the hub that a person has named
    "hub/follower.py",  # only a pair of sockets, by which its threads wake each other
    "hub/encryption.py",  # what libpq makes of a hub's name; it gives up before it connects
    "mcp/serving.py",  # to answer agents, where a person has asked for that
    "tui/store_access.py",  # only threads of asyncio, and a lock of its own
}
"""The modules that open connections."""
CONNECTING = re.compile(
    r"^\s*(?:import|from) +(?:socket|ssl|asyncio(?! import to_thread\n)|http\.client|"
    r"urllib\.request|ftplib|smtplib)\b|\bpsycopg\.connect\(|\bPGconn\.connect",
    re.M,
)
PROGRAM = re.compile(r"command|program|editor|pager|hook|exec|shell|driver|url", re.I)


def test_only_these_modules_start_programs() -> None:
    """No other module can; a new one is looked at before it joins the list."""
    found = {str(path.relative_to(PACKAGE)) for path in MODULES if STARTING.search(text_of(path))}
    assert found == STARTERS


def test_only_these_modules_open_connections() -> None:
    """No other module can reach a network; a new one is looked at before it joins the list."""
    found = {str(path.relative_to(PACKAGE)) for path in MODULES if CONNECTING.search(text_of(path))}
    assert found == CONNECTORS


def test_they_ask_no_settings() -> None:
    """What they start comes from the environment, from arguments, or is git."""
    texts = {name: text_of(PACKAGE / name) for name in STARTERS}
    assert [
        name for name in texts if re.search(r"store\.settings\b(?!\.)|settings\[", texts[name])
    ] == []


def test_no_setting_is_a_program_or_a_place() -> None:
    """A setting is a number, a flag, a choice, or one of a few texts, none of which is run."""
    texts = {field.path for field in SETTINGS if field.kind == "text"}
    assert texts == {"timezone", "person", "erasure.salt"}
    assert not [field.path for field in SETTINGS if PROGRAM.search(field.path)]
