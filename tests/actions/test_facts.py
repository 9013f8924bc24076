"""Facts in a real store: claimed, corrected, ended, undone; one file a subject."""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from memento_cli.actions.facts.facts import (
    Terms,
    correct_fact,
    end_fact,
    every_facts,
    facts_of,
    set_facts,
    update_context,
)
from memento_cli.actions.undo.undo import undo
from memento_cli.core.facts.claims import Value
from memento_cli.core.facts.timeline import held_facts, past_of
from memento_cli.core.journal.provenance import Provenance
from memento_cli.errors import (
    Ambiguous,
    BadData,
    BadId,
    BadRef,
    BadValue,
    Conflict,
    Failed,
    NotFound,
    SecretFound,
)
from memento_cli.store.directory.store import Store
from memento_cli.store.toml.merge import merged_text
from tests.store.helpers import ALEX, DAY, NOW, changed_lines, litter, new_store, put, reopened

HEAD = f'[facts]\nsubject = "{ALEX}"\n'


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "store", person=ALEX)


def act(store: Store, days: float = 0, **more: object) -> Provenance:
    """An act so many days after the start."""
    return Provenance(store.signed(NOW + timedelta(days=days), "cli"))._replace(**more)


def now_holds(store: Store, days: float = 0, subject: str = ALEX) -> dict[str, list[Value]]:
    """What holds of a subject, after so many days."""
    held: dict[str, list[Value]] = {}
    at = NOW + timedelta(days=days)
    for key, one in held_facts(facts_of(store, subject), at, at):
        held.setdefault(key, []).append(one.value)
    return held


def file_of(store: Store, name: str = "alex-facts") -> Path:
    """Where the facts of alex are."""
    return Path(store.root, "states", f"{name}.toml")


def test_a_value_holds_until_another_does(store: Store) -> None:
    """The new one is current, the old one is history, and both are in one file."""
    set_facts(store, "", {"city": "Paris"}, act(store))
    set_facts(store, "alex", {"city": "Rome"}, act(store, 2))
    assert now_holds(store, 1) == {"city": ["Paris"]} and now_holds(store, 2) == {"city": ["Rome"]}
    assert os.listdir(file_of(store).parent) == ["alex-facts.toml"]
    rows = past_of(facts_of(store), "city", NOW + 9 * DAY)
    assert [(one.value, one.end) for one in rows] == [("Rome", None), ("Paris", NOW + 2 * DAY)]


def test_a_claim_is_a_few_lines_in_one_file(store: Store) -> None:
    """Comments, order and other keys stay; also where the key has to be in quotes."""
    first = '# mine\n[[fact."a.b"]]  # hers\nvalue = "x"\nrecorded = "2024-01-01"\nz = 1\n'
    path = put(store, "alex-facts", f"{HEAD}\n{first}\n# last\n", "states")
    for key in ("a.b", "city", "a.b", "city"):
        before = path.read_text()
        set_facts(store, ALEX, {key: f"value {len(before)}"}, act(store))
        changed = changed_lines(before, path.read_text())
        assert 4 <= len(changed) <= 6 and all(line.startswith("+") for line in changed)
    assert all(text in path.read_text() for text in ("# mine", "# hers", "z = 1", "# last"))


def test_several_keys_are_one_replacement_and_one_undo(store: Store) -> None:
    """The file is replaced once, the lines are one batch, and one undo takes all back."""
    set_facts(store, ALEX, {"city": "Paris"}, act(store))
    before, written = file_of(store).read_text(), len(store.changed)
    set_facts(store, ALEX, {"name": "Alex", "city": "Rome"}, act(store, 1))
    names = [os.path.basename(path) for path in store.changed[written:]]
    assert names.count("alex-facts.toml") == 1 and len(names) == 2
    assert now_holds(store, 1) == {"city": ["Rome"], "name": ["Alex"]}
    undone = undo(store, None, NOW + 2 * DAY)
    assert len(undone.lines) == 2 and file_of(store).read_text() == before
    again = undo(store, undone.batch, NOW)
    assert now_holds(store, 1) == {"city": ["Rome"], "name": ["Alex"]}
    undo(store, again.batch, NOW)
    assert file_of(store).read_text() == before


def test_the_first_claims_come_and_go_with_their_file(store: Store) -> None:
    """Undone it is gone, with one removal; done again it says the same, and undone it is gone."""
    set_facts(store, ALEX, {"name": "Alex", "city": "Rome"}, act(store))
    path, target = file_of(store), None
    before = path.read_text()
    for _ in range(2):
        written = len(store.changed)
        target = undo(store, target, NOW).batch
        assert not path.exists() and store.changed[written:].count(str(path)) == 1
        target = undo(store, target, NOW).batch
        assert path.read_text() == before


def test_all_or_nothing(store: Store) -> None:
    """A key or a value that cannot be, or a journal that cannot be written: no claim at all."""
    for bad in ({"b": "\ud800"}, {"": "x"}, {"b": "x" * 20_000}):
        with pytest.raises(BadValue):
            set_facts(store, ALEX, {"a": "1", **bad}, act(store))
    with pytest.raises(SecretFound):
        set_facts(store, ALEX, {"a": "1", "key": f"ghp_{'a1B2' * 9}"}, act(store))
    with pytest.raises(BadId):
        set_facts(store, ALEX, {"a": "1"}, act(store, evidence=("../x",)))
    Path(store.journal.folder).write_text("in its place")
    with pytest.raises(Failed):
        set_facts(store, ALEX, {"a": "1", "b": "2"}, act(store))
    assert not file_of(store).exists() and not litter(store.root)


def test_a_secret_may_be_allowed(store: Store) -> None:
    """Then it is kept, as everywhere."""
    secret = f"ghp_{'a1B2' * 9}"
    set_facts(store, ALEX, {"key": secret}, act(store, allow_secret=True))
    assert now_holds(store) == {"key": [secret]}
    undo(store, None, NOW)
    assert not file_of(store).exists()


def test_the_same_again_adds_nothing(store: Store) -> None:
    """Nor do null and empty text, which are no values; neither file nor journal grows."""
    set_facts(store, ALEX, {"city": "Paris"}, act(store))
    before, lines = file_of(store).read_bytes(), len(store.journal.lines().lines)
    for values in ({"city": "Paris"}, {"city": None}, {"city": ""}, {"name": None}, {}):
        stated = set_facts(store, ALEX, values, act(store, 3))
        assert not any(one.added for one in stated)
    assert file_of(store).read_bytes() == before
    assert len(store.journal.lines().lines) == lines
    assert set_facts(store, ALEX, {"city": "Paris"}, act(store), Terms(NOW - DAY))[0].added


def test_the_last_of_one_moment_is_current(store: Store) -> None:
    """Two claims of one second are told apart by their turn."""
    for city in ("Rome", "Paris", "Lyon"):
        set_facts(store, ALEX, {"city": city}, act(store))
    assert now_holds(store) == {"city": ["Lyon"]}
    assert "turn = 2" in file_of(store).read_text()


def test_what_was_set_twice_in_a_second_can_be_ended_in_it(store: Store) -> None:
    """An end comes after all that was set before it, whatever the clock shows."""
    for city in ("Rome", "Paris"):
        set_facts(store, ALEX, {"city": city}, act(store))
    assert end_fact(store, ALEX, "city", act(store)).added
    assert now_holds(store) == {}
    set_facts(store, ALEX, {"city": "Lyon"}, act(store))
    assert now_holds(store) == {"city": ["Lyon"]}


def test_a_claim_recorded_before_others_is_older_than_they(store: Store) -> None:
    """With a clock in the past it is what was believed then; what came later stays."""
    set_facts(store, ALEX, {"city": "Rome"}, act(store, 5))
    set_facts(store, ALEX, {"city": "Paris"}, act(store, 1))
    assert now_holds(store, 2) == {"city": ["Paris"]} and now_holds(store, 6) == {"city": ["Rome"]}


def test_a_fact_may_be_set_from_an_earlier_day(store: Store) -> None:
    """A second time: valid from then, recorded now; what it overrides is told."""
    set_facts(store, ALEX, {"city": "Rome"}, act(store, 5))
    early = Terms(NOW - 100 * DAY, NOW + 5 * DAY)
    assert set_facts(store, ALEX, {"city": "Paris"}, act(store, 6), early)[0].overridden == ()
    assert now_holds(store, 6) == {"city": ["Rome"]}
    (stated,) = set_facts(store, ALEX, {"city": "Oslo"}, act(store, 7), Terms(NOW - 50 * DAY))
    assert [one.value for one in stated.overridden] == ["Rome"]
    assert now_holds(store, 7) == {"city": ["Oslo"]}
    with pytest.raises(BadValue, match="until is not after from"):
        set_facts(store, ALEX, {"city": "x"}, act(store), Terms(NOW, NOW))


def test_two_values_hold_at_once(store: Store) -> None:
    """Beside each other, until one is ended, or one is set in the place of all."""
    for tea in ("sencha", "hojicha"):
        set_facts(store, ALEX, {"tea": tea}, act(store), Terms(beside=True))
    assert now_holds(store) == {"tea": ["sencha", "hojicha"]}
    end_fact(store, ALEX, "tea", act(store, 1), value="sencha")
    assert now_holds(store, 1) == {"tea": ["hojicha"]}
    set_facts(store, ALEX, {"tea": "assam"}, act(store, 2))
    assert now_holds(store, 2) == {"tea": ["assam"]}


def test_a_correction_keeps_what_was_believed(store: Store) -> None:
    """It holds for as long as the wrong value did; the old belief can still be asked for."""
    set_facts(store, ALEX, {"city": "Paris"}, act(store), Terms(NOW - 9 * DAY))
    set_facts(store, ALEX, {"city": "Rome"}, act(store, 1))
    stated = correct_fact(store, ALEX, "city", "Lyon", act(store, 2), at=NOW)
    assert (stated.claim.valid_from, stated.claim.valid_until) == (NOW - 9 * DAY, NOW + DAY)
    facts = facts_of(store)

    def then(at: datetime, believed: datetime) -> list[Value]:
        return [one.value for _, one in held_facts(facts, at, believed)]

    assert then(NOW, NOW + DAY) == ["Paris"] and then(NOW, NOW + 2 * DAY) == ["Lyon"]
    assert now_holds(store, 2) == {"city": ["Rome"]}
    gone = [one for one in past_of(facts, "city", NOW + 3 * DAY) if one.believed_until]
    assert [(one.value, one.believed_until) for one in gone] == [("Paris", NOW + 2 * DAY)]
    assert not correct_fact(store, ALEX, "city", "Lyon", act(store, 3), at=NOW).added


def test_what_cannot_be_corrected_is_told(store: Store) -> None:
    """Nothing holds then, or several do, or it is no value."""
    with pytest.raises(NotFound):
        correct_fact(store, ALEX, "city", "Lyon", act(store))
    for tea in ("sencha", "hojicha"):
        set_facts(store, ALEX, {"tea": tea}, act(store), Terms(beside=True))
    with pytest.raises(Ambiguous, match="sencha, hojicha"):
        correct_fact(store, ALEX, "tea", "assam", act(store))
    with pytest.raises(BadValue):
        correct_fact(store, ALEX, "tea", "", act(store))


def test_an_end_leaves_nothing_from_then_on(store: Store) -> None:
    """Or for a while; a key that nobody ever claimed cannot end."""
    set_facts(store, ALEX, {"city": "Paris"}, act(store))
    end_fact(store, ALEX, "city", act(store, 9), at=NOW + 2 * DAY, until=NOW + 4 * DAY)
    days = {n: now_holds(store, n).get("city") for n in (9,)}
    assert days == {9: ["Paris"]}
    with pytest.raises(NotFound, match="city of alex is not Rome"):
        end_fact(store, ALEX, "city", act(store, 10), value="Rome")
    end_fact(store, ALEX, "city", act(store, 10))
    assert now_holds(store, 10) == {}
    with pytest.raises(NotFound, match="nothing holds"):
        end_fact(store, ALEX, "city", act(store, 11))
    ends = [one.end for one in past_of(facts_of(store), "city", NOW + 20 * DAY)]
    assert ends == [NOW + 10 * DAY, NOW + 2 * DAY]
    with pytest.raises(NotFound):
        end_fact(store, ALEX, "town", act(store))


def test_undo_takes_back_one_claim_and_does_it_again(store: Store) -> None:
    """As if it had never been made; a file that says nothing else goes with it."""
    set_facts(store, ALEX, {"city": "Paris"}, act(store))
    set_facts(store, ALEX, {"city": "Rome"}, act(store, 1))
    undone = undo(store, None, NOW + 2 * DAY)
    assert now_holds(store, 3) == {"city": ["Paris"]}
    undo(store, undone.batch, NOW + 2 * DAY)
    assert now_holds(store, 3) == {"city": ["Rome"]}
    undo(store, None, NOW)
    undo(store, None, NOW)
    assert not file_of(store).exists() and facts_of(store).claims == {}


def test_undo_of_an_older_claim_leaves_the_newer(store: Store) -> None:
    """Just that claim goes, wherever it stands."""
    set_facts(store, ALEX, {"city": "Paris"}, act(store))
    first = store.journal.done[-1].id
    set_facts(store, ALEX, {"city": "Rome"}, act(store, 1))
    undo(store, first, NOW + 2 * DAY)
    assert [one.value for one in past_of(facts_of(store), "city", NOW + 9 * DAY)] == ["Rome"]


def test_the_line_says_why_and_by_which_events(store: Store) -> None:
    """The journal has the evidence beside the text, and the file has it too."""
    why = Provenance(store.signed(NOW, "cli", "moved"), ("01event",))
    set_facts(store, ALEX, {"city": "Paris"}, why, Terms(confidence=0.5))
    (line,) = store.journal.lines("states/alex-facts").lines
    assert line.text["reason"] == "moved" and line.more["evidence"] == ["01event"]
    (claim,) = facts_of(store).of("city")
    assert (claim.confidence, claim.evidence) == (0.5, ("01event",))
    with pytest.raises(BadValue):
        set_facts(store, ALEX, {"city": "Rome"}, act(store), Terms(confidence=2))


def test_a_persona_is_told_of_three_keys(store: Store) -> None:
    """The others are named; what one persona knows, no other does (document 000)."""
    told = update_context(store, "herta", {"name": "Rau", "age": "9", "nickname": None}, act(store))
    assert [one.key for one in told.stated] == ["name"] and told.ignored == ("age",)
    assert now_holds(store, 0, "herta") == {"name": ["Rau"]}
    assert now_holds(store, 0, "kafka") == {}
    with pytest.raises(BadValue, match="unknown key"):
        update_context(store, "herta", {"age": "9"}, act(store))
    assert now_holds(store, 0, "herta") == {"name": ["Rau"]}


def test_two_subjects_never_share_a_file(store: Store) -> None:
    """What stands inside decides: of another subject, or something else, it is a Conflict."""
    set_facts(store, ALEX, {"city": "Paris"}, act(store))
    put(store, "viktor-facts", HEAD, "states")
    for use in (facts_of, lambda *to: set_facts(*to, {"city": "x"}, act(store))):
        with pytest.raises(Conflict, match=r"of ctx://person/alex, not of ctx://person/viktor"):
            use(store, "viktor")
    set_facts(store, "ctx://~org/person/alex", {"city": "Oslo"}, act(store))
    assert now_holds(store) == {"city": ["Paris"]}
    with pytest.raises(BadRef):
        facts_of(store, "../../x")
    again, warnings = reopened(store)
    assert [one.subject for one in every_facts(again)] == [ALEX, "ctx://~org/person/alex"]
    assert len(warnings) == 1 and "viktor-facts" in warnings[0]


def test_capitals_and_spaces_make_no_other_subject(store: Store) -> None:
    """What is claimed of Mei is of mei, too; the subject stays as it was first written."""
    set_facts(store, "mei  li", {"city": "Paris"}, act(store))
    for name in ("Mei Li", "ｍｅｉ LI"):
        assert facts_of(store, name).subject == "ctx://person/mei  li"
        assert not set_facts(store, name, {"city": "Paris"}, act(store, 1))[0].added
    set_facts(store, "MEI LI", {"tea": "sencha"}, act(store, 1))
    assert [sorted(one.claims) for one in every_facts(store)] == [["city", "tea"]]


def test_a_broken_file_costs_only_itself(store: Store) -> None:
    """It is named, and nothing is written to it."""
    set_facts(store, "viktor", {"city": "Paris"}, act(store))
    path = put(store, "alex-facts", HEAD + "[[fact.city]]\nvalue = 1\n", "states")
    again, warnings = reopened(store)
    assert [one.subject for one in every_facts(again)] == ["ctx://person/viktor"]
    assert "missing fact.city[0].recorded" in warnings[0]
    with pytest.raises(BadData, match=r"missing fact\.city\[0\]\.recorded"):
        set_facts(store, ALEX, {"city": "x"}, act(store))
    assert path.read_text().endswith("value = 1\n")


def test_claims_of_two_clones_are_merged(store: Store) -> None:
    """Both made claims on one key: both are there, and either order says the same."""
    set_facts(store, ALEX, {"city": "Paris"}, act(store))
    base = file_of(store).read_text()
    sides = []
    for city in ("Rome", "Oslo"):
        file_of(store).write_text(base)
        set_facts(store, ALEX, {"city": city}, act(store, 1))
        sides.append(file_of(store).read_text())
    said = []
    for ours, theirs in (sides, sides[::-1]):
        file_of(store).write_text(merged_text(base, ours, theirs).text)
        said.append(past_of(facts_of(store), "city", NOW + 9 * DAY))
    assert said[0] == said[1] and len(facts_of(store).of("city")) == 3


def test_an_undo_deletes_no_comment(store: Store) -> None:
    """A file that somebody wrote into stays, without the claim that was taken back."""
    set_facts(store, "", {"city": "Paris"}, act(store))
    path = Path(store.held("states").path("alex-facts"))
    path.write_text(path.read_text() + "# mine\n")
    undone = undo(store, None, NOW)
    assert "# mine" in path.read_text() and "Paris" not in path.read_text()
    undo(store, undone.batch, NOW)
    assert "# mine" in path.read_text() and "Paris" in path.read_text()
