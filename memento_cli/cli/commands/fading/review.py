"""memento fade review"""

from __future__ import annotations

from memento_cli.cli.command_line.options import one_of
from memento_cli.cli.output.out import can_ask
from memento_cli.cli.output.safe import safe
from memento_cli.core.fading.review import RATINGS
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Annotated, Any

    import typer

    from memento_cli.actions.fading.review import Rated
    from memento_cli.cli.call import Call
    from memento_cli.core.fading.review import Card

COLUMNS = ("id", "due", "recall", "asks", "question")


def review(
    call: Call,
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="These; else what is due.")
    ] = None,
    due: Annotated[bool, typer.Option("--due", help="List what is due, and ask nothing.")] = False,
    everything: Annotated[bool, typer.Option("--all", "-a", help="List every card.")] = False,
    limit: Annotated[
        int | None,
        typer.Option("--limit", "-l", metavar="N", min=0, help="At most so many."),
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
        from memento_cli.cli.commands.fading.quiz import quiz  # nobody else needs it

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
