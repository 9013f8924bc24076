"""record: what is nearly the same, and what only looks so."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memento_cli import Store
from memento_cli.core.text.likeness import likeness, says_again
from tests.conftest import Ran

Run = Callable[..., Ran]

TWO = [
    ("Release 1.2 shipped on Monday", "Release 1.3 shipped on Monday"),
    ("Anna prefers coffee over tea", "Anna prefers tea over coffee"),
    ("The train goes from Porto to Faro", "The train goes from Faro to Porto"),
    ("Anna prefers coffee over tea", "Hanna prefers coffee over tea"),
    ("The permit for zone 6 costs 12 euros", "The permit for zone 6 costs 21 euros"),
    ("The course is on Thursdays at seven", "The course is on Thursdays at eight"),
    ("Viktor does eat nuts at lunch", "Viktor doesn't eat nuts at lunch"),
    ("The lease of the flat is signed", "The lease of the flat is not signed"),
    ("The lift goes up at night", "The lift goes down at night"),
    ("The door code of the office is -5", "The door code of the office is 5"),
    ("The price of the ticket is .5 now", "The price of the ticket is 5 now"),
    ("The payout service uses TLS now", "The payout service uses SSH now"),
    ("Few people came to the party", "A few people came to the party"),
    ("The cat chased the dog again", "The dog chased the cat again"),
    ("東京から大阪へ行く", "大阪から東京へ行く"),
]
"""Two facts each time, however alike."""


@pytest.mark.parametrize("policy", ["reinforce", "supersede"])
@pytest.mark.parametrize(("old", "new"), TWO)
def test_no_fact_is_taken_for_another(
    store: Store, call: Run, old: str, new: str, policy: str
) -> None:
    """A number, a version, a name, a negation, a direction or an order makes another fact: both are
    kept, both are current, and neither is called nearly the same."""
    call("record", old)
    ran = call("record", new, "--if-duplicate", policy)
    assert (ran.code, ran.stderr) == (0, "")
    said = [store.memories.read(id).value for id in store.memories.ids()]
    assert sorted(one.content.summary for one in said) == sorted([old, new])
    assert not any(one.links for one in said)


MORE = {
    "--detail": ["It costs 4 euros more"],
    "--with": ["bob"],
    "--topic": ["web"],
    "--outcome": ["negative"],
    "--project": ["boat"],
    "--about": ["2018", "--set", "about.confidence=1"],
    "--at": ["2020-03-04"],
}


@pytest.mark.parametrize("option", MORE)
def test_what_says_more_is_not_left_out(store: Store, call: Run, option: str) -> None:
    """With the same summary, but a detail, a person, a topic, an outcome, a project or a time that
    the other lacks, a memory is kept beside it, and a note says so."""
    call("record", "Had lunch by the river")
    told = [option, *MORE[option]]
    ran = call("record", "Had lunch by the river", *told, "--if-duplicate", "reinforce")
    assert ran.code == 0
    lacking = {"--with": "people", "--topic": "topics", "--about": "time", "--at": "date"}
    lacks = lacking.get(option, option[2:])
    assert f"The old one lacks the {lacks} of the new one, so both are kept" in ran.stderr
    assert len(store.memories.ids()) == 2


def test_a_name_in_capitals_is_no_word_in_small_ones(store: Store, call: Run) -> None:
    """US is not us; a whole text in capitals says what it says without."""
    call("record", "US servers are backed up")
    call("record", "us servers are backed up", "--if-duplicate", "reinforce")
    assert len(store.memories.ids()) == 2
    call("record", "SEND THE REPORT")
    call("record", "Send the report", "--if-duplicate", "reinforce")
    assert len(store.memories.ids()) == 3


def test_what_says_less_takes_no_place(store: Store, call: Run) -> None:
    """A memory with a detail is not superseded by one that says the same without it."""
    call("record", "Had lunch by the river", "--detail", "Ana told of her new boat")
    ran = call("record", "Had lunch by the river", "--if-duplicate", "supersede")
    assert "The new one lacks the detail of the old one, so both are kept" in ran.stderr
    assert not any(store.memories.read(id).value.links for id in store.memories.ids())


@pytest.mark.parametrize(
    "again",
    ["Viktor doesn't eat nuts", "viktor  does not eat the nuts!", "“Viktor doesn’t eat nuts.”"],
)
def test_the_same_said_again_is_one(store: Store, call: Run, again: str) -> None:
    """Capitals, spaces, marks, articles and short forms make no other memory."""
    id = call("record", "Viktor does not eat nuts").stdout
    ran = call("record", again, "--if-duplicate", "reinforce")
    assert ran.stdout == id and "unchanged: recorded less than a day ago" in ran.stderr
    assert len(store.memories.ids()) == 1
    new = call("record", again, "--if-duplicate", "supersede").stdout.strip()
    assert store.memories.read(new).value.links[0].target == id.strip()


@pytest.mark.parametrize(("old", "new"), TWO)
def test_another_fact_is_seen_both_ways(old: str, new: str) -> None:
    """Which of the two was there first does not matter."""
    assert likeness(old, new) == likeness(new, old) == 0
    assert not says_again(old, new)
    assert likeness(old, old) == 1 and says_again(new, new)


def test_a_sleep_merges_no_two_facts(store: Store, call: Run) -> None:
    """What differs in a direction or an order is no copy for a sleep either."""
    for text in {text for pair in TWO for text in pair}:
        call("record", text, "--kind", "semantic")
    assert "merge" not in call("tidy", "propose").stdout
    call("record", TWO[0][0], "--kind", "semantic")
    assert "merge" in call("tidy", "propose").stdout
