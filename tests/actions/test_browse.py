"""What a terminal and a page look at: lists, facets, and one memory whole."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from memento_cli import (
    Draft,
    Query,
    Store,
    Tags,
    forget,
    list_memories,
    pin,
    recall,
    record,
    reinforce,
)
from memento_cli.actions.browse.detail import detail, neighbours
from memento_cli.actions.browse.facets import facets
from memento_cli.actions.browse.listing import archived_rows, listing, rows
from memento_cli.actions.memory.links import link
from memento_cli.core.fading.laws import HALF_LIFE, Law
from memento_cli.errors import NotFound

NOW = datetime(2025, 6, 1, 12, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")


def kept(store: Store, text: str, days: float, *topics: str, people: tuple[str, ...] = ()) -> str:
    """The id of a memory that was recorded so many days ago, with a half-life of 30 days."""
    draft = Draft(text, "ana", tags=Tags(topics, people), law=Law(HALF_LIFE, 30))
    return record(store, draft, NOW - timedelta(days=days))[0].id


@pytest.fixture
def some(store: Store) -> list[str]:
    """Three memories of a store: fresh, half faded, and weak."""
    return [
        kept(store, "The bank wants a longer retry", 1, "bank", people=("mei",)),
        kept(store, "Dentist on Monday", 30, "health"),
        kept(store, "The bank was closed", 100, "bank"),
    ]


def test_no_words_list_all_that_list_has_in_its_order(store: Store, some: list[str]) -> None:
    """Without words all memories are there in the order of `list --all`, the weak ones too."""
    listed = list_memories(store, Query(), NOW, weak=True).hits
    assert list(listing(store, "", NOW, UTC).ids) == [hit.id for hit in listed] == some
    assert list(listing(store, "", NOW, UTC, most=2).ids) == some[:2]
    assert list(listing(store, "", NOW, UTC, sort="created").ids) == some


def test_words_find_what_recall_finds_in_its_order(store: Store, some: list[str]) -> None:
    """Words find the same memories as recall, ranked as there, and are to be marked."""
    found = listing(store, "bank retry", NOW, UTC)
    hits = recall(store, Query(words=("bank", "retry")), NOW).hits
    assert list(found.ids) == [hit.id for hit in hits] == [some[0], some[2]]
    assert found.words == ("bank", "retry")


@pytest.mark.parametrize(
    ("text", "expected"),
    [("topic:BANK", [0, 2]), ("with:Mei", [0]), ("since:2025-05-01", [0, 1]), ("tier:ghost", [2])],
)
def test_facets_are_filters_in_the_text(
    store: Store, some: list[str], text: str, expected: list[int]
) -> None:
    """A filter in the text chooses memories, with names as people type them."""
    assert list(listing(store, text, NOW, UTC).ids) == [some[place] for place in expected]


def test_what_cannot_be_read_is_a_note(store: Store, some: list[str]) -> None:
    """A text that is wrong finds nothing or is read as words, and a note says why: no error ends
    somebody's typing."""
    assert "no comma" in listing(store, 'with:"a,b"', NOW, UTC).notes[0]
    assert "since:soon is read as words" in listing(store, "since:soon", NOW, UTC).notes[0]


def test_a_misspelt_word_says_what_was_looked_for(store: Store, some: list[str]) -> None:
    """What was found by another spelling says so, and that spelling is to be marked."""
    found = listing(store, "dentits", NOW, UTC)
    assert list(found.ids) == [some[1]]
    assert found.words == ("dentist",)
    assert "looked for dentist" in found.notes[0]


def test_rows_have_the_passage_and_leave_out_what_is_gone(store: Store, some: list[str]) -> None:
    """Rows come in the order of their ids, with the passage that has a word which the summary has
    not; a memory that was forgotten since is left out."""
    draft = Draft("A talk", "ana", detail="We spoke of the harbour. Then of trains.")
    talk = record(store, draft, NOW)[0].id
    forget(store, [some[1]], NOW)
    first, second = rows(store, [talk, some[1], some[0]], NOW, ["trains"])
    assert (first.id, second.id) == (talk, some[0])
    assert "trains" in first.passage and not second.passage
    assert [row.id for row in archived_rows(store, "", NOW, UTC)] == [some[1]]


def test_facets_count_what_is_shown(store: Store, some: list[str]) -> None:
    """Facets of a view count its memories alone, and those of all the whole store; a weak memory
    counts in the month in which it became weak."""
    whole = facets(store, None, NOW, UTC)
    assert whole == facets(store, some, NOW, UTC)
    assert whole.topics == (("bank", 2), ("health", 1))
    assert whole.people == (("mei", 1),)
    assert whole.tiers == (("active", 1), ("faded", 1), ("ghost", 1))
    assert whole.months == (("2025-02", 1, 0), ("2025-05", 2, 1))
    assert facets(store, some[:1], NOW, UTC).topics == (("bank", 1),)
    assert facets(store, [], NOW, UTC).months == ()


def test_references_of_one_name_are_one_person(store: Store) -> None:
    """Two references that end in one name are one person of the facets, with all memories."""
    ids = [
        kept(store, "Lunch", 1, people=("ctx://person/mei",)),
        kept(store, "Tea", 2, people=("ctx://~team/person/mei",)),
    ]
    assert facets(store, None, NOW, UTC).people == (("mei", 2),)
    assert facets(store, ids, NOW, UTC).people == (("mei", 2),)


def test_months_are_those_of_the_zone(store: Store) -> None:
    """Where the clocks are ahead, the last hour of a month in UTC is the next month."""
    draft = Draft("Late", "ana")
    record(store, draft, datetime(2025, 4, 30, 23, tzinfo=UTC))
    assert [month.month for month in facets(store, None, NOW, BERLIN).months] == ["2025-05"]
    assert [month.month for month in facets(store, None, NOW, UTC).months] == ["2025-04"]


def test_a_memory_is_shown_with_its_acts_and_what_it_is_linked_to(
    store: Store, some: list[str]
) -> None:
    """A memory has its log, the newest first, its strength over time, and links of both ways."""
    reinforce(store, some[1], NOW)
    link(store, some[0], "cause_of", some[2], NOW)
    shown = detail(store, some[1], NOW)
    assert [row.act for row in shown.log] == ["reinforced", "recorded"]
    assert min(strength for _, strength in shown.history.past) == pytest.approx(0.5, abs=0.05)
    (outgoing,) = detail(store, some[0], NOW).links
    (incoming,) = detail(store, some[2], NOW).links
    assert (outgoing.id, outgoing.incoming) == (some[2], False)
    assert (incoming.id, incoming.summary, incoming.incoming) == (
        some[0],
        "The bank wants a longer retry",
        True,
    )


def test_a_memory_of_the_archive_is_shown_too(store: Store, some: list[str]) -> None:
    """What was forgotten can still be looked at; what never was is not found."""
    forget(store, [some[0]], NOW)
    shown = detail(store, some[0], NOW)
    assert shown.archived and neighbours(store, some[0], NOW) == []
    with pytest.raises(NotFound):
        detail(store, "nothing-like-this", NOW)


def test_neighbours_share_topics_and_people(store: Store, some: list[str]) -> None:
    """Neighbours are what recall --like finds, without the memory itself."""
    pin(store, some[0], NOW)
    near = kept(store, "The bank again", 2, "bank", people=("mei",))
    assert next(iter(neighbours(store, some[0], NOW))) == near
    assert some[0] not in neighbours(store, some[0], NOW)
