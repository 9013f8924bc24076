"""What may be done to what somebody looks at: each act answers, in a sentence, what it has done,
and can be undone as one."""

from __future__ import annotations

from memento_cli.actions.undo.telling import act_words, key_words
from memento_cli.actions.undo.undo import whole_act
from memento_cli.core.memory.ids import is_safe_id
from memento_cli.core.memory.memory import Draft, Tags, split_content
from memento_cli.core.security.trust import USER
from memento_cli.errors import Conflict, NotFound, Refused
from memento_cli.index.refresh.freshness import note_written
from memento_cli.named_tuple import NamedTuple
from memento_cli.store.toml.changes import flat

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from memento_cli.actions.memory.edit import Edited
    from memento_cli.actions.undo.undo import Undone
    from memento_cli.core.fading.pruning import Plan
    from memento_cli.store.directory.store import Store

    Act = Callable[[Store, datetime, "Hand"], str]

UNPIN = "unpin first"
"""What to do with pinned memories; a door that has a key for it names that."""
WORDS_SIGNS = 32
SHOWN = 3


class Hand(NamedTuple):
    """Who acts: `by` is their trust, `agent` the name of one that does it, `agreed` whether the
    person said yes where an agent has to ask, `allow_secret` whether a key or a password in the
    text was allowed."""

    by: str = USER
    agent: str | None = None
    agreed: bool = False
    allow_secret: bool = False


class Acted(NamedTuple):
    """What an act says that it did; the id by which it can be taken back, "" if it changed nothing;
    and the ids of what it was done to."""

    text: str
    batch: str = ""
    ids: tuple[str, ...] = ()


def done(store: Store, now: datetime, act: Act, hand: Hand) -> Acted:
    """Do an act, of which all steps are done or none; else the errors of its verb."""
    with whole_act(store, now):
        text = act(store, now, hand)
    note_written(store)
    entries = store.journal.done
    ids = tuple(dict.fromkeys(entry.memory for entry in entries))
    return Acted(text, entries[-1].act_id if entries else "", ids)


def reinforcing(ids: Sequence[str]) -> Act:
    """Make memories stronger; those that were used a short time ago stay as they are."""
    from memento_cli.actions.memory.reinforce import reinforce
    from memento_cli.core.fading.wording import skip_reason

    def act(store: Store, now: datetime, hand: Hand) -> str:
        check_there(store, ids)
        uses = [reinforce(store, id, now) for id in ids]
        skipped = [skip_reason(use.result, store.settings.rules) for use in uses]
        done = [use.id for use, why in zip(uses, skipped, strict=True) if not why]
        why = next(filter(None, skipped), "")
        if not done:
            return f"Unchanged: {why}"
        rest = f"; {len(ids) - len(done)} unchanged: {why}" if why else ""
        now_at = f", now {uses[0].result.now:.2f}" if len(uses) == 1 else ""
        return f"Reinforced {named(store, done)}{now_at}{rest}"

    return act


def pinning(ids: Sequence[str], pinned: bool | None = None) -> Act:
    """Pin memories, or let them fade again; by None, the latter if all of them are pinned."""
    from memento_cli.actions.memory.edit import pin

    def act(store: Store, now: datetime, hand: Hand) -> str:
        check_there(store, ids)
        is_so = [store.memories.read(id).value.pinned for id in ids]
        wanted = not all(is_so) if pinned is None else pinned
        changed = [pin(store, id, now, wanted, by=hand.by, agreed=hand.agreed) for id in ids]
        already = "" if any(changed) else "already "
        return f"{'Pinned' if wanted else 'Unpinned'} {already}{named(store, ids)}"

    return act


def forgetting(ids: Sequence[str]) -> Act:
    """Archive memories."""
    from memento_cli.actions.memory.prune import forget

    def act(store: Store, now: datetime, hand: Hand) -> str:
        check_there(store, ids)
        what = named(store, ids)
        pinned = [id for id in ids if store.memories.read(id).value.pinned]
        if pinned:
            verb = "are" if pinned[1:] else "is"
            raise Refused(f"{named(store, pinned)} {verb} pinned, and cannot be archived", UNPIN)
        forget(store, ids, now)
        return f"Archived {what}"

    return act


def restoring(ids: Sequence[str]) -> Act:
    """Bring memories back from the archive."""
    from memento_cli.actions.memory.prune import restore
    from memento_cli.actions.memory.reading import resolve_archived_id

    def act(store: Store, now: datetime, hand: Hand) -> str:
        for id in ids:
            resolve_archived_id(store, id)
        restore(store, ids, now, by=hand.by, agreed=hand.agreed)
        return f"Brought back {named(store, ids)}"

    return act


def linking(id: str, rel: str, target: str) -> Act:
    """Link a memory to another."""
    from memento_cli.actions.memory.links import link

    def act(store: Store, now: datetime, hand: Hand) -> str:
        check_there(store, [id])
        new = link(store, id, rel, target, now, by=hand.by, agreed=hand.agreed)
        words = f"{named(store, [id])} {rel.replace('_', ' ')} {named(store, [target])}"
        return f"Linked: {words}" if new else f"So already: {words}"

    return act


def pruning(plan: Plan) -> Act:
    """Archive the memories of a plan that was shown, but for those pinned or used meanwhile."""
    from memento_cli.actions.memory.prune import prune

    def act(store: Store, now: datetime, hand: Hand) -> str:
        done = prune(store, plan, now).ids
        stays = len(plan.prune) - len(done)
        rest = f"; {stays} stay, as they were pinned or used meanwhile" if stays else ""
        return f"Archived {counted(len(done))}{rest}"

    return act


def editing(id: str, text: str, stamp: bytes) -> Act:
    """Put the text of an editor in the place of a memory's file, if that is as the editor read
    it."""
    from memento_cli.actions.memory.edit import edit_text

    def act(store: Store, now: datetime, hand: Hand) -> str:
        check_there(store, [id])
        done = edit_text(
            store, id, text, stamp, now,
            by=hand.by, agreed=hand.agreed, allow_secret=hand.allow_secret,
        )  # fmt: skip
        return _edited(store, id, done)

    return act


def rewording(id: str, keys: Mapping[str, object], was: Mapping[str, object] = {}) -> Act:
    """Set keys of a memory's file by their paths (`memory.content.summary`); Conflict if one of
    them is not what it `was` for who typed the new one."""
    from memento_cli.actions.memory.edit import edit

    def act(store: Store, now: datetime, hand: Hand) -> str:
        check_there(store, [id])
        _check_unchanged(store, id, was)
        done = edit(
            store, id, keys, now,
            by=hand.by, agreed=hand.agreed, allow_secret=hand.allow_secret,
        )  # fmt: skip
        return _edited(store, id, done)

    return act


def check_there(store: Store, ids: Sequence[str]) -> None:
    """NotFound, or Refused for what was erased: who looks at a memory may have a page of before it
    went, and is told where."""
    from memento_cli.actions.memory.reading import resolve_id

    for id in ids:
        if resolve_id(store, id) != id:  # a page has whole ids
            raise NotFound(f"No memory with id {id}")


def _check_unchanged(store: Store, id: str, was: Mapping[str, object]) -> None:
    if not was:
        return
    values = flat(store.memories.read(id).document.data)
    others = [key for key, value in was.items() if (values.get(key) or None) != (value or None)]
    if others:
        what = ", ".join(map(key_words, others))
        hint = "nothing was written; look at both, and save again"
        raise Conflict(f"it was changed meanwhile: {what}", hint)


def _edited(store: Store, id: str, done: Edited) -> str:
    keys = ", ".join(map(key_words, done.change.after))
    what = named(store, [id])
    return f"{what}: changed {keys}" if keys else f"{what}: unchanged"


def recording(text: str, topics: Sequence[str], people: Sequence[str]) -> Act:
    """Keep a new memory: its first sentence or line is the summary, and people are called as the
    store writes them."""
    from memento_cli.actions.memory.record import duplicates_of, importance_of, record
    from memento_cli.actions.recall.names import people_meant

    def act(store: Store, now: datetime, hand: Hand) -> str:
        summary, detail = split_content(text)
        weight, _ = importance_of(store, None, summary, topics)
        notes: list[str] = []
        meant = (people_meant((store,), name, now, notes.append, new=True)[0] for name in people)
        tags = Tags(tuple(topics), tuple(dict.fromkeys(meant)))
        draft = Draft(summary, "", detail=detail, tags=tags, importance=weight, agent=hand.agent)
        twins = duplicates_of(store, draft, now)
        done = record(
            store, draft, now,
            by=hand.by, agreed=hand.agreed, allow_secret=hand.allow_secret,
        )  # fmt: skip
        like = f"; much like {named(store, [twins[0].memory.id])}" if twins else ""
        told = "".join(f"; {note}" for note in notes)
        return f"Recorded {named(store, [done.memory.id])}{told}{like}"

    return act


def applying(ids: Sequence[str]) -> Act:
    """Do what proposals say."""
    from memento_cli.actions.tidy.proposals import apply_all

    def act(store: Store, now: datetime, hand: Hand) -> str:
        done = apply_all(
            store, ids, now, by=hand.by, agreed=hand.agreed, allow_secret=hand.allow_secret
        )
        refs = ", ".join(one.ref for one in done[:SHOWN])
        return f"Applied {refs}" + (f" and {len(done) - SHOWN} more" if done[SHOWN:] else "")

    return act


def rejecting(ids: Sequence[str]) -> Act:
    """Throw proposals away; they are not made again."""
    from memento_cli.actions.tidy.proposals import reject

    def act(store: Store, now: datetime, hand: Hand) -> str:
        reject(store, ids, now, by=hand.by, agreed=hand.agreed)
        return f"Rejected {counted(len(ids), 'proposal')}"

    return act


def undoing(batch: str | None) -> Act:
    """Take an act back, or this clone's last one; of an undo, do it again."""
    from memento_cli.actions.undo.undo import undo

    def act(store: Store, now: datetime, hand: Hand) -> str:
        done = undo(store, batch, now, by=hand.by, agreed=hand.agreed)
        again = all(is_done for _, is_done in done.originals)
        return f"{'Did again' if again else 'Took back'}: {told(store, done)}"

    return act


def toggling(act: str) -> Act:
    """Take an act back, or do it again if it was taken back."""
    from memento_cli.actions.undo.undoable import act_in_force

    def toggle(store: Store, now: datetime, hand: Hand) -> str:
        return undoing(act_in_force(store, act))(store, now, hand)

    return toggle


def told(store: Store, undone: Undone) -> str:
    """What the entries of an act did, in a few words."""
    lines = undone.lines
    acts = list(dict.fromkeys(act_words(entry.act) for entry, _ in undone.originals))
    subjects = list(dict.fromkeys(line.memory for line in lines))
    return f"{' and '.join(acts[:SHOWN])} {named(store, subjects)}"


def named(store: Store, ids: Sequence[str]) -> str:
    """One memory by its first words, another record by its reference, several by their number."""
    if len(ids) != 1:
        return counted(len(ids))
    id = ids[0]
    for folder in (store.memories, store.archive):
        if is_safe_id(id) and id in folder:
            summary = folder.read(id).value.content.summary
            cut = summary[:WORDS_SIGNS].rstrip()
            return f"“{cut}{'…' if len(summary) > WORDS_SIGNS else ''}”"
    return id


def counted(number: int, noun: str = "memory", *, more: bool = False) -> str:
    """So many of something; `more` than that if others were not counted."""
    plural = noun[:-1] + "ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,}{'+' if more else ''} {noun if number == 1 and not more else plural}"
