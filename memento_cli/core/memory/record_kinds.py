"""What holds beside memories: states, blocks, hard facts, entities, sessions; how each is named.

A journal line names a memory by its id, and one of these by its folder and id: `states/alex-facts`.
No id has a slash, so the two never meet. A third part is one of an entity's edges.
"""

from __future__ import annotations

from memento_cli.core.fields.plain_keys import plain_key
from memento_cli.core.text.slugs import SIGNS, slug

STATES, BLOCKS, KV, GRAPH, SESSIONS = FOLDERS = ("states", "blocks", "kv", "graph", "sessions")
EVENTS = "events"
"""An event is named in the same way, `events/01m7…`, and is a line of a log, not a file."""
NAME_SIGNS = 60
PARTS = 2
"""So many parts a name has at most beside the folder: an id, and an edge."""
PLAIN = SIGNS | set("-_")
LIST, ENTRY, HEAD, PLACE = "list", "entry", "head", "place"
"""In a line's `text`, of an act on one entry of a list: where the list is, the entry, what a
file that is made for it says first, and how many others stood before one that was taken out."""
SINCE = "since"
"""Under this key of `more` a line names the erasure of what it is about that its writer knew of."""


def ref_of(folder: str, id: str, part: str = "") -> str:
    """How a journal line names what has this id in this folder, or a part of it."""
    return f"{folder}/{id}/{part}" if part else f"{folder}/{id}"


def held(ref: str) -> tuple[str, str] | None:
    """The folder and the id that a journal line names; None if it names a memory."""
    folder, slash, rest = ref.partition("/")
    return (folder, rest.partition("/")[0]) if slash and folder in FOLDERS else None


def event_in(ref: str) -> str:
    """The id of the event that a journal line names; none if it names anything else."""
    folder, slash, id = ref.partition("/")
    return id if slash and folder == EVENTS else ""


def is_reference(text: str) -> bool:
    """Whether a text names what is no memory: an event, or what else holds."""
    return bool(event_in(text) or held(text))


def whole_ref(name: str) -> str:
    """The same without a part: what has a file. Of a memory, its id."""
    parts = held(name)
    return ref_of(*parts) if parts else name


def is_sound(name: str) -> bool:
    """Whether a line names by it what can have a file in one of these folders, or a part of it."""
    from memento_cli.core.memory.ids import is_safe_id  # few commands name what is no memory

    parts = name.split("/")[1:]
    return held(name) is not None and len(parts) <= PARTS and all(map(is_safe_id, parts))


def filed_name(key: str) -> str:
    """The id of the file that has a key: the key where it is a plain name, else a slug and a hash.

    Keys that differ in capitals, width or spaces alone are one.
    """
    from hashlib import blake2s

    from memento_cli.core.memory.ids import is_safe_id  # few commands name what is no memory

    plain = plain_key(key)
    if len(plain) <= NAME_SIGNS and PLAIN.issuperset(plain) and is_safe_id(plain):
        return plain
    digest = blake2s(plain.encode(errors="surrogatepass"), digest_size=4).hexdigest()
    return f"{slug(plain, NAME_SIGNS)}-{digest}"
