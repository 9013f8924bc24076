"""Hints of errors, by the keys of the browser in the place of the commands of a shell."""

from __future__ import annotations

import re

from memento_cli.actions.browse.acts import UNPIN

LET_FADE = "p lets it fade"
COMMAND = re.compile(r"`memento (\w+)")
BY_COMMAND = {
    "log": "8 shows what was done",
    "undo": "t in the log (8) takes an act back, or does it again",
    "list": "0 shows the archive",
    "restore": "b in the archive (0) brings it back",
    "tidy": "9 shows what is proposed: y applies it, d rejects it",
    "pin": LET_FADE,
    "show": "",
}
"""What a key does in the place of a command; "" where the screen shows it already."""


def hint_by_keys(hint: str | None) -> str:
    """A hint with the keys for what it says; as it is, where no key does that."""
    if hint == UNPIN:
        return f"{LET_FADE}, then x archives it"
    found = COMMAND.search(hint or "")
    return BY_COMMAND.get(found[1], hint or "") if found else hint or ""
