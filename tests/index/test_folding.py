"""An index that has caught up with its logs is the one that is made anew."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.index.database.database import connect_to
from memento_cli.index.database.index import rebuild_index
from memento_cli.index.database.place import FILE, index_folder
from memento_cli.index.fading.levels import COLUMNS
from memento_cli.index.refresh.freshness import SECOND, TICK
from memento_cli.index.refresh.refresh import refresh
from tests.core.values import day, line
from tests.index.test_levels import Told, fewer, kept, tellings


def dumped(database: sqlite3.Connection) -> dict[str, list[tuple[Any, ...]]]:
    """All that an index says, without the numbers that it has for ids and fadings."""
    rows = database.execute("SELECT name FROM pragma_table_info('memory')").fetchall()
    columns = ", ".join(name for (name,) in rows if name not in ("key", "fading", "since", "until"))
    fading = COLUMNS.replace("law", "fading.law").replace("floor", "fading.floor")
    fading = fading.replace("pinned", "fading.pinned")
    columns = columns.replace("pinned", "memory.pinned").replace("floor", "memory.floor")
    columns = columns.replace("law", "memory.law")
    queries = {
        "memory": f"SELECT {columns}, since <= :now, until > :now, {fading} FROM memory"
        " JOIN fading ON fading.key = memory.fading",
        "line": "SELECT name.id, at, line.id, path, act, undoes, initial, last, count FROM line"
        " JOIN name ON name.key = line.memory JOIN log ON log.key = line.log",
        "tag": "SELECT name.id, field, value FROM tag JOIN name USING (key)",
        "link": "SELECT name.id, rel, target FROM link JOIN name USING (key)",
    }
    now = {"now": time.time_ns() // 1000}
    return {
        table: sorted(database.execute(query, now).fetchall(), key=repr)
        for table, query in queries.items()
    }


@given(
    tellings(3), st.lists(st.sampled_from(["used", "viewed", "amended", "neglected"])), st.data()
)
@fewer
def test_what_catches_up_is_what_is_made_anew(
    tmp_path_factory: pytest.TempPathFactory,
    told: list[Told],
    acts: list[str],
    data: st.DataObject,
) -> None:
    """When logs have grown, every row is as in an index that is made from nothing."""
    store, now = kept(tmp_path_factory.mktemp("s"), told), datetime.now(UTC)
    time.sleep(2 * TICK / SECOND)  # what is younger is not believed
    rebuild_index(store, always=True).close()
    at = data.draw(st.sampled_from([day(-30), day(40), now]))
    lines = [line(act, at + timedelta(hours=30 * key), key + 1) for key, act in enumerate(acts)]
    store.journal.append([one._replace(memory="m0") for one in lines])
    folder = index_folder(store.root)
    with closing(connect_to(os.path.join(folder, FILE))) as database:
        refresh(database, store, folder)
        found = dumped(database)
    with closing(rebuild_index(store, always=True)) as database:
        assert found == dumped(database)
