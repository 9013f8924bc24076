"""A hub of several servers: which writes, which follow, how far behind, and what is missing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

from tests.conftest import Ran
from tests.hub.servers import TEMPLATE, cluster, programs_18, server_of

FOUND = 4


def test_a_synchronous_standby_is_seen_and_missed(
    shared: Path, short: str, call: Callable[..., Ran]
) -> None:
    """While it follows, all is well; once it is gone, code 4 tells that writers wait. Of two that
    both take writes it is told, too."""
    programs = programs_18(shared)
    places = [os.path.join(short, name) for name in ("a", "b")]
    primary = server_of(programs, cluster(shared, programs, "v18"), places[0])
    standby = primary.standby(places[1])
    try:
        hosts = ",".join(places)
        both = f"postgresql://postgres@/{TEMPLATE}?host={hosts}&port=5432"
        status = ("store", "hub", "status")
        done = call(*status, both, "--json")
        told = json.loads(done.stdout)
        assert (done.code, told["problems"]) == (0, [])
        assert [one["sync"] for one in told["standbys"]] == ["sync"]
        assert [node["is_standby"] for node in told["nodes"]] == [False, True]
        shown = call(*status, both).stdout
        assert "streaming, synchronous, " in shown and "commits  wait for *" in shown
        alone = call(*status, standby.url(TEMPLATE))
        assert alone.code == 0 and ", a standby" in alone.stdout
        standby.kill()
        missed = call(*status, both)
        assert missed.code == FOUND
        assert "no synchronous standby is there" in missed.stderr
        assert f"{places[1]}:5432 does not answer" in missed.stderr
        standby.start().promote()
        assert "both take writes" in call(*status, both).stderr
    finally:
        standby.kill()
        primary.kill()
