"""cards, proposals: what is due to be asked, and what waits for the user's decision."""

from __future__ import annotations

from itertools import count
from json import dumps
from typing import TYPE_CHECKING, Any

from memento_cli.actions.events.planned import plan_of
from memento_cli.actions.fading.review import cards as due_cards
from memento_cli.actions.fading.review import rate
from memento_cli.actions.tidy.proposal_files import is_planned
from memento_cli.actions.tidy.proposals import (
    apply_all,
    listed_proposal,
    proposal_records,
)
from memento_cli.actions.tidy.proposals import reject as reject_all
from memento_cli.actions.tidy.propose import STAGES, propose
from memento_cli.core.context.item_text import memory_part
from memento_cli.core.fading.review import RATINGS, faces
from memento_cli.core.fields.field import Field
from memento_cli.core.security.instructions import flags, flags_of
from memento_cli.core.security.trust import AGENT, marks, trust_of
from memento_cli.core.time.when import told_time
from memento_cli.errors import NotFound, Refused, Usage
from memento_cli.tools.memory_tools import REASON
from memento_cli.tools.recall_tools import LIMIT
from memento_cli.tools.records_seen import LEFT_OUT, USER_AGREES, listed, named_in
from memento_cli.tools.tool import LABELS, Tool, filled, told

if TYPE_CHECKING:
    from memento_cli.core.fading.review import Card
    from memento_cli.core.memory.memory import Memory
    from memento_cli.store.records.loaded import LoadedRecord
    from memento_cli.tools.request_context import RequestContext
    from memento_cli.tools.tool import Arguments, ToolResult

LIST, ANSWER, SHOW, APPLY, REJECT, PROPOSE = (
    "list", "answer", "show", "apply", "reject", "propose",
)  # fmt: skip
SIGNS = 4_000
"""So much is told of what a card or a proposal says."""


def cards(request: RequestContext, args: Arguments) -> ToolResult:
    """The cards that are due, those most probably forgotten first; or how one was answered."""
    if args["act"] == ANSWER:
        return _answered(request, args)
    due = [one for one in due_cards(request.store, request.now) if request.sees(one.memory)]
    items = ((_card_lines(one), _card_row(request, one)) for one in due[: args["limit"]])
    return listed(request, "cards", items, "Nothing is due.", due=len(due))


def _answered(request: RequestContext, args: Arguments) -> ToolResult:
    if not args["memory_id"] or not args["rating"]:
        raise Usage("answer which card, and how?", "memory_id, and rating: " + ", ".join(RATINGS))
    id = request.memory(args["memory_id"]).id
    (done,) = rate(
        request.store, [id], args["rating"], request.now,
        confirmed=args["still_true"], via=request.via, by=AGENT,
    )  # fmt: skip
    due = told_time(done.schedule.due, request.zone)
    return told("Noted.", {"cards": [{"id": request.told_id(id), "due": due}]})


def _card_lines(card: Card) -> str:
    question, answer = (_in_lines(one) for one in faces(card.memory))
    mark = "".join(f" ({one})" for one in marks(trust_of(card.memory), _flags(card.memory)))
    return f"- {card.memory.id}{mark}\n  question:\n{question}\n  answer:\n{answer}"


def _card_row(request: RequestContext, card: Card) -> dict[str, Any]:
    """A card beside its words."""
    row = {
        "id": request.told_id(card.memory.id),
        "due": told_time(card.due, request.zone),
        "recall": None if card.recall is None else round(card.recall, 2),
        "asks": list(card.asks),
        "trust": trust_of(card.memory),
        "flags": list(_flags(card.memory)) or None,
    }
    return filled(row)


def _flags(memory: Memory) -> tuple[str, ...]:
    return tuple(flags("\n".join(faces(memory))))


def _in_lines(text: str) -> str:
    return "\n".join(f"  > {line}" for line in text[:SIGNS].split("\n"))


def proposals(request: RequestContext, args: Arguments) -> ToolResult:
    """What is proposed: list it, show it whole; apply or reject it, of which the user is asked; or
    look for more."""
    act = args["act"]
    if act == PROPOSE:
        return _proposed(request)
    found = {one.id: one for one in _seen(request)}
    if act == LIST:
        first = list(found.values())[: args["limit"]]
        items = ((_part(request, one), _row(request, one)) for one in first)
        return listed(request, "proposals", items, "Nothing is proposed.", total=len(found))
    named = [named_in(request, text, found, "proposal") for text in args["ids"] or ()]
    if not named:
        raise Usage(f"{act} which?", "ids says it; act: list shows them")
    if act == SHOW:
        items = ((_whole(request, one), _row(request, one)) for one in named)
        return listed(request, "proposals", items, "")
    return _decided(request, args, list(dict.fromkeys(one.id for one in named)))


def _proposed(request: RequestContext) -> ToolResult:
    """Look at what was recorded lately, as sleep does, and propose what to make of it; without the
    user's model, whose calls are theirs to spend."""
    if request.is_bounded:
        raise Refused("here not all memories are seen, and sleep looks at all", "list shows some")
    stages = count(1)
    slept = propose(
        request.store, request.now,
        via=request.via, model_of=lambda: None,
        tick=lambda: request.progress(next(stages), STAGES),
    )  # fmt: skip
    text = f"Proposed: {len(slept.ids)}." if slept.ids else "Nothing new is proposed."
    return told(text, {"ids": request.told_ids(slept.ids)})


def _decided(request: RequestContext, args: Arguments, ids: list[str]) -> ToolResult:
    store, now, reason = request.store, request.now, args["reason"] or ""
    by: dict[str, Any] = {"via": request.via, "by": AGENT, "agreed": request.agreed}
    if args["act"] == REJECT:
        reject_all(store, ids, now, reason, **by)
        return told("Rejected: it is not proposed again.", {"ids": request.told_ids(ids)})
    try:
        done = apply_all(store, ids, now, reason, **by)
    except NotFound:  # of whose id the proposal's file may say anything
        raise NotFound("that is about a memory that is not there", "reject it") from None
    return told("Applied.", {"ids": request.told_ids(one.ref for one in done)}, request.note)


def _seen(request: RequestContext) -> list[LoadedRecord[Memory]]:
    """The proposals that this server may show; a bounded one those of memories alone, as the step
    of a plan may be about anything."""
    every = proposal_records(request.store)
    if not request.is_bounded:
        return every
    return [
        one
        for one in every
        if not is_planned(one)
        and request.sees(one.value)
        and all(request.sees_id(link.target) for link in one.value.links)
    ]


def _part(request: RequestContext, one: LoadedRecord[Memory]) -> str:
    return memory_part(
        listed_proposal(one)._replace(id=one.id), None, "", request.zone, several=False,
        days=request.store.zone,
    ).text  # fmt: skip


def _whole(request: RequestContext, one: LoadedRecord[Memory]) -> str:
    """A proposal with its detail, its links, and the step of a plan that it is."""
    lines = [_part(request, one)]
    detail, plan = one.value.content.detail, plan_of(one)
    lines += [_in_lines(detail)] if detail else []
    lines += [f"  - {link.rel.replace('_', ' ')} {link.target}" for link in one.value.links]
    lines += [f"  - {dumps(plan, ensure_ascii=False)[:SIGNS]}"] if plan else []
    return "\n".join(lines)


def _row(request: RequestContext, one: LoadedRecord[Memory]) -> dict[str, Any]:
    """A proposal beside its words."""
    memory = listed_proposal(one)
    links = request.told_ids(link.target for link in memory.links)
    row = {
        "id": request.told_id(one.id),
        "created": told_time(memory.created, request.zone),
        "links": links or None,
        "trust": trust_of(memory),
        "flags": list(flags_of(memory)) or None,
    }
    return filled(row)


CARDS = Tool(
    "cards",
    "What the user wants to remember: the cards that are due; answer notes how it went.",
    (
        Field("act", "choice", "", LIST, choices=(LIST, ANSWER)),
        Field("memory_id", "text", "answer: which card."),
        Field("rating", "choice", "How well the user knew it.", choices=RATINGS),
        Field("still_true", "flag", "The user says that it is still true.", False),
        LIMIT,
    ),
    cards,
    reads=(LIST,),
    gives=(
        Field("cards", "tables", "The cards, in the order of the text.", of=(
            Field("id", "text", "Its memory."),
            Field("due", "text", "When it is due."),
            Field("recall", "number", "How probably it is remembered."),
            Field("asks", "texts", "Whether it is known (recall), or still true (truth)."),
            *LABELS,
        )),
        LEFT_OUT,
        Field("due", "whole", "So many are due."),
    ),
)  # fmt: skip
PROPOSALS = Tool(
    "proposals",
    "What is proposed and waits for the user: list, show; apply or reject with their yes; propose "
    "looks for duplicates, contradictions and rules in what was recorded lately.",
    (
        Field("act", "choice", "", LIST, choices=(LIST, SHOW, APPLY, REJECT, PROPOSE)),
        Field("ids", "texts", "Which."),
        LIMIT,
        REASON,
        USER_AGREES,
    ),
    proposals,
    reads=(LIST, SHOW),
    gives=(
        Field("proposals", "tables", "The proposals, in the order of the text.", of=(
            Field("id", "text", "Its id."),
            Field("created", "text", "When it was proposed."),
            Field("links", "texts", "What it is about."),
            *LABELS,
        )),
        LEFT_OUT,
        Field("total", "whole", "So many wait."),
        Field("ids", "texts", "What came of it."),
    ),
)  # fmt: skip
