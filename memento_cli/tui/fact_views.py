"""The views of what holds: facts in time, and states with what is liked."""

from __future__ import annotations

from memento_cli.actions.facts.facts import every_facts
from memento_cli.actions.facts.preferences import preferences
from memento_cli.actions.facts.states import states
from memento_cli.actions.fading.explain import log_of
from memento_cli.core.facts.claims import value_text
from memento_cli.core.facts.preferences import phrase
from memento_cli.core.facts.states import due_of, is_over
from memento_cli.core.facts.timeline import past_of
from memento_cli.core.memory.record_kinds import STATES, ref_of
from memento_cli.core.memory.refs import name_of, person_ref, same_person
from memento_cli.core.security.trust import marks
from memento_cli.errors import NotFound
from memento_cli.tui.act_lines import history_text
from memento_cli.tui.cells import age, shown
from memento_cli.tui.listing import Line
from memento_cli.tui.preview_content import below, content_of, day, label, labelled, title
from memento_cli.tui.results import found_among
from memento_cli.tui.view import View
from memento_cli.tui.view_names import FACTS_NAME, STATES_NAME

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime, tzinfo

    from rich.text import Text

    from memento_cli.core.facts.claims import Stretch
    from memento_cli.core.facts.states import State
    from memento_cli.store.directory.store import Store
    from memento_cli.tui.preview_content import PreviewContent
    from memento_cli.tui.results import Results
    from memento_cli.tui.store_access import Host

BETWEEN = "\n"
"""What parts a key: no name of a store has a line break."""
LIKE = "like"


def found_facts(store: Store, text: str, now: datetime, zone: tzinfo) -> Results:
    """Each key of each subject, with what it says now; a text finds what it said once, too."""
    lines, seen = fact_lines(store, now, zone)
    return found_among(lines, text, seen)


def fact_lines(
    store: Store, now: datetime, zone: tzinfo, of: str = ""
) -> tuple[dict[str, Line], dict[str, str]]:
    """The lines of facts, of one person or all, and by the same keys all values that they had, with
    the days that are seen with them."""
    lines, seen = {}, {}
    for facts in every_facts(store):
        if of and not same_person(facts.subject, person_ref(of)):
            continue
        for key in sorted(facts.claims):
            past = past_of(facts, key, now)
            current = [one for one in past if _is_current(one, now)]
            value = ", ".join(value_text(one.value) for one in current) or "nothing any more"
            began = max((one.start for one in current), default=None)
            place = f"{facts.subject}{BETWEEN}{key}"
            seen[place] = " ".join(
                f"{value_text(one.value)} {day(one.start, zone)} {day(one.end, zone)}"
                for one in past
            )
            lines[place] = Line(
                f"{name_of(facts.subject)}  {key}: {value}",
                age(began, now) if began else "",
                faint=not current,
            )
    return lines, seen


def see_fact(store: Store, key: str, now: datetime, host: Host) -> PreviewContent:
    """The values of a key in time, the newest first, also those that were believed once."""
    subject, _, name = key.partition(BETWEEN)
    facts = next((one for one in every_facts(store) if one.subject == subject), None)
    if facts is None or name not in facts.claims:
        raise NotFound(f"{name} is no fact any more")
    past = past_of(facts, name, now)
    return content_of(
        ("", title(f"{name} of {name_of(subject)}")),
        ("", below(_stretch(one, now, host.zone) for one in past)),
    )


def _is_current(stretch: Stretch, now: datetime) -> bool:
    return stretch.believed_until is None and stretch.covers(now)


def _stretch(stretch: Stretch, now: datetime, zone: tzinfo) -> Text:
    """A value with the time that it held, and what else is to be said of it."""
    until = day(stretch.end, zone) or "now"
    notes = ["now"] if _is_current(stretch, now) else []
    if stretch.believed_until is not None:
        notes.append(f"believed until {day(stretch.believed_until, zone)}")
    notes += ["contested"] if stretch.contested else []
    notes += marks(stretch.claim.trust)
    return (
        label(f"{day(stretch.start, zone)} to {until}")
        .append(shown(value_text(stretch.value)), "bold" if "now" in notes else "")
        .append(f"  {', '.join(note for note in notes if note != 'now')}".rstrip())
    )


def found_states(store: Store, text: str, now: datetime, zone: tzinfo) -> Results:
    """States and tasks, what holds first; then what is liked and disliked."""
    return found_among(state_lines(store, now), text)


def state_lines(store: Store, now: datetime, of: str = "") -> dict[str, Line]:
    """The lines of states, and then of likes, of one person or of all."""
    rows = sorted(states(store, of or None), key=lambda one: is_over(one, now))
    lines = {ref_of(STATES, state.id): _state_line(state, now) for state in rows}
    return lines | dict(_likes(store, now, of))


def _state_line(state: State, now: datetime) -> Line:
    since = state.valid_from or state.created
    due = due_of(state)
    what = f"{state.kind}: {state.body}"
    what += f" (due {age(due, now)})" if due and not is_over(state, now) else ""
    return Line(what, age(since, now), name_of(state.person), faint=is_over(state, now))


def _likes(store: Store, now: datetime, of: str = "") -> Iterator[tuple[str, Line]]:
    for preference in preferences(store):
        if of and not same_person(preference.person, person_ref(of)):
            continue
        for polarity, stance in preference.stances.items():
            words = phrase(polarity, stance.status, preference.subject)
            when = age(stance.confirmed_at, now) if stance.confirmed_at else ""
            key = BETWEEN.join((LIKE, preference.person, preference.subject, polarity))
            yield key, Line(words, when, name_of(preference.person))


def see_state(store: Store, key: str, now: datetime, host: Host) -> PreviewContent:
    """A state with its times and what was done to it; or a like."""
    if key.startswith(LIKE + BETWEEN):
        _, person, subject, _ = key.split(BETWEEN)
        facts = [("of", name_of(person)), ("subject", subject)]
        return content_of(("", title(dict(_likes(store, now))[key].text)), ("", labelled(facts)))
    state = next((one for one in states(store) if ref_of(STATES, one.id) == key), None)
    if state is None:
        raise NotFound(f"{key} is gone")
    facts = [
        ("kind", state.kind),
        ("of", name_of(state.person)),
        ("since", day(state.valid_from or state.created, host.zone)),
        ("until", day(state.valid_until, host.zone)),
        ("due", day(due_of(state), host.zone)),
        ("confirmed", day(state.confirmed, host.zone)),
        ("", "done" if state.is_done else "over" if is_over(state, now) else "holds"),
        ("", ", ".join(marks(state.trust))),
        ("id", key),
    ]
    log = history_text(log_of(store, key, None), host.zone)
    return content_of(("", title(state.body)), ("", labelled(facts)), ("What was done", log))


FACTS = View(
    "2",
    FACTS_NAME,
    "fact",
    "words of a fact",
    "No facts yet: `memento fact set city Rome` says one",
    found_facts,
    see_fact,
)
STATES_VIEW = View(
    "3",
    STATES_NAME,
    "state",
    "words of a state, a task or a like",
    "No states yet: `memento state add task Call the bank` adds one",
    found_states,
    see_state,
)
