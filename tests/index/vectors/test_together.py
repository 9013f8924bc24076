"""Several processes add, search and erase at once, and are killed at any moment."""

from __future__ import annotations

import os
import random
import signal
import time
from functools import partial

import pytest

from memento_cli import Store
from memento_cli.core.vectors.quantized import components, signed_cosine
from memento_cli.core.vectors.texts import text_key
from memento_cli.index.vectors.dropping import erase
from memento_cli.index.vectors.spaces import Space
from memento_cli.index.vectors.vectors import VectorIndex, open_vectors
from tests.conftest import LONGER
from tests.faults.test_together import at_once
from tests.index.vectors.helpers import (
    PROBE_ROW,
    SETTINGS,
    bytes_kept,
    count,
    kept,
    made_of,
    row_of,
)

PROCESSES = 8
ROUNDS = 150 if LONGER else 3
KILLS = 100 if LONGER else 4
EACH = 5
"""The number of texts that a process adds in a round, and erases in the next."""


def text_of(process: int, turn: int, nth: int) -> str:
    """A text that only this process adds, in this round."""
    return f"text {nth} of round {turn} of process {process}"


def all_texts(processes: int, rounds: int) -> list[str]:
    """Every text that any process adds."""
    return [
        text_of(process, turn, nth)
        for process in range(processes)
        for turn in range(rounds)
        for nth in range(EACH)
    ]


def search(vectors: VectorIndex, space: Space, by_key: dict[bytes, str]) -> None:
    """Every hit is of a text that somebody added, and its cosine is that of its row."""
    question = row_of(random.choice([*by_key.values()]))
    cosines = vectors.cosines(space, question)
    hits = {row: cosine for batch in cosines.above(0.0) for cosine, row in batch}
    for row, (key, _) in cosines.texts_of([*hits]).items():
        exact = signed_cosine(components(question), components(row_of(by_key[key])))
        assert abs(hits[row] - exact) < 1e-5
    for key, row in vectors.rows_of_texts(space, [*by_key]).items():
        assert row == row_of(by_key[key])


def work(root: str, process: int) -> None:
    """Add texts, erase those of the round before, and search, again and again."""
    by_key = {text_key(text): text for text in all_texts(PROCESSES, ROUNDS)}
    for turn in range(ROUNDS):
        with open_vectors(root, make=True) as vectors:
            assert vectors
            space = vectors.make_space(SETTINGS, PROBE_ROW, "model")
            pairs = [(f"{process}-{turn}", text_of(process, turn, nth)) for nth in range(EACH)]
            vectors.add(space, made_of([*pairs, (f"{process}-{turn}", "a text that all have")]))
            known = vectors.known(space, [text_key(text) for _, text in pairs])
            assert len(known) == EACH
            if turn:
                erase(vectors, [f"{process}-{turn - 1}"])
            by_key[text_key("a text that all have")] = "a text that all have"
            search(vectors, space, by_key)


def test_many_processes_add_search_and_erase_at_once(store: Store) -> None:
    """No row is ever of another text, every text that was not erased is there, and the places of
    erased ones are used again."""
    at_once([partial(work, store.root, process) for process in range(PROCESSES)])
    every = [*all_texts(PROCESSES, ROUNDS), "a text that all have"]
    left = {
        text_of(process, ROUNDS - 1, nth) for process in range(PROCESSES) for nth in range(EACH)
    }
    with open_vectors(store.root) as vectors:
        assert vectors
        space = vectors.space(SETTINGS)
        assert space and kept(vectors, space, every) == {*left, "a text that all have"}
        assert vectors.count_rows(space) <= 2 * PROCESSES * EACH + 1
        assert count(vectors, "free") == vectors.count_rows(space) - len(left) - 1


def add_and_tell(root: str, done: int) -> None:
    """Add texts and erase older ones, and write a byte into the pipe after each: + or -."""
    with open_vectors(root) as vectors:
        assert vectors
        space = vectors.space(SETTINGS)
        assert space
        turn = int(os.environ["TURN"])
        while True:
            pairs = [(f"id-{turn}", text_of(0, turn, nth)) for nth in range(EACH)]
            vectors.add(space, made_of(pairs))
            os.write(done, b"+")
            if turn % 2:
                erase(vectors, [f"id-{turn - 1}"])
                os.write(done, b"-")
            turn += 1


def test_a_kill_at_any_moment_costs_what_was_not_told_as_kept(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was added before is there, what was erased is in no file, and no row is wrong."""
    with open_vectors(store.root, make=True) as vectors:
        assert vectors
        space = vectors.make_space(SETTINGS, PROBE_ROW, "model")
    first, sure, erased, chance = 0, set[str](), set[str](), random.Random(f"kills {LONGER}")
    for _ in range(KILLS):
        reader, writer = os.pipe()
        monkeypatch.setenv("TURN", str(first))
        child = os.fork()
        if child == 0:
            try:
                add_and_tell(store.root, writer)
            finally:
                os._exit(1)
        os.close(writer)
        time.sleep(chance.uniform(0.005, 0.15))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        with os.fdopen(reader, "rb") as pipe:
            told = pipe.read()
        begun = first + told.count(b"+") + 1
        for turn in range(first, begun - 1):
            sure |= {text_of(0, turn, nth) for nth in range(EACH)}
        odd = [turn for turn in range(first, begun) if turn % 2]
        gone = odd[: told.count(b"-")]
        erased |= {text_of(0, turn - 1, nth) for turn in gone for nth in range(EACH)}
        unsure = {text_of(0, turn - 1, nth) for turn in odd[len(gone) :] for nth in range(EACH)}
        first = begun + begun % 2
        with open_vectors(store.root) as vectors:
            assert vectors
            found = kept(vectors, space, all_texts(1, first + 1))
            data = bytes_kept(vectors)
            assert sure - erased - unsure <= found and not found & erased
            assert not any(row_of(text) in data for text in erased)
            erase(vectors, [f"id-{turn}" for turn in range(0, first, 2)])
        erased |= {text_of(0, turn, nth) for turn in range(0, first, 2) for nth in range(EACH)}
    with open_vectors(store.root) as vectors:
        assert vectors and vectors.count_rows(space) <= (first + 1) * EACH
