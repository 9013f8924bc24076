"""edit, pin: change a memory's file. The file is written first, then the journal entry."""

from __future__ import annotations

from memento_cli.actions.events.events import append_only
from memento_cli.actions.memory.naming import check_names
from memento_cli.actions.memory.reading import history_of, journal_entries
from memento_cli.actions.memory.reinforce import adoption_of, project
from memento_cli.actions.security.approval import check_history, check_vouched
from memento_cli.core.fading.strength import Strength, peak
from memento_cli.core.fields.checks import value_of
from memento_cli.core.journal.event_types import SET
from memento_cli.core.journal.provenance import Provenance
from memento_cli.core.memory.memory import Draft, LogEntry, Tags, one_line, strength_from
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.core.security.secret_checks import (
    allowance,
    allowed_in,
    allowed_kinds,
    without_secrets,
)
from memento_cli.core.security.secret_marks import secret_names
from memento_cli.core.security.trust import TRUST, USER, is_persons, least_of, trust_of
from memento_cli.errors import BadData, BadValue, Unasked
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.records.memories import log_tables
from memento_cli.store.records.memory_fields import FIELDS
from memento_cli.store.toml.changes import Change, changed_keys, flat
from memento_cli.store.toml.parse import parsed
from memento_cli.store.toml.splice import edited
from memento_cli.store.toml.writer import path_of, value_at

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime
    from typing import Any

    from memento_cli.core.journal.history import EntrySignature, JournalEntry
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store


ID, LOG, NUMBERS = "memory.id", "memory.log", "memory.strength."
INITIAL, CURRENT = NUMBERS + "initial", NUMBERS + "current"
PEAKS = frozenset(("memory.importance", "memory.fade.law"))
"""The keys that, with the initial strength, decide the strength at `last_reinforced`."""
NOTHING = Change({}, {})
NAMES = ("person", "project", "agent", "session")
"""The fields of a memory that hold names, apart from its tags."""


class Edited(NamedTuple):
    """The memory after an edit, the keys that it changed, and whether anything was written.

    An edit that only allows a secret already in the file writes a journal entry, but not the file.
    `uses_dropped` counts the times of use that were discarded, for laws that keep them: strength
    that is set by hand has no times of use.
    """

    memory: Memory
    change: Change
    written: bool = True
    uses_dropped: int = 0


def edit(
    store: Store,
    id: str,
    keys: Mapping[str, Any],
    now: datetime,
    reason: str = "",
    *,
    via: str = "cli",
    by: str = USER,
    agreed: bool = False,
    allow_secret: bool = False,
) -> Edited:
    """Set keys of a memory's file by their paths (`memory.content.summary`); None removes a key.

    Raises SecretFound if a new text contains a secret; with `allow_secret` the journal entry lists
    the kinds of secrets instead, including those already in the file. Raises Unasked if an agent
    (`by` is a trust level) changes a memory that a person vouches for without `agreed`. What an
    agent has changed has at most the agent's trust.
    """
    if event_in(id):
        raise append_only(id)
    one_line(str(keys.get("memory.content.summary") or ""))
    if ID in keys:
        raise BadValue("id: it is the file's name and does not change")
    with store.all_or_nothing([id]):
        loaded = store.memories.read(id)
        old = flat(loaded.document.data)
        content = {
            key: value for key, value in _content_keys(keys).items() if old.get(key) != value
        }
        allowed_kinds(content, allow_secret, loaded.document.text, secret_names({**old, **content}))
        signature = store.signed(now, via, reason)
        _check_names(store, content)
        change = NOTHING
        if content:
            provenance = Provenance(signature, trust=by, agreed=agreed)
            content |= _new_trust(loaded.value, content.get(TRUST), provenance)
            content[LOG] = _log_with(loaded.document.data, LogEntry(now, "updated", reason))
            before, after, change = store.memories.set_keys(id, content)
            show_peak(store, before, after)
        numbers = _checked_numbers(store, keys)
        return _journal_edit(store, loaded.value, change, numbers, signature, allow_secret)


def _new_trust(memory: Memory, claimed: str | None, provenance: Provenance) -> dict[str, str]:
    """The trust of a memory that an agent has changed, as a key of its file; none for a person.

    `claimed` is the trust that the edit itself sets. Raises Unasked if an agent changes a memory
    that a person vouches for.
    """
    if is_persons(provenance.trust):
        return {}
    check_vouched(provenance, [memory], f"Change {memory.id}, which the user vouches for?")
    return {TRUST: least_of((provenance.trust, trust_of(memory), claimed or provenance.trust))}


def _check_names(store: Store, keys: Mapping[str, Any]) -> None:
    """Check the names that an edit sets for invisible characters."""
    topics, people = (
        tuple(map(str, value)) if isinstance(value, list | tuple) else ()
        for value in (keys.get(f"memory.tags.{name}") for name in ("topics", "people"))
    )
    person, project, agent, session = (str(keys.get(f"memory.{name}") or "") for name in NAMES)
    tags = Tags(topics, people)
    check_names(store, Draft("", person, tags=tags, project=project, agent=agent, session=session))


def edit_text(
    store: Store,
    id: str,
    text: str,
    stamp: bytes,
    now: datetime,
    reason: str = "",
    *,
    via: str = "cli",
    by: str = USER,
    agreed: bool = False,
    allow_secret: bool = False,
) -> Edited:
    """Replace a memory's file by the text that an editor made of it.

    Raises Conflict if the file's stamp is not `stamp`: it has changed since the editor read it.
    Raises SecretFound if the new text, comments included, contains a secret; with `allow_secret`
    the journal entry lists all kinds of secrets in it. Raises Unasked as `edit` does.
    """
    with store.all_or_nothing([id]):
        loaded = store.memories.read(id)
        if text == loaded.document.text and not allow_secret:
            return Edited(loaded.value, NOTHING, written=False)
        document = parsed(text.encode(errors="surrogatepass"), "the edited text")
        old, new = loaded.document.data, document.data
        old_id, new_id = (value_at(data, ID.split(".")) for data in (old, new))
        if new_id not in (None, old_id, id):
            hint = f'it does not change: id = "{id}"'
            raise BadData("the edited text", [f"says that its id is {new_id!r}"], hint)
        memory = store.memories.codec.value("the edited text", new)
        allowed_kinds(text, allow_secret, loaded.document.text)
        if any(getattr(memory, name) != getattr(loaded.value, name) for name in (*NAMES, "tags")):
            check_names(store, memory)
        signature = store.signed(now, via, reason)
        changed = changed_keys(old, new).after
        additions = _added_keys(changed, new, memory, LogEntry(now, "updated", reason))
        if _content_keys(changed):
            provenance = Provenance(signature, trust=by, agreed=agreed)
            trust = _new_trust(loaded.value, memory.more.get(TRUST), provenance)
            check_history(store, provenance, memory, set(memory.links) - set(loaded.value.links))
            additions |= {path_of(key): value for key, value in trust.items()}
        text = edited(document, additions)
        before, after, change = store.memories.write_text(id, text, stamp)
        pairs = zip(Strength._fields, before.strength, after.strength, strict=True)
        numbers = {name: is_now for name, was, is_now in pairs if was != is_now}
        result = _journal_edit(store, before, change, numbers, signature, allow_secret)
        is_written = result.written or text != loaded.document.text
        return result._replace(memory=after, written=is_written)


def _added_keys(
    changed: Mapping[str, Any], data: Mapping[str, Any], memory: Memory, log_entry: LogEntry
) -> dict[tuple[str, ...], Any]:
    added: dict[tuple[str, ...], Any] = {}
    if _content_keys(changed):
        added["memory", "log"] = _log_with(data, log_entry)
    if INITIAL in changed or PEAKS.intersection(changed):
        added["memory", "strength", "current"] = peak(memory.strength, memory.fade)
    return added


def show_peak(store: Store, before: Memory, after: Memory) -> None:
    """Update `strength.current` in the file if a new law or importance changes it."""
    current = peak(after.strength, after.fade)
    if current != peak(before.strength, before.fade):
        store.memories.set_keys(after.id, {CURRENT: current})


def content_entry(
    signature: EntrySignature,
    act: str,
    id: str,
    change: Change,
    allowed: Collection[str] = (),
    names: Collection[str] = (),
) -> JournalEntry:
    """The journal entry of a change of content, with the changed keys before and after.

    The journal is never edited and git keeps its history, so a secret is replaced by its kind,
    unless that kind is `allowed` for the memory. `names` are the names of secrets in the text.
    """
    text = {"before": change.before, "after": change.after}
    return signature.line(act, id, text=without_secrets(text, allowed, names=names))


def _journal_edit(
    store: Store,
    before: Memory,
    change: Change,
    numbers: Mapping[str, Any],
    signature: EntrySignature,
    allow: bool,
) -> Edited:
    """Journal an edit: an `edited` entry for content, a `set` entry for numbers of strength.

    Numbers replace those of the journal, not those of the file, which only shows them.
    """
    known = journal_entries(store, before.id)
    folded = history_of(store, before, known, signature.at)
    strength = _strength_with(folded.strength, numbers)
    is_set = strength != folded.strength
    content = Change(_content_keys(change.before), _content_keys(change.after))
    loaded, allowed = store.memories.read(before.id), allowed_in(known)
    kinds = allowed_kinds([loaded.document.text, content.after], allow=True) if allow else []
    entries = []
    if content.after or not allowed.issuperset(kinds):
        names = secret_names(before)
        entry = content_entry(signature, "edited", before.id, content, allowed.union(kinds), names)
        entries.append(entry._replace(more=allowance(kinds)))
    if is_set:
        entries.append(signature.line(SET, before.id, strength=strength))
    if not entries:
        return Edited(before, NOTHING, written=False)
    written = store.journal.append([*adoption_of(before, folded), *entries])
    if is_set:
        project(store, before.id, [*known, *written], signature.at)
        after = content.after | {NUMBERS + name: value for name, value in numbers.items()}
        content = content._replace(after=after)
    memory = loaded.value._replace(strength=strength.without_uses() if numbers else strength)
    uses_dropped = max(0, len(folded.strength.uses) - 1) if is_set else 0
    return Edited(memory, content, uses_dropped=uses_dropped)


def _strength_with(strength: Strength, numbers: Mapping[str, Any]) -> Strength:
    """The strength with some numbers replaced, by the names that they have in a file."""
    last, count = strength.last_reinforced, strength.reinforcement_count
    old = {"initial": strength.initial, "last_reinforced": last, "reinforcement_count": count}
    return strength_from(**{**old, **numbers})._replace(uses=strength.uses)


def _checked_numbers(store: Store, keys: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of strength among the keys, by name; BadValue for one out of its range."""
    fields = {field.path: field for field in FIELDS}
    numbers = {}
    for path, raw in keys.items():
        if path.startswith(NUMBERS):
            name = path.removeprefix(NUMBERS)
            value, problems = value_of(fields[path], raw, store.zone)
            if problems or raw is None:
                raise BadValue("; ".join(problems) or f"strength.{name} cannot be removed")
            numbers[name] = value
    return numbers


def journal_content(
    store: Store, memory: Memory, signature: EntrySignature, act: str, change: Change
) -> None:
    """Journal a change of content; a memory that the journal lacks is adopted first."""
    known = journal_entries(store, memory.id)
    adopted = adoption_of(memory, history_of(store, memory, known, signature.at))
    entry = content_entry(signature, act, memory.id, change, allowed_in(known))
    store.journal.append([*adopted, entry])


def _content_keys(keys: Mapping[str, Any]) -> dict[str, Any]:
    """The keys without the strength and the log, which the journal has in another form."""
    return {k: v for k, v in keys.items() if k != LOG and not k.startswith(NUMBERS)}


def _log_with(data: Mapping[str, Any], log_entry: LogEntry) -> list[dict[str, Any]]:
    return [*data["memory"].get("log", ()), *log_tables((log_entry,))]


HEAVY = 0.8
"""Above this importance an agent unpins only with a person's consent (document 002)."""


def pin(
    store: Store,
    id: str,
    now: datetime,
    pinned: bool = True,
    *,
    via: str = "cli",
    by: str = USER,
    agreed: bool = False,
) -> bool:
    """Pin or unpin a memory; False if it was so already.

    Unasked if an agent (`by` is a trust level) unpins an important one, whoever vouches for it.
    """
    with store.all_or_nothing([id]):
        old = store.memories.read(id).value
        is_heavy = old.pinned and not pinned and old.importance > HEAVY
        if is_heavy and Provenance(store.signed(now, via), trust=by, agreed=agreed).must_ask:
            question = f"Let {id} fade, of importance {old.importance:g}?"
            raise Unasked(question, {"it says": old.content.summary}, trust_of(old))
        before, _, change = store.memories.change(id, lambda memory: memory._replace(pinned=pinned))
        if before.pinned == pinned:
            return False
        act = "pinned" if pinned else "unpinned"
        journal_content(store, before, store.signed(now, via), act, change)
    return True
