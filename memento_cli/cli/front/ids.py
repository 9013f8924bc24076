"""Which memory an id, or a part of one, means: asked of the index."""

from __future__ import annotations

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.cli.front.index import Here

EXACT = "SELECT memory.key FROM name JOIN memory USING (key) WHERE name.id = ?"
BEGINS = "SELECT key FROM name JOIN memory USING (key) WHERE name.id >= ? AND name.id < ? LIMIT 2"
HOLDS = "SELECT key FROM name JOIN memory USING (key) WHERE instr(name.id, ?) LIMIT 2"
LAST = "\U0010ffff"


def key_of(here: Here, text: str) -> int | None:
    """The key of the one memory that a text means (`resolve` in `core/ids.py`); None if unclear."""
    if not text.isascii():
        from unicodedata import normalize

        text = normalize("NFC", text)
    for query, args in ((EXACT, (text,)), (BEGINS, (text, text + LAST)), (HOLDS, (text,))):
        keys = here.database.execute(query, args).fetchall()
        if keys:
            return int(keys[0][0]) if len(keys) == 1 else None
    return None
