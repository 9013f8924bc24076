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
from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.fading.fold import fold as folded_state
from memento_cli.core.fading.laws import TTL, Law, law_of
from memento_cli.core.fading.strength import Fade, Strength
from memento_cli.core.journal.history import JournalEntry, fold, fold_rows
from memento_cli.core.memory.memory import Memory, strength_from
from memento_cli.core.time.when import micros
from memento_cli.index.journal.lines import are_in_order, rows_of, unpacked
from memento_cli.store.journal.jsonl import entry_text
from tests.core.values import fades, histories, memory, moments, numbers

NOW = datetime(2025, 6, 1, tzinfo=UTC)
few = settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])


@given(histories(), numbers, fades, moments, st.data())
@few
def test_the_index_has_the_numbers_of_the_fold(
    tmp_path_factory: pytest.TempPathFactory,
    lines: list[JournalEntry],
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
        with open_index(store, now) as here:
            (found,) = here.memories()
        assert found.strength == folded(store, found, own, now)


@given(histories(), numbers, fades, moments)
def test_rows_lead_where_lines_lead(
    lines: list[JournalEntry], own: Strength, fade: Fade, now: datetime
) -> None:
    """Rows that are in order fold to what the lines fold to, which `rows_of` has made them of."""
    told = (rows_of(entry_text(line).encode(), 1)[0][1:] for line in lines)
    rows = sorted(((at, id, *rest) for at, id, _, *rest in told), key=as_in_sqlite)
    if are_in_order(rows):
        by_rows = folded_state(rows, own, fade, micros(now))
        by_lines = folded_state(fold_rows(lines), own, fade, micros(now))
        assert by_rows._replace(opening=None) == by_lines._replace(opening=None)
        assert (by_rows.opening is None) == (by_lines.opening is None)
        assert by_lines.opening is None or unpacked(by_rows.opening) == by_lines.opening
        assert by_lines.strength == fold(lines, own, fade, now).strength


def test_ids_that_look_like_numbers_are_none(tmp_path: Path) -> None:
    """007, 07 and 7 are three memories, also in an index that is made anew."""
    store = init(str(tmp_path / "store")).store
    at = datetime(2025, 1, 1, tzinfo=UTC)
    for id in ("7", "07"):
        store.memories.create(id, memory(id, strength=strength_from(0.5, at)), sync=False)
    store.journal.append(
        [JournalEntry("", NOW, "used", "07", "t"), JournalEntry("", NOW, "used", "007", "t")]
    )
    with open_index(store, NOW) as here:
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
    number = law.parameter
    return round(number * 86_400) / 86_400 if law.code == TTL else number


def folded(store: Store, memory: Memory, own: Strength, now: datetime) -> Strength:
    """What the journal's files say, by the fold."""
    lines = store.journal.lines(memory.id).lines
    return fold(lines, own, memory.fade, now, store.settings.rules).strength
