"""What a host does with an answer whose `content` and `structuredContent` differ, and with all else
that a server may offer: one run with the probe as its server, read from both sides."""

from __future__ import annotations

import json
import os
import re
import sys
from typing import TYPE_CHECKING, Any

from memento_cli.cli.hosts.host_facts import BOTH, CONTENT, STRUCTURED, Facts
from memento_cli.errors import Failed
from tests.bench.hosts import probe_server
from tests.bench.hosts.dialects import SEARCHED
from tests.bench.hosts.programs import ran
from tests.bench.hosts.stand_in import stand_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.bench.hosts.stand_in import StandIn

CALLS = ("both", "long", "ask", "grow", "grown")
LINE = re.compile(r"w\d{5} and so on")
RESOURCES = re.compile("read_?mcp_?resource", re.I)
MOST_OFF = 1000
"""So many characters of a long answer differ with the length of a path, and more."""
NOT_SEEN = ("version", "rest")
READ = {(True, False): CONTENT, (False, True): STRUCTURED, (True, True): BOTH}


def facts_seen(name: str, program: str, home: str) -> Facts:
    """What a host is seen to do, in the form of the manual's table; the version and what becomes of
    a long answer's rest are not looked at. Failed if its model got no answer of a tool."""
    os.makedirs(home)
    log = os.path.join(home, "probe.jsonl")
    server = [sys.executable, os.path.abspath(probe_server.__file__), log]
    with stand_in([(call, {}) for call in CALLS]) as model:
        done = ran(name, program, home, model.url, server)
    if len(model.answers) < len(CALLS) - 1:
        raise Failed(f"{name} ended with {done.code}, and asked too little: {done.printed[-300:]}")
    return _facts(model, _logged(log))


def unlike(seen: Facts, known: Facts) -> list[str]:
    """What of a host is not as the table has it."""
    return [
        f"{field}: {one}, not {other}"
        for field, one, other in zip(seen._fields, seen, known, strict=True)
        if one != other
        and field not in NOT_SEEN
        and not (field == "signs" and abs(seen.signs - known.signs) <= MOST_OFF)
    ]


def _facts(model: StandIn, log: Sequence[dict[str, Any]]) -> Facts:
    text = "\n".join(asked.text for asked in model.asked)
    methods = [message.get("method") for message in log]
    begun = next(message for message in log if message.get("method") == "initialize")
    first, long = model.answers[:2]
    return Facts(
        "",
        READ.get((probe_server.CONTENT in first, probe_server.STRUCTURED in first), ""),
        sum(len(line) + 1 for line in LINE.findall(long)),
        "",
        by_name=SEARCHED in text,
        instructions=probe_server.INSTRUCTIONS in text,
        resources=bool(RESOURCES.search(text)),
        prompts="prompts/list" in methods,
        asks="elicitation" in begun["params"]["capabilities"],
        refreshes=methods.count("tools/list") > 1,
    )


def _logged(path: str) -> list[dict[str, Any]]:
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]
