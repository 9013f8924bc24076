"""Names that look like others: with invisible characters, or letters of several alphabets.

By UTS #39 a name is suspicious if it mixes scripts whose letters look alike. Japanese and Korean
names mix their scripts with Latin, whose letters do not look like theirs.
"""

from __future__ import annotations

from memento_cli.core.text.visible import hides_any, visible
from memento_cli.errors import BadValue

ALIKE = ("LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU", "GLAGOLITIC")
SHOWN = 60


def checked_visible(text: str, label: str) -> str:
    """The name; BadValue if it has an invisible character."""
    if hides_any(text):
        raise BadValue(f"{label} {visible(text)[:SHOWN]}: has a sign that cannot be seen")
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
