"""Objects of JSON, one a line: what lines of a file say, and what is wrong with the others."""

from __future__ import annotations

from json import JSONDecodeError

from memento_cli.actions.exchange.sources.entry import decoded, reason_of
from memento_cli.errors import BadData
from memento_cli.store.files.strict_json import LINE_LIMIT, loaded

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO


def rows_of(
    file: BinaryIO, name: str, *, start: int = 0, most: int = LINE_LIMIT
) -> Iterator[tuple[str, dict[str, object] | str]]:
    """The object on each line, with its place; of one that has none, what is wrong with it.

    `start` lines of the file were read before, and a line has at most so many bytes.
    """
    for place, raw in lines_of(file, start, most):
        try:
            yield f"{name}:{place}", _said(raw, most)
        except BadData as problem:
            yield f"{name}:{place}", reason_of(problem)


def lines_of(file: BinaryIO, start: int = 0, most: int = LINE_LIMIT) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers; one too long is cut right behind it."""
    place = start
    while raw := file.readline(most + 2):
        place += 1
        if raw[-1:] != b"\n" and len(raw) > most:
            while (rest := file.readline(most)) and rest[-1:] != b"\n":
                pass
        if raw.strip():
            yield place, raw


def _said(raw: bytes, most: int) -> dict[str, object]:
    """The object on one line, or BadData."""
    if len(raw.rstrip(b"\n")) > most:
        raise BadData("line", [f"more than {most} bytes"])
    try:
        said = loaded(decoded(raw), most)
    except JSONDecodeError as problem:
        raise BadData("line", [f"not JSON: {problem.msg} (column {problem.colno})"]) from None
    except ValueError as problem:
        raise BadData("line", [f"not JSON: {problem}"]) from None
    if not isinstance(said, dict):
        raise BadData("line", ["not a JSON object"])
    return said
