"""The numbers in the index are those of the fold, which alone defines strength."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memento_cli import Store, init
from memento_cli.actions.reading import indexed
from memento_cli.core.history import UNDONE, Line, fold
from memento_cli.core.laws import Law, Ttl, code_of, law_of, parameter_of
from memento_cli.core.memory import Fade, Memory, Strength
from memento_cli.core.reinforcement import Rules
from memento_cli.core.when import micros
from memento_cli.index.folding import folded as by_the_fold
from memento_cli.index.lines import rows_of
from memento_cli.index.plain_fold import plain_fold
from memento_cli.store.jsonl import line_text
from tests.core.values import fades, histories, memory, moments, numbers

NOW = datetime(2025, 6, 1, tzinfo=UTC)
few = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@given(histories(), numbers, fades, moments, st.data())
@few
def test_the_index_has_the_numbers_of_the_fold(
    tmp_path_factory: pytest.TempPathFactory,
    lines: list[Line],
    own: Strength,
    fade: Fade,
    now: datetime,
    data: st.DataObject,
) -> None:
    """Made at once or brought up to date, it has for every `now` what the lines fold to."""
    store = init(str(tmp_path_factory.mktemp("s") / "store")).store
    fade = fade._replace(law=law_of(fade.law.name, seconds(fade.law)))
    one = memory(strength=own, fade=fade, importance=fade.weight)
    store.memories.create("m", one, sync=False)
    first = data.draw(st.integers(0, len(lines)))
    for some in (lines[:first], lines[first:]):
        store.journal.append(some)
        with indexed(store, now) as here:
            (found,) = here.memories()
        assert found.strength == folded(store, found, own, now)


@given(histories(), numbers, fades, moments)
def test_a_plain_fold_is_the_fold(
    lines: list[Line], own: Strength, fade: Fade, now: datetime
) -> None:
    """Of lines without undos and twins, rows alone give every number that the fold gives."""
    told = (rows_of(line_text(line).encode(), 1)[0][1:] for line in lines)
    rows = sorted(((at, id, *rest) for at, id, _, *rest in told), key=as_in_sqlite)
    fading = (code_of(fade.law), parameter_of(fade.law), fade.weight, fade.min_strength)
    start = (own.initial, micros(own.last_reinforced), own.reinforcement_count)
    plain = plain_fold(rows, start, fading, micros(now), Rules())
    if any(line.act == UNDONE for line in lines) or len({type(row[1]) for row in rows}) > 1:
        assert plain is None
    else:
        by_fold = by_the_fold(lines, own, fade, micros(now), Rules())
        assert plain._replace(times=list(plain.times)) == by_fold


def test_ids_that_look_like_numbers_are_none(tmp_path: Path) -> None:
    """007, 07 and 7 are three memories, also in an index that is made anew."""
    store = init(str(tmp_path / "store")).store
    at = datetime(2025, 1, 1, tzinfo=UTC)
    for id in ("7", "07"):
        store.memories.create(id, memory(id, strength=Strength(0.5, at)), sync=False)
    store.journal.append([Line("", NOW, "used", "07", "t"), Line("", NOW, "used", "007", "t")])
    with indexed(store, NOW) as here:
        strong = {one.id: one.strength.reinforcement_count for one in here.memories()}
        names = {id for (id,) in here.database.execute("SELECT id FROM name")}
        assert here.count("line") == 2
    assert strong == {"7": 0, "07": 1}
    assert names == {"7", "07", "007"}


def as_in_sqlite(row: Sequence[Any]) -> tuple[Any, ...]:
    """The order of rows by (at, id): texts before bytes."""
    return row[0], isinstance(row[1], bytes), row[1]


def seconds(law: Law) -> float:
    """The number of a law; of a time to live, which files tell in text, whole seconds."""
    number = parameter_of(law)
    return round(number * 86_400) / 86_400 if isinstance(law, Ttl) else number


def folded(store: Store, memory: Memory, own: Strength, now: datetime) -> Strength:
    """What the journal's files say, by the fold."""
    lines = store.journal.lines(memory.id).lines
    return fold(lines, own, memory.fade, now, store.settings.rules).strength
