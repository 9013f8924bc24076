"""The official conformance suite's general server scenarios, against `memento agent mcp --http`.

$MEMENTO_MCP_CONFORMANCE names a folder with the suite and with a Node that is new enough for it
(`npm install --prefix FOLDER node@22 @modelcontextprotocol/conformance`); `.ci/run` makes it, and
says which versions. The other scenarios call tools, resources and prompts of their own, which only
a server that was made for them has.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from memento_cli import Store
from tests.mcp.clients import environment, listening

VARIABLE = "MEMENTO_MCP_CONFORMANCE"
SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js"
NODE = "node_modules/.bin/node"
BEARER = Path(__file__).with_name("bearer.mjs")
HANDSHAKE, MODERN = "2025-11-25", "2026-07-28"
FAILED = ("FAILURE", "WARNING")


class Scenario(NamedTuple):
    """A scenario, for one protocol; `own` are its checks that need tools made for it."""

    name: str
    version: str
    checks: int
    own: tuple[str, ...] = ()


SCENARIOS = (
    Scenario("server-initialize", HANDSHAKE, 3),
    Scenario("server-session-lifecycle", HANDSHAKE, 3),
    Scenario("ping", HANDSHAKE, 2),
    Scenario("completion-complete", HANDSHAKE, 2),
    Scenario("resources-subscribe", HANDSHAKE, 2),
    Scenario("resources-unsubscribe", HANDSHAKE, 2),
    Scenario("tools-list", HANDSHAKE, 3),
    Scenario("resources-list", HANDSHAKE, 2),
    Scenario("prompts-list", HANDSHAKE, 2),
    Scenario("server-sse-multiple-streams", HANDSHAKE, 2),
    Scenario("dns-rebinding-protection", HANDSHAKE, 2),
    Scenario(
        "server-stateless",
        MODERN,
        24,
        own=(
            "sep-2575-server-rejects-undeclared-capability",
            "sep-2575-missing-capability-http-400",
            "sep-2575-http-server-no-independent-requests-on-stream",
            "sep-2575-server-no-log-without-loglevel",
        ),
    ),
    Scenario("completion-complete", MODERN, 2),
    Scenario("tools-list", MODERN, 4),
    Scenario("resources-list", MODERN, 2),
    Scenario("prompts-list", MODERN, 2),
    Scenario("sep-2164-resource-not-found", MODERN, 4),
    Scenario("server-sse-multiple-streams", MODERN, 1),
    Scenario("caching", MODERN, 8),
    Scenario("dns-rebinding-protection", MODERN, 2),
    Scenario("http-header-validation", MODERN, 14),
    Scenario("input-required-result-unsupported-methods", MODERN, 2),
)


@pytest.fixture(scope="module")
def suite() -> list[str]:
    """The command that runs the suite, with a Node that can."""
    folder = os.environ.get(VARIABLE, "")
    node, program = Path(folder, NODE), Path(folder, SUITE)
    if not (folder and node.exists() and program.exists()):
        pytest.skip(f"the conformance suite is not installed (${VARIABLE} names its folder)")
    return [str(node), "--import", str(BEARER), str(program), "server"]


def test_every_general_scenario_passes(store: Store, suite: list[str], tmp_path: Path) -> None:
    """Each of its checks but those that need tools of its own; and as many as there should be."""
    wrong = list[str]()
    with listening(store, "--toolset", "full") as url:
        for version in (HANDSHAKE, MODERN):  # all scenarios at once, as each start takes a second
            out = tmp_path / version
            more = ["--suite", "all", "--spec-version", version, "--output-dir", str(out)]
            subprocess.run(
                [*suite, "--url", url, *more],
                env=environment(), capture_output=True, timeout=120, check=False,
            )  # fmt: skip
            mine = [scenario for scenario in SCENARIOS if scenario.version == version]
            wrong += [one for scenario in mine for one in problems(scenario, out)]
    assert not wrong


def problems(scenario: Scenario, out: Path) -> list[str]:
    """What a scenario has found, and whether it has looked as often as it should."""
    files = out.glob(f"server-{scenario.name}-20*/checks.json")
    checks = [one for file in files for one in json.loads(file.read_text())]
    failed = [one for one in checks if one["status"] in FAILED and one["id"] not in scenario.own]
    found = [f"{scenario.name}: {one['id']}: {one.get('errorMessage')}" for one in failed]
    passed = sum(one["status"] == "SUCCESS" for one in checks)
    if passed < scenario.checks:
        found.append(f"{scenario.name} ({scenario.version}): {passed} checks passed")
    return found
