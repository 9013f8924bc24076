"""How much of what is no memory has the words of a search: facts, states, values, events."""

from __future__ import annotations

from memento_cli.actions.browse.listing import query_of
from memento_cli.core.text.normal_forms import folded
from memento_cli.errors import MementoError
from memento_cli.web.happened import events
from memento_cli.web.holding import blocks, facts, kv, states

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memento_cli.web.looking import Document, Looking


def elsewhere(looking: Looking) -> Document:
    """The views in which something has all words of `q`, each with the number of those; none for a
    text that is filters alone."""
    words = _words(looking)
    if not words:
        return {"found": []}
    counts = [
        (view, sum(all(word in text for word in words) for text in map(folded, texts)))
        for view, texts in _texts(looking)
    ]
    asked = looking._replace(asked={"q": " ".join(words), "limit": "0"})
    counts.append(("events", events(asked)["total"]))
    return {"words": " ".join(words), "found": [pair for pair in counts if pair[1]]}


def _words(looking: Looking) -> list[str]:
    text = looking.asked.get("q", "")
    try:
        query = query_of(looking.store, text, looking.now, looking.zone, [])
    except MementoError:
        return []  # the search itself says what is wrong with the text
    return " ".join(map(folded, query.sought)).split()


def _texts(looking: Looking) -> Iterator[tuple[str, list[str]]]:
    """Each view with the texts of what it shows."""
    whole = looking._replace(asked={})
    yield (
        "facts",
        [
            " ".join((fact["of"], fact["key"], *(value["value"] for value in fact["values"])))
            for fact in facts(whole)["facts"]
        ],
    )
    held = states(whole)
    yield "states", [one["text"] for one in (*held["states"], *held["likes"])]
    yield "blocks", [f"{one['name']} {one['text']}" for one in blocks(whole)["blocks"]]
    yield "kv", [f"{one['key']} {one['value']}" for one in kv(whole)["values"]]
