"""Trust and privacy: two labels, each with an order."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.memory.creation import created_from
from memento_cli.core.memory.memory import Draft
from memento_cli.core.security.trust import (
    AGENT,
    CONFIRMED,
    IMPORTED,
    PRIVACIES,
    TRUST,
    TRUSTS,
    USER,
    capped,
    is_open,
    is_trusted,
    least_of,
    marks,
    raised_trust,
    trust_of,
)
from tests.core.values import START as NOW
from tests.core.values import memory

trusts = st.sampled_from(TRUSTS)


@pytest.mark.parametrize(
    ("said", "trust"),
    [
        ({}, USER),
        ({"agent": "claude"}, AGENT),
        ({"source": "import"}, IMPORTED),
        ({"source": "import", "agent": "claude"}, IMPORTED),
        ({"agent": "claude", "more": {TRUST: CONFIRMED}}, CONFIRMED),
        ({"more": {TRUST: IMPORTED}}, IMPORTED),
    ],
)
def test_a_memory_says_whose_word_it_is(said: dict[str, Any], trust: str) -> None:
    """As its file says or, where it is silent, by its source and its agent."""
    assert trust_of(memory("m", **said)) == trust


def test_what_an_agent_records_says_so() -> None:
    """The label stays when the agent's name is taken out; what is said already stays, too."""
    draft = Draft("Words", "ctx://person/alex", agent="claude")
    made = created_from(draft, "m", NOW)
    assert trust_of(made._replace(agent=None)) == AGENT
    claimed = created_from(draft._replace(more={TRUST: IMPORTED}), "m", NOW)
    assert trust_of(claimed) == IMPORTED


def test_trust_is_an_order() -> None:
    """A person's word is trusted most, what came from elsewhere least."""
    pairs = {pair: is_trusted(*pair) for pair in product(TRUSTS, TRUSTS)}
    assert pairs == {(one, least): TRUSTS.index(one) <= TRUSTS.index(least) for one, least in pairs}
    assert is_trusted(USER, CONFIRMED) and not is_trusted(IMPORTED, AGENT)


@given(st.lists(trusts), trusts)
def test_what_is_made_of_several_is_as_trusted_as_the_least(some: list[str], one: str) -> None:
    """No one of them is below it, and of nothing it is a person's own."""
    least = least_of([*some, one])
    assert all(is_trusted(each, least) for each in (*some, one))
    assert least_of([]) == USER


@given(trusts, trusts)
def test_only_a_person_confirms(trust: str, by: str) -> None:
    """A person raises what is lower to confirmed, never higher; anybody else raises nothing."""
    after = raised_trust(trust, by)
    assert after == (trust if by != USER or trust == USER else CONFIRMED)


@given(st.dictionaries(st.just(TRUST), trusts), trusts)
def test_nobody_claims_more_than_they_have(more: dict[str, str], most: str) -> None:
    """What somebody writes is at most as trusted as they are, whatever it claims."""
    assert is_trusted(most, capped(more, most)[TRUST])


def test_privacy_is_an_order() -> None:
    """What is public is for a team, too; what is private is for nobody else."""
    seen = {least: [label for label in PRIVACIES if is_open(label, least)] for least in PRIVACIES}
    assert seen == {
        "private": ["private", "team", "public"],
        "team": ["team", "public"],
        "public": ["public"],
    }


def test_marks_are_of_what_is_no_persons_own() -> None:
    """A person's own words have no mark, but where they read like instructions."""
    assert marks(USER) == []
    assert marks(AGENT) == ["agent"]
    assert marks(USER, ("calls a tool",)) == ["reads like instructions"]
