"""What the page may do where it was let: acts that anybody who looks at a store can do, as JSON."""

from __future__ import annotations

from memento_cli.actions.browse.acts import (
    check_there,
    done,
    forgetting,
    pinning,
    recording,
    reinforcing,
    restoring,
    rewording,
    undoing,
)
from memento_cli.actions.recall.names import people_meant
from memento_cli.core.memory.refs import name_of, person_ref
from memento_cli.core.text.visible import visible
from memento_cli.errors import Refused, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from typing import Any

    from memento_cli.actions.browse.acts import Act, Hand
    from memento_cli.core.memory.memory import Tags
    from memento_cli.store.directory.store import Store
    from memento_cli.web.looking import Document, Looking

    Given = Mapping[str, Any]

SUMMARY, DETAIL = "memory.content.summary", "memory.content.detail"
TOPICS, PEOPLE = "memory.tags.topics", "memory.tags.people"


def act(looking: Looking, given: Given) -> Document:
    """Do the act that is named as `act`, with the rest of what was given: what was done, in words,
    and the id by which `undo` takes it back, or None if nothing changed.

    Usage for an act that there is not, Refused where the page may only look, Unasked where an agent
    would have to ask a person; else the errors of the verb.
    """
    name = given.get("act")
    if looking.hand is None:
        raise Refused("this page only shows the store", "`memento open --web --write` lets it act")
    if not isinstance(name, str) or name not in ACTS:
        raise Usage(f"no act is called {name!r}", ", ".join(ACTS))
    acted = done(looking.store, looking.now, ACTS[name](given), looking.hand)
    return {"text": acted.text, "undo": acted.batch or None}


def _editing(given: Given) -> Act:
    """An edit of the texts that were given; `was` has those that they were made from."""
    was = given.get("was", {})
    if not isinstance(was, dict):
        raise Usage("was has the texts as they were")
    id = _text(given, "id")

    def act(store: Store, now: datetime, hand: Hand) -> str:
        check_there(store, [id])
        tags = store.memories.read(id).value.tags

        def person(name: str) -> str:
            return people_meant((store,), name, now, lambda note: None, new=True)[0]

        words, had = _words(given, tags, person), _words(was, tags, person_ref, had=True)
        return rewording(id, words, had)(store, now, hand)

    return act


def _words(
    given: Given, tags: Tags, person: Callable[[str], str], *, had: bool = False
) -> dict[str, object]:
    """The keys of a memory's file that were given; a summary may be empty only if it `had` none.
    Topics and people that a memory has already stay as its file writes them, and a new `person` is
    whom a name means."""
    keys: dict[str, object] = {}
    if "summary" in given:
        keys[SUMMARY] = _text(given, "summary", empty=had).strip()
    if "detail" in given:
        keys[DETAIL] = _text(given, "detail", empty=True)
    if "topics" in given:
        topics = {visible(topic): topic for topic in tags.topics}
        keys[TOPICS] = [topics.get(name, name) for name in _texts(given, "topics")]
    if "people" in given:
        refs = {visible(name_of(ref)): ref for ref in tags.people}
        keys[PEOPLE] = [refs.get(name) or person(name) for name in _texts(given, "people")]
    return keys


def _recording(given: Given) -> Act:
    return recording(_text(given, "text"), _texts(given, "topics"), _texts(given, "people"))


def _ids(given: Given) -> list[str]:
    return [_text(given, "id")]


def _text(given: Given, name: str, *, empty: bool = False) -> str:
    """A text that was given; Usage if there is none."""
    text = given.get(name)
    if not isinstance(text, str) or not (empty or text.strip()):
        raise Usage(f"{name} is missing")
    return text


def _texts(given: Given, name: str) -> list[str]:
    """The texts of a list that was given, without empty ones; Usage if it is no list of texts."""
    texts = given.get(name, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise Usage(f"{name} is a list of texts")
    return [text.strip() for text in texts if text.strip()]


ACTS: Mapping[str, Callable[[Given], Act]] = {
    "reinforce": lambda given: reinforcing(_ids(given)),
    "pin": lambda given: pinning(_ids(given), True),
    "unpin": lambda given: pinning(_ids(given), False),
    "forget": lambda given: forgetting(_ids(given)),
    "restore": lambda given: restoring(_ids(given)),
    "edit": _editing,
    "record": _recording,
    "undo": lambda given: undoing(_text(given, "id")),
}
