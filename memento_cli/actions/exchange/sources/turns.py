"""Talks with an assistant, message by message, and the turns that they consist of."""

from __future__ import annotations

from memento_cli.actions.exchange.sources.entry import (
    NAME_SIGNS,
    OPEN,
    BadItem,
    EventItem,
    one_line,
)
from memento_cli.actions.exchange.sources.event_rows import came_from
from memento_cli.core.events.events import CHAT, IMAGE, Event, Words, answers
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime


class Message(NamedTuple):
    """What one side said, if anything; of images the words that tell what is on them."""

    id: str
    is_user: bool
    text: str
    images: tuple[str, ...] = ()
    at: datetime | None = None


class Talk(NamedTuple):
    """A conversation through a program (`client`): its id there, and when it began."""

    client: str
    id: str
    at: datetime | None
    messages: list[Message]


def turns_of(talk: Talk, where: str) -> Iterator[EventItem | BadItem]:
    """The turns of a talk, each at the time at which it began.

    One that tells no time has that of the turn before it, or of the talk; if they tell none, it is
    bad. One that nobody had answered comes once more when somebody has.
    """
    at = talk.at
    turns = _turns(one for one in talk.messages if one.text or one.images)
    for nth, said in enumerate(turns):
        at, place = next((one.at for one in said if one.at), at), f"{where}[{nth}]"
        yield EventItem(place, _event(talk, said, at)) if at else BadItem(place, "tells no time")


def _event(talk: Talk, said: list[Message], at: datetime) -> Event:
    user, assistant = (
        "\n\n".join(one.text for one in said if one.text and one.is_user is side)
        for side in (True, False)
    )
    words = Words(user, assistant, images=tuple(text for one in said for text in one.images))
    source = CHAT if user or assistant else IMAGE
    done = answers(words, source)
    came = came_from(talk.client, talk.id, said[0].id)
    return Event(
        id="",
        at=at,
        source=source,
        by="",
        person="",
        words=words,
        client=talk.client,
        session=one_line(talk.id)[:NAME_SIGNS],
        done=done,
        came=came if done else came + OPEN,
    )


def _turns(messages: Iterable[Message]) -> Iterator[list[Message]]:
    """What a user said with all that was answered. Two things said one after the other are two."""
    turn = list[Message]()
    for message in messages:
        if turn and message.is_user:
            yield turn
            turn = []
        turn.append(message)
    if turn:
        yield turn
