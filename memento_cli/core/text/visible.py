"""Invisible characters made visible: controls, marks of direction, ignorable code points.

What Unicode calls ignorable by default (UAX #44, `Default_Ignorable_Code_Point`) is not displayed,
so a text can hide words in it. Only where scripts and emoji need it, it stays: joiners inside words
and sequences, variation selectors of emoji and of Mongolian letters.

Also names that look like others. By UTS #39 a name is suspicious if it mixes scripts whose letters
look alike. Japanese and Korean names mix their scripts with Latin, whose letters do not look like
theirs.
"""

from __future__ import annotations

from memento_cli.errors import BadValue, Refused

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
VISIBLE_FORMATS = frozenset(
    "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u08e2\u0890\u0891\U000110bd"
)
SHOWN = 200
CONTROLS = dict.fromkeys({*range(0x20), 0x7F} - set(map(ord, "\t\n\r")))
"""The signs of ASCII that nobody can see, as `str.translate` takes them out."""
KEYS = frozenset("0123456789#*ℹ")  # with a form they are emoji
VIRAMA = 9  # the combining class of what ends a letter, in the scripts of India
ALIKE = ("LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU", "GLAGOLITIC")
SHOWN_SIGNS = 60


def half_character(text: str) -> str:
    """The first half of a character in a text, as `U+D800`, which no file can keep; empty if
    there is none."""
    try:
        text.encode()
    except UnicodeEncodeError as problem:
        return f"U+{ord(text[problem.start]):04X}"
    return ""


def is_visible(text: str) -> bool:
    """Whether a text surely has no invisible character; False means that it must be examined."""
    return text.isprintable() and (text.isascii() or BLANK.isdisjoint(text))


def visible(text: str, *, lines: bool = False) -> str:
    """The text with invisible characters escaped as `\\u200b`; `lines` keeps newlines and tabs."""
    if is_visible(text) or (lines and all(map(is_visible, text.split("\n")))):
        return text
    return "".join(
        sign if sign.isprintable() and sign not in BLANK else _shown_character(text, place, lines)
        for place, sign in enumerate(text)
    )


def shown_as(text: str, names: Iterable[str]) -> list[str]:
    """The names with invisible characters that are shown as this text, such as `ana\\u200b`: who
    sees one cannot type it in another way."""
    if "\\" not in text:
        return []
    return [name for name in names if name != text and visible(name) == text]


def narrow(text: str) -> str:
    """The text without invisible characters, and with ASCII for other forms of it, such as
    full-width letters. It is for searching, not for display."""
    if text.isascii():
        return text if text.isprintable() else text.translate(CONTROLS)
    from unicodedata import normalize

    table = dict[int, str | None]()
    for sign in set(text):
        if ord(sign) in CONTROLS:
            table[ord(sign)] = None
        elif sign > "\x7f":
            plain = "" if HIDES[sign] else normalize("NFKC", sign)
            if plain.isascii() and plain.isprintable():
                table[ord(sign)] = plain
    return text.translate(table) if table else text


def hides_any(text: str) -> bool:
    """Whether a text has an invisible character; escaped bytes (PEP 383) do not count."""
    if is_visible(text):
        return False
    bare = "".join(sign for sign in text if not "\ud800" <= sign <= "\udfff")
    return visible(bare) != bare


def refuse_hidden(words: Iterable[str]) -> None:
    """Raise Refused for an invisible character in a word of a command or a setting for others.

    A line break would end a crontab line, a comment or a setting, and begin another, however the
    word is quoted.
    """
    for word in words:
        if hides_any(word):
            message = f"{visible(word)[:SHOWN]}: has a sign that cannot be seen, as a line break"
            raise Refused(message, "what others run cannot name it: rename it")


def escaped(sign: str) -> str:
    """The escape of a character, `\\u001b` or `\\U000e0041`."""
    return f"\\u{ord(sign):04x}" if ord(sign) < 0x10000 else f"\\U{ord(sign):08x}"


def _shown_character(text: str, place: int, lines: bool) -> str:
    sign = text[place]
    if lines and sign in "\n\t":
        return sign
    if sign == "\n":
        return "\\n"
    return sign if not HIDES[sign] or _is_needed(text, place) else escaped(sign)


class _Hides(dict[str, bool]):
    """Whether nothing can be seen of a sign; determined once for each."""

    def __missing__(self, sign: str) -> bool:
        from unicodedata import category

        reserved = (
            sign == "\u2065" or "\ufff0" <= sign <= "\ufff8" or "\U000e0000" <= sign < "\U000e1000"
        )
        self[sign] = (
            reserved or sign in BLANK or (category(sign) in HIDDEN and sign not in VISIBLE_FORMATS)
        )
        return self[sign]


HIDES = _Hides()


def _is_needed(text: str, place: int) -> bool:
    """Whether an invisible character is needed by those around it."""
    sign, before = text[place], text[place - 1 : place]
    if sign in JOINERS:
        return _is_needed_joiner(text, place)
    if sign in FORMS:
        return before in KEYS or _is_of(before, "SPN")
    return sign in MONGOLIAN_FORMS and "\u1800" <= before <= "\u18af" and _is_of(before, "L")


def _is_needed_joiner(text: str, place: int) -> bool:
    from unicodedata import combining

    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if before in FORMS:
        return _is_needed(text, place - 1) and _is_of(after, "S")
    if not _is_of(before, "LMS"):
        return False
    return _is_of(after, "LMS") or combining(before) == VIRAMA


def _is_of(sign: str, kinds: str) -> bool:
    """Whether a character is visible, not ASCII, and of one of these categories."""
    from unicodedata import category

    return sign > "\x7f" and not HIDES[sign] and category(sign)[0] in kinds


def checked_visible(text: str, label: str) -> str:
    """The name; BadValue if it has an invisible character."""
    if hides_any(text):
        message = f"{label} {visible(text)[:SHOWN_SIGNS]}: has a sign that cannot be seen"
        raise BadValue(message, "write it without that sign, here shown by its number")
    return text


def mixture(text: str) -> str:
    """What a word of a name mixes: `Latin and Cyrillic letters`; "" for most names."""
    if text.isascii():
        return ""
    from unicodedata import name, normalize

    for word in normalize("NFKC", text).split():
        first = (name(sign, "").partition(" ")[0] for sign in word if sign.isalpha())
        scripts = [script for script in dict.fromkeys(first) if script in ALIKE]
        if len(scripts) > 1:
            return " and ".join(map(str.capitalize, scripts)) + " letters"
    return ""


def mixture_warning(text: str, label: str) -> str:
    """A warning about a name that mixes alphabets; "" for any other."""
    scripts = mixture(text)
    return (
        f"{label} {text} mixes {scripts}: it is another than one that looks like it"
        if scripts
        else ""
    )
