"""What several episodes have in common: what recurs, and what belongs together."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

from memento_cli.core.fading.laws import HALF_LIFE, Law
from memento_cli.core.fading.strength import Fade
from memento_cli.core.memory.memory import Content, Link, Memory, Tags, strength_from
from memento_cli.core.tidy.conflicts import likely_pairs, likely_pairs_of_many
from memento_cli.core.tidy.episodes import (
    knowledge_draft,
    recurring,
    recurring_in_meaning,
    related,
    rule_kind,
)

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def memory(id: str, summary: str, days: float = 0, **facts: object) -> Memory:
    created = NOW + timedelta(days=days)
    made = Memory(
        id, "p", created, Content(summary), strength_from(1.0, created), Fade(Law(HALF_LIFE, 90))
    )
    return made._replace(tags=Tags(("deploy",)))._replace(**facts)


def deploys(count: int = 3) -> list[Memory]:
    words = "deploy failed, the migration locked the {} table and {}"
    what = [("users", "we waited"), ("orders", "rolled back"), ("carts", "called Ana")]
    return [memory(f"m{n}", words.format(*what[n]), 7 * n) for n in range(count)]


def test_what_is_said_of_several_days_recurs() -> None:
    """Three episodes of three days in nearly the same words are one that happened again."""
    said = [memory(f"m{n}", "Standup took half an hour", n) for n in range(3)]
    assert [sorted(one.ids) for one in recurring(said, 3)] == [["m0", "m1", "m2"]]
    assert list(recurring(said, 4)) == []


def test_what_is_said_of_one_day_does_not_recur() -> None:
    """The same of one day is no rule, nor is what another denies, or what says very little."""
    assert not list(recurring([memory(f"m{n}", "Standup took half an hour") for n in range(3)], 3))
    said = [
        "Standup took half an hour",
        "Standup took half an hour",
        "Standup never took half an hour",
    ]
    assert not list(recurring([memory(f"m{n}", text, n) for n, text in enumerate(said)], 3))
    assert not list(recurring([memory(f"m{n}", "Typo fix", n) for n in range(3)], 3))


def test_what_shares_tags_and_words_belongs_together() -> None:
    """Alike in topics, people and time, and with words in common: then it is about one thing."""
    (found,) = related(deploys(), 3)
    assert sorted(found.ids) == ["m0", "m1", "m2"]
    assert not list(related(deploys(2), 3))
    others = [memory("m2", "Lunch on the roof with everybody", 14)]
    assert not list(related([*deploys(2), *others], 3))
    assert not list(related([one._replace(tags=Tags()) for one in deploys()], 3))


def test_what_a_newer_one_of_the_time_contradicts_is_outdated() -> None:
    """Of two episodes of one time that deny each other, the older is outdated; of other days, none
    is."""
    words = "the quiet room is {} good for work, visit 0"
    other = memory("b", "the quiet room is good for work, visit 1", 1)
    said = [memory("a", words.format("")), other]
    (near,) = related([*said, memory("c", words.format("never"), 0.1)], 3)
    assert near.outdated == {"a"}
    (apart,) = related([*said, memory("c", words.format("never"), 3)], 3)
    assert not apart.outdated


def test_a_chain_is_divided() -> None:
    """A cluster whose ends are not alike becomes several: each is alike to the first of it."""
    chain = [memory(f"m{n:02}", "deploy failed, migration locked tables", 60 * n) for n in range(9)]
    found = list(related(chain, 2))
    assert len(found) > 1
    assert len({id for one in found for id in one.ids}) == sum(len(one.ids) for one in found)


def test_what_is_learnt_is_as_careful_as_its_sources() -> None:
    """It is derived from each, as private as the most private, as trusted as the least."""
    trust = "memory.origin.trust"
    members = [
        one._replace(privacy=privacy, more={trust: who})
        for one, privacy, who in zip(
            deploys(), ("public", "private", "team"), ("user", "imported", "agent"), strict=True
        )
    ]
    (group,) = related(members, 3)
    draft = knowledge_draft(group, "semantic", [("All of it.", 1)])
    assert {link.target for link in draft.links} == {"m0", "m1", "m2"}
    assert {link.rel for link in draft.links} == {"derived_from"}
    assert (draft.privacy, draft.more[trust], draft.source) == ("private", "imported", "sleep")
    older = group._replace(outdated=frozenset(["m0"]))
    assert Link("contradicts", "m0") in knowledge_draft(older, "semantic").links


def test_a_rule_is_procedural_where_it_ended_alike() -> None:
    """Enough outcomes that agree make a way to do it; one other, or too few, do not."""
    ended = [one._replace(tags=Tags(("deploy",), (), "negative")) for one in deploys()]
    assert rule_kind(ended, 3) == "procedural"
    assert rule_kind([*ended[:2], deploys()[2]], 3) == "semantic"
    other = ended[2]._replace(tags=Tags(("deploy",), (), "positive"))
    assert rule_kind([*ended[:2], other], 2) == "semantic"


def test_only_what_cannot_both_be_true_is_a_conflict() -> None:
    """Facts that change are; titles that look alike are not, nor two episodes."""
    pairs = {
        ("Alex lives in Berlin", "Alex lives in Munich"): True,
        ("The door is locked at night", "The door is not locked at night"): True,
        ("Using lsof on macOS", "Using pysqlite3 on macOS"): False,
        ("List untracked files", "Delete untracked files"): False,
        ("Lisa visited Oslo", "Lisa visited Rome"): False,
        ("The bill for April is paid", "The bill for March is paid"): False,
    }
    for (one, other), are_opposed in pairs.items():
        found = list(likely_pairs([memory("a", one), memory("b", other)]))
        assert bool(found) is are_opposed


def test_conflicts_among_many_are_those_of_pairs() -> None:
    """What is found among many is what comparing each pair finds, where frames are few."""
    chance = Random(7)
    words = [f"w{n}" for n in range(9)]
    said = [memory(f"m{n}", " ".join(chance.sample(words, 4))) for n in range(14)]
    few = {frozenset((one.one.id, one.other.id)) for one in likely_pairs_of_many(said)}
    every = {frozenset((one.one.id, one.other.id)) for one in likely_pairs(said)}
    assert few <= every
    assert {frozenset("ab")} == {
        frozenset((one.one.id, one.other.id))
        for one in likely_pairs_of_many(
            [memory("a", "Alex lives in Rome"), memory("b", "Alex lives in Bonn")]
        )
    }


def test_what_recurs_in_other_words_is_told_by_meaning() -> None:
    """Episodes that are near in meaning are one that happened again, unless one of them tells of
    another number, denies the others, or is another's."""
    said = ["The car broke down", "Our automobile stopped on the road", "The motor is dead again"]
    made = [memory(f"m{n}", text, n) for n, text in enumerate(said)]
    other = made[2]._replace(person="q")
    denied = memory("m2", "The car did not break down", 2)
    near = {"m0": ["m1", "m2"]}

    def found(*episodes: Memory, support: int = 3) -> list[list[str]]:
        groups = recurring_in_meaning(episodes, lambda id: near.get(id, []), support)
        return [sorted(one.ids) for one in groups]

    assert found(*made) == [["m0", "m1", "m2"]]
    assert found(*made, support=4) == []
    assert found(*made[:2], other) == found(*made[:2], denied) == []
    assert found(*(one._replace(created=NOW) for one in made)) == []
