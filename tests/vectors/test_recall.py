"""recall by meaning: what it finds beside words, what it never shows, and what it does alone."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from mcp import Client

from memento_cli import Store
from memento_cli.actions.recall.find import MEMORIES, find
from memento_cli.actions.vectors.embedding import embedder_of
from memento_cli.core.recall.ranking import EMBEDDING
from memento_cli.core.vectors.quantized import quantized
from memento_cli.core.vectors.texts import text_key
from memento_cli.index.database.place import ROWS, index_folder
from memento_cli.index.vectors.vectors import open_vectors
from memento_cli.store.settings.user import vector_settings
from tests.bench.asking import UNDATED, query_of, store_of
from tests.bench.scores import scores
from tests.bench.sets import Document
from tests.conftest import Ran
from tests.mcp.clients import hits_in, talk, text_of
from tests.vectors.conftest import Configure
from tests.vectors.meanings import vector_of
from tests.vectors.paraphrases import paraphrases
from tests.vectors.stub_server import FAULTS, StubServer, stub_server

Call = Callable[..., Ran]

CAR, INN, DOCTOR, COMPUTER = (
    "Bought a car in Lisbon",
    "The inn by the sea was quiet",
    "Saw the doctor about the knee",
    "新しいパソコンを買う",
)
QUESTIONS = ("automobile", "hotel near the ocean", "kne", "Lisbon", "quiet -sea", "xylophone")


def summaries(call: Call, *args: str) -> list[str]:
    """What a recall finds, the best first."""
    done = call("recall", "--json", *args)
    assert done.code == 0, done.stderr
    return [one["summary"] for one in json.loads(done.stdout)["memories"]]


def test_what_means_the_same_is_found(filled: Store, call: Call) -> None:
    """A question finds what has none of its words, in its language and in another; with
    --no-vectors it does not."""
    pairs = (("automobile", CAR), ("hotel", INN), ("旅館", INN), ("a medic", DOCTOR))
    for question, summary in (*pairs, ("laptop", COMPUTER)):
        assert summaries(call, question)[:1] == [summary]
        assert summaries(call, question, "--no-vectors") == []


def test_paraphrases_are_found(
    tmp_path: Path, stub: StubServer, configure: Configure, call: Call
) -> None:
    """Of questions that share no word with their answer, half of them in another language, nine of
    ten have it among the first five. (The bench asks all 160.)"""
    memories, every = paraphrases()
    questions = every[::5]
    documents = [Document(str(place), text) for place, text in enumerate(memories)]
    store, keys = store_of(str(tmp_path / "paraphrases"), documents)
    configure(url=stub.url, model="stub")
    assert call("store", "vectors", "fill", "--store", store.root).code == 0
    golds = [{str(one.answer)} for one in questions]

    def reached(*, words_only: bool) -> float:
        queries = (query_of(one.question, None, UNDATED, 5) for one in questions)
        pages = (
            find([store], (MEMORIES,), query._replace(words_only=words_only), UNDATED).page
            for query in queries
        )
        found = [[keys[one.hit.id] for one in page] for page in pages]
        return scores(found, golds).r5

    assert reached(words_only=True) < 0.2
    assert reached(words_only=False) >= 0.9


@pytest.mark.parametrize("fault", sorted({*FAULTS, "gone", "random"} - {"huge"}))
def test_a_provider_that_does_not_serve_leaves_the_answer_of_the_words(
    fault: str, filled: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """Byte for byte, with the same code, and with one note."""
    asked = [("recall", "--explain", "--", *question.split()) for question in QUESTIONS]
    answers = [call("recall", "--no-vectors", *args[1:]) for args in asked]
    configure(url=stub.url, model="stub", timeout_seconds=0.3)
    call("store", "vectors", "fill")
    if fault == "gone":
        stub.shutdown()
        stub.server_close()
    elif fault == "random":
        stub.is_random = True
    else:
        stub.fault(fault)
    for args, answer in zip(asked, answers, strict=True):
        done = call(*args)
        assert (done.code, done.stdout) == (answer.code, answer.stdout)
        notes = [line for line in done.stderr.splitlines() if line not in answer.stderr]
        assert len(notes) == 1 and "words alone" in notes[0]


def test_filters_hold_for_what_is_near(filled: Store, call: Call) -> None:
    """A person, a topic, an excluded or a required word and a time leave out what is near, too."""
    call("record", "Sold a motorcar", "-p", "ben", "-t", "cars", "--privacy", "public")
    assert summaries(call, "automobile", "-p", "ben") == ["Sold a motorcar"]
    assert summaries(call, "automobile", "-t", "cars") == ["Sold a motorcar"]
    assert summaries(call, "automobile", "--where", "privacy:public") == ["Sold a motorcar"]
    assert summaries(call, "automobile", "--", "-motorcar") == [CAR]
    assert summaries(call, "automobile", "+Lisbon") == [CAR]
    assert summaries(call, '"automobile"') == []
    assert summaries(call, "automobile", "--until", "2020") == []


def test_what_was_superseded_or_pruned_is_not_found_by_meaning(filled: Store, call: Call) -> None:
    """What words do not find, because it is history or in the archive, meaning does not either."""
    old = call("recall", "car", "--format", "ids").stdout.strip()
    call("record", "Bought a bicycle instead", "--link", f"supersedes:{old}")
    assert CAR not in summaries(call, "automobile")
    inn = call("recall", "inn", "--format", "ids").stdout.strip()
    call("forget", inn, "--yes")
    assert summaries(call, "hotel") == []
    call("restore", inn)
    assert summaries(call, "hotel") == [INN]


def test_a_vector_counts_for_its_text_alone(filled: Store, stub: StubServer, call: Call) -> None:
    """An edit while the provider is away leaves a memory without a vector, not with its old one;
    the rest of the space serves on."""
    assert summaries(call, "hotel") == [INN]
    id = call("recall", "inn", "--format", "ids").stdout.strip()
    stub.fault("broken")
    assert call("edit", id, "--summary", "The tram was late").code == 0
    stub.fault("")
    assert summaries(call, "hotel") == []
    assert summaries(call, "tram") == ["The tram was late"]
    assert call("store", "vectors", "fill").code == 0
    assert summaries(call, "automobile") == [CAR]  # the provider is asked again, as it is back


def test_old_texts_crowd_out_nothing(filled: Store, call: Call) -> None:
    """What a memory said before each of many edits keeps no place of those that say it now."""
    id = call("recall", "inn", "--format", "ids").stdout.strip()
    near = ["automobile"] * 250
    texts = [f"{text} {number}" for number, text in enumerate(near + ["strange"] * 500)]
    rows = [quantized(vector_of(text.removeprefix("strange "))) for text in texts]
    embedder = embedder_of(vector_settings())
    with open_vectors(filled.root) as vectors:
        assert embedder and vectors
        space = vectors.space(embedder.settings_key)
        assert space
        keys = map(text_key, texts)
        vectors.add(space, [(id, *pair) for pair in zip(keys, rows, strict=True)])
    assert summaries(call, "automobile") == [CAR]


def test_a_question_that_was_asked_asks_nobody_again(
    filled: Store, stub: StubServer, call: Call
) -> None:
    """The vector of a question is kept; it is asked with the probe, and with nothing else."""
    for _ in range(3):
        assert summaries(call, "automobile") == [CAR]
    assert [len(request.texts) for request in stub.requests] == [2]
    assert stub.requests[0].texts[1] == "automobile"


def test_a_secret_is_not_asked(filled: Store, stub: StubServer, call: Call) -> None:
    """A question that looks like a secret goes to nobody; its words are looked for."""
    done = call("recall", "ghp_" + "a1B2" * 9)
    assert done.code == 0 and "looks like a secret" in done.stderr and not stub.requests


def test_explain_tells_words_and_meaning_apart(filled: Store, call: Call) -> None:
    """The explanation of a hit has its words, its meaning and the cosine; JSON has them as
    numbers."""
    text = call("recall", "automobile", "in", "Lisbon", "--explain").stdout
    assert "words 0." in text and "meaning 0." in text and "(cosine 0." in text
    rows = json.loads(call("recall", "automobile", "--explain", "--json").stdout)["memories"]
    fused = rows[0]["fused"]
    assert fused["words"] == 0.0 < fused["meaning"] < 1 and fused["cosine"] > fused["meaning"]
    assert "fused" not in call("recall", "car", "--explain", "--json", "--no-vectors").stdout


def test_an_agents_relevance_is_document_002s(
    stub: StubServer, configure: Configure, call: Call, tmp_path: Path
) -> None:
    """Under profile agent .6 of the relevance are the cosine as it is, and .4 the words."""
    place = str(tmp_path / "agents")
    call("init", place, "--profile", "agent", "--person", "me")
    for text in (CAR, INN, DOCTOR, COMPUTER):
        call("record", text, "--store", place)
    configure(url=stub.url, model="stub")
    assert call("store", "vectors", "fill", "--store", place).code == 0
    for question in ("automobile", "bought a motorcar", "the quiet hotel"):
        done = call("recall", question, "--explain", "--json", "--store", place)
        rows = json.loads(done.stdout)["memories"]
        assert rows
        for row in rows:
            fused = row["fused"]
            expected = EMBEDDING * fused["cosine"] + (1 - EMBEDDING) * fused["words"]
            assert row["parts"]["relevance"] == pytest.approx(expected, abs=1e-6)


def test_what_is_near_is_listed_by_meaning(filled: Store, stub: StubServer, call: Call) -> None:
    """recall --like ID --by meaning needs no provider: it compares the vectors that there are."""
    id = call("record", "An automobile in Lisbon is dear").stdout.strip()
    stub.fault("broken")
    done = call("recall", "--like", id, "--by", "meaning", "--json")
    rows = json.loads(done.stdout)["memories"]
    assert [row["summary"] for row in rows][:1] == [CAR] and 0 < rows[0]["score"] <= 1
    call("edit", id, "--detail", "Too dear")
    unknown = call("recall", "--like", id, "--by", "meaning")
    assert unknown.code == 3 and "has no vector" in unknown.stderr


@pytest.mark.parametrize("damage", ["header", "rows", "tables", "gone", "empty"])
def test_damaged_vectors_leave_the_answer_of_the_words(
    damage: str, filled: Store, call: Call
) -> None:
    """What is damaged in the cache of vectors is no fault of the index: the words answer, nothing
    of the index is made again, and the next fill makes the vectors."""
    (index,) = Path(index_folder(filled.root)).glob("index.db")
    answer = call("recall", "hotel", "or", "Lisbon", "--no-vectors").stdout
    assert call("recall", "hotel", "or", "Lisbon").stdout != answer
    made, database = index.stat().st_ino, index.with_name("vectors.db")
    if damage == "tables":
        with closing(sqlite3.connect(database)) as connection:
            connection.executescript("DROP TABLE owner; DROP TABLE vector")
    elif damage == "rows":
        (rows,) = index.parent.glob(f"*{ROWS}")
        rows.write_bytes(b"\1" * rows.stat().st_size)
    elif damage == "gone":
        database.unlink()
    else:
        data = database.read_bytes()
        database.write_bytes(b"" if damage == "empty" else b"\0" * 100 + data[100:])
    done = call("recall", "hotel", "or", "Lisbon")
    assert (done.code, done.stdout) == (0, answer) and index.stat().st_ino == made
    assert call("store", "vectors", "fill").code == 0
    assert summaries(call, "hotel") == [INN]


def test_a_bounded_server_finds_by_meaning_within_its_bounds(
    filled: Store, stub: StubServer, call: Call, tmp_path: Path
) -> None:
    """An agent that sees what is public finds that by its meaning, with a score that does not tell
    of what is hidden, and nothing else; by vectors that were imported as well."""
    id = call("record", "Sold a motorcar", "--privacy", "public").stdout.strip()

    async def ask(client: Client) -> list[tuple[str, float]]:
        found = hits_in(text_of(await client.call_tool("recall", {"query": "automobile"})))
        return [(hit["id"], float(hit["score"])) for hit in found]

    (before,) = talk(filled, ask, "--scope", "privacy:public")
    assert before[0] == id
    for place in range(8):
        call("record", f"Automobile and motorcar number {place}")
    assert talk(filled, ask, "--scope", "privacy:public") == [before]
    assert len(talk(filled, ask)) > 1
    file = str(tmp_path / "vectors.jsonl")
    assert call("store", "vectors", "export", file).code == 0
    shutil.rmtree(tmp_path / "cache")
    assert call("store", "vectors", "import", file).code == 0
    assert talk(filled, ask, "--scope", "privacy:public") == [before]


def test_stores_that_are_read_together_ask_once(
    filled: Store, stub: StubServer, configure: Configure, call: Call, tmp_path: Path
) -> None:
    """Two stores are asked with one vector, and a provider that is slow costs its time-out once."""
    other = str(tmp_path / "other")
    call("init", other, "--person", "me")
    call("record", "Sold a motorcar", "--store", other)
    assert call("store", "vectors", "fill", "--store", other).code == 0
    stub.requests.clear()
    both = ("--store", filled.root, "--store", other)
    assert {"Sold a motorcar", CAR} <= set(summaries(call, "automobile", *both))
    assert len(stub.requests) == 1
    configure(url=stub.url, model="stub", timeout_seconds=0.3)
    stub.fault("slow")
    done = call("recall", "hotel", *both)
    assert done.code == 0 and "words alone" in done.stderr and len(stub.requests) == 2


def test_settings_that_no_vectors_are_of_are_told(
    filled: Store, stub: StubServer, configure: Configure, call: Call
) -> None:
    """After another model was set a recall says, in one note, that its vectors are to be made; the
    old ones serve again once it is set back, also where the server has moved."""
    configure(url=stub.url, model="other")
    done = call("recall", "automobile")
    assert done.code == 0 and not done.stdout
    assert len([line for line in done.stderr.splitlines() if "store vectors fill" in line]) == 1
    with stub_server() as moved:
        configure(url=moved.url, model="stub")
        assert summaries(call, "automobile") == [CAR]


def test_why_not_tells_of_meaning(filled: Store, call: Call) -> None:
    """What is not near enough says so, with its cosine and from which on it would be found."""
    inn = call("recall", "inn", "--format", "ids").stdout.strip()
    told = call("recall", "automobile", "--why-not", inn).stdout
    assert (
        "its meaning is not near enough: cosine" in told
        and "none of" not in told.split("cosine")[1]
    )
    assert "is shown" in call("recall", "hotel", "--why-not", inn).stdout


def test_what_is_exported_is_found_by_words(filled: Store, stub: StubServer, call: Call) -> None:
    """An export of what a query finds depends on no provider."""
    assert summaries(call, "hotel") == [INN]
    stub.requests.clear()
    assert INN not in call("export", "lodging").stdout
    assert INN in call("export", "inn").stdout
    assert not stub.requests


def test_conflicts_are_looked_for_among_what_means_the_same(filled: Store, call: Call) -> None:
    """Conflicts about a subject are those of memories that say it in other words, too."""
    call("record", "The laptop lasts", "--topic", "battery")
    call("record", "The laptop never lasts", "--topic", "battery")
    assert "never lasts" in call("tidy", "conflicts", "pc").stdout
    assert "never lasts" not in call("tidy", "conflicts", "hotel").stdout


def test_what_a_session_says_is_sent_to_nobody(filled: Store, stub: StubServer, call: Call) -> None:
    """A context for a session finds by the meaning of what was typed; the session's own words,
    which have no label of privacy, are only looked for."""
    id = call("session", "start", "The lodging plan", "--format", "ids").stdout.strip()
    told = call("context", "automobile", "--in-session", id).stdout
    assert CAR in told and [request.texts[1:] for request in stub.requests] == [["automobile"]]
    assert call("context", "--in-session", id).code == 0 and len(stub.requests) == 1


def test_a_question_that_is_too_long_for_the_model_is_cut(
    filled: Store, stub: StubServer, call: Call
) -> None:
    """As a memory is; and a text that is refused for its length puts nobody off the provider."""
    stub.most_characters = 400
    assert summaries(call, "automobile " * 200)[:1] == [CAR]
    assert [len(request.texts[1]) for request in stub.requests] == [2199, 1099, 549, 274]
    done = call("record", "A long voyage", "--detail", "and longer " * 90)
    assert not done.stderr
    assert summaries(call, "hotel") == [INN]
    stub.most_characters = 30
    assert "No vector was made" in call("record", "The trip of everybody to the forest").stderr
    stub.most_characters = 400
    assert summaries(call, "physician") == [DOCTOR]
