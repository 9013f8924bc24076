"""memento forget, memento restore"""

from __future__ import annotations

from memento_cli.cli.commands.memory.receipt import foretell, hand_over, value_of
from memento_cli.cli.input.acting import acting, by_whom
from memento_cli.cli.input.selecting import all_selected, reference
from memento_cli.cli.output.rows import counted
from memento_cli.cli.output.safe import safe
from memento_cli.errors import NotFound, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import DryRun, MemoryNames, Reason, Yes

WITH = {"e": "erase them, too", "k": "keep them"}


def forget(
    call: Call,
    words: MemoryNames,
    reason: Reason = "",
    erase: Annotated[
        bool, typer.Option("--erase", help="Take out what they say, for good: no undo.")
    ] = False,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Archive memories. They are found no more; restore and undo bring them back."""
    from memento_cli.actions.memory.prune import forget as act

    if erase:
        _erase(call, words, reason, dry_run, yes)
        return
    whole = _archivable(call, words)
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


def _archivable(call: Call, words: list[str]) -> list[str]:
    """The memories that words name; Refused for what has no archive."""
    from memento_cli.actions.redaction.erase_records import check_archivable

    try:
        return all_selected(call, words)
    except NotFound:
        check_archivable(call.store, words)
        raise


def _erase(call: Call, texts: list[str], reason: str, dry: bool, yes: bool) -> None:
    from memento_cli.actions.redaction.erase import erase, erasure
    from memento_cli.actions.redaction.erase_records import erasable

    if reason:
        raise Usage("an erasure keeps no words, and so no reason", "leave --reason out")
    named = [reference(call, [text], reading=False) for text in texts]
    ids = list(dict.fromkeys(erasable(call.store, text) for text in named))
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
    call: Call,
    words: Annotated[
        list[str],
        typer.Argument(metavar="MEMORY...", help="Ids in the archive, or one memory's words."),
    ],
    yes: Yes = False,
) -> None:
    """Bring memories back from the archive, as they were. An agent asks for a person's."""
    from memento_cli.actions.memory.prune import restore as act

    whole = all_selected(call, words, archived=True)
    moved = acting(call, {"yes": yes}, lambda by: act(call.store, whole, call.now, **by_whom(by)))
    batch = moved.batch
    text = "\n".join(f"{safe(id)} is back" for id in whole)
    call.out.value({"restored": whole, "batch": batch}, text)
    note_going(call, whole)


def note_going(call: Call, ids: Sequence[str]) -> None:
    """Say which of the memories that came back would go again at night, and what keeps them."""
    from memento_cli.actions.tidy.maintain import next_archived

    with call.out.advice():
        if again := next_archived(call.store, ids, call.now) if ids else []:
            one = len(again) == 1
            it, why = ("it", "its time is over") if one else ("them", "their time is over")
            pin = f"`memento pin {safe(' '.join(again))}` keeps {it}"
            call.out.note(f"`memento tidy run` archives {it} again, as {why}; {pin}")
