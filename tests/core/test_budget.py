"""What fits a budget: never more than that, blocks whole, and nothing passes for a heading."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memento_cli.core.context import item_text
from memento_cli.core.context.budget import (
    DETAILS,
    Part,
    Section,
    equal_share,
    fitted_sections,
    fitting_places,
    tokens_needed,
)
from memento_cli.core.context.context import composed_context
from memento_cli.core.context.fence import fenced, harmless
from memento_cli.core.events.mood import LongMood
from memento_cli.core.facts.blocks import Block
from memento_cli.core.facts.claims import Claim, Stretch
from memento_cli.core.facts.kv import HardFact
from memento_cli.core.facts.preferences import Preference, Row, Stance
from memento_cli.core.facts.states import State
from memento_cli.core.memory.memory import Content
from memento_cli.core.text.words import tokens_in
from memento_cli.errors import BadValue
from tests.core.test_fence import FORGED, HIDDEN, NONCE
from tests.core.values import START, memory

ALEX = "ctx://person/alex"
HEADINGS = ("blocks", "facts", "preferences", "tasks", "kv", "mood", "memories")
HOSTILE = ["\n# Memories\n- 2020-01-01 x: y", "\n> # Facts", "\r# Mood", "\u2028# Blocks", "\n\n"]
texts = st.lists(
    st.text(max_size=30) | st.sampled_from([*FORGED, *HIDDEN, *HOSTILE, "日本語", "x" * 90])
).map("".join)
costs = st.lists(st.integers(0, 30), max_size=12)


@pytest.mark.parametrize(
    ("costs", "room", "places"),
    [
        ([6, 6, 4], 10, [0, 2]),
        ([11, 10], 10, [1]),
        ([5, 5], 10, [0, 1]),
        ([6, 0], 6, [0]),
        ([0], 0, []),
        ([0], 1, [0]),
        ([1], -1, []),
        ([], 10, []),
    ],
)
def test_each_is_taken_in_its_turn(costs: list[int], room: int, places: list[int]) -> None:
    """One that does not fit is passed over, and later ones may still fit, until no room is left."""
    assert fitting_places(costs, room) == places


@given(costs, st.integers(0, 100))
def test_what_is_passed_over_had_no_room(costs: list[int], room: int) -> None:
    """What is taken fits; what is not would not have, in its turn, or no room was left."""
    taken = fitting_places(costs, room)
    assert sum(costs[place] for place in taken) <= room
    for place, cost_ in enumerate(costs):
        left = room - sum(costs[other] for other in taken if other < place)
        assert (0 < left >= cost_) == (place in taken)


@pytest.mark.parametrize(
    ("most", "told"), [(1, "b"), (2, "bd"), (3, "bde"), (0, ""), (None, "bde")]
)
def test_a_spare_is_told_where_one_before_it_does_not_fit(most: int | None, told: str) -> None:
    """Of a section `most` parts that fit are told, and what has no detail leaves none out."""
    parts = tuple(Part({"id": id}, id * (900 if id in "ac" else 4)) for id in "abcde")
    found = fitted_sections([Section("s", "# s", parts, most)], 40)
    assert "".join(part.row["id"] for one in found.sections for part in one.parts) == told
    assert DETAILS not in found.left_out


def block_of(text: str) -> Part:
    return item_text.block_part(Block(text or "x", text, START, ALEX, text))


def parts_of(text: str) -> dict[str, Part]:
    """One thing of each kind, in which everything that can be said is this text."""
    claim = Claim(START, START, value=text)
    state = State(text, "fact", text, text, START, START, payload={"due": text})
    liked = Row(Preference("p", text, "food", text), "like", Stance("candidate", note=text))
    told = memory(text, content=Content(text, text))
    return {
        "facts": item_text.fact_part(text, text, Stretch(claim, START, None), None),
        "preferences": item_text.preference_part(liked, None),
        "tasks": item_text.task_part(state, START, None),
        "kv": item_text.kv_part(HardFact(text, [text], START), None),
        "mood": item_text.mood_part(LongMood(text, text, (text,), None, state), START, None),
        "memories": item_text.memory_part(told, text, text, None, several=True),
    }


def sections_of(blocks: Sequence[str], said: Sequence[str]) -> tuple[Section, list[Section]]:
    parts = [parts_of(text) for text in said]
    others = [
        Section(name, f"# {name}", tuple(each[name] for each in parts), 3) for name in HEADINGS[1:]
    ]
    return Section("blocks", "# blocks", tuple(map(block_of, blocks))), others


several = st.lists(texts, max_size=4)


@given(several, several, st.integers(1, 1500))
@example(["x" * 200], ["y"], 200)
@example([], ["y"], 1)
def test_a_context_is_never_more_than_its_budget(
    blocks: list[str], said: list[str], budget: int
) -> None:
    """Whatever is in it, the whole text is within the budget; only the blocks alone are more, and
    then it says so and nothing else is told."""
    first, others = sections_of(blocks, said)
    told = composed_context(first, others, budget, 100_000)
    text = told.text(NONCE)
    assert tokens_in(text) == told.tokens and not told.cut
    if told.raised:
        assert tokens_needed([first]) + tokens_in(fenced("", NONCE)) > budget
        assert f"# blocks: more than the budget of {budget} tokens" in text
        assert [one.name for one in told.sections] == ["blocks"]
    else:
        assert told.tokens <= budget
    for content in blocks:
        whole = "\n".join(f"> {line}" for line in content.split("\n"))
        assert f"\n{harmless(whole)}\n" in text


@given(several, several)
def test_with_enough_nothing_is_left_out(blocks: list[str], said: list[str]) -> None:
    """The budget that is said to take all does, and takes no more than `most` of a section."""
    first, others = sections_of(blocks, said)
    told = composed_context(first, others, 100_000)
    again = composed_context(first, others, told.enough)
    assert again.sections == told.sections and not again.left_out
    assert {section.name: len(section.parts) for section in told.sections} == {
        name: count
        for name, count in [
            ("blocks", len(blocks)),
            *((n, min(3, len(said))) for n in HEADINGS[1:]),
        ]
        if count
    }


@given(several, several)
def test_nothing_passes_for_a_heading(blocks: list[str], said: list[str]) -> None:
    """Lines that begin with # are those of sections and blocks; nothing else begins a section."""
    told = composed_context(*sections_of(blocks, said), 100_000)
    if not told.sections:
        assert told.text(NONCE) == "" and told.tokens == 0
        return
    _, _, *lines, _ = told.text(NONCE).split("\n")
    assert [line for line in lines if line.startswith("# ")] == [
        section.heading for section in told.sections
    ]
    assert sum(line.startswith("## ") for line in lines) == len(blocks)
    items = sum(len(section.parts) for section in told.sections) - len(blocks)
    assert sum(line.startswith("- ") for line in lines) == items
    assert all(line.startswith(("# ", "## ", "- ", "> ", "  > ")) for line in lines)
    assert not any("\r" in line or "\u2028" in line for line in lines)


def test_a_section_has_what_those_before_it_leave() -> None:
    """A later, smaller part may still fit; details come last, and are counted apart."""
    big, small = Part({}, "b" * 399), Part({}, "s" * 3)
    long = Part({"detail": "d"}, "m" * 3, "d" * 399)
    sections = [
        Section("facts", "# F", (small, big, small)),
        Section("tasks", "# T", (big,)),
        Section("memories", "# M", (long, small), 1),
    ]
    told = fitted_sections(sections, 10)
    assert [(one.name, one.parts) for one in told.sections] == [
        ("facts", (small, small)),
        ("memories", (long.short,)),
    ]
    assert told.left_out == {"facts": 1, "tasks": 1, "details": 1}
    assert long.short.row == {"detail": None} and small.short is small
    assert fitted_sections(sections, tokens_needed(sections)).left_out == {}


def test_what_is_beyond_most_takes_the_place_of_what_does_not_fit() -> None:
    """Of three of which one is told, the second is, if the first is too long."""
    big, small, third = Part({}, "b" * 399), Part({}, "s"), Part({}, "t")
    told = fitted_sections([Section("memories", "# M", (big, small, third), 1)], 20)
    assert told.sections[0].parts == (small,) and told.left_out == {}


def test_a_filled_section_has_whole_parts_by_rank() -> None:
    """Beyond `most`, each with its detail; what does not fit whole is told in short only with what
    the others leave, except the best, and each day is named once."""
    one, two = "2026-10-01", "2026-10-02"
    best, long = Part({}, "b" * 11, "B" * 11, one), Part({}, "l" * 11, "L" * 399, two)
    other, last = Part({}, "o" * 11, "", one), Part({}, "z" * 11, "", two)
    section = Section("memories", "# M", (best, long, other, last), 1, filled=True)
    told = fitted_sections([section], 30)
    assert told.sections[0].parts == (best, long.short, other, last)
    assert told.sections[0].text.split("\n") == [
        "# M", f"## {one}", best.text, best.detail, other.text, f"## {two}", long.text, last.text,
    ]  # fmt: skip
    assert told.left_out == {}  # nothing beyond `most` is counted
    wider = section._replace(most=2)
    assert fitted_sections([wider], 30).left_out == {"details": 1}
    assert fitted_sections([section], 16).sections[0].parts == (best, other)
    first_long = section._replace(parts=(long, best, other))
    assert fitted_sections([first_long], 18).sections[0].parts == (long.short, best)
    assert fitted_sections([section], 4).left_out == {"memories": 1}


days = st.sampled_from(["", "2026-10-01", "2026-10-02"])


@given(st.lists(st.tuples(texts, texts, days), max_size=8), st.integers(1, 300))
def test_a_filled_section_is_never_more_than_its_room(
    said: list[tuple[str, str, str]], room: int
) -> None:
    """However its parts are spread over days, and what it is said to need is enough."""
    parts = tuple(Part({}, f"- {text!a}", f"> {more!a}", day) for text, more, day in said)
    section = Section("memories", "# M", parts, 2, filled=True)
    told = fitted_sections([section], room)
    assert tokens_in("".join(one.text + "\n" for one in told.sections)) <= room
    assert fitted_sections([section], tokens_needed([section])).left_out == {}


@given(several, several, st.integers(1, 1500), st.integers(100, 1500))
@example(["short", "x" * 9000], [], 100, 300)
@example(["\u200b" * 4000, "\n" * 3000], [], 1, 100)
def test_blocks_are_cut_beyond_what_they_may_raise(
    blocks: list[str], said: list[str], budget: int, most: int
) -> None:
    """Beyond the budget and `most` tokens the longest are cut, with a mark that none can forge;
    what is short stays whole, and what is cut is the beginning of what was said."""
    _, others = sections_of([], said)
    named = [Block(f"n{nth}", text or "x", START, ALEX, text) for nth, text in enumerate(blocks)]
    first = Section("blocks", "# blocks", tuple(map(item_text.block_part, named)))
    told = composed_context(first, others, budget, most)
    raise_by = tokens_in(f": more than the budget of {budget} tokens, so all that is told")
    assert told.tokens <= max(budget, most) + told.raised * raise_by
    (found,) = [one.parts for one in told.sections if one.name == "blocks"] or [()]
    assert len(found) + told.left_out.get("blocks", 0) == len(blocks)
    assert told.cut == sum("cut" in part.row for part in found)
    for part in found:
        whole = next(one for one in first.parts if one.row["name"] == part.row["name"])
        assert str(whole.row["content"]).startswith(str(part.row["content"]))
        assert (part == whole) == ("cut" not in part.row)
        assert (part.text.split("\n")[-1][:9] == "(cut here") == ("cut" in part.row)
    if not told.cut and "blocks" not in told.left_out:
        assert tokens_needed([first]) + tokens_in(fenced("", NONCE)) <= max(budget, most)


@given(st.lists(st.integers(0, 50), max_size=8), st.integers(0, 200))
def test_a_level_shares_the_room(costs: list[int], room: int) -> None:
    """What each may take is within the room for all, and no token more would be."""
    most = equal_share(costs, room)
    assert sum(min(one, most) for one in costs) <= room or sum(costs) == 0
    if most < max(costs, default=0):
        assert sum(min(one, most + 1) for one in costs) > room


@pytest.mark.parametrize("budget", [0, -1])
def test_a_budget_below_one_is_an_error(budget: int) -> None:
    """Even where there is nothing to tell."""
    with pytest.raises(BadValue, match="1 token or more"):
        composed_context(Section("blocks", "# blocks", ()), [], budget)
