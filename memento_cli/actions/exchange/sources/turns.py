"""Groups the messages of conversations with an assistant into turns."""

from __future__ import annotations

from memento_cli.actions.exchange.sources.entry import (
    NAME_SIGNS,
    OPEN,
    BadItem,
    EventItem,
    one_line,
)
from memento_cli.actions.exchange.sources.event_rows import came_from
from memento_cli.core.events.events import CHAT, IMAGE, Event, Words, is_complete
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime


class Message(NamedTuple):
    """A message of one side: its text, which may be empty, and the descriptions of its images."""

    id: str
    is_user: bool
    text: str
    images: tuple[str, ...] = ()
    at: datetime | None = None


class Talk(NamedTuple):
    """A conversation in a program (`client`), with its id there and the time of its beginning."""

    client: str
    id: str
    at: datetime | None
    messages: list[Message]


def turns_of(talk: Talk, where: str) -> Iterator[EventItem | BadItem]:
    """The turns of a conversation, each at the time of its first message.

    A turn without a time has that of the turn before it, or of the conversation; if these have
    none, it is a bad item. A turn without an answer is imported again when it has one.
    """
    at = talk.at
    turns = _turns(message for message in talk.messages if message.text or message.images)
    for nth, turn in enumerate(turns):
        at, place = next((message.at for message in turn if message.at), at), f"{where}[{nth}]"
        yield EventItem(place, _event(talk, turn, at)) if at else BadItem(place, "tells no time")


def _event(talk: Talk, turn: list[Message], at: datetime) -> Event:
    user, assistant = (
        "\n\n".join(each.text for each in turn if each.text and each.is_user is side)
        for side in (True, False)
    )
    words = Words(user, assistant, images=tuple(text for each in turn for text in each.images))
    source = CHAT if user or assistant else IMAGE
    done = is_complete(words, source)
    came = came_from(talk.client, talk.id, turn[0].id)
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
    """The messages of each turn: one of the user, and all answers to it."""
    turn = list[Message]()
    for message in messages:
        if turn and message.is_user:
            yield turn
            turn = []
        turn.append(message)
    if turn:
        yield turn
