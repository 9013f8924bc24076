"""Repairs of files that lose nothing: what a merge left half done, and an id that is not its own.

The texts are judged statement by statement, since a broken file has no tree yet.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from itertools import count
from typing import Any

from memento_cli.core.memory import Memory
from memento_cli.errors import BadData, Conflict
from memento_cli.store.collection import Collection
from memento_cli.store.entries import HEADER
from memento_cli.store.files import create, read_regular, replace
from memento_cli.store.memory_file import PROJECTED
from memento_cli.store.store import Store
from memento_cli.store.toml import PART, SIZE_LIMIT, parsed, statements

KEYED = re.compile(rf"[ \t]*((?:{PART})*+[^\s=#]+)[ \t]*=")
MARK = re.compile(r"(<{7}|\|{7}|={7}|>{7})(?: |\r?$)")
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


def sides(text: str) -> tuple[str, str] | None:
    """Both sides of a text with git's conflict markers, if they are whole."""
    ours, theirs, where = list[str](), list[str](), ""
    turns = {"": "<<<<<<<", "<<<<<<<": "|||||||=======", "|||||||": "=======", "=======": ">>>>>>>"}
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        mark = MARK.match(line)
        if mark:
            if mark[1] not in turns[where]:
                return None
            where = "" if mark[1] == ">>>>>>>" else mark[1]
            continue
        if where in ("", "<<<<<<<"):
            ours.append(line)
        if where in ("", "======="):
            theirs.append(line)
    return None if where else ("".join(ours), "".join(theirs))


def mended(collection: Collection[Memory], id: str, text: str, known: bool) -> str | None:
    """A broken memory's text, repaired without loss, if that can be done.

    `known` says whether the journal opens its strength: then the numbers and acts in the file are
    only shown there, and any side of a merge serves.
    """
    pair = sides(text)
    if pair and pair != (text, text):
        return _agreed([side for side in pair if _reads(collection, id, side)], collection, known)
    once = without_repeats(text)
    return once if once is not None and _reads(collection, id, once) else None


def _agreed(read: list[str], collection: Collection[Memory], known: bool) -> str | None:
    """The side with the newer numbers, where both say the same but for what is only shown."""
    if len(read) < 2:
        return None
    documents = [parsed(side.encode(), "").data for side in read]
    one, other = (_said(data, known) for data in documents)
    if one != other:
        return None
    return max(zip(read, documents, strict=True), key=lambda pair: _newness(pair[1], collection))[0]


def _said(data: dict[str, Any], known: bool) -> dict[str, Any]:
    memory = data["memory"]
    drop = PROJECTED if known else ()
    return data | {"memory": {key: value for key, value in memory.items() if key not in drop}}


def _newness(data: dict[str, Any], collection: Collection[Memory]) -> Any:
    strength = collection.codec.value("", data).strength
    return strength.last_reinforced, strength.reinforcement_count


def _reads(collection: Collection[Memory], id: str, text: str) -> bool:
    try:
        data = parsed(text.encode(), "").data
        collection.codec.value(id, data)
    except BadData:
        return False
    return bool(data["memory"]["id"] == id)


def rewriting(
    store: Store, path: str, raw: bytes, fresh: bytes, *, keep: bool
) -> Callable[[], None]:
    """The act of putting repaired bytes in the place of the ones that were judged."""

    def rewrite() -> None:
        with store.lock.held():
            if read_regular(path, max(SIZE_LIMIT, len(raw))) != raw:
                raise Conflict(f"{path} changed meanwhile", "run `memento doctor` again")
            if keep:
                kept_copy(path, ".orig", raw)
            replace(path, fresh)

    return rewrite


def kept_copy(path: str, suffix: str, raw: bytes) -> str:
    """Keep bytes beside a file under a name that is free."""
    for nth in count():
        copy = f"{path}{suffix}{f'.{nth}' if nth else ''}"
        if not os.path.lexists(copy):
            create(copy, raw)
            return copy
    raise AssertionError


def without_markers(raw: bytes) -> bytes:
    """A log without the lines that git's conflicts left; both sides stay."""
    lines = raw.split(b"\n")
    return b"\n".join(line for line in lines if not LOG_MARK.fullmatch(line))
