"""memento forget, memento restore."""

from __future__ import annotations

from memento_cli.cli.input.acting import acting, by_whom
from memento_cli.cli.input.choosing import is_script
from memento_cli.cli.input.selecting import all_selected, is_row_number, reference
from memento_cli.cli.output.values import safe, said
from memento_cli.core.memory.record_kinds import is_reference
from memento_cli.errors import NotFound, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import DryRun, Reason, Yes


WITH = {"e": "erase them, too", "k": "keep them"}


def forget(
    call: Call,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MEMORY...",
            help="Ids, parts of them, numbers of the last list, or one's words.",
        ),
    ] = None,
    reason: Reason = "",
    erase: Annotated[
        bool, typer.Option("--erase", help="Take out what they say, for good: no undo.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--everything", help="With --erase: all that is about --person.")
    ] = False,
    person: Annotated[
        str, typer.Option("--person", "-p", metavar="WHO", help="Whom --everything is about.")
    ] = "",
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Archive memories. They are found no more; restore and undo bring them back."""
    from memento_cli.actions.memory.prune import check_unpinned
    from memento_cli.actions.memory.prune import forget as act

    if everything or person:
        if words or reason or not (erase and everything and person):
            hint = "memento forget --erase --everything --person ana"
            raise Usage("--everything and --person go together, with --erase alone", hint)
        from memento_cli.cli.commands.memory.forget_person import forget_person

        forget_person(call, person, dry_run, yes)
        return
    if not words:
        raise Usage("MEMORY is missing", "an id, a number of the last list, or words")
    if erase:
        _erase(call, words, reason, dry_run, yes)
        return
    whole = _archivable(call, words)
    for id in whole:
        memory = call.store.memories.read(id).value
        check_unpinned(memory)  # before anybody is asked
        call.out.note(f"{safe(id)}: {said(memory.content.summary)}")
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
        check_archivable(call.store, [word for word in words if not is_row_number(word)])
        raise


def _erase(call: Call, texts: list[str], reason: str, dry: bool, yes: bool) -> None:
    from memento_cli.actions.redaction.erase import erase, erasure
    from memento_cli.actions.redaction.erase_records import erasable
    from memento_cli.cli.commands.memory.receipt import foretell, hand_over, note_history, value_of

    if reason:
        raise Usage("an erasure keeps no words, and so no reason", "leave --reason out")
    named = [reference(call, [text], reading=False) for text in texts]
    try:
        ids = list(dict.fromkeys(erasable(call.store, text) for text in named))
    except NotFound:
        if is_script(call) or any(map(is_reference, named)):
            raise
        ids = all_selected(call, named)  # by its words, as without --erase
    receipt = erasure(call.store, ids)
    foretell(call, receipt)
    if dry:
        note_history(call, receipt)
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
    moved = acting(call, lambda by: act(call.store, whole, call.now, **by_whom(by)))
    text = "\n".join(f"{safe(id)} is back" for id in whole)
    call.out.value({"restored": whole, "batch": moved.batch}, text)
    note_going(call, whole)


def note_going(call: Call, ids: Sequence[str]) -> None:
    """Say which of the memories that came back would go again at night, and what keeps them."""
    from memento_cli.actions.tidy.run import next_archived

    with call.out.advice():
        if again := next_archived(call.store, ids, call.now) if ids else []:
            one = len(again) == 1
            it, why = ("it", "its time is over") if one else ("them", "their time is over")
            pin = f"`memento pin {safe(' '.join(again))}` keeps {it}"
            call.out.note(f"`memento tidy run` archives {it} again, as {why}; {pin}")
