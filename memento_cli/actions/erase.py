"""erase: take what memories say out of the store, for good. The opposite of everything else here.

Once the `erased` line stands, whatever happens then, the next act, of any clone, goes on with it.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from memento_cli.actions.edit import content_line
from memento_cli.actions.reading import is_known
from memento_cli.core.history import ERASED
from memento_cli.core.memory import Memory
from memento_cli.errors import BadData, Failed, NotFound, Refused
from memento_cli.index.index import discard
from memento_cli.store.collection import Broken
from memento_cli.store.collection import Collection as Folder
from memento_cli.store.erasing import HASHED, Traces, finish, traces_of, with_salt, words_hash
from memento_cli.store.git import asked
from memento_cli.store.store import Store

QUOTED = 20
"""So many signs in common are a quotation; fewer may be chance."""


class InGit(NamedTuple):
    """What git's history still holds: how many commits, of which paths under the work tree."""

    commits: int
    paths: tuple[str, ...]


class Receipt(NamedTuple):
    """What an erasure took out, or would: files, lines of logs, links; and what is left to do.

    `quoting` are memories that were derived from an erased one, or have its words.
    """

    ids: tuple[str, ...]
    traces: Traces
    unlinked: tuple[str, ...]
    quoting: tuple[str, ...]
    git: InGit | None
    batch: str = ""


def erasure(store: Store, ids: Sequence[str]) -> Receipt:
    """What an erasure of these memories would take out. Refused for a pinned one."""
    found = dict(_found(store, ids))
    for id, memory in found.items():
        if memory and memory.pinned:
            raise Refused(f"{id} is pinned", f"`memento unpin {id}` first")
    traces = traces_of(store, ids)
    others = list(_others(store, ids))
    linked = [memory.id for memory, _ in others if _leads_to(memory, ids)]
    texts = [text for memory in found.values() if memory for text in _texts(memory)]
    quoting = [memory.id for memory, _ in others if _derived(memory, ids) or _quotes(memory, texts)]
    return Receipt(tuple(ids), traces, tuple(linked), tuple(quoting), _in_git(store, traces, ids))


def erase(store: Store, ids: Sequence[str], now: datetime, *, via: str = "cli") -> Receipt:
    """Erase memories from files, archive, logs and index. It cannot be undone.

    Every clone that takes the line in does the same, and refuses what a merge brings back.
    """
    with store.lock.held():
        with_salt(store)
        receipt = erasure(store, ids)
        _unlink(store, ids, now, via)
        signature = store.signed(now, via)
        lines = [
            signature.line(ERASED, id, more={HASHED: _hash(store, memory)} if memory else {})
            for id, memory in _found(store, ids)
        ]
        written = store.journal.append_erased(lines)
        finish(store)
    discard(store.root)
    return receipt._replace(batch=written[0].batch or written[0].id)


def _found(store: Store, ids: Sequence[str]) -> Iterator[tuple[str, Memory | None]]:
    """The memories, of which a file may be gone or broken."""
    for id in ids:
        memory = None
        for folder in (store.memories, store.archive):
            try:
                memory = memory or folder.read(id).value
            except (BadData, NotFound):
                continue
        if memory is None and not is_known(store, id) and id not in store.memories:
            raise NotFound(f"No memory with id {id}")
        yield id, memory


def _hash(store: Store, memory: Memory) -> str:
    return words_hash(store, memory.content.summary, memory.content.detail)


def _others(store: Store, ids: Collection[str]) -> Iterator[tuple[Memory, Folder[Memory]]]:
    for folder in (store.memories, store.archive):
        for this in folder.scan():
            if not isinstance(this, Broken) and this.id not in ids:
                yield this.value, folder


def _leads_to(memory: Memory, ids: Collection[str]) -> bool:
    return any(link.target in ids for link in memory.links)


def _derived(memory: Memory, ids: Collection[str]) -> bool:
    return any(link.rel == "derived_from" and link.target in ids for link in memory.links)


def _texts(memory: Memory) -> list[str]:
    """What would be a quotation: the summary, and each line of the detail."""
    lines = (memory.content.summary, *memory.content.detail.split("\n"))
    return [text for line in lines if len(text := _plain(line)) >= QUOTED]


def _quotes(memory: Memory, texts: Sequence[str]) -> bool:
    said = _plain(f"{memory.content.summary} {memory.content.detail}")
    return any(text in said for text in texts)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _unlink(store: Store, ids: Collection[str], now: datetime, via: str) -> None:
    """Take out the links that lead to what is erased."""

    def without(memory: Memory) -> Memory:
        kept = tuple(link for link in memory.links if link.target not in ids)
        return memory._replace(links=kept)

    signature = store.signed(now, via)
    for memory, folder in list(_others(store, ids)):
        if _leads_to(memory, ids):
            change = folder.change(memory.id, without)[2]
            store.journal.append([content_line(signature, "unlinked", memory.id, change)])


def _in_git(store: Store, traces: Traces, ids: Sequence[str]) -> InGit | None:
    """What the history of a repository has of them; None outside of one, or without git."""
    try:
        top = asked(store.root, "rev-parse", "--show-prefix")
    except Failed:
        return None
    if top.code:
        return None
    prefix = os.fsdecode(top.out.rstrip(b"\n"))
    inside = [os.path.relpath(path, store.root) for path in traces.lines]
    inside += [f"{folder}/{id}.toml" for id in ids for folder in ("memories", "archive")]
    listed = asked(
        store.root, "--literal-pathspecs", "log", "--all", "--no-renames", "--name-only", "-z",
        "--format=%x00%H", "--", *inside,
    )  # fmt: skip
    parts = os.fsdecode(listed.out).split("\0")
    names = {part.lstrip("\n") for part in parts} & {prefix + path for path in inside}
    commits = {part for part in parts if len(part) in (40, 64) and part.isalnum()}
    return InGit(len(commits), tuple(sorted(names)))
