"""Which memories say nearly the same, and which of them is the one that the others repeat."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.recall.ranking import jaccard, word_set
from memento_cli.core.text.likeness import tells_another
from memento_cli.core.tidy.clusters import ALIKE, RepeatProfile, repeats


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
def test_as_if_all_pairs_were_compared(memories: list[RepeatProfile]) -> None:
    """Groups are what pairs that share enough words hang together to; each keeps its last used,
    and what tells another fact than that one repeats nothing."""
    group = {one.id: {one.id} for one in memories}
    for one, other in combinations(memories, 2):
        if jaccard(word_set(one.summary), word_set(other.summary)) >= ALIKE:
            joined = group[one.id] | group[other.id]
            group |= dict.fromkeys(joined, joined)
    texts = {one.id: one.summary for one in memories}
    expected = {}
    for id, members in group.items():
        last = max(members, key=int)
        same = {each for each in members if not tells_another(texts[each], texts[last])}
        if id in same - {last}:
            expected[id] = len(same) - 1
    assert repeats(memories) == expected
