"""Memories as rows of the hub's tables of document 002."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memento_cli import Draft, Store, Tags, edit, feedback, record, undo
from memento_cli.core.fading.laws import TTL, Law
from memento_cli.core.memory.memory import Link
from memento_cli.hub.items import folded_word, items_of

T = datetime(2025, 2, 1, 12, tzinfo=UTC)


def test_a_row_says_what_the_file_says(store: Store) -> None:
    """Each column of document 002 has its value in the file; the title is the summary."""
    older = record(store, Draft("The budget is 300"), T).memory
    draft = Draft(
        "Der Müller kennt 東京",
        person="ctx://person/alex",
        detail="getUserProfile ctx://person/ana",
        tags=Tags(("travel",)),
        kind="semantic",
        importance=0.7,
        pinned=True,
        project="atlas",
        links=(Link("supersedes", older.id),),
    )
    memory = record(store, draft, T).memory
    (item,) = items_of(store, [memory.id])
    expected = {
        "id": memory.id,
        "type": "semantic",
        "title": "Der Müller kennt 東京",
        "user_id": "ctx://person/alex",
        "project_id": "atlas",
        "created_at": "2025-02-01T12:00:00Z",
        "last_accessed_at": "2025-02-01T12:00:00Z",
        "importance": 0.7,
        "pinned": True,
        "privacy_scope": "private",
        "expires_at": None,
        "tags": ["travel"],
        "links": [["supersedes", older.id]],
        "words": {
            "A": "der muller kennt 東 京 東京",
            "C": "getuserprofile ana travel alex",
            "D": "get user profile",
        },
    }
    assert {key: item[key] for key in expected} == expected


def test_a_row_knows_of_uses_what_the_journal_knows(store: Store) -> None:
    """Uses and edits are counted as the fold counts them; feedback that was undone is none."""
    memory = record(store, Draft("The office is on the third floor"), T).memory
    edit(store, memory.id, {"memory.content.detail": "By the lift"}, T + timedelta(days=1))
    feedback(store, memory.id, "helpful", T + timedelta(days=2))
    feedback(store, memory.id, "not_helpful", T + timedelta(days=4), score=0.5)
    feedback(store, memory.id, "neglected", T + timedelta(days=6))
    undo(store, None, T + timedelta(days=7))
    (item,) = items_of(store, [memory.id])
    assert (item["uses"], item["edits"], item["views"]) == (1, 1, 0)
    assert item["last_accessed_at"] == "2025-02-03T12:00:00Z"
    assert [row[1:] for row in item["feedback"]] == [
        ["helpful", 1.0, "2025-02-03T12:00:00Z"],
        ["not_helpful", 0.5, "2025-02-05T12:00:00Z"],
    ]


def test_a_row_tells_when_its_time_to_live_ends(store: Store) -> None:
    """A memory under the law ttl expires so many days after it was recorded."""
    memory = record(store, Draft("The door code is blue", law=Law(TTL, 2)), T).memory
    assert items_of(store, [memory.id])[0]["expires_at"] == "2025-02-03T12:00:00Z"


def test_what_is_not_there_has_no_row(store: Store) -> None:
    """A memory without a file, as after an erasure, has no row."""
    assert items_of(store, ["nothing-like-it"]) == []


def test_a_word_is_folded_as_the_index_folds_it() -> None:
    """Case and Latin accents go; the letters of other scripts keep what tells them apart."""
    words = ["Müller", "ÉCOLE", "İzmir", "Ελλάδα", "Йод", "ДОМ", "東京", "ﾊ"]
    folded = ["muller", "ecole", "izmir", "ελλάδα", "йод", "дом", "東京", "ﾊ"]
    assert list(map(folded_word, words)) == folded
