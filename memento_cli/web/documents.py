"""A store as documents: what the page asks for by name, live from a server or from a file."""

from __future__ import annotations

import os
from hashlib import sha256

from memento_cli.actions.browse.changes import state_of
from memento_cli.actions.checkup.status import full_status
from memento_cli.core.fading.strength import BOUNDS
from memento_cli.core.memory.refs import name_of
from memento_cli.core.text.strict_json import dumped
from memento_cli.errors import NotFound
from memento_cli.web import happened, holding, memories
from memento_cli.web.elsewhere import elsewhere
from memento_cli.web.looking import plain

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from memento_cli.web.looking import Document, Looking


def document(looking: Looking, name: str) -> str:
    """The document of this name as JSON. NotFound if there is none; else the errors of reading."""
    if name not in DOCUMENTS:
        raise NotFound(f"no document is called {name}", ", ".join(DOCUMENTS))
    return dumped(plain(DOCUMENTS[name](looking)))


def store(looking: Looking) -> Document:
    """What the store is, what it holds, and what there is to look at."""
    settings = looking.store.settings
    status = full_status(looking.store, looking.now)
    return {
        "name": os.path.basename(looking.store.root),
        "profile": settings["profile"],
        "person": name_of(settings["person"]),
        "writable": looking.hand is not None,
        "frozen": False,
        "now": looking.now,
        "counts": {"memories": status.memories, "archived": status.archived, **status.held},
        "levels": {
            "hidden": settings["list.hide_below"],
            "prunable": settings["prune.below"],
            "active": BOUNDS["active"][0],
            "faded": BOUNDS["faded"][0],
        },
        "views": list(_views(status.held, settings["profile"])),
    }


def changes(looking: Looking) -> Document:
    """A stamp that is another after each change of the store."""
    state = "\n".join(state_of(looking.store, looking.now))
    return {"stamp": sha256(state.encode(errors="surrogateescape")).hexdigest()}


VIEWS: Mapping[str, tuple[str, ...]] = {
    "memories": (),
    "people": (),
    "facts": ("facts",),
    "states": ("states", "preferences"),
    "events": ("events",),
    "threads": ("events",),
    "mood": ("events",),
    "graph": ("entities",),
    "blocks": ("blocks",),
    "kv": ("kv values",),
    "forecast": (),
    "log": (),
}
"""What there is to look at, in order, each with what a store must hold to have it; always if
nothing."""
BEGINS_WITH = {"companion": ("events", "threads", "mood", "states"), "tiers": ("kv", "graph")}
"""What there is also to look at in a store of a profile that holds none of it yet."""


def _views(held: Mapping[str, int], profile: str) -> list[str]:
    first = BEGINS_WITH.get(profile, ())
    return [
        name
        for name, kinds in VIEWS.items()
        if not kinds or name in first or any(map(held.get, kinds))
    ]


DOCUMENTS: Mapping[str, Callable[[Looking], Document]] = {
    "store": store,
    "changes": changes,
    "search": memories.search,
    "elsewhere": elsewhere,
    "facets": memories.facets_found,
    "memory": memories.memory,
    "people": holding.people,
    "person": holding.person,
    "facts": holding.facts,
    "states": holding.states,
    "blocks": holding.blocks,
    "kv": holding.kv,
    "threads": happened.threads,
    "thread": happened.thread,
    "events": happened.events,
    "graph": happened.graph,
    "mood": happened.mood,
    "forecast": happened.forecast,
    "log": happened.log,
}
