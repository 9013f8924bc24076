"""edit: an act of content. The file changes first, its journal line follows."""

from __future__ import annotations

from memento_cli.actions.events.events import append_only
from memento_cli.actions.facts.records import Provenance
from memento_cli.actions.memory.naming import check_names
from memento_cli.actions.memory.reading import history_of, journal_entries
from memento_cli.actions.memory.reinforce import adoption_of, project
from memento_cli.actions.security.approval import check_history, check_theirs
from memento_cli.core.fading.strength import Strength, peak
from memento_cli.core.fields.checks import value_of
from memento_cli.core.journal.event_types import SET
from memento_cli.core.memory.memory import Draft, LogEntry, Tags, one_line, strength_from
from memento_cli.core.memory.record_kinds import event_in
from memento_cli.core.security.allowances import allowance, allowed_in
from memento_cli.core.security.secret_checks import allowed_kinds, without_secrets
from memento_cli.core.security.secret_marks import secret_names
from memento_cli.core.security.trust import TRUST, USER, is_persons, least_of, trust_of
from memento_cli.errors import BadData, BadValue
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
"""What decides, beside the initial strength, the strength at `last_reinforced`."""
NOTHING = Change({}, {})
NAMES = ("person", "project", "agent", "session")
"""Which keys of a memory name somebody or something, its tags aside."""


class Edited(NamedTuple):
    """The memory after an edit, the keys that it changed, and whether anything was written.

    An edit that only allows what stands in the file writes its line, and leaves the file alone.
    `uses_dropped` is of how many uses it dropped the times, where the law asks for them: numbers
    that are set have none.
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
    """Set keys of a memory's file by their paths (`memory.content.summary`); None removes one.

    SecretFound if a new text has a key or a password; allowed, the journal line says so, also of
    those that stood in the file before. Unasked if an agent (`by`, a trust) changes what a person
    vouches for, and they have not `agreed`; what an agent has changed is no more trusted than it.
    """
    if event_in(id):
        raise append_only(id)
    one_line(str(keys.get("memory.content.summary") or ""))
    if ID in keys:
        raise BadValue("id: it is the file's name and does not change")
    with store.all_or_nothing([id]):
        found = store.memories.read(id)
        here = flat(found.document.data)
        words = {key: value for key, value in _words(keys).items() if here.get(key) != value}
        allowed_kinds(words, allow_secret, found.document.text, secret_names({**here, **words}))
        wanted = {k.removeprefix(NUMBERS): v for k, v in keys.items() if k.startswith(NUMBERS)}
        signature = store.signed(now, via, reason)
        _check_names(store, words)
        change = NOTHING
        if words:
            act = Provenance(signature, trust=by, agreed=agreed)
            words |= _vouched(found.value, words.get(TRUST), act)
            words[LOG] = _log_with(found.document.data, LogEntry(now, "updated", reason))
            before, after, change = store.memories.set_keys(id, words)
            show_peak(store, before, after)
        numbers = _checked(store, wanted)
        return _journalled(store, found.value, change, numbers, signature, allow_secret)


def _vouched(memory: Memory, claimed: str | None, act: Provenance) -> dict[str, str]:
    """What a changed memory says of who vouches for it; of a person's change nothing but what that
    `claimed`. Unasked if an agent changes what a person vouches for."""
    if is_persons(act.trust):
        return {}
    check_theirs(act, [memory], f"Change {memory.id}, which the user vouches for?")
    return {TRUST: least_of((act.trust, trust_of(memory), claimed or act.trust))}


def _check_names(store: Store, words: Mapping[str, Any]) -> None:
    """See that the names among what is set can be seen."""
    topics, people = (
        tuple(map(str, value)) if isinstance(value, list | tuple) else ()
        for value in (words.get(f"memory.tags.{name}") for name in ("topics", "people"))
    )
    person, project, agent, session = (str(words.get(f"memory.{name}") or "") for name in NAMES)
    tags = Tags(topics, people)
    named = Draft("", person, tags=tags, project=project, agent=agent, session=session)
    check_names(store, named)


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
    """Put the text that an editor made of a memory's file in its place.

    Conflict if the file is no longer the one with this stamp: nothing is overwritten blindly.
    SecretFound if what is new in it, comments too, has a key or a password; allowed, the journal
    line says so of all that it has. Unasked as in `edit`.
    """
    with store.all_or_nothing([id]):
        found = store.memories.read(id)
        if text == found.document.text and not allow_secret:
            return Edited(found.value, NOTHING, written=False)
        document = parsed(text.encode(errors="surrogatepass"), "the edited text")
        was, said = (value_at(data, ID.split(".")) for data in (found.document.data, document.data))
        if said not in (None, was, id):
            hint = f'it does not change: id = "{id}"'
            raise BadData("the edited text", [f"says that its id is {said!r}"], hint)
        value = store.memories.codec.value("the edited text", document.data)
        allowed_kinds(text, allow_secret, found.document.text)
        if any(getattr(value, name) != getattr(found.value, name) for name in (*NAMES, "tags")):
            check_names(store, value)
        signature = store.signed(now, via, reason)
        ours = _beside(found.document.data, document.data, value, now, reason)
        if _words(changed_keys(found.document.data, document.data).after):
            act = Provenance(signature, trust=by, agreed=agreed)
            told = _vouched(found.value, value.more.get(TRUST), act)
            check_history(store, act, value, set(value.links) - set(found.value.links))
            ours |= {path_of(key): said for key, said in told.items()}
        text = edited(document, ours)
        before, after, change = store.memories.write_text(id, text, stamp)
        numbers = {
            name: new
            for name, old, new in zip(
                Strength._fields, before.strength, after.strength, strict=True
            )
            if old != new
        }
        done = _journalled(store, before, change, numbers, signature, allow_secret)
        changed = done.written or text != found.document.text
        return done._replace(memory=after, written=changed)


def _beside(
    old: Mapping[str, Any], new: Mapping[str, Any], value: Memory, now: datetime, reason: str
) -> dict[tuple[str, ...], Any]:
    """What memento writes into an edited text: an entry in the log, and the other number."""
    changed = changed_keys(old, new).after
    ours: dict[tuple[str, ...], Any] = {}
    if _words(changed):
        ours["memory", "log"] = _log_with(new, LogEntry(now, "updated", reason))
    current = peak(value.strength, value.fade)
    if INITIAL in changed or PEAKS.intersection(changed):
        ours["memory", "strength", "current"] = current
    return ours


def show_peak(store: Store, before: Memory, after: Memory) -> None:
    """Show the strength at `last_reinforced`, where another law or importance makes another."""
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
    """An act of content as a journal line, with what stood there before and after.

    The journal is never edited, and git keeps it; so of a secret it gets the kind alone, unless
    that is one of those `allowed` for the memory. `names` are those of secrets in it.
    """
    text = {"before": change.before, "after": change.after}
    return signature.line(act, id, text=without_secrets(text, allowed, names=names))


def _journalled(
    store: Store,
    before: Memory,
    change: Change,
    numbers: Mapping[str, Any],
    signature: EntrySignature,
    allow: bool,
) -> Edited:
    """Journal what an edit changed: words as they were and are, numbers as what they are set to.

    Numbers are set over those that the journal has, not over the file's, which only shows them.
    """
    known = journal_entries(store, before.id)
    folded = history_of(store, before, known, signature.at)
    strength = _with(folded.strength, numbers)
    dropped = len(folded.strength.uses) - 1 if strength != folded.strength else 0
    words = Change(_words(change.before), _words(change.after))
    found, allowed = store.memories.read(before.id), allowed_in(known)
    kinds = allowed_kinds([found.document.text, words.after], allow=True) if allow else []
    lines = []
    if words.after or not allowed.issuperset(kinds):
        kept, names = allowed.union(kinds), secret_names(before)
        line = content_entry(signature, "edited", before.id, words, kept, names)
        lines.append(line._replace(more=allowance(kinds)))
    if strength != folded.strength:
        lines.append(signature.line(SET, before.id, strength=strength))
    if not lines:
        return Edited(before, NOTHING, written=False)
    written = store.journal.append([*adoption_of(before, folded), *lines])
    if strength != folded.strength:
        project(store, before.id, [*known, *written], signature.at)
        words = Change(
            words.before, words.after | {NUMBERS + name: v for name, v in numbers.items()}
        )
    value = found.value._replace(strength=strength.told() if numbers else strength)
    return Edited(value, words, uses_dropped=max(0, dropped))


def _with(strength: Strength, numbers: Mapping[str, Any]) -> Strength:
    """The numbers with others, by the names that they have in a file."""
    last, count = strength.last_reinforced, strength.reinforcement_count
    known = {"initial": strength.initial, "last_reinforced": last, "reinforcement_count": count}
    return strength_from(**{**known, **numbers})._replace(uses=strength.uses)


def _checked(store: Store, wanted: Mapping[str, Any]) -> dict[str, Any]:
    """Numbers of strength by their names; BadValue for one out of its range."""
    fields = {field.path.removeprefix(NUMBERS): field for field in FIELDS}
    numbers = {}
    for name, raw in wanted.items():
        value, problems = value_of(fields[name], raw, store.zone)
        if problems or raw is None:
            raise BadValue("; ".join(problems) or f"strength.{name} cannot be removed")
        numbers[name] = value
    return numbers


def journal_content(
    store: Store, memory: Memory, signature: EntrySignature, act: str, change: Change
) -> None:
    """Journal an act of content; with its first act a memory is adopted."""
    known = journal_entries(store, memory.id)
    adopted = adoption_of(memory, history_of(store, memory, known, signature.at))
    line = content_entry(signature, act, memory.id, change, allowed_in(known))
    store.journal.append([*adopted, line])


def _words(keys: Mapping[str, Any]) -> dict[str, Any]:
    """The keys without numbers and log, which the journal tells in its own way."""
    return {k: v for k, v in keys.items() if k != LOG and not k.startswith(NUMBERS)}


def _log_with(data: Mapping[str, Any], entry: LogEntry) -> list[dict[str, Any]]:
    return [*data["memory"].get("log", ()), *log_tables((entry,))]
