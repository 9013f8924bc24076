"""The view of people: whom the store knows, and what it knows of each."""

from __future__ import annotations

from memento_cli.actions.browse.acts import counted
from memento_cli.actions.browse.listing import CREATED, listing
from memento_cli.actions.browse.people import people
from memento_cli.actions.memory.naming import summaries_of
from memento_cli.core.memory.refs import person_key
from memento_cli.core.recall.query_text import filter_text
from memento_cli.errors import NotFound
from memento_cli.tui.fact_views import fact_lines, state_lines
from memento_cli.tui.listing import Line
from memento_cli.tui.preview_content import Way, content_of, title, ways_text
from memento_cli.tui.results import found_among
from memento_cli.tui.view import View
from memento_cli.tui.view_names import FACTS_NAME, MEMORIES_NAME, PEOPLE_NAME, STATES_NAME

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime, tzinfo

    from memento_cli.actions.browse.people import Known
    from memento_cli.store.directory.store import Store
    from memento_cli.tui.preview_content import PreviewContent
    from memento_cli.tui.results import Results
    from memento_cli.tui.store_access import Host

NEWEST = 12


def found_people(store: Store, text: str, now: datetime, zone: tzinfo) -> Results:
    """Everybody, those of the most memories first."""
    known = people(store, now)
    return found_among({person_key(one.name): _line(one) for one in known}, text)


def _line(one: Known) -> Line:
    memories = one.own + one.named
    numbers = [counted(memories)] if memories else []
    if one.held:
        numbers.append("1 fact or state" if one.held == 1 else f"{one.held:,} facts and states")
    return Line(f"{one.name}  {', '.join(numbers)}")


def see_person(store: Store, key: str, now: datetime, host: Host) -> PreviewContent:
    """A person: what is so, what they like, and the newest memories with them; each leads on."""
    one = next((one for one in people(store, now) if person_key(one.name) == key), None)
    if one is None:
        raise NotFound("nobody of this name is known any more")
    facts = _ways(FACTS_NAME, fact_lines(store, now, host.zone, one.name)[0], f"{one.name}  ")
    states = _ways(STATES_NAME, state_lines(store, now, of=one.name))
    memories = list(_memories(store, one, now, host.zone))
    return content_of(
        ("", title(one.name)),
        ("Facts", ways_text(facts)),
        ("States, likes and dislikes", ways_text(states)),
        ("Memories, the newest first", ways_text(memories)),
        ways=(*facts, *states, *memories),
    )


def _ways(view: str, lines: dict[str, Line], before: str = "") -> list[Way]:
    return [Way(view, key, line.text.removeprefix(before)) for key, line in lines.items()]


def _memories(store: Store, one: Known, now: datetime, zone: tzinfo) -> Iterator[Way]:
    """The way to all memories with a person, to all of their own, and to the newest of these."""
    for name, number, what in (
        ("with", one.named, "with them"), ("person", one.own, "of their own"),
    ):  # fmt: skip
        if number:
            question = filter_text(name, one.name)
            yield Way(MEMORIES_NAME, "", f"{counted(number)} {what}", question=question)
            ids = listing(store, question, now, zone, sort=CREATED, most=NEWEST).ids
            summaries = summaries_of(store, ids, now)
            yield from (Way(MEMORIES_NAME, id, summaries.get(id, id)) for id in ids)


PEOPLE = View(
    "@",
    PEOPLE_NAME,
    "name",
    "a name",
    "Nobody is known yet: n writes a memory, with whom it was",
    found_people,
    see_person,
)
