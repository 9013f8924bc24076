"""Splitting TOML text into tokens and statements, without parsing values."""

from __future__ import annotations

DOTS = 100
# Patterns, compiled when they are first used. They never backtrack.
PART = r"""(?>[\w-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+"""
TOKENS = (
    r"""(?s:"{3}(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5}+|\Z)|'{3}(?:[^']++|'(?!''))*+(?:'{3,5}+|\Z)"""
    rf"""|#[^\n]*+|(?P<deep>(?:{PART}){{{DOTS}}})|(?:{PART})++"""
    r"""|"(?:[^"\\\n]++|\\.)*+"?+|'[^'\n]*+'?+|[\w-]++|[^"'#\w-]++)"""
)
# A valid document without inline tables, after \\ and \" are removed from it.
PLAIN = (
    r"""(?:"{3}(?:[^"]++|"(?!""))*+"{3,5}+|'{3}(?:[^']++|'(?!''))*+'{3,5}+"""
    r"""|"(?!"")[^"]*+"|'(?!'')[^']*+'|#[^\n]*+|[^"'#{]++)*+"""
)


def too_dotted(text: str) -> bool:
    """Whether a key has so many dotted parts that tomllib would take seconds."""
    if text.count(".") < DOTS:
        return False
    from re import finditer

    return any(found["deep"] for found in finditer(TOKENS, text))


def is_plain(text: str) -> bool:
    """Whether a document certainly has no inline table, and no `\\e` or `\\x` in a text.

    There TOML 1.1 allows what 1.0 does not. (In times, too, which the caller finds.)
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
    """The text split where a key or a header can begin; values of several lines stay whole."""
    from re import finditer

    result, start, depth = [], 0, 0
    for token in finditer(TOKENS, text):
        if token[0][0] in "\"'#":
            continue
        for place, sign in enumerate(token[0], start=token.start()):
            depth += (sign in "[{") - (sign in "]}")
            if sign == "\n" and depth <= 0:
                result.append(text[start : place + 1])
                start, depth = place + 1, 0
    return [*result, text[start:]] if start < len(text) else result
