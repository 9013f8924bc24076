"""Merging the files of what holds beside memories: lists united, stamps and kv values by time."""

from __future__ import annotations

import pytest

from memento_cli.store.records.registry import ref_in_data
from memento_cli.store.toml.merge import key_names, merged_text, sides, undecided
from memento_cli.store.toml.reader import loaded

FACTS = """\
[facts]
subject = "ctx://person/alex"

[[fact.city]]
value = "Rome"
recorded = "2025-01-01T00:00:00Z"
"""
CLAIM = '\n[[fact.{0}]]\nvalue = "{1}"\nrecorded = "2025-01-0{2}T00:00:00Z"\n'
STATE = """\
[state]
id = "tea"
kind = "task"
person = "ctx://person/alex"
body = "Buy tea"
created = "2025-01-01T00:00:00Z"
confirmed = "2025-01-01T00:00:00Z"
"""
BLOCK = """\
[block]
name = "user_model"
content = "Likes tea"
updated = "2025-01-01T00:00:00Z"
"""
LIKED = """\
[preference]
person = "ctx://person/alex"
domain = "food"
subject = "tea"

[preference.like]
status = "candidate"
evidence = ["e1"]
"""
FACT = """\
[kv]
key = "port"
value = "80"
set = "2025-01-01T00:00:00Z"
"""
ALEX = '[entity]\nname = "alex"\naliases = ["al"]\n'
EDGE = '\n[[edge]]\npredicate = "knows"\nobject = "{}"\nsince = "2025-01-0{}T00:00:00Z"\n'


def at(text: str, day: int) -> str:
    """A text with its last stamp moved to another day."""
    head, _, tail = text.rpartition("2025-01-0")
    return f"{head}2025-01-0{day}{tail[1:]}"


def both(base: str, ours: str, theirs: str) -> tuple[str, str]:
    """What two sides come to, and on what they are apart; either way round it is the same."""
    one, other = merged_text(base, ours, theirs), merged_text(base, theirs, ours)
    assert one.apart == other.apart
    if not one.apart:
        said = [loaded(made.text) for made in (one, other)]
        assert repr(_sorted(said[0])) == repr(_sorted(said[1]))
    return one.text, key_names(one.apart)


def _sorted(value: object) -> object:
    """A document in which the order of entries says nothing."""
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return sorted(map(repr, map(_sorted, value))) if isinstance(value, list) else value


@pytest.mark.parametrize("key", ["city", "job"])
def test_claims_of_both_sides_are_kept(key: str) -> None:
    """On one key or on two; in a file that neither had, too."""
    ours, theirs = FACTS + CLAIM.format("city", "Oslo", 2), FACTS + CLAIM.format(key, "Bonn", 3)
    for base in (FACTS, ""):
        text, apart = both(base, ours, theirs)
        assert not apart
        assert all(value in text for value in ("Rome", "Oslo", "Bonn"))


@pytest.mark.parametrize("text", [STATE, BLOCK])
def test_what_both_only_confirmed_has_the_later_stamp(text: str) -> None:
    """Two clones that said that it holds still do not disagree."""
    made, apart = both(text, at(text, 3), at(text, 2))
    assert made == at(text, 3) and not apart


def test_words_that_both_changed_are_left_apart() -> None:
    """But the stamps are decided, so that nothing else stands between markers."""
    for text, words in ((STATE, "Buy tea"), (BLOCK, "Likes tea")):
        ours, theirs = at(text, 2).replace(words, "Milk"), at(text, 3).replace(words, "Rice")
        made, apart = both(text, ours, theirs)
        assert apart in ("state.body", "block.content")
        pair = sides(made)
        assert pair and '"Milk"' in pair.ours and '"Rice"' in pair.theirs
        assert "2025-01-03" in pair.ours and "2025-01-03" in pair.theirs


def test_one_that_confirms_and_one_that_revokes_disagree_on_that_alone() -> None:
    """Two that confirm do not; what was evidence for either is."""
    confirm = 'status = "confirmed"\nconfirmed_at = "2025-01-0{}T00:00:00Z"'
    one, two, revoked = (
        LIKED.replace('status = "candidate"', said).replace('"e1"', f'"e1", "{event}"')
        for said, event in (
            (confirm.format(2), "e2"),
            (confirm.format(3), "e3"),
            ('status = "revoked"\nrevoked_at = "2025-01-04T00:00:00Z"', "e4"),
        )
    )
    text, apart = both(LIKED, one, two)
    assert not apart and 'confirmed_at = "2025-01-03' in text
    assert sorted(loaded(text)["preference"]["like"]["evidence"]) == ["e1", "e2", "e3"]
    assert both(LIKED, one, revoked)[1] == "preference.like.status"


REPLACED = '\n[kv.replaced]\nvalue = "80"\nset = "2025-01-01T00:00:00Z"\nuntil = "2025-01-0{0}"\n'
SET = '[kv]\nkey = "port"\n{1} = "{2}"\nset = "2025-01-0{0}"\n' + REPLACED
UNSET = '[kv]\nkey = "port"\n' + REPLACED


@pytest.mark.parametrize(
    ("ours", "theirs", "wins"),
    [
        (SET.format(2, "value", "81"), SET.format(3, "json", "82"), "theirs"),
        (SET.format(4, "value", "81"), SET.format(3, "json", "82"), "ours"),
        (SET.format(2, "value", "81"), UNSET.format(3), "theirs"),
        (SET.format(4, "value", "81"), UNSET.format(3), "ours"),
        (FACT, UNSET.format(3), "theirs"),
    ],
)
def test_of_a_hard_fact_the_later_wins_whole(ours: str, theirs: str, wins: str) -> None:
    """Its value, its time and what it replaced; to take it away counts as to set it."""
    for base in (FACT, ""):
        text, apart = both(base, ours, theirs)
        assert not apart
        assert loaded(text) == loaded(theirs if wins == "theirs" else ours)


def test_fault_u3_a_hard_fact_that_both_set_at_one_moment_is_a_conflict() -> None:
    """Neither value is the later one, whichever side merges; by its turn one is."""
    ours, theirs = SET.format(2, "value", "81"), SET.format(2, "value", "82")
    for pair in ((ours, theirs), (theirs, ours)):
        assert both(FACT, *pair)[1] == "kv.value"
    later = theirs.replace("[kv]\n", "[kv]\nturn = 1\n")
    for pair in ((ours, later), (later, ours)):
        text, apart = both(FACT, *pair)
        assert not apart and loaded(text) == loaded(later)


def test_edges_and_aliases_of_both_are_kept_and_what_one_took_out_goes() -> None:
    """An edge that both stated at the same moment is one."""
    base = ALEX + EDGE.format("bo", 1)
    ours = base + EDGE.format("mei", 2)
    theirs = ALEX.replace('"al"', '"al", "lex"') + EDGE.format("mei", 2) + EDGE.format("kim", 3)
    text, apart = both(base, ours, theirs)
    assert not apart and "lex" in text
    assert sorted(edge["object"] for edge in loaded(text)["edge"]) == ["kim", "mei"]


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        (FACTS, "states/alex-facts"),
        (STATE, "states/tea"),
        (BLOCK, "blocks/user_model"),
        (BLOCK + 'persona = "herta"\n', "blocks/herta-user-model-"),
        (FACT, "kv/port"),
        (ALEX, "graph/alex"),
        ("[state]\nid = '../x'\n", ""),
        ("[state]\nid = 7\n", "states/7"),
        ("[kv]\nkey = 7\n", ""),
        ("[kv]\n", ""),
        ("kv = 1\n", ""),
        ("[facts]\nsubject = ['x']\n", ""),
        ("[preference]\nperson = 'a'\ndomain = 1\nsubject = {}\n", ""),
        ("[memory]\nid = 'a'\n", ""),
    ],
)
def test_a_true_key_gives_a_file_its_name(text: str, ref: str) -> None:
    """Whatever it is called; what has none, or none that is safe, has no name."""
    said = ref_in_data(loaded(text))
    assert said.startswith(ref) if ref.endswith("-") else said == ref


def test_two_things_are_left_apart_each_whole() -> None:
    """Nothing of the one stands in the other's side, though lines are alike."""
    text = undecided("", STATE, STATE.replace('"tea"', '"milk"'))
    pair = sides(text)
    assert pair and pair.ours == STATE and loaded(pair.theirs)["state"]["id"] == "milk"
