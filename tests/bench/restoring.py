"""A kept store is given back as it was: what the bench wrote into it is taken away."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import contextmanager, suppress
from glob import escape as glob_escape
from glob import glob
from typing import TYPE_CHECKING

from memento_cli.core.journal.event_types import RECORDED
from tests.bench.cases import PERSON
from tests.bench.generated import SETTINGS_FILE
from tests.bench.machine import ACTOR

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.bench.generated import Generated


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
    logs = [*_logs(os.path.join(store, "journal")), *_logs(os.path.join(store, "events"))]
    for path in {*_recorded(store, logs), *_held(store), *logs}:
        os.unlink(path)
    for folder in {os.path.dirname(path) for path in logs}:
        with suppress(OSError):  # not empty
            os.rmdir(folder)
    kept = os.path.join(os.path.dirname(store), SETTINGS_FILE)
    shutil.copy(kept, os.path.join(store, SETTINGS_FILE))


def _logs(folder: str) -> list[str]:
    """The log files below a folder that the bench has written."""
    return glob(os.path.join(glob_escape(folder), "*", f"{ACTOR}-*.jsonl"))


def _recorded(store: str, logs: Sequence[str]) -> Iterator[str]:
    """The files of memories that the logs of the bench record; or that are of its person, where a
    run was cut off between the file and the line."""
    memories = os.path.join(store, "memories")
    yield from glob(os.path.join(glob_escape(memories), f"{PERSON}-*.toml"))
    for log in logs:
        with open(log, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        for line in lines:
            path = os.path.join(memories, f"{line.get('memory')}.toml")
            if line.get("act") == RECORDED and os.path.exists(path):
                yield path


def _held(store: str) -> Iterator[str]:
    """All that holds beside memories: a generated store has nothing of it."""
    for folder in ("states", "kv"):
        yield from glob(os.path.join(glob_escape(store), folder, "*.toml"))


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
