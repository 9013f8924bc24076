"""A secret whose name and value stand in different fields is one, at every door, in every file."""

from __future__ import annotations

import base64
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from memento_cli import Store
from memento_cli.actions.security.secrets import stored_secrets
from memento_cli.core.security.secret_checks import secrets_in_value
from memento_cli.tools.toolsets import FULL
from tests.actions.test_import import CORPORA
from tests.conftest import Ran
from tests.faults.test_secrets_hidden import words
from tests.mcp.clients import error_of, talk, text_of
from tests.store.helpers import recorded

Call = Callable[..., Ran]
VALUE = "Xk29fjq83h" + "fkq93hf8ahf92kd8"
SETTING = "a password in a setting"


@pytest.fixture(autouse=True)
def _named(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMENTO_STORE", store.root)


def key(name: str, value: str = VALUE) -> str:
    """A name and a value in JSON, as one argument."""
    return json.dumps({name: value})


REFUSED = (
    ["fact", "set", "GITHUB_TOKEN", VALUE],
    ["fact", "set", "city=Rome", f"api_key={VALUE}"],
    ["fact", "set", "api_key", VALUE],
    ["fact", "correct", "GITHUB_TOKEN", VALUE],
    ["block", "set", "db_password", "hunter2-Xk29fjq83"],
    ["block", "set", "DB_PASSWORD", "correct-horse"],
    ["block", "set", "db_password", "hunter2-Xk29fjq83", "--of", "herta"],
    ["block", "set", "client_secret", "To be told", "--description", VALUE],
    ["graph", "add", "DB_PASSWORD", "is", VALUE],
    ["graph", "add", "Acme", "db_password", VALUE],
    ["graph", "name", "API_KEY", "--alias", VALUE],
    ["kv", "set", "GITHUB_TOKEN", VALUE],
    ["kv", "set", "api_key", VALUE],
    ["kv", "set", "password", VALUE],
    ["fact", "set", "password", VALUE],
    ["kv", "set", "Authorization", f"Bearer {VALUE}"],
    ["kv", "set", "settings", key("DB_PASSWORD")],
    ["kv", "set", "settings", key("DB_PASSWORD"), "--as-json"],
    ["kv", "set", "rows", json.dumps([{"name": "DB_PASSWORD", "value": VALUE}]), "--as-json"],
    ["state", "add", "fact", "It was set", "--payload", key("API_KEY")],
    ["record", "DB_PASSWORD", "--detail", VALUE],
    ["record", VALUE, "--topic", "tea", "--topic", "api_key"],
    ["record", "api_key", "--detail", VALUE, "--topic", "tea"],
)
KEPT = (
    ["fact", "set", "favourite_key", "the one of the door"],
    ["fact", "set", "api_key_location", "vault"],
    ["fact", "set", "primary_key=id", "sort_key=created_at_and_by_whom", "next_token=page_two"],
    ["fact", "set", "GITHUB_TOKEN", "$GITHUB_TOKEN"],
    ["kv", "set", "password", "in the vault"],
    ["record", "The password is in the vault", "--topic", "password"],
    ["kv", "set", "door_key", "under the mat"],
    ["kv", "set", "cache_key", "user:12345:2025-02-01"],
    ["block", "set", "auth_token", "How agents get one: they ask Ann."],
    ["graph", "add", "API_TOKEN", "is_kept_in", "Bitwarden"],
    ["graph", "add", "API_TOKEN", "belongs_to", "OAuth2 of Acme"],
    ["graph", "name", "API2_TOKEN", "--alias", "API2_KEY"],
    ["record", "OAuth2 explained to Ann", "--topic", "api_token", "--detail", "OAuth2 in short"],
    ["record", "API_KEY", "--detail", "Rotated in May, by Ann"],
    ["record", "Rotated", "--topic", "API_KEY"],
)


@pytest.mark.parametrize("args", REFUSED, ids=lambda args: " ".join(args[:4])[:40])
def test_fault_u11_a_name_makes_a_secret_of_the_value_beside_it(
    args: list[str], store: Store, call: Call
) -> None:
    """What is refused as `NAME=value` in a text is so as a key and a value, a name and a content,
    a subject and an object; the message tells the name alone. Whoever allows it is told of it."""
    assert call("fact", "set", "GITHUB_TOKEN", "none").code == 0
    before = words(store)
    told = call(*args)
    assert told.code == 6 and "looks like" in told.stderr, told.stderr
    assert VALUE not in told.stderr and words(store) == before
    assert call(*args, "--allow-secret").code == 0
    found = stored_secrets(store)
    assert found and all(each.allowed for each in found)
    listed = call("store", "secrets")
    assert listed.code == 4 and VALUE not in listed.stdout


@pytest.mark.parametrize("args", KEPT, ids=lambda args: " ".join(args[:4])[:40])
def test_fault_u11_a_name_makes_no_secret_of_words(
    args: list[str], store: Store, call: Call
) -> None:
    """Plain words, references to where it is, and prose that has the name as its subject, pass."""
    assert call(*args).code == 0
    assert call("store", "secrets").code == 0


@pytest.mark.longer
@pytest.mark.skipif(not CORPORA.is_dir(), reason=f"no corpora in {CORPORA}")
def test_fault_u11_real_notes_have_no_names_of_secrets_beside_words() -> None:
    """Of 1,993 notes and commits six have a form, all within one text, as examples and as keys that
    somebody wrote down; none is added for what stands in two fields."""
    rows = [
        row for path in sorted(CORPORA.glob("*.jsonl")) for row in path.read_text().splitlines()
    ]
    for forms in (map(json.loads, rows), rows):
        found = [told.secret.kind for said in forms for told in secrets_in_value(said)]
        assert len(found) <= 6 and found.count(SETTING) <= 1


def test_fault_u11_agents_keep_no_value_of_a_secret_name(store: Store) -> None:
    """The tools say which is the name and which the value; both together are looked at."""
    before = words(store)

    async def refuse(client: Client, name: str, said: dict[str, Any]) -> None:
        told = await client.call_tool(name, said)
        assert told.is_error and "looks like" in text_of(told), (name, said)
        assert VALUE not in text_of(told) + json.dumps(told.structured_content)

    async def full(client: Client) -> None:
        calls: tuple[tuple[str, dict[str, Any]], ...] = (
            ("fact", {"act": "set", "key": "GITHUB_TOKEN", "value": VALUE}),
            ("block", {"act": "write", "name": "db_password", "content": VALUE}),
            ("save_memory", {"type": "kv", "key": "api_key", "value": VALUE}),
            ("save_memory", {"type": "semantic", "key": "api_key", "value": VALUE}),
            ("save_memory", {
                "type": "graph_edge", "subject": "DB_PASSWORD", "predicate": "is", "object": VALUE,
            }),
            ("remember", {"content": VALUE, "tags": ["db_password"]}),
        )  # fmt: skip
        for name, said in calls:
            await refuse(client, name, said)
            assert error_of(await client.call_tool(name, said)) == "SecretFound"

    async def graph(client: Client) -> None:
        entity = {"name": "DB_PASSWORD", "entityType": "secret", "observations": [VALUE]}
        await refuse(client, "create_entities", {"entities": [entity]})
        edge = {"from": "DB_PASSWORD", "relationType": "is", "to": VALUE}
        await refuse(client, "create_relations", {"relations": [edge]})

    talk(store, full, "--toolset", FULL)
    talk(store, graph, "--compat", "server-memory")
    assert words(store) == before


BY_HAND = {
    "kv/github_token.toml": f'[kv]\nkey = "GITHUB_TOKEN"\nset = 2025-02-01\nvalue = "{VALUE}"\n',
    "states/alex-facts.toml": '[facts]\nsubject = "ctx://person/alex"\n'
    f'[[fact.city]]\nvalue = "Rome"\n[[fact.api_key]]\nfrom = 2025-02-01\nvalue = "{VALUE}"\n',
    "blocks/db_password.toml": "[block\n<<<<<<< ours\n[block]\nname = 'db_password'\n"
    f"content = 'none'\n=======\ncontent = '{VALUE}'\nname = 'tea'\n>>>>>>> theirs\n",
    "graph/db_password.toml": '[entity]\nname = "DB_PASSWORD"\n[[edge]]\npredicate = "is"\n'
    f'object = "old"\n[[edge]]\npredicate = "is"\nobject = "{VALUE}"\n',
    "kv/wifi.toml": '[kv]\nkey = "wifi"\nvalue = "see below"\n'
    f'a = {{key = "DB_PASSWORD", value = "{VALUE}"}}\n',
    "states/alex-notes.toml": '[facts]\nsubject = "ctx://person/alex"\n'
    f'API_TOKEN = [{{from = 2025-02-01}}, {{ "val\\u0075e" = [\'x\', "{VALUE}"] }}]\n',
    "states/alex-all.toml": 'fact = { city = [{value = "Rome"}], api_key = '
    f'[{{ from = 2025-02-01, value = "{VALUE}" }}] }}\n',
    "memories/x.toml": f'[memory.content]\nsummary = "{VALUE}"\n[memory.tags]\n'
    'topics = ["tea", "api\\u005fkey"]\n',
    "journal/2025-02/a.jsonl": '{"id": "1", "text": {}}\n' + json.dumps({
        "memory": "states/alex-facts",
        "text": {"list": "fact.API_KEY", "entry": {"value": VALUE}},
    }) + "\n",
    "journal/2025-03/a.jsonl": json.dumps({
        "memory": "blocks/db_password", "text": {"after": {"block.content": VALUE}},
    }) + "\n",
    "journal/2025-04/a.jsonl": json.dumps({
        "text": {"file": f'[block]\nname = "db_password"\ncontent = "{VALUE}"\n'},
    }) + "\n",
}  # fmt: skip
LINES = (4, 7, 7, 8, 4, 3, 1, 2, 2, 1, 1)


def test_fault_u11_files_are_looked_through_for_what_stands_apart(store: Store, call: Call) -> None:
    """What was typed by hand is found where its value stands, by `secrets` and by git's hook."""
    subprocess.run(["git", "init", "-q", store.root], check=True)
    for name, text in BY_HAND.items():
        path = Path(store.root, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = {f"{each.path}:{each.line}" for each in stored_secrets(store)}
    assert found == {f"{name}:{line}" for name, line in zip(BY_HAND, LINES, strict=True)}
    assert {each.kind for each in stored_secrets(store)} == {SETTING}
    subprocess.run(["git", "-C", store.root, "add", "-A"], check=True)
    rows = call("store", "secrets", "--staged")
    assert rows.code == 4 and VALUE not in rows.stdout
    assert {row.split("\t")[0] for row in rows.stdout.splitlines()} == found


def test_fault_u11_the_journal_gets_no_value_that_was_typed_by_hand(
    store: Store, call: Call
) -> None:
    """What an act replaces or takes away goes to the journal as its kind alone."""
    assert call("block", "set", "db_password", "none yet").code == 0
    assert call("graph", "add", "DB_PASSWORD", "is", "unknown").code == 0
    assert call("record", "db_password", "--detail", "unknown").code == 0
    (memory,) = store.memories.ids()
    for path in (
        Path(store.held("blocks").path("db_password")),
        Path(store.held("graph").path("db_password")),
        Path(store.memories.path(memory)),
    ):
        text = path.read_text()
        path.write_text(text.replace("none yet", VALUE).replace("unknown", VALUE))
    assert call("block", "set", "db_password", "none now").code == 0
    assert call("graph", "remove", "DB_PASSWORD", "is", VALUE).code == 0
    assert call("edit", memory, "--detail", "none now").code == 0
    log = "".join(Path(path).read_text() for path in store.journal.files())
    assert log.count(f"({SETTING}, taken out)") == 3 and VALUE not in log
    assert call("undo", "--yes").code == 0
    assert f"({SETTING}, taken out)" in Path(store.memories.path(memory)).read_text()


def test_fault_u11_a_predicate_is_looked_at_as_it_was_said(store: Store, call: Call) -> None:
    """Before its spaces become what a predicate is written with."""
    told = call("graph", "add", "x", f"Authorization: Bearer {VALUE}", "y")
    assert told.code == 6 and VALUE not in told.stderr
    assert not store.held("graph").ids()


TOKEN = "ghp_" + "Xk2rT9vLm4Qw8ZbN1cY7dHs3PfGj5KaE6uRo"
HALVES = HEAD, TAIL = TOKEN[:13], TOKEN[13:]
ENCODED = base64.b64encode(TOKEN.encode()).decode()
THIRDS = [ENCODED[:20], ENCODED[20:40], ENCODED[40:]]
FILLER = [f"filler{nth}" for nth in range(24)]


def test_fault_u11_a_token_parted_between_the_texts_of_one_act_is_refused(store: Store) -> None:
    """The key and the value, a value and the reason, a title and a message, two names of one call,
    tags after many others: whatever one act keeps is read as one, and nothing of it stays."""
    memory = recorded(store).id
    fact = {"act": "set", "key": "city"}
    message = [{"text": TAIL}]
    calls: tuple[tuple[str, dict[str, Any]], ...] = (
        ("fact", {"act": "set", "key": HEAD, "value": TAIL}),
        ("fact", {**fact, "value": HEAD, "reason": TAIL}),
        ("fact", {**fact, "value": TAIL, "reason": HEAD}),
        ("feedback", {"memory_id": memory, "event": "used", "answer": TAIL, "reason": HEAD}),
        ("feedback", {"memory_id": memory, "event": "used", "answer": HEAD, "reason": TAIL}),
        ("block", {"act": "write", "name": HEAD, "content": TAIL}),
        ("summarize_thread", {"title": HEAD, "messages": message}),
        ("summarize_thread", {"title": "tea", "messages": [{"text": HEAD}, *message]}),
        ("remember", {"content": "Likes tea", "tags": [*FILLER, *HALVES]}),
        ("remember", {"content": "Likes tea", "tags": [HEAD, *FILLER, *FILLER, TAIL]}),
        ("remember", {"content": "Likes tea", "tags": [ENCODED[:20], ENCODED[20:]]}),
        ("remember", {"content": "Likes tea", "tags": THIRDS}),
    )  # fmt: skip
    relations = [{"from": "ann", "relationType": "knows", "to": one} for one in HALVES]
    things = [{"name": one, "entityType": "person", "observations": []} for one in HALVES]
    seen = [{"entityName": "ann", "contents": [one]} for one in HALVES]

    async def full(client: Client) -> None:
        for name, said in calls:
            told = await client.call_tool(name, said)
            assert told.is_error and "looks like" in text_of(told), (name, said)
            assert TAIL not in text_of(told)
        assert not (await client.call_tool("session", {"act": "start", "title": HEAD})).is_error
        told = await client.call_tool("session", {"act": "add", "messages": message})
        assert told.is_error and "looks like" in text_of(told), "the file has both"

    async def graph(client: Client) -> None:
        for name, said in (
            ("create_relations", {"relations": relations}),
            ("create_entities", {"entities": things}),
        ):
            told = await client.call_tool(name, said)
            assert told.is_error and "looks like" in text_of(told), name
        ann = {"name": "ann", "entityType": "person", "observations": []}
        assert not (await client.call_tool("create_entities", {"entities": [ann]})).is_error
        told = await client.call_tool("add_observations", {"observations": seen})
        assert told.is_error and "looks like" in text_of(told)

    talk(store, full, "--toolset", FULL)
    assert TAIL not in words(store) and ENCODED[40:] not in words(store)
    talk(store, graph, "--compat", "server-memory")
    assert TAIL not in words(store)
