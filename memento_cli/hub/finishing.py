"""What is left to do once the files of a hub are in place, as after a merge of git: memories that
lost their id to another get their own acts, and links to what was erased are taken out."""

from __future__ import annotations

from contextlib import suppress

from memento_cli.actions.checkup.findings import Checkup
from memento_cli.actions.checkup.memories import archive_cases, link_cases
from memento_cli.actions.checkup.merges import double_cases
from memento_cli.actions.checkup.strengths import number_cases
from memento_cli.actions.git.id_conflict import formers, home_of, lines_under, part, show
from memento_cli.errors import BadData, BadId, NotFound
from memento_cli.store.records.loaded import Broken
from memento_cli.store.redaction.erasure import erasures, remove_erased_if_possible

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from datetime import datetime

    from memento_cli.actions.checkup.findings import Cases
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.store.records.collection import Collection as Records


def finish(store: Store, touched: Collection[str], now: datetime, *, after_erasure: bool) -> None:
    """Finish a pull that has written the memories `touched`; `after_erasure`: this clone has just
    heard of one, so any memory may have links to what is gone."""
    with store.lock.held():
        erased = erasures(store)
        if erased:
            remove_erased_if_possible(store)  # a file may have had it that came just now
        for id in touched if _has_written(store) else ():
            with suppress(BadData, BadId, NotFound):
                if formers(id, home_of(store, id).read(id).document):
                    part(store, id, now, first_seen=True)
        _make_whole(store, touched, now)
        if _has_written(store):
            _own_place_and_numbers(store, touched, now)
        if not erased:
            return
        checkup = Checkup(store, now, {}, {}, erased)
        known = dict.fromkeys((*store.memories.ids(), *store.archive.ids()), "")
        for folder, memory in _memories(store, None if after_erasure else touched):
            if any(link.target in erased for link in memory.links):
                _repair(link_cases(checkup, folder, memory, known))


def _repair(cases: Cases) -> None:
    for case in cases:
        if case.repair:
            case.repair()


def _has_written(store: Store) -> bool:
    """Whether this clone has a log of its own: only what it did itself may be under a former id."""
    own = "{}-{}.jsonl".format(*store.writer())
    return any(path.endswith(own) for path in store.journal.files())


def _make_whole(store: Store, ids: Collection[str], now: datetime) -> None:
    """Make those of these memories one that are in both folders: a clone archived what another had
    parted from the same memory."""
    for id in ids:
        if id in store.memories and id in store.archive:
            checkup = Checkup(store, now, {id: store.journal.lines(id).lines}, {}, {})
            paths = ({id: store.memories.path(id)}, {id: store.archive.path(id)})
            _repair(double_cases(checkup, *paths))


def _own_place_and_numbers(store: Store, ids: Collection[str], now: datetime) -> None:
    """Let memories be where their acts put them: this clone may have restored one that another has
    archived. Those that lost their id show their own strength, without the other's acts."""
    for id in ids:
        with suppress(BadData, BadId, NotFound):
            folder = home_of(store, id)
            record = folder.read(id)
            has_former = bool(formers(id, record.document))
            if not has_former and folder is not store.archive:
                continue
            entries, writers = lines_under(store, id)
            checkup = Checkup(store, now, {id: entries}, writers, {})
            if has_former and any(number_cases(checkup, folder, record.value)):
                show(store, id, now)
            _repair(archive_cases(checkup, folder, record.value))


def _memories(
    store: Store, ids: Collection[str] | None
) -> Iterator[tuple[Records[Memory], Memory]]:
    """These memories, or all, each with its folder; what cannot be read is passed over."""
    for folder in (store.memories, store.archive):
        if ids is None:
            records = (record for record in list(folder.scan()) if not isinstance(record, Broken))
            yield from ((folder, record.value) for record in records)
            continue
        for id in ids:
            with suppress(BadData, BadId, NotFound):
                yield folder, folder.read(id).value
