"""TOML text in pieces, without reading what it says: where keys, texts and statements begin."""

from __future__ import annotations

DOTS = 100
# Patterns, compiled when they are first used. Nothing is looked at twice.
PART = r"""(?>[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
TOKENS = (
    r"""(?s:"{3}(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5}+|\Z)|'{3}(?:[^']++|'(?!''))*+(?:'{3,5}+|\Z)"""
    rf"""|#[^\n]*+|(?P<deep>(?:{PART}){{{DOTS}}})|(?:{PART})++"""
    r"""|"(?:[^"\\\n]++|\\.)*+"?+|'[^'\n]*+'?+|[\w-]++|[^"'#\w-]++)"""
)
# A valid document without tables on one line, once \\ and \" are taken out of it.
PLAIN = (
    r"""(?:"{3}(?:[^"]++|"(?!""))*+"{3,5}+|'{3}(?:[^']++|'(?!''))*+'{3,5}+"""
    r"""|"(?!"")[^"]*+"|'(?!'')[^']*+'|#[^\n]*+|[^"'#{]++)*+"""
)


def too_dotted(text: str) -> bool:
    """Whether a key has so many parts that tomllib would take seconds for it."""
    if text.count(".") < DOTS:
        return False
    from re import finditer

    return any(found["deep"] for found in finditer(TOKENS, text))


def is_plain(text: str) -> bool:
    """Whether a document certainly has no table on one line, and no `\\e` or `\\x` in a text.

    In these, which are rare, TOML 1.1 allows what 1.0 does not. (It does in times, too.)
    """
    if "\\" in text:
        text = text.replace(r"\\", "").replace(r"\"", "")
        if r"\e" in text or r"\x" in text:
            return False
    if "{" not in text:
        return True
    from re import fullmatch

    return fullmatch(PLAIN, text) is not None


def statements(text: str) -> list[str]:
    """The text cut where a key or a header can begin; values of several lines stay whole."""
    from re import finditer

    found, start, depth = [], 0, 0
    for token in finditer(TOKENS, text):
        if token[0][0] in "\"'#":
            continue
        for place, sign in enumerate(token[0], start=token.start()):
            depth += (sign in "[{") - (sign in "]}")
            if sign == "\n" and depth <= 0:
                found.append(text[start : place + 1])
                start, depth = place + 1, 0
    return [*found, text[start:]] if start < len(text) else found
