"""memento tidy list, show, apply, reject: what was proposed, and what stands there twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from memento_cli.cli.command_line.options import one_of
from memento_cli.cli.input.acting import acting, by_whom
from memento_cli.cli.input.selecting import PROPOSALS, rows_named
from memento_cli.cli.output.rows import counted, labelled, note_cut, people_text
from memento_cli.cli.output.values import safe
from memento_cli.core.events.plans import THREAD
from memento_cli.core.memory.summary import summary_of
from memento_cli.core.tidy.clusters import MIN_SCORE
from memento_cli.errors import MementoError, Usage

TYPE_CHECKING = False

if TYPE_CHECKING:
    from typing import Annotated, Any

    import typer

    from memento_cli.cli.call import Call
    from memento_cli.cli.command_line.parameters import AllowSecret, Only, Proposals, Reason, Yes
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.records.loaded import LoadedRecord

COLUMNS = ("id", "do", "summary", "reason", "links")
DOUBLES = ("group", "id", "score", "summary")
ONLY = ("threads",)
"""What `--only` may choose: the steps of one kind."""


def list_(
    call: Call,
    doubles: Annotated[
        bool, typer.Option("--doubles", help="Instead: memories that say or concern the same.")
    ] = False,
    min_score: Annotated[
        float | None,
        typer.Option(
            min=0, max=1, metavar="S", help="At least this like another of its group; else 0.75."
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", "-l", min=0, metavar="N", help="At most so many, or groups."),
    ] = None,
) -> None:
    """List what was proposed and waits for somebody, and tell how much stands there twice.

    Proposals come from `tidy propose` and the night, `agent feedback --answer`, `tidy conflicts
    --propose` and `event extract --queue`. Of the doubles those come first that say the same.
    """
    if doubles:
        _doubles(call, MIN_SCORE if min_score is None else min_score, limit)
        return
    if min_score is not None:
        raise Usage("--min-score goes with --doubles")
    from memento_cli.actions.tidy.proposals import listed_proposal, proposal_records

    waiting = proposal_records(call.store)
    rows = [_row(listed_proposal(one)) | _deed(one) for one in waiting]
    shown = rows[:limit]
    call.out.rows(shown, COLUMNS, noun=PROPOSALS)
    if not waiting:
        call.out.note("Nothing is proposed")
    note_cut(call, len(shown), len(rows))
    if call.out.format is None:
        from memento_cli.actions.recall.like import doubles as groups_of_doubles

        if number := len(groups_of_doubles(call.store, call.now)):
            text = f"Memories that say or concern the same: {counted(number, 'group')}"
            call.out.note(f"{text}; `memento tidy list --doubles` shows them")


def _doubles(call: Call, min_score: float, limit: int | None) -> None:
    from memento_cli.actions.recall.like import doubles

    groups = doubles(call.store, call.now, min_score)
    shown = groups[:limit]
    rows = [
        {"group": number} | summary_of(member.memory, call.now)._asdict() | {"score": member.score}
        for number, group in enumerate(shown, 1)
        for member in group
    ]
    call.out.rows(rows, DOUBLES, "similar", noun="doubles")
    note_cut(call, len(shown), len(groups))
    if not groups:
        call.out.note("Nothing found; --min-score lowers what it takes")


def _deed(proposal: LoadedRecord[Memory]) -> dict[str, Any]:
    """What a proposal would do, why, and what it goes back to, if it is a step of a plan."""
    from memento_cli.actions.events.planned import plan_of

    plan = plan_of(proposal)
    keys = plan if isinstance(plan, Mapping) else {}
    return {key: keys.get(key) for key in ("do", "reason", "evidence")}


def _whole(call: Call, ids: list[str]) -> list[str]:
    from memento_cli.actions.tidy.proposals import proposal_id

    named = rows_named(call, ids, PROPOSALS)
    return list(dict.fromkeys(proposal_id(call.store, text) for text in named))


def show(call: Call, ids: Proposals) -> None:
    """Show proposals in full: what each would change, and what it goes back to."""
    from memento_cli.actions.events.planned import plan_of
    from memento_cli.actions.tidy.proposals import listed_proposal

    proposals = [call.store.proposals.read(id) for id in _whole(call, ids)]
    values: list[dict[str, Any]] = []
    texts: list[str] = []
    for one in proposals:
        proposal, plan = listed_proposal(one), plan_of(one)
        changes = _changes(call, one)
        values.append(_row(proposal) | {"plan": plan, "changes": changes})
        texts.append(_text(call, proposal) + _plan_text(call, plan) + _changes_text(changes))
    call.out.values(values, texts, "proposals")


def _changes(call: Call, proposal: LoadedRecord[Memory]) -> list[dict[str, Any]] | None:
    """What applying a proposal of sleep would do; None of others, and of one that cannot be."""
    from memento_cli.actions.events.planned import plan_of
    from memento_cli.actions.tidy.sleep_steps import effects
    from memento_cli.core.tidy.sleep_steps import is_of_sleep

    if not is_of_sleep(plan_of(proposal)):
        return None
    try:
        steps = effects(call.store, proposal, call.now)
    except MementoError as problem:
        call.out.warn(f"{problem.message}: it cannot be applied")
        return None
    return [
        {"how": one.how, "id": one.id, "summary": one.summary, **one.change._asdict()}
        for one in steps
    ]


def _changes_text(changes: list[dict[str, Any]] | None) -> str:
    """What is made, changed or archived, key by key: what stood there, and what is to."""
    from memento_cli.cli.output.values import json_text

    lines = list[str]()
    for one in changes or ():
        lines += ["", safe(" ".join(filter(None, (one["how"], one["id"], one["summary"]))))]
        for key, new in one["after"].items():
            old = one["before"].get(key)
            lines += [f"- {safe(key)} = {safe(json_text(old))}"] if old is not None else []
            lines += [f"+ {safe(key)} = {safe(json_text(new))}"] if new is not None else []
    return "".join(f"\n{line}" for line in lines)


def apply(
    call: Call,
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="[PROPOSAL]...", help="Numbers of the list, or ids."),
    ] = None,
    only: Only = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """Do what proposals say, as one act: those that are named, or all of one kind.

    An agent asks before it decides.
    """
    from memento_cli.actions.memory.reading import standing
    from memento_cli.actions.tidy.proposals import apply_all, proposal_records

    if bool(ids) == (only is not None):
        raise Usage("apply which?", "`memento tidy list` shows them; --only threads is all threads")
    if ids:
        whole = _whole(call, ids)
    else:
        one_of(only or "", ONLY, "only")
        whole = [one.id for one in proposal_records(call.store) if _deed(one)["do"] == THREAD]
    if not whole:
        call.out.values([], [], "applied")
        call.out.note("Nothing is proposed")
        return
    store, now = call.store, call.now
    read = store.proposals.read
    targets = Counter(link.target for id in whole for link in read(id).value.links)
    already = standing(store, list(targets), now).history
    applied = acting(
        call,
        lambda by: apply_all(
            store, whole, now, reason, allow_secret=by.allow_secret, **by_whom(by)
        ),
    )
    values = [{"proposal": id, "id": one.ref} for id, one in zip(whole, applied, strict=True)]
    texts = [f"{safe(one.ref)} {_links(one.memory)}".rstrip() for one in applied]
    call.out.values(values, texts, "applied")
    call.out.note("`memento undo` takes that back")
    for older in (id for id, count in targets.items() if id in already or count > 1):
        call.out.note(f"Several supersede {safe(older)} now; `memento edit ID` can link them")


def reject(call: Call, ids: Proposals, reason: Reason = "", yes: Yes = False) -> None:
    """Throw proposals away, as one act; what was rejected is not proposed again.

    An agent asks before it decides.
    """
    from memento_cli.actions.tidy.proposals import reject as act

    store, now, whole = call.store, call.now, _whole(call, ids)
    acting(call, lambda by: act(store, whole, now, reason, **by_whom(by)))
    values = [{"proposal": id} for id in whole]
    call.out.values(values, [f"{safe(id)} is rejected" for id in whole], "rejected")


def _row(proposal: Memory) -> dict[str, Any]:
    content = proposal.content
    return {
        "id": proposal.id,
        "created": proposal.created,
        "summary": content.summary,
        "links": [f"{link.rel}:{link.target}" for link in proposal.links],
        "detail": content.detail,
        "person": proposal.person,
        "topics": list(proposal.tags.topics),
        "source": proposal.source,
    }


def _links(proposal: Memory) -> str:
    return safe(", ".join(f"{link.rel.replace('_', ' ')} {link.target}" for link in proposal.links))


def _text(call: Call, proposal: Memory) -> str:
    content, tags = proposal.content, proposal.tags
    head = "\n".join(filter(None, (safe(content.summary), safe(content.detail, lines=True))))
    facts = [
        ("id", proposal.id),
        *((link.rel.replace("_", " "), link.target) for link in proposal.links),
        ("person", people_text([proposal.person])),
        ("topics", ", ".join(tags.topics)),
        ("proposed", call.out.minute(proposal.created)),
        ("source", proposal.source),
    ]
    return f"{head}\n\n{labelled(facts, call.out)}"


def _plan_text(call: Call, plan: Any) -> str:
    """What a step of a plan says, as JSON would."""
    if not isinstance(plan, Mapping):
        return ""
    from memento_cli.cli.output.values import json_text

    facts = [(key, json_text(value)) for key, value in plan.items()]
    return f"\n\n{labelled(facts, call.out)}"
