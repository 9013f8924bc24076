"""JSON as people and models write it: with comments, and with a comma before a closing bracket.

What stands in quotes stays as it is. A quote that nothing closes reaches to the end, so that the
time grows with the length alone.
"""

from __future__ import annotations

import re

QUOTED = r'("(?:[^"\\]|\\.)*+(?:"|\Z))'
COMMENT = re.compile(QUOTED + r"|//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
LAST_COMMA = re.compile(QUOTED + r"|,(?=\s*[}\]])", re.DOTALL)


def without_comments(text: str) -> str:
    """The text without comments of JavaScript, as editors take them in JSON."""
    return COMMENT.sub(lambda match: match[1] or "", text)


def without_last_commas(text: str) -> str:
    """The text with a space in the place of each comma before a closing bracket."""
    return LAST_COMMA.sub(lambda match: match[1] or " ", text)
