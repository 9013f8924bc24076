"""A JSON file that somebody else wrote: what is not as it should be is told with file and key."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from memento_cli.errors import BadData, Failed, NotFound
from memento_cli.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Json(NamedTuple):
    """A value, the file that it is from, and its place there: `[3].qa[0].evidence`."""

    path: str
    place: str
    value: Any

    def __contains__(self, key: object) -> bool:
        return isinstance(self.value, dict) and key in self.value

    def at(self, key: str) -> Json:
        """The value of a key. BadData without it."""
        if key not in self:
            raise self.wrong(f"no key `{key}`")
        return self._replace(place=f"{self.place}.{key}".lstrip("."), value=self.value[key])

    def names(self) -> list[str]:
        """The keys of an object. BadData, if it is none."""
        if not isinstance(self.value, dict):
            raise self.wrong("is no object")
        return list(self.value)

    def rows(self) -> Iterator[Json]:
        """The values of a list. BadData, if it is none."""
        if not isinstance(self.value, list):
            raise self.wrong("is no list")
        for number, value in enumerate(self.value):
            yield self._replace(place=f"{self.place}[{number}]", value=value)

    def text(self) -> str:
        """A text, or a number as one. BadData for anything else."""
        if isinstance(self.value, bool) or not isinstance(self.value, str | int | float):
            raise self.wrong("is no text")
        return str(self.value)

    def texts(self) -> list[str]:
        """The texts of a list."""
        return [one.text() for one in self.rows()]

    def moment(self, form: str) -> datetime:
        """A time in a form of `strptime`, taken for UTC. BadData, if it has another."""
        try:
            return datetime.strptime(" ".join(self.text().split()), form).replace(tzinfo=UTC)
        except ValueError:
            raise self.wrong(f"{self.value!r} is no time like {form}") from None

    def wrong(self, what: str) -> BadData:
        """The error that says what is wrong here."""
        return BadData(self.path, [f"{self.place}: {what}" if self.place else what])


def json_of(path: str) -> Json:
    """What a file holds. NotFound, Failed or BadData."""
    return _parsed(path, "", _text_of(path))


def lines_of(path: str) -> Iterator[Json]:
    """What each line of a file holds, of JSON lines. NotFound, Failed or BadData."""
    for number, line in enumerate(_text_of(path).splitlines(), start=1):
        if line.strip():
            yield _parsed(path, f"line {number}", line)


def _text_of(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        raise NotFound(f"no file {path}") from None
    except (OSError, UnicodeDecodeError) as problem:
        raise Failed(f"{path}: {problem}") from None


def _parsed(path: str, place: str, text: str) -> Json:
    try:
        return Json(path, place, json.loads(text))
    except ValueError as problem:
        raise Json(path, place, None).wrong(f"is no JSON: {problem}") from None
