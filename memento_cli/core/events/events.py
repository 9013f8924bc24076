"""Events: what was observed, in turns. Kept for ever and never changed (document 003 §1).

A turn is what somebody said together with what was answered. What is found out about an event
later, its links, threads and feelings, is never a part of it: the journal tells of that.
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
from memento_cli.core.security.trust import AGENT, IMPORTED, TRUST, USER
from memento_cli.errors import BadValue, Refused, unknown
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime, tzinfo


CHAT, NOTIFICATION, IMAGE, REMINDER, PROACTIVE = SOURCES = (
    "chat", "notification", "image", "reminder", "meta_proactive",
)  # fmt: skip
"""Where an event comes from: a turn of talk; a notice; what is on an image, in words; a reminder;
and what somebody did of their own accord when they were asked to."""
REQUEST = "meta_request"
"""A request to do so, which is not kept (document 003 §1)."""
TEXT_LIMIT = 1 << 20
CUT = " …"
NAME_LIMIT = 1_000
"""So long at most are a client, a session, a project and a speaker, in signs."""
MOST_IMAGES, MOST_PEOPLE = 100, 100


class Words(NamedTuple):
    """What was said: by a user and by the assistant who answered, or by anybody else.

    Of each image the words that tell what is on it; the image itself is not kept.
    """

    user: str = ""
    assistant: str = ""
    said: str = ""
    speaker: str = ""
    images: tuple[str, ...] = ()


class Event(NamedTuple):
    """One thing that was observed. Without words it was erased.

    `client` is the program through which a user talked, `reply_to` the turn before it there.
    `done` is false for a turn that nobody answered. `came` is what an import knows it by.
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
    more: Mapping[str, object] = {}

    @property
    def ref(self) -> str:
        """How a journal line names it."""
        return ref_of(EVENTS, self.id)

    @property
    def text(self) -> str:
        """All that it says, a line each."""
        words = self.words
        said = f"{words.speaker}: {words.said}" if words.speaker and words.said else words.said
        return "\n".join(filter(None, (words.user, words.assistant, said, *words.images)))

    @property
    def is_answered(self) -> bool:
        """Whether it is a turn of talk that came to its end."""
        return self.source == CHAT and self.done


def checked_event(event: Event) -> Event:
    """The event; Refused for a meta request, BadValue for what is none."""
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
    _check_whole_signs((event.text, *names, event.person, *event.people))
    checked_about(event.about)
    return event


def _check_whole_signs(texts: Iterable[str]) -> None:
    try:
        "".join(texts).encode()
    except UnicodeEncodeError as problem:
        sign = problem.object[problem.start]
        hint = "a sign beyond 16 bits was cut in two; say it whole"
        raise BadValue(f"has half a character (U+{ord(sign):04X})", hint) from None


def without_words(event: Event) -> Event:
    """What is left of an event that was erased: its id, times, and where it was."""
    return event._replace(words=Words(), people=())


def answers(words: Words, source: str) -> bool:
    """Whether a turn has come to its end: of talk, if what a user said was answered."""
    return source != CHAT or not words.user or bool(words.assistant)


def talk_of(event: Event) -> tuple[str, str]:
    """In which talk a turn is: of which client, and in which session of it."""
    return event.client, event.session


def replied_to(event: Event, earlier: Iterable[Event]) -> str:
    """The id of the last turn of the same talk that came to its end, if there is one.

    That is all that is assumed when an event is observed (document 003 §4).
    """
    if event.source != CHAT:
        return ""
    talk = talk_of(event)
    turns = (one for one in earlier if one.is_answered and talk_of(one) == talk)
    last = max((turn for turn in turns if turn.at <= event.at), key=_when, default=None)
    return last.id if last else ""


def _when(event: Event) -> tuple[datetime, str]:
    return event.at, event.id


def event_trust(event: Event) -> str:
    """The trust of the words of an event, by who said them: of several that of the least trusted.

    What a user said, or wants to be reminded of, is a person's; what is not said by a party of the
    talk, as a notice or the words on an image, came from elsewhere, as did what was imported.
    """
    if event.came or event.source in (NOTIFICATION, IMAGE) or event.words.images:
        return IMPORTED
    return AGENT if event.words.assistant or event.source == PROACTIVE else USER


def event_passage(event: Event, zone: tzinfo = UTC) -> Memory:
    """An event as a memory is told: nowhere filed, and never fading (`core/recall/passages.py`).

    It is recent by when it was told; when that was which it tells is said or estimated.
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


def in_short(passage: Memory) -> str:
    """What an event says, as its passage has it, on one line; not only its first sentence."""
    summary, detail = passage.content[:2]
    whole = " ".join((detail if summary.endswith(CUT) else f"{summary} {detail}").split())
    return whole if len(whole) <= SUMMARY_SIGNS else whole[:SUMMARY_SIGNS] + CUT


def speaker_of(event: Event) -> str:
    """Who says what nobody answers: a speaker, or else whoever the source is."""
    return event.words.speaker or event.source.replace("_", " ")


def dialogue(event: Event) -> list[tuple[str, str]]:
    """Who said what in an event, in its order."""
    words = event.words
    said = [
        (words.speaker or "user", words.user),
        ("assistant", words.assistant),
        (speaker_of(event), words.said),
        *(("image", text) for text in words.images),
    ]
    return [(who, text) for who, text in said if text]


def about_of_event(event: Event, zone: tzinfo = UTC) -> About:
    """When that was which an event tells: as its observer said, or as its words let one estimate.

    What a user or a speaker says counts before what was answered. Words such as yesterday are seen
    from its day in the zone. About() if nothing is known.
    """
    if event.about != About():
        return event.about
    words = event.words
    said = "\n".join(filter(None, (words.user, words.said)))
    return estimate(said, event.at, zone) or estimate(event.text, event.at, zone) or About()
