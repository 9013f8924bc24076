"""The words of new knowledge, by a program of the user's own: what episodes say in general.

Where no program is set, or it does not serve, the words are the episodes' own.
"""

from __future__ import annotations

from memento_cli.actions.context.context import new_nonce
from memento_cli.actions.memory.prune import remaining_memories
from memento_cli.actions.model.model import Reading, the_model
from memento_cli.actions.sessions.summarizing import summarized
from memento_cli.actions.tidy.sleep_finds import BUDGET, source_of
from memento_cli.core.memory.memory import CONTRADICTS, split_content
from memento_cli.core.model.answers import value_in
from memento_cli.core.security.secret_checks import secrets_in_value
from memento_cli.core.tidy.episodes import in_words
from memento_cli.core.tidy.knowledge_prompt import KEYS, knowledge_prompt, written_in
from memento_cli.core.tidy.sleep_steps import MAKING, PROMOTE
from memento_cli.core.tidy.supersession import true_at
from memento_cli.errors import MementoError
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from memento_cli.actions.events.planned import Drafted
    from memento_cli.actions.model.model import Model
    from memento_cli.core.memory.memory import Memory
    from memento_cli.core.tidy.knowledge_prompt import Written
    from memento_cli.store.directory.store import Store


class Worded(NamedTuple):
    """Drafts as they are to be proposed, and the number of those for which no call was left."""

    drafts: list[Drafted]
    left: int = 0


def worded(
    store: Store, drafts: Sequence[Drafted], model_of: Callable[[], Model | None] = the_model
) -> Worded:
    """The drafts, those of new knowledge in the words of the user's program, if there is one."""
    if not any(draft.step.do in MAKING for draft in drafts):
        return Worded(list(drafts))
    model = model_of()
    if model is None:
        return Worded([_summarized(store, draft) for draft in drafts])
    writer = _Writer(store, model)
    tried = [writer.worded(draft) for draft in drafts]
    return Worded([draft for draft in tried if draft], tried.count(None))


class _Writer:
    """Asks a model for words until it fails; the rest keeps its own."""

    def __init__(self, store: Store, model: Model) -> None:
        self._store, self._model, self._serves = store, model, True

    def worded(self, drafted: Drafted) -> Drafted | None:
        """A draft in the model's words; None if no call is left."""
        members = _members(self._store, drafted) if drafted.step.do in MAKING else []
        if not (self._serves and members):
            return drafted
        if not self._model.left:
            return None
        prompt = knowledge_prompt(drafted.step.do, members, new_nonce(), self._model.tokens)
        try:
            written: Written = self._model.answer(prompt, _read)
        except MementoError as problem:
            self._serves = False
            self._store.warn(f"{problem.message}; the episodes' own words are proposed")
            return drafted
        return drafted._replace(draft=in_words(drafted.draft, *written))


def _read(answer: str) -> Reading:
    return Reading(written_in(value_in(answer, KEYS)), 1)


def _members(store: Store, drafted: Drafted) -> list[Memory]:
    """The episodes of a draft that a program may read, the oldest first.

    None if one has a key or a password; contradicted ones are left out.
    """
    contradicted = {link.target for link in drafted.draft.links if link.rel == CONTRADICTS}
    ids = [id for id in drafted.step.evidence if id not in contradicted]
    members = list(remaining_memories(store, ids))
    if secrets_in_value([source_of(one).text for one in members]):
        return []
    return sorted(members, key=lambda one: (true_at(one), one.id))


def _summarized(store: Store, drafted: Drafted) -> Drafted:
    """A promotion as `summary.command` of the user's configuration summarises it, if it does."""
    if drafted.step.do != PROMOTE:
        return drafted
    sources = [source_of(one) for one in _members(store, drafted)]
    wrote = summarized(store.warn, sources, BUDGET).wrote if sources else ""
    if not wrote:
        return drafted
    return drafted._replace(draft=in_words(drafted.draft, *split_content(wrote)))
