"""feedback and views: what came of a recalled memory, as journal entries (document 002)."""

from __future__ import annotations

from memento_cli.actions.events.events import event_named, unerased
from memento_cli.actions.events.notes import Note, note, notes_in_force
from memento_cli.actions.memory.reading import history_of, journal_entries
from memento_cli.actions.memory.reinforce import adoption_of, note_use
from memento_cli.core.events.events import event_trust
from memento_cli.core.journal.event_types import HELPFUL, NEGLECTED, NOT_HELPFUL, SCORE, VIEWED
from memento_cli.core.journal.proposal_entries import proposal_in
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.security.secret_checks import allowed_kinds
from memento_cli.core.security.trust import USER
from memento_cli.errors import BadValue, unknown
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.fading.reinforcement import Reinforced
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store

ACTS: Mapping[str, str] = {
    "used": "used",
    "edited": "amended",
    "neglected": NEGLECTED,
    "helpful": HELPFUL,
    "not_helpful": NOT_HELPFUL,
}
"""The journal act of each feedback event. `edited` is `amended` there, because `memento edit`
journals `edited`."""
EVENTS = tuple(ACTS)
ASIDE = (HELPFUL, NOT_HELPFUL)
"""The feedback that an observed event can have."""


class Feedback(NamedTuple):
    """A feedback as it was noted: the strength before and after it, and the id of a proposal.

    `use` is the result of a use, for an event that counts as one; `skip` is why the strength did
    not change.
    """

    memory: Memory
    event: str
    before: float
    after: float
    proposal: str = ""
    use: Reinforced | None = None
    skip: str | None = None


def feedback(
    store: Store,
    id: str,
    event: str,
    now: datetime,
    *,
    score: float | None = None,
    answer: str = "",
    reason: str = "",
    via: str = "cli",
    by: str = USER,
    allow_secret: bool = False,
) -> Feedback:
    """Note what came of a memory: used, edited, neglected, helpful or not_helpful.

    used and helpful count as uses. not_helpful and neglected subtract a share from the initial
    strength (settings `reinforce.*`), scaled by the `score`, from 0 to 1. Under the laws that skip
    a second use within a day, a second subtraction within a day is skipped too. All are counted.
    A corrected `answer` becomes the proposal of a memory that supersedes this one, with the trust
    `by`.
    """
    if event not in ACTS:
        raise unknown("event", event, ACTS)
    if score is not None and not 0 <= score <= 1:
        raise BadValue(f"score must be from 0 to 1, not {score:g}")
    if answer.strip() and reason:  # each alone is checked where it is written
        allowed_kinds({"answer": answer, "reason": reason}, allow_secret)
    with store.lock.held():
        memory = store.memories.read(id).value
        entries = journal_entries(store, id)
        folded = history_of(store, memory, entries, now)
        signature = store.signed(now, via, reason)
        more = {} if score is None else {SCORE: float(score)}
        new = [*adoption_of(memory, folded), signature.line(ACTS[event], id, more=more)]
        if answer.strip():
            from memento_cli.actions.tidy.proposals import proposing  # every recall imports this

            bare = signature._replace(reason="")
            with proposing(
                store, memory, (answer, by), bare, allow_secret=allow_secret
            ) as proposed:
                written = store.journal.append([*new, proposed])
        else:
            written = store.journal.append(new)
    before = memory._replace(strength=folded.strength)
    refolded = history_of(store, memory, [*entries, *written], now)
    after = memory._replace(strength=refolded.strength)
    (entry_id,) = (entry.id for entry in written if entry.act == ACTS[event])
    step = next((step for step in refolded.steps if step.line.id == entry_id), None)
    use = step.use if step else None
    skip = use.skip if use else step.skip if step else None
    strengths = strength_at(before, now), strength_at(after, now)
    return Feedback(after, event, *strengths, proposal_in(written[-1]), use, skip)


def event_feedback(store: Store, id: str, event: str, provenance: Provenance) -> str:
    """Note feedback on a recalled event, which itself never changes (document 003 §1).

    not_helpful sets the event aside: it is kept, but not searched, until a helpful follows.
    Returns the event's reference. Raises BadValue for any other feedback, as an event has no
    strength, and Unasked if an agent sets aside what a person said.
    """
    if event not in ASIDE:
        hint = "not_helpful sets it aside, helpful brings it back"
        raise BadValue(f"{event} says nothing of an event", hint)
    observed = unerased(event_named(store, id))
    if event == NOT_HELPFUL:
        question = f"Set {observed.ref} aside, which the user said, so that no search finds it?"
        provenance.check_asked(event_trust(observed), question, {"it says": observed.text})
    note(store, [Note(observed.id, ACTS[event])], provenance)
    return observed.ref


def events_aside(store: Store, until: datetime | None = None) -> frozenset[str]:
    """The references of the events that are set aside: the last feedback until `until` counts."""
    entries = notes_in_force(store, [HELPFUL], until)  # this finds not_helpful, too
    last = {entry.memory: entry.act for entry in entries if entry.act in (HELPFUL, NOT_HELPFUL)}
    return frozenset(ref for ref, act in last.items() if act == NOT_HELPFUL)


def count_shown(store: Store, ids: Sequence[str], now: datetime, *, via: str = "cli") -> None:
    """Note what a recall returned, if the profile counts it: as a view or as a use."""
    counts = store.settings["recall.counts"]
    if ids and counts != "no":
        act = "used" if counts == "use" else VIEWED
        note_use(store, list(dict.fromkeys(ids)), now, via=via, act=act, together=True)
