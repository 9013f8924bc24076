r"""Escapes in the texts of files: the characters that they stand for, and their original places.

Nothing is parsed, so broken files and lines of several formats are read alike: in TOML 1.0 and in
JSON (RFC 8259) `\u0041` is an A, in JSON `\/` is a slash, in TOML a `\` continues a line, in
TOML 1.1 and Python `\x41` is an A.
A surrogate pair of JSON (`\ud83d\ude00`) stays two characters.
"""

from __future__ import annotations

import re

from memento_cli.core.security.disguises import substituted as traced_by

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.security.disguises import View

ESCAPE = re.compile(
    r"\\(?:u([0-9a-fA-F]{4})|U(00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4})|x([0-9a-fA-F]{2})"
    r"|([btnfr\"\\/])|[ \t]*\r?\n[ \t\r\n]*)"
)
LETTERS = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r"}


def unescaped(text: str) -> str:
    """The text with the characters that its escapes stand for."""
    return ESCAPE.sub(_character, text) if "\\" in text else text


def unescaped_view(text: str) -> View:
    """The view of the text without escapes."""
    return traced_by(text, ESCAPE, _character)


def _character(escape: re.Match[str]) -> str:
    """The character that an escape stands for; "" for the end of a continued line."""
    code, letter = escape[1] or escape[2] or escape[3], escape[4] or ""
    return chr(int(code, 16)) if code else LETTERS.get(letter, letter)
