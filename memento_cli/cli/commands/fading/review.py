"""memento fade review: a list of cards in a pipe; on a terminal card by card, what is remembered
of each, and whether it is still true."""

from __future__ import annotations

from collections import Counter, deque
from contextlib import suppress
from datetime import timedelta

from memento_cli.cli.command_line.options import one_of
from memento_cli.cli.output.out import can_ask
from memento_cli.cli.output.rows import counted
from memento_cli.cli.output.values import safe
from memento_cli.core.fading.review import CONFIRMED, RATINGS, RECALL, SOON, TRUTH, faces
from memento_cli.core.time.when import DAY
from memento_cli.errors import MementoError, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.fading.review import Rated
    from memento_cli.cli.call import Call
    from memento_cli.core.fading.review import Card
    from memento_cli.core.memory.memory import Memory


COLUMNS = ("id", "due", "recall", "asks", "question")


def review(
    call: Call,
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="These; else what is due.")
    ] = None,
    due: Annotated[bool, typer.Option("--due", help="List what is due, and ask nothing.")] = False,
    everything: Annotated[bool, typer.Option("--all", "-a", help="List every card.")] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", "-l", metavar="N", min=0, help="At most so many.")
    ] = None,
    rate: Annotated[
        str | None,
        typer.Option(metavar="|".join(RATINGS), help="In a script: how the IDs were answered."),
    ] = None,
    confirm: Annotated[bool, typer.Option("--confirm", help="The IDs are still true.")] = False,
) -> None:
    """Be asked what you know, when it is due, and whether it is still true; a pipe gets a list."""
    from memento_cli.actions.fading.review import cards, cards_of
    from memento_cli.cli.input.selecting import all_selected

    if due and everything:
        raise Usage("--due and --all are two lists", "ask for one of them")
    whole = all_selected(call, ids or ())
    if rate is not None or confirm:
        _answer(call, whole, rate, confirm)
        return
    if whole:
        waiting = [card for card in cards_of(call.store, whole, call.now) if card.asks or not due]
    else:
        waiting = cards(call.store, call.now, everything=everything)
    total = len(waiting)
    waiting = waiting[:limit]
    is_list = due or everything or call.out.format is not None or call.out.fields
    if is_list or not (call.out.terminal and can_ask()):
        call.out.rows([_row(card) for card in waiting], COLUMNS, "cards")
    elif waiting:
        quiz(call, waiting, practice=bool(whole))
    if len(waiting) < total:
        call.out.note(f"{len(waiting)} of {total} shown; --limit shows more")
    elif not waiting:
        none = "There are no cards; `memento help review` tells what becomes one"
        call.out.note(none if everything else "Nothing is due")


def _answer(call: Call, ids: Sequence[str], rating: str | None, confirmed: bool) -> None:
    from memento_cli.actions.fading.review import confirm, rate

    if not ids:
        raise Usage("no ID", "`memento fade review --due` lists what is due")
    done: dict[str, Rated | None] = dict.fromkeys(ids)
    if rating is None:
        confirm(call.store, ids, call.now, by=call.by)
    else:
        one_of(rating, RATINGS, "rate")
        rated_cards = rate(call.store, ids, rating, call.now, confirmed=confirmed, by=call.by)
        done |= {rated.id: rated for rated in rated_cards}
    values, texts = [], []
    for id, rated in done.items():
        mark, due = (rated.rating, rated.schedule.due) if rated else (None, None)
        values.append({"id": id, "rating": mark, "due": due, "confirmed": confirmed})
        parts = [f"{mark}, due {call.out.minute(due)}"] if due else []
        parts += ["still true"] if confirmed else []
        texts.append(f"{safe(id)} {'; '.join(parts)}")
    call.out.values(values, texts, "reviewed")
    call.note_if_ahead()


def _row(card: Card) -> dict[str, Any]:
    from memento_cli.core.fading.review import PREFIX, faces

    memory, (question, answer) = card.memory, faces(card.memory)
    names = ("last", "state", "stability", "difficulty", "confirmed")
    return {
        "id": memory.id,
        "due": card.due,
        "recall": card.recall,
        "question": question,
        "answer": answer,
        "asks": list(card.asks),
        "kind": memory.kind,
        "importance": memory.importance,
        **{name: memory.more.get(PREFIX + name) for name in names},
    }


LEAVE = {"n": "next", "q": "quit"}
SHOW = {"s": "show the answer", **LEAVE}
KNOWN = {**{rating[0]: rating for rating in RATINGS}, **LEAVE}
TRUE = {"y": "yes", "r": "revise it", "f": "forget it", **LEAVE}
MINUTE = timedelta(minutes=1)


class Quit(Exception):
    """The person has had enough."""


def quiz(call: Call, cards: Sequence[Card], *, practice: bool) -> None:
    """Ask card by card; what is due again soon comes back at the end.

    In practice a card asks whether it is remembered though it is not due.
    """
    done = Counter[str]()
    extra = {RECALL} if practice else set[str]()
    queue = deque((card.memory.id, extra.union(card.asks)) for card in cards)
    with suppress(Quit):
        while queue:
            id, asks = queue.popleft()
            try:
                if _comes_back(call, id, asks, done):
                    queue.append((id, {RECALL}))
            except MementoError as problem:
                call.out.error(problem)
    parts = [f"{count} {noun}" for noun, count in done.items()]
    call.out.note(", ".join(parts) or "nothing done")


def _comes_back(call: Call, id: str, asks: Collection[str], done: Counter[str]) -> bool:
    """Ask all that a card asks; whether it is due again soon. Who goes on to the next, skips it."""
    from memento_cli.actions.fading.review import rate

    soon = False
    memory = call.store.memories.read(id).value
    call.out.say("")
    if RECALL in asks:
        rating = _rating(call, memory)
        if rating is None:
            return False
        due = rate(call.store, [id], rating, call.now)[0].schedule.due
        soon = due <= call.now + SOON
        done["reviewed"] += 1
        minutes = max(1, round((due - call.now) / MINUTE))
        again = f"again in {counted(minutes, 'minute')}"
        when = again if due - call.now < DAY else f"due {call.out.here(due):%Y-%m-%d}"
        call.out.note(f"{safe(id)}: {when}")
    else:
        _say(call, memory.content.summary, memory.content.detail)
    return soon if TRUTH not in asks else _is_kept(call, memory, done) and soon


def _rating(call: Call, memory: Memory) -> str | None:
    """How well a person knew it; None to go on to the next."""
    front, back = faces(memory)
    _say(call, front)
    if back:
        if _choice(call, "Do you know?", SHOW, "s") == "n":
            return None
        _say(call, "", back)
    key = _choice(call, "How well did you know it?", KNOWN, "g")
    return None if key == "n" else KNOWN[key]


def _is_kept(call: Call, memory: Memory, done: Counter[str]) -> bool:
    """Ask whether it is still true, and confirm, revise or forget it; whether it is still there."""
    from memento_cli.actions.fading.review import confirm
    from memento_cli.actions.memory.prune import forget

    id = memory.id
    last: datetime | None = memory.more.get(CONFIRMED)
    standing = f"{'confirmed' if last else 'of'} {call.out.here(last or memory.created):%Y-%m-%d}"
    key = _choice(call, f"Still true ({standing})?", TRUE, "n")
    if key == "y":
        confirm(call.store, [id], call.now, by=call.by)
        done["confirmed"] += 1
    elif key == "r":
        _revise(call, id, done)
    elif key == "f":
        forget(call.store, [id], call.now, "no longer true")
        done["forgotten"] += 1
        call.out.note(f"{safe(id)} is archived; `memento undo` brings it back")
    return key != "f"


def _revise(call: Call, id: str, done: Counter[str]) -> None:
    """Let a person edit it: what they make of it is true now, in one act."""
    from memento_cli.actions.fading.review import confirm
    from memento_cli.cli.commands.memory.edit import edit

    before = call.store.memories.read(id).stamp
    with call.store.one_act():
        edit(call, [id])
        if call.store.memories.read(id).stamp != before:
            confirm(call.store, [id], call.now, by=call.by)
            done["revised"] += 1


def _say(call: Call, front: str, back: str = "") -> None:
    head = [call.out.style(safe(front, lines=True), "bold")] if front else []
    rest = [safe(back, lines=True).strip("\n")] if back else []
    call.out.say("\n".join([*head, *rest]))


def _choice(call: Call, question: str, choices: Mapping[str, str], default: str) -> str:
    """The key that a person gives; Quit when that is the end."""
    key = call.out.ask(question, choices, default)
    if key is None or key == "q":
        raise Quit
    return key
