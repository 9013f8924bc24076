"""The page as a file: of chosen memories it tells nothing of any other, or of whose it is."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memento_cli import Draft, Memory, Store, Tags, edit, init, record, reinforce
from memento_cli.core.memory.memory import Link
from memento_cli.web.frozen import frozen_parts, frozen_store
from memento_cli.web.looking import Looking

NOW = datetime(2026, 11, 29, 9, tzinfo=UTC)
PUBLIC = Tags(("open",), ("ctx://person/mei",))
HIDDEN = Tags(("open", "unseentopic"), ("ctx://person/unseenperson",))
OTHERS = ("unseen", "owner", "folder", "reason", "earlier")
"""What stands in the store, and in no memory that is chosen."""


@pytest.fixture
def looking(tmp_path: Path) -> Looking:
    """A look at a store of one open memory of Mei's and of others that are linked with it."""
    root = tmp_path / "folder"
    init(str(root), person="ctx://person/owner")
    store, at = Store(str(root), lambda *_: None), NOW - timedelta(days=9)
    one = record(store, Draft("earlier words", "mei", tags=PUBLIC), at)[0]
    for rel in ("supersedes", "contradicts", "derived_from"):
        draft = Draft(f"unseen {rel}", tags=HIDDEN, links=(Link(rel, one.id),), project="unseen")
        record(store, draft, at + timedelta(days=1))
    edit(store, one.id, {"memory.content.summary": "The bank is open"}, at, "reason")
    reinforce(store, one.id, NOW - timedelta(days=2), "reason")
    return Looking(store, NOW, UTC)


def page_of(looking: Looking, chosen: Iterable[Memory]) -> str:
    """The page of these memories alone."""
    return "".join(frozen_parts(looking, chosen, whole=False)).partition('id="documents">')[2]


def test_a_page_of_chosen_memories_tells_of_no_others(looking: Looking) -> None:
    """Neither what is linked with a memory, replaces or contradicts it, nor what it said before,
    why it was changed, whose the store is, or where it lies is in a page of that memory."""
    every = [looking.store.memories.read(id).value for id in looking.store.memories.ids()]
    text = page_of(looking, [one for one in every if "bank" in one.content.summary])
    assert "The bank is open" in text and "mei" in text
    assert [word for word in OTHERS if word in text.partition("<script>")[0]] == []


@pytest.mark.parametrize("name", ["javascript:x", "a\\u0000b", "n" * 400])
def test_a_page_of_a_whole_store_has_people_whom_nobody_could_name(
    looking: Looking, name: str
) -> None:
    """Who has a name that only a file can give them stands in the page as everybody does."""
    body = f'[state]\nid = "odd"\nkind = "task"\nperson = "{name}"\nbody = "wash"\n'
    body += 'created = "2026-11-01T00:00:00Z"\n[state.payload]\nstatus = "open"\n'
    folder = Path(looking.store.root, "states")
    folder.mkdir(exist_ok=True)
    (folder / "odd.toml").write_text(body)
    text = "".join(frozen_store(looking)).partition('id="documents">')[2]
    documents = json.loads(text.partition("</script>")[0])
    shown = documents["people"]["people"][-1]["name"]
    assert [one["text"] for one in documents["person"][shown]["states"]] == ["wash"]


def test_a_page_of_a_whole_store_tells_of_no_reasons(looking: Looking) -> None:
    """Of a whole store it has all memories, but not who changed them, why, and what they said
    before, nor where the store lies."""
    text = "".join(frozen_store(looking)).partition('id="documents">')[2].partition("<script>")[0]
    assert "unseen derived_from" in text
    machine, folder = looking.store.writer()[0], str(Path(looking.store.root).parent)
    for word in ("reason", "earlier", folder, machine):
        assert word not in text
