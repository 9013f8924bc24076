"""A kept store is given back as it was: what the bench wrote into it is taken away."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from memento_cli.bench.cases import PERSON
from memento_cli.bench.generated import Generated
from memento_cli.bench.machine import ACTOR


@contextmanager
def restored(made: Generated) -> Iterator[None]:
    """Undo, at the end, all that was done inside to the store's known memories, or recorded."""
    tidy(made.store)
    before = {id: _read(path_of(made, id)) for id in made.ids}
    try:
        yield
    finally:
        for id, raw in before.items():
            if _read(path_of(made, id)) != raw:
                with open(path_of(made, id), "wb") as file:
                    file.write(raw)
        tidy(made.store)


def path_of(made: Generated, id: str) -> str:
    """The file of a memory."""
    return os.path.join(made.store, "memories", f"{id}.toml")


def tidy(store: str) -> None:
    """Remove what a run recorded and journalled; of one that was cut off, too."""
    memories, journal = os.path.join(store, "memories"), os.path.join(store, "journal")
    with os.scandir(memories) as entries:
        recorded = [entry.path for entry in entries if entry.name.startswith(f"{PERSON}-")]
    for path in recorded:
        os.unlink(path)
    for month in os.listdir(journal):
        folder = os.path.join(journal, month)
        for name in os.listdir(folder):
            if name.startswith(f"{ACTOR}-"):
                os.unlink(os.path.join(folder, name))
        with suppress(OSError):  # not empty
            os.rmdir(folder)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
