"""Names that look like another: with signs that cannot be seen, or letters of several alphabets.

Of scripts, UTS #39 calls a name suspicious that mixes those whose letters look alike; Japanese and
Korean names mix theirs with Latin, and nobody takes one letter for another there.
"""

from __future__ import annotations

from memento_cli.core.text.visible import hides_any, visible
from memento_cli.errors import BadValue

ALIKE = ("LATIN", "CYRILLIC", "GREEK", "COPTIC", "ARMENIAN", "CHEROKEE", "LISU", "GLAGOLITIC")
SHOWN = 60


def seen_name(text: str, what: str) -> str:
    """The name, if all of it can be seen; BadValue if not."""
    if hides_any(text):
        raise BadValue(f"{what} {visible(text)[:SHOWN]}: has a sign that cannot be seen")
    return text


def mixture(text: str) -> str:
    """What a word of a name mixes: `Latin and Cyrillic letters`; mostly nothing."""
    if text.isascii():
        return ""
    from unicodedata import name, normalize

    for word in normalize("NFKC", text).split():
        first = (name(sign, "").partition(" ")[0] for sign in word if sign.isalpha())
        scripts = [script for script in dict.fromkeys(first) if script in ALIKE]
        if len(scripts) > 1:
            return " and ".join(map(str.capitalize, scripts)) + " letters"
    return ""


def told_mixture(text: str, what: str) -> str:
    """What is to be said of such a name; nothing of any other."""
    mixed = mixture(text)
    return (
        f"{what} {text} mixes {mixed}: it is another than one that looks like it" if mixed else ""
    )
