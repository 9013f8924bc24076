"""The ids of memories in a text, as they are minted (`core/memory/ids.py`)."""

from __future__ import annotations

import re

from memento_cli.core.memory.ids import ID_BYTES

TOKEN = re.compile(r"[\w-]+")
MINTED = re.compile(r"[a-z0-9][a-z0-9-]*-[0-9]{4}-[0-9]{2}(-[0-9a-z]{4})?")


def minted_in(text: str) -> list[str]:
    """The words of a text that have the form of a minted id, each once.

    An id that another tool gave may be any word, so it is not looked for: `notes` names nothing.
    """
    tokens = (match[0] for match in TOKEN.finditer(text))
    named = (word for word in tokens if len(word) <= ID_BYTES and MINTED.fullmatch(word))
    return list(dict.fromkeys(named))
