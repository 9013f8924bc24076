"""Lines of logs that came from a hub: appended to the logs that lack them."""

from __future__ import annotations

import os
from itertools import groupby

from memento_cli.core.journal.event_types import ADOPTION
from memento_cli.hub.lines import ERASURES, id_in, is_log_path, is_sound
from memento_cli.hub.local import has_all, lines_since, place_of
from memento_cli.store.files.files import append, read_regular, refuse_link, replace
from memento_cli.store.redaction.pending import any_erased

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from memento_cli.hub.lines import HubLine
    from memento_cli.hub.notes import LogNote, Notes
    from memento_cli.store.directory.store import Store

DERIVED = f'"via": "{ADOPTION}"'.encode()
"""Part of a line that every clone derives alike, and has in a log of its own."""


def is_rolled_back(store: Store, clone: str, lines: Iterable[HubLine]) -> bool:
    """Whether the hub has lines of this clone that it has lost itself: it was restored from a copy,
    and must not go on in its old logs."""
    own = (line for line in lines if line.log.endswith(f"-{clone}.jsonl") and is_sound(line))
    by_log = groupby(sorted(own, key=lambda line: line.log), key=lambda line: line.log)
    return any(
        not {line.id for line in group} <= _ids_in(place_of(store, log)).keys()
        for log, group in by_log
    )


def take_lines(store: Store, notes: Notes, lines: Sequence[HubLine]) -> int:
    """Append the lines that the logs lack, those of erasures first; how many there were.

    What was erased is removed when the lock is taken next.
    """
    sound = [line for line in lines if is_sound(line)]
    if len(sound) < len(lines):
        store.warn(f"{len(lines) - len(sound)} lines of the hub cannot be read; passed over")
    ordered = sorted(sound, key=lambda line: (not line.log.startswith(ERASURES), line.log, line.id))
    known, added = notes.logs(), 0
    fresh: dict[str, LogNote] = {}
    with store.lock.held():
        for log, group in groupby(ordered, key=lambda line: line.log):
            place, lines = place_of(store, log), list(group)
            refuse_link(os.path.dirname(os.path.dirname(place)))
            refuse_link(os.path.dirname(place))
            had_all, existing = has_all(place, known.get(log)), _ids_in(place)
            rows = [line.raw for line in lines if line.id not in existing]
            _blank(store, place, {existing.get(line.id, b""): line for line in lines})
            if rows:
                append(place, b"".join(row + b"\n" for row in rows))
                store.changed.append(place)
                added += len(rows)
            after = lines_since(log, place, None) if had_all else None
            if after:
                fresh[log] = after.note
        blank_copies(store, (line for line in sound if DERIVED in line.head))
    notes.note_logs(fresh)
    return added


def blank_copies(store: Store, lines: Iterable[HubLine]) -> set[str]:
    """Take the words away, in every log, of lines that the hub has without; the ids of those that
    have none here by now. Lines that each clone derives for itself are in several logs."""
    wordless = [line for line in lines if line.words is None]
    if not (wordless and any_erased(store.root)):
        return set()
    with store.lock.held():
        for place in (*store.journal.files(), *store.events.files()):
            existing = _ids_in(place)
            _blank(store, place, {existing.get(line.id, b""): line for line in wordless})
    return {line.id for line in wordless}


def _blank(store: Store, place: str, lines: Mapping[bytes, HubLine]) -> None:
    """Take the words of lines away that the hub has without: others have erased what they are
    about, and that may not be told by the lines of this clone."""
    blanked = {
        row: line.raw
        for row, line in lines.items()
        if row and line.words is None and len(line.raw) < len(row)
    }
    if blanked and any_erased(store.root):
        rows = read_regular(place).split(b"\n")
        replace(place, b"\n".join(blanked.get(row, row) for row in rows))
        store.changed.append(place)


def missing_lines(store: Store, lines: Iterable[HubLine]) -> int:
    """How many of these lines the logs lack."""
    by_log = groupby(sorted(lines, key=lambda line: line.log), key=lambda line: line.log)
    counts = (
        len({line.id for line in group} - _ids_in(place_of(store, log)).keys())
        for log, group in by_log
        if is_log_path(log)
    )
    return sum(counts)


def _ids_in(place: str) -> dict[str, bytes]:
    """The lines of a log by id; none if there is no log."""
    try:
        rows = read_regular(place).split(b"\n")
    except FileNotFoundError:
        return {}
    return {id: row for row in rows if row and (id := id_in(row))}
