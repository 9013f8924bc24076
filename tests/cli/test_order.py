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
    assert call("rebuild").code == 0
    assert beside(call) == IN_ORDER


def test_turns_recorded_in_one_second_keep_their_order(call: Call, store: Store) -> None:
    """What stands beside a hit is what was recorded just before and after it."""
    for text in SAID:
        assert call("record", text, "--at", AT, "--session", "talk").code == 0
    assert beside(call) == IN_ORDER
    assert call("used", id_of(call, SAID[3])).code == 0
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


def test_a_list_of_one_second_is_by_id_in_both_directions(call: Call, store: Store) -> None:
    """Equal strengths and times are listed by rising id, whichever way the list goes."""
    for text in SAID[:9]:
        assert call("record", text, "--at", AT).code == 0
    for sort in ("strength", "created"):
        for order in ("asc", "desc"):
            done = call("list", "--all", "--sort", sort, "--order", order, "--format", "ids")
            ids = done.stdout.split()
            assert len(ids) == 9 and ids == sorted(ids)
