"""What of the records a server may show: blocks, states, preferences and threads.

What is out of bounds does not exist: nothing is short for its id, and its error is that of nothing.
"""

from __future__ import annotations

from json import dumps
from typing import TYPE_CHECKING, Any, TypeVar

from memento_cli.actions.events.events import readable_events
from memento_cli.actions.events.threads import (
    thread_among,
    threads,
    threads_as_noted,
    threads_of,
)
from memento_cli.actions.facts.blocks import blocks
from memento_cli.actions.facts.preferences import preferences
from memento_cli.actions.facts.states import states
from memento_cli.actions.memory.naming import checked_person
from memento_cli.core.context.fence import id_in
from memento_cli.core.facts.blocks import block_name
from memento_cli.core.facts.preferences import preference_rows
from memento_cli.core.fields.field import Field
from memento_cli.core.memory.ids import matching, the_one
from memento_cli.core.memory.record_kinds import EVENTS, STATES, ref_of
from memento_cli.core.memory.refs import same_person, stored_ref
from memento_cli.core.security.trust import TRUSTS
from memento_cli.core.text.words import tokens_in
from memento_cli.errors import Ambiguous, NotFound
from memento_cli.tools.memory_tools import CONFIRM
from memento_cli.tools.request_context import copied_id
from memento_cli.tools.tool import told

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from memento_cli.core.events.events import Event
    from memento_cli.core.events.threads import Thread
    from memento_cli.core.facts.blocks import Block
    from memento_cli.core.facts.preferences import Row
    from memento_cli.core.facts.states import State
    from memento_cli.core.journal.provenance import Provenance
    from memento_cli.tools.request_context import RequestContext
    from memento_cli.tools.tool import Arguments, ToolResult

    Told = tuple[str, Mapping[str, Any]]
    """The words of an item, and its row."""

T = TypeVar("T")
LIST_TOKENS = 4_000
"""So much a list tells at most, but for its first item."""
LEFT_OUT = Field("left_out", "whole", "So many more have no room.")
USER_AGREES = CONFIRM._replace(default=None)  # each sign of a schema costs every turn
OF = Field("of", "text", "Whose.")
EVIDENCE = Field("evidence", "texts", "Events it comes from.")


def person_of(request: RequestContext, args: Arguments) -> str:
    """Whose it is: as is said, else of whom this server is about, or its persona, else the store's
    own person. Refused for anybody beyond the bounds."""
    return _checked(request, args[OF.path] or request.person)


def user_of(request: RequestContext, args: Arguments) -> str:
    """The same for what is a user's, and not a persona's: what they like, and what they said."""
    return _checked(request, args[OF.path] or request.scope.person)


def _checked(request: RequestContext, who: str | None) -> str:
    person = checked_person(request.store, who or "")
    request.scope.check_person(person)
    return person


def provenance_of(request: RequestContext, args: Arguments) -> Provenance:
    """Who acts, why, and from which events. NotFound for one that is not shown here."""
    events = tuple(request.event(text).id for text in args[EVIDENCE.path] or ())
    return request.act(args["reason"] or "", events)


def named_in(request: RequestContext, text: str, found: Mapping[str, T], what: str) -> T:
    """The one that an id means, or a part of it where nothing is hidden. NotFound, Ambiguous."""
    id = copied_id(text)
    ids = [id] if id in found else [] if request.is_bounded else matching(id, found)
    if not ids:
        raise NotFound(f"No {what} with id {text[:80]}", "act: list shows what there is")
    return found[the_one(text, ids)]


def listed(
    request: RequestContext,
    name: str,
    items: Iterable[Told],
    none: str,
    **more: Any,
) -> ToolResult:
    """A list as far as there is room for it: the words of its items within a fence, beside them
    their rows under a name, and how many more are left out. `none` is what is told of nothing."""
    every = list(items)
    shown, left = fitting(every)
    text = request.fenced("\n".join(text for text, _ in shown))
    return told(text or none, {name: [row for _, row in shown], "left_out": left, **more})


def fitting(items: Sequence[Told]) -> tuple[Sequence[Told], int | None]:
    """The first of these texts with their rows, as far as there is room for them, but one in any
    case; and how many are left out, if any."""
    room, count = LIST_TOKENS, 0
    for text, row in items:
        room -= tokens_in(text) + tokens_in(dumps(row, ensure_ascii=False))
        if room < 0 and count:
            break
        count += 1
    return items[:count], len(items) - count or None


def time_in(
    request: RequestContext, args: Arguments, name: str, *, end: bool = False
) -> datetime | None:
    """The time that an argument says, or the end of it; None if it says none."""
    text = args.get(name)
    return request.moment(text, end=end) if text else None


def seen_blocks(request: RequestContext) -> list[Block]:
    """The blocks that this server may show, each as who is trusted here has said it last."""
    least = request.config.min_trust or TRUSTS[-1]
    found = blocks(request.store, least=least)
    return [one for one in found if request.sees_of(one.persona) and request.trusts(one.trust)]


def block_named(request: RequestContext, name: str) -> Block:
    """The block of a name: of whom this server is about, or of nobody; where it is about nobody, of
    nobody or of the store's own person, as a context tells them."""
    known, person = block_name(name), request.person
    found = [one for one in seen_blocks(request) if one.is_called(known, one.persona)]
    own = stored_ref(request.store.settings["person"])
    for whose in (person, None) if person else (None, own):
        for one in found:
            if same_person(one.persona, whose):
                return one
    raise no_block(name)


def no_block(name: str) -> NotFound:
    """That no block of a name is shown here."""
    return NotFound(f"no block {name[:80]!r}", "block with act: list shows them")


def seen_states(request: RequestContext) -> dict[str, State]:
    """The states by their references, each as who is trusted here has told it last."""
    least, until = request.config.min_trust, request.config.now
    every = states(request.store, until=until, least=least)
    seen = (one for one in every if request.sees_of(one.person) and request.trusts(one.trust))
    return {ref_of(STATES, one.id): one for one in seen}


def seen_preferences(request: RequestContext) -> list[Row]:
    """Each like and dislike, as who is trusted here has told it last."""
    least, until = request.config.min_trust, request.config.now
    rows = preference_rows(preferences(request.store, until, least=least))
    return [
        row
        for row in rows
        if request.sees_of(row.preference.person) and request.trusts(row.stance.trust)
    ]


def seen_threads(request: RequestContext) -> list[Thread]:
    """The threads, the one with the newest event first; a bounded server shows those of which it
    may show each event, as a title may tell of any."""
    return _within(request, threads(request.store, request.config.now))


def seen_titles(request: RequestContext, events: Iterable[Event]) -> dict[str, list[str]]:
    """The titles of these threads that contain some events, by the ids of the events."""
    if not request.is_bounded:
        found = ((one.id, threads_of(request.store, one, request.config.now)) for one in events)
        return {id: [thread.title for thread in every] for id, every in found}
    members = [(one.title, {each.event for each in one.members}) for one in seen_threads(request)]
    return {one.id: [title for title, ids in members if one.id in ids] for one in events}


def seen_thread(request: RequestContext, text: str) -> Thread:
    """The thread with a title or an id, its events in order of time; NotFound for one that is not
    shown here."""
    return _thread_in(seen_threads(request), text)


def named_thread(request: RequestContext, text: str) -> Thread:
    """The same for who changes it, to whom the times of its events are nothing: they are read
    nowhere."""
    return _thread_in(_within(request, threads_as_noted(request.store)), text)


def _within(request: RequestContext, every: list[Thread]) -> list[Thread]:
    if not (request.is_bounded and every):
        return every
    hidden = {one.id for one in readable_events(request.store) if not request.sees_event(one)}
    return [
        thread
        for thread in every
        if request.trusts(thread.trust) and not any(one.event in hidden for one in thread.members)
    ]


def _thread_in(found: list[Thread], text: str) -> Thread:
    """The thread with a title or an id, as it was said or else as models copy it."""
    for said in dict.fromkeys((id_in(text), copied_id(text))):
        try:
            return thread_among(found, said)
        except NotFound:
            continue
        except Ambiguous:  # whose hint has their titles
            told = f"several threads are called {text[:80]}"
            raise Ambiguous(told, "an id says which") from None
    raise NotFound(f"No thread is called {text[:80]}", "act: list shows them")


def event_ref(id: str) -> str:
    """The reference of an event."""
    return ref_of(EVENTS, id)
