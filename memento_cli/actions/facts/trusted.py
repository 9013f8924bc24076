"""What holds as somebody trusted has told it last, where somebody less trusted has told it since.

The journal has what stood there before each change. So what an agent has put in the place of a
person's words does not take them from whom asks for these. Where nobody so trusted has told it, it
is what it is, and whoever asks leaves it out.
"""

from __future__ import annotations

from memento_cli.actions.memory.reading import readable_entries
from memento_cli.core.facts.blocks import block_id
from memento_cli.core.facts.preferences import POLARITIES, REVOKED
from memento_cli.core.facts.states import is_over
from memento_cli.core.memory.record_kinds import BLOCKS, STATES, ref_of
from memento_cli.core.security.trust import is_persons, is_trusted
from memento_cli.errors import BadData
from memento_cli.named_tuple import TypeVar
from memento_cli.store.journal.journal import by_memory
from memento_cli.store.toml.changes import flat
from memento_cli.store.toml.writer import nested

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from memento_cli.core.facts.blocks import Block
    from memento_cli.core.facts.preferences import Preference, Stance
    from memento_cli.core.facts.states import State
    from memento_cli.core.journal.history import JournalEntry
    from memento_cli.store.directory.store import Store

T = TypeVar("T")


def trusted_blocks(store: Store, blocks: Iterable[Block], least: str) -> list[Block]:
    """Blocks as somebody so trusted has written them last."""

    def trusted(block: Block, told: Iterator[Block]) -> Block:
        return next((one for one in told if is_trusted(one.trust, least)), block)

    found = [(ref_of(BLOCKS, block_id(one.name, one.persona)), one) for one in blocks]
    return _each(store, found, [one.trust for _, one in found], least, trusted)


def trusted_states(store: Store, states: Iterable[State], least: str) -> list[State]:
    """States as somebody so trusted has told them last, unless a person has ended them since."""

    def trusted(state: State, told: Iterator[State]) -> State:
        for one in told:
            if is_trusted(one.trust, least):
                return one
            if is_persons(one.trust) and is_over(one, one.confirmed):
                break
        return state

    found = [(ref_of(STATES, one.id), one) for one in states]
    return _each(store, found, [one.trust for _, one in found], least, trusted)


def trusted_preferences(
    store: Store, preferences: Iterable[Preference], least: str
) -> list[Preference]:
    """Preferences, each like and dislike as somebody so trusted has told it last, unless a person
    has revoked it since."""

    def trusted(one: Preference, told: Iterator[Preference]) -> Preference:
        every = list(told)
        like, dislike = (
            _trusted_stance([each.stance(polarity) for each in every], least)
            for polarity in POLARITIES
        )
        return one._replace(like=like, dislike=dislike)

    found = [(ref_of(STATES, one.id), one) for one in preferences]
    trusts = [stance.trust for _, one in found for stance in one.stances.values()]
    return _each(store, found, trusts, least, trusted)


def _trusted_stance(told: Sequence[Stance | None], least: str) -> Stance | None:
    for one in told:
        if one is None or (is_persons(one.trust) and one.status == REVOKED):
            break
        if is_trusted(one.trust, least):
            return one
    return told[0]


def _each(
    store: Store,
    values: Sequence[tuple[str, T]],
    trusts: Iterable[str],
    least: str,
    trusted: Callable[[T, Iterator[T]], T],
) -> list[T]:
    """The values, which are given with their references, each as `trusted` chooses it from what was
    told of it; as they are, if all are so trusted."""
    if all(is_trusted(trust, least) for trust in trusts):
        return [one for _, one in values]
    folder = values[0][0].partition("/")[0]
    entries = by_memory(readable_entries(store, store.journal.under(folder)))
    return [trusted(one, _told(store, ref, one, entries)) for ref, one in values]


def _told(
    store: Store, ref: str, value: Any, entries: Mapping[str, Sequence[JournalEntry]]
) -> Iterator[Any]:
    """A value, and then what stood in its place before each change, the newest first. Of what was
    taken back, and of what no file could say, nothing."""
    from memento_cli.actions.undo.revisions import word_changes  # few are told by the less trusted

    yield value
    name, _, id = ref.partition("/")
    folder = store.held(name)
    said: dict[str, Any] = dict(flat(folder.codec.data(value)))
    for change in word_changes(entries.get(ref, ())):
        if change.undone or change.before is None:
            continue
        said = {key: one for key, one in (said | change.before).items() if one is not None}
        try:
            yield folder.codec.value(id, nested(said))
        except BadData:
            continue
