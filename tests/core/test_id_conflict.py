"""Two memories that two clones recorded under one id, told apart in the journal."""

from __future__ import annotations

import re
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from memento_cli.core.fading.strength import Strength
from memento_cli.core.git.id_conflict import (
    PARTED,
    former_ids,
    is_parted,
    other_id,
    parting_entries,
    recordings_of,
)
from memento_cli.core.journal.event_types import ADOPTION, ERASED, RECORDED, UNDONE
from memento_cli.core.journal.history import JournalEntry, fold, millis_of, undone_ids
from memento_cli.core.journal.line_ids import line_id
from memento_cli.core.memory.memory import strength_from
from tests.core.values import FADE, day

ANN, BOB, CAT, FRESH = "alex-ann.jsonl", "alex-bob.jsonl", "alex-cat.jsonl", "m-k7qm"
NUMBERS = strength_from(1.0, day(0))
acts = st.lists(st.sampled_from(["used", "reinforced", "edited", "pinned"]), max_size=6)


def life(act: str, nth: int, writer: str, opened: float = 0.0, **more: object) -> JournalEntry:
    """A writer's line; its first opens the memory."""
    at = day(opened + nth)
    chance = nth + {ANN: 0, BOB: 100, CAT: 200}[writer]
    line = JournalEntry(line_id(millis_of(at), chance), at, act, "m", writer)
    strength = strength_from(1.0, day(opened)) if act == RECORDED else None
    return line._replace(strength=strength, **more)


def two(ann: list[str], bob: list[str]) -> tuple[list[JournalEntry], dict[str, str]]:
    """The lines of two memories: Ann's is the older."""
    lines = [life(act, nth, ANN) for nth, act in enumerate([RECORDED, *ann])]
    lines += [life(act, nth, BOB, opened=0.5) for nth, act in enumerate([RECORDED, *bob])]
    return lines, {line.id: line.by for line in lines}


def of(id: str, lines: list[JournalEntry]) -> list[JournalEntry]:
    return [line for line in lines if line.memory == id]


def strengths(lines: list[JournalEntry], id: str) -> Strength:
    return fold(of(id, lines), NUMBERS, FADE, day(99)).strength


@given(acts, acts)
def test_each_has_the_strength_that_its_own_acts_make(ann: list[str], bob: list[str]) -> None:
    """The older as if the other had never been; the other as if it had always had its id."""
    lines, writers = two(ann, bob)
    alone = {name: [line for line in lines if line.by == name] for name in (ANN, BOB)}
    both = lines + parting_entries(lines, writers, day(0.5), FRESH)
    assert strengths(both, "m") == strengths(alone[ANN], "m")
    assert strengths(both, FRESH) == strengths(alone[BOB], "m")
    assert undone_ids(both) == {line.id for line in alone[BOB]}
    assert is_parted(of("m", both)) and not is_parted(lines)
    assert is_parted(of(FRESH, both)) == bool(bob)


@given(acts, acts, st.randoms(use_true_random=False))
def test_every_clone_writes_the_same_lines(ann: list[str], bob: list[str], random: Random) -> None:
    """Two clones that part them at once write lines of the same ids, however they read."""
    lines, writers = two(ann, bob)
    mixed = list(lines)
    random.shuffle(mixed)
    one, other = (parting_entries(some, writers, day(0.5), FRESH) for some in (lines, mixed))
    assert sorted(map(repr, one)) == sorted(map(repr, other))
    assert all(line.via == ADOPTION for line in one) and len({line.id for line in one}) == len(one)


@given(acts, acts, acts)
def test_what_is_done_later_is_done_to_the_one_that_kept_the_id(
    ann: list[str], bob: list[str], later: list[str]
) -> None:
    """Once they are parted, a line under the old id is the older memory's, whoever wrote it."""
    lines, writers = two(ann, bob)
    lines += of("m", parting_entries(lines, writers, day(0.5), FRESH))
    more = [life(act, 50 + nth, BOB) for nth, act in enumerate(later)]
    homes = {line.id: BOB for line in [*lines, *more]} | writers
    assert parting_entries([*lines, *more], homes, day(0.5), FRESH) == []
    assert parting_entries([*lines, *more], homes, day(0.5), FRESH, asking=ANN) == []


@given(acts.filter(bool), acts)
def test_its_writer_can_tell_what_it_did_before_it_heard(later: list[str], bob: list[str]) -> None:
    """The clone that recorded it moves what it did to it while another clone parted them."""
    lines, writers = two([], bob)
    more = [life(act, 50 + nth, BOB) for nth, act in enumerate(later)]
    told = parting_entries(lines, writers, day(0.5), FRESH)
    known = lines + of("m", told)
    homes = {line.id: BOB for line in [*known, *more]} | writers
    fresh = parting_entries([*known, *more], homes, day(0.5), FRESH, asking=BOB)
    assert [line.act for line in of(FRESH, fresh)] == later
    both = [*lines, *told, *more, *fresh]
    assert strengths(both, FRESH) == strengths(
        [line for line in [*lines, *more] if line.by == BOB], "m"
    )
    homes |= {line.id: BOB for line in fresh}
    assert parting_entries(of("m", both), homes, day(0.5), FRESH, asking=BOB) == []


def test_an_undo_goes_with_what_it_undid() -> None:
    """What its writer had taken back stays taken back under the new id."""
    lines, _ = two([], ["reinforced"])
    lines.append(life(UNDONE, 5, BOB, undoes=lines[-1].id))
    made = parting_entries(lines, {line.id: line.by for line in lines}, day(0.5), FRESH)
    copies = [line for line in made if line.memory == FRESH]
    assert undone_ids(copies) == {copies[1].id}
    assert all(line.more[PARTED] == FRESH for line in made if line.memory == "m")


def test_an_erasure_stays_where_it_was_said() -> None:
    """What names an id as erased for every clone is not repeated under another, nor taken back."""
    lines, _ = two([], ["used"])
    lines.append(life(ERASED, 5, BOB))
    made = parting_entries(lines, {line.id: line.by for line in lines}, day(0.5), FRESH)
    assert [line.act for line in of(FRESH, made)] == [RECORDED, "used"]
    assert lines[-1].id not in undone_ids(made)


def three(bob: list[str], cat: list[str]) -> tuple[list[JournalEntry], dict[str, str]]:
    """The lines of three memories: Ann's is the older, Bob's and Cat's are of one moment."""
    lines, _ = two([], bob)
    lines += [life(act, nth, CAT, opened=0.5) for nth, act in enumerate([RECORDED, *cat])]
    return lines, {line.id: line.by for line in lines}


@given(acts, acts)
def test_of_one_moment_the_second_has_what_the_first_was_not_given(
    bob: list[str], cat: list[str]
) -> None:
    """A clone that knew of one parted it; what is left then is the other's, on every clone."""
    lines, writers = three(bob, cat)
    known = [line for line in lines if line.by != CAT]
    first = parting_entries(known, writers, day(0.5), FRESH)
    writers |= dict.fromkeys((line.id for line in first), ANN)
    second = parting_entries([*lines, *of("m", first)], writers, day(0.5), f"{FRESH}-aaaa")
    assert [line.act for line in of(FRESH, first)] == [RECORDED, *bob]
    assert [line.act for line in of(f"{FRESH}-aaaa", second)] == [RECORDED, *cat]
    both = [*lines, *first, *second]
    assert undone_ids(both) == {line.id for line in lines if line.by != ANN}
    assert (
        parting_entries(of("m", both), writers | {line.id: ANN for line in both}, day(0.5), FRESH)
        == []
    )


@given(acts, acts)
def test_of_one_moment_nobody_guesses(bob: list[str], cat: list[str]) -> None:
    """Where nothing tells which of two recordings is whose, no line is moved."""
    lines, writers = three(bob, cat)
    assert parting_entries(lines, writers, day(0.5), FRESH) == []
    assert {line.by for line in recordings_of(lines, day(0.5), FRESH)} == {BOB, CAT}


def test_there_is_nothing_to_part_where_there_was_one_memory() -> None:
    """One recording, or two by one writer, or none of that day: no lines."""
    lines, writers = two(["used"], ["used"])
    assert parting_entries([line for line in lines if line.by == ANN], writers, day(0), FRESH) == []
    assert parting_entries(lines, dict.fromkeys(writers, ANN), day(0.5), FRESH) == []
    assert parting_entries(lines, writers, day(7), FRESH) == []
    assert parting_entries([], {}, day(0), FRESH) == []


def test_the_new_id_follows_from_the_day() -> None:
    """The same on every clone, another for another day, and a safe name."""
    ids = {other_id("alex-lunch-2025-02", f"2025-02-{nth:02d}T12:00:00Z") for nth in range(1, 29)}
    assert len(ids) == 28 and all(re.fullmatch(r"alex-lunch-2025-02-\w{4}", id) for id in ids)
    assert other_id("a", "2025") == other_id("a", "2025")


@given(st.integers(0, 4))
def test_a_new_id_tells_the_old_ones(depth: int) -> None:
    """However often a memory lost its id, all that it had are found, the last one first."""
    ids = ["alex-lunch-2025-02"]
    for _ in range(depth):
        ids.append(other_id(ids[-1], "2025-02-01"))
    assert list(former_ids(ids[-1], "2025-02-01")) == ids[-2::-1]
    assert not depth or list(former_ids(ids[-1], "2025-02-02")) == []
