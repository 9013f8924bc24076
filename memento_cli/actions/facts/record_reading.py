"""What holds beside memories, found by its name: for verbs that take a memory or any of it."""

from __future__ import annotations

from memento_cli.actions.memory.reading import is_journalled, locate
from memento_cli.core.memory.ids import matching, the_one
from memento_cli.core.memory.record_kinds import (
    BLOCKS,
    FOLDERS,
    GRAPH,
    KV,
    SESSIONS,
    STATES,
    event_in,
    filed_name,
    held,
    ref_of,
)
from memento_cli.errors import NotFound, Refused
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Any

    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.loaded import LoadedRecord


LISTING = {
    STATES: "`memento state list`",
    BLOCKS: "`memento block list`",
    KV: "`memento kv list`",
    GRAPH: "`memento graph`",
    SESSIONS: "`memento session list`",
}
"""What tells the names that there are, by the folder."""


class NamedRecord(NamedTuple):
    """What a name means: the reference, and the value with its document."""

    ref: str
    found: LoadedRecord[Any]


def record_named(store: Store, text: str) -> NamedRecord:
    """The state, block, kv value or entity that a reference means, by a part of its id or by its
    key.

    NotFound if there is none; Ambiguous if it is short for several.
    """
    folder, slash, part = text.partition("/")
    folders = [folder] if slash and folder in FOLDERS else FOLDERS
    wanted = part.partition("/")[0] if len(folders) == 1 else text
    if len(folders) == 1 and filed_name(part) in store.held(folder).ids():
        wanted = filed_name(part)
    refs = {
        ref_of(name, id): (name, id)
        for name in folders
        for id in matching(wanted, store.held(name).ids())
    }
    exact = [ref for ref, (_, id) in refs.items() if id == wanted]
    if not refs:
        raise NotFound(
            f"Nothing is called {text}", f"{LISTING.get(folder, '`memento list`')} tells"
        )
    name, id = refs[the_one(text, exact or sorted(refs))]
    return NamedRecord(ref_of(name, id), store.held(name).read(id))


def resolve_any(store: Store, text: str) -> str:
    """The id of a memory that `text` means, or else the reference of what else is called so.

    What is gone counts if the journal knows it, by its whole name.
    """
    if event_in(text):
        from memento_cli.actions.events.events import event_named  # most names mean memories

        return event_named(store, text).ref
    if held(text):
        return record_named(store, text).ref if not is_journalled(store, text) else text
    try:
        return locate(store, text)[1]
    except (NotFound, Refused) as unknown:
        if is_journalled(store, text):
            return text
        try:
            return record_named(store, text).ref
        except NotFound:
            raise unknown from None
