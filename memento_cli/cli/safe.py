"""What a store says, made harmless for a terminal: nothing in it can act, colour or hide."""

from __future__ import annotations

import re
import unicodedata

# Controls, and what is invisible or turns the text around. Joiners between letters that are not
# ASCII belong to the script (Persian, Hindi, emoji) and stay.
SUSPECT = re.compile(r"[^\x20-\x7e]")
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
JOINERS = "\u200c\u200d"


def safe(text: str, *, lines: bool = False) -> str:
    """The text with every control and invisible sign shown as `\\u001b`; `lines` keeps newlines."""
    return SUSPECT.sub(lambda found: _shown(found, lines), text)


def _shown(found: re.Match[str], lines: bool) -> str:
    sign = found[0]
    if sign == "\n" and lines:
        return sign
    if sign == "\n":
        return "\\n"
    if unicodedata.category(sign) not in HIDDEN:
        return sign
    if sign in JOINERS and _joins(found):
        return sign
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"


def _joins(found: re.Match[str]) -> bool:
    before = found.string[found.start() - 1 : found.start()]
    after = found.string[found.end() : found.end() + 1]
    return bool(before and after) and before > "\x7f" and after > "\x7f"
