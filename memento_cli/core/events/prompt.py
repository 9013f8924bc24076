"""What a model is asked that is to write a plan of what follows from turns (document 003).

Every word of the store stands in one fence (`core/context/fence.py`). Turns have short labels in
place of their ids, which models copy wrongly. What never changes comes first, so that a server may
keep it.
"""

from __future__ import annotations

from collections.abc import Mapping

from memento_cli.core.context.budget import CUT, cut_to, fitting_places
from memento_cli.core.context.context import ANY_NONCE
from memento_cli.core.context.fence import fenced, harmless
from memento_cli.core.events.events import CHAT, dialogue
from memento_cli.core.facts.states import due_of
from memento_cli.core.memory.refs import name_of
from memento_cli.core.security.instructions import flags
from memento_cli.core.security.trust import marks
from memento_cli.core.text.words import tokens_in
from memento_cli.core.time.when import local_iso
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import tzinfo
    from typing import Any

    from memento_cli.core.events.events import Event
    from memento_cli.core.facts.states import State


HOW = """\
You keep a memory. Between two marks below stand turns of talk, each with a label (t1, t2 ...), and
what is kept already. Write down what follows from the turns: one JSON object by this schema, and
nothing beside it.

{schema}

- Keep what the turns say, nothing that you only suppose. confidence is from 0 to 1.
- evidence has the labels of the turns that say it; event, events, from and to are labels, too.
- states: one thing each, in the voice of the person whose it is ("I live in Rome"). What a kept
  state says already is confirmed by its id. What has changed is updated, or closed; a task is done.
  A task may have "payload": {{"due": "2026-11-30"}}.
- preferences: likes and dislikes alone. confirm what somebody said plainly, else suggest.
- affects: only where a turn was felt; text has one to three sentences, labels one to three words.
- links: where a turn goes back to another than the one before it.
- threads: turns about one matter. If a kept thread goes on, its title to the letter.
- Times have a day, local, without a zone: 2026-05-01, or 2026-05-01T14:30.

"""
ANSWER = """
Answer with the JSON object alone. It has "turns": "{code}", and nothing else if nothing in the
turns will matter later.
"""
KNOWN_SHARE, TURN_SHARE = 4, 2
"""What is kept already takes at most a quarter of the room; one turn at most half of the rest."""
LABEL = "t"
"""What a label begins with, which no id of an event does; a number follows."""
LABELLED = ("evidence", "event", "events", "from", "to")
"""The keys of items that have labels of turns."""
STATE_SIGNS = 400
"""The characters of a kept state that are told."""


class Known(NamedTuple):
    """What is kept already: whose memory it is, and lines of states, likes and threads, the most
    important first."""

    owner: str
    states: Sequence[str] = ()
    preferences: Sequence[str] = ()
    threads: Sequence[str] = ()


class Asked(NamedTuple):
    """The data of a prompt, and the number of the turns that it has."""

    text: str
    turns: int


def data_of(known: Known, turns: Iterable[Event], zone: tzinfo, room: int) -> Asked:
    """What is kept already, and the first of the turns, in about `room` tokens; one turn at
    least."""
    before = _known_text(known, room // KNOWN_SHARE)
    left = room - tokens_in(before)
    longest, texts = left // TURN_SHARE, list[str]()
    for number, event in enumerate(turns, 1):
        text = cut_to(_turn_text(f"t{number}", event, zone), longest)
        left -= tokens_in(harmless(text))
        if left < 0 and texts:
            break
        texts.append(text)
    return Asked("\n".join((before, "# Turns", *texts)), len(texts))


def prompt_text(schema: str, code: str, data: str, nonce: str) -> str:
    """The whole prompt; `nonce` is the number of its fence."""
    return HOW.format(schema=schema) + fenced(data, nonce) + ANSWER.format(code=code)


def tokens_around(schema: str) -> int:
    """The tokens of a prompt without its data."""
    return tokens_in(prompt_text(schema, ANY_NONCE, "", ANY_NONCE))


def label_names(ids: Iterable[str]) -> dict[str, str]:
    """The ids of turns by their labels."""
    return {f"{LABEL}{number}": id for number, id in enumerate(ids, 1)}


def unlabelled(item: Any, ids: Mapping[str, str]) -> Any:
    """An item of a plan with ids in place of labels.

    An item without evidence goes back to the turns that it is about.
    """
    if not isinstance(item, Mapping):
        return item
    named = {key: _ids_for(item[key], ids) for key in LABELLED if key in item}
    if not item.get("evidence"):
        about = [named[key] for key in LABELLED if named.get(key)]
        flat = [id for one in about for id in (one if isinstance(one, list) else [one])]
        turns = dict.fromkeys(id for id in flat if isinstance(id, str))
        named |= {"evidence": list(turns)} if turns else {}
    return {**item, **named}


def label_in(item: Any) -> str:
    """A label of a turn in an item of a plan, where an id should be; "" if it has none."""
    if not isinstance(item, Mapping):
        return ""
    values = [item[key] for key in LABELLED if key in item]
    texts = (one for value in values for one in (value if isinstance(value, list) else [value]))
    labels = (one.strip() for one in texts if isinstance(one, str))
    return next((one for one in labels if one[:1] == LABEL and one[1:].isdecimal()), "")


def _ids_for(value: Any, ids: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_ids_for(one, ids) for one in value]
    return ids.get(value.strip(), value) if isinstance(value, str) else value


def state_line(state: State, owner: str, zone: tzinfo) -> str:
    """A state on one line, with its id."""
    due = due_of(state)
    notes = (
        state.kind,
        "" if state.person == owner else name_of(state.person),
        f"since {local_iso(state.valid_from, zone)[:10]}" if state.valid_from else "",
        f"due {local_iso(due, zone)[:16]}" if due else "",
        *marks(state.trust, flags(state.body)),
    )
    body = _shortened(" ".join(state.body.split()))
    return f"- {state.id} ({', '.join(filter(None, notes))}): {body}"


def _shortened(text: str) -> str:
    return text if len(text) <= STATE_SIGNS else text[:STATE_SIGNS] + CUT


def _known_text(known: Known, room: int) -> str:
    sections = {
        "# Kept states, by id": known.states,
        "# Kept likes and dislikes": known.preferences,
        "# Kept threads, by title": known.threads,
    }
    lines = ["# Whose memory it is", known.owner]
    for place, (heading, entries) in enumerate(sections.items()):
        share = room // (len(sections) - place)
        costs = [tokens_in(harmless(entry) + "\n") for entry in entries]
        places = fitting_places(costs, share)
        room -= sum(costs[place] for place in places)
        lines += [heading, *(entries[place] for place in places)] if places else []
    return "\n".join(lines)


def _turn_text(label: str, event: Event, zone: tzinfo) -> str:
    """A turn: its label, time and place, and below them what was said, indented."""
    names = {"client": event.client, "session": event.session, "project": event.project}
    places = [f"{key} {' '.join(name.split())}" for key, name in names.items() if name]
    people = f"with {', '.join(map(name_of, event.people))}" if event.people else ""
    source = "" if event.source == CHAT else event.source
    head = (
        local_iso(event.at, zone)[:16],
        source,
        *places,
        people,
        *marks("user", flags(event.text)),
    )
    said = [f"  {who}: {text}".replace("\n", "\n    ") for who, text in dialogue(event)]
    return "\n".join((f"{label} {', '.join(filter(None, head))}", *said))
