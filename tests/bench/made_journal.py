"""The journal of a generated store: a line that opens each memory, and uses of some of them."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from memento_cli.core.journal.line_ids import RANDOM_BITS, line_id
from tests.bench.templates import line_template, zulu

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from tests.bench.templates import Drawn

USED_SHARE, MOST_USES = 0.2, 3
OPENED, USED = ("recorded", "writer-0123abcd.jsonl"), ("used", "reader-4567cdef.jsonl")
AT_ONCE = 10_000


class MadeJournal:
    """Writes lines in the order of their ids, as one who records and one who reads would."""

    def __init__(self, folder: str, until: datetime, random: Random) -> None:
        self.folder, self.until, self.random = folder, until, random
        self._opened, self._used = line_template(OPENED[0]), line_template(USED[0])
        self._uses: list[tuple[int, str]] = []
        self._lines: dict[str, list[str]] = {}
        self._waiting = 0

    def add(self, drawn: Drawn) -> None:
        """The line of a memory, which is no older than those before it; its uses come later."""
        number = self._number(drawn.created)
        self._add(OPENED[1], self._opened, number, drawn.id, zulu(drawn.last))
        self._uses += [(self._number(at), drawn.id) for at in self._moments(drawn)]

    def close(self) -> None:
        """Write the uses, and all that waits to be written."""
        for number, id in sorted(self._uses):
            self._add(USED[1], self._used, number, id)
        self._flush()

    def _moments(self, drawn: Drawn) -> Iterator[datetime]:
        """When it was used: for most of them never, for the others after the numbers it has."""
        if drawn.last > drawn.created and self.random.random() < USED_SHARE:
            for _ in range(self.random.randint(1, MOST_USES)):
                yield drawn.last + (self.until - drawn.last) * self.random.random()

    def _number(self, at: datetime) -> int:
        return int(at.timestamp()) * 1000 << RANDOM_BITS | self.random.getrandbits(RANDOM_BITS)

    def _add(self, name: str, template: str, number: int, id: str, last: str = "") -> None:
        millis = number >> RANDOM_BITS
        at = datetime.fromtimestamp(millis // 1000, UTC)
        said = {"line": line_id(millis, number), "at": zulu(at), "id": id, "last": last}
        path = os.path.join(self.folder, f"{at:%Y-%m}", name)
        self._lines.setdefault(path, []).append(template % said + "\n")
        self._waiting += 1
        if self._waiting >= AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        for path, lines in self._lines.items():
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "a", encoding="utf-8") as file:
                file.writelines(lines)
        self._lines, self._waiting = {}, 0
