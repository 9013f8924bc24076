"""Who does an act, why, and from which events: what its entry says beside what changed."""

from __future__ import annotations

from memento_cli.core.journal.event_types import EVIDENCE
from memento_cli.core.memory.ids import checked_id
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.core.security.secret_checks import allowance, allowed_kinds
from memento_cli.core.security.trust import USER, is_persons
from memento_cli.errors import Unasked
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from typing import Any

    from memento_cli.core.journal.history import EntrySignature


class Provenance(NamedTuple):
    """What an act's line tells beside what changed: who and why, and from which events.

    `trust` is that of who does it (`core/security/trust.py`); what it writes says so in its file.
    `agreed`, if the person has whose words it takes away.
    """

    signature: EntrySignature
    evidence: tuple[str, ...] = ()
    allow_secret: bool = False
    trust: str = USER
    agreed: bool = False

    def kinds(self, said: Any, before: str = "", names: Collection[str] = ()) -> list[str]:
        """The kinds of secrets in what it keeps, its reason among them (`allowed_kinds`)."""
        texts = [said, {"reason": self.signature.reason}]
        return allowed_kinds(texts, self.allow_secret, before, names)

    def more(self, kinds: Collection[str] = ()) -> dict[str, object]:
        """What its line has under `more`: the kinds of secrets that were allowed with it, and the
        events that it goes back to. SecretFound if one of these is called by a key."""
        told = {EVIDENCE: list(self.evidence)} if self.evidence else {}
        allowed = dict.fromkeys([*kinds, *allowed_kinds(told, self.allow_secret)])
        return allowance([*allowed]) | told

    @property
    def must_ask(self) -> bool:
        """Whether a person is to agree before their words are taken away."""
        return not (self.agreed or is_persons(self.trust))

    def check_asked(self, trust: str, question: str, says: Mapping[str, str]) -> None:
        """Unasked if it takes away what has this trust and what a person must agree to."""
        if self.must_ask and is_persons(trust):
            raise Unasked(question, says, trust)


def evidence_of(event: str, evidence: Iterable[str] = ()) -> tuple[str, ...]:
    """The ids of the events behind a change, each once, including its cause. BadId for an invalid
    id, so that no text gets into an entry beside its `text`."""
    ids = (event_in(id) or id for id in (*evidence, *filter(None, [event])))
    return tuple(dict.fromkeys(map(checked_id, ids)))
