"""The published files of other benchmarks: small samples of ours, written after their formats."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.bench.conftest import rows_of
from tests.bench.datasets.measured import DATASETS
from tests.bench.engines import ENGINES, baseline, baselines, not_installed
from tests.bench.sets import Document, Question, Set
from tests.conftest import Ran

Call = Callable[..., Ran]

LONGMEMEVAL: list[dict[str, Any]] = [
    {
        "question_id": "q1", "question_type": "single-session-user",
        "question": "Which instrument do I play?", "answer": "the oboe",
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 10:00"],
        "haystack_session_ids": ["s1", "answer_1"],
        "haystack_sessions": [
            [{"role": "user", "content": "Plan a trip to Rome."},
             {"role": "assistant", "content": "Gladly."}],
            [{"role": "user", "content": "I play the oboe.", "has_answer": True},
             {"role": "assistant", "content": "A fine instrument.", "has_answer": False}],
        ],
        "answer_session_ids": ["answer_1"],
    },
    {"question_id": "q2_abs", "question": "Which car do I drive?"},
]  # fmt: skip
LOCOMO: list[dict[str, Any]] = [
    {
        "sample_id": "conv-1",
        "conversation": {
            "speaker_a": "Ann", "speaker_b": "Bo",
            "session_2_date_time": "10:05 am on 9 June, 2023",
            "session_2": [{"speaker": "Bo", "dia_id": "D2:1", "text": "The kite broke."}],
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": "I sold the boat."},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "Look!", "img_url": ["u"],
                 "blip_caption": "a photo of a red kite"},
            ],
        },
        "qa": [
            {"question": "What colour has Bo's kite?", "answer": "red", "category": 1,
             "evidence": ["D1:2; D2:1"]},
            {"question": "What did Ann sell?", "category": 4, "evidence": ["D1:1", "D:9:9"]},
            {"question": "Where is Zoe?", "category": 5, "evidence": []},
        ],
        "event_summary": {}, "observation": {}, "session_summary": {},
    }
]  # fmt: skip
REALTALK: dict[str, Any] = {
    "name": {"speaker_1": "Ann Lee", "speaker_2": "Bo"},
    "session_1": [
        {"clean_text": "Good morning", "speaker": "Ann Lee", "date_time": "29.12.2023, 00:51:12",
         "dia_id": "D1:1"},
        {"text": "I ran ten miles", "speaker": "Bo", "date_time": "29.12.2023, 08:10:00",
         "dia_id": "D1:2"},
    ],
    "session_1_date_time": "29.12.2023, 00:51:12",
    "events_session_1": {"agent_a": []},
    "qa": [{"question": "How far did Bo run?", "answer": "ten miles", "evidence": ["D1:2"],
            "category": 1}],
}  # fmt: skip
BEAM: list[dict[str, Any]] = [
    {
        "batch_number": 1,
        "turns": [
            [{"role": "user", "id": 0, "time_anchor": "March-15-2024", "index": "1,1",
              "question_type": "main_question", "content": "I use Flask 2.3. ->-> 1,1"},
             {"role": "assistant", "id": 1, "content": "Noted."}],
            [{"role": "user", "id": 2, "content": "The sprint ends on March 29."}],
        ],
    }
]  # fmt: skip
PROBES: dict[str, Any] = {
    "abstention": [{"question": "Who is Jo?", "rubric": []}],
    "information_extraction": [{"question": "When does the sprint end?", "source_chat_ids": [2]}],
    "knowledge_update": [
        {
            "question": "Is Flask in the sprint?",
            "source_chat_ids": {"original_info": [0], "updated_info": [2]},
        }
    ],
}
MEMORIES = [
    {"1": {"time": "2023-12-25", "scene": "Activity", "emotion": "Happy",
           "event": "Bart danced at the party."}},
    {"2": {"time": "2023-02-13", "scene": "Activity", "emotion": "Happy",
           "event": "Lisa won the essay competition."}},
]  # fmt: skip
DIALOGUES = [
    {"dialogue": ["<BOD>\n", '<Bart>: "A party!"\n', '<Assistant>: "You danced!"\n', "<EOD>\n"],
     "test-turn": [2], "relevant-id": [1], "user-id": 1},
]  # fmt: skip


def written(path: Path, value: Any) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value))
    return str(path)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, list[str]]:
    """The files of each benchmark."""
    written(tmp_path / "1/probing_questions/probing_questions.json", PROBES)
    (tmp_path / "memory.json").write_text("\n".join(map(json.dumps, MEMORIES)))
    (tmp_path / "dialogue.json").write_text("\n".join(map(json.dumps, DIALOGUES)))
    return {
        "longmemeval": [written(tmp_path / "longmemeval_s.json", LONGMEMEVAL)],
        "locomo": [written(tmp_path / "locomo10.json", LOCOMO)],
        "realtalk": [written(tmp_path / "Chat_1_Ann_Bo.json", REALTALK)],
        "beam": [written(tmp_path / "1/chat.json", BEAM)],
        "madial": [str(tmp_path / "dialogue.json"), str(tmp_path / "memory.json")],
    }


def read(files: dict[str, list[str]], name: str, kind: str) -> Set:
    (data,) = DATASETS[name][kind](files[name])
    return data


def asked(data: Set) -> list[tuple[str, set[str]]]:
    return [(one.text, set(one.gold)) for one in data.questions]


def test_longmemeval_is_read(files: dict[str, list[str]]) -> None:
    """A history is of its question and asked at its date; what has no answer is left out."""
    sessions = read(files, "longmemeval", "sessions")
    assert asked(sessions) == [("Which instrument do I play?", {"answer_1"})]
    assert sessions.now == datetime(2023, 5, 30, 23, 40, tzinfo=UTC)
    text = "user: I play the oboe.\nassistant: A fine instrument."
    at = datetime(2023, 5, 21, 10, tzinfo=UTC)
    assert sessions.documents[1] == Document("answer_1", text, at)
    user = read(files, "longmemeval", "user")
    assert [one.text for one in user.documents] == ["Plan a trip to Rome.", "I play the oboe."]
    assert asked(user)[0][1] == {"answer_1"}
    turns = read(files, "longmemeval", "turns")
    assert asked(turns)[0][1] == {"answer_1:0"} and len(turns.documents) == 4


def test_locomo_is_read(files: dict[str, list[str]]) -> None:
    """Sessions in their order, captions as what is shown; evidence that is not there is nothing."""
    turns = read(files, "locomo", "turns")
    assert [one.key for one in turns.documents] == ["D1:1", "D1:2", "D2:1"]
    assert turns.documents[1].text == "Bo: Look! [shares a photo of a red kite]"
    assert turns.documents[1].created == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert [gold for _, gold in asked(turns)] == [{"D1:2", "D2:1"}, {"D1:1"}]
    sessions = read(files, "locomo", "sessions")
    assert [gold for _, gold in asked(sessions)] == [{"session_1", "session_2"}, {"session_1"}]


def test_realtalk_is_read(files: dict[str, list[str]]) -> None:
    """As LoCoMo, with times of turns."""
    turns = read(files, "realtalk", "turns")
    assert turns.documents[1] == Document(
        "D1:2", "Bo: I ran ten miles", datetime(2023, 12, 29, 8, 10, tzinfo=UTC), None, "session_1"
    )
    assert asked(turns) == [("How far did Bo run?", {"D1:2"})]


def test_beam_is_read(files: dict[str, list[str]]) -> None:
    """The day holds until another is named; ids are looked for in whatever they are grouped by."""
    data = read(files, "beam", "messages")
    assert [one.text for one in data.documents] == [
        "user: I use Flask 2.3.", "assistant: Noted.", "user: The sprint ends on March 29.",
    ]  # fmt: skip
    assert {one.created for one in data.documents} == {datetime(2024, 3, 15, tzinfo=UTC)}
    assert [gold for _, gold in asked(data)] == [{"2:2"}, {"0:0", "2:2"}]
    files["beam"] = [str(Path(files["beam"][0]).parent)]
    assert read(files, "beam", "messages") == data


def test_madial_is_read(files: dict[str, list[str]]) -> None:
    """What was said before the turn is asked for, of the memories of who speaks."""
    data = read(files, "madial", "memories")
    assert asked(data) == [('<Bart>: "A party!"\n', {"1"})] and data.literal
    assert [one.project for one in data.documents] == ["Bart", None]


@pytest.mark.parametrize("name", DATASETS)
def test_each_is_measured(name: str, files: dict[str, list[str]], typed: Call) -> None:
    """All that is asked is found in so small a sample, and plain engines stand beside."""
    rows = rows_of(typed("--quality", "--dataset", name, *files[name], "--json"))
    kind = next(iter(DATASETS[name]))
    assert set(rows) == {
        f"quality.{name}.{kind}.{score}" for score in ("r5", "r10", "mrr", "any5", "first")
    }
    assert rows[f"quality.{name}.{kind}.r5"]["figure"] == 1
    assert set(rows[f"quality.{name}.{kind}.r5"]["baselines"]) == {"FTS5 unicode61", "FTS5 porter"}


def test_the_command_finds_files_where_it_is_typed(files: dict[str, list[str]], run: Call) -> None:
    """`memento store bench` takes a relative path from the folder in which it stands, and no module
    there for one of the bench."""
    folder = Path(files["locomo"][0]).parent
    (folder / "tests").mkdir()
    (folder / "tests" / "__init__.py").write_text("this is not Python")
    words = ("store", "bench", "--json", "--", "--dataset", "locomo", "locomo10.json")
    assert rows_of(run(*words, cwd=folder))["quality.locomo.turns.r5"]["figure"] == 1


def test_another_kind_of_documents_is_asked_for_by_its_name(
    files: dict[str, list[str]], typed: Call
) -> None:
    """`--only` names what is a document."""
    only = ("--only", "quality.locomo.sessions.mrr")
    assert set(rows_of(typed("--dataset", "locomo", *files["locomo"], *only, "--json"))) == {
        only[1]
    }
    done = typed("--dataset", "locomo", *files["locomo"], "--only", "quality.locomo.nothing")
    assert done.code == 3 and not done.stdout


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("longmemeval", '[{"question_id": "q"}]', "[0]: no key `answer_session_ids`"),
        ("longmemeval", "{", "is no JSON"),
        ("locomo", '[{"conversation": {}}]', "[0].conversation: no key `session_1`"),
        ("locomo", '[{"conversation": {"session_1": 3}}]', "conversation.session_1: is no list"),
        ("realtalk", '{"session_1": [{"date_time": "noon", "speaker": "A", "clean_text": "b", '
         '"dia_id": "D1:1"}]}', "session_1[0].date_time: 'noon' is no time"),
        ("madial", '{"1": {"time": "2023-01-01"}}', "line 1.1: no key `event`"),
        ("madial", '{"1": {"time": "2023-01-01", "event": "b"}}', "no dialogues"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_file_and_key(
    name: str, text: str, said: str, tmp_path: Path, typed: Call
) -> None:
    """A file of another form is an error that names it and the place in it, and no traceback."""
    path = tmp_path / "file.json"
    path.write_text(text)
    done = typed("--dataset", name, str(path))
    assert done.code == 4 and "file.json" in done.stderr and said in done.stderr


@pytest.mark.parametrize(
    "words",
    [("--dataset", "beam"), ("locomo10.json",), ("--dataset", "mybench", "f"),
     ("--forgetting", "--against-engines"), ("--against-engines", "--against", "f")],
)  # fmt: skip
def test_what_goes_with_nothing_is_refused(words: Sequence[str], typed: Call) -> None:
    """A benchmark without files, and files without one."""
    assert typed(*words).code in (2, 3)


def test_a_missing_file_is_said(typed: Call, tmp_path: Path) -> None:
    """A chat without its questions is one, too."""
    chat = written(tmp_path / "chat.json", BEAM)
    done = typed("--dataset", "beam", chat)
    assert done.code == 3 and "probing_questions.json" in done.stderr


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("question", ["What about kites?", '"', "a-b* NOT (", "the of and", "灯"])
def test_an_engine_ranks_in_the_project(name: str, question: str) -> None:
    """Each takes any question, and answers from the documents of its project, unless pooled."""
    if name in not_installed():
        pytest.skip(f"{name} is not installed")
    texts = {"1": "a red kite", "2": "three kites", "3": "the lamp", "4": "a boat"}
    data = Set(
        tuple(Document(key, text, project=str(int(key) % 2)) for key, text in texts.items()),
        (Question(question, frozenset("2"), "0"),),
    )
    (own,), (pooled,) = (baseline(name, data, pooled=pooled) for pooled in (False, True))
    assert set(own) <= {"2", "4"}
    if "kites" in question and name != "bm25s":  # which does not stem
        assert (own, set(pooled)) == (["2"], {"1", "2"})


def test_the_table_has_a_column_for_each_engine(files: dict[str, list[str]], typed: Call) -> None:
    """memento and the engines in one row, with what is not installed as a note."""
    done = typed("--dataset", "locomo", *files["locomo"], "--against-engines", "--only",
                 "quality.locomo.turns.r5")  # fmt: skip
    (row,) = done.stdout.splitlines()
    assert row.split("\t")[:3] == ["quality.locomo.turns.r5", "3", "1.000"]
    assert len(row.split("\t")) == 3 + len(baselines(engines=True))
    assert all(name in done.stderr for name in not_installed())
