"""Checks of files before a commit: broken files, erased words, and privacy."""

from __future__ import annotations

import os

from memento_cli.core.memory.record_kinds import EVENTS, GRAPH, ref_of, whole_ref
from memento_cli.core.memory.record_kinds import FOLDERS as HELD
from memento_cli.core.security.trust import is_open
from memento_cli.errors import BadData, BadId
from memento_cli.store.files.names import SUFFIX, WAITING, stem_of
from memento_cli.store.journal.event_lines import event_in_line
from memento_cli.store.journal.jsonl import entry_of
from memento_cli.store.journal.logs import SUFFIX as LOG
from memento_cli.store.records.registry import ref_in_data
from memento_cli.store.redaction.erasure import erased_behind_proposal
from memento_cli.store.redaction.logs import event_ids, events_with_words
from memento_cli.store.redaction.words import is_erased
from memento_cli.store.settings.settings import settings_of
from memento_cli.store.toml.merge import sides
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.reader import START

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.store import Store

PROPOSALS = "proposals"
FOLDERS = ("memories", "archive", PROPOSALS)
EVERY = (*FOLDERS, *HELD)
"""The folders of files that each hold one value."""
LOGS = ("journal", EVENTS)
"""The folders of logs."""


def problems_of(store: Store, path: str, raw: bytes, erased: Erasures) -> Iterator[str]:
    """The reasons not to commit a file; `path` is relative to the store.

    `erased` are the entries of erasures by id.
    """
    folder, _, name = path.rpartition("/")
    try:
        if path == "memento.toml":
            settings_of(raw, path)
        elif path.endswith(LOG) and folder.startswith("journal/"):
            yield from _bad_lines(raw, entry_of)
        elif path.endswith(LOG) and folder.startswith("events/"):
            yield from _bad_lines(raw, event_in_line)
            refs = events_with_words(raw, event_ids(erased))
            yield from (f"has words of {ref}, which was erased" for ref in refs)
        elif folder in FOLDERS and name.endswith(SUFFIX + WAITING):
            yield "waits for a place of its own; `memento doctor --fix` gives it one"
        elif folder in FOLDERS and name.endswith(SUFFIX):
            yield from erased_problems(store, erased, path, raw)
            yield from _memory_problems(store, stem_of(name), path, raw)
        elif folder in HELD and name.endswith(SUFFIX):
            yield from erased_problems(store, erased, path, raw)
            yield from _held_problems(store, folder, stem_of(name), raw)
    except BadData as problem:
        yield from problem.problems
    except BadId as problem:
        yield problem.message


def erased_problems(store: Store, erased: Erasures, path: str, raw: bytes) -> Iterator[str]:
    """The problem of a file of an erased memory or record, or of a proposal about one."""
    folder, name = os.path.split(path)
    if folder == PROPOSALS:
        id = erased_behind_proposal(store, erased, raw)
        problem = f"is about {id}, which was erased"
    else:
        own = ref_of(folder, stem_of(name)) if folder in HELD else stem_of(name)
        id = own if is_erased(store, erased, own, raw) else ""
        problem = "has what was erased" if folder in HELD else "was erased"
    if id:
        times = (entry.at for name in erased if whole_ref(name) == id for entry in erased[name])
        yield f"{problem} on {min(times):%Y-%m-%d}; `memento doctor --fix` takes it out"


def _memory_problems(store: Store, id: str, path: str, raw: bytes) -> Iterator[str]:
    document = parsed(raw, path)
    memory = store.memories.codec.value(id, document.data)
    if document.data["memory"]["id"] != id:
        yield f"says that its id is {document.data['memory']['id']!r}"
    if START in document.text and sides(document.text):
        yield "has git's conflict markers in its text"
    least = store.settings["git.privacy"]
    if not is_open(memory.privacy, least):
        yield f"is {memory.privacy}; only what is {least} goes into this repository (git.privacy)"


def _held_problems(store: Store, folder: str, id: str, raw: bytes) -> Iterator[str]:
    document = parsed(raw, ref_of(folder, id))
    store.held(folder).codec.value(id, document.data)
    own_ref = ref_in_data(document.data)
    if folder != GRAPH and own_ref != ref_of(folder, id):
        yield f"says that it is {own_ref}"
    if START in document.text and sides(document.text):
        yield "has git's conflict markers in its text"


def _bad_lines(raw: bytes, read: Callable[[bytes], object]) -> Iterator[str]:
    for nth, line in enumerate(raw.split(b"\n"), start=1):
        try:
            if line.strip():
                read(line)
        except BadData as problem:
            yield f"line {nth}: {problem.problems[0]}"
