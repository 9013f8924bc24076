"""The rows of vectors: what they cost, what a bad model takes away, and the user's own provider."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memento_cli import Store
from memento_cli.actions.vectors.embedding import embedder_of
from tests.bench.conftest import LINES, Call, rows_of
from tests.bench.vectors.own import blurred, own_sets, sentence_of
from tests.bench.vectors.reached import COLUMNS
from tests.conftest import ROOT, Ran
from tests.vectors.settings import settings_with
from tests.vectors.stub_server import StubServer, stub_server

Configure = Callable[..., None]
NOW = datetime(2026, 3, 14, tzinfo=UTC)
LOUD = "Ana told me in the garden that otters sleep hand in hand. It rained."


@pytest.fixture
def stub() -> Iterator[StubServer]:
    """A server that serves until the test ends."""
    with stub_server() as server:
        yield server


@pytest.fixture
def configure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Configure:
    """Writes the user's settings of vectors."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def write(**settings: object) -> None:
        file = tmp_path / "config" / "memento" / "config.toml"
        file.parent.mkdir(parents=True)
        lines = (f"{key} = {json.dumps(value)}" for key, value in settings.items())
        file.write_text("\n".join(["[vectors]", *lines, ""]))

    return write


@pytest.fixture
def own(store: Store, call: Callable[..., Ran]) -> Store:
    """A user's own store: memories with a detail, one that is private, and one that has faded."""
    for line in LINES:
        assert call("record", line, "--detail", LOUD, "--privacy", "public").code == 0
    old = ("--privacy", "public", "--now", "2015-01-01")
    assert call("record", "Otters in a garden sleep hand in hand", *old).code == 0
    assert call("record", "Nobody may know of the golden teapot", "--privacy", "private").code == 0
    return store


@pytest.mark.usefixtures("data")
def test_a_bad_model_and_none_that_answers_take_nothing(bench: Call) -> None:
    """Each set has a row for random vectors and one for a provider that is away; where a set is not
    there, there is none."""
    rows = rows_of(bench("--only", "vectors.random", "--only", "vectors.away", "--json"))
    assert {*rows} == {
        f"vectors.{row}.{name}"
        for row in ("random", "away")
        for name in ("locomo.turns", "madial.en")
    }
    for name, row in rows.items():
        assert row["figure"] == 0 and row["verdict"] == "ok" and row["size"] == len(LINES), name


@pytest.mark.longer
def test_paraphrases_are_found_by_meaning_alone(bench: Call) -> None:
    """Words find hardly any, vectors nearly all of them."""
    row = rows_of(bench("--only", "vectors.paraphrases", "--json"))["vectors.paraphrases"]
    assert row["figure"] > 0.9 > 0.2 > row["baselines"]["by words"] and row["verdict"] == "ok"


def test_what_vectors_cost_is_measured_without_a_model(bench: Call) -> None:
    """A recall beside one by words alone, one without simsimd, memory, files and a fill."""
    names = ("vectors.recall", "vectors.memory", "vectors.bytes", "vectors.fill")
    rows = rows_of(bench(*(word for name in names for word in ("--only", name)), "--json"))
    assert len(rows) == 6
    recalls = [row for name, row in rows.items() if name.startswith("vectors.recall")]
    for row in recalls:
        assert row["verdict"] == "skipped" or {"vectors, ms", "words, ms"} <= {*row["baselines"]}
    assert rows["vectors.recall.python"]["figure"] is not None
    assert rows["vectors.bytes"]["figure"] > 384 and rows["vectors.fill"]["figure"] > 0


@pytest.mark.usefixtures("data")
def test_the_users_provider_is_asked_once(
    typed: Call, stub: StubServer, configure: Configure, tmp_path: Path
) -> None:
    """The table has words, vectors and both; a second run sends but the questions that are timed;
    and the user's own cache has none of it."""
    configure(url=stub.url, model="stub")
    words = ("--vectors", "--keep", str(tmp_path / "keep"), "--only", "meaning.xx")
    done = typed(*words, "--json")
    rows = rows_of(done)
    assert "4 memories and 4 questions will be sent" in done.stderr
    row = rows["meaning.xx.sent.r5"]
    assert row["figure"] == 1 and {*row["baselines"]} == {*COLUMNS}
    assert rows["meaning.xx.sent.fill"]["figure"] > 0 and rows["meaning.provider"]["figure"] > 0
    stub.requests.clear()
    again = typed(*words)
    assert "0 memories and 0 questions" in again.stderr
    assert again.stdout.splitlines()[0].split("\t") == ["meaning.xx.sent.r5", "4"] + 3 * ["1.000"]
    assert all(len(request.texts) <= 2 for request in stub.requests)  # the probe, and a question
    assert not list(tmp_path.glob("cache/**/vectors.db"))


def test_a_users_own_memories_are_asked_for_by_their_words(
    typed: Call, own: Store, stub: StubServer, configure: Configure, tmp_path: Path
) -> None:
    """A sentence of a detail and a blurred summary are asked; nothing is written into the store."""
    before = {path: path.read_bytes() for path in Path(own.root).rglob("*") if path.is_file()}
    configure(url=stub.url, model="stub")
    keep = str(tmp_path / "keep")
    rows = rows_of(typed("--vectors", "--store", own.root, "--keep", keep, "--json"))
    assert {"meaning.own.sentence.r5", "meaning.own.blurred.mrr"} <= {*rows}
    assert rows["meaning.own.blurred.r5"]["figure"] == 1
    after = {path: path.read_bytes() for path in Path(own.root).rglob("*") if path.is_file()}
    assert after == before


def test_another_machine_is_told_nothing_unasked(
    typed: Call, own: Store, configure: Configure, tmp_path: Path
) -> None:
    """Without --yes nothing is sent, where nobody can be asked; with it, no private memory, neither
    as itself nor as a question."""
    seen = tmp_path / "seen"
    program = (
        f"tee -a '{seen}' | PYTHONPATH='{ROOT}' '{sys.executable}' -m tests.vectors.stub_command"
    )
    configure(command=["sh", "-c", program], allow_remote=True)
    words = ("--vectors", "--store", own.root, "--keep", str(tmp_path / "keep"), "--json")
    done = typed(*words)
    assert done.code == 6 and "another machine" in done.stderr and not seen.exists()
    rows = rows_of(typed(*words, "--yes"))
    assert rows["meaning.own.blurred.fill"]["note"].endswith("1 held back")
    sent = seen.read_text()
    assert LINES[0] in sent and "teapot" not in sent


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("--vectors",), 2),  # no provider is set
        (("--vectors", "--quality"), 2),
        (("--vectors", "--only", "quality.ja"), 2),
        (("--vectors", "--forgetting"), 2),
        (("--store", "."), 2),
        (("--yes",), 2),
    ],
)
def test_what_makes_no_sense_is_said(words: tuple[str, ...], code: int, typed: Call) -> None:
    """Before anything is done."""
    done = typed(*words)
    assert (done.code == code and done.stderr.startswith("Error:")) or "none is set" in done.stderr


def test_questions_of_ones_own_are_of_the_memorys_words(own: Store, stub: StubServer) -> None:
    """Every word of a question is in the memory that it asks for."""
    embedder = embedder_of(settings_with(url=stub.url, model="stub"))
    assert embedder
    for data in own_sets(own, embedder, NOW).values():
        texts = {document.key: document.text for document in data.documents}
        assert len(data.questions) == len(LINES) + (data.questions[0].text not in LOUD)
        for question in data.questions:
            (key,) = question.gold
            assert {*question.text.split()} <= {*texts[key].split()}


@pytest.mark.parametrize(
    ("detail", "sentence"),
    [
        (LOUD, LOUD.removesuffix(" It rained.")),
        ("One, two three.\nfour five six seven", "four five six seven"),
        ("駅前の歯医者は水曜日が休み。はい。", "駅前の歯医者は水曜日が休み。"),
        ("Too short.", ""),
        ("", ""),
    ],
)
def test_a_sentence_is_the_longest(detail: str, sentence: str) -> None:
    """Of those with four words or more."""
    assert sentence_of(detail) == sentence


def test_the_rarest_words_are_left_out() -> None:
    """A third of them, and a summary of three words gives no question."""
    known = {"the": 9, "cat": 5, "sat": 4, "on": 8, "zoe": 1, "mat": 2}
    assert blurred("The cat sat on Zoe mat", known) == "The cat sat on"
    assert blurred("Cat on mat", known) == ""
