"""What a bounded server lets nobody guess of what it hides: how much there is, and what it says."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, MCPError

from memento_cli import Draft, Store, record, write_block
from memento_cli.actions.events.feelings import feel
from memento_cli.actions.events.observe import observe
from memento_cli.actions.events.threads import add_to_thread
from memento_cli.actions.facts.preferences import Subject, set_preference
from memento_cli.actions.facts.states import StateDraft, add_state
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.feedback import feedback
from memento_cli.actions.memory.links import link
from memento_cli.actions.memory.reinforce import note_use, settle
from memento_cli.actions.sessions.sessions import NewItem, add_item, start_session
from memento_cli.core.context.fence import FENCED_PATTERN
from memento_cli.core.events.affect import Affect
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.security.scope import scope_of
from memento_cli.core.security.trust import AGENT
from memento_cli.tools.calling import call_tool
from memento_cli.tools.request_context import ServerConfig
from memento_cli.tools.thread_tools import THREAD
from memento_cli.tools.toolsets import COMPANION, FULL, REVIEW
from tests.mcp.clients import hits_in, talk, text_of, value_of

NOW = datetime.now(UTC).replace(microsecond=0)
THEN = NOW - timedelta(days=3)
WORD = "sencha"
BOUNDED: tuple[tuple[str, ...], ...] = (
    ("--scope", "project:red"),
    ("--scope", "person:alex", "--scope", "project:red"),
    ("--scope", "privacy:team"),
    ("--min-trust", "user"),
)


def kept(store: Store, words: str, *, seen: bool, at: datetime = NOW) -> str:
    """A memory that each of these servers may show, or that none may."""
    trust: dict[str, Any] = {} if seen else {"memory.origin.trust": AGENT}
    project, privacy = ("red", "team") if seen else ("blue", "private")
    draft = Draft(words, "alex", project=project, privacy=privacy, more=trust)
    return record(store, draft, at).memory.id


def act(store: Store, trust: str = "user") -> Provenance:
    """Somebody so trusted acts, with what no server of these bounds shows."""
    return Provenance(store.signed(NOW, "cli" if trust == "user" else "mcp:tests"), trust=trust)


async def _told(client: Client) -> str:
    """All that context, recall, export and the prompt tell."""
    told = [
        await client.call_tool("context", {}),
        await client.call_tool("context", {"query": WORD}),
        await client.call_tool("recall", {"query": WORD}),
        *[await client.call_tool("export", {"format": one}) for one in ("ndjson", "markdown")],
        await client.call_tool("export", {"format": "csv", "query": WORD}),
    ]
    prompt = await client.get_prompt("memory_injection", {"query": WORD})
    whole = [text_of(one) + json.dumps(one.structured_content) for one in told]
    return "\n".join([*whole, text_of(prompt)])


@pytest.mark.parametrize("bounds", BOUNDED, ids=" ".join)
def test_no_reason_of_an_act_is_told(store: Store, bounds: tuple[str, ...]) -> None:
    """A note in the log of a memory that is shown may be anybody's, and on what is hidden: an
    export of a bounded server leaves it out, and that of another one has it."""
    seen = kept(store, f"{WORD} is brewed at 70 degrees", seen=True, at=THEN)
    note_use(store, [seen], NOW, "Viktor's secret plan")
    settle(store, NOW + timedelta(days=1))

    async def work(client: Client) -> str:
        text = text_of(await client.call_tool("export", {"format": "ndjson"}))
        assert seen in text and "used" in text
        return text

    assert "secret plan" in talk(store, work, "--toolset", FULL)
    assert "secret plan" not in talk(store, work, "--toolset", FULL, *bounds)


@pytest.mark.parametrize("bounds", BOUNDED, ids=" ".join)
@pytest.mark.parametrize("rel", ["supersedes", "contradicts"])
def test_what_is_hidden_hides_nothing_and_is_not_named(
    store: Store, rel: str, bounds: tuple[str, ...]
) -> None:
    """A memory that is newer than a shown one, or against it, and out of bounds, takes it from no
    answer, adds to no count, and its id stands nowhere."""
    old = kept(store, f"{WORD} is brewed at 70 degrees", seen=True, at=THEN)
    equal = kept(store, f"{WORD} is brewed in a kyusu", seen=True)
    hidden = kept(store, f"{WORD} is brewed at 90 degrees", seen=False)
    link(store, hidden, rel, old, NOW)
    link(store, equal, "contradicts", hidden, NOW)

    async def work(client: Client) -> None:
        recalled = value_of(await client.call_tool("recall", {"query": WORD}))
        assert {*recalled["ids"]} == {old, equal}
        assert recalled["total"] == 2 and "hidden" not in recalled
        for said in ({}, {"query": WORD}):
            context = await client.call_tool("context", said)
            assert {*value_of(context)["ids"]} == {old, equal}
            assert "history" not in text_of(context) and "conflict" not in text_of(context)
        assert hidden not in await _told(client)
        one = await client.read_resource(f"memento://memory/{old}")
        assert hidden not in json.dumps([part.model_dump() for part in one.contents])

    talk(store, work, "--toolset", FULL, *bounds)


def test_what_may_be_seen_is_named_within_the_bounds(store: Store) -> None:
    """Of a chain whose end is hidden, the newest that may be shown is the current one."""
    ids = [kept(store, f"{WORD} {nth}", seen=nth < 2, at=THEN + timedelta(nth)) for nth in range(3)]
    for newer, older in ((1, 0), (2, 1)):
        link(store, ids[newer], "supersedes", ids[older], NOW)

    async def work(client: Client) -> None:
        recalled = value_of(await client.call_tool("query_memory", {"query": WORD, "deep": True}))
        assert {one["id"]: one.get("history") for one in hits_in(recalled["text"])} == {
            ids[0]: f"no longer current: {ids[1]} is",
            ids[1]: None,
        }
        assert value_of(await client.call_tool("recall", {"query": WORD}))["hidden"] == 1

    talk(store, work, "--toolset", FULL, "--scope", "project:red")


@pytest.mark.parametrize("bounds", BOUNDED, ids=" ".join)
def test_no_count_tells_of_what_is_hidden(store: Store, bounds: tuple[str, ...]) -> None:
    """A server answers the same, scores and corrections, too, whether there is more that it hides
    or not."""
    kept(store, f"{WORD} is green", seen=True)
    kept(store, "Kettles are for black tea", seen=True)
    session = start_session(store, act(store), "tea", project="red", agent="tests")
    add_item(store, session.id, NewItem(f"{WORD}, please"), act(store))

    async def work(client: Client) -> list[Any]:
        said: list[tuple[str, dict[str, Any]]] = [
            ("context", {}),
            ("context", {"query": "zebra"}),
            ("context", {"query": WORD, "token_budget": 60}),
            ("recall", {"query": WORD}),
            ("recall", {"query": f"{WORD} zebra"}),
            ("recall", {"query": "number"}),
            ("recall", {"query": "green black"}),
            ("recall", {"query": "numbr"}),
            ("recall", {"query": f"gren {WORD}"}),
            ("query_memory", {"query": WORD, "deep": True}),
            ("session", {"act": "show"}),
            ("session", {"act": "list"}),
            ("export", {}),
            ("export", {"format": "csv"}),
            ("block", {"act": "list"}),
            *((name, {}) for name in ("state", "prefer", "mood", "events", "thread", "cards")),
            ("events", {"query": WORD}),
            ("proposals", {}),
        ]
        told = [(await client.call_tool(*one)).structured_content or {} for one in said]
        return [_counted(one) for one in told]

    toolset = f"{FULL},{COMPANION},{REVIEW}"
    before = talk(store, work, "--toolset", toolset, *bounds)
    for nth in range(3):
        hidden = kept(store, f"{WORD} is black number {nth}", seen=False)
    edit(store, hidden, {"memory.review.question": "Black?"}, NOW, by=AGENT)
    feedback(store, hidden, "not_helpful", NOW, answer=f"{WORD} is red", by=AGENT)
    write_block(store, "plan", WORD, act(store, AGENT))
    words = Words(f"{WORD}?", f"{WORD}!")
    event = observe(store, Event("", NOW, CHAT, "", "ctx://person/alex", words, project="blue"))
    add_to_thread(store, WORD, [event.id], act(store, AGENT))
    if "--min-trust" in bounds:
        by = act(store, AGENT)
        add_item(store, session.id, NewItem(f"{WORD}, an agent says"), by)
        add_state(store, StateDraft("fact", WORD), by)
        set_preference(store, Subject(WORD, "food"), "like", by)
        feel(store, event, Affect(1, 1, 1, (WORD,), WORD, confidence=1), by, mood=WORD)
    assert talk(store, work, "--toolset", toolset, *bounds) == before


def _counted(told: dict[str, Any]) -> Any:
    """An answer, each of whose fences has the same number."""
    return json.loads(re.sub(r"[0-9a-f]{16,}", "N", json.dumps(told)))


def test_the_error_for_a_hidden_event_is_that_for_none(store: Store) -> None:
    """Whoever names an event that is not shown is told the same, word for word, as of no event, and
    a part of an id tells nothing."""
    events = [
        observe(
            store, Event("", NOW, CHAT, "", "ctx://person/alex", Words("Hi", "Yes"), project=of)
        )
        for of in ("blue", "blue")
    ]
    ids = [events[0].ref, events[1].id, events[0].id[:6], "events/01aaaaaaaaaaaaaaaaaaaaaaaa"]

    async def work(client: Client) -> list[str]:
        told = []
        for id in ids:
            ref = id if id.startswith("events/") else f"events/{id}"
            answer = await client.call_tool("feedback", {"memory_id": ref, "event": "helpful"})
            assert answer.is_error
            told.append(text_of(answer).replace(ref, "ID"))
        return told

    for bounds in (("--scope", "project:red"), ("--min-trust", "user")):
        assert len(set(talk(store, work, *bounds))) == 1, bounds


@pytest.mark.parametrize("bounds", [("--scope", "person:bob"), ("--min-trust", "user")], ids=str)
def test_the_error_for_what_is_hidden_is_that_for_nothing(
    store: Store, bounds: tuple[str, ...]
) -> None:
    """A state, a thread and a proposal out of bounds are no more there than any that is not."""
    by = act(store, AGENT)
    state = add_state(store, StateDraft("fact", WORD), by)
    words = Words(f"{WORD}?", f"{WORD}!")
    event = observe(store, Event("", NOW, CHAT, "", "ctx://person/alex", words, trust=AGENT))
    thread = add_to_thread(store, WORD, [event.id], by)
    set_preference(store, Subject(WORD, "food"), "like", by)
    hidden = kept(store, f"{WORD} is black", seen=False)
    proposal = feedback(store, hidden, "not_helpful", NOW, answer=WORD, by=AGENT).proposal
    cases: list[tuple[str, dict[str, Any], tuple[str, ...]]] = [
        ("state", {"act": "close", "ids": ["ID"]}, (f"states/{state.id}", state.id, state.id[:9])),
        ("thread", {"act": "show", "thread": "ID"}, (thread.ref, WORD, WORD[:4])),
        ("thread", {"act": "merge", "thread": "ID", "others": ["x"]}, (thread.ref, WORD)),
        ("prefer", {"act": "revoke", "subject": "ID"}, (WORD,)),
        ("proposals", {"act": "apply", "ids": ["ID"], "confirm": True}, (str(proposal),)),
        ("cards", {"act": "answer", "memory_id": "ID", "rating": "good"}, (hidden,)),
        ("events", {"thread": "ID"}, (thread.ref, WORD)),
        ("about", {"id": "ID"}, (hidden,)),
        ("about", {"id": "states/ID"}, (state.id,)),
    ]

    async def work(client: Client) -> None:
        for name, said, ids in cases:
            told = set()
            for id in (*ids, *(f"{id}-none" for id in ids if "/" not in id), "nothing"):
                call = json.loads(json.dumps(said).replace("ID", id))
                answer = await client.call_tool(name, call)
                assert answer.is_error, (name, call)
                told.add(text_of(answer).replace(id, "ID"))
            assert len(told) == 1, told

    talk(store, work, "--toolset", f"{COMPANION},{REVIEW}", *bounds)


@pytest.mark.parametrize("act_named", ["add", "split"])
def test_a_title_that_what_is_hidden_has_is_free(store: Store, act_named: str) -> None:
    """Who is served Ann's alone and calls a thread as Bob has called one gets one of their own, as
    by any other title; and Bob is told his as before."""
    turns = {
        who: observe(store, Event("", NOW, CHAT, "", f"ctx://person/{who}", Words("Hi", "Yes")))
        for who in ("ann", "bob")
    }
    add_to_thread(store, "Holidays", [turns["bob"].ref], act(store))

    def thread(who: str, **said: Any) -> dict[str, Any]:
        config = ServerConfig(store.root, scope=scope_of([f"person:{who}"]))
        answer = call_tool(config, "tests", THREAD, said)
        assert not answer.is_error, answer.words
        return answer.value

    hers = {"event_ids": [turns["ann"].ref]}
    before = thread("bob")["threads"]
    for title in ("Holidays", "Days off"):
        thread("ann", act="add", thread="Tea", **hers)
        if act_named == "add":
            made = thread("ann", act="add", thread=title, **hers)
        else:
            made = thread("ann", act="split", thread="Tea", title=title, **hers)
        shown = thread("ann", act="show", thread=title)
        assert shown["event_ids"] == hers["event_ids"]
        assert shown["threads"][0]["id"] == made["thread_id"] != before[0]["id"]
    assert thread("bob")["threads"] == before


def test_a_file_that_cannot_be_read_is_not_told_by_its_id(store: Store) -> None:
    """Nobody knows whose it is, so to a bounded server it is not there, by the tools or an address;
    to another one its error quotes it as data, and at an address not at all."""
    id = kept(store, f"{WORD} is black", seen=False)
    path = Path(store.memories.path(id))
    path.write_text(path.read_text().replace('kind = "episodic"', f'kind = "{WORD}"'))

    async def work(client: Client) -> list[str]:
        told = []
        for name in (id, "alex-nothing"):
            call = {"memory_id": name, "event": "helpful"}
            answer = await client.call_tool("feedback", call)
            with pytest.raises(MCPError) as problem:
                await client.read_resource(f"memento://memory/{name}")
            told.append(f"{text_of(answer)} {problem.value.error}".replace(name, "ID"))
        return told

    for bounds in (("--scope", "person:alex"), ("--min-trust", "user")):
        hidden, nothing = talk(store, work, *bounds)
        assert hidden == nothing
    told, _ = talk(store, work)
    assert WORD in told and "memento doctor" in told and store.root not in told
    assert WORD not in re.sub(FENCED_PATTERN, "", told)


def test_a_long_block_elsewhere_is_not_told_by_a_note(store: Store) -> None:
    """Who writes a short block for one person hears nothing of the long ones of another."""
    write_block(store, "focus", f"{WORD} " * 4000, act(store))
    write_block(store, "plan", f"{WORD} " * 4000, act(store), persona="alex")

    async def work(client: Client) -> Any:
        said = {"act": "write", "name": "mood", "content": "calm"}
        return value_of(await client.call_tool("block", said))["text"]

    assert talk(store, work, "--scope", "person:bob") == "Written."
    assert "context.blocks" in talk(store, work)
