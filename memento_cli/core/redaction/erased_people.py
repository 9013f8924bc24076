"""The erasure of a person: what they felt about events of others goes with it.

All else that is about a person is erased by its own name. A feeling has none: it is an entry about
its event, which may be somebody else's. So the person is a name, too: `people/ann`.
"""

from __future__ import annotations

from memento_cli.core.events.mood import PERSON as WHO
from memento_cli.core.journal.event_types import FELT
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.record_kinds import filed_name
from memento_cli.core.memory.refs import PERSON, stored_ref

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable

    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.core.redaction.erased import Erasures

PEOPLE = "people"


def person_name(ref: str) -> str:
    """The name of a person in the journal: the same for every case and width of their name."""
    return f"{PEOPLE}/{filed_name(stored_ref(ref).removeprefix(PERSON))}"


def person_in(name: str) -> str:
    """The part of such a name that tells the person; empty if it is the name of anything else."""
    folder, slash, who = name.partition("/")
    return who if slash and folder == PEOPLE and is_safe_id(who) else ""


def people_among(names: Iterable[str]) -> set[str]:
    """The names of people among the names of what was erased."""
    return {name for name in names if person_in(name)}


def feelings_of(entries: Iterable[JournalEntry], names: set[str]) -> list[JournalEntry]:
    """The entries that tell what one of these people felt about an event."""
    return [entry for entry in entries if _name_in(entry) in names]


def erased_feelings(entries: Iterable[JournalEntry], erased: Erasures) -> list[JournalEntry]:
    """The feelings that an erasure of a person takes, with words and numbers: those told before."""
    newest = {name: max(one.id for one in erased[name]) for name in people_among(erased)}
    return [
        entry for entry in feelings_of(entries, {*newest}) if entry.id < newest[_name_in(entry)]
    ]


def felt_by_whom(entry: JournalEntry) -> str:
    """The person whose feeling an entry tells; empty if it tells none, or is erased."""
    who = entry.more.get(WHO) if entry.act == FELT else None
    return who if isinstance(who, str) else ""


def _name_in(entry: JournalEntry) -> str:
    who = felt_by_whom(entry)
    return person_name(who) if who else ""
