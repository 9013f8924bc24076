"""What was typed, where an error quotes it: of a long text its beginning is enough to know it."""

from __future__ import annotations

from collections.abc import Iterable

from memento_cli.core.secret_marks import masked

MOST, SHOWN = 200, 80
"""What has more signs is cut to so many; a path mostly has fewer."""
LONGEST = 1000
"""So many signs an error has at most that quotes such a text in a form of its own."""


def cut_quotes(message: str, given: Iterable[str]) -> str:
    """The message with each long text that was given cut to its beginning, wherever it stands.

    Secrets are masked before: half of one would be none any more.
    """
    long = sorted({text for text in given if len(text) > MOST}, key=len, reverse=True)
    for text in long if len(message) > MOST else ():
        for form in (text, repr(text)[1:-1], " ".join(text.split())):
            if len(form) > MOST and form in message:
                message = message.replace(form, f"{masked(form)[:SHOWN]}…")
    return f"{masked(message)[:LONGEST]}…" if long and len(message) > LONGEST else message
