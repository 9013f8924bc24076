"""Which memory an id, or a part of one, means: asked of the index."""

from __future__ import annotations

import os

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.front.index import Here

EXACT = "SELECT memory.key FROM name LEFT JOIN memory USING (key) WHERE name.id = ?"
BEGINS = "SELECT key FROM name JOIN memory USING (key) WHERE name.id >= ? AND name.id < ? LIMIT 2"
HOLDS = "SELECT key FROM name JOIN memory USING (key) WHERE instr(name.id, ?) LIMIT 2"
LAST = "\U0010ffff"


def key_of(here: Here, text: str) -> int | None:
    """The key of the one memory that a text means; None if that is to be seen (`known_id`).

    A whole id that a memory had which is here no more is not short for another.
    """
    is_ascii = text.isascii()
    if not is_ascii:
        from unicodedata import normalize

        text = normalize("NFC", text)
    short = ((BEGINS, (text, text + LAST)), (HOLDS, (text,)))  # of others, names have many forms
    for query, args in ((EXACT, (text,)), *(short if is_ascii else ())):
        keys = here.database.execute(query, args).fetchall()
        if keys:
            key = keys[0][0] if len(keys) == 1 else None
            return key if query == EXACT or not _is_archived(here, text) else None
    return None


def _is_archived(here: Here, id: str) -> bool:
    """Whether the archive has a file of this name, as it may without a line that says so."""
    return "/" not in id and os.path.lexists(os.path.join(here.root, "archive", f"{id}.toml"))
