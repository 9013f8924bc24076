"""Which tools ask the user before they take away what the user wrote: each is decided."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client

from memento_cli import Draft, Store, Tags, record, set_facts, set_kv, write_block
from memento_cli.actions.events.events import readable_events
from memento_cli.actions.events.feelings import feel
from memento_cli.actions.events.observe import observe
from memento_cli.actions.facts.preferences import Subject, set_preference
from memento_cli.actions.facts.states import StateDraft, add_state, states
from memento_cli.actions.graph.relate import Statement, add_edge, describe
from memento_cli.actions.memory.feedback import feedback
from memento_cli.actions.sessions.sessions import NewItem, add_item, start_session
from memento_cli.core.events.affect import affect_in
from memento_cli.core.events.events import CHAT, Event, Words
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.security.trust import AGENT, USER
from memento_cli.errors import Unasked
from memento_cli.mcp.approval import KEY
from memento_cli.tools.request_context import ServerConfig
from memento_cli.tools.toolsets import COMPANION, FULL, REVIEW, SERVER_MEMORY, TOOLSETS
from tests.mcp.clients import error_of, talk, text_of, value_of
from tests.store.helpers import ALEX, DAY, NOW, new_store

LATER = NOW + DAY
WORDS = "Sencha\u202e at noon"
"""What the user says everywhere; it hides a sign."""
SHOWN = "Sencha\\u202e at noon"
GREEN = "Sencha"
"""What the user's cat likes: the name of an entity hides nothing."""
ALONE = "Sencha House"
"""An entity of the user's of which nothing else is known."""
TEA, POT, HEAVY = (f"alex-{topic}-2025-02" for topic in ("tea", "pot", "heavy"))
EVENT, STATE, PROPOSAL, SESSION = "the event", "the state", "the proposal", "talk"
FELT = {
    "valence": 0.5, "arousal": 0, "dominance": 0, "confidence": 1,
    "labels": ["glad"], "text": "Glad",
}  # fmt: skip
FENCE = re.compile(r"<<memory-data (\w+)>>.*?<<end memory-data \1>>", re.S)
MOST_SIGNS = 600
Call = Mapping[str, Any]
ASKING: Mapping[str, Sequence[Call]] = {
    "forget": [{"memory_id": TEA}],
    "unpin": [{"memory_id": HEAVY}],
    "link": [
        {"from_id": POT, "rel": "supersedes", "to_id": TEA},
        {"from_id": TEA, "rel": "contradicts", "to_id": POT},
    ],
    "feedback": [{"memory_id": EVENT, "event": "not_helpful"}],
    "block": [
        {"act": "write", "name": "focus", "content": "Latte"},
        {"act": "delete", "name": "focus"},
    ],
    "fact": [
        {"act": "set", "key": "drink", "value": "latte"},
        {"act": "set", "key": "drink", "value": "latte", "valid_from": "2020-01-01"},
        {"act": "set", "key": "drink", "value": "latte", "valid_until": "2030-01-01"},
        {"act": "end", "key": "drink"},
    ],
    "remember": [{"content": "Latte", "supersedes": [TEA]}],
    "save_memory": [
        {"type": "kv", "key": "drink", "value": "latte"},
        {"type": "kv", "key": "drink", "value": WORDS, "ttl": 1},
    ],
    "affect": [{"event_id": EVENT, **FELT}],
    "mood": [{"act": "say", "text": "I am calm"}],
    "prefer": [
        {"act": "revoke", "subject": GREEN},
        {"act": "confirm", "subject": "Sencha at noon"},
    ],
    "state": [
        {"act": "update", "ids": [STATE], "text": "Latte"},
        {"act": "update", "ids": [STATE], "valid_until": "2030-01-01"},
        {"act": "close", "ids": [STATE]},
    ],
    "about": [
        {"act": "set", "id": TEA, "time": "2018", "confidence": 0.5},
        {"act": "set", "id": STATE, "time": "2018", "confidence": 0.5},
    ],
    "proposals": [{"act": act, "ids": [PROPOSAL]} for act in ("apply", "reject")],
    "delete_entities": [{"entityNames": [one]} for one in ("Mia", GREEN, ALONE)],
    "delete_observations": [{"deletions": [{"entityName": "Mia", "observations": [WORDS]}]}],
    "delete_relations": [{"relations": [{"from": "Mia", "relationType": "likes", "to": GREEN}]}],
}
"""What would take away what the user wrote, said or decided."""
ADDING: Mapping[str, tuple[str, Sequence[Call]]] = {
    "pin": ("it only keeps a memory", [{"memory_id": TEA}]),
    "session": (
        "a session becomes a memory at its end in any case, on the word of who said what",
        [{"act": "add", "session_id": SESSION, "messages": [{"text": "Latte"}]},
         {"act": "end", "session_id": SESSION}],
    ),
    "summarize_thread": ("the same", [{"session_id": SESSION}]),
    "observe": ("what is observed is beside what was", [{"user": "Latte", "affect": FELT}]),
    "thread": (
        "which events belong together is nobody's word, and the events stay",
        [{"act": "add", "thread": "Tea", "event_ids": [EVENT]}],
    ),
    "cards": (
        "it only notes when a card is due",
        [{"act": "answer", "memory_id": TEA, "rating": "good"}],
    ),
    "create_entities": (
        "what is there is skipped",
        [{"entities": [{"name": "Mia", "entityType": "cat", "observations": ["Sleeps"]}]}],
    ),
    "create_relations": (
        "what is there is stated again",
        [{"relations": [{"from": "Mia", "relationType": "likes", "to": "latte"}]}],
    ),
    "add_observations": (
        "a new memory is beside the others",
        [{"observations": [{"entityName": "Mia", "contents": ["Sleeps"]}]}],
    ),
}  # fmt: skip
"""What takes nothing away, why, and calls of it that nobody is asked about."""
BESIDE: Mapping[str, Sequence[Call]] = {
    "remember": [{"content": WORDS, "tags": ["tea"]}],
    "link": [{"from_id": POT, "rel": "cause_of", "to_id": TEA}],
    "feedback": [
        {"memory_id": TEA, "event": "not_helpful"},
        {"memory_id": EVENT, "event": "helpful"},
    ],
    "block": [{"act": "write", "name": "other", "content": "Latte"},
              {"act": "write", "name": "focus", "content": WORDS}],
    "fact": [
        {"act": "set", "key": "food", "value": "rice"},
        {"act": "set", "key": "drink", "value": WORDS},
        {"act": "set", "key": "drink", "value": "milk", "valid_from": "2000-01-01",
         "valid_until": "2001-01-01"},
    ],
    "prefer": [
        {"act": "like", "subject": "latte", "domain": "food"},
        {"act": "like", "subject": GREEN, "domain": "food"},
    ],
    "state": [
        {"act": "add", "text": WORDS},
        {"act": "add", "kind": "task", "text": "Latte", "due": "2w"},
        {"act": "confirm", "ids": [STATE]},
    ],
    "save_memory": [
        {"type": "kv", "key": "food", "value": "rice"},
        {"type": "kv", "key": "drink", "value": WORDS},
        {"type": "semantic", "value": WORDS},
        {"type": "graph_node", "key": "Mia"},
        {"type": "graph_edge", "subject": "Mia", "predicate": "likes", "object": GREEN},
    ],
}  # fmt: skip
"""What the tools that ask may do unasked."""
EVERY = f"{FULL},{COMPANION},{REVIEW}"
ALWAYS = (
    {"act": "confirm", "subject": "Sencha at noon"},
    {"memory_id": HEAVY},
    *ASKING["proposals"],
)
"""What the user is asked of, whoever wrote it."""
TOOLS = {tool.name: tool for tools in TOOLSETS.values() for tool in tools}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A store in which a person has written something of each kind."""
    return written(tmp_path / "s")


def written(root: Path, trust: str = USER) -> Store:
    """The same in this folder, by whoever is so trusted."""
    store = new_store(root, person="alex")
    act = Provenance(store.signed(NOW, "cli" if trust == USER else "mcp:helper"), trust=trust)
    draft = Draft(WORDS, ALEX, agent=None if trust == USER else "helper")
    card = {"memory.review.question": "When?"}
    record(store, draft._replace(tags=Tags(("tea",)), more={**draft.more, **card}), NOW)
    record(store, draft._replace(tags=Tags(("pot", "Mia"))), NOW)
    record(store, draft._replace(tags=Tags(("heavy",)), importance=0.9, pinned=True), NOW)
    words = Words(user=WORDS, assistant="" if trust == USER else WORDS)
    event = observe(store, Event("", NOW, CHAT, "", ALEX, words))
    feel(store, event, affect_in({**FELT, "text": WORDS}), act, mood=WORDS)
    for subject, rule in ((GREEN, "confirm"), (f"{GREEN} at noon", "suggest")):
        set_preference(store, Subject(subject, "food"), "like", act, rule=rule)
    add_state(store, StateDraft("fact", WORDS), act)
    feedback(store, POT, "not_helpful", NOW, answer=WORDS, by=trust)
    write_block(store, "focus", WORDS, act)
    set_kv(store, "drink", WORDS, act)
    set_facts(store, ALEX, {"drink": WORDS}, act)
    add_edge(store, Statement("Mia", "likes", GREEN), act)
    describe(store, ALONE, act)
    start_session(store, act, id=SESSION)
    add_item(store, SESSION, NewItem(WORDS), act)
    return store


def files(store: Store) -> dict[str, bytes]:
    """All that a store says, but for what the clone has for itself."""
    root = Path(store.root)
    found = (path for path in root.rglob("*") if path.is_file())
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in found
        if ".memento" not in str(path)
    }


def called(store: Store, name: str, said: Call) -> Any:
    """What a tool does in a call of its own."""
    tool = TOOLS[name]
    request = ServerConfig(store.root, now=LATER).request("helper")
    return tool.act(request, tool.arguments_of(of(store, said)))


def of(store: Store, said: Call) -> dict[str, Any]:
    """What a call says in this store, whose event and proposal have ids by chance."""
    (event,) = readable_events(store)
    (proposal,) = store.proposals.ids()
    (state,) = (one for one in states(store) if one.kind == "fact")
    ids = {EVENT: event.ref, PROPOSAL: proposal, STATE: f"states/{state.id}"}
    return {
        key: [ids.get(one, one) if isinstance(one, str) else one for one in value]
        if isinstance(value, list)
        else ids.get(value, value)
        if isinstance(value, str)
        else value
        for key, value in said.items()
    }


def told_in(text: str) -> bool:
    """Whether a text tells what the user said, with nothing hidden."""
    return (
        any(one in text for one in (SHOWN, f"likes {GREEN}", f"may like {GREEN} at noon", ALONE))
        and "\u202e" not in text
    )


def toolset_of(name: str) -> tuple[str, ...]:
    """The options of a server that has this tool."""
    theirs = name in {tool.name for tool in TOOLSETS[SERVER_MEMORY]}
    return ("--compat", SERVER_MEMORY) if theirs else ("--toolset", EVERY)


def refused_as(options: Sequence[str]) -> str:
    """The type of a refusal there, which the reference server's tools do not tell."""
    return "Refused" if options == toolset_of("fact") else ""


def calls_of(options: Sequence[str]) -> list[tuple[str, Call]]:
    """What asks of a server with these options, each call with its tool's name."""
    named = ((name, said) for name, each in ASKING.items() for said in each)
    return [(name, said) for name, said in named if toolset_of(name) == options]


def cases(calls: Mapping[str, Sequence[Call]]) -> list[Any]:
    """Each call with its tool's name, as cases of a test."""
    return [
        pytest.param(name, said, id=f"{name}-{number}")
        for name, each in calls.items()
        for number, said in enumerate(each)
    ]


def test_every_tool_that_writes_is_decided() -> None:
    """A new tool that writes asks, or says why nothing is taken away by it; who asks can be told
    that the user has agreed, but by the tools of the reference server, which take what it takes."""
    assert ASKING.keys() | ADDING.keys() == {tool.name for tool in TOOLS.values() if tool.writes}
    assert not ASKING.keys() & ADDING.keys()
    theirs = {tool.name for tool in TOOLSETS[SERVER_MEMORY]}
    taking = {name for name, tool in TOOLS.items() if "confirm" in tool.schema["properties"]}
    assert taking == ASKING.keys() - theirs


@pytest.mark.parametrize(("name", "said"), cases(ASKING))
def test_nothing_of_the_users_is_taken_away_unasked(store: Store, name: str, said: Call) -> None:
    """The tool changes no file until they have agreed, and does it then."""
    before = files(store)
    with pytest.raises(Unasked) as problem:
        called(store, name, said)
    assert files(store) == before and GREEN in "".join(problem.value.says.values())
    assert "encha" not in problem.value.message
    if "confirm" in TOOLS[name].schema["properties"]:
        called(store, name, {**said, "confirm": True})
        assert files(store) != before


@pytest.mark.parametrize(
    ("name", "said"), [*cases({name: one[1] for name, one in ADDING.items()}), *cases(BESIDE)]
)
def test_what_takes_nothing_away_is_done_unasked(store: Store, name: str, said: Call) -> None:
    """What the user wrote stands as it stood."""
    called(store, name, said)
    for id in (TEA, POT, HEAVY):
        assert store.memories.read(id).value.content.summary == WORDS
    trusted = ServerConfig(store.root, now=LATER, min_trust="user").request("helper")
    told = TOOLS["context"].act(trusted, TOOLS["context"].arguments_of({})).words
    assert f"> {SHOWN}" in told and f"drink = {SHOWN}" in told


@pytest.mark.parametrize(("name", "said"), cases(ASKING))
def test_of_an_agents_words_nobody_is_asked(tmp_path: Path, name: str, said: Call) -> None:
    """The same calls are done at once where an agent wrote it all; but an important memory that is
    pinned is the user's to let fade, and what is proposed or a candidate theirs to decide."""
    store = written(tmp_path / "s", AGENT)
    before = files(store)
    if said in ALWAYS:
        with pytest.raises(Unasked):
            called(store, name, said)
        return
    called(store, name, said)
    assert files(store) != before


@pytest.mark.parametrize("options", [toolset_of("fact"), toolset_of("delete_entities")], ids=str)
def test_a_model_is_told_the_users_words_as_data(store: Store, options: Sequence[str]) -> None:
    """Where the client cannot ask, it is refused with them in a fence, in text and value."""
    before = files(store)
    refusal = refused_as(options)

    async def work(client: Client) -> int:
        calls = calls_of(options)
        for name, said in calls:
            refused = await client.call_tool(name, of(store, said))
            assert error_of(refused) == refusal, name
            value = refused.structured_content or {}
            text = text_of(refused)
            assert str(value.get("text", "")) in text
            assert told_in(text) and "encha" not in FENCE.sub("", text), text
            assert ("confirm: true" in text) == (options == toolset_of("fact"))
        return len(calls)

    assert talk(store, work, *options) > 3
    assert files(store) == before


@pytest.mark.parametrize("options", [toolset_of("fact"), toolset_of("delete_entities")], ids=str)
def test_the_user_is_told_what_is_to_go(store: Store, options: Sequence[str]) -> None:
    """Who is asked sees the question and the words, short, with what hides in them; who declines
    keeps them, and who agrees lets the agent have its way."""
    asked: list[str] = []
    agree = False
    before = files(store)
    refusal = refused_as(options)

    async def answered(context: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        asked.append(params.message)
        return types.ElicitResult(action="accept", content={KEY: agree})

    async def work(client: Client) -> None:
        nonlocal agree
        calls = calls_of(options)
        for name, said in calls:
            refused = await client.call_tool(name, of(store, said))
            assert error_of(refused) == refusal and "not agreed" in text_of(refused)
        assert len(asked) == len(calls) and files(store) == before
        for question in asked:
            assert "?\n" in question and told_in(question) and len(question) <= MOST_SIGNS
        agree = True
        name, said = calls[-1]
        value_of(await client.call_tool(name, of(store, said)))
        assert files(store) != before

    talk(store, work, *options, elicitation_callback=answered)
