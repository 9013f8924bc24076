"""python -m tests.bench, as it is typed; and by `memento store bench`."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from memento_cli.cli.commands.store.bench import FETCH, MODULE
from tests.bench.conftest import LINES, Call, rows_of, written
from tests.bench.plain_search import PLAIN, STOP_WORDS, plain_rankings
from tests.bench.questions import NAMES, made_set, misspelt, nowhere
from tests.bench.sets import Document, Question, Set
from tests.conftest import ROOT


def test_the_command_runs_the_bench_of_a_checkout() -> None:
    """`memento store bench` hands on its options, those of every command and those behind --."""
    command = [sys.executable, "-m", "memento_cli", "store", "bench", "--json", "--", "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "--against FILE" in done.stdout


def test_where_there_is_no_checkout_it_says_how_to_get_one(tmp_path: Path) -> None:
    """A package that stands alone, as a wheel installs it, names the one command."""
    shutil.copytree(ROOT / "memento_cli", tmp_path / "memento_cli")
    done = subprocess.run(
        [sys.executable, "-m", "memento_cli", "store", "bench"],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert FETCH in done.stdout and str(ROOT) not in done.stdout


def test_it_runs_as_a_module() -> None:
    """`python -m tests.bench` in a checkout is a program, which describes its options."""
    command = [sys.executable, "-m", MODULE, "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "--against FILE" in done.stdout


def test_every_row_is_a_figure_or_a_reason(bench: Call) -> None:
    """A row has a positive figure and something beside it, or none and the reason why."""
    asked = ("recall.word", "rebuild", "refresh", "similar", "version", "error")
    rows = rows_of(bench(*(word for name in asked for word in ("--only", name)), "--json"))
    assert {"recall.word.pause", "rebuild.memory", "refresh.one", "similar.clusters"} <= set(rows)
    for row in rows.values():
        if row["figure"] is None:
            assert row["verdict"] == "skipped" and row["note"]
        else:
            assert row["figure"] > 0 and row["baselines"]


@pytest.mark.longer
def test_fault_u5_what_reads_a_whole_store_is_measured_at_two_sizes(bench: Call) -> None:
    """Each such command has a row with a goal of 12, beside what it takes in both stores."""
    rows = rows_of(bench("--size", "100", "--only", "growth", "--json"))
    assert {name.removeprefix("growth.") for name in rows} >= {
        "doctor", "stats", "status", "undo", "export", "settle", "maintain",
    }  # fmt: skip
    for row in rows.values():
        assert (row["goal"], row["goal_is"], row["size"]) == (12, "most", 100)
        assert row["verdict"] == "ok" and len(row["baselines"]) == 2


def test_the_recall_row_has_its_baselines(bench: Call) -> None:
    """Raw FTS5, a linear scan and the bare start of SQLite stand beside a recall."""
    row = rows_of(bench("--only", "recall.word", "--json"))["recall.word"]
    assert row["goal"] == 2.5 and row["size"] == 20
    assert {"raw FTS5", "linear scan", "Python and sqlite3"} <= set(row["baselines"])


def test_writing_tells_what_it_waits_for(bench: Call, tmp_path: Path) -> None:
    """record counts its syncs beside their cost, and leaves the kept store as it was."""
    row = rows_of(bench("--only", "record", "--json"))["record"]
    assert row["baselines"]["fsyncs, calls"] >= 2
    assert {"wall, ms", "those alone, ms"} <= set(row["baselines"])
    assert len(list(tmp_path.glob("keep/*/store/memories/*.toml"))) == 20


def test_questions_are_measured_as_they_are_asked(bench: Call, data: Path) -> None:
    """Each way to ask has a mean, what nine in ten cost, and a worst, with their goals."""
    rows = rows_of(bench("--only", "recall.asked", "--json"))
    assert list(rows) == list(NAMES)
    starts = {name.rpartition(".")[0].removeprefix("recall.asked").lstrip(".") for name in rows}
    ways = {"json", "project", "since", "now", "misspelt", "unknown", "nothing"}
    assert starts == {"", *ways}
    for name, row in rows.items():
        assert row["goal"] == {"mean": 3, "90": 4, "worst": 6}[name.rpartition(".")[2]]
        assert row["figure"] > 1 and row["size"] == len(LINES)
        assert row["baselines"]["of, questions"] == 1
    one = rows_of(bench("--only", "recall.asked.json.mean", "--json"))
    assert list(one) == ["recall.asked.json.mean"]


def test_without_the_data_questions_are_made_of_words() -> None:
    """The made questions are sentences of words that the made documents have, and all differ."""
    made = made_set(30, datetime(2026, 3, 14, tzinfo=UTC))
    assert len(made.documents) == 30 and len({one.text for one in made.questions}) == 30
    texts = {document.key: document.text for document in made.documents}
    for question in made.questions:
        (key,) = question.gold
        assert question.text.split()[5] in texts[key].split()
    words = {word for text in texts.values() for word in text.split()}
    for question in made.questions:
        assert misspelt(question, made) != [question.text]
        assert not words & set(nowhere(question, made)[0].split())


@pytest.mark.longer
def test_every_command_has_a_row_with_its_goal(bench: Call) -> None:
    """What reads, what is recalled after our own writing, and `reinforce` that leaves the files to
    settle are measured, and none of them fails."""
    asked = ("other", "recall.after", "reinforce.settle")
    rows = rows_of(bench(*(word for name in asked for word in ("--only", name)), "--json"))
    goals = {name: row["goal"] for name, row in rows.items()}
    others = {"list", "log", "why", "fact", "kv", "events", "context", "status", "undo"}
    assert {f"other.{name}" for name in others} <= set(rows)
    assert {goal for name, goal in goals.items() if name.startswith("other.")} == {5}
    two = ("recall.after.record", "recall.after.reinforce", "reinforce.settle")
    assert [goals[name] for name in two] == [2.5] * 3
    assert all(row["figure"] for row in rows.values()), rows


@pytest.mark.longer
def test_calls_of_the_server_are_measured(bench: Call) -> None:
    """recall, remember and context of the server have a row each, in milliseconds of CPU a call."""
    rows = rows_of(bench("--only", "mcp", "--json"))
    goals = {name: row["goal"] for name, row in rows.items() if name != "mcp.initialize"}
    assert goals == {"mcp.recall": 15, "mcp.remember": 10, "mcp.context": 25}
    assert all(row["figure"] for row in rows.values()), rows


def test_a_run_is_saved_and_compared(bench: Call, tmp_path: Path) -> None:
    """A saved run is told beside the next one; in a pipe as columns."""
    path = str(tmp_path / "before.json")
    assert bench("--only", "version", "--save", path).code == 0
    saved = json.loads(Path(path).read_text())
    assert [row["name"] for row in saved["rows"]] == ["version"] and saved["machine"]["python"]
    done = bench("--only", "version", "--against", path)
    cells = dict(zip(("name", "size", "before"), done.stdout.split("\t"), strict=False))
    before = saved["rows"][0]["figure"]
    assert cells == {"name": "version", "size": "", "before": f"{before:.2f}"}
    rows = rows_of(bench("--only", "version", "--against", path, "--json"))
    assert rows["version"]["before"] == before


@pytest.mark.parametrize(
    ("args", "lines"),
    [
        (("--format", "ids"), ["version"]),
        (("--format", "ndjson", "--fields", "name,goal"), ['{"name": "version", "goal": 2.5}']),
        (("--json", "--fields", "name"), ['{"schema": 1, "rows": [{"name": "version"}]}']),
        (("--fields", "name,goal"), ["version\t≤ 2.5"]),
    ],
)
def test_rows_in_every_format(args: tuple[str, ...], lines: list[str], bench: Call) -> None:
    """Rows are printed as any other list is."""
    assert bench("--only", "version", *args).stdout.splitlines() == lines


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("--size", "3"), 2),
        (("--rounds", "0"), 2),
        (("--forgetting", "--quality"), 2),
        (("--hosts", "--quality"), 2),
        (("--hosts", "--only", "recall"), 2),
        (("--repo", "."), 2),
        (("--only", "recal"), 2),
        (("--against", "nowhere.json"), 3),
        (("--against", "not.json"), 4),
        (("--against", "list.json"), 4),
    ],
)
def test_what_cannot_be_run_is_said_at_once(
    args: tuple[str, ...], code: int, typed: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Options that make no sense and files that are no saved runs are errors before any work."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "not.json").write_text("{")
    (tmp_path / "list.json").write_text("[1]")
    done = typed(*args)
    assert done.code == code and done.stderr.startswith("Error:") and not done.stdout


@pytest.mark.longer
def test_quality_is_measured_on_the_data_that_are_there(bench: Call, data: Path) -> None:
    """Known sets have goals, others of the same form none; what is absent is skipped."""
    rows = rows_of(bench("--only", "quality", "--json"))
    found = {name: row["figure"] for name, row in rows.items()}
    assert found["quality.locomo.turns.r5"] == found["quality.xx.sent.r5"] == 1
    assert found["quality.locomo.sessions.pooled.mrr"] == found["quality.locomo.mixed.r5"] == 1
    assert found["quality.locomo.context.1000"] == found["quality.madial.en.r5"] == 1
    assert found["quality.locomo.decay.loss"] == found["quality.en.para.loss"] == 0
    assert rows["quality.locomo.turns.r5"]["goal"] == 0.74
    assert rows["quality.xx.sent.r5"]["goal"] is None
    assert rows["quality.corpora"]["verdict"] == "skipped"
    assert str(data) in rows["quality.corpora"]["note"]


def test_no_row_of_the_name_is_said(bench: Call, data: Path) -> None:
    """A name that only the data could have, and have not, is not found."""
    (data / "corpora").mkdir()
    done = bench("--only", "quality.nothing")
    assert done.code == 3 and "quality.nothing" in done.stderr and not done.stdout


def test_notes_are_asked_for_by_their_titles(bench: Call, data: Path) -> None:
    """Any file of titles and bodies is a set; the title is taken off the body's head."""
    notes = [{"title": text, "body": f"# {text}\n\nIn words: {text}."} for text in LINES]
    written(data / "corpora/til_others.jsonl", notes)
    written(data / "corpora/reviews.jsonl", [{"card": 1}])
    rows = rows_of(bench("--only", "quality.known", "--json"))
    assert set(rows) == {f"quality.known.til_others.{score}" for score in ("r5", "r10", "mrr")}
    assert all(row["figure"] == 1 and row["size"] == 4 for row in rows.values())


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("text", ['"', "a-b* NOT (", "the of and", "", "x" * 5000, "🦜"])
def test_plain_search_takes_any_question(name: str, text: str) -> None:
    """A baseline answers every text, be it with nothing."""
    documents = [Document("1", "nothing of the kind")]
    asked = Set(tuple(documents), (Question(text, frozenset("1")),))
    assert len(plain_rankings(name, asked, pooled=True)) == 1


def test_plain_search_ranks_in_the_project(name: str = "FTS5 porter") -> None:
    """A question is answered from its own project, unless all are pooled."""
    documents = [Document("1", "red kite", project="a"), Document("2", "red kites", project="b")]
    question = Question("The kite?", frozenset("2"), "b")
    asked = Set(tuple(documents), (question,))
    assert plain_rankings(name, asked, pooled=False) == [["2"]]
    assert set(plain_rankings(name, asked, pooled=True)[0]) == {"1", "2"}
    assert "the" in STOP_WORDS and "kite" not in STOP_WORDS
