"""The steps that sleep proposes: their forms, words and keys; and which laws let memories last."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given

from memento_cli.core.fading.forecast import is_lost_soon, is_used_often, lasting, laws_to_try
from memento_cli.core.fading.laws import BASE_LEVEL, HALF_LIFE, NEVER, Law
from memento_cli.core.fading.strength import DAY_MICROS, Fade
from memento_cli.core.memory.memory import Content, Memory, strength_from
from memento_cli.core.tidy.sleep_steps import (
    STEPS,
    is_of_sleep,
    key_in,
    key_of,
    memory_hash,
    sleep_step,
    sleep_step_of,
    sleep_step_text,
)
from memento_cli.errors import BadData
from tests.core.test_plans import JSON

NOW = datetime(2026, 3, 1, tzinfo=UTC)


def memory(id: str = "a", summary: str = "Tea at noon") -> Memory:
    return Memory(id, "p", NOW, Content(summary), strength_from(1.0, NOW), Fade(Law(HALF_LIFE, 30)))


def item(do: str, ids: tuple[str, ...] = ("a", "b"), **said: Any) -> dict[str, Any]:
    return {"do": do, "evidence": list(ids), "seen": ["0"] * len(ids), **said}


SOUND = [
    item("merge", keep="a", exact=True),
    item("supersede"),
    item("contradict", reason="apart in tea"),
    item("rule"),
    item("promote", ("a", "b", "c")),
    item("convert", ("a",), law="base-level"),
]


@pytest.mark.parametrize("said", SOUND, ids=STEPS)
def test_a_sound_step_is_read(said: dict[str, Any]) -> None:
    """Each kind of step is read, and told in words of its memories' ids."""
    step = sleep_step_of(said)
    assert (step.do, list(step.evidence)) == (said["do"], said["evidence"])
    assert all(id in sleep_step_text(step) for id in step.evidence)


@pytest.mark.parametrize(
    "said",
    [
        item("merge", keep="c"),
        item("merge", ("a",), keep="a"),
        item("merge"),
        item("convert", ("a",)),
        item("supersede", ("a",)),
        item("rule", ("../x", "b")),
        item("rule", ("a", "a")),
        item("rule", seen=["0"]),
        item("rule", more=1),
        item("rule", ()),
    ],
)
def test_what_is_no_step_is_refused(said: dict[str, Any]) -> None:
    """A step with too few, unsafe or doubled memories, or with keys of its own, is none."""
    with pytest.raises(BadData):
        sleep_step_of(said)


@given(JSON)
def test_any_item_is_a_step_or_bad_data(said: Any) -> None:
    """Whatever stands in a file, it is a step, or an error that says so."""
    assert isinstance(key_in(said), str)
    if is_of_sleep(said):
        with pytest.raises(BadData):
            sleep_step_of({**said, "evidence": said.get("nothing")})


def test_the_key_is_of_the_memories_in_any_order() -> None:
    """What does the same about the same memories has one key."""
    one = key_of("rule", ["a", "b"], ["1", "2"])
    assert one == key_of("rule", ["b", "a"], ["2", "1"]) != key_of("rule", ["b", "a"], ["1", "2"])
    told = item("rule")
    assert key_in(told) == key_of("rule", told["evidence"], told["seen"])
    others = (("rule", "a"), ("promote", "a"), ("rule", "b"))
    assert len({key_of(do, [id], ["1"]) for do, id in others}) == 3


def test_a_change_of_what_is_said_is_seen() -> None:
    """Other words, another kind or another law are another hash; a use is not."""
    one = memory()
    others = [
        memory(summary="Tea at ten"),
        one._replace(kind="semantic"),
        one._replace(pinned=True),
        one._replace(fade=Fade(Law(HALF_LIFE, 31))),
    ]
    assert memory_hash(one) not in map(memory_hash, others)
    assert memory_hash(one) == memory_hash(one._replace(strength=strength_from(2.0, NOW, 3)))
    assert sleep_step("rule", [one], "").values["seen"] == [memory_hash(one)]


def test_what_is_used_often_is_used_over_weeks() -> None:
    """Three uses or more, two weeks apart or more, beside the recording."""
    days = [n * DAY_MICROS for n in (0, 1, 8, 15)]
    assert is_used_often(days)
    assert not is_used_often(days[:3])
    assert not is_used_often([0] * 9)


def test_a_law_is_worth_it_if_it_adds_a_month() -> None:
    """Twice a half-life lets a memory last; a law that adds little, or that it has, does not."""
    one, now = memory(), NOW + timedelta(days=70)
    assert is_lost_soon(one, 0.15, now)
    assert not is_lost_soon(one, 0.15, NOW)
    assert laws_to_try(Law(HALF_LIFE, 30)) == ["base-level", "half-life=60"]
    longer = one._replace(fade=Fade(Law(HALF_LIFE, 60)))
    found = lasting(one, "half-life=60", longer, 0.15)
    assert found is not None and found.then is not None and found.then > found.lost
    assert lasting(one, "half-life=31", one._replace(fade=Fade(Law(HALF_LIFE, 31))), 0.15) is None
    forever = lasting(one, "never", one._replace(fade=Fade(Law(NEVER))), 0.15)
    assert forever is not None and forever.then is None
    assert laws_to_try(Law(BASE_LEVEL, 0.5)) == ["base-level"]
