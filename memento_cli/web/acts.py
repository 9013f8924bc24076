"""What the page may do where it was let: the verbs of the command line, each one act to undo."""

from __future__ import annotations

from memento_cli.actions.memory.edit import edit as edit_keys
from memento_cli.actions.memory.edit import pin as pin_one
from memento_cli.actions.memory.prune import forget as forget_all
from memento_cli.actions.memory.prune import restore as restore_all
from memento_cli.actions.memory.record import record as record_draft
from memento_cli.actions.memory.reinforce import reinforce as use_one
from memento_cli.actions.undo.telling import act_words
from memento_cli.actions.undo.undo import undo as take_back
from memento_cli.core.fading.wording import skip_reason
from memento_cli.core.journal.event_types import ADOPTION
from memento_cli.core.memory.memory import Draft, Tags, split_content
from memento_cli.core.memory.refs import person_ref
from memento_cli.errors import Refused, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from memento_cli.web.looking import Document, Looking

    Given = Mapping[str, Any]

SUMMARY, DETAIL, TOPICS = "memory.content.summary", "memory.content.detail", "memory.tags.topics"


def act(looking: Looking, given: Given) -> Document:
    """Do the act that is named as `act`, with the rest of what was given: what was done, in words,
    and the id by which `undo` takes it back, or None if nothing changed.

    Usage for an act that there is not, Refused where the page may only look, Unasked where an agent
    would have to ask a person; else the errors of the verb.
    """
    name = given.get("act")
    if not looking.writable:
        raise Refused("this page only shows the store", "`memento open --web --write` lets it act")
    if not isinstance(name, str) or name not in ACTS:
        raise Usage(f"no act is called {name!r}", ", ".join(ACTS))
    journal = looking.store.journal
    before = len(journal.done)
    with looking.store.one_act():
        text = ACTS[name](looking, given)
    written = [line for line in journal.done[before:] if line.via != ADOPTION]
    return {"text": text, "undo": written[0].act_id if written else None}


def _reinforce(looking: Looking, given: Given) -> str:
    use = use_one(looking.store, _text(given, "id"), looking.now)
    why = skip_reason(use.result, looking.store.settings.rules)
    return f"Unchanged: {why}" if why else f"Its strength is now {use.result.now:.3f}"


def _pin(looking: Looking, given: Given) -> str:
    changed = pin_one(looking.store, _text(given, "id"), looking.now, by=looking.by)
    return "Pinned: it does not fade" if changed else "It is pinned already"


def _unpin(looking: Looking, given: Given) -> str:
    changed = pin_one(looking.store, _text(given, "id"), looking.now, False, by=looking.by)
    return "No longer pinned: it fades again" if changed else "It is not pinned"


def _forget(looking: Looking, given: Given) -> str:
    forget_all(looking.store, [_text(given, "id")], looking.now)
    return "Moved to the archive"


def _restore(looking: Looking, given: Given) -> str:
    restore_all(looking.store, [_text(given, "id")], looking.now, by=looking.by)
    return "Brought back from the archive"


def _edit(looking: Looking, given: Given) -> str:
    keys: dict[str, Any] = {}
    if "summary" in given:
        keys[SUMMARY] = _text(given, "summary").strip()
    if "detail" in given:
        keys[DETAIL] = _text(given, "detail", empty=True)
    if "topics" in given:
        keys[TOPICS] = _texts(given, "topics")
    edited = edit_keys(looking.store, _text(given, "id"), keys, looking.now, by=looking.by)
    names = [key.removeprefix("memory.").rpartition(".")[2] for key in edited.change.after]
    return f"Changed {', '.join(names)}" if names else "Nothing has changed"


def _record(looking: Looking, given: Given) -> str:
    summary, detail = split_content(_text(given, "text"))
    people = tuple(map(person_ref, _texts(given, "people")))
    tags = Tags(tuple(_texts(given, "topics")), people)
    draft = Draft(summary, detail=detail, tags=tags, agent=looking.agent or None)
    recorded = record_draft(looking.store, draft, looking.now, by=looking.by)
    return f"Kept as {recorded.memory.id}"


def _undo(looking: Looking, given: Given) -> str:
    done = take_back(looking.store, _text(given, "id"), looking.now, by=looking.by)
    acts = dict.fromkeys(act_words(line.act) for line in done.lines)
    return f"Taken back: {', '.join(acts)}"


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


ACTS: Mapping[str, Callable[[Looking, Given], str]] = {
    "reinforce": _reinforce,
    "pin": _pin,
    "unpin": _unpin,
    "forget": _forget,
    "restore": _restore,
    "edit": _edit,
    "record": _record,
    "undo": _undo,
}
