"""What a search finds that is no memory: facts, states, likes, events, texts, values, relations."""

from __future__ import annotations

from memento_cli.actions.browse.listing import query_of
from memento_cli.actions.recall.find import MEMORIES, SOURCES, find
from memento_cli.core.memory.refs import name_of
from memento_cli.core.recall.passages import NOBODY
from memento_cli.core.security.trust import marks, trust_of
from memento_cli.errors import MementoError

TYPE_CHECKING = False

if TYPE_CHECKING:
    from memento_cli.actions.recall.find import Sighting
    from memento_cli.web.looking import Document, Looking

MOST = 5
OTHERS = tuple(source for source in SOURCES if source != MEMORIES)


def elsewhere(looking: Looking) -> Document:
    """The few best hits of `q` in all sources other than memories, ranked as a recall ranks them,
    with what held before, and how many there are; none for a text that is filters alone."""
    try:
        query = query_of(
            looking.store, looking.asked.get("q", ""), looking.now, looking.zone, notes=[]
        )
    except MementoError:
        return {"total": 0, "hits": []}  # the search itself says what is wrong with the text
    if not query.sought:
        return {"total": 0, "hits": []}
    query = query._replace(limit=MOST)
    found = find([looking.store], OTHERS, query, looking.now, everything=True)
    return {"total": found.found.total, "hits": [_document(one) for one in found.page]}


def _document(one: Sighting) -> Document:
    memory = one.hit.memory
    return {
        "source": one.source,
        "kind": memory.source if one.source == "states" else "",
        "of": "" if memory.person == NOBODY else name_of(memory.person),
        "text": memory.content.summary,
        "at": memory.created,
        "marks": marks(trust_of(memory)),
    }
