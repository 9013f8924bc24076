"""What a model writes of episodes: rules and knowledge in its words, by day and by night."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memento_cli import Store, proposals, propose
from memento_cli.actions.events.turns import pending_turns
from memento_cli.actions.facts.states import states
from memento_cli.actions.memory.edit import edit
from memento_cli.actions.memory.record import record
from memento_cli.actions.store.profile import set_settings
from memento_cli.actions.tidy.propose import Slept
from memento_cli.actions.tidy.run import run_tidy
from memento_cli.core.memory.memory import Draft, Tags
from memento_cli.core.security.trust import trust_of
from memento_cli.errors import BadData
from tests.actions.test_extracting import HEAD, turn
from tests.actions.test_propose import LATER, deploys, keep
from tests.store.helpers import ALEX, DAY, NOW, new_store

SAYS = "Migrations lock tables."
WISE = f"print('So:', json.dumps({{'summary': {SAYS!r}, 'detail': ''}}))"
READS = "say(fact('I moved')) if labels else " + WISE
Configure = Callable[..., Path]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "s", person="alex")


@pytest.fixture
def configure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Configure:
    """What makes a program in Python the user's model; answers where its prompts are kept."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    (folder := tmp_path / "config" / "memento").mkdir(parents=True)
    prompts = tmp_path / "prompts"

    def made(code: str, **settings: Any) -> Path:
        values = {"command": [sys.executable, "-c", HEAD + code, str(prompts)], **settings}
        lines = [f"{key} = {json.dumps(value)}" for key, value in values.items()]
        (folder / "config.toml").write_text("\n".join(["[extract]", *lines]))
        prompts.unlink(missing_ok=True)
        return prompts

    return made


def asked(prompts: Path) -> list[str]:
    return list(map(json.loads, prompts.read_text().splitlines())) if prompts.exists() else []


def rules(store: Store) -> list[str]:
    """The ids of three episodes that say the same."""
    text = "Took the stairs as the lift was broken again"
    return [keep(store, text, 7 * n, "lift") for n in range(3)]


def by_do(slept: Slept) -> dict[str, Draft]:
    return {one.step.do: one.draft for one in slept.drafts}


def test_a_model_words_what_episodes_say(store: Store, configure: Configure) -> None:
    """It is asked for each rule and each knowledge, with the episodes in a fence; its sentence is
    the summary, an agent's word, and the episodes' own words are the detail where it has none."""
    deploys(store), rules(store)
    prompts = configure(WISE)
    drafts = by_do(propose(store, LATER))
    assert {drafts[do].summary for do in ("rule", "promote")} == {SAYS}
    assert "stairs" in drafts["rule"].detail and "deploy failed" in drafts["promote"].detail
    told = asked(prompts)
    assert len(told) == 2 and all(text.count("<<memory-data") == 1 for text in told)
    assert any("Write the rule" in text and "3 2025-02-15\n  Took the" in text for text in told)
    assert {trust_of(one) for one in proposals(store)} == {"agent"}


def test_what_is_imported_stays_so(store: Store, configure: Configure) -> None:
    """A model's words of imported episodes are trusted no more than these."""
    for n in range(3):
        draft = Draft("Took the stairs as the lift was broken", ALEX, tags=Tags(("lift",)))
        record(store, draft._replace(source="import"), NOW + n * 7 * DAY)
    configure(WISE)
    assert by_do(propose(store, LATER))["rule"].more["memory.origin.trust"] == "imported"


def test_a_dry_run_asks_nothing(store: Store, configure: Configure) -> None:
    """The episodes' own words are shown."""
    deploys(store)
    prompts = configure(WISE)
    assert "deploy failed" in by_do(propose(store, LATER, dry=True))["promote"].summary
    assert asked(prompts) == []


@pytest.mark.parametrize(
    ("code", "calls"),
    [
        ("print('no')", 2),
        ("sys.exit(1)", 1),
        ("print(json.dumps({'summary': ''}))", 2),
        ("print(json.dumps({'summary': 'x' * 300}))", 2),
        ("print(json.dumps({'summary': 'The key is AKIA' + 'A1B2C3D4E5F6G7H8'}))", 2),
        ("print(json.dumps({'summary': ['x']}))", 2),
    ],
)
def test_where_it_does_not_serve(store: Store, configure: Configure, code: str, calls: int) -> None:
    """The episodes' own words are proposed, with one warning, and it is not asked for others."""
    deploys(store), rules(store)
    prompts, told = configure(code), list[str]()
    store.warn = told.append
    drafts = by_do(propose(store, LATER))
    assert "deploy failed" in drafts["promote"].summary and "stairs" in drafts["rule"].summary
    assert len(asked(prompts)) == calls and len(told) == 1


def test_what_no_call_is_left_for_waits(store: Store, configure: Configure) -> None:
    """For the next sleep, which finds it."""
    deploys(store), rules(store)
    configure(WISE, calls=1)
    first = propose(store, LATER)
    assert len(first.ids) == 1 and first.left == 1
    second = propose(store, LATER)
    assert len(second.ids) == 1 and second.left == 0


def test_a_secret_is_not_sent(store: Store, configure: Configure) -> None:
    """Episodes with a key, though it was allowed, stay in their own words."""
    ids = deploys(store)
    detail = {"memory.content.detail": "With AKIA" + "A1B2C3D4E5F6G7H8"}
    edit(store, ids[0], detail, LATER, allow_secret=True)
    prompts = configure(WISE)
    store.warn = lambda text: None
    propose(store, LATER)
    assert asked(prompts) == []


def test_the_night_sends_nothing_unless_it_may(store: Store, configure: Configure) -> None:
    """Without calls for the night no program is started; sleep uses the episodes' own words."""
    deploys(store), turn(store)
    set_settings(store, {"maintain.sleep": True})
    store = Store(store.root)
    prompts = configure(READS)
    done = run_tidy(store, LATER)
    assert len(done.proposed) == 1 and done.turns == 0 and asked(prompts) == []
    assert len(pending_turns(store)) == 1


def test_a_night_within_its_calls(store: Store, configure: Configure) -> None:
    """Sleep comes first, and the turns have the calls that it leaves; both share them."""
    deploys(store), turn(store)
    set_settings(store, {"maintain.sleep": True})
    store = Store(store.root)
    configure(READS, night_calls=1)
    done = run_tidy(store, LATER)
    assert proposals(store)[0].content.summary == SAYS and len(done.proposed) == 1
    assert done.turns == 0 and len(pending_turns(store)) == 1
    done = run_tidy(store, LATER)
    assert done.turns == 1 and [f"states/{state.id}" for state in states(store)] == [
        *done.extracted
    ]
    assert run_tidy(store, LATER).turns == 0


@pytest.mark.parametrize("code", ["sys.exit(1)", "print('no')"])
def test_a_night_goes_on_without_its_model(store: Store, configure: Configure, code: str) -> None:
    """A failure is a warning; the turns are left for the next night."""
    turn(store)
    configure(code, night_calls=5)
    told = list[str]()
    store.warn = told.append
    assert run_tidy(store, LATER).nothing and len(pending_turns(store)) == 1
    assert len(told) == 1 and "1 turn left for the next night" in told[0]


def test_a_broken_configuration(store: Store, configure: Configure) -> None:
    """By day it is an error, by night a warning."""
    deploys(store)
    configure(WISE, calls=0)
    with pytest.raises(BadData, match=r"extract\.calls"):
        propose(store, LATER)
    told = list[str]()
    store.warn = told.append
    assert run_tidy(store, LATER).turns == 0 and "no model is asked" in told[0]
