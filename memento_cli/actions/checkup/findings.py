"""Findings of `doctor`, and repairs of files that lose nothing.

TOML texts are treated statement by statement, since a broken file cannot be parsed.
"""

from __future__ import annotations

import os
import re
from itertools import count

from memento_cli.errors import Conflict, MementoError
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.files.files import append, create, os_errors, read_regular, replace
from memento_cli.store.journal.logs import ASIDE
from memento_cli.store.records.loaded import Broken
from memento_cli.store.toml.parse import SIZE_LIMIT
from memento_cli.store.toml.splice import HEADER
from memento_cli.store.toml.tokens import PART, statements

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence, Set
    from datetime import datetime
    from typing import Any

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection
    from memento_cli.store.records.loaded import LoadedRecord

    Cases = Iterator["Repairable"]

MARKED = "has git's conflict markers in its text"
WHO_MAY = "see who may read it: `ls -l`"
WHO_MAY_LIST = "see who may read it: `ls -ld`"
KEYED = re.compile(rf"[ \t]*((?:{PART})*+[^\s=#]+)[ \t]*=")
IN_EDITOR = "correct it in an editor; `memento store schema` describes the format"


class Checkup(NamedTuple):
    """What the checks of a store's files go by.

    `entries` are the journal's by the name of what they are about, `homes` has the path of each
    one's log by its id, `erased` the entries of erasures.
    """

    store: Store
    now: datetime
    entries: Mapping[str, list[JournalEntry]]
    homes: Mapping[str, str]
    erased: Erasures


class CheckedFile(NamedTuple):
    """A file of a memory, proposal or record: its folder, what it was read as, and its path.

    `ref` is its name in the journal, `entries` are the journal's about it.
    """

    folder: Collection[Any]
    record: LoadedRecord[Any] | Broken
    path: str
    ref: str
    entries: Sequence[JournalEntry]

    @property
    def problem(self) -> str:
        """What is wrong with it; of a readable file, that it has git's markers."""
        record = self.record
        return "; ".join(record.problem.problems) if isinstance(record, Broken) else MARKED


class Finding(NamedTuple):
    """A problem, where it is, and what to do; `fixable`: --fix repairs it without loss.

    `note`: it is no fault, only worth knowing. `after` is said once it is repaired.
    """

    where: str
    problem: str
    advice: str = ""
    fixable: bool = False
    fixed: bool = False
    note: bool = False
    after: str = ""


class Repairable(NamedTuple):
    """A finding with its repair, which is done under the lock, if there is one; `first`: other
    repairs depend on its result."""

    finding: Finding
    repair: Callable[[], object] | None = None
    first: bool = False


def fault(where: str, problem: str, advice: str = "") -> Repairable:
    """A fault that a person has to repair."""
    return Repairable(Finding(where, problem, advice))


def note(where: str, problem: str, advice: str = "") -> Repairable:
    """A note: no fault, but worth knowing."""
    return Repairable(Finding(where, problem, advice, note=True))


def fixable(
    where: str, problem: str, advice: str, repair: Callable[[], object], after: str = ""
) -> Repairable:
    """A fault that --fix repairs."""
    return Repairable(Finding(where, problem, advice, fixable=True, after=after), repair)


def guarded(path: str, cases: Cases) -> list[Repairable]:
    """The cases of one file; an error while checking it becomes one more case of that file."""
    complete: list[Repairable] = []
    try:
        for case in cases:
            complete.append(case)
    except (MementoError, OSError) as problem:
        complete.append(fault(path, f"cannot be checked: {problem}", WHO_MAY))
    return complete


def without_repeats(text: str) -> str | None:
    """The text with each table once, and the last value of each key that is repeated in it; None
    if nothing is repeated, or if a header cannot be read."""
    order: list[dict[str, str]] = [{}]
    tables: dict[tuple[str, ...], dict[str, str]] = {(): order[0]}
    table, repeated = order[0], False
    for nth, statement in enumerate(statements(text)):
        header, keyed = HEADER.match(statement), KEYED.match(statement)
        if header:
            path = tuple(part.strip() for part in header[2].split("."))
            if header[1] == "[[":
                tables = {old: table for old, table in tables.items() if old[: len(path)] != path}
            if header[1] == "[" and path in tables:
                table, repeated = tables[path], True
                continue
            table = {f"#{nth}": statement}
            order.append(table)
            tables |= {path: table} if header[1] == "[" else {}
        elif keyed:
            repeated |= table.pop(keyed[1], None) is not None
            table[keyed[1]] = statement if statement.endswith("\n") else statement + "\n"
        elif statement.lstrip().startswith("["):
            return None  # a header that only a whole parser reads
        else:
            table[f"#{nth}"] = statement
    return "".join(part for table in order for part in table.values()) if repeated else None


def rewrite(store: Store, path: str, raw: bytes, fresh: bytes | None, *, keep: bool) -> None:
    """Replace the examined bytes `raw` by `fresh`, or remove the file if None.

    `keep`: a copy of the old bytes stays beside it.
    """
    check_same(path, raw)
    if keep and fresh != raw:
        keep_copy(path, ".orig", raw)
    if fresh is None:
        with os_errors(path):
            os.unlink(path)
    else:
        replace(path, fresh)
    store.changed.append(path)


def check_same(path: str, raw: bytes) -> None:
    """Raise Conflict if a file has other bytes than when it was examined."""
    if read_regular(path, max(SIZE_LIMIT, len(raw))) != raw:
        raise Conflict(f"{path} changed meanwhile", "run `memento doctor` again")


def aside_of(store: Store, path: str) -> str:
    """The path to which bad lines of a log are moved, in this clone's own folder."""
    name = os.path.relpath(path, store.root).replace(os.sep, "-")
    return os.path.join(store.root, ASIDE, name)


def set_aside(store: Store, path: str, raw: bytes, bad: Set[int], marks: Set[int]) -> None:
    """Take lines, by their numbers, out of a log: `bad` ones are moved to `aside_of`, git's markers
    (`marks`) are dropped."""
    check_same(path, raw)
    lines = raw.split(b"\n")
    aside = b"".join(line + b"\n" for number, line in enumerate(lines, 1) if number in bad)
    rest = [line for number, line in enumerate(lines, 1) if number not in {*bad, *marks}]
    if aside:
        append(aside_of(store, path), aside)
    replace(path, b"\n".join(rest) + b"\n" * bool(rest and rest[-1]))
    store.changed.append(path)


def keep_copy(path: str, suffix: str, raw: bytes) -> str:
    """Write bytes beside a file under a free name, and answer its path."""
    names = (f"{path}{f'.{nth}' if nth else ''}{suffix}" for nth in count())  # git ignores these
    copy = next(name for name in names if not os.path.lexists(name))
    create(copy, raw)
    return copy


def usual_advice(problem: str) -> str:
    if "can be no id" in problem or "an id of more" in problem or "has the id of" in problem:
        return "rename the file"
    if "not a regular file" in problem or "symbolic link" in problem:
        return "put a plain file in its place; nothing else is read"
    if problem.startswith("cannot be read"):
        return WHO_MAY
    return IN_EDITOR
