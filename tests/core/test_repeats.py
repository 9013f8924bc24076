"""Which memories say nearly the same, and which of them is the one that the others repeat."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.text.likeness import ALIKE, likeness
from memento_cli.core.tidy.repeats import RepeatProfile, repeats


def said(id: str, summary: str, last: int = 0, **more: str) -> RepeatProfile:
    """What a memory says."""
    facts = {"person": "me", "project": "", "detail": ""} | more
    return RepeatProfile(id, summary=summary, last=last, **facts)


def test_what_repeats_and_what_does_not() -> None:
    """The words of summaries decide, all else being equal; the last used is left out."""
    same = [
        said("a", "Backup of the house server ran without errors", 1),
        said("b", "backup of the house server ran without any errors!", 3),
        said("c", "Backup of the old house server ran without errors", 2),
    ]
    others = [
        said("d", "Backup of the house server ran without errors", detail="But the disk is old"),
        said("e", "Backup of the house server ran without errors", person="viktor"),
        said("i", "Backup of the house server ran without errors", project="boat"),
        said("f", "Backup of the garden server ran into seven errors"),
        said("j", "Release 1.2.1"),
        said("k", "Release 1.2.2"),
        said("g", "設計レビューを担当した"),
    ]
    assert repeats([*same, *others]) == {"a": 2, "c": 2}
    assert repeats([*others, said("h", "設計レビューを担当した", 1)]) == {"g": 1}
    assert repeats(others) == {}


words = st.lists(st.sampled_from("abcdefgh"), max_size=6).map(" ".join)
many = st.lists(words, max_size=12).map(
    lambda texts: [said(str(place), text, place) for place, text in enumerate(texts)]
)


@given(many)
def test_what_repeats_is_alike(memories: list[RepeatProfile]) -> None:
    """What repeats another is like one of its group at least, the last used of each group is left
    out, and equal texts are always found."""
    counts = repeats(memories)
    by_id = {one.id: one for one in memories}
    for id in counts:
        rest = [one for one in memories if one.id != id]
        assert any(likeness(by_id[id].summary, one.summary) >= ALIKE for one in rest)
    for one, other in combinations(memories, 2):
        if one.summary == other.summary and likeness(one.summary, one.summary) == 1:
            assert one.id in counts or other.id in counts
    assert not memories or len(counts) < len(memories)


def test_many_entries_of_a_list_are_compared_with_their_neighbours() -> None:
    """A thousand like sentences take no longer than so many others, and a copy among them is
    found."""
    entries = [
        said(f"n{n}", f"The bill of flat {n} for electricity is paid", n) for n in range(1000)
    ]
    again = said("again", "The bill of flat 500 for the electricity is paid.", 9999)
    assert repeats([*entries, again]) == {"n500": 1}
