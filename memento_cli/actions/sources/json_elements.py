"""The parts of a large JSON file, one at a time: the entries of its list, or else all of it.

Only brackets and quotes are looked at, so that what is wrong in one part costs no other, and only
one of them is held in memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from memento_cli.errors import BadData

TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"|["\[\]{}]', re.DOTALL)
"""A whole text, the quote that begins one whose end is not read yet, or a bracket."""
OPENING, CLOSING = (b"[", b"{"), (b"]", b"}")
CHUNK = 1 << 20
MOST = 1 << 26
"""So many bytes a part may have."""
BOM = b"\xef\xbb\xbf"


def elements(file: BinaryIO, chunk: int = CHUNK, most: int = MOST) -> Iterator[bytes]:
    """The text of each object and each list in the list that a file is. In a file that begins
    with no list, of each that stands there by itself.

    BadData for a part of more than `most` bytes, and where the file ends within one.
    """
    data = file.read(chunk).removeprefix(BOM).lstrip()
    outside = int(data[:1] == b"[")
    depth, start, at, more = 0, -1, 0, data
    while more:
        for token in TOKEN.finditer(data, at):
            sign, at = token[0], token.end()
            if sign == b'"':
                at = token.start()
                break
            if sign in OPENING:
                start = token.start() if depth == outside else start
                depth += 1
            elif sign in CLOSING:
                depth -= 1
                if depth == outside and start >= 0:
                    yield data[start:at]
                    start = -1
        else:
            at = len(data)
        kept = at if start < 0 else start
        data, at, start = data[kept:], at - kept, min(start, 0)
        if len(data) > most:
            raise BadData("file", [f"a part of it has more than {most >> 20} MB"])
        more = file.read(max(chunk, len(data)))
        data += more
    if depth or data:
        raise BadData("file", ["ends in the middle"])
