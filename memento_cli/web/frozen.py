"""The page as a file: all its documents in it, for a disk, a family, or any static host.

What it has of a memory is what an export has. Facts, events and all else come with an export of the
whole store alone: who chooses memories, by words or by their labels, hands on nothing else.
"""

from __future__ import annotations

from memento_cli.actions.browse.detail import details
from memento_cli.actions.exchange.export import Left, What, exported_memories
from memento_cli.core.text.strict_json import dumped
from memento_cli.web.documents import DOCUMENTS
from memento_cli.web.happened import edges
from memento_cli.web.looking import plain
from memento_cli.web.memories import detail_document
from memento_cli.web.page import DATA, frozen_json, frozen_page

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from typing import Any

    from memento_cli.core.memory.memory import Memory
    from memento_cli.web.looking import Looking

CHOSEN = ("memories", "forecast")
"""What there is to look at in a page of chosen memories."""
UNSEEN = ("log",)
"""What a page that is handed on does not show of a whole store: who did what and why."""
WHOLE = ("people", "facts", "states", "blocks", "kv", "threads", "mood")
"""The documents that are the same in a page of a whole store as live."""
MOST_EVENTS, DAYS = "10000", "365"


def frozen_store(looking: Looking) -> Iterator[str]:
    """The page of a whole store, in pieces."""
    offered = exported_memories(looking.store, What(), looking.now)
    memories = (one for one in offered if not isinstance(one, Left))
    return frozen_parts(looking, memories, whole=True)


def frozen_parts(looking: Looking, memories: Iterable[Memory], *, whole: bool) -> Iterator[str]:
    """The page of these memories, in pieces; with all else that the store has, if it is `whole`.

    Its data is one object: the documents by name, `memories` with each of them as `memory` has it,
    `thread` with each thread by its id, and `edges` with all of the graph.
    """
    page, chosen = frozen_page(), list(memories)
    start, end = DATA
    yield page.head + start + "{"
    for name, value in _documents(looking, {memory.id for memory in chosen}, whole=whole):
        yield f'"{name}":{_json(value)},\n'
    yield '"memories":['
    comma = ""
    for shown in details(looking.store, chosen, looking.now):
        yield comma + _json(detail_document(looking, shown))
        comma = ",\n"
    yield "]}" + end + page.tail


def _documents(looking: Looking, ids: Collection[str], *, whole: bool) -> Iterator[tuple[str, Any]]:
    """The documents beside the memories, each with its name."""
    about = DOCUMENTS["store"](looking)
    views = [name for name in about["views"] if name not in UNSEEN and (whole or name in CHOSEN)]
    counts = about["counts"] if whole else {"memories": len(ids)}
    yield "store", about | {"frozen": True, "writable": False, "views": views, "counts": counts}
    future = DOCUMENTS["forecast"](looking._replace(asked={"days": DAYS}))
    turns = [turn for turn in future["turns"] if turn["id"] in ids]
    yield "forecast", {"until": future["until"], "total": len(turns), "turns": turns}
    if whole:
        for name in WHOLE:
            yield name, DOCUMENTS[name](looking)
        yield "events", DOCUMENTS["events"](looking._replace(asked={"limit": MOST_EVENTS}))
        threads = DOCUMENTS["threads"](looking)["threads"]
        asked = (looking._replace(asked={"id": one["id"]}) for one in threads)
        yield "thread", {one.asked["id"]: DOCUMENTS["thread"](one) for one in asked}
        yield "edges", edges(looking)


def _json(value: Any) -> str:
    return frozen_json(dumped(plain(value)))
