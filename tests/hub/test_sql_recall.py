"""The tables of document 002 in a hub, and `memento.recall`, without Python."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from memento_cli import Draft, Store, Tags, edit, erase, record
from memento_cli.core.memory.memory import Link
from memento_cli.core.recall.ranking import PROFILES, Candidate, ranked, spread_out, usage_raw
from memento_cli.core.text.strict_json import dumped
from memento_cli.hub.embeddings import push_embeddings
from memento_cli.hub.items import items_of
from memento_cli.hub.migrations import migrate
from memento_cli.hub.sync import sync
from tests.hub.servers import Connection, Server
from tests.store.helpers import NOW
from tests.vectors.stub_server import stub_server

TENANT, OTHER = "acme", "other"
PUT = "select memento.put_items(%s, %s, %s::jsonb)"
FILE = """
    insert into memento.file (tenant, path, hash, content, vector, writer)
    select %s, 'memories/' || id || '.toml', sha256(''), '', '{}', '' from unnest(%s::text[]) as id
    on conflict do nothing
"""
RECALL = "select * from memento.recall(%s, %s, %s, %s, _now => %s)"
COUNT = "select count(*) from memento.{} where tenant = %s"
PLAN = """
    set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on;
    set client_min_messages = log
"""
INDEX = re.compile(r"Bitmap Index Scan on memory_item_\d_word_keys_idx")


@pytest.fixture
def hub(each_server: Server) -> Iterator[Connection]:
    """An administrator's connection to a hub with two tenants, of which they are members."""
    yield from _hub(each_server)


@pytest.fixture
def newest(server: Server) -> Iterator[Connection]:
    """The same on the newest server, which has pgvector to offer."""
    yield from _hub(server)


def _hub(server: Server) -> Iterator[Connection]:
    with server.connect(server.database()) as connection:
        for tenant in (TENANT, OTHER):
            connection.execute("select memento.add_member(%s, 'postgres')", (tenant,))
        yield connection


def put(hub: Connection, store: Store, tenant: str = TENANT) -> None:
    """Put all memories of a store into the tables."""
    put_items(hub, tenant, items_of(store, store.memories.ids()))


def put_items(hub: Connection, tenant: str, items: Sequence[Any]) -> None:
    """Put rows into the tables, and a file for each, without which it gets none."""
    ids = [item["id"] for item in items]
    hub.execute(FILE.encode(), (tenant, ids))
    hub.execute(PUT, (tenant, ids, dumped(items)))


def asked(hub: Connection, query: str, embedding: Any = None, many: int = 8) -> list[Any]:
    """What a recall answers, each as (id, title, content, type, trust, created, score, …)."""
    return hub.execute(RECALL, (TENANT, query, embedding, many, NOW)).fetchall()


def titles(hub: Connection, query: str, embedding: Any = None) -> list[str]:
    """The titles of what a recall answers."""
    return [row[1] for row in asked(hub, query, embedding)]


def count(hub: Connection, table: str) -> int:
    """How many rows of a table are the tenant's."""
    ((rows,),) = hub.execute(COUNT.format(table).encode(), (TENANT,)).fetchall()
    return int(rows)


def many_memories(store: Store) -> None:
    """Memories that differ in all that a score has parts of; some say nearly the same."""
    kinds = ("working", "episodic", "semantic", "procedural")
    for number in range(24):
        said = f"the budget of team {number % 5} slips {'again ' * (number % 3)}in week {number}"
        draft = Draft(
            said, kind=kinds[number % 4], importance=number % 7 / 6, pinned=number % 11 == 0
        )
        record(store, draft, NOW - timedelta(days=7 * number))


def test_the_parts_of_a_score_are_those_of_python(hub: Connection, store: Store) -> None:
    """Given the relevance, order, score and parts are those of the profile `agent`, to 1e-6."""
    many_memories(store)
    items = {item["id"]: item for item in items_of(store, store.memories.ids())}
    for number, item in enumerate(items.values()):
        item |= {"views": number % 4, "uses": number % 3, "edits": number % 2}
    put_items(hub, TENANT, [*items.values()])
    rows = asked(hub, "Does the budget slip again?", many=100)
    assert len(rows) == len(items)
    by_relevance = sorted(rows, key=lambda row: (-row[7], row[0]))
    scheme = PROFILES["agent"]
    hits = ranked([_candidate(row, items[row[0]]) for row in by_relevance], scheme, whole=1.0)
    texts = {id: f"{item['title']} {item['content']}" for id, item in items.items()}
    expected = spread_out(hits, texts, scheme)
    assert [row[0] for row in rows] == [hit.key for hit in expected]
    for row, hit in zip(rows, expected, strict=True):
        assert row[6:] == pytest.approx((hit.score, *hit.parts), abs=1e-6), row
    assert any(row[11] > 0.5 for row in rows)


def _candidate(row: Any, item: Any) -> Candidate:
    used = usage_raw(item["views"], item["uses"], item["edits"])
    age = (NOW - row[5]) / timedelta(days=1)
    return Candidate(
        row[0], row[7], 1.0, item["importance"], used, age, item["type"], item["pinned"]
    )


def test_words_are_found_in_any_form_and_script(hub: Connection, store: Store) -> None:
    """English words by their stems, accents or none, parts of names, Han and kana without spaces,
    roots of inflected words; stop-words alone find nothing that lacks them."""
    texts = (
        "Met Ana, the budgets are slipping",
        "Der Müller kennt getUserProfile",
        "昨日、東京の歯医者に行きました",
        "Мы ездили в Москву",
    )
    for text in texts:
        record(store, Draft(text), NOW)
    put(hub, store)
    queries = ("budget slip", "muller profile", "歯医者", "москве")
    assert [titles(hub, query) for query in queries] == [[text] for text in texts]
    assert titles(hub, "zebra ' & | ! :* \\ %") == titles(hub, "") == []


def test_a_row_without_a_file_is_not_taken(hub: Connection, store: Store) -> None:
    """What has no file in the tenant has no row, so that the tenant's limits hold for these tables,
    too; a memory that has lost its file loses its row."""
    record(store, Draft("Blue words"), NOW)
    (item,) = items_of(store, store.memories.ids())
    other, buffer = {**item, "id": "made-up"}, {"session_id": "made-up", "items": []}
    put_items(hub, TENANT, [item])
    hub.execute(PUT, (TENANT, ["made-up"], dumped([other])))
    text = "select memento.put_buffers(%s, '{made-up}', %s)"
    buffer |= {"token_budget": 9, "expires_at": "2026-12-01"}
    hub.execute(text, (TENANT, dumped([buffer])))
    assert titles(hub, "blue") == ["Blue words"]
    assert (count(hub, "memory_item"), count(hub, "wm_buffer")) == (1, 0)
    hub.execute("update memento.file set hash = null, content = null")
    hub.execute(PUT, (TENANT, [item["id"]], dumped([item])))
    assert titles(hub, "blue") == []


def test_what_is_over_or_replaced_is_left_out(hub: Connection, store: Store) -> None:
    """A superseded memory and one whose time to live has ended are no hits."""
    old = record(store, Draft("The port is 5432"), NOW).memory
    new = Draft("The port is 5433", links=(Link("supersedes", old.id),))
    new_id = record(store, new, NOW).memory.id
    items = items_of(store, store.memories.ids())
    ended = items[0] | {"id": "ended", "expires_at": "2001-01-01T00:00:00Z"}
    put_items(hub, TENANT, [*items, ended])
    assert [row[0] for row in asked(hub, "port")] == [new_id]


def test_the_tables_follow_the_files(hub: Connection, store: Store) -> None:
    """A sync writes what is new and changed, and removes what was forgotten or erased, with its
    tags, links and feedback, in the same transaction as the file."""
    other = record(store, Draft("The kettle is on"), NOW).memory
    draft = Draft("Ana likes tea", tags=Tags(("drinks",)), links=(Link("cause_of", other.id),))
    memory = record(store, draft, NOW).memory
    sync(Store(store.root), "h", TENANT, hub, NOW)
    assert titles(hub, "tea") == ["Ana likes tea"]
    edit(store, memory.id, {"memory.content.summary": "Ana likes coffee"}, NOW)
    sync(Store(store.root), "h", TENANT, hub, NOW)
    assert titles(hub, "tea") == []
    assert titles(hub, "coffee") == ["Ana likes coffee"]
    assert (count(hub, "memory_tag"), count(hub, "memory_link")) == (1, 1)
    erase(store, [memory.id], NOW)
    sync(Store(store.root), "h", TENANT, hub, NOW)
    tables = ("memory_item", "memory_tag", "memory_link", "feedback_event")
    assert [count(hub, table) for table in tables] == [1, 0, 0, 0]


def test_a_session_is_a_buffer_until_it_ends(
    hub: Connection, store: Store, call: Callable[..., Any]
) -> None:
    """Its items, budget and end are a row of `wm_buffer`; once it has become a memory, the row is
    gone, and the memory is found."""
    rows = "select items -> 0 ->> 'text', token_budget > 0, expires_at > %s from memento.wm_buffer"
    assert call("session", "start", "Login").code == 0
    assert call("session", "add", "The token has expired").code == 0
    sync(Store(store.root), "h", TENANT, hub, NOW)
    assert hub.execute(rows, (NOW,)).fetchall() == [("The token has expired", True, True)]
    assert call("session", "end").code == 0
    sync(Store(store.root), "h", TENANT, hub, NOW)
    assert hub.execute(rows, (NOW,)).fetchall() == []
    assert len(titles(hub, "token expired")) == 1


def test_a_file_with_a_sign_that_postgresql_refuses_is_pushed(
    hub: Connection, store: Store
) -> None:
    """U+0000, which TOML can say, is replaced in the tables, and stays in the file."""
    memory = record(store, Draft("The token", detail="ends here"), NOW).memory
    path = Path(store.memories.path(memory.id))
    path.write_text(path.read_text().replace("ends here", "ends \\u0000 here"))
    sync(Store(store.root), "h", TENANT, hub, NOW)
    assert [row[2] for row in asked(hub, "token")] == ["ends \ufffd here"]


def test_only_members_ask_and_nobody_reads_the_tables(
    each_server: Server, hub: Connection, store: Store
) -> None:
    """A member recalls of their own tenant, by function; of another, or as a stranger, nothing
    is told. No table can be read or written but by grant, which shows the own tenants only."""
    record(store, Draft("The budget slips"), NOW)
    put(hub, store)
    put(hub, store, OTHER)
    member, stranger = each_server.role(), each_server.role()
    hub.execute("select memento.add_member(%s, %s)", (TENANT, member))
    calls = (
        "select * from memento.recall(%s, 'budget')",
        "select memento.put_items(%s, '{x}', '[]')",
        "select memento.put_buffers(%s, '{x}', '[]')",
        "select memento.put_embeddings(%s, 'm', '{}', '{}')",
        "select memento.lacking_embeddings(%s, 'm')",
    )
    hub.execute(f"grant usage on schema memento to {member}".encode())
    hub.execute(f"grant select on memento.memory_item to {member}".encode())
    with each_server.connect(hub.info.dbname, member) as own:
        tenants = own.execute("select distinct tenant from memento.memory_item").fetchall()
        assert tenants == [(TENANT,)]
        assert len(own.execute(calls[0].encode(), (TENANT,)).fetchall()) == 1
        for call in calls:
            with pytest.raises(psycopg.Error, match="there is no tenant other"):
                own.execute(call.encode(), (OTHER,))
        for text in (
            "delete from memento.memory_item",
            "select from memento.memory_tag",
            "select memento.matches('acme', 'x', 1)",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                own.execute(text.encode())
    with (
        each_server.connect(hub.info.dbname, stranger) as none,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        none.execute(calls[0].encode(), (TENANT,))


def test_words_are_looked_up_in_their_index(
    each_server: Server, hub: Connection, store: Store
) -> None:
    """Within the function the text index is used, by a member, too: no policy turns it off."""
    (item,) = items_of(store, [record(store, Draft("The budget slips"), NOW).memory.id])
    for tenant in (TENANT, OTHER):
        words = [item | {"id": f"m{n}", "words": {"A": f"budget w{n} x{n}"}} for n in range(2000)]
        put_items(hub, tenant, words)
    hub.execute("analyze memento.memory_item")
    member = each_server.role()
    hub.execute("select memento.add_member(%s, %s)", (TENANT, member))
    with each_server.connect(hub.info.dbname) as connection:
        plans: list[str] = []
        connection.add_notice_handler(lambda notice: plans.append(notice.message_primary or ""))
        connection.execute("load 'auto_explain'")
        connection.execute(PLAN.encode())
        connection.execute(f"set session authorization {member}".encode())
        assert len(asked(connection, "w77 w78")) == 2
    assert any(INDEX.search(plan) for plan in plans)


def test_without_pgvector_words_decide(hub: Connection, store: Store) -> None:
    """An embedding is taken and ignored where the hub has no vectors."""
    record(store, Draft("The budget slips"), NOW)
    put(hub, store)
    hub.execute("select memento.put_embeddings(%s, 'm', '{a}', '{[1]}')", (TENANT,))
    assert titles(hub, "budget", [1.0, 0.0]) == ["The budget slips"]
    assert asked(hub, "budget", [1.0, 0.0]) == asked(hub, "budget")


def test_init_takes_up_pgvector_when_it_is_there(
    server: Server, newest: Connection, store: Store
) -> None:
    """After the extension was created the next init makes the table, and the one after that an
    index for each width; a recall then finds by meaning, and .6 of the relevance is the cosine."""
    texts = ("Bought a car", "Saw the doctor", "The budget slips")
    ids = [record(store, Draft(text), NOW).memory.id for text in texts]
    put(newest, store)
    newest.execute("create extension vector")
    assert migrate(newest).takes_vectors
    vectors = ["[127, 0, 12]", "[0, 127, 0]", "[100, 100, 0]"]
    newest.execute("select memento.put_embeddings(%s, 'm', %s, %s)", (TENANT, ids, vectors))
    newest.execute("select memento.put_embeddings(%s, 'n', %s, '{[1]}')", (TENANT, ids[:1]))
    assert not migrate(newest).takes_vectors
    ((indexes,),) = newest.execute(
        "select count(*) from pg_class where relname ~ '^memory_embedding_hnsw_[13]$'"
    )
    assert indexes == 2
    member = server.role()
    newest.execute("select memento.add_member(%s, %s)", (TENANT, member))
    with server.connect(newest.info.dbname, member) as own:
        rows = {row[1]: row[7] for row in asked(own, "budget", [0.0, 1.0, 0.0])}
        assert own.execute("select memento.lacking_embeddings(%s, 'n')", (TENANT,)).rowcount == 2
    expected = {texts[2]: 0.6 * 2**-0.5 + 0.4, texts[1]: 0.6, texts[0]: 0.0}
    assert rows == pytest.approx(expected, abs=1e-3)


def test_an_embedding_is_an_array_of_finite_numbers(newest: Connection, store: Store) -> None:
    """One of zeros, or of no numbers, is like none; of another length it finds by words; what is
    no embedding is told in one sentence; its length counts for nothing."""
    ids = [record(store, Draft("A car"), NOW).memory.id]
    put(newest, store)
    newest.execute("create extension vector")
    migrate(newest)
    newest.execute("select memento.put_embeddings(%s, 'm', %s, '{\"[3, 4]\"}')", (TENANT, ids))
    by_words = asked(newest, "car")
    for embedding in ([], [0.0, 0.0], [1.0, 2.0, 3.0]):
        assert asked(newest, "car", embedding) == by_words
    for embedding in ([1.0, None], [1.0, float("nan")], [[1.0, 2.0]], [float("inf"), 1.0]):
        with pytest.raises(psycopg.Error, match="an embedding is an array of finite numbers"):
            asked(newest, "car", embedding)
    ((*_, relevance, _, _, _, _),) = asked(newest, "motor", [3e9, 4e9])
    assert relevance == pytest.approx(0.6, abs=1e-3)


def test_an_edited_or_erased_memory_loses_its_vector(newest: Connection, store: Store) -> None:
    """What says something else by now is not found by what it meant before."""
    ids = [record(store, Draft(text), NOW).memory.id for text in ("A car", "A doctor", "A tree")]
    newest.execute("create extension vector")
    migrate(newest)
    put(newest, store)
    vectors = ["[1, 0]", "[0, 1]", "[1, 1]"]
    newest.execute("select memento.put_embeddings(%s, 'm', %s, %s)", (TENANT, ids, vectors))
    edit(store, ids[0], {"memory.content.detail": "It is red"}, NOW)
    edit(store, ids[1], {"memory.tags.topics": ["health"]}, NOW)
    put(newest, store)
    newest.execute(PUT, (TENANT, [ids[2]], "[]"))
    left = newest.execute("select memory_id from memento.memory_embedding").fetchall()
    assert left == [(ids[1],)]


def test_a_sync_hands_over_the_vectors_of_the_cache(
    newest: Connection,
    store: Store,
    call: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the user's own provider has made is pushed with the next push, and found by a
    member's question in the same model; nothing is made for the hub."""
    newest.execute("create extension vector")
    migrate(newest)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    settings = tmp_path / "config" / "memento" / "config.toml"
    settings.parent.mkdir(parents=True)
    for text in ("Bought a car in Lisbon", "Saw the doctor about the knee"):
        record(store, Draft(text), NOW)
    with stub_server() as stub:
        settings.write_text(f'[vectors]\nurl = "{stub.url}"\nmodel = "stub"\n')
        assert call("store", "vectors", "fill").code == 0
        stub.requests.clear()
        sync(Store(store.root), "h", TENANT, newest, NOW)
        assert push_embeddings(store, newest, TENANT) == 0
        assert not stub.requests
    embeddings = newest.execute(
        "select embedding::vector::real[] from memento.memory_embedding join memento.memory_item"
        " on id = memory_id where model = 'stub' order by title"
    ).fetchall()
    assert len(embeddings) == 2
    assert titles(newest, "automobile", embeddings[0][0])[0] == "Bought a car in Lisbon"
