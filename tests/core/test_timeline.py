"""Facts in time: at any two times, what held then by what was believed then."""

from __future__ import annotations

from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.facts.claims import (
    Claim,
    Value,
    changes,
    faults,
    holding,
    next_turn,
    same_value,
    stretches,
)
from memento_cli.core.facts.timeline import (
    KEY_SIGNS,
    VALUE_SIGNS,
    Facts,
    checked_key,
    checked_value,
    facts_id,
    held_facts,
    overlapping,
    overridden,
    past_of,
    persona_values,
)
from memento_cli.core.memory.refs import PERSON
from memento_cli.errors import BadValue
from tests.core.values import day

DAYS = 12
LATER = day(10_000)
VALUES = st.sampled_from(["Paris", "Rome", "Oslo", 1, True, 2.5])


def claim(
    recorded: float, value: Value | None, start: float, end: float | None = None, **more: object
) -> Claim:
    """A claim in days."""
    until = None if end is None else day(end)
    return Claim(day(recorded), day(start), until, value)._replace(**more)


@st.composite
def claims(draw: st.DrawFn) -> list[Claim]:
    """Any claims on a key: plain, beside, ending one or all; some recorded at one moment."""
    found: list[Claim] = []
    for turn in range(draw(st.integers(0, 7))):
        start = draw(st.integers(0, DAYS))
        end = draw(st.none() | st.integers(start + 1, DAYS + 2))
        one = claim(draw(st.integers(0, 4)), draw(VALUES), start, end, turn=turn)
        kind = draw(st.sampled_from(["plain", "plain", "beside", "ends", "nothing"]))
        match kind:
            case "beside":
                one = one._replace(beside=True)
            case "ends":
                one = one._replace(value=None, ends=one.value)
            case "nothing":
                one = one._replace(value=None)
        found.append(one)
    return found


def replayed(told: list[Claim], at: datetime, believed: datetime) -> list[str]:
    """What a plain list says: all claims, one after the other, each doing what it says."""
    held: list[str] = []
    for one in sorted(told, key=lambda one: (one.recorded, one.turn)):
        begun = one.valid_from <= at and (one.valid_until is None or at < one.valid_until)
        if one.recorded > believed or not begun:
            continue
        value = repr(one.value if one.ends is None else one.ends)
        if one.ends is not None or one.beside:
            held = [other for other in held if other != value]
        else:
            held = []
        if one.value is not None:
            held.append(value)
    return held


def held(told: list[Claim], at: datetime, believed: datetime) -> list[str]:
    """What the time line says."""
    return [repr(one.value) for one in holding(told, at, believed)]


@given(claims())
def test_at_any_pair_of_times_it_is_what_a_plain_list_gives(told: list[Claim]) -> None:
    """At every moment, and by every belief, exactly the values of a list that is replayed."""
    for at in range(-1, DAYS + 4):
        for believed in range(-1, 6):
            times = day(at), day(believed)
            assert held(told, *times) == replayed(told, *times)


@given(claims().flatmap(lambda told: st.tuples(st.just(told), st.permutations(told * 2))))
def test_any_order_of_the_same_claims_is_the_same(both: tuple[list[Claim], list[Claim]]) -> None:
    """However clones have merged, and whatever stands there twice, the time line is one."""
    told = [one._replace(turn=one.turn % 2) for one in both[0]]
    other = [one._replace(turn=one.turn % 2) for one in both[1]]
    assert stretches(told, LATER) == stretches(other, LATER)


@given(claims(), claims())
def test_what_is_recorded_later_changes_no_earlier_belief(
    told: list[Claim], more: list[Claim]
) -> None:
    """Append-only: a belief of a moment stays, whatever is claimed afterwards."""
    later = [one._replace(recorded=day(9)) for one in more]
    for at in range(DAYS + 3):
        assert held([*told, *later], day(at), day(5)) == held(told, day(at), day(5))


@given(claims(), claims())
def test_a_claim_changes_something_where_it_does(told: list[Claim], more: list[Claim]) -> None:
    """`changes` is true if, and only if, some moment has other values with the claim."""
    for one in more:
        fresh = one._replace(recorded=day(5), turn=next_turn(told, day(5)))
        differs = any(
            set(replayed([*told, fresh], day(at), day(5))) != set(replayed(told, day(at), day(5)))
            for at in range(DAYS + 4)
        )
        assert changes(told, fresh) == differs


@given(claims(), VALUES, st.integers(0, DAYS))
def test_what_is_set_last_without_an_end_is_current(
    told: list[Claim], value: Value, start: int
) -> None:
    """From its start on it alone holds, also over what had started later."""
    now = claim(5, value, start)
    assert held([*told, now], LATER, LATER) == [repr(value)]
    assert held([*told, now], day(start), LATER) == [repr(value)]


@given(claims())
def test_a_stretch_that_is_gone_holds_at_no_moment(told: list[Claim]) -> None:
    """A value of which nothing is left stopped being believed when a later claim came."""
    for one in stretches(told, LATER):
        if one.believed_until:
            before = [other for other in told if other.recorded < one.believed_until]
            assert one.believed_until >= one.claim.recorded
            assert one.claim.recorded == one.believed_until or any(
                one.claim == other.claim and other.believed_until is None
                for other in stretches(before, LATER)
            )


CITY = [claim(0, "Paris", 0), claim(2, "Rome", 2)]


@pytest.mark.parametrize(
    ("at", "value"), [(-1, []), (0, ["Paris"]), (1.999, ["Paris"]), (2, ["Rome"]), (9, ["Rome"])]
)
def test_the_start_belongs_to_a_value_and_the_end_does_not(at: float, value: list[str]) -> None:
    """At the moment of a change the new value holds (document 000)."""
    assert [one.value for one in holding(CITY, day(at), LATER)] == value


def test_history_is_newest_first_with_the_ends_that_others_made() -> None:
    """The last value is open; the one before ended where it began."""
    rows = past_of(Facts("ctx://person/a", {"city": tuple(CITY)}), "city", LATER)
    assert [(one.value, one.start, one.end) for one in rows] == [
        ("Rome", day(2), None), ("Paris", day(0), day(2)),
    ]  # fmt: skip


def test_a_correction_is_believed_from_then_on_and_the_old_belief_stays() -> None:
    """The wrong value holds at no time any more, and was believed until it was corrected."""
    told = [claim(0, "Paris", 0), claim(4, "Lyon", 0)]
    lyon, paris = sorted(stretches(told, LATER), key=lambda one: str(one.value))
    assert (paris.start, paris.end, paris.believed_until) == (day(0), day(0), day(4))
    assert lyon.believed_until is None and not paris.covers(day(1))
    assert [one.value for one in holding(told, day(1), day(3))] == ["Paris"]


def test_what_is_said_again_for_longer_is_no_change_of_belief() -> None:
    """The shorter claim is gone, but it was never wrong."""
    told = [claim(0, "Paris", 2), claim(4, "Paris", 0)]
    assert [(one.start, one.believed_until) for one in stretches(told, LATER)] == [(day(0), None)]


def test_an_episode_leaves_what_was_around_it() -> None:
    """A value with an end stands in the middle of one without."""
    told = [claim(0, "Paris", 0), claim(1, "Rome", 2, 4)]
    rows = past_of(Facts("s", {"city": tuple(told)}), "city", LATER)
    assert [(one.value, one.start, one.end) for one in rows] == [
        ("Paris", day(4), None), ("Rome", day(2), day(4)), ("Paris", day(0), day(2)),
    ]  # fmt: skip


def test_what_had_started_later_and_gives_way_is_told() -> None:
    """A value from an earlier day overrides it, unless it ends before; the same value does not."""
    told = [claim(0, "Rome", 5)]
    assert [one.value for one in overridden(told, claim(1, "Paris", 2))] == ["Rome"]
    for one in (claim(1, "Paris", 2, 5), claim(1, "Rome", 2), claim(1, "Paris", 6)):
        assert overridden(told, one) == []
    assert overridden(told, claim(1, "Paris", 2, beside=True)) == []
    assert [one.value for one in overridden(told, claim(1, None, 2))] == ["Rome"]


def test_true_is_not_one() -> None:
    """Values are compared by what they say, numbers by their size."""
    assert (
        same_value(1, 1.0)
        and not same_value(1, True)
        and not same_value("1", 1)
        and same_value(None, None)
    )


def test_the_last_of_one_moment_has_the_highest_turn() -> None:
    """Claims of one moment are counted; of another moment there is none yet."""
    assert next_turn([], day(0)) == 0
    assert next_turn([claim(0, "a", 0), claim(0, "b", 0, turn=3)], day(0)) == 4
    assert next_turn([claim(0, "a", 0, turn=3)], day(1)) == 0


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        (claim(0, "a", 2, 2), "until is not after from"),
        (claim(0, "a", 2, ends="b"), "has both value and ends"),
        (claim(0, None, 2, beside=True), "beside without a value"),
        (claim(0, " ", 2), "the value is empty"),
        (claim(0, "a", 2, confidence=1.5), "confidence is from 0 to 1, not 1.5"),
        (claim(0, "a", 2, confidence=float("nan")), "confidence is from 0 to 1, not nan"),
    ],
)
def test_a_claim_that_contradicts_itself_is_told(bad: Claim, told: str) -> None:
    """What cannot be is named."""
    assert faults(bad) == [told] and faults(claim(0, "a", 2, 3, confidence=1.0)) == []


def overlaps(*told: Claim) -> list[tuple[Value | None, Value | None]]:
    """What contradicts what under one key."""
    found = overlapping(Facts("s", {"city": told}), LATER)
    return [(pair.one.value, pair.other.value) for pair in found]


def test_fault_u3_what_two_clones_claim_at_one_moment_is_contested() -> None:
    """Neither takes the other's place by its words: both hold, both say so, and are told as a
    conflict, until something later settles it."""
    rome, paris = claim(1, "Rome", 1), claim(1, "Paris", 0)
    for told in ([rome, paris], [paris, rome]):
        found = holding(told, day(2), LATER)
        assert {(one.value, one.contested) for one in found} == {("Rome", True), ("Paris", True)}
        assert overlaps(*told) == [("Paris", "Rome")]
        settled = holding([*told, claim(2, "Lyon", 2)], day(2), LATER)
        assert [(one.value, one.contested) for one in settled] == [("Lyon", False)]
        assert overlaps(*told, claim(2, "Lyon", 0)) == []
        ended = [*told, claim(1, None, 0, ends="Paris", turn=1)]
        assert [(one.value, one.contested) for one in holding(ended, day(2), LATER)] == [
            ("Rome", False)
        ]


@pytest.mark.parametrize(
    "told",
    [
        (claim(0, "Paris", 0), claim(1, "Rome", 4)),
        (claim(0, "Paris", 0, 4), claim(1, "Rome", 4)),
        (claim(0, "Paris", 0, 6), claim(1, "Paris", 4)),
        (claim(0, "Paris", 0, 6), claim(1, "Rome", 4, beside=True)),
        (claim(0, "Paris", 0, 6), claim(1, "Lyon", 0, 6)),
        (claim(0, "Paris", 0, 6), claim(1, "Lyon", 0, 4), claim(2, "Lyon", 4, 6), claim(3, "R", 4)),
        (claim(0, "Paris", 0, 6), claim(20_000, "Rome", 4)),
        (claim(0, "Paris", 0, 6), claim(1, "Rome", 4)),
        (claim(0, "Paris", 0, 6), claim(1, "Rome", 2, 4)),
        (claim(2, "Paris", 0, 6), claim(1, "Rome", 4)),
        (claim(0, "Paris", 0, 6), claim(0, "Rome", 4, turn=1)),
    ],
)
def test_what_follows_corrects_or_stands_beside_contradicts_nothing(
    told: tuple[Claim, ...],
) -> None:
    """Of two moments of recording the later one decides about its time."""
    assert overlaps(*told) == []


def test_known_facts_are_in_the_order_of_their_keys() -> None:
    """Of each key what holds, and of a key as which nothing does, nothing."""
    facts = Facts("s", {"b": tuple(CITY), "a": (claim(0, 1, 0),), "c": (claim(0, 1, 0, 2),)})
    assert [(key, one.value) for key, one in held_facts(facts, day(3), LATER)] == [
        ("a", 1), ("b", "Rome"),
    ]  # fmt: skip


def test_each_subject_has_a_file_of_its_own() -> None:
    """A person's is named after them; another reference's after a hash, so that none meet."""
    assert facts_id(PERSON + "alex") == "alex-facts"
    others = {
        facts_id(ref)
        for ref in ("ctx://~org/person/alex", "ctx://~b/person/alex", "ctx://person/alex-facts")
    }
    assert len(others | {"alex-facts"}) == 4


def test_a_key_is_any_text_that_can_be_seen() -> None:
    """Spaces are made one each; an empty or long one is none."""
    assert checked_key("  favourite \t tea ") == "favourite tea"
    assert checked_key("好きな食べ物") == "好きな食べ物"
    for bad in ("", " ", "x" * (KEY_SIGNS + 1)):
        with pytest.raises(BadValue):
            checked_key(bad)


def test_a_value_is_something_that_a_file_can_keep() -> None:
    """False and 0 are values; null, blanks, half characters and endless texts are none."""
    assert checked_value(False, "k") is False and checked_value(0, "k") == 0
    for bad in (None, "", " \n", "x" * (VALUE_SIGNS + 1), "a\ud800"):
        with pytest.raises(BadValue):
            checked_value(bad, "k")


def test_a_persona_keeps_three_keys() -> None:
    """The others are told, and alone they are an error (document 000)."""
    kept, others = persona_values({"name": "A", "age": "9", "preferred_address": "B"})
    assert kept == {"name": "A", "preferred_address": "B"} and others == ("age",)
    assert persona_values({}) == ({}, ())
    with pytest.raises(BadValue, match="unknown key 'age'"):
        persona_values({"age": "9"})
