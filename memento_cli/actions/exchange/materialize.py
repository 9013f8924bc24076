"""agent materialize: keep a host's file of memories, and take in what was changed in it.

What the file says that the store does not becomes acts of the store first, in one batch; then the
file is written, if anything in it is to change. A kill between the two leaves nothing to repair:
the same run again finds the store as the file says.
"""

from __future__ import annotations

from memento_cli.actions.exchange.block_acts import Acting, foreseen, take_in
from memento_cli.actions.exchange.block_content import new_content
from memento_cli.actions.exchange.block_reading import read_block
from memento_cli.actions.exchange.memory_files import check_place, replace_file
from memento_cli.actions.exchange.targets import listed_targets
from memento_cli.core.security.trust import USER
from memento_cli.errors import Conflict, MementoError
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from memento_cli.actions.exchange.block_acts import TakenIn
    from memento_cli.actions.exchange.block_content import NewContent
    from memento_cli.actions.exchange.block_reading import Reading
    from memento_cli.actions.exchange.targets import Target
    from memento_cli.store.directory.store import Store

ATTEMPTS = 3


class Materialized(NamedTuple):
    """What was taken in, by ids, and what the file has now.

    `doubled` were changed in the file and in the store; the file's text became a memory of its own.
    `waiting` are for a person to decide. `problems` are texts that could not be taken in, each with
    the reason; they stay in the file. `outside` counts memories that stand around the block.
    `written` says that the file has changed, `kept` how many memories it has.
    """

    path: str
    edited: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    forgotten: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    kept: int = 0
    outside: int = 0
    written: bool = False
    batch: str = ""

    @property
    def nothing(self) -> bool:
        """Whether there is nothing to tell."""
        return not (self.written or self.batch or self.waiting or self.problems)


def materialize(
    store: Store,
    target: Target,
    now: datetime,
    *,
    via: str = "cli",
    by: str = USER,
    agreed: Collection[str] = (),
    dry: bool = False,
) -> Materialized:
    """Take in what a file says that the store does not, and write its block anew.

    `agreed` are the memories that a person lets be forgotten, or changed in their own words; others
    wait, and so does their place in the file. Conflict if another program changes the file again
    and again. With `dry` nothing is written, and what would be added has no ids.
    """
    acting = Acting(store, now, via, by, agreed)
    for attempt in range(ATTEMPTS):
        reading = read_block(store, target.path)
        if dry:
            taken = foreseen(reading, agreed)
            new = new_content(store, target, reading, taken, now)
            more = len(taken.done["added"]) + len(taken.done["doubled"])
            new = new._replace(kept=new.kept + more)
            is_written = _is_new(reading, new) or not reading.changes.nothing
            if is_written:
                check_place(reading.file)
            return _outcome(target, taken, new, is_written)
        with store.lock.held():
            store.writer()  # a store that may not be written fills no file
            with store.one_act():
                taken = take_in(acting, reading, target.query)
        new = new_content(store, target, reading, taken, now)
        is_written = _is_new(reading, new)
        try:
            if is_written:
                replace_file(reading.file, new.content)
            return _outcome(target, taken, new, is_written)
        except (Conflict, FileExistsError):
            if attempt == ATTEMPTS - 1:
                raise
    raise AssertionError


def materialize_listed(
    store: Store, now: datetime, *, via: str = "cli", dry: bool = False
) -> list[Materialized]:
    """Keep each listed file; what a person has to decide waits. One that cannot be kept is warned
    of."""
    done = []
    for target in listed_targets(store):
        try:
            done.append(materialize(store, target, now, via=via, dry=dry))
        except MementoError as problem:
            store.warn(problem.message)
    return done


def _is_new(reading: Reading, new: NewContent) -> bool:
    """Whether the file is to be written: nothing makes a block that would be empty."""
    is_there = bool(new.kept) or reading.block.is_there
    return new.content != reading.file.raw and is_there


def _outcome(target: Target, taken: TakenIn, new: NewContent, is_written: bool) -> Materialized:
    return Materialized(
        target.path,
        **taken.done,
        waiting=taken.waiting,
        problems=taken.problems,
        kept=new.kept,
        outside=new.outside,
        written=is_written,
        batch=taken.batch,
    )
