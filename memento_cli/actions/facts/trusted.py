"""What holds as somebody trusted has told it last, where somebody less trusted has told it since.

The journal has what stood there before each change. So what an agent has put in the place of a
person's words does not take them from whom asks for these. Where nobody so trusted has told it, it
is what it is, and whoever asks leaves it out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memento_cli.actions.memory.reading import readable_entries
from memento_cli.actions.undo.revisions import word_changes
from memento_cli.core.facts.blocks import block_id
from memento_cli.core.facts.preferences import POLARITIES, REVOKED
from memento_cli.core.facts.states import is_over
from memento_cli.core.journal.history import JournalEntry
from memento_cli.core.memory.record_kinds import BLOCKS, STATES, ref_of
from memento_cli.core.security.trust import is_persons, is_trusted
from memento_cli.errors import BadData
from memento_cli.store.journal.journal import by_memory
from memento_cli.store.toml.changes import flat
from memento_cli.store.toml.writer import nested

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from memento_cli.core.facts.blocks import Block
    from memento_cli.core.facts.preferences import Preference, Stance
    from memento_cli.core.facts.states import State
    from memento_cli.store.directory.store import Store


Lines = Mapping[str, Sequence[JournalEntry]]
"""The journal's lines of a folder, by what they are about."""


def trusted_blocks(store: Store, blocks: Iterable[Block], least: str) -> list[Block]:
    """Blocks as somebody so trusted has written them last."""
    found = list(blocks)
    if all(is_trusted(one.trust, least) for one in found):
        return found
    entries = _lines(store, BLOCKS)
    return [_trusted_block(store, one, least, entries) for one in found]


def _trusted_block(store: Store, block: Block, least: str, entries: Lines) -> Block:
    ref = ref_of(BLOCKS, block_id(block.name, block.persona))
    told = _told(store, ref, block, entries)
    return next((one for one in told if is_trusted(one.trust, least)), block)


def trusted_states(store: Store, states: Iterable[State], least: str) -> list[State]:
    """States as somebody so trusted has told them last, unless a person has ended them since."""
    found = list(states)
    if all(is_trusted(one.trust, least) for one in found):
        return found
    entries = _lines(store, STATES)
    return [_trusted_state(store, one, least, entries) for one in found]


def _trusted_state(store: Store, state: State, least: str, entries: Lines) -> State:
    one: State
    for one in _told(store, ref_of(STATES, state.id), state, entries):
        if is_trusted(one.trust, least):
            return one
        if is_persons(one.trust) and is_over(one, one.confirmed):
            break
    return state


def trusted_preferences(
    store: Store, preferences: Iterable[Preference], least: str
) -> list[Preference]:
    """Preferences, each like and dislike as somebody so trusted has told it last, unless a person
    has revoked it since."""
    found = list(preferences)
    stances = [stance for one in found for stance in one.stances.values()]
    if all(is_trusted(stance.trust, least) for stance in stances):
        return found
    entries = _lines(store, STATES)
    return [_trusted_preference(store, one, least, entries) for one in found]


def _trusted_preference(store: Store, one: Preference, least: str, entries: Lines) -> Preference:
    told = list(_told(store, ref_of(STATES, one.id), one, entries))
    like, dislike = (
        _trusted_stance([each.stance(polarity) for each in told], least) for polarity in POLARITIES
    )
    return one._replace(like=like, dislike=dislike)


def _trusted_stance(told: Sequence[Stance | None], least: str) -> Stance | None:
    for one in told:
        if one is None or (is_persons(one.trust) and one.status == REVOKED):
            break
        if is_trusted(one.trust, least):
            return one
    return told[0]


def _lines(store: Store, folder: str) -> Lines:
    return by_memory(readable_entries(store, store.journal.under(folder)))


def _told(store: Store, ref: str, value: Any, entries: Lines) -> Iterator[Any]:
    """A value, and then what stood in its place before each change, the newest first. Of what was
    taken back, and of what no file could say, nothing."""
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
