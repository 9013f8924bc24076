"""The page as a file: all its documents in it, for a disk, a family, or any static host.

What it has of a memory is what an export has. Facts, events and all else come with an export of the
whole store alone: who chooses memories, by words or by their labels, hands on nothing else.
"""

from __future__ import annotations

from memento_cli.actions.browse.detail import details
from memento_cli.actions.exchange.export import Left, What, exported_memories
from memento_cli.core.fading.forecast import falls_below
from memento_cli.core.memory.refs import name_of
from memento_cli.core.text.strict_json import dumped
from memento_cli.core.time.when import in_zone
from memento_cli.web.documents import DOCUMENTS
from memento_cli.web.happened import graph_by_name, threads_by_ref
from memento_cli.web.holding import people_by_name
from memento_cli.web.looking import plain
from memento_cli.web.memories import detail_document
from memento_cli.web.page import DATA, frozen_json, frozen_page

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from typing import Any

    from memento_cli.actions.browse.detail import Detail
    from memento_cli.core.memory.memory import Memory
    from memento_cli.web.looking import Document, Looking

CHOSEN = ("memories", "forecast")
"""What there is to look at in a page of chosen memories."""
CALLED = "Memories"
"""What a page of chosen memories is called: the store's folder and owner are no part of them."""
UNSEEN = ("log",)
"""What a page that is handed on does not show of a whole store: who did what and why."""
WHOLE = ("people", "facts", "states", "blocks", "kv", "threads")
"""The documents that are the same in a page of a whole store as live."""
MARKED = ("title", "passage")
"""What is marked in a search, which a page does itself."""
MOST_DRAWN = 2_000
"""Of more memories their curves are only told: drawn, they would be two thirds of the file."""
MOST_EVENTS, DAYS, ALL = "10000", "365", "10000000"


def frozen_store(looking: Looking) -> Iterator[str]:
    """The page of a whole store, in pieces."""
    offered = exported_memories(looking.store, What(), looking.now)
    memories = (one for one in offered if not isinstance(one, Left))
    return frozen_parts(looking, memories, whole=True)


def frozen_parts(
    looking: Looking,
    memories: Iterable[Memory],
    *,
    whole: bool,
    beside: Callable[[object], object] = lambda document: None,
) -> Iterator[str]:
    """The page of these memories, in pieces; with all else that the store has, if it is `whole`,
    of which `beside` is told each document.

    Its data is one object: each document by its name, those of a person, a thread, a name of the
    graph and a mood by that, and `rows` with all memories, each as the document `memory` has it.
    """
    page, chosen = frozen_page(), list(memories)
    start, end = DATA
    yield page.head + start + "{"
    for name, value in _documents(looking, {memory.id for memory in chosen}, whole=whole):
        beside(value)
        yield f'"{name}":{_json(value)},\n'
    yield '"rows":['
    comma = ""
    drawn = len(chosen) <= MOST_DRAWN
    for shown in details(looking.store, chosen, looking.now):
        yield comma + _json(_row(looking, shown, drawn=drawn))
        comma = ",\n"
    yield "]}" + end + page.tail


def _documents(looking: Looking, ids: Collection[str], *, whole: bool) -> Iterator[tuple[str, Any]]:
    """The documents beside the memories, each with its name."""
    about = DOCUMENTS["store"](looking)
    views = [name for name in about["views"] if name not in UNSEEN and (whole or name in CHOSEN)]
    own = {} if whole else {"name": CALLED, "person": "", "counts": {"memories": len(ids)}}
    yield "store", about | {
        "frozen": True, "writable": False, "whole": whole, "views": views, **own
    }  # fmt: skip
    yield "forecast", _forecast(looking, ids)
    if whole:
        for name in WHOLE:
            yield name, DOCUMENTS[name](looking)
        yield "events", DOCUMENTS["events"](looking._replace(asked={"limit": MOST_EVENTS}))
        yield "graph", graph_by_name(looking)
        yield "person", people_by_name(looking, _names(looking))
        yield "thread", threads_by_ref(looking)
        moods = ("", name_of(looking.store.settings["person"]))
        yield "mood", {of: DOCUMENTS["mood"](looking._replace(asked={"of": of})) for of in moods}


def _forecast(looking: Looking, ids: Collection[str]) -> Document:
    """What becomes of these memories alone, each time that something does."""
    asked = {"days": DAYS, "limit": ALL, "few": ALL}
    future = DOCUMENTS["forecast"](looking._replace(asked=asked))
    turns = [
        turn | {"newer": turn["newer"] if turn["newer"] in ids else None}
        for turn in future["turns"]
        if turn["id"] in ids
    ]
    prunable = [one for one in future["prunable"] if one["id"] in ids]
    return {"until": future["until"], "turns": turns, "prunable": prunable}


def _names(looking: Looking) -> list[str]:
    return [one.name for one in DOCUMENTS["people"](looking)["people"]]


def _row(looking: Looking, shown: Detail, *, drawn: bool) -> Document:
    """A memory as others may read it: its history says what was done, but not by whom and why."""
    memory = detail_document(looking, shown)
    history = [{"at": act["at"], "act": act["act"]} for act in memory["history"]]
    weak = looking.store.settings["list.hide_below"]
    faded = falls_below(shown.memory, weak) if memory["strength"] < weak else None
    month = f"{in_zone(faded, looking.zone):%Y-%m}" if faded else None
    plain_row = {name: value for name, value in memory.items() if name not in MARKED}
    if not drawn:
        plain_row["curve"] = {**memory["curve"], "svg": None}
    return plain_row | {"history": history, "editable": False, "faded": month}


def _json(value: Any) -> str:
    return frozen_json(dumped(plain(value)))
