"""memento fade set: by which law memories fade, down to which floor; one, several, or all that
filters let through."""

from __future__ import annotations

from memento_cli.cli.command_line import options
from memento_cli.cli.input.acting import acting, by_whom
from memento_cli.cli.output.rows import law_value, memories_of
from memento_cli.cli.output.values import safe
from memento_cli.core.fading.wording import law_text
from memento_cli.core.memory.creation import Defaults, law_and_floor, law_from
from memento_cli.errors import Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated

    import typer

    from memento_cli.actions.fading.law import Conversion
    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import DryRun, FadeText, Reason, Yes
    from memento_cli.core.journal.provenance import Provenance

SHOWN = 20


def set_(
    call: Call,
    law: FadeText,
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="These; else by the filters.")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every memory of the store.")] = False,
    reason: Reason = "",
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Let memories fade by another law or down to another floor, with all their uses: those that
    are named, or all that the filters let through. Undo brings the old laws back.

    An agent asks before it does that to a person's.
    """
    from memento_cli.actions.fading.law import law_changes, matching_ids
    from memento_cli.cli.input.selecting import all_selected

    if [bool(ids), bool(call.filters), everything].count(True) != 1:
        raise Usage("which memories?", "their ids, or filters as --topic, or --all")
    name, floor = law_and_floor(law)
    if name or floor is None:
        law_from(name, "medium", "episodic", {}, Defaults())  # a mistake is told before all else
    store, now = call.store, call.now
    query = None if ids else options.query(call)
    selected_ids = matching_ids(store, query, now) if query else all_selected(call, ids or ())
    planned = law_changes(store, selected_ids, name, now, floor)
    wanted = [plan for plan in planned if plan.changes]
    if ids or dry_run or not wanted:
        _do(call, planned, reason, dry_run or not (wanted or ids), yes)
        return
    if not yes:
        for plan in wanted[:SHOWN]:
            call.out.note(_told(plan))
        if len(wanted) > SHOWN:
            call.out.note(f"and {len(wanted) - SHOWN} more; --dry-run shows all")
    call.out.confirmed(f"Let {memories_of(len(wanted))} fade by this law?", yes)
    _do(call, wanted, reason, False, True)


def _do(
    call: Call, planned: list[Conversion], reason: str, dry: bool, agreed: bool = False
) -> None:
    from memento_cli.actions.fading.law import set_law as act

    wanted = [plan for plan in planned if plan.changes]
    if not dry:

        def converted(by: Provenance) -> set[str]:
            with call.out.progress("converting", len(wanted)) as tick:
                store, now = call.store, call.now
                return {*act(store, wanted, now, reason, tick=tick, **by_whom(by))}

        done = acting(call, converted, {"yes": agreed})
        planned = [plan for plan in planned if plan.memory.id in done or not plan.changes]
    texts = [_told(plan) for plan in planned]
    values = [
        {
            "id": plan.memory.id,
            "law": law_value(plan.memory.fade.law),
            "floor": plan.memory.fade.min_strength,
            "strength": plan.before,
            "new_law": law_value(plan.fade.law),
            "new_floor": plan.fade.min_strength,
            "new_strength": plan.after,
            "changes": plan.changes,
            "dry_run": dry,
        }
        for plan in planned
    ]
    call.out.values(values, texts, "converted")
    if not planned:
        call.out.note("Nothing found")
    elif dry and len(planned) > 1:
        call.out.note(f"{len(wanted)} of {memories_of(len(planned))} would change")
    elif not dry and wanted:
        call.out.note("`memento undo` brings the old laws back")


def _told(plan: Conversion) -> str:
    id, old, new = safe(plan.memory.id), plan.memory.fade, plan.fade
    if not plan.changes:
        return f"{id}  stays: {law_text(old.law)}"
    floors = f", floor {old.min_strength:g} -> {new.min_strength:g}"
    floors = floors if old.min_strength != new.min_strength else ""
    laws = law_text(old.law) + (f" -> {law_text(new.law)}" if old.law != new.law else "")
    return f"{id}  {laws}{floors}  strength {plan.before:.3f} -> {plan.after:.3f}"
