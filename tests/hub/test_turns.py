"""Syncs of one clone take turns, and acts that come fast do not start one each."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from memento_cli.hub.turns import alone, has_next
from memento_cli.hub.unasked import start_later
from tests.hub.meeting import pair
from tests.hub.servers import wait_until
from tests.hub.tenants import Database


def test_no_sync_is_started_while_one_is_about_to_begin(new_hub: Database, tmp_path: Path) -> None:
    """One that waits for its turn will push all that is written by then; one that is under way may
    have looked already, so another is started."""
    one, _ = pair(new_hub, tmp_path)
    started = tmp_path / "started"
    note = f"open({str(started)!r}, 'a').write('1')"

    def ones() -> int:
        return len(started.read_text()) if started.exists() else 0

    def act() -> None:
        start_later(one, [sys.executable, "-c", note])

    def wait() -> None:
        with alone(one):
            pass

    with alone(one):
        assert not has_next(one)
        act()
        wait_until(lambda: ones() == 1)
        waiting = threading.Thread(target=wait)
        waiting.start()
        wait_until(lambda: has_next(one))
        act()
    waiting.join()
    assert not has_next(one)
    act()
    wait_until(lambda: ones() > 1)
    assert ones() == 2
