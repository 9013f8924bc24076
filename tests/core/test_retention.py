"""What a policy lets go, and when; what it keeps whatever happens."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.fading.laws import BASE_LEVEL, DAILY, EBBINGHAUS, HALF_LIFE, NEVER, TTL, Law
from memento_cli.core.fading.policy import Policy, exemption, matches, policy_of, tag_term
from memento_cli.core.fading.retention import (
    Traces,
    candidate_at,
    duplication_of,
    expired,
    expires_at,
    forget_score,
    is_candidate,
    judged,
    kept_by,
    score_at,
    term_of,
)
from memento_cli.core.fading.strength import Fade
from memento_cli.core.memory.memory import Memory, Tags, strength_from
from memento_cli.core.time.when import micros
from tests.core.values import START, day, memory

UNUSED = Traces(micros(START))
DOCUMENTED = 0.6  # the threshold of document 002's program
SCORED = Policy(by_score=True)
POLICY = Policy(tags=(("scratch", 7.0), ("log:*", 14.0), ("keep", inf)))
SETTINGS: dict[str, Any] = {
    "retention.working": 2.0,
    "retention.episodic": 90.0,
    "retention.semantic": inf,
    "retention.procedural": inf,
    "retention.tags": (),
    "retention.exempt": (),
    "retention.score": 0.45,
    "retention.idle": 30.0,
    "retention.by_time": True,
    "retention.by_score": False,
}
fading = st.one_of(
    st.builds(Law, st.just(HALF_LIFE), st.floats(0.1, 400)),
    st.builds(Law, st.just(EBBINGHAUS), st.floats(0.1, 400)),
    st.builds(Law, st.just(DAILY), st.floats(0.5, 90)),
    st.builds(Law, st.just(BASE_LEVEL), st.floats(0.3, 2)),
)
importances = st.floats(0, 0.9)
shares = st.floats(0, 1)
many = st.integers(0, 99)


def tagged(*topics: str, kind: str = "episodic", law: Law = Law(HALF_LIFE, 90.0)) -> Memory:
    """A memory with these topics."""
    return memory(tags=Tags(topics), kind=kind, fade=Fade(law))


TERMS = [
    (tagged(), 90, "episodic"),
    (tagged(kind="working"), 2, "working"),
    (tagged(kind="semantic"), inf, "semantic"),
    (tagged("scratch"), 7, "tag scratch"),
    (tagged("scratch", kind="semantic"), 7, "tag scratch"),
    (tagged("scratch", "log:nightly"), 14, "tag log:nightly"),
    (tagged("scratch", "keep", kind="working"), inf, "tag keep"),
    (tagged("Scratch"), 90, "episodic"),
    (tagged("scratch", law=Law(TTL, 3.0)), 3, "its own"),
    (tagged("scratch", law=Law(NEVER)), inf, "its law"),
]


@pytest.mark.parametrize("one, days, by", TERMS)
def test_how_long_it_is_kept(one: Memory, days: float, by: str) -> None:
    """The law's end, or else the longest of its tags, or else its kind says how long."""
    assert term_of(one, POLICY)[::2] == (days, by)
    end = expires_at(one, POLICY)
    assert end == (None if days == inf else day(days))


def test_its_time_counts_from_its_creation_and_ends_to_the_moment() -> None:
    """Use does not prolong a time to live; at its end it is over, just before it is not."""
    used = tagged("scratch")._replace(strength=strength_from(1.0, day(6.9), 3))
    assert expired(used, POLICY, day(6.9999)) is None
    found = expired(used, POLICY, day(7))
    assert found is not None
    assert found.reason == "time to live (tag scratch, 7d) over since 2025-01-08"
    assert (found.score, found.policy) == (None, "time")


EXEMPT = [
    ("tag:keep", memory(tags=Tags(("a", "keep")))),
    ("tag:pref:*", memory(tags=Tags(("pref:tea",)))),
    ("kind:episodic", memory()),
    ("project:home", memory(project="home")),
    ("project:home-*", memory(project="home-garden")),
    ("privacy:public", memory(privacy="public")),
]


@pytest.mark.parametrize("text, one", EXEMPT)
def test_what_the_policy_exempts_never_goes(text: str, one: Memory) -> None:
    """Neither its time nor its score matters; without the exemption it would go."""
    policy = SCORED._replace(exempt=(exemption(text),))
    worn = Traces(micros(START), others=9)
    for days in (100, 10_000):
        assert judged(one, worn, policy, day(days)) is None
        assert judged(one, worn, SCORED, day(days)) is not None
    assert expires_at(one, policy) is candidate_at(one, worn, policy) is None
    assert kept_by(one, policy) == f"exempt by {text}"


@given(fading, st.sampled_from(["episodic", "semantic"]), many, st.floats(0, 3000))
def test_each_policy_is_switched_by_itself(law: Law, kind: str, others: int, days: float) -> None:
    """What goes by both goes by one of them; with both off nothing goes but by its own law."""
    one, worn = memory(fade=Fade(law, 0.0), kind=kind), Traces(micros(START), others=others)
    found = {
        (by_time, by_score): judged(
            one, worn, Policy(by_time=by_time, by_score=by_score), day(days)
        )
        for by_time in (True, False)
        for by_score in (True, False)
    }
    by_time, by_score = found[True, False], found[False, True]
    assert found[True, True] == (by_time or by_score)
    assert found[False, False] is None
    assert (by_time is not None) == (kind == "episodic" and days >= 90)
    assert [one.policy for one in (by_time, by_score) if one] == [
        *(["time"] if by_time else []),
        *(["score"] if by_score else []),
    ]


@given(fading, many, many, st.floats(0, 100_000))
def test_nothing_pinned_ever_goes(law: Law, uses: int, others: int, days: float) -> None:
    """A pin wins over every time to live and every score."""
    one = memory(fade=Fade(law, 0.0), pinned=True, kind="working", importance=0.0)
    assert judged(one, Traces(micros(START), uses=uses, others=others), SCORED, day(days)) is None


SCORES = [
    ((0.5, 0.3, 0.2, 0.7), False, 0.285),
    ((0.1, 0.1, 0.8, 0.2), True, 0.37),
    ((0.9, 0.9, 0.1, 0.5), False, 0.005),
    ((0.0, 0.0, 1.0, 0.0), False, 0.8),
    ((0.0, 0.0, 0.0, 0.5), False, 0.525),
    ((0.0, 0.0, 1.0, 0.5), False, 0.725),
    ((1.0, 1.0, 0.0, 1.0), True, -0.45),
]


@pytest.mark.parametrize("parts, pinned, score", SCORES)
def test_the_forget_score(
    parts: tuple[float, float, float, float], pinned: bool, score: float
) -> None:
    """The weights are those of document 002's program."""
    assert forget_score(*parts, pinned=pinned) == pytest.approx(score)


@given(shares, shares, shares, shares, st.floats(0, 0.5))
def test_what_moves_the_score(
    recency: float, usage: float, duplication: float, importance: float, more: float
) -> None:
    """Recency, usage and importance hold a memory, duplication lets it go."""
    base = forget_score(recency, usage, duplication, importance)
    assert forget_score(recency + more, usage, duplication, importance) <= base
    assert forget_score(recency, usage + more, duplication, importance) <= base
    assert forget_score(recency, usage, duplication, importance + more) <= base
    assert forget_score(recency, usage, duplication + more, importance) >= base
    assert base <= forget_score(0.0, 0.0, duplication, importance)


@given(fading, importances)
def test_the_threshold_is_reached(law: Law, importance: float) -> None:
    """What fades, is never used and matters less than 1 becomes a candidate in time."""
    one = memory(fade=Fade(law, 0.0), importance=importance, kind="semantic")
    moment = candidate_at(one, UNUSED, SCORED)
    if moment is None:  # only where it fades too slowly for the calendar
        assert score_at(one, UNUSED, day(365 * 7000)) < 0.45
        return
    later = moment + (moment - START) / 1000
    found = judged(one, UNUSED, SCORED, later)
    assert found is not None and found.score is not None
    assert found.score >= 0.45 > score_at(one, UNUSED, START)
    assert judged(one, UNUSED, SCORED, moment - (moment - START) / 1000) is None


@given(fading, shares)
def test_the_documented_threshold_is_not(law: Law, importance: float) -> None:
    """From 0.6 on no memory without near-duplicates is a candidate; that is why it is not used."""
    one = memory(fade=Fade(law, 0.0), importance=max(importance, 1e-6), kind="semantic")
    policy = SCORED._replace(score=DOCUMENTED)
    assert candidate_at(one, UNUSED, policy) is None
    assert not is_candidate(forget_score(0.0, 0.0, 0.0, max(importance, 1e-6)), DOCUMENTED)


def test_how_long_it_takes() -> None:
    """Unused, of usual importance: 2.2 half-lives; duplicates hasten it, use puts it off."""
    one = memory(kind="semantic")
    halves = {
        (others, uses): candidate_at(one, Traces(micros(START), uses=uses, others=others), SCORED)
        for others in (0, 1)
        for uses in (0, 1, 3, 4)
    }
    days = {key: at and round((at - START).days / 90, 1) for key, at in halves.items()}
    assert days == {
        (0, 0): 2.2, (0, 1): 3.1, (0, 3): 5.9, (0, 4): None,
        (1, 0): 1.0, (1, 1): 1.3, (1, 3): 1.7, (1, 4): 1.9,
    }  # fmt: skip


@given(many, st.integers(0, 1000), importances, st.floats(0, 10_000))
def test_what_its_law_holds_whole_is_no_candidate(
    uses: int, others: int, importance: float, days: float
) -> None:
    """What does not fade is never a candidate, however often it is repeated."""
    one = memory(fade=Fade(Law(NEVER)), importance=importance)
    assert judged(one, Traces(micros(START), uses=uses, others=others), SCORED, day(days)) is None


def test_what_was_used_lately_is_no_candidate() -> None:
    """However high the score, the last use must be some time ago."""
    one = memory(fade=Fade(Law(HALF_LIFE, 0.1)), kind="semantic", importance=0.0)
    assert score_at(one, UNUSED, day(29)) > 0.59
    assert judged(one, UNUSED, SCORED, day(29.9)) is None
    assert judged(one, UNUSED, SCORED._replace(idle_days=inf), day(10_000)) is None
    found = judged(one, UNUSED._replace(others=2), SCORED, day(30))
    assert found is not None
    assert found.policy == "score"
    assert found.reason == (
        "forget score 0.73, from 0.45 on: unused for 30 days, nearly the same as 2 more"
    )


def test_repeating_others() -> None:
    """Of n that say the same each counts as (n - 1) / n; a duplication of 1 is never reached."""
    assert [duplication_of(others) for others in (0, 1, 3)] == [0, 0.5, 0.75]
    assert duplication_of(10**6) < 1


def test_the_policy_of_settings() -> None:
    """Settings become a policy; what cannot be read is said and left out."""
    said = SETTINGS | {
        "retention.tags": ("scratch 7d", "daily stand-up 48h", "keep never", "odd"),
        "retention.exempt": ("tag:keep", "kind:semantic", "mood:good"),
    }
    policy, problems = policy_of(said)
    assert policy.tags == (("scratch", 7.0), ("daily stand-up", 2.0), ("keep", inf))
    assert policy.exempt == (("tag", "keep"), ("kind", "semantic"))
    assert [problem.partition(": ")[0] for problem in problems] == [
        "retention.tags", "retention.exempt",
    ]  # fmt: skip
    assert policy_of(SETTINGS) == (Policy(), [])


@pytest.mark.parametrize(
    "text, said",
    [
        ("7d", "is not a tag and a length of time"),
        ("scratch", "is not a tag and a length of time"),
        ("scratch 7", "is no length of time"),
        ("scratch 0d", "must be longer than nothing"),
        ("lo*g 7d", "can stand at the end only"),
    ],
)
def test_terms_that_cannot_be_read(text: str, said: str) -> None:
    """A term is a tag, or its beginning and a `*`, and a length of time."""
    with pytest.raises(ValueError, match=said):
        tag_term(text)


@pytest.mark.parametrize(
    "text, said",
    [
        ("keep", "is not one of tag:…, project:…, kind:…, privacy:…"),
        ("tag:", "is not one of"),
        ("mood:good", "is not one of"),
        ("kind:semantik", "kind is one of working, episodic, semantic, procedural"),
        ("privacy:*", "privacy is one of private, team, public"),
        ("tag:a*b", "can stand at the end only"),
    ],
)
def test_exemptions_that_cannot_be_read(text: str, said: str) -> None:
    """An exemption is a field that is known and what stands in it."""
    with pytest.raises(ValueError, match=said):
        exemption(text)


def test_patterns() -> None:
    """A pattern is the whole text, or its beginning before a `*`."""
    assert matches("log:*", "log:") and matches("log:*", "log:x") and matches("*", "")
    assert not matches("log:*", "log") and not matches("log", "log:x") and not matches("a", "A")
