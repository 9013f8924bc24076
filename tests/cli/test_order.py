"""What was recorded or imported in one second keeps the order in which it came."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Store
from tests.conftest import Ran

Call = Callable[..., Ran]
AT = "2025-03-01T09:00:00Z"
ASKED = "which quartz lantern did the harbour pilot paint"
SAID = [f"turn {sign * 3} of a talk about nothing" for sign in "abcdefghijklmnopqrst"]
SAID[9] = "the harbour pilot will paint the quartz lantern"


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """Twenty turns of one session, all at one second, as a file to import."""
    path = tmp_path / "talk.jsonl"
    rows = ({"content": text, "created": AT, "session": "talk"} for text in SAID)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def beside(call: Call, *args: str) -> list[set[str]]:
    """What a question finds: the turn that has its words, then those beside it, two by two."""
    done = call("recall", ASKED, "--format", "json", *args)
    assert done.code == 0, done.stderr
    said = [hit["summary"] for hit in rows_of(done)[:5]]
    return [set(said[:1]), set(said[1:3]), set(said[3:5])]


IN_ORDER = [{SAID[9]}, {SAID[8], SAID[10]}, {SAID[7], SAID[11]}]


def test_imported_turns_of_one_second_keep_their_order(
    call: Call, store: Store, talk: Path
) -> None:
    """What stands beside a hit is what stood beside it in the imported file, whatever the ids."""
    assert call("import", str(talk)).code == 0
    assert beside(call) == IN_ORDER
    assert call("store", "rebuild").code == 0
    assert beside(call) == IN_ORDER


def test_turns_recorded_in_one_second_keep_their_order(call: Call, store: Store) -> None:
    """What stands beside a hit is what was recorded just before and after it."""
    for text in SAID:
        assert call("record", text, "--at", AT, "--session", "talk").code == 0
    assert beside(call) == IN_ORDER
    assert call("reinforce", id_of(call, SAID[3])).code == 0
    assert beside(call) == IN_ORDER


def rows_of(done: Ran) -> list[dict[str, Any]]:
    """The hits that were printed as JSON."""
    rows: list[dict[str, Any]] = json.loads(done.stdout)["memories"]
    return rows


def id_of(call: Call, text: str) -> str:
    """The id of the memory with this summary."""
    rows = rows_of(call("list", "--all", "--limit", "99", "--format", "json"))
    return next(str(row["id"]) for row in rows if row["summary"] == text)


def test_a_context_tells_in_the_order_of_recording(call: Call, store: Store) -> None:
    """Of equally strong memories of one second, a context tells first what was recorded first."""
    for text in SAID[:5]:
        assert call("record", text, "--now", AT).code == 0
    told = call("context", "--now", "2025-03-02T09:00:00Z").stdout
    places = [told.index(text) for text in SAID[:5]]
    assert places == sorted(places)


@pytest.mark.parametrize("line", ["recall coast", "recall coast train", "context coast --limit 8"])
def test_equal_hits_of_one_second_are_in_the_order_of_recording(
    line: str, call: Call, store: Store
) -> None:
    """What answers a question as well, and is of one second, is told as it was recorded."""
    went = ("runs", "goes", "slips", "rides", "rolls")
    texts = [f"The train {word} along the coast" for word in went]
    for text in texts:
        assert call("record", text, "--now", AT, "--if-duplicate", "keep").code == 0
    told = call(*line.split(), "--now", "2025-03-02T09:00:00Z").stdout
    places = [told.index(text) for text in texts]
    assert places == sorted(places)


def test_a_list_of_one_second_is_by_id_in_both_directions(call: Call, store: Store) -> None:
    """Equal strengths and times are listed by rising id, whichever way the list goes."""
    for text in SAID[:9]:
        assert call("record", text, "--at", AT).code == 0
    for sort in ("strength", "created"):
        for order in ("asc", "desc"):
            done = call("list", "--all", "--sort", sort, "--order", order, "--format", "ids")
            ids = done.stdout.split()
            assert len(ids) == 9 and ids == sorted(ids)


@pytest.fixture
def kafka(call: Call, store: Store, tmp_path: Path) -> str:
    """250 old imported notes on one thing, all faded, and one that is new and pinned: its id."""
    path = tmp_path / "notes.jsonl"
    rows = (
        {"content": f"kafka note {number:04}", "created": "2019-01-01T00:00:00Z"}
        for number in range(250)
    )
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert call("import", str(path)).code == 0
    return call("record", "kafka note today", "--pin", "--if-duplicate", "keep").stdout.strip()


def test_among_equals_the_strongest_comes_in(call: Call, kafka: str) -> None:
    """Of more memories than are ranked that fit a query equally well, the strongest is first."""
    for limit in ("5", "200"):
        rows = rows_of(call("recall", "kafka", "--limit", limit, "--format", "json"))
        assert len(rows) == int(limit) and rows[0]["id"] == kafka
    assert call("recall", "kafka", "--format", "ids").stdout.split()[0] == kafka
    assert call("recall", "kafka note", "--format", "ids").stdout.split()[0] == kafka


def test_why_not_runs_the_same_search(call: Call, kafka: str) -> None:
    """A memory is called shown if and only if the same search shows it, also beyond the ranked."""
    every = set(call("list", "--all", "--limit", "300", "--format", "ids").stdout.split())
    for limit in ("3", "200"):
        asked = ("recall", "kafka", "--limit", limit)
        shown = set(call(*asked, "--format", "ids").stdout.split())
        for id in (kafka, min(shown - {kafka}), min(every - shown), max(every - shown)):
            said = json.loads(call(*asked, "--why-not", id, "--format", "json").stdout)
            assert said["hit"] == (id in shown) == (not said["reasons"])


def test_why_not_tells_who_is_not_ranked(call: Call, store: Store, tmp_path: Path) -> None:
    """Of a memory that its words leave out of the ranking, the place and the way in are told."""
    path = tmp_path / "notes.jsonl"
    rows = ({"content": f"kafka note {number:04}"} for number in range(250))
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert call("import", str(path)).code == 0
    id = call("record", "a long story in which kafka is one word of very many").stdout.strip()
    told = call("recall", "kafka", "--why-not", id).stdout
    assert "by its words it is number 251; the best 200 are ranked" in told
    assert "251" in told and "shown" in call(
        "recall", "kafka", "--limit", "251", "--why-not", id
    ).stdout.replace("not shown", "")
