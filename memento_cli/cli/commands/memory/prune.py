"""memento prune"""

from __future__ import annotations

from memento_cli.cli.output.out import broken
from memento_cli.cli.output.rows import memories_of
from memento_cli.cli.output.values import safe, said
from memento_cli.core.fading.pruning import Plan, RetentionPlan
from memento_cli.errors import Refused, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Annotated

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import DryRun, Yes
    from memento_cli.core.fading.pruning import Judged
    from memento_cli.core.fading.retention import Candidate

AnyPlan = Plan | RetentionPlan
SHOWN = 20
VERBS = ("prune", "keep", "pin", "reinforce")
HELP = """
# A verb before each memory says what is done with it:
#   prune      archive it (`memento undo` brings it back)
#   keep       leave it as it is
#   pin        keep it from fading
#   reinforce  make it stronger
# Removed lines are kept. Nothing is done if all lines are removed; left as it is, the list asks
# before it archives all.
"""


def prune(
    call: Call,
    below: Annotated[
        float | None, typer.Option("--below", metavar="S", help="Instead of prune.below (0.15).")
    ] = None,
    retention: Annotated[
        bool, typer.Option("--retention", help="By the policy (settings retention.*).")
    ] = False,
    edit: Annotated[
        bool, typer.Option("--edit", "-e", help="Decide in $EDITOR, memory by memory.")
    ] = False,
    dry_run: DryRun = False,
    yes: Yes = False,
) -> None:
    """Archive what has faded below the threshold. Shows it first; undo brings it back.

    Values of `kv` whose time is over leave the store, too: for good.
    """
    from memento_cli.actions.facts.kv import expired_keys
    from memento_cli.actions.memory.prune import clock_went_back

    plan, keys = _planned(call, below, retention), expired_keys(call.store, call.now)
    if edit and plan.prune:
        _by_hand(call, plan, yes)
        return
    if dry_run or not (plan.prune or keys):
        _report(call, plan, keys, "", done=False)
        return
    if not plan.prune:
        _do(call, plan)
        return
    lines = _lines(plan)
    for line in lines[:SHOWN]:
        call.out.note(line)
    if len(lines) > SHOWN:
        call.out.note(f"… and {len(lines) - SHOWN} more (--dry-run lists all)")
    if clock_went_back(call.store) and not yes:
        raise Refused(
            "the clock went backwards: the journal has lines from after today", "use --yes"
        )
    call.out.confirmed(f"Archive {memories_of(len(plan.prune))}?", yes)
    _do(call, plan)


def _planned(call: Call, below: float | None, retention: bool) -> AnyPlan:
    from memento_cli.actions.memory.prune import prune_plan, retention_plan

    if retention and below is not None:
        raise Usage("--below is a strength, and --retention asks for none", "leave one of them out")
    if retention:
        return retention_plan(call.store, call.now)
    return prune_plan(call.store, call.now, below)


def _do(call: Call, plan: AnyPlan) -> None:
    from memento_cli.actions.memory.prune import prune_all

    done, keys = prune_all(call.store, plan, call.now)
    spared = [judged.memory.id for judged in plan.prune if judged.memory.id not in done.ids]
    for id in spared:
        call.out.note(f"{safe(id)} stays: it was pinned or used meanwhile")
    _report(call, plan.only(done.ids), keys, done.batch, done=True)


def _report(call: Call, plan: AnyPlan, keys: list[str], batch: str, *, done: bool) -> None:
    value: dict[str, object] = {
        "checked": plan.checked,
        "pruned": len(plan.prune),
        "purged": keys,
        "dry_run": not done,
        "threshold": plan.threshold,
        "batch": batch,
        "ids": [judged.memory.id for judged in plan.prune],
        "reasons": {judged.memory.id: judged.reason for judged in plan.prune},
        "policies": {judged.memory.id: judged.policy for judged in plan.prune},
        "kept": {judged.memory.id: judged.reason for judged in plan.keep},
    }
    if isinstance(plan, RetentionPlan):
        value["scores"] = {one.memory.id: one.score for one in plan.prune if one.score is not None}
    if not done:
        text = "\n".join(_lines(plan)) or _nothing(plan)
        call.out.value(value, broken(text))
        if keys:
            call.out.note(f"Would be taken out, as their time is over: {_keys(keys)}")
        return
    archived = f"Archived {len(plan.prune)} of {plan.checked} memories"
    call.out.value(value, archived if plan.prune else _nothing(plan))
    if keys:
        call.out.note(f"Taken out for good, as their time was over: {_keys(keys)}")
    if plan.prune:
        call.out.note(
            "`memento undo` brings the memories back" if keys else "`memento undo` brings them back"
        )


def _keys(keys: Sequence[str]) -> str:
    names = [*dict.fromkeys(keys)]
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return safe(", ".join(names[:SHOWN])) + more


def _nothing(plan: AnyPlan) -> str:
    if isinstance(plan, Plan):
        return f"{plan.checked} checked; nothing has faded so far"
    policy = plan.policy
    none = "the time of none is over" if policy.by_time else "retention.by_time is off"
    score = "no forget score is high enough" if policy.by_score else "retention.by_score is off"
    return f"{plan.checked} checked; {none}, and {score}"


def _lines(plan: AnyPlan) -> list[str]:
    rows = [_line(judged, "prune") for judged in plan.prune]
    return rows + [_line(judged, "keep") for judged in plan.keep]


def _line(judged: Judged | Candidate, verb: str) -> str:
    memory = judged.memory
    return f"{verb:5}  {safe(memory.id)}  {judged.reason}  {said(memory.content.summary)}"


def _by_hand(call: Call, plan: AnyPlan, yes: bool) -> None:
    from memento_cli.cli.input.editor import edited_until_valid

    lines = "\n".join(
        f"prune {judged.memory.id}  # {judged.reason}  {said(judged.memory.content.summary)}"
        for judged in plan.prune
    )
    call.check_writable()
    ids, left = [judged.memory.id for judged in plan.prune], Refused("nothing was done")
    verbs = edited_until_valid(
        call, f"{lines}\n{HELP}", ".txt", lambda new: decided(new, ids), (Usage,), left
    )
    if set(verbs.values()) == {"prune"}:
        call.out.confirmed(f"Archive {memories_of(len(ids))}?", yes)
    chosen = plan.only([id for id, verb in verbs.items() if verb == "prune"])
    with call.store.one_act():
        _carry_out(call, verbs)
        _do(call, chosen) if chosen.prune else call.out.note("nothing pruned")


def _carry_out(call: Call, verbs: Mapping[str, str]) -> None:
    from memento_cli.actions.memory.edit import pin
    from memento_cli.actions.memory.reinforce import reinforce

    for id, verb in verbs.items():
        if verb == "pin" and pin(call.store, id, call.now):
            call.out.note(f"{safe(id)} is pinned")
        elif verb == "reinforce":
            use = reinforce(call.store, id, call.now, "kept at pruning").result
            call.out.note(f"{safe(id)} " + ("is reinforced" if use.applied else "was just used"))


def decided(text: str, ids: list[str]) -> Mapping[str, str]:
    """The verb for each id in an edited list; every mistake in it is named at once."""
    verbs, problems = dict.fromkeys(ids, "keep"), []
    for place, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split(maxsplit=1)
        if not words:
            continue
        verb, id = words[0], words[1].strip() if len(words) > 1 else ""
        if verb not in VERBS:
            problems.append(f"line {place}: {verb!r} is not one of {', '.join(VERBS)}")
        elif id not in verbs:
            problems.append(f"line {place}: {id!r} is not in the list")
        else:
            verbs[id] = verb
    if problems:
        raise Usage("; ".join(problems), "nothing was done")
    return verbs
