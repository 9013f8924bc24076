"""Pairs of texts that say the same or do not, and which of them `record` takes for duplicates."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from memento_cli.actions.memory.record import duplicates_of
from memento_cli.core.memory.memory import Draft
from memento_cli.named_tuple import NamedTuple
from tests.bench.asking import UNDATED, a_day_later, store_of
from tests.bench.goals import LEAST, PAIRS
from tests.bench.machine import moved_in
from tests.bench.rows import SHARE, Row, skipped
from tests.bench.run import told
from tests.bench.sets import Document

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.bench.run import Run

FILE = os.path.join(os.path.dirname(os.path.dirname(__file__)), "core", "pairs.tsv")
DUPLICATE = "duplicate"


class Pair(NamedTuple):
    """Two texts, and whether they say the same."""

    same: bool
    one: str
    other: str


def pair_rows(run: Run, path: str = FILE) -> Iterator[Row]:
    """The precision and the recall of near-duplicates."""
    names = [name for name in (f"{PAIRS}.precision", f"{PAIRS}.recall") if run.wants(name)]
    if names and os.path.exists(path):
        pairs = _read(path)
        with moved_in(run.place):
            found = _found(run, pairs)
        for name in names:
            yield told(name, SHARE, None, partial(_row, name, pairs, found))
    elif names:
        yield skipped(PAIRS, SHARE, f"no pairs at {path}")


def _read(path: str) -> list[Pair]:
    """Lines of a label, a class, and the two texts, with tabs between them; `#` begins a remark."""
    with open(path, encoding="utf-8") as file:
        lines = (line.rstrip("\n").split("\t") for line in file if not line.startswith("#"))
        return [Pair(line[0] == DUPLICATE, line[2], line[3]) for line in lines if len(line) > 3]


def _found(run: Run, pairs: Sequence[Pair]) -> list[bool]:
    """Whether the first of each pair, among all the first, is a near-duplicate of the second."""
    documents = [Document(str(number), pair.one) for number, pair in enumerate(pairs)]
    store, keys = store_of(run.file(PAIRS), documents)
    now = a_day_later(UNDATED)
    return [
        str(number)
        in {keys[twin.memory.id] for twin in duplicates_of(store, Draft(pair.other), now)}
        for number, pair in enumerate(pairs)
    ]


def _row(name: str, pairs: Sequence[Pair], found: Sequence[bool]) -> Row:
    """Of those that were found the share that are the same, and of the same those found."""
    right = sum(is_found and pair.same for pair, is_found in zip(pairs, found, strict=True))
    among = sum(found) if name.endswith("precision") else sum(pair.same for pair in pairs)
    wrong = sum(found) - right
    note = f"{wrong} found that are none" if name.endswith("precision") else ""
    figure = right / among if among else 0.0
    return Row(name, figure, SHARE, LEAST.get(name), {}, len(pairs), least=True, note=note)
