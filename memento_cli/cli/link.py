"""memento link, unlink"""

from __future__ import annotations

from typing import Annotated

import typer

from memento_cli.cli.call import of
from memento_cli.cli.options import Id, Reason
from memento_cli.cli.safe import safe
from memento_cli.core.memory import RELATIONS
from memento_cli.errors import NotFound

Relation = Annotated[
    str, typer.Argument(metavar="RELATION", help="One of: " + ", ".join(RELATIONS) + ".")
]
Target = Annotated[str, typer.Argument(metavar="ID", help="The id of the other, or a part of it.")]


def link(
    ctx: typer.Context, id: Id, relation: Relation, target: Target, reason: Reason = ""
) -> None:
    """Link a memory to another. What supersedes another hides it from recall."""
    from memento_cli.actions.links import link as act
    from memento_cli.actions.reading import known_id

    call = of(ctx)
    one, other = known_id(call.store, id), known_id(call.store, target)
    changed = act(call.store, one, relation, other, call.now, reason=reason)
    _told(ctx, one, relation, other, changed, "" if changed else ": so already")


def unlink(
    ctx: typer.Context, id: Id, relation: Relation, target: Target, reason: Reason = ""
) -> None:
    """Take a link away."""
    from memento_cli.actions.links import unlink as act
    from memento_cli.actions.reading import known_id

    call = of(ctx)
    one = known_id(call.store, id)
    targets = {each.target for each in call.store.memories.read(one).value.links}
    try:
        other = target if target in targets else known_id(call.store, target)
    except NotFound:
        other = target
    changed = act(call.store, one, relation, other, call.now, reason=reason)
    _told(ctx, one, relation, other, changed, ": taken away" if changed else ": not so")


def _told(ctx: typer.Context, one: str, relation: str, other: str, changed: bool, how: str) -> None:
    from memento_cli.actions.links import relation as filed

    rel = filed(relation)
    value = {"id": one, "rel": rel, "target": other, "changed": changed}
    of(ctx).out.value(value, safe(f"{one} {rel.replace('_', ' ')} {other}{how}"))
    of(ctx).note_if_ahead()
