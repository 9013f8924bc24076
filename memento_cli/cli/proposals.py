"""memento proposals"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memento_cli.cli.acting import acting, by_whom
from memento_cli.cli.call import Call, of
from memento_cli.cli.options import Reason, Yes
from memento_cli.cli.rows import labelled, people_text
from memento_cli.cli.safe import safe
from memento_cli.cli.secrets import AllowSecret
from memento_cli.cli.verbs import check_verb, verb_argument
from memento_cli.core.sleep_steps import SLEEP
from memento_cli.errors import MementoError, Usage

if TYPE_CHECKING:
    from memento_cli.core.memory import Memory
    from memento_cli.store.found import Found

TAKES = {
    "list": (),
    "show": (),
    "apply": ("reason", "allow_secret", "yes"),
    "reject": ("reason", "yes"),
}
COLUMNS = ("id", "created", "summary", "links")
DEEDS = ("id", "do", "summary", "reason")


def proposals(
    ctx: typer.Context,
    verb: Annotated[str, verb_argument(TAKES)] = "list",
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Ids of proposals, or parts.")
    ] = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
    yes: Yes = False,
) -> None:
    """What was proposed, and waits for somebody: list, show, apply or reject it.

    It comes from `feedback --answer`, `conflicts --propose`, `extract --queue` (or the setting
    extract.queue), `thread propose --queue` and `sleep`. An agent asks before it decides.
    """
    call = of(ctx)
    check_verb(ctx, verb, TAKES)
    do_proposals(call, verb, ids or [], ctx.params)


def do_proposals(
    call: Call, verb: str, ids: list[str], said: Mapping[str, Any], *, of_sleep: bool = False
) -> None:
    """List, show, apply or reject proposals, or those of sleep only."""
    from memento_cli.actions.proposals import proposal_id

    noun = "sleep" if of_sleep else "proposals"
    source = SLEEP if of_sleep else ""
    if verb == "list":
        _list(call, ids, noun, source)
        return
    if not ids:
        raise Usage(f"{verb} which?", f"`memento {noun} list` shows them")
    whole = list(dict.fromkeys(proposal_id(call.store, text, source) for text in ids))
    match verb:
        case "show":
            _show(call, whole)
        case "apply":
            _apply(call, whole, said)
        case _:
            _reject(call, whole, said)


def _list(call: Call, ids: list[str], noun: str, source: str) -> None:
    from memento_cli.actions.proposals import proposed, told_proposal

    if ids:
        raise Usage("list takes no ids", f"`memento {noun} show ID` shows one")
    found = [one for one in proposed(call.store) if source in ("", one.value.source)]
    rows = [_row(told_proposal(one)) | _deed(one) for one in found]
    call.out.rows(rows, DEEDS if source else COLUMNS)
    if not found:
        call.out.note("Nothing is proposed")


def _deed(proposal: Found[Memory]) -> dict[str, Any]:
    """What a proposal would do, why, and what it goes back to, if it is a step of a plan."""
    from memento_cli.actions.planned import plan_of

    plan = plan_of(proposal)
    said = plan if isinstance(plan, Mapping) else {}
    return {key: said.get(key) for key in ("do", "reason", "evidence")}


def _show(call: Call, ids: list[str]) -> None:
    from memento_cli.actions.planned import plan_of
    from memento_cli.actions.proposals import told_proposal

    found = [call.store.proposals.read(id) for id in ids]
    values, texts = list[dict[str, Any]](), list[str]()
    for one in found:
        told, plan = told_proposal(one), plan_of(one)
        changes = _changes(call, one)
        values.append(_row(told) | {"plan": plan, "changes": changes})
        texts.append(_text(call, told) + _plan_text(call, plan) + _changes_text(changes))
    call.out.values(values, texts, "proposals")


def _changes(call: Call, proposal: Found[Memory]) -> list[dict[str, Any]] | None:
    """What applying a proposal of sleep would do; None of others, and of one that cannot be."""
    from memento_cli.actions.planned import plan_of
    from memento_cli.actions.sleep_steps import effects
    from memento_cli.core.sleep_steps import is_of_sleep

    if not is_of_sleep(plan_of(proposal)):
        return None
    try:
        found = effects(call.store, proposal, call.now)
    except MementoError as problem:
        call.out.warn(f"{problem.message}: it cannot be applied")
        return None
    return [
        {"how": one.how, "id": one.id, "summary": one.summary, **one.change._asdict()}
        for one in found
    ]


def _changes_text(changes: list[dict[str, Any]] | None) -> str:
    """What is made, changed or archived, key by key: what stood there, and what is to."""
    from memento_cli.cli.told import json_text

    lines = list[str]()
    for one in changes or ():
        lines += ["", safe(" ".join(filter(None, (one["how"], one["id"], one["summary"]))))]
        for key, new in one["after"].items():
            old = one["before"].get(key)
            lines += [f"- {safe(key)} = {safe(json_text(old))}"] if old is not None else []
            lines += [f"+ {safe(key)} = {safe(json_text(new))}"] if new is not None else []
    return "".join(f"\n{line}" for line in lines)


def _apply(call: Call, ids: list[str], said: Mapping[str, Any]) -> None:
    from memento_cli.actions.proposals import apply_all
    from memento_cli.actions.reading import standing

    store, now = call.store, call.now
    read = store.proposals.read
    targets = Counter(link.target for id in ids for link in read(id).value.links)
    already = standing(store, list(targets), now).history
    applied = acting(
        call,
        said,
        lambda by: apply_all(
            store, ids, now, said["reason"], allow_secret=by.allow_secret, **by_whom(by)
        ),
    )
    values = [{"proposal": id, "id": one.ref} for id, one in zip(ids, applied, strict=True)]
    texts = [f"{safe(one.ref)} {_links(one.memory)}".rstrip() for one in applied]
    call.out.values(values, texts, "applied")
    call.out.note("`memento undo` takes that back")
    for older in (id for id, count in targets.items() if id in already or count > 1):
        call.out.note(f"Several supersede {safe(older)} now; `memento edit ID` can link them")


def _reject(call: Call, ids: list[str], said: Mapping[str, Any]) -> None:
    from memento_cli.actions.proposals import reject

    store, now, why = call.store, call.now, said["reason"]
    acting(call, said, lambda by: reject(store, ids, now, why, **by_whom(by)))
    values = [{"proposal": id} for id in ids]
    call.out.values(values, [f"{safe(id)} is rejected" for id in ids], "rejected")


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
    from memento_cli.cli.told import json_text

    facts = [(key, json_text(said)) for key, said in plan.items()]
    return f"\n\n{labelled(facts, call.out)}"
