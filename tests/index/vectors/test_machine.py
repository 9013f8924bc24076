"""Any order of adding, linking, erasing, dropping, damage and crashes leaves what a model says."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from memento_cli.core.vectors.texts import text_key
from memento_cli.index.database.place import VECTORS
from memento_cli.index.vectors import rows as rows_module
from memento_cli.index.vectors.dropping import KEPT_DAYS, drop_broken, drop_unowned, erase
from memento_cli.index.vectors.vectors import VectorIndex, open_vectors
from tests.conftest import LONGER
from tests.index.vectors.helpers import PROBE_ROW, SETTINGS, bytes_kept, kept, made_of, row_of

NAMES = [f"text {letter}" for letter in "abcdefgh"]
IDS = [f"id-{number}" for number in range(5)]
texts, ids = st.sampled_from(NAMES), st.sampled_from(IDS)
pairs = st.lists(st.tuples(ids, texts), min_size=1, max_size=6)
Places = dict[str, tuple[int, int]]


class Killed(BaseException):
    """Stands for the end of a process: nothing of it runs on."""


class Vectors(RuleBasedStateMachine):
    """`kept` are the texts that have a vector, `owners` the pairs of memories and texts, `unused`
    since which day nobody has a text; `broken` texts whose rows were damaged."""

    def __init__(self) -> None:
        super().__init__()
        self.home = tempfile.mkdtemp(prefix="memento-vectors-")
        self.root = os.path.join(self.home, "store")
        self.cache = os.environ.get("XDG_CACHE_HOME")
        os.environ["XDG_CACHE_HOME"] = self.home
        self.kept = set[str]()
        self.broken = set[str]()
        self.owners = set[tuple[str, str]]()
        self.erased = set[str]()
        self.unused: dict[str, int] = {}
        self.day = 0

    @initialize()
    def opened(self) -> None:
        self.context: Any = open_vectors(self.root, make=True)
        vectors = self.context.__enter__()
        assert vectors
        self.vectors: VectorIndex = vectors
        self.space = vectors.make_space(SETTINGS, PROBE_ROW, "model")

    def teardown(self) -> None:
        if hasattr(self, "context"):
            self.context.__exit__(None, None, None)
        if self.cache is None:
            del os.environ["XDG_CACHE_HOME"]
        else:
            os.environ["XDG_CACHE_HOME"] = self.cache
        shutil.rmtree(self.home)

    @rule(pairs=pairs)
    def add(self, pairs: list[tuple[str, str]]) -> None:
        self.vectors.add(self.space, made_of(pairs))
        allowed = {(id, text) for id, text in pairs if id not in self.erased}
        fresh = {text for _, text in allowed}
        for text in (fresh & self.broken) | (fresh - self.kept):
            self.unused.pop(text, None)  # it is made anew
        self.kept |= fresh
        self.broken -= fresh
        self._own(allowed)

    @rule(pairs=pairs)
    def link(self, pairs: list[tuple[str, str]]) -> None:
        self.vectors.link([(id, text_key(text)) for id, text in pairs])
        self._own({(id, text) for id, text in pairs if text in self.kept})

    def _own(self, pairs: set[tuple[str, str]]) -> None:
        self.owners |= {(id, text) for id, text in pairs if id not in self.erased}

    @rule(ids=st.sets(ids, min_size=1, max_size=2))
    def erase(self, ids: set[str]) -> None:
        ids -= {IDS[0]}  # or soon nothing can be added
        erase(self.vectors, ids)
        gone = {text for id, text in self.owners if id in ids}
        self.owners = {(id, text) for id, text in self.owners if id not in ids}
        gone -= {text for _, text in self.owners}
        self._drop(gone)
        self.erased |= ids
        data = bytes_kept(self.vectors)
        assert not any(row_of(text) in data or text_key(text) in data for text in gone)

    @rule(
        current=st.sets(texts),
        archived=st.sets(ids, max_size=1),
        days=st.integers(0, KEPT_DAYS + 1),
    )
    def drop_unowned(self, current: set[str], archived: set[str], days: int) -> None:
        self.day += days
        keys = {text_key(text) for text in current}
        count = drop_unowned(self.vectors, keys, archived, self.day)
        current = current | {text for id, text in self.owners if id in archived}
        for text in current:
            self.unused.pop(text, None)
        old = {text for text, day in self.unused.items() if day <= self.day - KEPT_DAYS}
        for text in self.kept - current:
            self.unused.setdefault(text, self.day)
        self._drop(old)
        assert count == len(old)

    def _drop(self, gone: set[str]) -> None:
        self.kept -= gone
        self.broken -= gone
        self.owners = {(id, text) for id, text in self.owners if text not in gone}
        self.unused = {text: day for text, day in self.unused.items() if text not in gone}

    @precondition(lambda self: self.kept)
    @rule(data=st.data())
    def damage(self, data: st.DataObject) -> None:
        """Something else writes into the file of rows."""
        text = data.draw(st.sampled_from(sorted(self.kept)))
        query = "SELECT row FROM vector WHERE text = ?"
        (row,) = self.vectors.database.execute(query, (text_key(text),)).fetchone()
        self.vectors.rows_of(self.space).write({row: row_of("nonsense")})
        self.broken |= {text}

    @rule()
    def lose_the_end(self) -> None:
        """The file is cut off in the middle of a row, or is gone, and a fill begins."""
        rows = self.vectors.rows_of(self.space)
        mapped = self.vectors.mapped(self.space)
        whole = len(mapped) // rows.dims // 2
        del mapped
        if whole:
            os.truncate(rows.path, whole * rows.dims + 1)
        elif os.path.exists(rows.path):
            os.unlink(rows.path)
            self.space = self.vectors.make_space(SETTINGS, PROBE_ROW, "model")
        query = "SELECT text FROM vector WHERE row >= ?"
        lost = {text for (text,) in self.vectors.database.execute(query, (whole,))}
        self.broken |= {text for text in self.kept if text_key(text) in lost}

    @rule()
    def drop_broken(self) -> None:
        assert drop_broken(self.vectors, self.space) == len(self.broken)
        owners = self.owners
        self._drop({*self.broken})
        self.owners = owners  # an owner of a text that has no vector is no harm

    @rule()
    def reopen(self) -> None:
        self.context.__exit__(None, None, None)
        self.opened()

    @rule(pairs=pairs, synced=st.booleans())
    def killed_while_adding(self, pairs: list[tuple[str, str]], synced: bool) -> None:
        """Rows are in the file, and their keys are not: nothing was added, and nothing is wrong."""
        fsync = os.fsync

        def killed(handle: int) -> None:
            raise Killed

        known = self.vectors.known(self.space, [text_key(text) for _, text in pairs])
        fresh = [(id, text) for id, text in pairs if id not in self.erased]
        rows_module.os.fsync = killed
        try:
            self.vectors.add(self.space, made_of(pairs))
        except Killed:
            assert fresh
        finally:
            rows_module.os.fsync = fsync
        if all(text_key(text) in known for _, text in fresh):
            self._own({*fresh})
        else:  # a row that was damaged may have been written before the end
            rows = self.vectors.known(self.space, [text_key(text) for text in NAMES])
            self.broken -= {text for text in self.broken if text_key(text) in rows}

    @invariant()
    def it_has_what_the_model_has(self) -> None:
        if not hasattr(self, "space"):
            return
        assert kept(self.vectors, self.space, NAMES) == self.kept - self.broken
        cosines = self.vectors.cosines(self.space, row_of("a question"))
        hits = [row for batch in cosines.above(-1.0) for _, row in batch]
        found = {text: {*ids} for text, ids in cosines.texts_of(hits).values()}
        owned = {
            text_key(text): {id for id, other in self.owners if other == text}
            for text in self.kept - self.broken
        }
        assert found == owned
        assert os.path.exists(os.path.join(self.vectors.folder, VECTORS))


TestVectors = Vectors.TestCase
TestVectors.settings = settings(max_examples=300 if LONGER else 15, stateful_step_count=30)
