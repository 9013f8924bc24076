"""Sessions: what is at hand, until it becomes a memory."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from memento_cli import Draft, MementoError, Store, recall, record, undo
from memento_cli.actions.redaction.erase import erase
from memento_cli.actions.sessions import snapshots
from memento_cli.actions.sessions.sessions import (
    NewItem,
    add_item,
    add_items,
    end_session,
    open_session,
    session,
    sessions,
    start_session,
    summarize,
)
from memento_cli.actions.tidy.run import run_tidy
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.recall.query import Query
from memento_cli.core.security.trust import TRUST
from memento_cli.core.sessions.sessions import query_of, snapshot_draft, sources_of
from memento_cli.core.text.digest import digest
from memento_cli.errors import (
    Ambiguous,
    BadId,
    BadValue,
    Conflict,
    Failed,
    NotFound,
    Refused,
    SecretFound,
)
from tests.store.helpers import DAY, NOW, new_store

TOKEN = "ghp_" + "Zk3qT9vW1xLr8BnYc5Mj7HdGf2PsQa4Eu6Ri"
NOWHERE = NewItem("x", refs=("no",))
SAID = ("The login of the shop broke.", "Which token?", "The new one: it has no PKCE.")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """An empty store."""
    return new_store(tmp_path / "s")


def act(store: Store, days: float = 0, *, allow: bool = False) -> Provenance:
    """Somebody acts so many days from now."""
    return Provenance(store.signed(NOW + days * DAY, "test"), allow_secret=allow)


def started(store: Store, id: str = "one", title: str = "", budget: int = 4000) -> str:
    """A session that was started now."""
    return start_session(store, act(store), title, id=id, token_budget=budget).id


def talk(store: Store, id: str, days: float = 0) -> None:
    """Somebody says three things, a second apart."""
    for place, text in enumerate(SAID):
        role = ("user", "assistant")[place % 2]
        add_item(store, id, NewItem(text, role), act(store, days + place / 86400))


def memories(store: Store) -> list[str]:
    """What all memories say, by id."""
    return [store.memories.read(id).value.content.detail for id in sorted(store.memories.ids())]


def said_in(store: Store, id: str) -> list[str]:
    """What the items of a session say."""
    return [item.text for item in session(store, id).in_order]


def test_a_session_keeps_what_is_added(store: Store) -> None:
    """Its items stand in their order, with their tokens, and each one renews its time."""
    id = started(store, title="Login", budget=100)
    talk(store, id, 1)
    found = session(store, id)
    assert [item.text for item in found.items] == list(SAID)
    assert [item.role for item in found.items] == ["user", "assistant", "user"]
    assert found.tokens == 7 + 3 + 7
    assert found.expires == found.items[-1].at + 2 * DAY
    assert sessions(store) == [found] == [open_session(store, NOW)]


def test_equal_items_are_two(store: Store) -> None:
    """What is said twice at one moment stands there twice."""
    id = started(store)
    add_items(store, id, [NewItem("ok"), NewItem("ok")], act(store))
    add_item(store, id, NewItem("ok"), act(store))
    assert said_in(store, id) == ["ok", "ok", "ok"]


def test_over_its_budget_it_becomes_a_memory(store: Store) -> None:
    """Nothing is lost: the memory has each item word for word, the session a summary of them."""
    mine = {"project": "shop", "agent": "bot"}
    id = start_session(store, act(store), "Login", id="one", token_budget=12, **mine).id
    talk(store, id)
    (memory,) = (store.memories.read(one).value for one in store.memories.ids())
    assert all(text in memory.content.detail for text in SAID)
    assert (memory.kind, memory.session, memory.project, memory.agent) == (
        "episodic", "one", "shop", "bot",
    )  # fmt: skip
    assert memory.content.summary == f"Login: {' '.join(SAID)}"
    assert memory.more["memory.origin.trust"] == "agent"
    now = session(store, id)
    assert now.items == () and now.snapshots == (memory.id,)
    assert now.summary == "\n".join(SAID)
    assert [one.memory.id for one in recall(store, Query(words=("PKCE",)), NOW).hits] == [memory.id]


def test_a_long_one_has_a_digest_with_numbers(store: Store) -> None:
    """Its detail begins with the sentences that cover most, each with the number of its item."""
    id = started(store)
    add_items(
        store, id, [NewItem(f"Guest {n} ate soup{n} in room{n}.") for n in range(90)], act(store)
    )
    made = end_session(store, id, act(store))
    assert made is not None
    head, _, whole = made.memory.content.detail.partition("\n\n(word for word)\n")
    for line in head.splitlines():
        text, _, number = line.rpartition(" [")
        assert f"[{number.rstrip(']')}] 2025" in whole and text in whole
    assert len(whole.splitlines()) == 90


def test_the_end_leaves_a_memory_or_nothing(store: Store) -> None:
    """What was said becomes a memory; of an empty session nothing stays."""
    empty, full = started(store, "empty"), started(store, "full")
    talk(store, full)
    assert end_session(store, empty, act(store)) is None
    assert end_session(store, full, act(store)) is not None
    assert sessions(store) == [] and len(memories(store)) == 1


def test_one_undo_takes_a_snapshot_back(store: Store) -> None:
    """The items are in the session again and the memory is not; undone again, it is as it was."""
    id = started(store)
    talk(store, id)
    for finish in (summarize, end_session):
        before = session(store, id)
        made = finish(store, id, act(store, 1))
        assert made is not None
        undone = undo(store, None, NOW + DAY)
        assert session(store, id) == before
        assert made.memory.id not in store.memories
        undo(store, undone.batch, NOW + DAY)
        assert made.memory.id in store.memories
        undo(store, None, NOW + DAY) if finish is summarize else None
        assert (id in [one.id for one in sessions(store)]) == (finish is summarize)


def test_it_is_linked_to_what_it_came_from(store: Store) -> None:
    """A snapshot leads to the memories of its items and to the one before it."""
    old = record(store, Draft("PKCE"), NOW).memory.id
    id = started(store)
    add_item(store, id, NewItem("As before", refs=(old,)), act(store))
    first = summarize(store, id, act(store))
    add_item(store, id, NewItem("And on"), act(store))
    second = summarize(store, id, act(store))
    assert first and [link.target for link in first.memory.links] == [old]
    assert second and [link.target for link in second.memory.links] == [first.memory.id]


def test_its_time_ends(store: Store) -> None:
    """A night ends what is over, and tells so; a dry one only tells; others stay."""
    old, idle, young = started(store, "old"), started(store, "idle"), started(store, "young")
    talk(store, old)
    talk(store, young, 1.9)
    assert run_tidy(store, NOW + 3 * DAY, dry=True).sessions == (idle, old)
    assert len(sessions(store)) == 3
    assert run_tidy(store, NOW + 3 * DAY).sessions == (idle, old)
    assert [one.id for one in sessions(store)] == [young]
    assert len(memories(store)) == 1


def test_what_is_added_too_late_comes_after_a_snapshot(store: Store) -> None:
    """An item for a session whose time was over finds it emptied, with a summary."""
    id = started(store)
    talk(store, id)
    add_item(store, id, NewItem("Back again"), act(store, 5))
    assert said_in(store, id) == ["Back again"]
    assert len(memories(store)) == 1


@pytest.mark.parametrize("where", ["create", "append"])
def test_a_kill_loses_and_doubles_nothing(
    store: Store, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after the memory's file, or after the session's, all is there once in the end."""
    id = started(store)
    talk(store, id)
    if os.fork() == 0:
        place = store.memories if where == "create" else store.journal
        real = getattr(place, where)

        def last(*given: object) -> None:
            real(*given) if where == "create" else None
            os._exit(0)

        monkeypatch.setattr(place, where, last)
        end_session(store, id, act(store, 1))
    os.wait()
    if where == "create":
        assert said_in(store, id) == list(SAID)
        add_item(store, id, NewItem("More"), act(store, 1))
        end_session(store, id, act(store, 1))
    assert sessions(store) == [] and len(memories(store)) == 1
    assert all(text in memories(store)[0] for text in SAID)


def test_an_error_leaves_all_as_it_was(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its journal lines there is no snapshot."""
    id = started(store)
    talk(store, id)
    before = session(store, id)

    def fail(*_: object) -> None:
        raise Failed("no")

    monkeypatch.setattr(snapshots, "entry_about", fail)
    with pytest.raises(Failed):
        end_session(store, id, act(store))
    assert session(store, id) == before and memories(store) == []


@pytest.mark.parametrize(
    ("do", "error"),
    [  # each is done to an empty store
        (lambda store: add_item(store, "none", NewItem("x"), act(store)), NotFound),
        (lambda store: add_item(store, started(store), NewItem(" \n"), act(store)), BadValue),
        (lambda store: add_item(store, started(store), NewItem("x" * 10**6), act(store)), BadValue),
        (lambda store: add_item(store, started(store), NewItem(TOKEN), act(store)), SecretFound),
        (lambda store: add_item(store, started(store), NOWHERE, act(store)), NotFound),
        (lambda store: start_session(store, act(store), TOKEN), SecretFound),
        (lambda store: start_session(store, act(store), id="../x"), BadId),
        (lambda store: start_session(store, act(store), token_budget=0), BadValue),
        (lambda store: [started(store), started(store)], Conflict),
        (lambda store: open_session(store, NOW), NotFound),
        (lambda store: [started(store), started(store, "b"), open_session(store, NOW)], Ambiguous),
    ],
)  # fmt: skip
def test_what_cannot_be(
    store: Store, do: Callable[[Store], object], error: type[MementoError]
) -> None:
    """What is no session, no text or no name is an error, and nothing is added."""
    with pytest.raises(error):
        do(store)
    assert all(not one.items for one in sessions(store))


def test_a_secret_that_was_allowed_stays_so(store: Store) -> None:
    """Somebody allowed it in the session, so the memory may have it, and says so."""
    id = started(store)
    add_item(store, id, NewItem(f"Use {TOKEN}"), act(store, allow=True))
    made = end_session(store, id, act(store))
    assert made and TOKEN in made.memory.content.detail


def test_the_query_of_a_session(store: Store) -> None:
    """The message as it is, then the words of the task and of what went before."""
    id = started(store, title="Fix the login: now")
    talk(store, id)
    summarize(store, id, act(store))
    query = query_of(session(store, id), "why? -shop")
    assert query.startswith("why? -shop Fix login")
    assert "PKCE" in query and ":" not in query


def test_a_huge_item_is_kept(store: Store) -> None:
    """One item far over the budget is a memory at once, whole."""
    id = started(store)
    text = "".join(f'{n}: "a\\b"\n' for n in range(20_000))
    assert len(add_item(store, id, NewItem(text), act(store))) == 1
    assert text.strip() in memories(store)[0].replace("\n    ", "\n")


def test_an_erased_memory_takes_its_session_along(store: Store) -> None:
    """Once the session has ended: its words are in no file and no log any more."""
    id = started(store)
    talk(store, id)
    made = summarize(store, id, act(store))
    assert made
    with pytest.raises(Refused, match="goes on"):
        erase(store, [made.memory.id], NOW + DAY)
    end_session(store, id, act(store))
    assert erase(store, [made.memory.id], NOW + DAY).ids == (made.memory.id, f"sessions/{id}")
    places = (path for path in Path(store.root).rglob("*") if path.is_file())
    assert not [path for path in places if b"PKCE" in path.read_bytes()]


def test_a_programs_summary_is_that_of_the_memory(store: Store) -> None:
    """Its first sentence is the summary line, after the title, and an agent's word."""
    id = started(store, title="Login")
    for text in SAID:
        add_item(store, id, NewItem(text), act(store))
    one = session(store, id)
    wrote = "PKCE was missing. It is mended."
    draft = snapshot_draft(one, digest(sources_of(one), 5), wrote)
    assert draft.summary == "Login: PKCE was missing." and wrote in draft.detail
    assert draft.more[TRUST] == "agent"
