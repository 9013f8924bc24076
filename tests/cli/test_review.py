"""A review on a terminal, and what stands in its place in a script."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Draft, Store, Tags, record
from memento_cli.actions.memory.edit import pin
from memento_cli.actions.memory.reading import journal_entries
from tests.cli.test_prompts import editor, talk
from tests.conftest import Ran

NOW = "2025-09-01T12:00:00Z"
KNOW, HOW, TRUE = "Do you know?", "How well did you know it?", "Still true"


@pytest.fixture
def store(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store that tests of a terminal find, at a moment at which its cards are due."""
    monkeypatch.setenv("MEMENTO_NOW", NOW)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    return store


def kept(store: Store, topic: str, text: str, created: str = "2025-08-01", **facts: Any) -> str:
    """The id of important knowledge that was recorded then."""
    made = datetime.fromisoformat(created).replace(tzinfo=UTC)
    usual: dict[str, Any] = {"kind": "semantic", "importance": 0.8, "tags": Tags((topic,))}
    draft = Draft(text, person="ctx://person/alex", created=made, **usual | facts)
    return record(store, draft, made)[0].id


def acts(store: Store, id: str) -> list[str]:
    return [line.act for line in journal_entries(store, id)]


def test_a_card_hides_its_answer_until_it_is_asked_for(store: Store) -> None:
    """The question comes alone, then the answer, then how well it was known, and when it is due."""
    question = {"memory.review.question": "Which queue?"}
    id = kept(store, "mail", "RabbitMQ", detail="over AMQP", more=question)
    seen = talk("fade", "review", answers=[(KNOW, ""), (HOW, "e")])
    before, _, after = seen.partition(KNOW)
    assert "Which queue?" in before and "RabbitMQ" not in before
    assert "RabbitMQ" in after and "over AMQP" in after
    assert f"{id}: due 2025-09-09" in after and "1 reviewed" in after
    assert acts(store, id) == ["recorded", "reviewed", "used"]
    assert "Nothing is due" in talk("fade", "review", answers=[])


def test_what_is_due_again_soon_comes_back(store: Store) -> None:
    """A card that was forgotten is asked again before the session ends; the next one goes on."""
    one, other = kept(store, "a", "One"), kept(store, "b", "Other")
    seen = talk("fade", "review", answers=[(HOW, "a"), (HOW, "n"), (HOW, "g"), (HOW, "g")])
    assert [seen.count(text) for text in ("One", "Other")] == [3, 1]
    assert acts(store, one).count("reviewed") == 3 and "reviewed" not in acts(store, other)


@pytest.mark.parametrize("answers", [[(KNOW, "q")], [(KNOW, "s"), (HOW, "q")], [(KNOW, "n")]])
def test_who_quits_has_answered_nothing(store: Store, answers: list[tuple[str, str]]) -> None:
    """Quitting, or going on to the next, leaves a card as it was."""
    id = kept(store, "a", "One", detail="More")
    assert "nothing done" in talk("fade", "review", answers=answers)
    assert acts(store, id) == ["recorded"]


def test_old_knowledge_is_confirmed_revised_or_forgotten(store: Store, tmp_path: Path) -> None:
    """What nobody confirmed for long may be confirmed, edited, which confirms it, or archived."""
    ids = [kept(store, topic, f"About {topic}", "2025-01-01") for topic in ("a", "b", "c", "d")]
    answers = [pair for key in ("y", "r", "f", "n") for pair in ((HOW, "e"), (TRUE, key))]
    change = editor(tmp_path, 'sed -i "s/About b/All about b/" "$1"')
    seen = talk("fade", "review", answers=answers, EDITOR=change)
    assert "(of 2025-01-01)" in seen and "1 confirmed, 1 revised, 1 forgotten" in seen
    yes, revised, forgotten, later = ids
    assert acts(store, yes)[-1] == "confirmed"
    assert acts(store, revised)[-2:] == ["edited", "confirmed"]
    assert store.memories.read(revised).value.content.summary == "All about b"
    assert forgotten in store.archive and acts(store, forgotten)[-1] == "forgotten"
    assert acts(store, later)[-1] == "used"
    left = {"MEMENTO_NOW": "2025-09-02T12:00:00Z"}
    assert "1 confirmed" in talk("fade", "review", answers=[(TRUE, "y")], **left)


def test_an_editor_that_changes_nothing_confirms_nothing(store: Store) -> None:
    """Who looks at the file and leaves it as it is has not said that it is true."""
    id = kept(store, "a", "About a", "2025-01-01")
    talk("fade", "review", answers=[(HOW, "e"), (TRUE, "r")], EDITOR="true")
    assert acts(store, id)[-1] == "used"


def test_a_pinned_card_is_not_forgotten(store: Store) -> None:
    """What cannot be done is said, and the review goes on with the next card."""
    ids = [kept(store, topic, f"About {topic}", "2025-01-01") for topic in ("a", "b")]
    pin(store, ids[0], datetime(2025, 1, 1, tzinfo=UTC))
    seen = talk("fade", "review", answers=[(HOW, "e"), (TRUE, "f"), (HOW, "e"), (TRUE, "f")])
    assert f"{ids[0]} is pinned" in seen
    assert store.memories.ids() == [ids[0]] and ids[1] in store.archive


def test_a_list_asks_nothing(store: Store) -> None:
    """With --due, --all or a format a terminal gets a list, too."""
    kept(store, "a", "One")
    for args in (("--due",), ("--all",), ("--json",), ("--fields", "id")):
        told = talk("fade", "review", *args, answers=[])
        assert "One" in told or "alex-a-2025-08" in told


def test_an_id_is_practice(store: Store) -> None:
    """A card that is named is asked though it is not due."""
    id = kept(store, "a", "One", "2025-09-01")
    assert "Nothing is due" in talk("fade", "review", answers=[])
    talk("fade", "review", id, answers=[(HOW, "e")])
    assert acts(store, id) == ["recorded", "reviewed", "used"]


def test_a_script_gets_what_is_due(store: Store, call: Callable[..., Ran]) -> None:
    """For cron: what is due, as JSON, within a limit; an empty list when nothing is."""
    ids = [kept(store, topic, f"About {topic}") for topic in ("a", "b")]
    done = call("fade", "review", "--due", "--json")
    found = json.loads(done.stdout)["cards"]
    assert [card["id"] for card in found] == ids and found[0]["asks"] == ["recall"]
    assert call("fade", "review", "--limit", "1", "--format", "ids").stdout.split() == ids[:1]
    assert call("fade", "review", *ids, "--rate", "easy").stdout.count("easy, due 2025-09-09") == 2
    assert json.loads(call("fade", "review", "--due", "--json").stdout)["cards"] == []
    assert len(json.loads(call("fade", "review", "--all", "--json").stdout)["cards"]) == 2


def test_several_answers_are_one_act(store: Store, call: Callable[..., Ran]) -> None:
    """What a script says of several memories at once, one undo takes back."""
    ids = [kept(store, topic, f"About {topic}") for topic in ("a", "b")]
    assert call("fade", "review", *ids, "--rate", "good", "--confirm").code == 0
    assert call("undo").code == 0
    assert [
        card["id"] for card in json.loads(call("fade", "review", "--json").stdout)["cards"]
    ] == ids


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("--rate", "good"), 2, "no ID"),
        (("--confirm",), 2, "no ID"),
        (("alex-a", "--rate", "fine"), 2, "--rate cannot be 'fine'"),
        (("--due", "--all"), 2, "two lists"),
        (("--limit", "-1"), 2, "-1"),
        (("nobody",), 3, "nobody"),
        (("alex-lunch",), 3, "no card"),
        (("alex-a", "alex-lunch", "--rate", "good"), 3, "no card"),
    ],
)
def test_mistakes_change_nothing(
    args: tuple[str, ...], code: int, said: str, store: Store, call: Callable[..., Ran]
) -> None:
    """A review that makes no sense is refused with a word why, before anything is done."""
    ids = [kept(store, "a", "About a"), kept(store, "lunch", "Lunch", kind="episodic")]
    done = call("fade", "review", *args)
    assert done.code == code and said in done.stderr
    assert [acts(store, id) for id in ids] == [["recorded"]] * 2
