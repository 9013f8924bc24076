"""Events: what was observed, in turns, kept forever and never changed (document 003 §1).

A turn is what somebody said together with the answer. What is found out about an event later, its
links, threads and feelings, is not part of it but in the journal.
"""

from __future__ import annotations

from datetime import UTC

from memento_cli.core.fading.laws import NEVER, Law
from memento_cli.core.fading.strength import Fade
from memento_cli.core.memory.about import About, about_keys, checked_about, estimate
from memento_cli.core.memory.memory import (
    SUMMARY_SIGNS,
    Content,
    Memory,
    Tags,
    split_content,
    strength_from,
)
from memento_cli.core.memory.record_kinds import EVENTS, ref_of
from memento_cli.core.security.trust import AGENT, IMPORTED, TRUST, USER, least_of
from memento_cli.core.text.visible import half_character
from memento_cli.errors import BadValue, Refused, unknown
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime, tzinfo


CHAT, NOTIFICATION, IMAGE, REMINDER, PROACTIVE = SOURCES = (
    "chat", "notification", "image", "reminder", "meta_proactive",
)  # fmt: skip
"""The sources of events: a turn of a chat, a notification, the description of an image, a reminder,
and what an assistant did on its own initiative."""
REQUEST = "meta_request"
"""A request for such an initiative, which is not kept (document 003 §1)."""
TEXT_LIMIT = 1 << 20
CUT = " …"
NAME_LIMIT = 1_000
"""The limit of the names of a client, a session, a project and a speaker, in characters."""
MOST_IMAGES, MOST_PEOPLE = 100, 100


class Words(NamedTuple):
    """What was said: by a user and by the assistant who answered, or by anybody else.

    `images` has a description of each image; the image itself is not kept.
    """

    user: str = ""
    assistant: str = ""
    said: str = ""
    speaker: str = ""
    images: tuple[str, ...] = ()


class Event(NamedTuple):
    """One observation; an erased one has no words.

    `client` is the program of the chat, `reply_to` the turn before it there. `done` is false for a
    turn that was not answered. `came` is the key by which an import recognises it. `trust` is that
    of who handed it over (`core/security/trust.py`).
    """

    id: str
    at: datetime
    source: str
    by: str
    person: str
    words: Words = Words()
    client: str = ""
    session: str = ""
    project: str = ""
    people: tuple[str, ...] = ()
    done: bool = True
    reply_to: str = ""
    about: About = About()
    came: str = ""
    allowed: tuple[str, ...] = ()
    trust: str = USER
    more: Mapping[str, object] = {}

    @property
    def ref(self) -> str:
        """The reference of the event in the journal."""
        return ref_of(EVENTS, self.id)

    @property
    def text(self) -> str:
        """All words of the event, a line for each part."""
        words = self.words
        spoken = f"{words.speaker}: {words.said}" if words.speaker and words.said else words.said
        return "\n".join(filter(None, (words.user, words.assistant, spoken, *words.images)))

    @property
    def is_answered(self) -> bool:
        """Whether the event is a complete turn of a chat."""
        return self.source == CHAT and self.done


def checked_event(event: Event) -> Event:
    """The event; Refused for a meta request, BadValue for an invalid event."""
    if event.source == REQUEST:
        hint = f"what comes of it is kept: --source {PROACTIVE}"
        raise Refused("what somebody asks for in a meta request is not kept", hint)
    if event.source not in SOURCES:
        raise unknown("source", event.source, SOURCES)
    words = event.words
    if not event.text.strip():
        raise BadValue("an event without words", "what was said, or what is on the image?")
    if words.speaker and not (words.said or words.user):
        raise BadValue(f"{words.speaker[:60]} says nothing", "a speaker goes with a text")
    if len(event.text) > TEXT_LIMIT:
        raise BadValue(f"an event of {len(event.text)} signs", f"{TEXT_LIMIT} are the most")
    names = (event.client, event.session, event.project, words.speaker)
    if max(map(len, names)) > NAME_LIMIT:
        hint = f"{NAME_LIMIT} are the most"
        raise BadValue("a client, session, project or speaker of too many signs", hint)
    if len(words.images) > MOST_IMAGES or len(event.people) > MOST_PEOPLE:
        raise BadValue(f"an event has at most {MOST_IMAGES} images and {MOST_PEOPLE} people")
    half = half_character("".join((event.text, *names, event.person, *event.people)))
    if half:
        hint = "a sign beyond 16 bits was cut in two; say it whole"
        raise BadValue(f"has half a character ({half})", hint)
    checked_about(event.about)
    return event


def without_words(event: Event) -> Event:
    """An erased event: without its words and people, and without what else has words: the names of
    its session and project, what it is about, and keys of other versions. No turn replies to it."""
    numbers = {key: value for key, value in event.more.items() if isinstance(value, int | float)}
    bare = event._replace(words=Words(), people=(), session="", project="", about=About())
    return bare._replace(done=False, more=numbers)


def is_complete(words: Words, source: str) -> bool:
    """Whether a turn is complete: in a chat, if the user's words were answered."""
    return source != CHAT or not words.user or bool(words.assistant)


def talk_of(event: Event) -> tuple[str, str]:
    """The talk of a turn: its client and its session."""
    return event.client, event.session


def replied_to(event: Event, earlier: Iterable[Event]) -> str:
    """The id of the last complete turn of the same talk; "" if there is none.

    This is the only link assumed when an event is observed (document 003 §4).
    """
    if event.source != CHAT:
        return ""
    talk = talk_of(event)
    turns = (one for one in earlier if one.is_answered and talk_of(one) == talk)
    until_then = ((turn.at, turn.id) for turn in turns if turn.at <= event.at)
    return max(until_then, default=(event.at, ""))[1]


def event_trust(event: Event) -> str:
    """The trust of an event's words, the least of all who said them, and of who handed them over.

    A user's words and reminders are a person's. Notifications, descriptions of images and imported
    events come from elsewhere.
    """
    if event.came or event.source in (NOTIFICATION, IMAGE) or event.words.images:
        return IMPORTED
    is_agents = event.words.assistant or event.source == PROACTIVE
    return least_of((AGENT if is_agents else USER, event.trust))


def event_passage(event: Event, zone: tzinfo = UTC) -> Memory:
    """An event as a memory, without a file and never fading (`core/recall/passages.py`).

    Its age counts from the event; the time that it is about is stated or estimated.
    """
    summary, detail = split_content(event.text)
    speaker = (event.words.speaker,) if event.words.speaker else ()
    return Memory(
        id=event.ref,
        person=event.person,
        created=event.at,
        content=Content(summary, detail),
        strength=strength_from(1.0, event.at),
        fade=Fade(Law(NEVER), 0.0),
        tags=Tags(people=(*event.people, *speaker)),
        source=event.source,
        project=event.project or None,
        agent=event.client or None,
        session=event.session or None,
        more={**about_keys(about_of_event(event, zone)), TRUST: event_trust(event)},
    )


def passage_line(passage: Memory) -> str:
    """The words of an event's passage on one line, not only its first sentence."""
    summary, detail = passage.content[:2]
    line = " ".join((detail if summary.endswith(CUT) else f"{summary} {detail}").split())
    return line if len(line) <= SUMMARY_SIGNS else line[:SUMMARY_SIGNS] + CUT


def speaker_of(event: Event) -> str:
    """Who said the words outside of a dialogue: the speaker, or else the source."""
    return event.words.speaker or event.source.replace("_", " ")


def dialogue(event: Event) -> list[tuple[str, str]]:
    """The speakers and words of an event, in order."""
    words = event.words
    parts = [
        (words.speaker or "user", words.user),
        ("assistant", words.assistant),
        (speaker_of(event), words.said),
        *(("image", text) for text in words.images),
    ]
    return [(who, text) for who, text in parts if text]


def about_of_event(event: Event, zone: tzinfo = UTC) -> About:
    """The time that an event is about: as stated, or estimated from its words.

    The words of a user or speaker come before the answer. Words such as "yesterday" are relative to
    the event's day in the zone. About() if nothing is known.
    """
    if event.about != About():
        return event.about
    words = event.words
    spoken = "\n".join(filter(None, (words.user, words.said)))
    return estimate(spoken, event.at, zone) or estimate(event.text, event.at, zone) or About()
