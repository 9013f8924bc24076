"""What a model is told of a store, by each door: a command line, a server, the hook of a client."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import mcp_types as types
import pytest
from mcp import Client

from memento_cli import Draft, Store, record, write_block
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.text.words import tokens_in
from tests.conftest import Ran
from tests.mcp.clients import DOORS, hits_in, talk, text_of, value_of
from tests.store.helpers import DAY, put

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
LINK = """
[[memory.links]]
rel = "contradicts"
target = "{}"
"""
Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def now(monkeypatch: pytest.MonkeyPatch) -> None:
    """One moment for all."""
    monkeypatch.setenv("MEMENTO_NOW", NOW.isoformat())


def act(store: Store) -> Provenance:
    """A person acts."""
    return Provenance(store.signed(NOW, "cli"))


def contexts(store: Store, run: Run, budget: int, query: str = "") -> dict[str, str]:
    """What each door tells at the start of a session."""
    more = ("--budget", str(budget))
    hook = run("agent", "hook", *more, input=json.dumps({"hook_event_name": "SessionStart"}))
    said: dict[str, Any] = {"token_budget": budget} | ({"query": query} if query else {})

    async def work(client: Client) -> list[str]:
        return [text_of(await client.call_tool("context", said))]

    told = {over: talk(store, work, over=over)[0] for over in DOORS}
    inner = json.loads(hook.stdout)["hookSpecificOutput"]
    return told | {
        "cli": run("context", *filter(None, [query]), *more).stdout,
        "hook": str(inner["additionalContext"]),
    }


def test_blocks_of_the_stores_own_person_are_told(store: Store, run: Run) -> None:
    """As her facts are: by every door, beside those of nobody in particular; nobody else's are."""
    write_block(store, "focus", "Hers: sencha", act(store), persona="alex")
    write_block(store, "focus", "Everybody's: water", act(store))
    write_block(store, "focus", "Another's: beer", act(store), persona="viktor")
    for door, text in contexts(store, run, 600).items():
        assert "Hers: sencha" in text and "Everybody's: water" in text, door
        assert "Another's" not in text, door


def test_an_agent_reads_the_block_of_the_stores_own_person(store: Store) -> None:
    """By its name; and what it then writes under that name takes its place, and no other's."""
    write_block(store, "focus", "Hers: sencha", act(store), persona="alex")

    async def work(client: Client) -> None:
        read = await client.call_tool("block", {"act": "read", "name": "focus"})
        assert "Hers: sencha" in text_of(read)
        said = {"act": "write", "name": "focus", "content": "Hers: latte", "confirm": True}
        value_of(await client.call_tool("block", said))
        text = text_of(await client.call_tool("context", {}))
        assert "latte" in text and "Hers: sencha" not in text
        value_of(await client.call_tool("block", {"act": "delete", "name": "focus"}))

    talk(store, work)
    assert not list(store.held("blocks").ids())


def test_blocks_over_the_budget_raise_it(store: Store, run: Run) -> None:
    """They are told whole, and that they are more; the writer is warned."""
    ran = run("block", "set", "focus", "sencha " * 700)
    assert ran.code == 0 and "more than context.budget (1200)" in ran.stderr
    record(store, Draft("Green tea at noon", "alex"), NOW)
    for door, text in contexts(store, run, 1200).items():
        assert text.count("sencha") == 700 and "more than the budget of 1200 tokens" in text, door
        assert "Green tea" not in text, door
    ran = run("context", "--json")
    assert ran.code == 0 and "the budget is 1200" in ran.stderr
    told = json.loads(ran.stdout)
    assert told["raised"] and not told["cut"] and told["left_out"] == {"memories": 1}


def test_blocks_over_their_own_limit_are_cut(store: Store, run: Run) -> None:
    """Beyond context.blocks the long one is cut with a mark, the short one is whole, and the writer
    is warned, over MCP too."""
    write_block(store, "user_model", "Likes short answers.", act(store))

    async def work(client: Client) -> None:
        said = {"act": "write", "name": "focus", "content": "sencha " * 4000}
        told = value_of(await client.call_tool("block", said))
        assert "context.blocks (4000): a context cuts them" in told["text"]

    talk(store, work)
    for door, text in contexts(store, run, 1200).items():
        assert tokens_in(text) <= 4050 and "> Likes short answers." in text, door
        assert "\n(cut here: " in text and text.count("sencha") > 1500, door
    assert run("context", "--budget", "9000").stdout.count("sencha") == 4000


def test_a_small_budget_tells_the_best(store: Store) -> None:
    """Before a turn, six hits of which one fits: that one is told; where none fits, how many are
    there."""
    for nth in range(9):
        record(store, Draft(f"Sencha number {nth} was fine", "alex"), NOW)

    async def work(client: Client) -> None:
        async def told(budget: int) -> str:
            said = {"query": "sencha", "token_budget": str(budget)}
            return text_of(await client.get_prompt("memory_injection", said))

        for budget in range(85, 400, 15):
            text = await told(budget)
            assert "Sencha number" in text and tokens_in(text) <= budget, budget
        assert (await told(400)).count("Sencha number") == 6
        assert await told(20) == "Of 6 related memories none fits 20 tokens."
        nothing = await client.get_prompt("memory_injection", {"query": "zebra"})
        assert text_of(nothing) == "Nothing related is known."

    talk(store, work)


def test_what_is_known_is_counted_where_nothing_fits(store: Store, run: Run) -> None:
    """A context without a hit says how many memories there are; an empty store that it is empty."""

    async def work(client: Client) -> str:
        return str(value_of(await client.call_tool("context", {"query": "zebra"}))["text"])

    assert "Nothing is known yet" in run("context", "zebra").stderr
    assert talk(store, work) == "Nothing is known yet."
    for nth in range(30):
        record(store, Draft(f"Sencha number {nth}", "alex", project="tea"), NOW)
    assert run("context", "zebra").stderr == "Of 30 memories none fits\n"
    assert talk(store, work) == "Of 30 memories none fits."
    assert talk(store, work, "--scope", "project:other") == "Nothing is known yet."


def filed(store: Store, id: str, created: datetime, more: str = "") -> None:
    """A memory as another program would leave it: no line tells when it was written."""
    at = created.isoformat()
    text = f"""\
[memory]
id = "{id}"
person = "ctx://person/alex"
created = "{at}"
{more}
[memory.content]
summary = "The port is {id}"

[memory.strength]
initial = 1.0
current = 1.0
last_reinforced = "{at}"
reinforcement_count = 0
"""
    put(store, id, text)


def test_what_is_history_is_told_as_such_before_a_turn(store: Store) -> None:
    """memory_injection says it in the words of a context, and what contradicts a memory with
    neither newer; a server names none of those that it may not show, and hides nothing for them."""
    filed(store, "older", NOW - DAY)
    filed(store, "newer", NOW, LINK.format("older"))
    filed(store, "hers", NOW)
    filed(store, "agents", NOW, 'agent = "helper"\n' + LINK.format("hers"))

    async def work(client: Client) -> list[str]:
        before = await client.get_prompt("memory_injection", {"query": "port"})
        contexts = [await client.call_tool("context", said) for said in ({"query": "port"}, {})]
        return [text_of(before), *map(text_of, contexts)]

    for text in talk(store, work)[:2]:
        assert "The port is older (history: newer is current)" in text
        assert "The port is hers (conflict with agents: neither is newer)" in text
    for text in talk(store, work, "--min-trust", "user")[:2]:
        assert "The port is older (history: newer is current)" in text
        assert "The port is hers" in text and "agents" not in text
    filed(store, "agents", NOW + DAY, 'agent = "helper"\n' + LINK.format("hers"))
    for text in talk(store, work, "--min-trust", "user"):
        assert "The port is hers" in text and "agents" not in text


def test_that_no_memory_fits_is_said_beside_what_else_is_told(store: Store, run: Run) -> None:
    """Once a block or a fact is told, too: on stderr, as JSON as well, and to an agent after the
    fence, within its budget; a bounded one is told its own number."""
    write_block(store, "focus", "Tea. " * 20, act(store))
    assert run("fact", "set", "city", "Porto").code == 0
    assert run("context", "zebra").stderr == ""
    for nth in range(30):
        record(store, Draft(f"Sencha number {nth}", "alex", project="tea" if nth else None), NOW)
    for more in ((), ("--json",)):
        told = run("context", "zebra", *more)
        assert told.stderr == "Of 30 memories none fits\n" and "city" in told.stdout
    assert "none fits" not in run("context", "sencha").stderr

    async def work(client: Client) -> str:
        told = await client.call_tool("context", {"query": "zebra"})
        text = str(value_of(told)["text"])
        assert text_of(told).startswith(text)
        return text

    assert talk(store, work).endswith(">>\nOf 30 memories none fits.")
    assert talk(store, work, "--scope", "project:tea").endswith("\nOf 29 memories none fits.")

    async def small(client: Client) -> None:
        for budget in range(110, 170, 5):
            said = {"query": "zebra", "token_budget": budget}
            told = value_of(await client.call_tool("context", said))
            size = tokens_in(json.dumps(told, ensure_ascii=False))
            assert size <= budget or told.get("raised"), (budget, size)

    talk(store, small)


def test_an_event_that_is_found_says_in_which_talk_it_was(store: Store, run: Run) -> None:
    """Its client and session as data, the event that it replies to, and what time it is about."""
    run("config", "set", "recall.in", "memories,events")
    talked = ("--client", "herta", "--session", "7")
    before = run("event", "add", "-u", "A cup", "-a", "Yes", *talked).stdout.strip()
    run("event", "add", "-u", "In 2018 we had a kettle", "-a", "So it was", *talked)
    run("event", "add", "-u", "A kettle", "-a", "Yes")

    async def work(client: Client) -> list[dict[str, str]]:
        return hits_in(text_of(await client.call_tool("recall", {"query": "kettle"})))

    hits = talk(store, work)
    (told,) = (hit for hit in hits if "about" in hit)
    (other,) = (hit for hit in hits if "about" not in hit)
    assert "herta" in told["client"] and "7" in told["session"]
    assert told["reply_to"] == before
    assert told["about"] == "2018 (80% sure, estimated)"
    assert not {"client", "session", "reply_to"} & set(other)


def test_what_was_found_in_part_is_told_beside_the_hits(store: Store, run: Run) -> None:
    """Words that no memory has whole, each with what it was found by: in JSON, and to an agent."""
    record(store, Draft("Restart the api with kubectl rollout restart"), NOW)
    record(store, Draft("Our road trip ends in Bergen"), NOW)

    async def work(client: Client) -> list[Any]:
        asked = ("kube roadtrip", "api")
        return [value_of(await client.call_tool("recall", {"query": one})) for one in asked]

    partly = {"kube": ["kubectl"], "roadtrip": ["road trip"]}
    for over in DOORS:
        found, whole = talk(store, work, over=over)
        inside = str(found["text"])
        assert "kube is found in kubectl." in inside and "roadtrip is found in road trip." in inside
        assert "is found in" not in whole["text"]
    assert json.loads(run("recall", "--json", "kube roadtrip").stdout)["partly"] == partly
    assert "partly" not in json.loads(run("recall", "--json", "api").stdout)


def test_a_model_is_told_how_its_question_was_read(store: Store) -> None:
    """The text alone, which some hosts hand on, says which time was read, of one that may be two
    days both; what is found by a time has no score, which is not a score of nothing."""
    record(store, Draft("The kettle is new"), NOW - DAY)
    record(store, Draft("The kettle is old"), NOW.replace(day=10))
    asked = ("what happened yesterday", "kettle 10/11/2026", "what happened last summer", "kettle")

    async def work(client: Client) -> None:
        for tool in ("recall", "context"):
            yesterday, either, nothing, timeless = [
                await client.call_tool(tool, {"query": question}) for question in asked
            ]
            assert "The time in the question: 20 November 2026." in text_of(yesterday)
            both = "10 November 2026 or 11 October 2026: write 2026-11-10 or 2026-10-11"
            assert f"The time in the question: {both}." in text_of(either)
            assert "old" in text_of(either)
            assert "The time in the question: 1 June to 31 August 2026." in text_of(nothing)
            assert "The time in" not in text_of(timeless)
        (hit,) = hits_in(text_of(await client.call_tool("recall", {"query": asked[0]})))
        assert "score" not in hit
        hits = hits_in(text_of(await client.call_tool("recall", {"query": "kettle"})))
        assert all(float(one["score"]) > 0 for one in hits)

    talk(store, work)


def test_what_is_below_a_score_is_counted(store: Store, run: Run) -> None:
    """Nothing reaches the score: that is said, and how much was left out, by every door."""
    record(store, Draft("The kettle is new"), NOW)
    done = run("recall", "kettle", "--min-score", "0.99", "--json")
    assert json.loads(done.stdout)["below_min_score"] == 1

    async def work(client: Client) -> None:
        answer = await client.call_tool("recall", {"query": "kettle", "min_score": 0.99})
        value = value_of(answer)
        assert value["text"] == "Nothing reaches min_score."
        assert value["below_min_score"] == 1 and value["ids"] == []

    talk(store, work)


def test_the_memories_of_a_session_are_asked_for(store: Store) -> None:
    """By project, by agent, and by session."""
    for session in ("monday", "tuesday"):
        record(store, Draft(f"A kettle on {session}", session=session), NOW)

    async def work(client: Client) -> None:
        said = {"query": "kettle", "filters": {"session_id": "monday"}}
        (hit,) = hits_in(text_of(await client.call_tool("recall", said)))
        assert "on monday" in hit["snippet"]

    talk(store, work)


def test_a_host_that_reads_both_halves_reads_one(store: Store) -> None:
    """GitHub Copilot CLI hands on `content` and the value, unless they are the same JSON to the
    letter, without blanks. No other client gets its text so."""

    async def work(client: Client) -> types.CallToolResult:
        return await client.call_tool("recall", {"query": "sencha"})

    record(store, Draft("Alex drinks sencha"), NOW)
    answers = {name: talk(store, work, name=name) for name in ("copilot-cli", "other")}
    for name, answer in answers.items():
        (part,) = answer.content
        assert isinstance(part, types.TextContent) and answer.structured_content
        value = json.dumps(answer.structured_content, ensure_ascii=False, separators=(",", ":"))
        assert (part.text == value) == (name == "copilot-cli"), part.text
