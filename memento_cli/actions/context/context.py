"""context: the text that tells an agent what is known (get_context of document 000 and
memory_injection of 002)."""

from __future__ import annotations

import os
from collections import Counter

from memento_cli.actions.context.reader import Reader
from memento_cli.actions.context.sections import blocks_section, sections
from memento_cli.actions.recall.find import MEMORIES, find, full_memory, list_from_stores
from memento_cli.core.context.budget import tokens_needed
from memento_cli.core.context.context import FRAME, admitted, composed_context, injected_text
from memento_cli.core.memory.refs import person_ref
from memento_cli.core.recall.query import Query, Standing
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
"""The items of a session take at most a third of the budget."""


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
    """What holds now and the best memories for a query, within a budget of tokens.

    A `budget` that is given is filled with memories, unless the query limits their number; else
    they are as many as the setting `context.memories` says.

    The first store is the nearest; its settings count, among them the default budget. Blocks are
    always included; they are cut only beyond the budget and beyond `blocks` tokens (the default is
    the setting `context.blocks`). `size` counts the tokens of the result. Nothing is counted as a
    use. What was recorded after `until` is left out, except memories, for which the query says so.
    What is less trusted than the query's `min_trust` (the default is the setting
    `context.min_trust`) is left out, and memories more private than the query's `min_privacy`.
    Times are in `zone`, or in UTC with `utc`; the default is the setting `context.times`. The
    items of a `session` come after the blocks. With `alone` only what belongs to the persona is
    included; without `placeless` what belongs to nobody, such as some blocks, is left out. If no
    memory matches, those within `bounds` are counted. With `past` the memories are those of the
    moment `now`.
    """
    limit = stores[0].settings["context.budget"] if budget is None else budget
    persona_ref = None if persona is None else person_ref(persona)
    times_zone = context_zone(stores[0], zone, utc=utc)
    query = _trusted(stores, query)
    reader = Reader(
        stores, now, persona_ref, until, times_zone, session, limit // SESSION_SHARE, alone,
        query.min_trust or TRUSTS[-1], placeless, past, max(0, budget or 0),
    )  # fmt: skip
    all_sections = sections(reader, query)
    allowed = [admitted(section, query.min_trust, query.min_privacy) for section in all_sections]
    withheld = Counter[str]()
    for before, after in zip(all_sections, allowed, strict=True):
        withheld[before.name] += len(before.parts) - len(after.parts)
    blocks_limit = stores[0].settings["context.blocks"] if blocks is None else blocks
    known = 0
    if not all_sections[-1].parts:
        within = bounds._replace(limit=1)
        known = list_from_stores(stores, within, now, weak=True, past=past).found.total
    result = composed_context(
        allowed[0], allowed[1:], limit, blocks_limit, size,
        withheld=+withheld, known=known, words_alone=all_sections[-1].words_alone,
    )  # fmt: skip
    return result._replace(reach=all_sections[-1].reach)


class Related(NamedTuple):
    """The text to put before a turn, and the number of memories found."""

    text: str
    found: int


def related(
    stores: Sequence[Store],
    query: Query,
    now: datetime,
    *,
    budget: int,
    nonce: str,
    utc: bool = False,
    past: Past | None = None,
) -> Related:
    """The best memories for a query as one fenced text of at most `budget` tokens; "" if there are
    none.

    It is put before a turn (document 002, memory_injection) in a session that has had a context.
    `nonce` is the number in the marks of the fence.
    """
    query = _trusted(stores, query)
    findings = find(stores, (MEMORIES,), query, now, past=past)
    if findings.found.meant and not findings.found.missing:
        # nothing has the words, and hits of similar words are a guess
        if query.time is None:
            return Related("", 0)
        query = query._replace(time=query.time._replace(alone=True))
        findings = find(stores, (MEMORIES,), query, now, past=past)
    page = {sighting.hit.memory.id: sighting for sighting in findings.page}
    standing = Standing(
        {id: sighting.newer for id, sighting in page.items()},
        {id: sighting.against for id, sighting in page.items()},
    )
    memories = [full_memory(sighting, now, past) for sighting in findings.page]
    zone = context_zone(stores[0], utc=utc)
    days = stores[0].zone
    text = injected_text(memories, query.sought, budget, nonce, zone, standing, days)
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
    """A warning if the blocks of such a context exceed its budget; else ""."""
    settings = store.settings
    reader = Reader(
        (store,), now, persona, alone=alone, min_trust=min_trust or TRUSTS[-1], placeless=placeless
    )
    section = admitted(blocks_section(reader), min_trust, None)
    tokens = FRAME + tokens_needed([section])
    budget, blocks_limit = settings["context.budget"], settings["context.blocks"]
    if tokens <= budget:
        return ""
    warning = f"the blocks take {tokens} tokens, more than context.budget ({budget})"
    if tokens <= max(budget, blocks_limit):
        return f"{warning}: a context tells nothing else"
    return f"{warning} and context.blocks ({blocks_limit}): a context cuts them"


def _trusted(stores: Sequence[Store], query: Query) -> Query:
    """The query with its `min_trust`, or else the strictest `context.min_trust` of the stores: a
    store of somebody else must not let in what another store keeps out."""
    levels = [store.settings["context.min_trust"] for store in stores]
    least = query.min_trust or min(levels, key=TRUSTS.index)
    return query._replace(min_trust=None if least == IMPORTED else least)


def new_nonce() -> str:
    """An unpredictable number for the marks of a fence (`core/context/fence.py`)."""
    return os.urandom(NONCE_BYTES).hex()


def context_zone(store: Store, zone: tzinfo | None = None, *, utc: bool = False) -> tzinfo | None:
    """The zone of times told to an agent: `zone`, or UTC with `utc`, or by the setting
    `context.times` (document 003 §6-2). None is UTC."""
    is_local = not utc and store.settings["context.times"] == "local"
    return zone or (store.zone if is_local else None)
