"""memento proposals"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from memento_cli.cli.call import Call, of
from memento_cli.cli.options import Reason
from memento_cli.cli.rows import labelled, people_text
from memento_cli.cli.safe import safe
from memento_cli.cli.secrets import AllowSecret
from memento_cli.cli.verbs import check_verb, verb_argument
from memento_cli.errors import Usage

if TYPE_CHECKING:
    from memento_cli.core.memory import Memory

TAKES = {"list": (), "show": (), "apply": ("reason", "allow_secret"), "reject": ("reason",)}
COLUMNS = ("id", "created", "summary", "links")


def proposals(
    ctx: typer.Context,
    verb: Annotated[str, verb_argument(TAKES)] = "list",
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="[ID]...", help="Ids of proposals, or parts.")
    ] = None,
    reason: Reason = "",
    allow_secret: AllowSecret = False,
) -> None:
    """What was proposed, and waits for somebody: list, show, apply or reject it.

    It comes from `feedback --answer`, `conflicts --propose`, `extract --queue` (or the setting
    extract.queue) and `thread propose --queue`.
    """
    from memento_cli.actions.proposals import proposal_id

    call = of(ctx)
    check_verb(ctx, verb, TAKES)
    if verb == "list":
        _list(call, ids or [])
        return
    if not ids:
        raise Usage(f"{verb} which?", "`memento proposals` lists them")
    whole = list(dict.fromkeys(proposal_id(call.store, text) for text in ids))
    match verb:
        case "show":
            _show(call, whole)
        case "apply":
            _apply(call, whole, reason, allow_secret)
        case _:
            _reject(call, whole, reason)


def _list(call: Call, ids: list[str]) -> None:
    from memento_cli.actions.proposals import proposals as every

    if ids:
        raise Usage("list takes no ids", "`memento proposals show ID` shows one")
    found = every(call.store)
    call.out.rows([_row(one) for one in found], COLUMNS)
    if not found:
        call.out.note("Nothing is proposed")


def _show(call: Call, ids: list[str]) -> None:
    from memento_cli.actions.planned import plan_of
    from memento_cli.actions.proposals import told_proposal

    found = [call.store.proposals.read(id) for id in ids]
    plans = [plan_of(one) for one in found]
    told = list(zip(map(told_proposal, found), plans, strict=True))
    values = [_row(one) | {"plan": plan} for one, plan in told]
    texts = [_text(call, one) + _plan_text(call, plan) for one, plan in told]
    call.out.values(values, texts, "proposals")


def _apply(call: Call, ids: list[str], reason: str, allow_secret: bool) -> None:
    from memento_cli.actions.proposals import apply_all
    from memento_cli.actions.reading import newer

    read = call.store.proposals.read
    targets = Counter(link.target for id in ids for link in read(id).value.links)
    already = newer(call.store, list(targets), call.now)
    applied = apply_all(call.store, ids, call.now, reason, allow_secret=allow_secret)
    values = [{"proposal": id, "id": one.ref} for id, one in zip(ids, applied, strict=True)]
    texts = [f"{safe(one.ref)} {_links(one.memory)}".rstrip() for one in applied]
    call.out.values(values, texts, "applied")
    for older in (id for id, count in targets.items() if id in already or count > 1):
        call.out.note(f"Several supersede {safe(older)} now; `memento edit ID` can link them")


def _reject(call: Call, ids: list[str], reason: str) -> None:
    from memento_cli.actions.proposals import reject

    reject(call.store, ids, call.now, reason)
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
