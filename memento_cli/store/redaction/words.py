"""The words of erased memories, to be looked for in what git has of a store."""

from __future__ import annotations

from memento_cli.core.memory.record_kinds import held, whole_ref
from memento_cli.core.redaction.erased import HASHED, formers
from memento_cli.core.redaction.erased_records import of_held
from memento_cli.store.redaction.erasure import is_its, is_proposed
from memento_cli.store.redaction.events import event_ids, told_events
from memento_cli.store.redaction.lines import doomed_lines, logs_of
from memento_cli.store.redaction.logs import lines_about, names_any
from memento_cli.store.redaction.proposals import proposal_in
from memento_cli.store.redaction.records import without_erased
from memento_cli.store.redaction.salt import hash_of

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.core.redaction.erased import Erasures
    from memento_cli.store.directory.store import Store


def is_erased(store: Store, told: Erasures, id: str, raw: bytes) -> bool:
    """Whether the bytes of the file of a memory, or of what else holds, have what was erased."""
    return any(whole_ref(name) == id for name in told) and bool(Words(store, told).in_file(id, raw))


class Words:
    """The words of erased memories, to be looked for in versions of files that git has."""

    def __init__(self, store: Store, told: Erasures) -> None:
        self._store, self._told = store, told
        self._logs = logs_of(store, told, [])
        self._formers = formers(self._logs.lines, told)
        self._held, self._events = of_held(told), event_ids(told)
        doomed = doomed_lines(self._logs, told)
        self._lines = {line.id: self._logs.proposing.get(line.id, line.memory) for line in doomed}
        self._about = {line.memory for line in doomed}
        self.proposals = sorted({id for line in doomed if (id := proposal_in(line))})
        """Those that were about erased memories, or became one."""

    def in_file(self, id: str, raw: bytes) -> str:
        """What was erased that a version of the file of `id` has the words of, if any."""
        if held(id):
            left = without_erased(id, raw, self._held, self._logs.lines)
            return id if left != raw else ""
        if id in self._told:
            return id if is_its(self._store, self._told, self._logs, id, raw) else ""
        words = hash_of(self._store, raw)
        later = self._formers.get(id, set())
        lines = (line for each in later for line in self._told[each])
        hashed = (line.memory for line in lines if line.more.get(HASHED) == words)
        return next(hashed, "")

    def in_proposal(self, raw: bytes) -> str:
        """The erased memory that a version of a proposal is about, or has the words of, if any."""
        return is_proposed(self._store, self._told, raw)

    def in_log(self, raw: bytes) -> list[str]:
        """The erased memories, and events, whose words a version of a log has."""
        events = told_events(raw, self._events) if self._events else []
        if not names_any(raw, {*self._told, *self._formers, *self._about}):
            return events
        told = (line for line in lines_about(raw, self._about) if line.text)
        its = [self._lines[line.id] for line in told if line.id in self._lines]
        return list(dict.fromkeys((*events, *its)))
