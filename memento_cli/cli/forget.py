"""memento forget, memento restore"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from memento_cli.cli.acting import acting, by_whom
from memento_cli.cli.call import Call, of
from memento_cli.cli.options import DryRun, Ids, Reason, Yes
from memento_cli.cli.receipt import foretell, hand_over, value_of
from memento_cli.cli.rows import counted
from memento_cli.cli.safe import safe
from memento_cli.errors import Usage

WITH = {"e": "erase them, too", "k": "keep them"}


def forget(
    ctx: typer.Context,
    ids: Ids,
    reason: Reason = "",
    erase: Annotated[
        bool, typer.Option("--erase", help="Take out what they say, for good: no undo.")
    ] = False,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Archive memories. They are found no more; restore and undo bring them back."""
    from memento_cli.actions.erase_held import archivable
    from memento_cli.actions.prune import forget as act

    call = of(ctx)
    if erase:
        _erase(call, ids, reason, dry_run, yes)
        return
    whole = archivable(call.store, ids)
    for id in whole:
        summary = call.store.memories.read(id).value.content.summary
        call.out.note(f"{safe(id)}: {safe(summary)}")
    if dry_run:
        call.out.value({"forgotten": whole, "dry_run": True}, f"would archive {len(whole)}")
        return
    call.out.confirmed(f"Archive {'it' if len(whole) == 1 else 'them'}?", yes)
    batch = act(call.store, whole, call.now, reason).batch
    text = "\n".join(f"{safe(id)} is archived" for id in whole)
    call.out.value({"forgotten": whole, "dry_run": False, "batch": batch}, text)


def _erase(call: Call, texts: list[str], reason: str, dry: bool, yes: bool) -> None:
    from memento_cli.actions.erase import erase, erasure
    from memento_cli.actions.erase_held import erasable

    if reason:
        raise Usage("an erasure keeps no words, and so no reason", "leave --reason out")
    ids = list(dict.fromkeys(erasable(call.store, text) for text in texts))
    receipt = erasure(call.store, ids)
    foretell(call, receipt)
    if dry and receipt.git and receipt.git.commits:
        call.out.note(f"git's history has it, in {counted(receipt.git.commits, 'commit')}")
    if dry:
        call.out.value(value_of(receipt, dry), f"would erase {len(ids)}")
        return
    while receipt.quoting and call.out.ask("Those were made of it.", WITH, "k") == "e":
        ids += receipt.quoting
        receipt = erasure(call.store, ids)
        foretell(call, receipt)
    call.out.confirmed("Erase for good? Nothing brings it back.", yes)
    done = erase(call.store, ids, call.now)
    call.out.value(value_of(done, dry), "\n".join(f"{safe(id)} is erased" for id in ids))
    hand_over(call, done)


def restore(
    ctx: typer.Context,
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Ids in the archive.")],
    yes: Yes = False,
) -> None:
    """Bring memories back from the archive, as they were. An agent asks for a person's."""
    from memento_cli.actions.prune import restore as act
    from memento_cli.actions.reading import archived_id

    call = of(ctx)
    whole = [archived_id(call.store, text) for text in ids]
    moved = acting(call, {"yes": yes}, lambda by: act(call.store, whole, call.now, **by_whom(by)))
    batch = moved.batch
    text = "\n".join(f"{safe(id)} is back" for id in whole)
    call.out.value({"restored": whole, "batch": batch}, text)
    note_going(call, whole)


def note_going(call: Call, ids: Sequence[str]) -> None:
    """Say which of the memories that came back would go again at night, and what keeps them."""
    from memento_cli.actions.maintain import going

    with call.out.advice():
        if again := going(call.store, ids, call.now) if ids else []:
            one = len(again) == 1
            it, why = ("it", "its time is over") if one else ("them", "their time is over")
            pin = f"`memento pin {safe(' '.join(again))}` keeps {it}"
            call.out.note(f"`memento maintain` archives {it} again, as {why}; {pin}")
