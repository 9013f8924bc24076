"""Signs that nobody can see, made visible: controls, what turns text around, what hides in it.

What Unicode calls ignorable by default (UAX #44, `Default_Ignorable_Code_Point`) shows nothing
where it stands, so a text can say with it what its reader does not see. What scripts and emoji need
of it stays, and only where they need it: joiners inside words and sequences, one form of an emoji,
one of a Mongolian letter.
"""

from __future__ import annotations

from memento_cli.errors import Refused

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

HIDDEN = frozenset(("Cc", "Cf", "Cs", "Co", "Zl", "Zp"))
FORMS = frozenset("\ufe0e\ufe0f")  # as text, as a picture
MONGOLIAN_FORMS = frozenset("\u180b\u180c\u180d\u180e\u180f")
JOINERS = frozenset("\u200c\u200d")
# Letters and marks by their category, and yet nothing can be seen of them.
BLANK = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
    + "".join(map(chr, range(0xFE00, 0xFE10)))
    + "".join(map(chr, range(0xE0100, 0xE01F0)))
) | (MONGOLIAN_FORMS - {"\u180e"})
# Signs of Arabic, Syriac and Kaithi numbers and verses: of a category that hides, and yet seen.
SEEN = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u08e2\u0890\u0891\U000110bd")
SHOWN = 200
CONTROLS = dict.fromkeys({*range(0x20), 0x7F} - set(map(ord, "\t\n\r")))
"""The signs of ASCII that nobody can see, as `str.translate` takes them out."""
KEYS = frozenset("0123456789#*ℹ")  # with a form they are emoji
VIRAMA = 9  # the combining class of what ends a letter, in the scripts of India


def is_visible(text: str) -> bool:
    """Whether all of a text can be seen for what it is; False may mean that it needs a look."""
    return text.isprintable() and (text.isascii() or BLANK.isdisjoint(text))


def visible(text: str, *, lines: bool = False) -> str:
    """The text with every hidden sign as `\\u200b`; `lines` keeps its newlines and tabs."""
    if is_visible(text) or (lines and all(map(is_visible, text.split("\n")))):
        return text
    return "".join(
        sign if sign.isprintable() and sign not in BLANK else _shown(text, place, lines)
        for place, sign in enumerate(text)
    )


def narrow(text: str) -> str:
    """The text without signs that nobody can see, and with an ASCII sign for each form of one.

    Full-width letters, for one. It is for looking through what a text says, not for showing it.
    """
    if text.isascii():
        return text if text.isprintable() else text.translate(CONTROLS)
    from unicodedata import normalize

    table = dict[int, str | None]()
    for sign in set(text):
        if ord(sign) in CONTROLS:
            table[ord(sign)] = None
        elif sign > "\x7f":
            said = "" if _hides(sign) else normalize("NFKC", sign)
            if said.isascii() and said.isprintable():
                table[ord(sign)] = said
    return text.translate(table) if table else text


def hides_any(text: str) -> bool:
    """Whether a text has a sign that cannot be seen; bytes that are no text (PEP 383) are none."""
    if is_visible(text):
        return False
    bare = "".join(sign for sign in text if not "\ud800" <= sign <= "\udfff")
    return visible(bare) != bare


def refuse_hidden(words: Iterable[str]) -> None:
    """Refused if a word of what others are to run or install has a sign that cannot be seen.

    A line break would end a crontab line, a comment or a setting, and begin another, however the
    word is quoted.
    """
    for word in words:
        if hides_any(word):
            told = f"{visible(word)[:SHOWN]}: has a sign that cannot be seen, as a line break"
            raise Refused(told, "what others run cannot name it: rename it")


def escaped(sign: str) -> str:
    """A sign by its number, as `\\u001b` or `\\U000e0041`."""
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"


def _shown(text: str, place: int, lines: bool) -> str:
    sign = text[place]
    if lines and sign in "\n\t":
        return sign
    if sign == "\n":
        return "\\n"
    return sign if not _hides(sign) or _is_needed(text, place) else escaped(sign)


def _hides(sign: str) -> bool:
    from unicodedata import category

    reserved = (
        sign == "\u2065" or "\ufff0" <= sign <= "\ufff8" or "\U000e0000" <= sign < "\U000e1000"
    )
    return reserved or sign in BLANK or (category(sign) in HIDDEN and sign not in SEEN)


def _is_needed(text: str, place: int) -> bool:
    """Whether a hidden sign belongs to the signs around it."""
    sign, before = text[place], text[place - 1 : place]
    if sign in JOINERS:
        return _joins(text, place)
    if sign in FORMS:
        return before in KEYS or _is_of(before, "SPN")
    return sign in MONGOLIAN_FORMS and "\u1800" <= before <= "\u18af" and _is_of(before, "L")


def _joins(text: str, place: int) -> bool:
    from unicodedata import combining

    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if before in FORMS:
        return _is_needed(text, place - 1) and _is_of(after, "S")
    if not _is_of(before, "LMS"):
        return False
    return _is_of(after, "LMS") or combining(before) == VIRAMA


def _is_of(sign: str, kinds: str) -> bool:
    """Whether there is a sign that can be seen, is not ASCII, and is of one of these kinds."""
    from unicodedata import category

    return sign > "\x7f" and not _hides(sign) and category(sign)[0] in kinds
