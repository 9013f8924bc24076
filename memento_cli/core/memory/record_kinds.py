"""References to records other than memories: states, blocks, kv values, entities, sessions.

A journal entry names a memory by its id, and a record by folder and id: `states/alex-facts`. No id
has a slash, so the two never clash. A third part names an edge of an entity.
"""

from __future__ import annotations

from memento_cli.core.text.normal_forms import SIGNS, plain_key, slug

STATES, BLOCKS, KV, GRAPH, SESSIONS = FOLDERS = ("states", "blocks", "kv", "graph", "sessions")
EVENTS = "events"
"""An event is referred to in the same way, `events/01m7…`, but is a line of a log, not a file."""
NAME_SIGNS = 60
PARTS = 2
"""The greatest number of parts after the folder: an id, and an edge."""
PLAIN = SIGNS | set("-_")
LIST, ENTRY, HEAD, PLACE = "list", "entry", "head", "place"
"""Keys in the `text` of a journal entry about one item of a list: where the list is, the item, the
head of a file that is created for it, and how many others stood before an item that was removed."""
SINCE = "since"
"""The key of `more` for the last erasure of the entry's subject that its writer knew of."""


def ref_of(folder: str, id: str, part: str = "") -> str:
    """The reference to the record with this id in this folder, or to a part of it."""
    return f"{folder}/{id}/{part}" if part else f"{folder}/{id}"


def held(ref: str) -> tuple[str, str] | None:
    """The folder and the id in a reference; None if it is a memory's id."""
    folder, slash, rest = ref.partition("/")
    return (folder, rest.partition("/")[0]) if slash and folder in FOLDERS else None


def event_in(ref: str) -> str:
    """The id of the event in a reference; empty if it refers to anything else."""
    folder, slash, id = ref.partition("/")
    return id if slash and folder == EVENTS else ""


def is_reference(text: str) -> bool:
    """Whether a text refers to an event or a record."""
    return bool(event_in(text) or held(text))


def whole_ref(ref: str) -> str:
    """The reference without its part; a memory's id as it is."""
    folder_and_id = held(ref)
    return ref_of(*folder_and_id) if folder_and_id else ref


def is_sound(ref: str) -> bool:
    """Whether a reference is to a record, or a part of one, whose file can exist."""
    from memento_cli.core.memory.ids import is_safe_id  # few commands need it

    parts = ref.split("/")[1:]
    return held(ref) is not None and len(parts) <= PARTS and all(map(is_safe_id, parts))


def filed_name(key: str) -> str:
    """The id of the file for a key: the key if it is a valid id, else a slug and a hash.

    Keys that differ only in case, width or spaces have the same file.
    """
    from hashlib import blake2s

    from memento_cli.core.memory.ids import is_safe_id  # few commands need it

    plain = plain_key(key)
    if len(plain) <= NAME_SIGNS and PLAIN.issuperset(plain) and is_safe_id(plain):
        return plain
    digest = blake2s(plain.encode(errors="surrogatepass"), digest_size=4).hexdigest()
    return f"{slug(plain, NAME_SIGNS)}-{digest}"
