"""A session of review: card by card what is remembered of it, and whether it is still true."""

from __future__ import annotations

from collections import Counter, deque

from memento_cli.core.fading.review import CONFIRMED, RATINGS, RECALL, SOON, TRUTH, faces
from memento_cli.core.time.when import in_zone
from memento_cli.tui.cells import age

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection
    from datetime import datetime

    from memento_cli.actions.browse.acts import Act, Hand
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.directory.store import Store
    from memento_cli.tui.undoing_app import UndoingApp

LEAVE = {"n": "next", "q": "leave"}
SHOW = {"s": "show the answer", **LEAVE}
KNOWN = {**{rating[0]: rating for rating in RATINGS}, **LEAVE}
TRUE = {"y": "yes", "r": "revise it", "f": "forget it", **LEAVE}


class Left(Exception):
    """The person has had enough."""


async def review(screen: UndoingApp, edit: Callable[[str], Awaitable[bool]]) -> str:
    """Ask what is due; what is due again soon comes back at the end. Answers what was done."""
    from memento_cli.actions.fading.review import cards

    waiting = await screen.looked(cards)
    if waiting is None:
        return ""
    if not waiting:
        return "Nothing is due; `memento help review` tells what becomes a card"
    done = Counter[str]()
    queue = deque((card.memory.id, frozenset(card.asks)) for card in waiting)
    try:
        while queue:
            id, asks = queue.popleft()
            if await _comes_back(screen, edit, id, asks, done):
                queue.append((id, frozenset({RECALL})))
    except Left:
        pass
    return ", ".join(f"{count} {noun}" for noun, count in done.items()) or "Nothing was done"


async def _comes_back(
    screen: UndoingApp,
    edit: Callable[[str], Awaitable[bool]],
    id: str,
    asks: Collection[str],
    done: Counter[str],
) -> bool:
    """Ask all that a card asks; whether it is due again soon."""
    memory = await screen.looked(lambda store, now: store.memories.read(id).value)
    if memory is None:
        return False
    soon = False
    if RECALL in asks:
        rating = await _rating(screen, memory)
        if rating is None:
            return False
        due: list[datetime] = []
        if await screen.do(_rate(id, rating, due)):
            done["reviewed"] += 1
            soon = due[0] <= screen.access.host.now() + SOON
    if TRUTH in asks:
        return await _is_kept(screen, edit, memory, done) and soon
    return soon


async def _rating(screen: UndoingApp, memory: Memory) -> str | None:
    """How well somebody knew it; None to go on to the next."""
    front, back = faces(memory)
    if back and await _choice(screen, "Do you know?", SHOW, front) == "n":
        return None
    whole = f"{front}\n\n{back}" if back else front
    key = await _choice(screen, "How well did you know it?", KNOWN, whole)
    return None if key == "n" else KNOWN[key]


async def _is_kept(
    screen: UndoingApp,
    edit: Callable[[str], Awaitable[bool]],
    memory: Memory,
    done: Counter[str],
) -> bool:
    """Ask whether it is still true, and confirm, revise or forget it; whether it is still there."""
    from memento_cli.actions.browse.acts import forgetting

    last: datetime | None = memory.more.get(CONFIRMED)
    day = in_zone(last or memory.created, screen.access.host.zone)
    question = f"Still true ({'confirmed' if last else 'of'} {day:%Y-%m-%d})?"
    content = memory.content
    key = await _choice(screen, question, TRUE, f"{content.summary}\n\n{content.detail}".strip())
    if key == "y" and await screen.do(_confirm(memory.id)):
        done["confirmed"] += 1
    elif key == "r" and await edit(memory.id) and await screen.do(_confirm(memory.id)):
        done["revised"] += 1
    elif key == "f" and await screen.do(forgetting([memory.id])):
        done["forgotten"] += 1
        return False
    return True


async def _choice(screen: UndoingApp, question: str, choices: dict[str, str], body: str) -> str:
    key = await screen.ask(question, choices, body)
    if key == "q":
        raise Left
    return key


def _rate(id: str, rating: str, due: list[datetime]) -> Act:
    """Note how a card was answered; `due` gets when it is due next."""
    from memento_cli.actions.fading.review import rate

    def act(store: Store, now: datetime, hand: Hand) -> str:
        (done,) = rate(store, [id], rating, now, by=hand.by)
        due.append(done.schedule.due)
        return f"{rating}; due {age(done.schedule.due, now)}"

    return act


def _confirm(id: str) -> Act:
    from memento_cli.actions.fading.review import confirm

    def act(store: Store, now: datetime, hand: Hand) -> str:
        confirm(store, [id], now, by=hand.by)
        return "Confirmed"

    return act
