"""extract with a model: it is asked what follows from the turns that no plan was made of yet.

A batch is asked for without the lock, and its plan is taken as one act with the note that its turns
were read; so whatever ends the work, what was taken stays and the rest is asked for the next time.
What a model says has the trust of an agent, and what it would change of a person's words waits as a
proposal.
"""

from __future__ import annotations

from memento_cli.actions.events.planned import Extracted, propose_steps, sound_steps
from memento_cli.actions.events.plans import checked_steps, do_step
from memento_cli.actions.events.prompts import next_prompt
from memento_cli.actions.events.turns import (
    AGAIN,
    batch_named,
    is_pending,
    note_extracted,
    pending_turns,
)
from memento_cli.actions.exchange.sources.entry import BadItem
from memento_cli.actions.exchange.sources.rows import plan_in
from memento_cli.actions.model.model import Reading
from memento_cli.actions.undo.undo import whole_act
from memento_cli.core.events.plans import PLAN_KEYS, known_parts
from memento_cli.core.events.prompt import unlabelled
from memento_cli.core.model.answers import value_in
from memento_cli.core.security.trust import AGENT
from memento_cli.errors import Conflict, Unasked
from memento_cli.interrupts import Held
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from memento_cli.actions.events.turns import Batch
    from memento_cli.actions.exchange.sources.rows import ReadPlan
    from memento_cli.actions.model.model import Model
    from memento_cli.core.events.plans import PlanStep
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.store.directory.store import Store

    Items = Sequence[tuple[str, Any] | BadItem]

VIA = "extract"
"""The door by which a model acts, which is no person's."""
MEANWHILE = "another has extracted these turns meanwhile"


class How(NamedTuple):
    """How plans are taken: `queue` as for `extract`; `dry` only tells, of the first batch."""

    queue: bool | None = None
    skip_bad: bool = True
    dry: bool = False


class Extraction:
    """Asks a model for plans, batch by batch, and has the outcome so far at any time.

    `turns` were read by it, and `unsent` left out for a key or a password.
    """

    def __init__(
        self, store: Store, model: Model, provenance: Provenance, how: How = How()
    ) -> None:
        self.store, self.model, self._how = store, model, how
        self._by = as_model(provenance)
        self._pending = pending_turns(store)
        self.done, self.turns, self.unsent = Extracted(), 0, 0

    @property
    def left(self) -> int:
        """The number of turns that no plan was made of yet."""
        return len(self._pending)

    def run(self, tick: Callable[[], None] = lambda: None) -> None:
        """Go on until no turn or no call is left; `tick` is called for each turn."""
        while self._pending and self.model.left:
            now, tokens = self._by.signature.at, self.model.tokens
            asked = next_prompt(self.store, self._pending, now, tokens)
            is_sent, read = bool(asked.batch.sent), self._reader(asked.batch)
            items = self.model.answer(asked.text, read) if is_sent else []
            with Held():  # an interrupt waits until the batch is counted
                self._take(items, asked.batch, tick)
            if self._how.dry:
                break

    def _reader(self, batch: Batch) -> Callable[[str], Reading]:
        """What finds the items of a plan in an answer, as far as they could be done."""

        def read(text: str) -> Reading:
            value, problems = known_parts(value_in(text, PLAN_KEYS))
            items = _with_ids(plan_in(value).items, batch.labels)
            steps, bad = checked_steps(self.store, items, self._by)
            problems += [f"{one.where}: {one.reason}" for one in bad]
            return Reading(items, len(steps) if steps or not problems else -1, tuple(problems))

        return read

    def _take(self, items: Items, batch: Batch, tick: Callable[[], None]) -> None:
        taken = take(self.store, items, batch, self._by, self._how)
        if taken is None:
            self.store.warn(f"{MEANWHILE}; the answer is not used")
            self._pending = pending_turns(self.store)
            return
        self.done = self.done.then(taken)
        self.turns += len(batch.sent)
        self.unsent += len(batch.turns) - len(batch.sent)
        self._pending = self._pending[len(batch.turns) :]
        for _ in batch.turns:
            tick()


def as_model(provenance: Provenance) -> Provenance:
    """The provenance of what a model says, whoever has it asked."""
    signature = provenance.signature._replace(via=VIA)
    return provenance._replace(signature=signature, trust=AGENT, allow_secret=False)


def take_answer(store: Store, plan: ReadPlan, provenance: Provenance, how: How) -> Extracted:
    """Take the answer to a prompt that somebody had a model answer themselves.

    Conflict if its turns are not the next ones any more; BadData as for `extract`.
    """
    batch = batch_named(store, plan.turns)
    items = _with_ids(plan.items, batch.labels)
    taken = take(store, items, batch, as_model(provenance), how)
    if taken is None:
        raise Conflict(MEANWHILE, AGAIN)
    return taken


def take(
    store: Store, items: Items, batch: Batch, provenance: Provenance, how: How
) -> Extracted | None:
    """Apply a plan of a batch, or propose it, and note that its turns were read, as one act.

    None, and nothing is done, if another has extracted one of the turns.
    """
    is_careful = store.settings["extract.queue"] and how.queue is not False
    queue = is_careful or bool(how.queue)
    with store.lock.held():
        if not is_pending(store, batch):
            return None
        steps, bad = sound_steps(store, items, provenance, how.skip_bad, is_careful)
        if how.dry:
            return Extracted(steps, ("",) * len(steps), bad, (queue,) * len(steps))
        with whole_act(store, provenance.signature.at):
            refs, waits = _done(store, steps, provenance, queue)
            note_extracted(store, batch, provenance)
    return Extracted(steps, refs, bad, waits)


def _done(
    store: Store, steps: Sequence[PlanStep], provenance: Provenance, queue: bool
) -> tuple[tuple[str, ...], tuple[bool, ...]]:
    """Do steps, and propose those that a person must agree to, or all (`queue`); the references,
    and which of them wait."""
    refs = dict[int, str]()
    for place, step in enumerate(steps):
        try:
            refs |= {} if queue else {place: do_step(store, step, provenance)}
        except Unasked:  # before anything of it was done
            continue
    waiting = [place for place in range(len(steps)) if place not in refs]
    ids = propose_steps(store, [steps[place] for place in waiting], provenance)
    refs |= zip(waiting, ids, strict=True)
    places = range(len(steps))
    return tuple(refs[place] for place in places), tuple(place in waiting for place in places)


def _with_ids(items: Items, labels: Mapping[str, str]) -> list[Any]:
    """The items with ids in place of labels."""
    return [
        item if isinstance(item, BadItem) else (item[0], unlabelled(item[1], labels))
        for item in items
    ]
