"""feedback and views: what came of a memory that was recalled, as journal lines (document 002)."""

from __future__ import annotations

from memento_cli.actions.events.events import event_named, still_told
from memento_cli.actions.events.noting import Note, note, notes_in_force
from memento_cli.actions.memory.reading import history_of, journal_entries
from memento_cli.actions.memory.reinforce import adoption_of, used
from memento_cli.core.events.events import event_trust
from memento_cli.core.journal.event_types import HELPFUL, NEGLECTED, NOT_HELPFUL, SCORE, VIEWED
from memento_cli.core.memory.memory import strength_at
from memento_cli.core.security.secret_checks import allowed_kinds
from memento_cli.core.security.trust import USER
from memento_cli.errors import BadValue, unknown
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.redaction.proposals import proposal_in

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from memento_cli.actions.facts.records import Provenance
    from memento_cli.core.fading.reinforcement import Reinforced
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store

ACTS: Mapping[str, str] = {
    "used": "used",
    "edited": "amended",
    "neglected": NEGLECTED,
    "helpful": HELPFUL,
    "not_helpful": NOT_HELPFUL,
}
"""What the journal calls each event: an edit with `memento edit` is already `edited` there."""
EVENTS = tuple(ACTS)
ASIDE = (HELPFUL, NOT_HELPFUL)
"""What may be said of an event."""


class Feedback(NamedTuple):
    """A feedback as it was noted: the strength before and after it, and the id of a proposal.

    `use` is what it did as a use, of an event that is one; `skip` is why it changed nothing.
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

    used and helpful are uses. not_helpful and neglected take a share from the initial strength
    (settings `reinforce.*`), as much of it as the `score`, 0 to 1, says. They rest as uses do: by
    the laws whose uses do, each takes nothing more within a day. All are counted. A right
    `answer` becomes the proposal of a memory that supersedes this one, on the word of whoever says
    it (`by`, a trust).
    """
    if event not in ACTS:
        raise unknown("event", event, ACTS)
    if score is not None and not 0 <= score <= 1:
        raise BadValue(f"score must be from 0 to 1, not {score:g}")
    if answer.strip() and reason:  # each alone is looked through where it is kept
        allowed_kinds({"answer": answer, "reason": reason}, allow_secret)
    with store.lock.held():
        memory = store.memories.read(id).value
        lines = journal_entries(store, id)
        folded = history_of(store, memory, lines, now)
        signature = store.signed(now, via, reason)
        more = {} if score is None else {SCORE: float(score)}
        acts = [*adoption_of(memory, folded), signature.line(ACTS[event], id, more=more)]
        if answer.strip():
            from memento_cli.actions.tidy.proposals import proposing  # recall comes here, to count

            unsaid = signature._replace(reason="")
            said = answer, by
            with proposing(store, memory, said, unsaid, allow_secret=allow_secret) as proposed:
                written = store.journal.append([*acts, proposed])
        else:
            written = store.journal.append(acts)
    before = memory._replace(strength=folded.strength)
    done = history_of(store, memory, [*lines, *written], now)
    after = memory._replace(strength=done.strength)
    (noted,) = (line.id for line in written if line.act == ACTS[event])
    step = next((step for step in done.steps if step.line.id == noted), None)
    use = step.use if step else None
    skip = use.skip if use else step.skip if step else None
    strengths = strength_at(before, now), strength_at(after, now)
    return Feedback(after, event, *strengths, proposal_in(written[-1]), use, skip)


def event_feedback(store: Store, id: str, event: str, act: Provenance) -> str:
    """Note what came of an event that was recalled. It stays as it was observed (document 003 §1).

    not_helpful sets it aside: it is kept, and no longer searched, until something says that it is
    helpful. The event's reference. BadValue for any other feedback, as an event has no strength;
    Unasked if an agent sets aside what a person said.
    """
    if event not in ASIDE:
        hint = "not_helpful sets it aside, helpful brings it back"
        raise BadValue(f"{event} says nothing of an event", hint)
    found = still_told(event_named(store, id))
    if event == NOT_HELPFUL:
        question = f"Set {found.ref} aside, which the user said, so that no search finds it?"
        act.check_asked(event_trust(found), question, {"it says": found.text})
    note(store, [Note(found.id, ACTS[event])], act)
    return found.ref


def events_aside(store: Store, until: datetime | None = None) -> frozenset[str]:
    """The references of events that are set aside: what was said of each last, by then, counts."""
    lines = notes_in_force(store, [HELPFUL], until)  # with which `not_helpful` ends, too
    last = {line.memory: line.act for line in lines if line.act in (HELPFUL, NOT_HELPFUL)}
    return frozenset(ref for ref, act in last.items() if act == NOT_HELPFUL)


def count_shown(store: Store, ids: Sequence[str], now: datetime, *, via: str = "cli") -> None:
    """Note what a recall returned, where the profile counts it: as a view, or as a use."""
    counts = store.settings["recall.counts"]
    if ids and counts != "no":
        act = "used" if counts == "use" else VIEWED
        used(store, list(dict.fromkeys(ids)), now, via=via, act=act, together=True)
