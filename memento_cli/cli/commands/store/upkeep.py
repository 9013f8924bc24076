"""memento store rebuild, migrate, settle, trust: what keeps a store usable here."""

from __future__ import annotations

import os

from memento_cli.cli.input.selecting import selected
from memento_cli.cli.output.rows import counted, memories_of
from memento_cli.cli.output.values import safe
from memento_cli.store.directory.platform_folders import user_file

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call


def rebuild(call: Call) -> None:
    """Make the index again. It is only a shortcut: nothing is in it that the files do not say."""
    from memento_cli.actions.store.upkeep import rebuild as act

    with call.out.progress("reading", len(call.store.memories.ids())) as tick:
        done = act(call.store, tick)
    events = f", {counted(done.events, 'event')}" if done.events else ""
    content = f"{memories_of(done.memories)}{events} and {counted(done.lines, 'line')}"
    call.out.value(done._asdict(), f"Indexed {content} in {done.seconds:.1f} s")
    _fill_vectors(call)
    if done.broken:
        call.out.note(f"{done.broken} files cannot be read; `memento doctor` explains")
    call.out.note(f"In {safe(done.folder)}")


def _fill_vectors(call: Call) -> None:
    """Give memories the vectors that they lack, where the user has set a provider."""
    if os.path.lexists(user_file()):
        from memento_cli.actions.vectors.fill import fill_if_set

        if filled := fill_if_set(call.store):
            call.out.note(f"{memories_of(filled)} given a vector")


def migrate(call: Call) -> None:
    """Bring an older store to this memento's format. It goes forward only, and keeps a copy."""
    from memento_cli.actions.store.upkeep import migrate as act

    done = act(call.store)
    if done.renamed:
        call.out.note(f"Renamed: {', '.join(done.renamed)}")
    if done.before == done.after:
        text = f"The store has format {done.after}, this memento's"
        text = text if done.renamed else f"Nothing to do: t{text[1:]}"
    else:
        copies = ", ".join(safe(path) for path in done.copies)
        text = f"Format {done.before} is now {done.after}; kept {copies}"
    call.out.value(done._asdict(), text)


def settle(
    call: Call,
    everything: Annotated[
        bool, typer.Option("--all", "-a", help="Recent acts too, whatever the settings say.")
    ] = False,
    adopt: Annotated[
        list[str] | None,
        typer.Option("--adopt", metavar="MEMORY", help="Take the numbers in its file for true."),
    ] = None,
) -> None:
    """Bring the numbers in the files up to what the journal says. Changes no strength."""
    from memento_cli.actions.memory.reinforce import settle as act

    ids = [selected(call, [text]) for text in adopt or []]
    total = len(call.store.memories.ids())
    with call.out.progress("settling", total) as tick:
        touched = act(call.store, call.now, everything=everything, adopt=ids, tick=tick)
    call.out.value({"settled": touched}, f"{len(touched)} of {total} memories settled")


def trust(call: Call) -> None:
    """Let this clone write to a store that came with a repository. Reading needs no trust."""
    from memento_cli.store.directory.location import store_location
    from memento_cli.store.directory.store import Store
    from memento_cli.store.directory.trust import is_trusted, trust

    store = Store(store_location(call.store_path, os.environ), call.out.warn)
    was_trusted = is_trusted(store.root)
    trust(store)
    outcome = "is trusted already" if was_trusted else "may be written here from now on"
    call.out.value({"store": store.root, "new": not was_trusted}, f"{safe(store.root)} {outcome}")
