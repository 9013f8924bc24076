"""Repairs of files that lose nothing: what a merge left half done, and an id that is not its own.

The texts are judged statement by statement, since a broken file has no tree yet.
"""

from __future__ import annotations

import os
import re
from itertools import count

from memento_cli.errors import Conflict
from memento_cli.store.files.files import append, create, os_errors, read_regular, replace
from memento_cli.store.journal.logs import ASIDE
from memento_cli.store.toml.entries import HEADER
from memento_cli.store.toml.parse import SIZE_LIMIT
from memento_cli.store.toml.tokens import PART, statements

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from memento_cli.store.directory.store import Store

KEYED = re.compile(rf"[ \t]*((?:{PART})*+[^\s=#]+)[ \t]*=")
LOG_MARK = re.compile(rb"(?:<{7} .*|\|{7} .*|={7}|>{7} .*)\r?")


def without_repeats(text: str) -> str | None:
    """The text with each table once, and of each key that stands twice in it only the last."""
    order: list[dict[str, str]] = [{}]
    known: dict[tuple[str, ...], dict[str, str]] = {(): order[0]}
    here, repeated = order[0], False
    for nth, statement in enumerate(statements(text)):
        header, keyed = HEADER.match(statement), KEYED.match(statement)
        if header:
            path = tuple(part.strip() for part in header[2].split("."))
            if header[1] == "[[":
                known = {old: table for old, table in known.items() if old[: len(path)] != path}
            if header[1] == "[" and path in known:
                here, repeated = known[path], True
                continue
            here = {f"#{nth}": statement}
            order.append(here)
            known |= {path: here} if header[1] == "[" else {}
        elif keyed:
            repeated |= here.pop(keyed[1], None) is not None
            here[keyed[1]] = statement if statement.endswith("\n") else statement + "\n"
        elif statement.lstrip().startswith("["):
            return None  # a header that only a whole parser reads
        else:
            here[f"#{nth}"] = statement
    return "".join(part for table in order for part in table.values()) if repeated else None


def rewriting(
    store: Store, path: str, raw: bytes, fresh: bytes | None, *, keep: bool
) -> Callable[[], None]:
    """The act of putting repaired bytes, or nothing, in the place of the ones that were judged."""

    def rewrite() -> None:
        with store.lock.held():
            if read_regular(path, max(SIZE_LIMIT, len(raw))) != raw:
                raise Conflict(f"{path} changed meanwhile", "run `memento doctor` again")
            if keep and fresh != raw:
                kept_copy(path, ".orig", raw)
            if fresh is None:
                with os_errors(path):
                    os.unlink(path)
            else:
                replace(path, fresh)
            store.changed.append(path)

    return rewrite


def aside_of(store: Store, path: str) -> str:
    """Where the bad lines of a log are set aside: in this clone's own folder."""
    name = os.path.relpath(path, store.root).replace(os.sep, "-")
    return os.path.join(store.root, ASIDE, name)


def setting_aside(
    store: Store, path: str, raw: bytes, bad: Collection[int], marks: Collection[int]
) -> Callable[[], None]:
    """The act of taking lines, by their numbers, out of a log: bad ones are kept beside it, and
    git's markers are not."""
    rows = raw.split(b"\n")
    aside = b"".join(row + b"\n" for place, row in enumerate(rows, 1) if place in bad)
    kept = [row for place, row in enumerate(rows, 1) if place not in {*bad, *marks}]
    fresh = b"\n".join(kept) + b"\n" * bool(kept and kept[-1])

    def set_aside() -> None:
        with store.lock.held():
            if read_regular(path, max(SIZE_LIMIT, len(raw))) != raw:
                raise Conflict(f"{path} changed meanwhile", "run `memento doctor` again")
            if aside:
                append(aside_of(store, path), aside)
            replace(path, fresh)
            store.changed.append(path)

    return set_aside


def kept_copy(path: str, suffix: str, raw: bytes) -> str:
    """Keep bytes beside a file under a name that is free."""
    for nth in count():
        copy = f"{path}{f'.{nth}' if nth else ''}{suffix}"  # the end is what git passes over
        if not os.path.lexists(copy):
            create(copy, raw)
            return copy
    raise AssertionError


def without_markers(raw: bytes) -> bytes:
    """A log without the lines that git's conflicts left; both sides stay."""
    lines = raw.split(b"\n")
    return b"\n".join(line for line in lines if not LOG_MARK.fullmatch(line))
