"""Searching versions of files that git has for the text of erased memories."""

from __future__ import annotations

from memento_cli.core.journal.proposal_entries import proposal_in
from memento_cli.core.memory.record_kinds import held, whole_ref
from memento_cli.core.redaction.erased import HASHED, former_ids_of
from memento_cli.core.redaction.erased_records import record_erasures
from memento_cli.store.redaction.erasure import erased_behind_proposal, is_erased_memory
from memento_cli.store.redaction.files import file_words_hash, without_erased
from memento_cli.store.redaction.logs import (
    entries_about,
    erased_entries,
    event_ids,
    events_with_words,
    logs_of,
    mentions_any,
)

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.store import Store


def is_erased(store: Store, erased: Erasures, id: str, raw: bytes) -> bool:
    """Whether the file of a memory or record has erased text."""
    return any(whole_ref(name) == id for name in erased) and bool(
        Words(store, erased).in_file(id, raw)
    )


class Words:
    """Finds the text of erased memories in versions of files."""

    def __init__(self, store: Store, erased: Erasures) -> None:
        self._store, self._erased = store, erased
        self._logs = logs_of(store, erased, [])
        self._formers = former_ids_of(self._logs.lines, erased)
        self._held, self._events = record_erasures(erased), event_ids(erased)
        doomed = erased_entries(self._logs, erased)
        self._lines = {line.id: self._logs.proposed.get(line.id, line.memory) for line in doomed}
        self._about = {line.memory for line in doomed}
        self.proposals = sorted({id for line in doomed if (id := proposal_in(line))})
        """The proposals that were about erased memories, or became one."""

    def in_file(self, id: str, raw: bytes) -> str:
        """The erased memory or record whose text a version of the file of `id` has; or empty."""
        if held(id):
            rest = without_erased(id, raw, self._held, self._logs.lines)
            return id if rest != raw else ""
        if id in self._erased:
            return id if is_erased_memory(self._store, self._erased, self._logs, id, raw) else ""
        words = file_words_hash(self._store, raw)
        later = self._formers.get(id, set())
        lines = (line for each in later for line in self._erased[each])
        hashed = (line.memory for line in lines if line.more.get(HASHED) == words)
        return next(hashed, "")

    def in_proposal(self, raw: bytes) -> str:
        """The erased memory that a version of a proposal is about or has the text of; or empty."""
        return erased_behind_proposal(self._store, self._erased, raw)

    def in_log(self, raw: bytes) -> list[str]:
        """The erased memories and events whose text a version of a log has."""
        events = events_with_words(raw, self._events) if self._events else []
        if not mentions_any(raw, {*self._erased, *self._formers, *self._about}):
            return events
        entries = (entry for entry in entries_about(raw, self._about) if entry.text)
        memories = [self._lines[entry.id] for entry in entries if entry.id in self._lines]
        return list(dict.fromkeys((*events, *memories)))
