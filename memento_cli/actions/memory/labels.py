"""Projects, agents and sessions as people type them; `naming.py` has people and topics, and costs
what a filter by project need not."""

from __future__ import annotations

from memento_cli.actions.recall.index_session import open_index
from memento_cli.core.text.normal_forms import spellings

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from memento_cli.store.directory.store import Store


def resolve_label(stores: Sequence[Store], field: str, text: str, now: datetime) -> tuple[str, ...]:
    """The project, agent or session that a word means, in every spelling that the stores have; else
    the word itself. Ambiguous if several are meant."""
    known = set[str]()
    for store in stores:
        with open_index(store, now) as index:
            known |= index.labels(field)
    return spellings(text, known) or (text,)
