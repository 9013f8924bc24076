"""The programs of hosts themselves, with a stand-in for their models: what a model reads of
memento, and that the manual's table of hosts is true.

$MEMENTO_BENCH_HOSTS names a folder with their packages (`npm install --prefix FOLDER $(python -m
tests.bench.hosts.programs)`); `.ci/run` makes one with those that are run here.
"""

from __future__ import annotations

import json
import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memento_cli import Draft, Store, Tags, record
from memento_cli.cli.hosts.host_facts import FACTS
from memento_cli.core.context.fence import fenced
from memento_cli.core.memory.refs import person_ref
from tests.bench.hosts.dialects import DIALECTS, Dialect
from tests.bench.hosts.known import CALLS, MEMORIES, PROJECT, outside, reached
from tests.bench.hosts.probing import facts_seen, unlike
from tests.bench.hosts.programs import PROGRAMS, STEADY, VARIABLE, packages, program_of
from tests.bench.hosts.stand_in import LAST_WORDS, Asked, stand_in
from tests.conftest import ROOT
from tests.starting import started

SLOWER = ("gemini", "copilot")
RUN = (*STEADY, *(pytest.param(host, marks=pytest.mark.longer) for host in SLOWER))
NONCE = "0123456789abcdef"
NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def installed(host: str) -> str:
    """The program of a host; the test is skipped where it is not installed."""
    program = program_of(host, os.environ) if VARIABLE in os.environ else None
    if program is None:
        pytest.skip(f"{PROGRAMS[host].package} is not installed (${VARIABLE} names its folder)")
    return program


@pytest.fixture
def known(store: Store) -> Store:
    """A store with the memories whose words are known."""
    for text, topic, person in MEMORIES:
        tags = Tags((topic,), (person_ref(person),))
        record(store, Draft(text, "alex", tags=tags, project=PROJECT), NOW)
    return store


@pytest.mark.parametrize("host", RUN)
def test_a_model_reads_the_store_inside_the_fence(host: str, known: Store, tmp_path: Path) -> None:
    """With what `agent setup` prints, the host calls the tools for its model, which reads every
    word of the memories inside a fence, none outside of it, and their ids."""
    server = [*started(), "--store", known.root, "agent", "mcp"]
    ids = sorted(known.memories.ids())
    seen = reached(host, installed(host), str(tmp_path / "home"), server, ids)
    assert (seen.words, seen.outside, seen.ids) == (1.0, [], len(ids))
    assert seen.fences == len(CALLS), "each answer is read once"


@pytest.mark.parametrize("host", RUN)
def test_the_table_of_hosts_is_true(host: str, tmp_path: Path) -> None:
    """What the manual says of a host is what it does."""
    program = installed(host)
    assert not unlike(facts_seen(host, program, str(tmp_path / "home")), FACTS[host])
    told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    assert FACTS[host].version in told.stdout, "measured with another version"


def test_a_word_outside_the_fence_is_seen() -> None:
    """Between two fences, before them, and in JSON: what is measured here would be noticed."""
    text = f"quillon\n{fenced('zanzibar', NONCE)}\nvermilion\n{fenced('xanthippe', NONCE)}"
    assert outside(text) == ["quillon", "vermilion"]
    assert outside(json.dumps({"text": text, "project": PROJECT})) == [
        "quillon", "vermilion", PROJECT,
    ]  # fmt: skip


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_an_unknown_request_is_answered_by_words(dialect: Dialect) -> None:
    """What offers no tool of the server, such as a question for a title, gets no call."""
    with stand_in(CALLS) as model:
        assert model.reply(Asked(dialect, {})) == dialect.say(LAST_WORDS)
        assert not model.answers


def test_every_program_has_a_row_in_the_table() -> None:
    """No host stands in the manual's table that is not run, and none is run that is not there."""
    assert {*PROGRAMS} == {*FACTS}


def test_what_is_installed_is_what_was_measured() -> None:
    """`.ci/run` installs the hosts that are run here, in the versions of the table."""
    script = (ROOT / ".ci/run").read_text()
    assert all(package in script for package in packages((*STEADY, *SLOWER)))
