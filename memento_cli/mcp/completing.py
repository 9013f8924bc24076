"""What a client is offered while its user types: ids, names of blocks, searches, budgets.

There is no fence in it, so it offers only what stands for itself: names without an invisible sign,
which do not read like instructions. Of what there is not, nothing is offered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import mcp_types as types

from memento_cli.actions.memory.list import ids_with
from memento_cli.core.security.instructions import name_flags
from memento_cli.core.text.visible import visible
from memento_cli.mcp.prompts import NAME as PROMPT
from memento_cli.mcp.resources import BLOCKS, CONTEXTS, MEMORIES, SEARCHES
from memento_cli.tools.records_seen import seen_blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from memento_cli.mcp.resources import StoreResources
    from memento_cli.tools.request_context import RequestContext

    Offered = tuple[list[str], int]
    """Names, the best first, and how many there are."""
    Offer = Callable[[RequestContext, StoreResources, str], Offered]

MOST = 100
"""The protocol's most."""
BUDGETS = ("500", "1000", "2000", "4000", "8000")


def completion(
    request: RequestContext, shelf: StoreResources, params: types.CompleteRequestParams
) -> types.Completion:
    """What an argument of a prompt or of a template could be, by what is typed of it."""
    ref, argument = params.ref, params.argument
    of = ref.name if isinstance(ref, types.PromptReference) else ref.uri
    offer = OFFERS.get((of, argument.name))
    names, total = offer(request, shelf, argument.value) if offer else ([], 0)
    return types.Completion(values=names[:MOST], total=total, has_more=total > MOST)


def _safe(names: Iterable[str]) -> list[str]:
    return [name for name in names if visible(name) == name and not name_flags(name)]


def _ids(request: RequestContext, shelf: StoreResources, typed: str) -> Offered:
    text = typed.strip().lower()
    ids, total = ids_with(request.store, text, request.now, most=MOST, within=request.bounds)
    safe = _safe(ids)
    return safe, total - len(ids) + len(safe)


def _blocks(request: RequestContext, shelf: StoreResources, typed: str) -> Offered:
    if request.scope.hides_unlabelled:
        return [], 0
    return _beginning((one.name for one in seen_blocks(request)), typed)


def _queries(request: RequestContext, shelf: StoreResources, typed: str) -> Offered:
    return _beginning(shelf.searches(request.client), typed)


def _budgets(request: RequestContext, shelf: StoreResources, typed: str) -> Offered:
    return _beginning(BUDGETS, typed)


def _beginning(names: Iterable[str], typed: str) -> Offered:
    """The names that begin with what is typed, in any case, each once."""
    text = typed.lstrip().casefold()
    found = _safe(name for name in dict.fromkeys(names) if name.casefold().startswith(text))
    return found, len(found)


OFFERS: dict[tuple[str, str], Offer] = {
    (MEMORIES, "id"): _ids,
    (BLOCKS, "name"): _blocks,
    (SEARCHES, "query"): _queries,
    (CONTEXTS, "query"): _queries,
    (CONTEXTS, "token_budget"): _budgets,
    (PROMPT, "query"): _queries,
    (PROMPT, "token_budget"): _budgets,
}
"""What is offered, by the template or prompt and its argument."""
