"""context: what an agent is to know now (000's get_context, 002's memory_injection)."""

from __future__ import annotations

import os
from collections import Counter

from memento_cli.actions.context.reader import Reader
from memento_cli.actions.context.sections import blocks_section, sections
from memento_cli.actions.recall.find import MEMORIES, find, full_memory, list_from_stores
from memento_cli.core.context.budget import needed
from memento_cli.core.context.context import FRAME, composed, let_in
from memento_cli.core.context.injection import injected
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.recall.query import Query
from memento_cli.core.recall.standing import Standing
from memento_cli.core.security.trust import IMPORTED, TRUSTS
from memento_cli.named_tuple import NamedTuple

TYPE_CHECKING = False

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime, tzinfo

    from memento_cli.actions.recall.past import Past
    from memento_cli.core.context.context import Context
    from memento_cli.core.sessions.sessions import Session
    from memento_cli.store.directory.store import Store

NONCE_BYTES = 8
SESSION_SHARE = 3
"""What a session has at hand takes at most a third of the budget: the rest is for what is known."""


def context(
    stores: Sequence[Store],
    query: Query,
    now: datetime,
    *,
    budget: int | None = None,
    persona: str | None = None,
    until: datetime | None = None,
    zone: tzinfo | None = None,
    utc: bool = False,
    session: Session | None = None,
    alone: bool = False,
    placeless: bool = True,
    bounds: Query = Query(),
    blocks: int | None = None,
    size: Callable[[Context], int] | None = None,
    past: Past | None = None,
) -> Context:
    """What holds now, and the best memories for a query, within a budget of tokens.

    The nearest store comes first; its settings count, and without a budget it is its own. Blocks
    are always told; beyond the budget and beyond `blocks` tokens, or else the setting
    `context.blocks`, they are cut. `size` counts what is handed over. Reading counts nothing. Of
    what holds, nothing is told that was recorded after `until`; of memories the query says so. What
    is less trusted than the query, or else the setting `context.min_trust`, asks for is left out,
    and what is more private than it asks for; of labels of privacy only memories have one. Times
    are told in `zone`, or in UTC with `utc`; where neither is said, as the setting `context.times`
    says. What a `session` has at hand is told after the blocks. `alone`, only what is of the
    persona is told; what is nobody's, as some blocks are, only if `placeless` things are. Where no
    memory answers, those within these `bounds` are counted. With `past` memories say what they
    said at `now`, and are where they were.
    """
    most = stores[0].settings["context.budget"] if budget is None else budget
    whose = None if persona is None else person_ref(persona)
    told_in = context_zone(stores[0], zone, utc=utc)
    query = _trusted(stores, query)
    reader = Reader(
        stores, now, whose, until, told_in, session, most // SESSION_SHARE, alone,
        query.min_trust or TRUSTS[-1], placeless, past,
    )  # fmt: skip
    told = sections(reader, query)
    kept = [let_in(section, query.min_trust, query.min_privacy) for section in told]
    withheld = Counter[str]()
    for before, after in zip(told, kept, strict=True):
        withheld[before.name] += len(before.parts) - len(after.parts)
    beyond = stores[0].settings["context.blocks"] if blocks is None else blocks
    known = 0 if told[-1].parts else _count_known(stores, bounds, now, past)
    made = composed(kept[0], kept[1:], most, beyond, size, withheld=+withheld, known=known)
    return made._replace(reach=told[-1].reach)


class Related(NamedTuple):
    """What stands before a turn, and how many memories answered."""

    text: str
    found: int


def related(
    stores: Sequence[Store],
    query: Query,
    now: datetime,
    *,
    budget: int,
    nonce: str,
    zone: tzinfo | None = None,
    utc: bool = False,
    past: Past | None = None,
) -> Related:
    """What the best memories for a query say of it, as one fenced text of at most `budget` tokens.

    It stands before a turn (document 002, memory_injection), when the context of its session has
    told the rest. `nonce` is the number of the fence; nothing is told where nothing is known.
    """
    query = _trusted(stores, query)
    findings = find(stores, (MEMORIES,), query, now, past=past)
    if findings.found.meant and not findings.found.missing:
        return Related("", 0)  # nothing has the words: what they may mean is only a guess
    page = {one.hit.memory.id: one for one in findings.page}
    standing = Standing(
        {id: one.newer for id, one in page.items()}, {id: one.against for id, one in page.items()}
    )
    memories = [full_memory(one, now, past) for one in findings.page]
    zone = context_zone(stores[0], zone, utc=utc)
    text = injected(memories, query.sought, budget, nonce, zone, standing)
    return Related(text, len(memories))


def blocks_warning(
    store: Store,
    now: datetime,
    persona: str | None = None,
    *,
    alone: bool = False,
    placeless: bool = True,
    min_trust: str | None = None,
) -> str:
    """What is to be said if the blocks that such a context tells are too long; else nothing."""
    settings = store.settings
    reader = Reader(
        (store,), now, persona, alone=alone, min_trust=min_trust or TRUSTS[-1], placeless=placeless
    )
    section = let_in(blocks_section(reader), min_trust, None)
    tokens, budget, most = (
        FRAME + needed([section]), settings["context.budget"], settings["context.blocks"]
    )  # fmt: skip
    if tokens <= budget:
        return ""
    told = f"the blocks take {tokens} tokens, more than context.budget ({budget})"
    if tokens <= max(budget, most):
        return f"{told}: a context tells nothing else"
    return f"{told} and context.blocks ({most}): a context cuts them"


def _count_known(stores: Sequence[Store], bounds: Query, now: datetime, past: Past | None) -> int:
    """How many memories there are within these bounds, whatever they are about."""
    return list_from_stores(stores, bounds._replace(limit=1), now, weak=True, past=past).found.total


def _trusted(stores: Sequence[Store], query: Query) -> Query:
    """The query for what is trusted as it asks, or else as the setting `context.min_trust` says; of
    several stores the strictest: that of a stranger lets nothing in that is kept out elsewhere."""
    asked = [store.settings["context.min_trust"] for store in stores]
    least = query.min_trust or min(asked, key=TRUSTS.index)
    return query._replace(min_trust=None if least == IMPORTED else least)


def new_nonce() -> str:
    """A number for the marks of a fence (`core/context/fence.py`), which nobody can know before."""
    return os.urandom(NONCE_BYTES).hex()


def context_zone(store: Store, zone: tzinfo | None = None, *, utc: bool = False) -> tzinfo | None:
    """In which zone an agent is told times: the one that is asked for, `utc`, or as the setting
    `context.times` says (document 003 §6-2). None is UTC."""
    is_local = not utc and store.settings["context.times"] == "local"
    return zone or (store.zone if is_local else None)
