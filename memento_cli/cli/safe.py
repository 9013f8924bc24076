"""What a store says, made harmless for a terminal: nothing in it can act, colour or hide."""

from __future__ import annotations

# Controls, and what is invisible or turns the text around; none of it is printable to Python.
# Joiners between letters that are not ASCII belong to the script (Persian, Hindi, emoji) and stay.
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
JOINERS = "\u200c\u200d"


def safe(text: str, *, lines: bool = False) -> str:
    """The text with every control and invisible sign shown as `\\u001b`; `lines` keeps newlines."""
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else _shown(text, place, lines)
        for place, sign in enumerate(text)
    )


def _shown(text: str, place: int, lines: bool) -> str:
    from unicodedata import category

    sign = text[place]
    if sign == "\n":
        return sign if lines else "\\n"
    if category(sign) not in HIDDEN or (sign in JOINERS and _joins(text, place)):
        return sign
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"


def _joins(text: str, place: int) -> bool:
    before, after = text[max(0, place - 1) : place], text[place + 1 : place + 2]
    return bool(before and after) and before > "\x7f" and after > "\x7f"
