"""JSON objects, one a line, and the problems of lines that have none."""

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
    """The place of each line, and its object, or its problem as a text.

    `start`: the number of lines read before; `most`: the maximum length of a line in bytes.
    """
    for number, raw in lines_of(file, start, most):
        try:
            yield f"{name}:{number}", _object(raw, most)
        except BadData as problem:
            yield f"{name}:{number}", reason_of(problem)


def lines_of(file: BinaryIO, start: int = 0, most: int = LINE_LIMIT) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, with their numbers; a line too long is cut off after `most`."""
    number = start
    while raw := file.readline(most + 2):
        number += 1
        if raw[-1:] != b"\n" and len(raw) > most:
            while (rest := file.readline(most)) and rest[-1:] != b"\n":
                pass
        if raw.strip():
            yield number, raw


def _object(raw: bytes, most: int) -> dict[str, object]:
    """The object on one line, or BadData."""
    if len(raw.rstrip(b"\n")) > most:
        raise BadData("line", [f"more than {most} bytes"])
    try:
        value = loaded(decoded(raw), most)
    except JSONDecodeError as problem:
        raise BadData("line", [f"not JSON: {problem.msg} (column {problem.colno})"]) from None
    except ValueError as problem:
        raise BadData("line", [f"not JSON: {problem}"]) from None
    if not isinstance(value, dict):
        raise BadData("line", ["not a JSON object"])
    return value
