"""Normal forms of names and texts, by which they are compared and filed."""

from __future__ import annotations

from memento_cli.errors import Ambiguous

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeVar

    T = TypeVar("T")


def plain_key(key: str) -> str:
    """The key with normalized case, width and spaces."""
    if key.isascii():
        return " ".join(key.lower().split())
    import unicodedata

    return " ".join(unicodedata.normalize("NFKC", key).casefold().split())


MARKS = ".,;:!?…\"'`“”‘’«»()[]{}<>。、，！？；：「」『』（）"
"""Characters beside a word that are no part of it."""
LEAST_SIGNS = 2
"""The least number of characters of a word."""


def texts_with_words(words: str, texts: Iterable[tuple[T, str]]) -> list[T]:
    """The keys of the texts that contain all the words, ignoring case and accents.

    Words are separated by blanks and may be parts of longer ones. [] if no word has two characters.
    """
    wanted = [word for word in folded(words).split() if len(word) >= LEAST_SIGNS]
    if not wanted:
        return []
    return [key for key, text in texts if all(map(folded(text).__contains__, wanted))]


def folded(text: str) -> str:
    """The text without differences of case, accents and forms of one letter."""
    if text.isascii():
        return text.lower()
    import unicodedata  # names are mostly ASCII

    parts = unicodedata.normalize("NFKD", text.casefold())
    kept = (sign for sign in parts if not unicodedata.combining(sign))
    return unicodedata.normalize("NFKC", "".join(kept))


WORD = r"[^\W_]+"
LIKE_PERCENT = 75
"""How alike a mistyped word must be to one that is suggested for it."""
LONGEST = 1_000
"""The most signs of a text that somebody mistyped; to compare ten million takes a minute."""


def nearest(text: str, names: Iterable[str], limit: int = 1) -> list[str]:
    """The names that are like a mistyped text: in whole, or in that each of its words is like one
    of theirs. The likest first; nothing, if nothing is close or the text is longer than names."""
    if len(text) > LONGEST:
        return []
    import re  # not on the way of a recall

    from rapidfuzz import fuzz  # only a mistake comes here

    typed, scored = folded(text), []
    words = re.findall(WORD, typed)
    for name in names:
        other = folded(name)
        parts, whole = re.findall(WORD, other), fuzz.ratio(typed, other)
        if whole >= LIKE_PERCENT or (words and all(
            any(fuzz.ratio(word, part) >= LIKE_PERCENT for part in parts) for word in words
        )):  # fmt: skip
            scored.append((-whole, name))
    return [name for _, name in sorted(scored)[:limit]]


def near_name(text: str, names: Iterable[str]) -> str:
    """A question for a mistyped name that is like one of these, to end a sentence; or empty."""
    near = nearest(text, names)
    return f"; did you mean {near[0]}?" if near else ""


def plain(text: str) -> str:
    """The text in NFKC and without case."""
    import unicodedata  # a slow import

    return unicodedata.normalize("NFKC", text).casefold()


def plain_line(text: str) -> str:
    """The plain text with single spaces instead of all white space."""
    return " ".join(plain(text).split())


SHOWN = 8


def spellings(
    text: str, known: Iterable[str], aliases: Iterable[str] = (), *, new: bool = False
) -> tuple[str, ...]:
    """The known spellings of the name that `text` means, as typed first; empty if no known name is
    meant.

    Spellings that differ only in case, width or blanks are one name. If the text is no known name,
    one of its `aliases` may be; else a name that differs in accents, where with `new` a text with
    accents of its own is a new name. Ambiguous if several names fit.
    """
    groups: dict[str, list[str]] = {}
    for name in known:
        groups.setdefault(plain_key(name), []).append(name)
    key = plain_key(text)
    keys = [key] if key in groups else []
    if not keys:
        alias_keys = {plain_key(name) for name in aliases}
        keys = [name for name in groups if name in alias_keys]
    if not keys:
        bare = folded(key)
        keys = [name for name in groups if folded(name) == bare] if bare == key or not new else []
    if len(keys) > 1:
        names = sorted(min(groups[name]) for name in keys)
        raise Ambiguous(f"{text!r} may mean {len(names)} names", ", ".join(names[:SHOWN]))
    return tuple(sorted(groups[keys[0]], key=lambda name: (name != text, name))) if keys else ()


SIGNS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")


def slug(text: str, limit: int) -> str:
    """Lower case, runs of anything else one hyphen, cut to `limit`; a short hash if empty."""
    spaced = "".join([sign if sign in SIGNS else " " for sign in text.lower()])
    if cut := "-".join(spaced.split())[:limit].strip("-"):
        return cut
    from hashlib import blake2s

    return blake2s(text.encode(errors="surrogatepass"), digest_size=3).hexdigest()


FORMULAS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""How a cell begins that a spreadsheet computes (OWASP, CSV Injection)."""
