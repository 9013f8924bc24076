"""Preferences: candidate, confirmed, revoked, and what may be stated as fact."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.facts.preferences import (
    CANDIDATE,
    CONFIRMED,
    DISLIKE,
    EVIDENCE_LIMIT,
    LIKE,
    POLARITIES,
    REVOKED,
    SNAPSHOT_LIMIT,
    STATUSES,
    Preference,
    Stance,
    Word,
    confirmed_snapshot,
    contradictions,
    may_state_as_fact,
    opposite_polarity,
    preference_id,
    preference_rows,
    subject_key,
    with_confirmed,
    with_one_confirmed,
    with_revoked,
    with_suggested,
)
from tests.core.values import START, day

ALEX = "ctx://person/alex"
NONE = Preference("p", ALEX, "food", "coffee")
RULES = (with_suggested, with_confirmed, with_revoked)
Rule = Callable[[Preference, Word], Preference]


def word(at: float = 0, polarity: str = LIKE, *evidence: str) -> Word:
    """What is said of it on a day."""
    return Word(day(at), polarity, evidence)


said = st.lists(st.tuples(st.sampled_from(RULES), st.sampled_from(POLARITIES)), max_size=12)


@given(said)
def test_the_rules_keep_their_promises(acts: list[tuple[Rule, str]]) -> None:
    """Never both ways confirmed; no candidate lowers what is; an act changes its own way, and
    the other only from confirmed to revoked; each status has its times."""
    now = NONE
    for nth, (rule, polarity) in enumerate(acts):
        before, now = now, rule(now, word(nth, polarity))
        own, other = now.stance(polarity), now.stance(opposite_polarity(polarity))
        assert [one.status for one in now.stances.values()].count(CONFIRMED) <= 1
        was = before.stance(polarity)
        if rule is with_suggested and was and was.status == CONFIRMED:
            assert now == before
        if rule is not with_revoked:
            assert own and own.status in (CANDIDATE, CONFIRMED)
        if other != before.stance(opposite_polarity(polarity)):
            assert rule is with_confirmed and other and other.status == REVOKED
        for stance in now.stances.values():
            assert stance.status in STATUSES
            assert (stance.revoked_at is not None) == (stance.status == REVOKED)
            assert stance.confirmed_at or stance.status != CONFIRMED
            assert stance.confirmed_at is None or stance.status != CANDIDATE


@given(said, st.sampled_from(POLARITIES))
def test_to_say_it_again_changes_nothing(acts: list[tuple[Rule, str]], polarity: str) -> None:
    """Whatever was said before, a rule with the same word twice is the rule once."""
    now = NONE
    for rule, way in acts:
        now = rule(now, word(0, way))
    for rule in RULES:
        once = rule(now, word(1, polarity))
        assert rule(once, word(1, polarity)) == once


def test_an_opposite_candidate_stays() -> None:
    """To confirm a dislike revokes a confirmed like, and leaves a like that is a candidate."""
    candidate = with_confirmed(with_suggested(NONE, word()), word(1, DISLIKE))
    assert candidate.like == Stance(CANDIDATE)
    turned = with_confirmed(with_confirmed(NONE, word()), word(1, DISLIKE))
    assert turned.like == Stance(REVOKED, START, day(1))
    assert turned.dislike == Stance(CONFIRMED, day(1))


def test_what_was_revoked_may_come_back() -> None:
    """As a candidate, without the times that it had; nothing to revoke is nothing done."""
    back = with_suggested(with_revoked(with_confirmed(NONE, word()), word(1)), word(2))
    assert back.like == Stance(CANDIDATE)
    assert with_revoked(NONE, word()) == NONE
    gone = with_revoked(with_confirmed(NONE, word()), word(1))
    assert with_revoked(gone, word(2, LIKE, "late")) == gone


def test_the_newest_evidence_is_kept() -> None:
    """Of the events behind a stance the last 20, each once, also those of a confirmed one."""
    ids = [f"e{nth}" for nth in range(EVIDENCE_LIMIT + 5)]
    now = with_confirmed(NONE, word())
    for id in ids:
        now = with_suggested(now, word(1, LIKE, id))
    assert now.like and now.like.evidence == tuple(ids[-EVIDENCE_LIMIT:])
    again = with_suggested(now, word(1, LIKE, ids[-3]))
    assert again.like and again.like.evidence == now.like.evidence


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Coffee", " coffee ", True),
        ("ＡＢＣ", "abc", True),
        ("コーヒー", "ｺｰﾋｰ", True),
        ("small\n talk", "small talk", True),
        ("Straße", "STRASSE", True),
        ("tea", "teas", False),
        ("x" * 80 + "a", "x" * 80 + "b", True),
        ("x" * 79 + "a", "x" * 79 + "b", False),
    ],
)
def test_a_subject_has_many_spellings(one: str, other: str, same: bool) -> None:
    """Width, capitals and spaces make no other subject, nor what stands beyond 80 signs."""
    assert (subject_key(one) == subject_key(other)) is same
    ids = {preference_id(ALEX, "food", subject) for subject in (one, other)}
    assert (len(ids) == 1) is same


def test_each_preference_has_a_file_of_its_own() -> None:
    """No other person, domain or subject has the same file name, whatever slashes they have."""
    keys = [
        (person, domain, subject)
        for person in (ALEX, "ctx://person/bo", "ctx://~org/person/alex")
        for domain in ("food", "topic")
        for subject in ("tea", "topic/tea", "food/tea", "alex/food/tea")
    ]
    assert len({preference_id(*key) for key in keys}) == len(keys)


def test_only_what_is_confirmed_may_be_stated() -> None:
    """The status alone decides; the snapshot has the 8 confirmed last of each group."""
    assert [status for status in STATUSES if may_state_as_fact(status)] == [CONFIRMED]
    many = [
        NONE._replace(
            subject=f"s{nth}", like=Stance(CONFIRMED, day(nth)), dislike=Stance(CANDIDATE)
        )
        for nth in range(SNAPSHOT_LIMIT + 3)
    ]
    hated = NONE._replace(dislike=Stance(CONFIRMED, START))
    undated = NONE._replace(domain="topic", like=Stance(CONFIRMED))
    shown = confirmed_snapshot([undated, hated, *many])
    likes = [row.preference.subject for row in shown if row.polarity == LIKE]
    assert likes == [*(one.subject for one in many[: -SNAPSHOT_LIMIT - 1 : -1]), "coffee"]
    assert [row.polarity for row in shown].count(DISLIKE) == 1


def test_opposite_preferences_are_a_contradiction() -> None:
    """A like and a dislike of one subject contradict each other unless one is revoked."""
    both = with_confirmed(with_suggested(NONE, word()), word(1, DISLIKE))
    turned = with_confirmed(with_confirmed(NONE, word()), word(1, DISLIKE))
    assert contradictions([NONE, both, turned]) == [both]
    assert [row.polarity for row in preference_rows([both])] == [LIKE, DISLIKE]


@pytest.mark.parametrize("days", [(1, 2), (2, 1), (1, 1)])
def test_of_two_that_a_merge_left_confirmed_the_later_stands(days: tuple[int, int]) -> None:
    """One clone confirmed the like, the other the dislike: no more than one is stated as fact."""
    like, dislike = (Stance(CONFIRMED, day(number)) for number in days)
    one = with_one_confirmed(Preference("x", ALEX, "food", "tea", like, dislike))
    told = [row.polarity for row in confirmed_snapshot([one])]
    assert told == {(1, 2): ["dislike"], (2, 1): ["like"], (1, 1): ["dislike", "like"]}[days]
    assert bool(contradictions([one])) == (days == (1, 1))
    assert with_one_confirmed(one) == one
