"""memento context"""

from __future__ import annotations

from memento_cli.cli.command_line import options
from memento_cli.cli.input.past import looked_back, note_reach, shown_progress

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import NoVectors
    from memento_cli.core.sessions.sessions import Session

ONE = {"memories": "memory", "mood": "mood", "session": "item of the session", "kv": "kv value"}
MANY = {"session": "items of the session", "kv": "kv values"}
"""What one of a section is called, where an s less does not say it; and several."""


def context(
    call: Call,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUERY", help="What they are for; else the strongest. - reads it."),
    ] = None,
    budget: Annotated[
        int | None, typer.Option(metavar="TOKENS", help="At most so many; else context.budget.")
    ] = None,
    of: Annotated[
        str, typer.Option("--of", metavar="WHO", help="Whose blocks, facts and mood are told, too.")
    ] = "",
    in_session: Annotated[
        str | None,
        typer.Option(
            "--in-session",
            metavar="ID",
            help="What a session has at hand is told, and recalled for.",
        ),
    ] = None,
    no_vectors: NoVectors = False,
) -> None:
    """What an agent is to know now, within a budget of tokens, fenced as data.

    Blocks, facts, preferences, the mood with its labels and numbers, open tasks, kv values,
    events (setting context.events; those that answer, else the newest), and the best memories.
    """
    from memento_cli.actions.context.context import context as context_of
    from memento_cli.actions.context.context import new_nonce
    from memento_cli.core.recall.query import Query

    stores = call.layers
    open_one = _session(call, in_session) if in_session else None
    asked = None
    if open_one:
        from memento_cli.core.sessions.sessions import query_of

        asked = " ".join(words or ())  # what the session says goes to no provider
        words = [query_of(open_one, asked)]
    query = options.query(call, words or ())._replace(words_only=no_vectors, asked=asked)
    with shown_progress(call.out, looked_back(call, None)) as past:
        made = context_of(
            stores, query, call.now, budget=budget, persona=of or None, until=call.named_now,
            utc=call.out.utc, session=open_one,
            bounds=Query(until=call.named_now), past=past,
        )  # fmt: skip
    time = {"time": query.time.told} if query.time else {}
    if query.time:
        call.out.note(query.time.note)
    if call.out.machine or made.sections:
        call.out.value(time | made.value(), made.text(new_nonce()))
    elif not (made.known or made.left_out or made.withheld):
        call.out.note("Nothing is known yet")
    if made.known:
        call.out.note(f"Of {_counted('memories', made.known)} none fits")
    if made.raised:
        call.out.warn(f"the blocks alone take {made.tokens} tokens; the budget is {made.budget}")
    if made.cut:
        call.out.warn(f"{_counted('blocks', made.cut)} cut (setting context.blocks)")
    if made.withheld:
        kept_back = ", ".join(_counted(name, count) for name, count in made.withheld.items())
        call.out.note(f"Left out, less trusted or more private than asked for: {kept_back}")
    if made.left_out:
        left = ", ".join(_counted(name, count) for name, count in made.left_out.items())
        call.out.note(f"Did not fit: {left}; --budget {made.enough} would take all")
    note_reach(call.out, made.reach, [row["id"] for row in made.value()["memories"]])


def _session(call: Call, name: str) -> Session:
    from memento_cli.actions.sessions.sessions import session
    from memento_cli.cli.input.selecting import row_named
    from memento_cli.core.memory.record_kinds import SESSIONS

    return session(call.store, row_named(call, name, SESSIONS))


def _counted(name: str, count: int) -> str:
    """So many of a section: 1 memory, 2 kv values."""
    noun = ONE.get(name, name.removesuffix("s")) if count == 1 else MANY.get(name, name)
    return f"{count} {noun.replace('_', ' ')}"
