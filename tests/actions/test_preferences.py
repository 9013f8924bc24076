"""Preferences as files and lines: each change of a like or a dislike leaves one revision."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli import Store, Subject, preferences, set_preference, undo
from memento_cli.actions.facts.preferences import RULES, stated_preference
from memento_cli.actions.undo.revisions import revisions_of
from memento_cli.core.facts.preferences import POLARITIES, Preference, Stance
from memento_cli.core.journal.provenance import Provenance
from memento_cli.errors import BadData, BadValue, Conflict, NotFound
from tests.conformance.stores import contents, fresh_store
from tests.store.helpers import DAY, NOW, new_store, put

COFFEE = Subject("Coffee", "food")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return new_store(tmp_path / "s", person="alex")


def say(
    store: Store,
    rule: str,
    polarity: str = "like",
    subject: Subject = COFFEE,
    day: int = 0,
    *evidence: str,
) -> Preference:
    """One word on a subject."""
    act = Provenance(store.signed(NOW + day * DAY, "cli"), evidence)
    return set_preference(store, subject, polarity, act, rule=rule)


acts = st.lists(st.tuples(st.sampled_from(sorted(RULES)), st.sampled_from(POLARITIES)), max_size=6)


@given(acts)
def test_each_act_leaves_one_revision_or_none(said: list[tuple[str, str]]) -> None:
    """One where the file changed, none where it did not; undone one by one nothing is left."""
    with fresh_store() as store:
        for nth, (rule, polarity) in enumerate(said):
            before = preferences(store)
            lines = len(store.journal.lines().lines)
            after = say(store, rule, polarity, COFFEE, nth)
            changed = preferences(store) != before
            assert len(store.journal.lines().lines) == lines + changed
            assert preferences(store) == ([after] if after.stances else [])
        while preferences(store):
            undo(store, None, NOW)
        assert store.held("states").ids() == []


def test_one_subject_is_one_file(store: Store) -> None:
    """Whatever its capitals and width; the spelling of the first stays."""
    first = say(store, "suggest")
    again = say(store, "confirm", "dislike", Subject(" ＣＯＦＦＥＥ", "food"))
    assert first.id == again.id and again.subject == "Coffee" and len(preferences(store)) == 1
    say(store, "suggest", "like", Subject("coffee", "topic"))
    say(store, "suggest", "like", Subject("coffee", "food", "bo"))
    assert len(preferences(store)) == 3


def test_to_confirm_revokes_the_opposite_in_one_act(store: Store) -> None:
    """The line tells of both ways, and one undo takes both back."""
    liked = say(store, "confirm", "like", COFFEE, 0, "e1")
    turned = say(store, "confirm", "dislike", COFFEE, 1, "e2")
    assert turned.like == Stance("revoked", NOW, NOW + DAY, ("e1", "e2"))
    assert turned.dislike == Stance("confirmed", NOW + DAY, None, ("e2",))
    newest = revisions_of(store, "states/" + liked.id)[0]
    assert newest.evidence == ("e2",) and newest.before and newest.after
    assert newest.before["preference.like.status"] == "confirmed"
    assert newest.after["preference.like.status"] == "revoked"
    undo(store, None, NOW)
    assert preferences(store) == [liked]


def test_nothing_to_revoke_is_nothing_done(store: Store) -> None:
    """No file and no line come of it, nor of a domain that there is not."""
    before = contents(store)
    assert say(store, "revoke").stances == {}
    for bad in (Subject("coffee", "habit"), Subject(" ", "food")):
        with pytest.raises(BadValue):
            say(store, "suggest", "like", bad)
    with pytest.raises(BadValue, match="unknown polarity 'love'"):
        say(store, "suggest", "love")
    with pytest.raises(BadValue, match="unknown domain 'habit'"):
        say(store, "suggest", "like", Subject("coffee", "habit"))
    assert contents(store) == before


def test_capitals_and_spaces_make_no_other_domain(store: Store) -> None:
    """Food is food; it stands in the file as the document has it."""
    made = [say(store, "suggest", "like", Subject("coffee", text)) for text in ("Food", " food ")]
    assert [one.domain for one in made] == ["food", "food"] and len(preferences(store)) == 1


def test_what_nobody_said_can_only_be_stated(store: Store) -> None:
    """Who confirms it is told what may have been meant, also in another domain."""
    set_preference(
        store, Subject("Green tea", "food"), "like", Provenance(store.signed(NOW, "test"))
    )
    assert (
        stated_preference(store, Subject("GREEN  TEA", "food", "Alex"), "like").subject
        == "Green tea"
    )
    for about, hint in (
        (Subject("gren tea", "food"), "did you mean Green tea --domain food?"),
        (Subject("green tea", "topic"), "did you mean Green tea --domain food?"),
        (Subject("green tea", "food", "bo"), "like"),
        (Subject("skiing", "topic"), "like"),
    ):
        with pytest.raises(NotFound) as told:
            stated_preference(store, about, "like")
        assert hint in (told.value.hint or "")
    with pytest.raises(NotFound, match="is disliked"):
        stated_preference(store, Subject("green tea", "food"), "dislike")


def test_of_a_moment_nothing_is_told_that_was_said_later(store: Store) -> None:
    """Nor is it confirmed or revoked already."""
    for day, rule in enumerate(("suggest", "confirm", "revoke")):
        act = Provenance(store.signed(NOW + day * DAY, "test"))
        set_preference(store, Subject("tea", "food"), "like", act, rule=rule)
    then = [[one.like for one in preferences(store, NOW + day * DAY)] for day in range(-1, 3)]
    assert then[0] == [] and then[3] == [one.like for one in preferences(store)]
    told = [stance.status for one in then for stance in one if stance]
    assert told == ["candidate", "confirmed", "revoked"]


def test_a_file_of_something_else_is_left_alone(store: Store) -> None:
    """A file in its place that is about another subject, or broken, is a conflict or bad data."""
    made = say(store, "suggest")
    path = put(store, made.id, '[preference]\nperson="alex"\ndomain="food"\nsubject="tea"\n'
               '[preference.like]\nstatus="confirmed"\n', "states")  # fmt: skip
    with pytest.raises(Conflict):
        say(store, "revoke")
    path.write_text("[preference]\n")
    with pytest.raises(BadData):
        say(store, "confirm")


def test_what_a_merge_left_confirmed_is_revoked_for_acts_too(store: Store) -> None:
    """To revoke the later one makes nothing certain that was not."""
    say(store, "suggest")
    liked = say(store, "confirm", day=1)
    folder = store.held("states")
    both = liked._replace(dislike=Stance("confirmed", NOW + 2 * DAY))
    Path(folder.path(liked.id)).write_bytes(folder.raw_of(liked.id, both))
    (told,) = preferences(store)
    assert told.like and told.like.status == "revoked"
    after = say(store, "revoke", "dislike", day=3)
    assert {stance.status for stance in after.stances.values()} == {"revoked"}
    (then,) = preferences(store, NOW + 2.5 * DAY)
    assert [name for name, one in then.stances.items() if one.status == "confirmed"] == ["dislike"]
