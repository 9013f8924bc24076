"""Splits a large JSON file into the entries of its list, or else into its top-level values.

Only brackets, quotes and commas are examined, so that an error in one part does not affect others,
and only one part is in memory at a time.
"""

from __future__ import annotations

import re

from memento_cli.errors import BadData

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO


TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+(?P<closed>")?+|[\[\]{},]', re.DOTALL)
"""A complete string, one whose end is not read yet, a bracket, or a comma."""
STEPS = {b"[": 1, b"{": 1, b"]": -1, b"}": -1}
LIST_ENDS = ((b",", 0), (b"]", -1))
"""The signs that end an entry of the list, with the depth after them."""
CHUNK = 1 << 20
MOST = 1 << 26
"""The maximum size of a part, in bytes."""
BOM = b"\xef\xbb\xbf"


def elements(file: IO[bytes], chunk: int = CHUNK, most: int = MOST) -> Iterator[bytes]:
    """The bytes of each entry of the list in a file. Without a list at the beginning, and after the
    list, those of each object or list with anything before it.

    Nothing is left out, so a part may be invalid JSON. BadData for a part of more than `most`
    bytes, and if the file ends within one.
    """
    data = more = _beginning(file, chunk)
    in_list = data[:1] == b"["
    depth, start = 0, int(in_list)
    at = start
    while more:
        for token in TOKEN.finditer(data, at):
            sign, at = token[0], token.end()
            if sign[:1] == b'"' and not token["closed"]:
                at = token.start()
                break
            depth += STEPS.get(sign, 0)
            if depth > 0:
                continue
            ends = (sign, depth) in LIST_ENDS if in_list else sign in STEPS
            if ends:
                part = data[start : token.start() if in_list else at].strip()
                if part or sign == b",":
                    yield part
                in_list, start = in_list and sign == b",", at
            depth = 0
        else:
            at = len(data)
        data, at, start = data[start:], at - start, 0
        if len(data) > most:
            raise BadData("file", [f"a part of it has more than {most >> 20} MB"])
        more = file.read(max(chunk, len(data)))
        data += more
    if data.strip() and not depth:
        yield data.strip()
    if in_list or depth:
        raise BadData("file", ["ends in the middle"])


def _beginning(file: IO[bytes], chunk: int) -> bytes:
    """The first bytes of a file, without the leading blanks."""
    data = file.read(chunk).removeprefix(BOM)
    while data and not data.strip():
        data = file.read(chunk)
    return data.lstrip()
