"""Many syncs at once: of one clone, and of many clones of a tenant."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memento_cli.store.directory.store import Store
from tests.conftest import Ran
from tests.hub.meeting import TENANT, check_alike, clone, pair, synced
from tests.hub.tenants import Database
from tests.store.helpers import recorded

CLONES, EACH = 8, 2


def test_syncs_of_one_clone_take_turns(
    new_hub: Database, tmp_path: Path, run: Callable[..., Ran]
) -> None:
    """All of them succeed, and what there is comes and goes once."""
    one, two = pair(new_hub, tmp_path)
    for nth in range(3):
        recorded(one, f"mine {nth}")
        recorded(two, f"theirs {nth}")
    synced(two, new_hub.url())
    words = ("--store", one.root, "store", "sync", new_hub.url(), "--tenant", TENANT)
    with ThreadPoolExecutor() as pool:
        done = list(pool.map(lambda _: run(*words), range(3)))
    assert [ran.code for ran in done] == [0] * 3, done
    told = sorted(ran.stdout.partition(": ")[2].strip() for ran in done)
    assert told[1:] == ["nothing new"] * 2 and "3 files and 3 lines went" in told[0]
    check_alike(new_hub.url(), one, two)


@pytest.mark.longer
def test_clones_that_record_and_sync_at_once_end_alike(
    new_hub: Database, tmp_path: Path, run: Callable[..., Ran]
) -> None:
    """Whoever is first: each gets what all the others recorded, once."""
    one, two = pair(new_hub, tmp_path)
    stores = [one, two, *(clone(new_hub, tmp_path / f"{nth}") for nth in range(2, CLONES))]

    def live(store: Store) -> list[Ran]:
        done = []
        for nth in range(EACH):
            done.append(run("--store", store.root, "record", f"{Path(store.root).name} {nth}"))
            hub = (new_hub.url(), "--tenant", TENANT)
            done.append(run("--store", store.root, "store", "sync", *hub))
        return done

    with ThreadPoolExecutor(CLONES) as pool:
        done = [ran for each in pool.map(live, stores) for ran in each]
    assert not [ran for ran in done if ran.code]
    check_alike(new_hub.url(), *stores)
    assert len(one.memories.ids()) == CLONES * EACH
