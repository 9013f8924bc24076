"""Which turns no plan was made of yet: the cursor of `event extract`.

Each plan that was applied or queued has a journal entry with the ids of its turns. What was read is
the union of these entries, so clones agree after a merge whatever the order; an undo of the plan
brings its turns back, and a kill before the entry has them read again. A single last turn as the
cursor would skip what another clone observed before it.
"""

from __future__ import annotations

from hashlib import blake2s

from memento_cli.actions.events.events import readable_events, sound_events
from memento_cli.actions.events.notes import Note, note, notes_in_force
from memento_cli.actions.memory.feedback import events_aside
from memento_cli.core.events.plans import TURNS
from memento_cli.core.events.prompt import label_names
from memento_cli.core.journal.event_types import EXTRACTED
from memento_cli.core.security.secret_checks import secrets_in_value
from memento_cli.errors import Conflict
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from memento_cli.core.events.events import Event
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.store.directory.store import Store


DIGEST_BYTES = 5
AGAIN = "`memento event extract --prompt` asks about those that are left"


class Batch(NamedTuple):
    """The next turns in order; `sent` are those without a key or password, which a model reads."""

    turns: tuple[Event, ...]
    sent: tuple[Event, ...]

    @property
    def code(self) -> str:
        """How an answer names the batch: the number of its turns, and a hash of their ids."""
        return batch_code([event.id for event in self.turns])

    @property
    def labels(self) -> dict[str, str]:
        """The ids of the sent turns by their labels."""
        return label_names(event.id for event in self.sent)


def batch_code(ids: Sequence[str]) -> str:
    """The code of the batch with these turns."""
    digest = blake2s("\n".join(ids).encode(), digest_size=DIGEST_BYTES)
    return f"{len(ids)}-{digest.hexdigest()}"


def extracted_turns(store: Store) -> frozenset[str]:
    """The ids of the turns that a plan in force was made of."""
    lists = (
        entry.more.get(TURNS)
        for entry in notes_in_force(store, [EXTRACTED])
        if entry.act == EXTRACTED
    )
    return frozenset(str(id) for ids in lists if isinstance(ids, list) for id in ids)


def pending_turns(store: Store) -> list[Event]:
    """The events that no plan was made of yet, in order of time; erased ones, and those set aside,
    are left out. Of an event that two clones imported one counts."""
    extracted, aside = extracted_turns(store), events_aside(store)
    fresh = sound_events(store, store.events.events(besides=extracted))
    events = [event for event in fresh if event.text and event.ref not in aside]
    imported = _origins(store, extracted) if any(event.came for event in events) else set()

    def is_first(event: Event) -> bool:
        origin = event.came, event.person
        if event.came and origin in imported:
            return False
        imported.add(origin)
        return True

    return list(filter(is_first, sorted(events, key=lambda event: (event.at, event.id))))


def _origins(store: Store, ids: Collection[str]) -> set[tuple[str, str]]:
    """Where these events were imported from, each with its person."""
    return {(event.came, event.person) for event in readable_events(store) if event.id in ids}


def batch_of(turns: Sequence[Event]) -> Batch:
    """A batch of turns."""
    return Batch(tuple(turns), tuple(event for event in turns if not has_secret(event)))


def has_secret(event: Event) -> bool:
    """Whether an event has a key or a password, also one that somebody allowed."""
    return bool(secrets_in_value([event.words, event.client, event.session, event.project]))


def batch_named(store: Store, code: str) -> Batch:
    """The batch that an answer names, which are the next turns. Conflict if they are not any
    more."""
    count, _, _ = code.partition("-")
    pending = pending_turns(store)
    turns = pending[: int(count)] if count.isascii() and count.isdigit() else []
    if not turns or batch_code([event.id for event in turns]) != code:
        raise Conflict(f"the turns {code[:40]!r} are not the next ones, or not any more", AGAIN)
    return batch_of(turns)


def is_pending(store: Store, batch: Batch) -> bool:
    """Whether no turn of the batch was extracted meanwhile."""
    return extracted_turns(store).isdisjoint(event.id for event in batch.turns)


def note_extracted(store: Store, batch: Batch, provenance: Provenance) -> None:
    """Note that a plan was made of these turns; a part of its act."""
    ids = [event.id for event in batch.turns]
    note(store, [Note(ids[-1], EXTRACTED, more={TURNS: ids})], provenance)
