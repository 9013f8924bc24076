"""stats --health: a pyramid that fits, sections that are quiet, JSON whose shape stays."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from memento_cli import Draft, Store, Tags, record
from memento_cli.cli.commands.checkup.health import ages_lines
from memento_cli.core.checkup.health import AGES, Band
from memento_cli.core.fading.strength import TIERS
from memento_cli.pictures.canvas import Style, cells
from memento_cli.pictures.pyramid import Scale, scale_for
from tests.conftest import Ran
from tests.core.values import day

MOST = 1_000_000
widths = st.integers(40, 200)
looks = st.tuples(widths, st.booleans()).map(lambda asked: Style(*asked))
counts = st.integers(0, 30) | st.integers(0, MOST)
tiers = st.fixed_dictionaries(dict.fromkeys(TIERS, counts))
pyramids = st.lists(tiers, min_size=len(AGES), max_size=len(AGES)).map(
    lambda rows: [Band(age, None, row) for age, row in zip(AGES, rows, strict=True)]
)


@given(pyramids, looks)
def test_a_pyramid_is_never_wider_than_asked(bands: list[Band], look: Style) -> None:
    """However many memories there are, no line is too wide, and plain ones are ASCII."""
    lines = ages_lines(bands, look)
    assert max(max(cell_len(line), cells(line)) for line in lines) <= look.width
    assert not look.plain or "".join(lines).isascii()


@given(pyramids, looks)
def test_a_pyramid_has_every_number(bands: list[Band], look: Style) -> None:
    """A row for each age up to the oldest, the oldest first, with its numbers."""
    there = [row for row, band in enumerate(bands) if any(band.tiers.values())]
    shown = bands[: max(there, default=0) + 1][::-1]
    rows = ages_lines(bands, look)[1 : len(shown) + 1]
    for row, band in zip(rows, shown, strict=True):
        assert row.startswith(band.age)
        ghost, faded, *_, active = row.removeprefix(band.age).split()
        assert {"active": int(active), "faded": int(faded), "ghost": int(ghost)} == band.tiers


@given(pyramids, st.integers(10, 180))
def test_the_axis_stands_upright(bands: list[Band], room: int) -> None:
    """The picture has the room that it was given, and each side is as wide as its longest row."""
    scale = scale_for([one.tiers for one in bands], room)
    assert scale.left + scale.right <= room
    assert scale.a_memory <= 1
    assert bool(scale.width) == any(any(band.tiers.values()) for band in bands)


@given(st.floats(1e-6, 1), st.lists(counts, min_size=2).map(sorted))
def test_more_memories_have_no_fewer_cells(a_memory: float, many: list[int]) -> None:
    """What there is can be seen, and a longer bar is never of fewer."""
    drawn = [Scale(a_memory).cells(count) for count in many]
    assert all(one <= other for one, other in pairwise(drawn))
    assert [count > 0 for count in drawn] == [count > 0 for count in many]


def shape(value: Any) -> Any:
    """The keys of a JSON value, all the way down; of a list, those of its first entry."""
    if isinstance(value, dict):
        return {key: shape(entry) for key, entry in value.items()}
    return [shape(entry) for entry in value[:1]] if isinstance(value, list) else None


def emptied(value: Any) -> Any:
    """The same shape without what stands in lists, but for the bands of the pyramid."""
    if isinstance(value, dict):
        return {key: entry if key == "bands" else emptied(entry) for key, entry in value.items()}
    return [] if isinstance(value, list) else value


def ailing(store: Store) -> None:
    """Something for every section but what has expired."""
    for number in range(4):
        tags = Tags(("tea",) * (number > 0), ("elena",), "positive")
        draft = Draft(f"Tea again, {number}", "alex", tags=tags, min_strength=0.0)
        record(store, draft, day(0))
    Path(store.root, "memories", "alex-broken-2025-01.toml").write_text("not = = toml")


@pytest.fixture
def health(call: Callable[..., Ran]) -> Callable[..., Ran]:
    """`memento status --health`, more than two years after."""
    return lambda *more: call("status", "--health", "--now", day(900).isoformat(), *more)


def test_the_shape_of_json_stays(store: Store, health: Callable[..., Ran]) -> None:
    """An empty store and an ailing one have the same keys, also what is quiet on a terminal."""
    before = json.loads(health("--json").stdout)
    ailing(store)
    after = json.loads(health("--json").stdout)
    assert emptied(shape(after)) == emptied(shape(before))
    assert not any(section["mend"] for section in before.values() if isinstance(section, dict))
    assert after["similar"]["closest"] and after["biggest"]["largest"]


def test_quiet_sections_are_left_out(store: Store, health: Callable[..., Ran]) -> None:
    """Nothing is told of what is not there; what is there has its label and its command."""
    ailing(store)
    found = json.loads(health("--json").stdout)
    text = health().stdout
    labels = {"unused": "never used", "ages": "age below"}
    for name, section in found.items():
        if isinstance(section, dict):
            told = any(line.startswith(labels.get(name, name)) for line in text.splitlines())
            assert told == (name != "expired"), name
            assert all(f"$ {command}" in text for command in section["mend"])
    assert not found["expired"]["mend"]


def test_commands_can_be_typed(
    store: Store, call: Callable[..., Ran], health: Callable[..., Ran]
) -> None:
    """Every command that is offered is one: it can be run as it stands."""
    ailing(store)
    found = json.loads(health("--json").stdout)
    commands = [line for part in found.values() if isinstance(part, dict) for line in part["mend"]]
    assert len(commands) > 6
    for command in commands:
        name, *words = shlex.split(command)
        assert name == "memento"
        assert call(*words).code in (0, 4 if words == ["doctor"] else 0), command


def test_nothing_to_mend_is_said(store: Store, health: Callable[..., Ran]) -> None:
    """An empty store is told as such; --quiet leaves that out."""
    assert health().stdout == "memories    0\n"
    assert health().stderr == "Nothing to mend\n"
    assert health("--quiet").stderr == ""
