r"""Escapes in the texts of files: what signs they stand for, and where each of these is written.

Nothing is parsed, so broken files and lines of several formats are read alike: by TOML 1.0 and by
JSON (RFC 8259) `\u0041` is an A, by JSON `\/` is a slash, by TOML a line may go on after `\`, by
TOML 1.1 and Python `\x41` is an A.
What JSON writes as two halves of a sign (`\ud83d\ude00`) stays two.
"""

from __future__ import annotations

import re

from memento_cli.core.security.disguises import traced as traced_by

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.security.disguises import View

ESCAPE = re.compile(
    r"\\(?:u([0-9a-fA-F]{4})|U(00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4})|x([0-9a-fA-F]{2})"
    r"|([btnfr\"\\/])|[ \t]*\r?\n[ \t\r\n]*)"
)
LETTERS = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r"}


def unescaped(text: str) -> str:
    """The text with the signs that its escapes stand for."""
    return ESCAPE.sub(_sign, text) if "\\" in text else text


def traced(text: str) -> View:
    """The text without escapes, and what tells where a place in it is in the text as written."""
    return traced_by(text, ESCAPE, _sign)


def _sign(escape: re.Match[str]) -> str:
    """The sign that an escape stands for; none for the end of a line that goes on."""
    code, letter = escape[1] or escape[2] or escape[3], escape[4] or ""
    return chr(int(code, 16)) if code else LETTERS.get(letter, letter)
